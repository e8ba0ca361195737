//! Text of a promotion table → a square of cells over dtypes of the catalog.

use super::error::GivenError;
use super::shape::{self, NO_KERNEL, REFUSED, Triple, UNKNOWN};
use super::words::{Meaning, Reading, meanings};
use crate::catalog::{Catalog, Cell, DTypeId};

/// A promotion table of two operands.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// The dtypes of its rows and columns, in the catalog's order.
    pub dtypes: Vec<DTypeId>,
    /// What the table calls each of them.
    pub words: Vec<String>,
    /// Row by row; unknown where the table says nothing.
    pub cells: Vec<Cell>,
    /// Rows and columns that are no dtype of the catalog, which are left out.
    pub left_out: Vec<String>,
    /// Names of dtypes that cells give and the catalog does not have: those that the catalog knows, then others.
    pub foreign: Vec<String>,
    /// Words that some rulesets use for another dtype than was taken.
    pub readings: Vec<Reading>,
}

impl Given {
    /// Reads a table: CSV with labelled rows and columns, or JSON as the README describes.
    ///
    /// Dtypes may be spelled as in the catalog or as in any ruleset; `called` says what single words mean, by public
    /// name. `-` is a refusal, `!` a missing kernel, `?` and an empty cell say nothing.
    ///
    /// # Errors
    ///
    /// Text that is no table, and words whose meaning is not clear.
    pub fn read(
        catalog: &Catalog,
        text: &str,
        called: &[(String, String)],
    ) -> Result<Given, GivenError> {
        let triples = shape::read(text)?;
        let (meanings, readings) = meanings(catalog, &all_words(&triples), called)?;
        let labels = || triples.iter().flat_map(|[row, column, _]| [row, column]);
        let (mut named, mut left_out) = (Vec::<(DTypeId, String)>::new(), Vec::new());
        for word in labels() {
            let Some(dtype) = dtype_of(&meanings, word) else {
                if !left_out.contains(word) {
                    left_out.push(word.clone());
                }
                continue;
            };
            match named.iter().find(|(other, _)| *other == dtype) {
                None => named.push((dtype, word.clone())),
                Some((_, other)) if other == word => {}
                Some((_, other)) => {
                    let words = [other.clone(), word.clone()];
                    let dtype = catalog.dtype(dtype).name.clone();
                    return Err(GivenError::SameDType { words, dtype });
                }
            }
        }
        if named.is_empty() {
            return Err(GivenError::NoDTypes(left_out));
        }
        named.sort();
        let (dtypes, words): (Vec<DTypeId>, Vec<String>) = named.into_iter().unzip();
        let cells = vec![Cell::Unknown; dtypes.len() * dtypes.len()];
        let foreign = catalog.foreign.clone();
        let mut given = Given { dtypes, words, cells, left_out, foreign, readings };
        for triple in &triples {
            given.take(catalog, &meanings, triple)?;
        }
        if given.known().next().is_none() {
            return Err(GivenError::Empty);
        }
        Ok(given)
    }

    /// Results that neither the catalog nor any ruleset has a dtype for.
    pub fn unknown_results<'a>(&'a self, catalog: &Catalog) -> &'a [String] {
        &self.foreign[catalog.foreign.len()..]
    }

    /// The same table, in which a pair that is given in one order only gives the same in the other.
    #[must_use]
    pub fn mirrored(mut self) -> Given {
        let count = self.dtypes.len();
        for row in 0..count {
            for column in 0..count {
                if self.cells[row * count + column] == Cell::Unknown {
                    self.cells[row * count + column] = self.cells[column * count + row];
                }
            }
        }
        self
    }

    /// What two operands give; unknown if the table does not have them.
    pub fn cell(&self, lhs: DTypeId, rhs: DTypeId) -> Cell {
        let place = |dtype| self.dtypes.iter().position(|&one| one == dtype);
        match (place(lhs), place(rhs)) {
            (Some(row), Some(column)) => self.cells[row * self.dtypes.len() + column],
            _ => Cell::Unknown,
        }
    }

    /// The cells that say anything, row by row.
    pub fn known(&self) -> impl Iterator<Item = ([DTypeId; 2], Cell)> {
        let pairs =
            self.dtypes.iter().flat_map(|&lhs| self.dtypes.iter().map(move |&rhs| [lhs, rhs]));
        pairs.zip(self.cells.iter().copied()).filter(|(_, cell)| *cell != Cell::Unknown)
    }

    /// A catalog that also has the names of dtypes that only the table gives, so that its cells can be shown.
    #[must_use]
    pub fn catalog(&self, catalog: &Catalog) -> Catalog {
        Catalog { foreign: self.foreign.clone(), ..catalog.clone() }
    }

    fn take(
        &mut self,
        catalog: &Catalog,
        meanings: &[Meaning],
        [row, column, gives]: &Triple,
    ) -> Result<(), GivenError> {
        let places = [row, column].map(|word| {
            let dtype = dtype_of(meanings, word)?;
            self.dtypes.iter().position(|&one| one == dtype)
        });
        let [Some(at_row), Some(at_column)] = places else { return Ok(()) };
        let cell = self.outcome(catalog, meanings, gives)?;
        let place = at_row * self.dtypes.len() + at_column;
        let before = self.cells[place];
        if before != Cell::Unknown && before != cell {
            let pair = [row.clone(), column.clone()];
            let before = self.catalog(catalog).outcome_name(before).into_owned();
            return Err(GivenError::CellTwice { pair, gives: [before, gives.clone()] });
        }
        self.cells[place] = cell;
        Ok(())
    }

    fn outcome(
        &mut self,
        catalog: &Catalog,
        meanings: &[Meaning],
        word: &str,
    ) -> Result<Cell, GivenError> {
        match word {
            REFUSED => return Ok(Cell::Refused),
            NO_KERNEL => return Ok(Cell::NoKernel),
            UNKNOWN => return Ok(Cell::Unknown),
            _ => {}
        }
        let strong = stem(word);
        if let Some(dtype) = dtype_of(meanings, strong) {
            return Ok(if strong == word { Cell::DType(dtype) } else { Cell::Weak(dtype) });
        }
        let name = strong.trim_start_matches('<').trim_end_matches('>');
        let place = self.foreign.iter().position(|known| known == name).unwrap_or_else(|| {
            self.foreign.push(name.to_owned());
            self.foreign.len() - 1
        });
        let many = |_| {
            let known = catalog.foreign.len();
            GivenError::Unreadable(format!(
                "more than {} results are no dtype: `{name}` is one of them",
                usize::from(u8::MAX) - known
            ))
        };
        u8::try_from(place).map(Cell::Foreign).map_err(many)
    }
}

/// Labels and results, each once and in order, without signs.
fn all_words(triples: &[Triple]) -> Vec<String> {
    let labels = triples.iter().flat_map(|[row, column, _]| [row.as_str(), column.as_str()]);
    let results = triples.iter().map(|[_, _, gives]| stem(gives));
    let mut words: Vec<String> = Vec::new();
    for word in labels.chain(results.filter(|word| ![REFUSED, NO_KERNEL, UNKNOWN].contains(word))) {
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    words
}

/// A result without the star of a weakly typed one.
fn stem(word: &str) -> &str {
    word.strip_suffix('*').filter(|stem| !stem.is_empty()).unwrap_or(word)
}

fn dtype_of(meanings: &[Meaning], word: &str) -> Option<DTypeId> {
    meanings.iter().find(|one| one.word == word)?.dtype
}
