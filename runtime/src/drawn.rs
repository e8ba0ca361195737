//! Tables that are drawn as text: read while the crate is compiled, and shown by the docs as they are.

use rules::{Cell, Scalar};

use crate::DType;

/// A table with a row for every dtype.
pub(crate) type Table<const COLUMNS: usize> = [[Cell; COLUMNS]; DTYPES.len()];

/// The columns of a table by dtype: short codes.
pub(crate) const DTYPES: [&str; DType::ALL.len()] = {
    let (mut codes, mut place) = ([""; DType::ALL.len()], 0);
    while place < codes.len() {
        codes[place] = DType::ALL[place].code();
        place += 1;
    }
    codes
};

/// The columns of a table by kind of Python scalar.
pub(crate) const SCALARS: [&str; Scalar::ALL.len()] = {
    let (mut names, mut place) = ([""; Scalar::ALL.len()], 0);
    while place < names.len() {
        names[place] = Scalar::ALL[place].name();
        place += 1;
    }
    names
};

/// Defines the constant of a table, and a macro that is its drawing, for docs.
macro_rules! table {
    ($constant:ident, $drawing:ident, by $columns:ident, $drawn:literal) => {
        pub(super) const $constant: $crate::drawn::Table<{ $crate::drawn::$columns.len() }> =
            $crate::drawn::read(&$crate::drawn::$columns, FOREIGN, $drawn);

        macro_rules! $drawing {
            () => {
                concat!("```text", $drawn, "```")
            };
        }
    };
}
pub(crate) use table;

/// Reads a table: a line with the columns it has, then a line for each dtype that has a row, its code first.
///
/// A cell is the code of a dtype, with a star if it is weakly typed; `-` if it is refused, `!` if there is no kernel, `?`
/// if it is not known; or, as `<name>`, a dtype that [`DType`] does not have.
pub(crate) const fn read<const COLUMNS: usize>(
    columns: &[&str; COLUMNS],
    foreign: &[&str],
    drawn: &str,
) -> Table<COLUMNS> {
    let mut table = [[Cell::Unknown; COLUMNS]; DTYPES.len()];
    let mut words = Words { text: drawn.as_bytes(), at: 0, width: 0 };
    let (columns, mut places, mut count) = (keys(columns), [0; COLUMNS], 0);
    words.next_line();
    words.first_column();
    while let Some(word) = words.next() {
        places[count] = place_of(&columns, word, count);
        count += 1;
    }
    let mut row = 0;
    while words.next_line() {
        if let Some(word) = words.next() {
            row = place_of(&CODES, word, row + 1);
            let mut column = 0;
            let mut last = row;
            while let Some(word) = words.next() {
                (table[row][places[column]], last) = cell(foreign, word, last);
                column += 1;
            }
            assert!(column == count, "a row has a cell for each column");
        }
    }
    table
}

/// A word of at most 16 letters as a number, which is compared in one step: constants are computed slowly.
type Key = u128;

/// The words of [`DTYPES`].
const CODES: [Key; DTYPES.len()] = keys(&DTYPES);

/// The cells of these words.
const CELLS: [Cell; DTYPES.len()] = {
    let (mut cells, mut place) = ([Cell::Unknown; DTYPES.len()], 0);
    while place < cells.len() {
        cells[place] = Cell::DType(DType::ALL[place].id());
        place += 1;
    }
    cells
};

const fn keys<const N: usize>(words: &[&str; N]) -> [Key; N] {
    let (mut keys, mut place) = ([0; N], 0);
    while place < N {
        keys[place] = key(0, words[place].as_bytes());
        place += 1;
    }
    keys
}

/// The key of some letters and a word after them.
const fn key(before: Key, word: &[u8]) -> Key {
    let (mut key, mut place) = (before, 0);
    while place < word.len() {
        key = (key << 8) | word[place] as Key;
        place += 1;
    }
    key
}

/// What a word of a table says, and the place of its dtype, which the next word may have too.
#[expect(clippy::cast_possible_truncation, reason = "a place of a foreign dtype is a byte")]
const fn cell(foreign: &[&str], word: Key, last: usize) -> (Cell, usize) {
    const REFUSED: Key = key(0, b"-");
    const NO_KERNEL: Key = key(0, b"!");
    const UNKNOWN: Key = key(0, b"?");
    if CODES[last] == word {
        return (CELLS[last], last);
    }
    match (word, word as u8) {
        (REFUSED, _) => (Cell::Refused, last),
        (NO_KERNEL, _) => (Cell::NoKernel, last),
        (UNKNOWN, _) => (Cell::Unknown, last),
        (_, b'*') => {
            let place = place_of(&CODES, word >> 8, last);
            (Cell::Weak(DType::ALL[place].id()), place)
        }
        (_, b'>') => {
            let mut place = 0;
            while word >> 8 != key(b'<' as Key, foreign[place].as_bytes()) {
                place += 1;
            }
            (Cell::Foreign(place as u8), last)
        }
        _ => {
            let place = place_of(&CODES, word, last + 1);
            (CELLS[place], place)
        }
    }
}

/// The place of a word among others; where it may be is looked at first.
const fn place_of(words: &[Key], word: Key, likely: usize) -> usize {
    if likely < words.len() && words[likely] == word {
        return likely;
    }
    let mut place = 0;
    while place < words.len() {
        if words[place] == word {
            return place;
        }
        place += 1;
    }
    panic!("a table has a word that is no dtype and no column")
}

/// The words of a text from some place on, in columns of one width; the text ends with its last line.
struct Words<'a> {
    text: &'a [u8],
    at: usize,
    width: usize,
}

impl Words<'_> {
    /// The next word of the line.
    const fn next(&mut self) -> Option<Key> {
        let (text, mut at) = (self.text, self.at);
        let mut word = 0;
        while text[at] > b' ' {
            word = (word << 8) | text[at] as Key;
            at += 1;
        }
        assert!(at - self.at <= 16, "a word has at most 16 letters");
        if at == self.at {
            return None;
        }
        // To the next column, or to the end of the line.
        self.at = if text[at] == b' ' { self.at + self.width } else { at };
        assert!(self.at == at || text[self.at - 1] == b' ', "a column is wider than its words");
        Some(word)
    }

    /// Goes to the next line, from the end of this one.
    const fn next_line(&mut self) -> bool {
        assert!(self.text[self.at] == b'\n', "words begin where their columns do");
        self.at += 1;
        self.at < self.text.len()
    }

    /// Goes to the first column; what is before it is as wide as each column.
    const fn first_column(&mut self) {
        while self.text[self.at] == b' ' {
            self.at += 1;
            self.width += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DTYPES, SCALARS, read};
    use crate::DType;
    use rules::Cell;

    #[test]
    fn a_table_is_read_as_it_is_drawn() {
        let to = |dtype: DType| Cell::DType(dtype.id());
        let table = read(
            &DTYPES,
            &["Decimal128"],
            "\n      i8    u8\ni8    i8    i16*\nu8    -     <Decimal128>\n",
        );
        let [i8, u8, i16] = [DType::I8, DType::U8, DType::I16].map(|dtype| dtype as usize);
        assert_eq!(table[i8][i8], to(DType::I8));
        assert_eq!(table[i8][u8], Cell::Weak(DType::I16.id()));
        assert_eq!(table[u8][i8], Cell::Refused);
        assert_eq!(table[u8][u8], Cell::Foreign(0));
        assert_eq!(table[i16][i8], Cell::Unknown);
        let table =
            read(&SCALARS, &[], "\n      int   complex\nu8    ?     c64\ni8    !     c64\n");
        assert_eq!(table[u8], [Cell::Unknown, Cell::Unknown, Cell::Unknown, to(DType::C64)]);
        assert_eq!(table[i8], [Cell::Unknown, Cell::NoKernel, Cell::Unknown, to(DType::C64)]);
    }

    #[test]
    #[should_panic = "a table has a word that is no dtype and no column"]
    fn an_unknown_word_is_refused() {
        read(&SCALARS, &[], "\n      int   complexity\nu8    ?     c64\n");
    }

    #[test]
    #[should_panic = "a row has a cell for each column"]
    fn a_short_row_is_refused() {
        read(&SCALARS, &[], "\n      int   complex\nu8    ?\n");
    }
}
