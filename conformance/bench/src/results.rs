//! What a run found, as the report and the picture take it.

use runtime::Isa;

use crate::cases::{Contest, Figure};
use crate::measure::Timing;

/// All of it.
#[derive(Default)]
pub(crate) struct Results {
    pub(crate) machine: Vec<(&'static str, String)>,
    pub(crate) quick: bool,
    pub(crate) rows: Vec<Row>,
    pub(crate) overheads: Vec<Overhead>,
    pub(crate) threads: Vec<Threads>,
    pub(crate) elementary: Vec<Elementary>,
    pub(crate) sums: Vec<Row>,
    pub(crate) products: Vec<Product>,
    /// `None` where peers were not asked for.
    pub(crate) peers: Option<Peers>,
}

/// A measurement, or why there is none.
pub(crate) type Outcome<T> = Result<T, String>;

/// A case at a size, beside its limit.
pub(crate) struct Row {
    pub(crate) class: &'static str,
    pub(crate) key: String,
    pub(crate) isa: Isa,
    pub(crate) size: String,
    pub(crate) figure: Option<Figure>,
    pub(crate) measured: Outcome<Measured>,
}

#[derive(Clone, Copy)]
pub(crate) struct Measured {
    pub(crate) limit: Option<Timing>,
    pub(crate) ours: Timing,
    /// Bytes loaded and stored.
    pub(crate) bytes: usize,
}

/// A cost that does not grow with the elements, in seconds.
pub(crate) struct Overhead {
    pub(crate) name: &'static str,
    pub(crate) figure: Option<Figure>,
    pub(crate) timing: Timing,
}

/// A case on one thread and on two: how many times faster we and the limit are.
pub(crate) struct Threads {
    pub(crate) key: String,
    pub(crate) size: String,
    pub(crate) figure: Figure,
    pub(crate) measured: Outcome<(f64, Option<f64>)>,
}

/// An elementary function, in seconds per element.
pub(crate) struct Elementary {
    pub(crate) key: String,
    pub(crate) isa: Isa,
    pub(crate) per_element: Outcome<Timing>,
}

/// A product of square matrices.
pub(crate) struct Product {
    pub(crate) key: String,
    pub(crate) order: usize,
    pub(crate) threads: usize,
    pub(crate) seconds: Outcome<f64>,
    /// How many multiplications and additions of real numbers it is.
    pub(crate) operations: f64,
}

/// Others on the same work.
#[derive(Default)]
pub(crate) struct Peers {
    /// Name and version of those that ran.
    pub(crate) present: Vec<(String, String)>,
    /// Name of those that did not, and why.
    pub(crate) missing: Vec<(String, String)>,
    pub(crate) times: Vec<PeerTime>,
    pub(crate) ours: Vec<OurTime>,
    /// What the ratios must reach.
    pub(crate) contests: Vec<Contest>,
}

/// How long a peer took for a case.
pub(crate) struct PeerTime {
    pub(crate) peer: String,
    pub(crate) work: Measure,
    pub(crate) seconds: Outcome<f64>,
    /// Theirs ÷ ours, in rounds in which both took turns; `None` where either has no such work.
    pub(crate) ratio: Option<f64>,
}

pub(crate) struct OurTime {
    pub(crate) work: Measure,
    pub(crate) seconds: f64,
}

/// A case, a size and a number of threads: what times are compared by.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Measure {
    pub(crate) contest: &'static str,
    pub(crate) key: String,
    pub(crate) size: String,
    pub(crate) threads: usize,
}

impl Figure {
    /// How the measurement stands to the figure: 1 is just met, above is better.
    pub(crate) fn reached(self, timing: Timing) -> f64 {
        match self {
            Figure::AtMost(nanoseconds) => nanoseconds / (timing.seconds * 1e9),
            Figure::AtLeast(ratio) => timing.ratio / ratio,
        }
    }
}

impl Row {
    /// As [`Figure::reached`]; `None` without a figure or a measurement.
    pub(crate) fn reached(&self) -> Option<f64> {
        let (figure, measured) = (self.figure?, self.measured.as_ref().ok()?);
        match (figure, measured.limit) {
            (Figure::AtLeast(_), None) => None,
            _ => Some(figure.reached(measured.ours)),
        }
    }
}

impl Peers {
    /// All results that can be compared, with theirs ÷ ours.
    pub(crate) fn compared(&self) -> impl Iterator<Item = (f64, &PeerTime)> {
        self.times.iter().filter_map(|time| Some((time.ratio?, time)))
    }
}
