//! The text of nested JSON lists → their elements in C order, and the shape they lie in.
//!
//! The text is known to be JSON: what is read here is only which lists hold which elements.

use crate::eval::failure::Failure;
use crate::eval::memory;

/// More axes than this no framework has.
pub(super) const MOST_AXES: usize = 64;

/// An element as it is written.
#[derive(Clone, Copy)]
pub(super) enum Leaf<'a> {
    One(Atom<'a>),
    /// The list of two that a complex number is.
    Pair(Atom<'a>, Atom<'a>),
}

/// What an element is written with.
#[derive(Clone, Copy)]
pub(super) enum Atom<'a> {
    Number(&'a str),
    /// A string, without its quotes.
    Text(&'a str),
    Bool(bool),
}

#[derive(Debug)]
pub(super) struct Nested<T> {
    pub(super) shape: Vec<usize>,
    pub(super) elements: Vec<T>,
}

/// Why there are no elements.
pub(super) enum Unread {
    /// What is written is none.
    Wrong(String),
    /// Memory cannot hold them.
    TooLarge,
}

impl Unread {
    /// The error of the key at a path.
    pub(super) fn at(self, path: &str) -> Failure {
        match self {
            Unread::Wrong(why) => Failure::values(format!("`{path}`: {why}")),
            Unread::TooLarge => {
                Failure::too_large(format!("`{path}`: memory cannot hold the elements"))
            }
        }
    }
}

impl<T: Into<String>> From<T> for Unread {
    fn from(why: T) -> Unread {
        Unread::Wrong(why.into())
    }
}

/// Reads nested lists; `pairs` says that an innermost list is an element.
pub(super) fn nested<'a, T>(
    text: &'a str,
    pairs: bool,
    mut element: impl FnMut(Leaf<'a>) -> Result<T, String>,
) -> Result<Nested<T>, Unread> {
    let (mut tokens, mut shape, mut elements) = (Tokens(text), Shape::default(), Vec::new());
    while let Some(token) = tokens.next() {
        let leaf = match token {
            Token::Open => match pairs.then(|| pair(tokens)).flatten() {
                Some((leaf, rest)) => {
                    tokens = rest;
                    leaf.ok_or("a list of numbers is one element, [re, im]")?
                }
                None => {
                    shape.open()?;
                    continue;
                }
            },
            Token::Close => {
                shape.close()?;
                continue;
            }
            Token::Atom(atom) => Leaf::One(atom),
            Token::Other(what) => return Err(format!("{what} is no element").into()),
        };
        shape.element()?;
        let place = elements.len();
        let read = element(leaf).map_err(|why| format!("element {place}: {why}"))?;
        elements.try_reserve(1).map_err(|_| Unread::TooLarge)?;
        elements.push(read);
    }
    if !memory::is_left(size_of_val(elements.as_slice())) {
        return Err(Unread::TooLarge);
    }
    Ok(Nested { shape: shape.lens.into_iter().map(Option::unwrap_or_default).collect(), elements })
}

/// If a list that was just opened begins with no list and is not empty: the pair it should be.
fn pair(mut tokens: Tokens<'_>) -> Option<(Option<Leaf<'_>>, Tokens<'_>)> {
    let Some(Token::Atom(re)) = tokens.next() else { return None };
    let leaf = match (tokens.next(), tokens.next()) {
        (Some(Token::Atom(im)), Some(Token::Close)) => Some(Leaf::Pair(re, im)),
        _ => None,
    };
    Some((leaf, tokens))
}

/// The shape of lists, as far as they have been read.
#[derive(Default)]
struct Shape {
    /// How many elements each open list has so far, outermost first.
    counts: Vec<usize>,
    /// How long lists of each depth are, once one has been closed.
    lens: Vec<Option<usize>>,
    /// In how many lists elements lie, once one has been read.
    depth: Option<usize>,
}

impl Shape {
    fn open(&mut self) -> Result<(), String> {
        if self.counts.len() == MOST_AXES {
            return Err(format!("lists are nested deeper than {MOST_AXES}"));
        }
        if self.depth.is_some_and(|depth| self.counts.len() >= depth) {
            return Err("a list stands beside elements".to_owned());
        }
        self.count();
        self.counts.push(0);
        if self.lens.len() < self.counts.len() {
            self.lens.push(None);
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), String> {
        let count = self.counts.pop().unwrap_or_default();
        match self.lens.get_mut(self.counts.len()) {
            Some(Some(len)) if *len != count => {
                Err(format!("lists are ragged: one has {len} elements, another {count}"))
            }
            Some(len) => {
                *len = Some(count);
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn element(&mut self) -> Result<(), String> {
        let depth = self.counts.len();
        if self.lens.len() > depth || self.depth.is_some_and(|known| known != depth) {
            return Err("a list stands beside elements".to_owned());
        }
        self.depth = Some(depth);
        self.count();
        Ok(())
    }

    fn count(&mut self) {
        if let Some(count) = self.counts.last_mut() {
            *count += 1;
        }
    }
}

enum Token<'a> {
    Open,
    Close,
    Atom(Atom<'a>),
    /// What can be no element.
    Other(&'static str),
}

/// The rest of a JSON text.
#[derive(Clone, Copy)]
struct Tokens<'a>(&'a str);

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let skipped = |byte: char| byte == ',' || byte.is_ascii_whitespace();
        let text = self.0.trim_start_matches(skipped);
        let (token, len) = match text.bytes().next()? {
            b'[' => (Token::Open, 1),
            b']' => (Token::Close, 1),
            b'{' => (Token::Other("an object"), text.len()),
            b'"' => {
                let string = &text[1..];
                let len = string_len(string.as_bytes());
                (Token::Atom(Atom::Text(&string[..len])), (len + 2).min(text.len()))
            }
            _ => {
                let ends = |byte: char| skipped(byte) || byte == ']';
                let word = &text[..text.find(ends).unwrap_or(text.len())];
                let token = match word {
                    "true" | "false" => Token::Atom(Atom::Bool(word == "true")),
                    "null" => Token::Other("null"),
                    number => Token::Atom(Atom::Number(number)),
                };
                (token, word.len())
            }
        };
        self.0 = &text[len..];
        Some(token)
    }
}

/// How many bytes come before the quote that ends a string.
fn string_len(bytes: &[u8]) -> usize {
    let mut escaped = false;
    let end = bytes.iter().position(|&byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.unwrap_or(bytes.len())
}
