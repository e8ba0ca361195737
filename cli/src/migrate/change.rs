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
    /// Whether a run says what one of the frameworks gives, where its ruleset gives otherwise.
    pub(super) by_run: bool,
}

/// The kinds of change, the most harmful first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    Narrower,
    LossyKind,
    Kind,
    Wider,
    Weakness,
    Refused,
    Legal,
    Unknown,
}

/// What a change does to code that moves, the most harmful first. An error is loud by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Harm {
    SilentLoss,
    OtherValues,
    Defaults,
    Wider,
    Error,
    Legal,
    Unknown,
}

impl Harm {
    /// As JSON calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Harm::SilentLoss => "silent_loss",
            Harm::OtherValues => "other_values",
            Harm::Defaults => "defaults",
            Harm::Wider => "wider",
            Harm::Error => "error",
            Harm::Legal => "legal",
            Harm::Unknown => "unknown",
        }
    }

    /// As a person reads it.
    pub(super) fn title(self) -> &'static str {
        match self {
            Harm::SilentLoss => "silent loss",
            Harm::OtherValues => "other values",
            Harm::Defaults => "other defaults",
            Harm::Wider => "wider results",
            Harm::Error => "errors",
            Harm::Legal => "none",
            Harm::Unknown => "not known",
        }
    }
}

impl Severity {
    pub(super) const ALL: [Severity; 8] = [
        Severity::Narrower,
        Severity::LossyKind,
        Severity::Kind,
        Severity::Wider,
        Severity::Weakness,
        Severity::Refused,
        Severity::Legal,
        Severity::Unknown,
    ];

    /// What it does to code.
    pub(super) fn harm(self) -> Harm {
        match self {
            Severity::Narrower | Severity::LossyKind => Harm::SilentLoss,
            Severity::Kind => Harm::OtherValues,
            Severity::Wider | Severity::Weakness => Harm::Wider,
            Severity::Refused => Harm::Error,
            Severity::Legal => Harm::Legal,
            Severity::Unknown => Harm::Unknown,
        }
    }

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
        let same_family = family(was) == family(becomes);
        match (same_family, catalog.losses(was, becomes).is_empty()) {
            _ if was == becomes => Severity::Weakness,
            (true, true) => Severity::Wider,
            (true, false) => Severity::Narrower,
            (false, true) => Severity::Kind,
            (false, false) => Severity::LossyKind,
        }
    }

    /// As JSON calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Severity::Narrower => "narrower",
            Severity::LossyKind => "lossy_kind",
            Severity::Kind => "kind",
            Severity::Wider => "wider",
            Severity::Weakness => "weakness",
            Severity::Refused => "refused",
            Severity::Legal => "legal",
            Severity::Unknown => "unknown",
        }
    }

    /// As a heading.
    pub(super) fn title(self) -> &'static str {
        match self {
            Severity::Narrower => "A result that holds less",
            Severity::LossyKind => "Another kind of dtype, which loses values",
            Severity::Kind => "Another kind of dtype",
            Severity::Wider => "A wider result",
            Severity::Weakness => "Weakly typed on one side only",
            Severity::Refused => "Newly refused, or without a kernel",
            Severity::Legal => "Newly legal",
            Severity::Unknown => "Not known on one side",
        }
    }
}
