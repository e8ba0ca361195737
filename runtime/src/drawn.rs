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
/// if it is not known; or the place of a dtype that [`DType`] does not have, `<name>`.
pub(crate) const fn read<const COLUMNS: usize>(
    columns: &[&str; COLUMNS],
    foreign: &[&str],
    drawn: &str,
) -> Table<COLUMNS> {
    let mut table = [[Cell::Unknown; COLUMNS]; DTYPES.len()];
    let mut words = Words { text: drawn.as_bytes() };
    let (mut places, mut count) = ([0; COLUMNS], 0);
    words.next_line();
    while let Some(word) = words.next() {
        places[count] = place_of(columns, word);
        count += 1;
    }
    while words.next_line() {
        if let Some(word) = words.next() {
            let (row, mut column) = (place_of(&DTYPES, word), 0);
            while let Some(word) = words.next() {
                table[row][places[column]] = cell(foreign, word);
                column += 1;
            }
            assert!(column == count, "a row has a cell for each column");
        }
    }
    table
}

/// What a word of a table says.
#[expect(clippy::cast_possible_truncation, reason = "a place of a foreign dtype is a byte")]
const fn cell(foreign: &[&str], word: &[u8]) -> Cell {
    match word {
        b"-" => Cell::Refused,
        b"!" => Cell::NoKernel,
        b"?" => Cell::Unknown,
        [code @ .., b'*'] => Cell::Weak(DType::ALL[place_of(&DTYPES, code)].id()),
        [b'<', name @ .., b'>'] => Cell::Foreign(place_of(foreign, name) as u8),
        code => Cell::DType(DType::ALL[place_of(&DTYPES, code)].id()),
    }
}

/// The place of a word among others.
const fn place_of(words: &[&str], word: &[u8]) -> usize {
    let mut place = 0;
    while place < words.len() {
        if equal(words[place].as_bytes(), word) {
            return place;
        }
        place += 1;
    }
    panic!("a table has a word that is no dtype and no column")
}

const fn equal(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut place = 0;
    while place < one.len() {
        if one[place] != other[place] {
            return false;
        }
        place += 1;
    }
    true
}

/// The words of a text from some place on.
struct Words<'a> {
    text: &'a [u8],
}

impl<'a> Words<'a> {
    /// The next word of the line.
    const fn next(&mut self) -> Option<&'a [u8]> {
        while let [b' ', rest @ ..] = self.text {
            self.text = rest;
        }
        let mut length = 0;
        while length < self.text.len() && !matches!(self.text[length], b' ' | b'\n') {
            length += 1;
        }
        let (word, rest) = self.text.split_at(length);
        self.text = rest;
        if word.is_empty() { None } else { Some(word) }
    }

    /// Goes to the next line, from the end of this one.
    const fn next_line(&mut self) -> bool {
        match self.text {
            [b'\n', rest @ ..] => {
                self.text = rest;
                true
            }
            _ => false,
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
            "\n     i8    u8\ni8   i8    i16*\nu8   -     <Decimal128>\n",
        );
        let [i8, u8, i16] = [DType::I8, DType::U8, DType::I16].map(|dtype| dtype as usize);
        assert_eq!(table[i8][i8], to(DType::I8));
        assert_eq!(table[i8][u8], Cell::Weak(DType::I16.id()));
        assert_eq!(table[u8][i8], Cell::Refused);
        assert_eq!(table[u8][u8], Cell::Foreign(0));
        assert_eq!(table[i16][i8], Cell::Unknown);
        let table = read(&SCALARS, &[], "\n     int complex\nu8   ?   c64\ni8   !   c64\n");
        assert_eq!(table[u8], [Cell::Unknown, Cell::Unknown, Cell::Unknown, to(DType::C64)]);
        assert_eq!(table[i8], [Cell::Unknown, Cell::NoKernel, Cell::Unknown, to(DType::C64)]);
    }

    #[test]
    #[should_panic = "a table has a word that is no dtype and no column"]
    fn an_unknown_word_is_refused() {
        read(&SCALARS, &[], "\n     int complexity\nu8   ?   c64\n");
    }

    #[test]
    #[should_panic = "a row has a cell for each column"]
    fn a_short_row_is_refused() {
        read(&SCALARS, &[], "\n     int complex\nu8   ?\n");
    }
}
