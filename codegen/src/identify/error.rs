//! Why a text is no promotion table.

use std::error::Error;
use std::fmt;

/// Why a text is not a promotion table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GivenError {
    /// There are no cells in it.
    Empty,
    /// It has no form that is known; the reason.
    Unreadable(String),
    /// No row or no column is a dtype.
    NoDTypes(Vec<String>),
    /// A word means different dtypes in different rulesets: each with one of these.
    Ambiguous {
        /// The word.
        word: String,
        /// Public names, and a ruleset that has each.
        meanings: Vec<(String, String)>,
    },
    /// Two words that mean the same dtype.
    SameDType {
        /// Both words.
        words: [String; 2],
        /// The public name of the dtype.
        dtype: String,
    },
    /// A cell that is given twice, with different results.
    CellTwice {
        /// Its row and column.
        pair: [String; 2],
        /// Both results.
        gives: [String; 2],
    },
    /// What a word is said to mean is no dtype.
    NoDType {
        /// The word.
        word: String,
        /// What it is said to mean.
        name: String,
    },
    /// A word that is said to mean something is not in the table.
    NotInTable(String),
}

impl fmt::Display for GivenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GivenError::Empty => f.write_str("no table: there is no cell in it"),
            GivenError::Unreadable(why) => write!(f, "no table: {why}"),
            GivenError::NoDTypes(words) => {
                write!(f, "no table: none of its rows and columns is a dtype: {}", words.join(" "))
            }
            GivenError::Ambiguous { word, meanings } => {
                let meanings =
                    meanings.iter().map(|(name, ruleset)| format!("{name} in {ruleset}"));
                let meanings: Vec<String> = meanings.collect();
                write!(f, "two meanings: `{word}` is {}", meanings.join(", "))
            }
            GivenError::SameDType { words: [one, other], dtype } => {
                write!(f, "two words for {dtype}: `{one}` and `{other}`")
            }
            GivenError::CellTwice { pair: [row, column], gives: [one, other] } => {
                write!(f, "two results: {row} × {column} is given as {one} and as {other}")
            }
            GivenError::NoDType { word, name } => {
                write!(f, "unknown name: `{word}` cannot mean `{name}`, which is no dtype")
            }
            GivenError::NotInTable(word) => {
                write!(f, "unknown name: the table has no `{word}`")
            }
        }
    }
}

impl Error for GivenError {}
