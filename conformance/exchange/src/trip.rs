//! What each library answered, by way and dtype.

use std::collections::BTreeMap;

use runtime::{DType, Tensor, TensorView};
use serde::{Deserialize, Serialize};

use crate::content::{Content, for_each_layout};

/// Why a tensor did not go, or a remark on one that did.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Remark {
    /// Who says it.
    pub(crate) by: String,
    pub(crate) says: String,
}

impl Remark {
    pub(crate) fn new(by: &str, says: impl ToString) -> Remark {
        // Errors of several lines go on with where in the source they are from.
        let says = says.to_string();
        Remark { by: by.into(), says: says.lines().next().unwrap_or_default().trim().to_owned() }
    }

    pub(crate) fn ours(says: impl ToString) -> Remark {
        Remark::new("Concord", says)
    }
}

/// How one tensor fared in one direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    /// It arrived, every bit of it.
    Same(Option<Remark>),
    /// An error said why not.
    Refused(Remark),
}

/// The outcomes of a direction, by layout.
pub(crate) type Outcomes = BTreeMap<String, Outcome>;

/// Both directions of one dtype on one way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Trip {
    /// From Concord to the library.
    pub(crate) out: Outcomes,
    /// From the library to Concord.
    pub(crate) back: Outcomes,
}

/// A column of the table: a library, how tensors go, and the trips by dtype.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Column {
    pub(crate) library: String,
    pub(crate) way: String,
    pub(crate) trips: BTreeMap<String, Trip>,
}

/// A library of Rust, asked in this process.
pub(crate) struct Library {
    pub(crate) name: &'static str,
    pub(crate) way: &'static str,
    /// Gives it a view of ours; what it then holds.
    pub(crate) out: fn(&TensorView<'_>) -> Result<Content, Remark>,
    /// Makes a tensor of the content in it, and takes that.
    pub(crate) back: fn(&Content) -> Result<Tensor, Remark>,
    /// Refuses all tensors but those of one axis, of which the table says nothing.
    pub(crate) one_axis: bool,
}

impl Library {
    /// Sends every dtype in every layout there and back.
    pub(crate) fn column(&self) -> Column {
        let mut trips = BTreeMap::new();
        for dtype in DType::ALL {
            let mut trip = Trip::default();
            for_each_layout(dtype, |layout, view| {
                if self.one_axis && view.ndim() != 1 {
                    let refused = (self.out)(&view).expect_err("a tensor of one axis").says;
                    assert!(refused.contains("an array has one axis"), "{refused}");
                    return;
                }
                let what = format!("{} by {}, {dtype}, {layout}", self.name, self.way);
                let wanted = Content::of_view(&view);
                let out = self.checked(&wanted, (self.out)(&view), &format!("to {what}"));
                trip.out.insert(layout.into(), out);
                let back = (self.back)(&wanted).map(|tensor| Content::of_view(&tensor.view()));
                let back = self.checked(&wanted, back, &format!("from {what}"));
                trip.back.insert(layout.into(), back);
            });
            trips.insert(dtype.to_string(), trip);
        }
        Column { library: self.name.into(), way: self.way.into(), trips }
    }

    fn checked(&self, wanted: &Content, found: Result<Content, Remark>, what: &str) -> Outcome {
        match found {
            Ok(found) => match wanted.difference(&found) {
                // To carry a number as another dtype is the library's choice, and no tensor of the same dtype.
                Some(_) if found.dtype != wanted.dtype => {
                    Outcome::Refused(Remark::new(self.name, format!("takes it as {}", found.dtype)))
                }
                Some(difference) => panic!("{what}: {difference}"),
                None => Outcome::Same(None),
            },
            Err(remark) => Outcome::Refused(remark),
        }
    }
}
