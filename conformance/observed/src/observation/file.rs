//! The JSON of an observation, as the dump scripts write it → views of known ops and dtypes.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::call::{self, Form};
use super::probe::{self, Vector};
use super::words::{Result, Words};
use super::{Observation, View};
use codegen::catalog::{Asked, Catalog, Operand, Scalar};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    framework: String,
    version: String,
    date: String,
    platform: String,
    configuration: String,
    /// Name, what it is about, codes of dtypes.
    views: Vec<(String, String, String)>,
    errors: Vec<String>,
    tables: Vec<Table>,
    /// View, spelling, code.
    names: Vec<(String, String, String)>,
    /// View, kind, cell.
    defaults: Vec<(String, String, String)>,
    /// Name; code and elements.
    vectors: Vec<(String, String)>,
    /// Of a view: op, operands, cell, elements.
    probes: BTreeMap<String, Vec<Vec<String>>>,
    /// Of a view: what is called, its arguments, cell, lengths, elements.
    #[serde(default)]
    calls: BTreeMap<String, Vec<Vec<String>>>,
}

/// Ops that gave the same everywhere.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    view: String,
    ops: Vec<String>,
    form: String,
    columns: String,
    rows: Vec<(String, String)>,
}

impl File {
    pub(super) fn read(self, name: &str, catalog: &Catalog) -> Result<Observation> {
        let words = Words::new(catalog, self.errors.len());
        let mut views = Vec::new();
        for (name, about, dtypes) in self.views {
            let dtypes = dtypes.split(' ').map(|code| words.dtype(code)).collect::<Result<_>>()?;
            views.push(View {
                name,
                about,
                dtypes,
                cells: BTreeMap::new(),
                together: Vec::new(),
                can_cast: Vec::new(),
                names: Vec::new(),
                defaults: Vec::new(),
                probes: Vec::new(),
                calls: Vec::new(),
                formed: Vec::new(),
            });
        }
        for table in self.tables {
            words.table(&table, find(&mut views, &table.view)?)?;
        }
        for (view, name, code) in self.names {
            let seen = words.cell(&code)?;
            find(&mut views, &view)?.names.push((name, seen));
        }
        for (view, kind, cell) in self.defaults {
            let seen = words.cell(&cell)?;
            find(&mut views, &view)?.defaults.push((kind, seen));
        }
        let mut vectors = BTreeMap::new();
        for (name, text) in self.vectors {
            vectors.insert(name, Vector::read(&text, &words)?);
        }
        for (view, rows) in &self.probes {
            let probes = rows.iter().map(|row| probe::read(row, &vectors, &words));
            find(&mut views, view)?.probes = probes.collect::<Result<_>>()?;
        }
        for (view, rows) in &self.calls {
            let calls = rows.iter().map(|row| call::read(row, &words));
            find(&mut views, view)?.calls = calls.collect::<Result<_>>()?;
        }
        Ok(Observation {
            name: name.to_owned(),
            framework: self.framework,
            version: self.version,
            date: self.date,
            platform: self.platform,
            configuration: self.configuration,
            errors: self.errors,
            views,
            vectors,
        })
    }
}

fn find<'v>(views: &'v mut [View], name: &str) -> Result<&'v mut View> {
    views
        .iter_mut()
        .find(|view| view.name == name)
        .ok_or_else(|| format!("no view is called `{name}`"))
}

impl Words<'_> {
    fn table(&self, table: &Table, view: &mut View) -> Result<()> {
        let columns: Vec<&str> = table.columns.split(' ').collect();
        for (row, cells) in &table.rows {
            let cells: Vec<&str> = cells.split(' ').collect();
            if cells.len() != columns.len() {
                return Err(format!("row {row} of {} has {} cells", table.form, cells.len()));
            }
            for (column, cell) in columns.iter().zip(cells) {
                self.place(table, row, column, cell, view)?;
            }
        }
        Ok(())
    }

    fn place(
        &self,
        table: &Table,
        row: &str,
        column: &str,
        cell: &str,
        view: &mut View,
    ) -> Result<()> {
        if let Some((_, form)) = Form::WORDS.iter().find(|(word, _)| *word == table.form) {
            let dtypes = [self.dtype(row)?, self.dtype(column)?];
            for op in &table.ops {
                view.formed.push((*form, self.op(op)?, dtypes, self.cell(cell)?));
            }
            return Ok(());
        }
        for form in table.form.split(", ") {
            let asked = match form {
                "tensor" => {
                    let asked = Asked::One(self.dtype(column)?);
                    view.cells.insert((self.op(row)?, asked), self.cell(cell)?);
                    continue;
                }
                "can_cast" => {
                    let (from, to) = (self.dtype(row)?, self.dtype(column)?);
                    let casting = table.ops.first().cloned().unwrap_or_default();
                    view.can_cast.push((casting, from, to, cell == "1"));
                    continue;
                }
                "triple" => {
                    let (one, two) = row.split_once(' ').unwrap_or((row, ""));
                    let ids = [self.dtype(one)?, self.dtype(two)?, self.dtype(column)?];
                    for name in &table.ops {
                        view.together.push((name.clone(), ids, self.cell(cell)?));
                    }
                    continue;
                }
                // Of a number and a tensor, the rows are the tensors.
                "scalar tensor" => {
                    Asked::Pair(self.operand("scalar", column)?, self.operand("tensor", row)?)
                }
                pair => {
                    let (left, right) = pair
                        .split_once(' ')
                        .ok_or_else(|| format!("`{pair}` is no form of a table"))?;
                    Asked::Pair(self.operand(left, row)?, self.operand(right, column)?)
                }
            };
            for op in &table.ops {
                view.cells.insert((self.op(op)?, asked), self.cell(cell)?);
            }
        }
        Ok(())
    }

    /// An operand of a sort: a code, or a kind of Python number.
    fn operand(&self, sort: &str, word: &str) -> Result<Operand> {
        match sort {
            "tensor" => self.dtype(word).map(Operand::Tensor),
            "zero-dim" => self.dtype(word).map(Operand::ZeroDim),
            "weak" => self.dtype(word).map(Operand::Weak),
            "scalar" => Scalar::parse(word)
                .map(Operand::Scalar)
                .ok_or_else(|| format!("`{word}` is no kind")),
            other => Err(format!("`{other}` is no sort of operand")),
        }
    }
}
