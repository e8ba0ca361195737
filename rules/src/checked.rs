//! Tables → the same, or a panic that names the table and the cell that are wrong, while a constant is made too.

use crate::{Cell, DTypeSet, DefaultKind, Format, OpId, OpRow, Others, Tables};

/// What the places in tables stand for, for checks and for what they say.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    /// The dtypes' names, in order; without names, messages give the places of rows and columns.
    pub dtypes: &'a [&'a str],
    /// How many foreign dtypes have a name, where that is known.
    pub foreign: Option<usize>,
}

impl<'a> Tables<'a> {
    /// The same tables, if each has as many cells as it must, and no cell, row or default leads to a dtype or an operation
    /// that there is not.
    ///
    /// # Panics
    ///
    /// Where that is not so, with a sentence that names the table and the cell; in a `static` that is a compile error.
    #[must_use]
    pub const fn checked(self) -> Tables<'a> {
        self.checked_as(Places { dtypes: &[], foreign: None })
    }

    /// The same, by what the places stand for.
    ///
    /// # Panics
    ///
    /// As [`checked`](Tables::checked), and where a cell gives a foreign dtype that has no name.
    #[must_use]
    pub const fn checked_as(self, places: Places<'_>) -> Tables<'a> {
        self.check_lengths();
        self.check_dtypes(places);
        self.check_ops();
        self.check_table("promotion", self.promotion, false, places);
        self.check_table("scalars", self.scalars, true, places);
        self.check_table("typed_scalars", self.typed_scalars, false, places);
        self.check_table("zero_dim", self.zero_dim, false, places);
        self.check_table("zero_dim_pair", self.zero_dim_pair, false, places);
        self.check_table("zero_dim_scalars", self.zero_dim_scalars, true, places);
        self.check_table("weak", self.weak, false, places);
        self.check_table("weak_pair", self.weak_pair, false, places);
        self.check_op_rows(places);
        self
    }

    const fn check_lengths(&self) {
        let rows = self.dtypes.len();
        assert!(rows <= DTypeSet::MOST, "more dtypes than a set can hold");
        const fn is(table: &[Cell], rows: usize, columns: usize) -> bool {
            table.is_empty() || table.len() == rows * columns
        }
        let squares = is(self.promotion, rows, rows)
            && is(self.typed_scalars, rows, rows)
            && is(self.zero_dim, rows, rows)
            && is(self.zero_dim_pair, rows, rows)
            && is(self.weak, rows, rows)
            && is(self.weak_pair, rows, rows);
        assert!(squares, "a table of dtypes has a row and a column for every dtype");
        let scalars = is(self.scalars, rows, 4) && is(self.zero_dim_scalars, rows, 4);
        assert!(scalars, "a table of Python scalars has a row for every dtype and four columns");
        let output = self.output.is_empty() || self.output.len() == rows;
        assert!(output, "an output rule has a set for every dtype");
        let ops = self.op_rows_of.is_empty() || self.op_rows_of.len() == self.op_rules.len();
        assert!(ops, "every operation has a range of rows");
    }

    /// Looks at what names dtypes outside of cells.
    const fn check_dtypes(&self, places: Places<'_>) {
        let rows = self.dtypes.len();
        if let Some(dtype) = self.has.first_from(rows) {
            Sentence::new().text("`has` contains").dtype(dtype, rows).panic();
        }
        let mut place = 0;
        while place < rows {
            if let Format::Complex { part } = self.dtypes[place].format
                && part.index() >= rows
            {
                let whole = Sentence::new().text("the part of ").row(place, places);
                whole.text(" is").dtype(part.index(), rows).panic();
            }
            place += 1;
        }
        place = 0;
        while place < self.defaults.len() {
            if let Some(dtype) = self.defaults[place]
                && dtype.index() >= rows
            {
                let kind = DefaultKind::ALL[place].name();
                let default = Sentence::new().text("the default ").text(kind).text(" dtype is");
                default.dtype(dtype.index(), rows).panic();
            }
            place += 1;
        }
        place = 0;
        while place < self.inexact.len() {
            let (of, gives) = self.inexact[place];
            let greater = if of.index() > gives.index() { of } else { gives };
            if greater.index() >= rows {
                let pair = Sentence::new().text("pair ").number(place).text(" of `inexact` names");
                pair.dtype(greater.index(), rows).panic();
            }
            place += 1;
        }
    }

    /// Looks at what names operations, and at where their rows are.
    const fn check_ops(&self) {
        if let Some(OpId(op)) = self.result_type
            && op as usize >= self.op_rules.len()
        {
            let ops = Sentence::new().text("`result_type` asks as operation ").number(op as usize);
            ops.text(", and there are ").number(self.op_rules.len()).panic();
        }
        let mut op = 0;
        while op < self.op_rows_of.len() {
            let rows = self.op_rows_of[op];
            let end = rows.first as usize + rows.count as usize;
            if end > self.op_rows.len() {
                let ends = Sentence::new().text("the rows of operation ").number(op);
                let ends = ends.text(" end with row ").number(end - 1);
                ends.text(", and there are ").number(self.op_rows.len()).panic();
            }
            op += 1;
        }
    }

    /// Looks at the cells of a table, whose columns are Python scalars or dtypes.
    const fn check_table(&self, name: &str, cells: &[Cell], scalars: bool, places: Places<'_>) {
        let columns = if scalars { SCALARS.len() } else { self.dtypes.len() };
        let mut place = 0;
        while place < cells.len() {
            if !self.is_there(cells[place], places) {
                let table = Sentence::new().text("table `").text(name).text("`, ");
                let cell = table.row(place / columns, places).text(" × ");
                let cell = match scalars {
                    true => cell.text(SCALARS[place % columns]),
                    false => cell.row(place % columns, places),
                };
                cell.text(" gives").gives(cells[place], self.dtypes.len(), places).panic();
            }
            place += 1;
        }
    }

    const fn check_op_rows(&self, places: Places<'_>) {
        let rows = self.dtypes.len();
        let mut place = 0;
        while place < self.op_rows.len() {
            let OpRow { lhs, rhs, gives } = self.op_rows[place];
            if !self.is_there(gives, places) {
                Sentence::op_row(place).text(" gives").gives(gives, rows, places).panic();
            }
            let beside = match rhs {
                Others::Tensors(dtypes) => dtypes,
                Others::Nothing | Others::Same | Others::Scalars(_) => DTypeSet::EMPTY,
            };
            if let (Some(dtype), _) | (None, Some(dtype)) =
                (lhs.first_from(rows), beside.first_from(rows))
            {
                Sentence::op_row(place).text(" is of").dtype(dtype, rows).panic();
            }
            place += 1;
        }
    }

    /// Whether what a cell gives is there.
    const fn is_there(&self, cell: Cell, places: Places<'_>) -> bool {
        match (cell, places.foreign) {
            (Cell::DType(dtype) | Cell::Weak(dtype), _) => dtype.index() < self.dtypes.len(),
            (Cell::Foreign(place), Some(foreign)) => (place as usize) < foreign,
            (Cell::Foreign(_), None) | (Cell::Refused | Cell::NoKernel | Cell::Unknown, _) => true,
        }
    }
}

/// The columns of a table of Python scalars.
const SCALARS: [&str; 4] = ["scalar:bool", "scalar:int", "scalar:float", "scalar:complex"];

/// What a panic says, which a constant cannot format.
#[derive(Clone, Copy)]
struct Sentence {
    bytes: [u8; 256],
    len: usize,
}

impl Sentence {
    const fn new() -> Sentence {
        Sentence { bytes: [0; 256], len: 0 }
    }

    const fn op_row(place: usize) -> Sentence {
        Sentence::new().text("row ").number(place).text(" of `op_rows`")
    }

    /// With a text behind it, or nothing where it is full.
    const fn text(mut self, text: &str) -> Sentence {
        let text = text.as_bytes();
        if self.len + text.len() > self.bytes.len() {
            return self;
        }
        let mut place = 0;
        while place < text.len() {
            self.bytes[self.len + place] = text[place];
            place += 1;
        }
        self.len += text.len();
        self
    }

    const fn number(self, number: usize) -> Sentence {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        match number < DIGITS.len() {
            true => self.text(DIGITS[number]),
            false => self.number(number / 10).text(DIGITS[number % 10]),
        }
    }

    /// A row or a column, by the name of its dtype.
    const fn row(self, place: usize, places: Places<'_>) -> Sentence {
        match place < places.dtypes.len() {
            true => self.text(places.dtypes[place]),
            false => self.text("dtype ").number(place),
        }
    }

    /// A dtype that there is not.
    const fn dtype(self, dtype: usize, dtypes: usize) -> Sentence {
        self.text(" dtype ").number(dtype).text(", and there are ").number(dtypes)
    }

    /// What a cell gives that there is not.
    const fn gives(self, cell: Cell, dtypes: usize, places: Places<'_>) -> Sentence {
        match (cell, places.foreign) {
            (Cell::DType(dtype) | Cell::Weak(dtype), _) => self.dtype(dtype.index(), dtypes),
            (Cell::Foreign(place), Some(foreign)) => {
                let place = self.text(" foreign dtype ").number(place as usize);
                place.text(", and names are there of ").number(foreign)
            }
            (Cell::Foreign(_), None) | (Cell::Refused | Cell::NoKernel | Cell::Unknown, _) => self,
        }
    }

    const fn panic(&self) -> ! {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(sentence) => panic!("{}", sentence),
            Err(_) => panic!("a text of whole characters is UTF-8"),
        }
    }
}
