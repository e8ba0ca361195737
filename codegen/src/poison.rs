//! Reported mistakes → poison in place of the values they are in, which holds back mistakes that would follow.

use std::cell::RefCell;
use std::ops::Deref;

use crate::diagnostic::Diagnostic;

/// Stands in place of a value that is a mistake, or that cannot be known because of one.
///
/// Only reporting a mistake makes one. What depends on a poisoned value is poisoned too, so a mistake that follows from
/// another is not reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Poisoned(());

impl Poisoned {
    /// The poison of a needed key that is missing or could not be read: its section reports it.
    pub(crate) fn of_unread_key() -> Poisoned {
        Poisoned(())
    }
}

/// A value, or the poison in its place.
pub type Checked<T> = Result<T, Poisoned>;

/// A list that may hold more than could be read. As a slice, it is what could be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<T> {
    /// What could be read.
    pub items: Vec<T>,
    /// Poisoned if the list may hold more.
    pub rest: Checked<()>,
}

impl<T> Listed<T> {
    /// The first item that fits, if there is one; poisoned if it may be one that could not be read.
    pub(crate) fn find(&self, fits: impl Fn(&T) -> bool) -> Checked<Option<&T>> {
        match self.items.iter().find(|item| fits(item)) {
            Some(item) => Ok(Some(item)),
            None => self.rest.map(|()| None),
        }
    }
}

impl<T> Deref for Listed<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> Default for Listed<T> {
    fn default() -> Listed<T> {
        Listed { items: Vec::new(), rest: Ok(()) }
    }
}

impl<T> FromIterator<Checked<T>> for Listed<T> {
    fn from_iter<I: IntoIterator<Item = Checked<T>>>(items: I) -> Listed<T> {
        let mut listed = Listed::default();
        for item in items {
            match item {
                Ok(item) => listed.items.push(item),
                Err(poisoned) => listed.rest = Err(poisoned),
            }
        }
        listed
    }
}

/// All of the items, or poison if one is poisoned. Every item is looked at first, so that every mistake is reported.
pub(crate) fn all<T>(items: impl IntoIterator<Item = Checked<T>>) -> Checked<Vec<T>> {
    let listed: Listed<T> = items.into_iter().collect();
    listed.rest.map(|()| listed.items)
}

/// Things that are reported once, however often they occur.
#[derive(Debug)]
pub(crate) struct Once<T>(RefCell<Vec<(T, Poisoned)>>);

impl<T: PartialEq> Once<T> {
    pub(crate) fn new() -> Once<T> {
        Once(RefCell::default())
    }

    /// The poison of `thing`, which is reported the first time.
    pub(crate) fn report(&self, thing: T, report: impl FnOnce() -> Poisoned) -> Poisoned {
        let mut known = self.0.borrow_mut();
        if let Some(&(_, poisoned)) = known.iter().find(|(known, _)| *known == thing) {
            return poisoned;
        }
        let poisoned = report();
        known.push((thing, poisoned));
        poisoned
    }
}

/// Where mistakes are collected.
#[derive(Debug, Default)]
pub(crate) struct Sink(RefCell<Vec<Diagnostic>>);

impl Sink {
    pub(crate) fn report(&self, diagnostic: Diagnostic) -> Poisoned {
        self.0.borrow_mut().push(diagnostic);
        Poisoned(())
    }

    /// What `read` returns, and poison if it reported a mistake.
    pub(crate) fn watch<T>(&self, read: impl FnOnce() -> T) -> (T, Checked<()>) {
        let before = self.0.borrow().len();
        let read = read();
        (read, if self.0.borrow().len() == before { Ok(()) } else { Err(Poisoned(())) })
    }

    /// Poisoned if any mistake was reported.
    pub(crate) fn so_far(&self) -> Checked<()> {
        if self.0.borrow().is_empty() { Ok(()) } else { Err(Poisoned(())) }
    }

    /// All of them, in the order of the files.
    pub(crate) fn into_sorted(self) -> Vec<Diagnostic> {
        let mut all = self.0.into_inner();
        all.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.0));
        all
    }
}
