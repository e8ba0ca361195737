//! A case that gives one thing before a move and another after it, and how bad that is.

use codegen::Catalog;
use codegen::catalog::{Cell, DTypeId, Kind, Operand};
use rules::Losses;

use super::cast::Cast;

/// One case that changes.
pub(super) struct Change {
    pub(super) severity: Severity,
    /// The op, as its place in the catalog; none, where it is what the operands promote to.
    pub(super) op: Option<usize>,
    /// One operand, or two.
    pub(super) operands: Vec<Operand>,
    /// Whether the other order changes alike, and is not listed.
    pub(super) either_order: bool,
    pub(super) was: Cell,
    pub(super) becomes: Cell,
    /// What the new result loses of the old one's values.
    pub(super) lost: Losses,
    /// What keeps the old result.
    pub(super) cast: Option<Cast>,
}

/// The kinds of change, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    Refused,
    Kind,
    Narrower,
    Wider,
    Legal,
    Weakness,
    Unknown,
}

impl Severity {
    pub(super) const ALL: [Severity; 7] = [
        Severity::Refused,
        Severity::Kind,
        Severity::Narrower,
        Severity::Wider,
        Severity::Legal,
        Severity::Weakness,
        Severity::Unknown,
    ];

    /// How bad a change from one outcome to another is; `None` where nothing changes.
    pub(super) fn of(catalog: &Catalog, was: Cell, becomes: Cell) -> Option<Severity> {
        use Cell::{NoKernel, Refused, Unknown};
        let severity = match (was, becomes) {
            _ if was == becomes => return None,
            (Unknown, _) | (_, Unknown) => Severity::Unknown,
            // An error of another sort is still an error.
            (Refused | NoKernel, Refused | NoKernel) => return None,
            (_, Refused | NoKernel) => Severity::Refused,
            (Refused | NoKernel, _) => Severity::Legal,
            _ => match (was.dtype(), becomes.dtype()) {
                (Some(was), Some(becomes)) => Severity::of_dtypes(catalog, was, becomes),
                // A dtype that the spec does not have is of no kind that it knows.
                _ => Severity::Kind,
            },
        };
        Some(severity)
    }

    fn of_dtypes(catalog: &Catalog, was: DTypeId, becomes: DTypeId) -> Severity {
        // Integers with and without a sign are one kind here: what is lost between them is told.
        let family = |id| match catalog.dtype(id).kind() {
            Kind::Uint => Kind::Int,
            kind => kind,
        };
        if was == becomes {
            Severity::Weakness
        } else if family(was) != family(becomes) {
            Severity::Kind
        } else if !catalog.losses(was, becomes).is_empty() {
            Severity::Narrower
        } else {
            Severity::Wider
        }
    }

    /// As JSON calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Severity::Refused => "refused",
            Severity::Kind => "kind",
            Severity::Narrower => "narrower",
            Severity::Wider => "wider",
            Severity::Legal => "legal",
            Severity::Weakness => "weakness",
            Severity::Unknown => "unknown",
        }
    }

    /// As a heading.
    pub(super) fn title(self) -> &'static str {
        match self {
            Severity::Refused => "Newly refused, or without a kernel",
            Severity::Kind => "Another kind of dtype",
            Severity::Narrower => "A result that holds less",
            Severity::Wider => "A wider result",
            Severity::Legal => "Newly legal",
            Severity::Weakness => "Weakly typed on one side only",
            Severity::Unknown => "Not known on one side",
        }
    }
}
