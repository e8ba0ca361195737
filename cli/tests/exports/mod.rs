//! Exports, run by the languages they are for, cell by cell beside the catalog.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use codegen::catalog::{Catalog, Cell, Column, Id, IdForm, Operands, Ruleset, TableName};
use codegen::{Sources, export};
use serde_json::Value;

/// Tools that may be missing on a machine are named in this variable, with commas: `node,g++`.
const WITHOUT: &str = "CONCORD_WITHOUT";

fn catalog() -> Catalog {
    let sources = Sources::from_texts("spec", spec::FILES);
    codegen::lower(&sources).unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}

fn all(catalog: &Catalog) -> Vec<&Ruleset> {
    catalog.rulesets.iter().collect()
}

/// Every table of every ruleset.
fn tables(catalog: &Catalog) -> impl Iterator<Item = (&Ruleset, TableName)> {
    catalog.rulesets.iter().flat_map(|ruleset| {
        let has = move |name: &TableName| ruleset.has_table(*name);
        TableName::ALL.into_iter().filter(has).map(move |name| (ruleset, name))
    })
}

/// Every cell of every table on a line: ruleset, table, row, column and what it gives.
fn cells(catalog: &Catalog) -> Vec<String> {
    let mut lines = Vec::new();
    for (ruleset, name) in tables(catalog) {
        let table = ruleset.table(name);
        for (row, &lhs) in table.rows.iter().enumerate() {
            for (column, &rhs) in table.columns.iter().enumerate() {
                let gives = catalog.outcome_name(table.at(row, column).outcome);
                let (lhs, rhs) = (&catalog.dtype(lhs).name, catalog.column_name(rhs));
                lines.push(format!("{} {name} {lhs} {rhs} {gives}", ruleset.name));
            }
        }
    }
    assert!(lines.len() > 10_000, "{} cells", lines.len());
    lines
}

/// Fails with the first line that differs.
fn assert_same(what: &str, mut got: Vec<String>, mut wanted: Vec<String>) {
    got.sort();
    wanted.sort();
    let differing = got.iter().zip(&wanted).filter(|(got, wanted)| got != wanted);
    let (count, first) = (differing.clone().count(), differing.clone().next());
    assert_eq!((got.len(), count), (wanted.len(), 0), "{what}: {first:?}");
    println!("{what}: {} cells, 0 differ", got.len());
}

/// Runs a program; what it printed, or `None` if this machine is said to be without it.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Option<String> {
    let without = std::env::var(WITHOUT).unwrap_or_default();
    if without.split(',').any(|one| one == program) {
        println!("{program} is not asked, as {WITHOUT} says");
        return None;
    }
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| {
        panic!("{program}: {error}; a machine without it sets {WITHOUT}={program}")
    });
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{program} {arguments:?}: {}\n{stderr}", output.status);
    Some(stdout)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"))
}

fn put(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

#[test]
fn json_has_every_cell_with_its_sources() {
    let catalog = catalog();
    let json = serde_json::to_value(export::json(&catalog, &all(&catalog)));
    let json = json.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(json["schema"], "concord-export/2");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let word = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let mut got = Vec::new();
    for (ruleset, name) in tables(&catalog) {
        let table = &json["rulesets"][&ruleset.name]["tables"][name.name()];
        let (sets, columns) = (list(&table["source_sets"]), list(&table["columns"]));
        for (row, label) in list(&table["rows"]).iter().enumerate() {
            for (column, head) in columns.iter().enumerate() {
                let gives = word(&table["cells"][row][column]);
                got.push(format!("{} {name} {} {} {gives}", ruleset.name, word(label), word(head)));
                let set = table["cell_sources"][row][column]
                    .as_u64()
                    .and_then(|set| usize::try_from(set).ok());
                let told = set.map_or_else(Vec::new, |set| list(&sets[set]));
                let cell = ruleset.table(name).at(row, column);
                let wanted: Vec<&str> =
                    cell.sources.iter().map(|&one| ruleset.sources[one].id.as_str()).collect();
                assert_eq!(told, wanted, "{}: {name}", ruleset.name);
            }
        }
    }
    assert_same("JSON", got, cells(&catalog));
    for ruleset in &catalog.rulesets {
        let told = &json["rulesets"][&ruleset.name];
        assert_eq!(list(&told["sources"]).len(), ruleset.sources.len(), "{}", ruleset.name);
        assert_eq!(list(&told["divergences"]).len(), ruleset.divergences.len(), "{}", ruleset.name);
        for (policy, &value) in catalog.policies.iter().zip(&ruleset.policies) {
            assert_eq!(told["policies"][&policy.name], *policy.values[value].name);
        }
        let mut got = Vec::new();
        for row in list(&told["op_cells"]) {
            for op in list(&row["ops"]) {
                for lhs in list(&row["left"]) {
                    let cell = |rest: &str| {
                        let (op, lhs, gives) = (word(&op), word(&lhs), word(&row["gives"]));
                        format!("{op} {lhs}{rest} {gives}")
                    };
                    match row["right"].as_array() {
                        None => got.push(cell("")),
                        Some(all) => {
                            got.extend(all.iter().map(|rhs| cell(&format!(" {}", word(rhs)))));
                        }
                    }
                }
            }
        }
        let wanted = ruleset.op_cells.iter().map(|cell| {
            let operands = match cell.operands {
                Operands::One(one) => catalog.dtype(one).name.clone(),
                Operands::Two(lhs, rhs) => {
                    let scalar = if matches!(rhs, Column::Scalar(_)) { "scalar:" } else { "" };
                    format!("{} {scalar}{}", catalog.dtype(lhs).name, catalog.column_name(rhs))
                }
            };
            format!("{} {operands} {}", cell.op, catalog.outcome_name(cell.outcome))
        });
        got.sort();
        got.dedup();
        let mut wanted: Vec<String> = wanted.collect();
        wanted.sort();
        assert_eq!(got, wanted, "{}", ruleset.name);
    }
    for (id, told) in catalog.ids().zip(list(&json["dtypes"])) {
        assert_eq!(told["name"], *catalog.dtype(id).name);
        for system in &catalog.id_systems {
            let wanted = match system.id(id) {
                None => Value::Null,
                Some(Id::Number(number)) => (*number).into(),
                Some(Id::Text(text)) => text.as_str().into(),
                Some(Id::CodeAndBits(code, bits)) => vec![*code, *bits].into(),
            };
            assert_eq!(told["ids"][&system.name], wanted);
        }
    }
}

#[test]
fn csv_has_a_line_for_every_cell() {
    let catalog = catalog();
    let text = export::csv(&catalog, &all(&catalog));
    let got = text.lines().skip(1).map(|line| {
        let words: Vec<&str> = line.split(',').collect();
        assert_eq!(words.len(), 6, "{line}");
        words[..5].join(" ")
    });
    assert_same("CSV", got.collect(), cells(&catalog));
}

#[test]
fn markdown_has_a_table_for_every_table() {
    let catalog = catalog();
    let text = export::markdown(&catalog, &all(&catalog));
    let (mut got, mut ruleset, mut table, mut heads) = (Vec::new(), "", "", Vec::new());
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            ruleset = name;
        } else if let Some(name) = line.strip_prefix("### ") {
            (table, heads) = (name, Vec::new());
        } else if line.starts_with('|') && !line.starts_with("|---") {
            let words: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            match words.as_slice() {
                [_, columns @ ..] if heads.is_empty() => heads = columns.to_vec(),
                [row, cells @ ..] => {
                    let row = row.trim_matches('*');
                    got.extend(
                        heads.iter().zip(cells).map(|(column, cell)| {
                            format!("{ruleset} {table} {row} {column} {cell}")
                        }),
                    );
                }
                [] => panic!("no words in {line}"),
            }
        }
    }
    assert_same("Markdown", got, cells(&catalog));
}

const PYTHON: &str = "
import concord as c
for ruleset, tables in c.TABLES.items():
    for table, cells in tables.items():
        for row, column in cells:
            print(ruleset, table, row, column, c.lookup(ruleset, table, row, column))
            if table == 'promotion':
                word = cells[row, column]
                try:
                    assert c.promote(ruleset, row, column) == word.rstrip('*')
                except c.NoResult:
                    assert word in ('-', '!', '?') or word.startswith('<')
assert c.promote('torch', 'torch.short', 'float32') == 'float32'
assert c.IDS['onnx']['float64'] == 11 and c.IDS['dlpack']['bfloat16'] == (4, 16)
";

#[test]
fn the_python_module_gives_every_cell() {
    let (catalog, folder) = (catalog(), folder());
    put(folder.path(), "concord.py", &export::python(&catalog, &all(&catalog)));
    put(folder.path(), "main.py", PYTHON);
    if let Some(printed) = run(folder.path(), "python3", &["-W", "error", "main.py"]) {
        assert_same("Python", lines(&printed), cells(&catalog));
    }
}

const NODE: &str = r#"
import * as c from "./concord.mjs";
const lines = [];
for (const [ruleset, tables] of c.TABLES)
  for (const [table, cells] of tables)
    for (const pair of cells.keys()) {
      const [row, column] = pair.split(" ");
      const word = c.lookup(ruleset, table, row, column);
      lines.push(`${ruleset} ${table} ${row} ${column} ${word}`);
      if (table !== "promotion") continue;
      const { dtype, why } = c.promote(ruleset, row, column);
      const whys = { "-": "refused", "!": "no kernel", "?": "unknown" };
      const wanted = whys[word] ?? (word.startsWith("<") ? "foreign" : undefined);
      if (why !== wanted || (!why && dtype !== word.replace("*", ""))) throw new Error(pair);
    }
if (c.IDS.onnx.float64 !== 11 || c.IDS.dlpack.bfloat16[1] !== 16) throw new Error("ids");
console.log(lines.join("\n"));
"#;

/// The module without its types, which stand on lines of their own and between a constant's name and its `=`.
fn erased(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("export type "));
    let lines = lines.map(|line| match (line.find("const "), line.find(": "), line.find(" = ")) {
        (Some(at), Some(colon), Some(equals))
            if at < colon && colon < equals && !line.starts_with("  ") =>
        {
            format!("{}{}\n", &line[..colon], &line[equals..])
        }
        _ => format!("{line}\n"),
    });
    lines.collect()
}

#[test]
fn the_typescript_module_gives_every_cell() {
    let (catalog, folder) = (catalog(), folder());
    let module = export::typescript(&catalog, &all(&catalog));
    put(folder.path(), "concord.mjs", &erased(&module));
    put(folder.path(), "main.mjs", NODE);
    if let Some(printed) = run(folder.path(), "node", &["main.mjs"]) {
        assert_same("TypeScript", lines(&printed), cells(&catalog));
    }
}

/// A name as C has it.
fn c_name(name: &str) -> String {
    name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
}

/// A program that prints every table by index, a number for each cell, and by ids if there are any.
fn c_program(catalog: &Catalog, rulesets: &[&Ruleset], system: Option<&str>) -> String {
    let mut calls = String::new();
    for ruleset in rulesets {
        for name in TableName::ALL.into_iter().filter(|&name| ruleset.has_table(name)) {
            let by_kind = matches!(ruleset.table(name).columns.first(), Some(Column::Scalar(_)));
            let function = format!("concord_{}_{}", c_name(&ruleset.name), c_name(name.name()));
            let columns = if by_kind { "CONCORD_SCALARS" } else { "CONCORD_DTYPES" };
            _ = writeln!(calls, "  show(\"{} {name}\", {function}, {columns});", ruleset.name);
            if let Some(system) = system {
                let last = if by_kind { "CONCORD_SCALARS" } else { "LAST" };
                _ = writeln!(
                    calls,
                    "  by_id(\"{} {name}\", {function}_{system}, {last});",
                    ruleset.name
                );
            }
        }
    }
    let last = catalog.id_systems.iter().filter(|one| Some(one.name.as_str()) == system);
    let last =
        last.flat_map(|system| &system.ids).flat_map(|(_, ids)| ids).filter_map(|id| match id {
            Id::Number(number) => Some(*number),
            Id::Text(_) | Id::CodeAndBits(..) => None,
        });
    let last = last.max().unwrap_or(0) + 2;
    format!(
        "#include <stdio.h>\n#include \"concord.h\"\n#define LAST {last}\n
static void show(const char *name, int (*table)(int, int), int columns) {{
  for (int row = 0; row < CONCORD_DTYPES; row++)
    for (int column = 0; column < columns; column++) printf(\"%s %d %d %d\\n\", name, row, column, table(row, column));
  if (table(-1, 0) != CONCORD_NO_DTYPE || table(0, columns) != CONCORD_NO_DTYPE) printf(\"%s out of bounds\\n\", name);
}}
{by_id}
int main(void) {{
  if (concord_dtype_name(CONCORD_DTYPES) || concord_dtype_name(CONCORD_BOOL)[0] != 'b') printf(\"names\\n\");
{calls}  return 0;
}}\n",
        by_id = if system.is_none() {
            ""
        } else {
            "static void by_id(const char *name, int (*table)(int, int), int columns) {
  for (int row = -1; row < LAST; row++)
    for (int column = 0; column < columns; column++) printf(\"%s id %d %d %d\\n\", name, row, column, table(row, column));
}"
        }
    )
}

/// What the program must print.
fn c_wanted(catalog: &Catalog, rulesets: &[&Ruleset], system: Option<&str>) -> Vec<String> {
    let system = catalog.id_systems.iter().find(|one| Some(one.name.as_str()) == system);
    let ids: BTreeMap<i32, _> = system
        .iter()
        .flat_map(|system| &system.ids)
        .flat_map(|(dtype, ids)| ids.iter().map(move |id| (id, *dtype)))
        .filter_map(
            |(id, dtype)| if let Id::Number(number) = id { Some((*number, dtype)) } else { None },
        )
        .collect();
    let last = ids.keys().max().map_or(0, |last| last + 2);
    let mut lines = Vec::new();
    for ruleset in rulesets {
        for name in TableName::ALL.into_iter().filter(|&name| ruleset.has_table(name)) {
            let table = ruleset.table(name);
            let by_kind = matches!(table.columns.first(), Some(Column::Scalar(_)));
            let columns: Vec<Column> = match by_kind {
                true => rules::Scalar::ALL.map(Column::Scalar).to_vec(),
                false => catalog.ids().map(Column::DType).collect(),
            };
            let cell = |row, column| match table.get(row, column).map(|cell| cell.outcome) {
                None => -5,
                Some(Cell::DType(id)) => i32::from(id.0),
                Some(Cell::Weak(id)) => i32::from(id.0) + 64,
                Some(Cell::Refused) => -1,
                Some(Cell::NoKernel) => -2,
                Some(Cell::Unknown) => -3,
                Some(Cell::Foreign(_)) => -4,
            };
            for (row, id) in catalog.ids().enumerate() {
                for (place, &column) in columns.iter().enumerate() {
                    lines.push(format!(
                        "{} {name} {row} {place} {}",
                        ruleset.name,
                        cell(id, column)
                    ));
                }
            }
            let by_ids: Vec<(i32, Option<Column>)> = match by_kind {
                true => (0..).zip(columns.iter().copied().map(Some)).collect(),
                false => {
                    (0..last).map(|id| (id, ids.get(&id).map(|&id| Column::DType(id)))).collect()
                }
            };
            for row in (-1..last).filter(|_| system.is_some()) {
                for &(id, column) in &by_ids {
                    let gives = match (ids.get(&row), column) {
                        (Some(&row), Some(column)) => match cell(row, column) {
                            none if none < 0 => none,
                            index => ids
                                .iter()
                                .find(|(_, dtype)| i32::from(dtype.0) == index % 64)
                                .map_or(-6, |(id, _)| *id),
                        },
                        _ => -5,
                    };
                    lines.push(format!("{} {name} id {row} {id} {gives}", ruleset.name));
                }
            }
        }
    }
    lines
}

/// Compiles a header as C99 and as C++17, without a warning, and compares what both programs print.
fn c_gives(catalog: &Catalog, rulesets: &[&Ruleset], system: Option<&str>) {
    let folder = folder();
    let ids = catalog.id_systems.iter().find(|one| Some(one.name.as_str()) == system);
    let header = export::c(catalog, rulesets, ids).unwrap_or_else(|error| panic!("{error}"));
    put(folder.path(), "concord.h", &header);
    put(folder.path(), "main.c", &c_program(catalog, rulesets, system));
    let strict = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-o", "main"];
    let compilers = [
        ("gcc", ["-std=c99", "-x", "c", "main.c"]),
        ("g++", ["-std=c++17", "-x", "c++", "main.c"]),
    ];
    for (compiler, language) in compilers {
        let arguments: Vec<&str> = strict.into_iter().chain(language).collect();
        if run(folder.path(), compiler, &arguments).is_none() {
            continue;
        }
        let program = folder.path().join("main");
        let printed = run(folder.path(), &program.to_string_lossy(), &[]).unwrap_or_default();
        let what = format!("{compiler} {}, ids of {}", language[0], system.unwrap_or("none"));
        assert_same(&what, lines(&printed), c_wanted(catalog, rulesets, system));
    }
}

#[test]
fn the_c_header_gives_every_cell() {
    let catalog = catalog();
    c_gives(&catalog, &all(&catalog), None);
}

#[test]
fn the_c_header_is_looked_up_by_every_system_of_numbers() {
    let catalog = catalog();
    let named = |name: &str| catalog.ruleset(name).unwrap_or_else(|| panic!("{name}"));
    let three = ["torch", "numpy", "onnx"].map(named);
    for system in &catalog.id_systems {
        match system.form {
            IdForm::Number => c_gives(&catalog, &three, Some(&system.name)),
            IdForm::Text | IdForm::CodeAndBits => {
                let none = export::c(&catalog, &three, Some(system)).err();
                let none = none.map(|error| error.to_string()).unwrap_or_default();
                let wanted =
                    format!("the ids of `{}` are no numbers; those of onnx, ", system.name);
                assert!(none.starts_with(&wanted), "{none}");
            }
        }
    }
}
