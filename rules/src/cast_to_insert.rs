//! A pair that gives no dtype → the cast of one operand that makes it legal.

use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::{Column, DTypeId, Entry, Kind, Loss, Operand, Scalar, TableName, Tables, losses};

/// A cast of one operand that makes a pair legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastToInsert {
    /// Which operand to cast.
    pub side: Side,
    /// To which dtype.
    pub to: DTypeId,
    /// What the pair gives then.
    pub gives: DTypeId,
}

/// An operand of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The first: of a table of scalars, the tensor.
    Left,
    /// The second.
    Right,
}

impl Tables<'_> {
    /// The cast that makes a pair legal which is refused or has no kernel: of all that do, the one that loses
    /// least, then gives a dtype of no higher kind than the operands', then one that operations take, then
    /// changes least.
    ///
    /// `None` where no cast makes it legal, and for operands other than a tensor on the left and a tensor
    /// or a scalar on the right.
    pub fn cast_to_insert(&self, lhs: Operand, rhs: Operand) -> Option<CastToInsert> {
        let Operand::Tensor(tensor) = lhs else { return None };
        match rhs {
            Operand::Tensor(dtype) => {
                self.cast_in(TableName::Promotion, tensor, Column::DType(dtype))
            }
            Operand::Scalar(scalar) => {
                self.cast_in(TableName::Scalars, tensor, Column::Scalar(scalar))
            }
            Operand::TypedScalar(dtype) => {
                self.cast_in(TableName::Scalars, tensor, Column::DType(dtype))
            }
            Operand::ZeroDim(_) | Operand::Weak(_) => None,
        }
    }

    fn cast_in(&self, table: TableName, lhs: DTypeId, column: Column) -> Option<CastToInsert> {
        let rhs = match column {
            Column::DType(dtype) => Some(dtype),
            Column::Scalar(_) => None,
        };
        let family = |dtype| Scalar::of(self.kind(dtype));
        let beside = match column {
            Column::DType(dtype) => family(dtype),
            Column::Scalar(scalar) => scalar,
        };
        let widest = family(lhs).max(beside);
        let gives = |Entry { table, row, column }| self.cell(table, row, column).dtype();
        let left = self.supported().filter_map(|to| {
            let gives = gives(Entry { table, row: to, column })?;
            Some(CastToInsert { side: Side::Left, to, gives })
        });
        let right = self.supported().filter(|_| rhs.is_some()).filter_map(|to| {
            let gives = gives(Entry { table, row: lhs, column: Column::DType(to) })?;
            Some(CastToInsert { side: Side::Right, to, gives })
        });
        left.chain(right).min_by_key(|cast| {
            let (from, other) = match (cast.side, rhs) {
                (Side::Right, Some(rhs)) => (rhs, Some(lhs)),
                (Side::Left | Side::Right, rhs) => (lhs, rhs),
            };
            let conversions = [(from, cast.to), (from, cast.gives)];
            let lost =
                self.lost(conversions.into_iter().chain(other.map(|other| (other, cast.gives))));
            let change = self.change(from, cast.to, lost.is_empty());
            let across = family(cast.gives) > widest;
            // A cast to what the pair gives is the only conversion of that operand.
            let twice = cast.to != cast.gives;
            (lost, across, self.computes_little(cast.gives), twice, change, cast.side)
        })
    }

    /// The dtype of the ruleset that comes nearest to one it does not have; `None` where none loses less
    /// than fractions.
    pub fn stand_in(&self, missing: DTypeId) -> Option<DTypeId> {
        let near = self
            .supported()
            .map(|dtype| (self.lost([(missing, dtype)]), dtype))
            .filter(|(lost, _)| lost.first() < Some(&weight(Loss::Fraction)));
        let nearest = near.min_by_key(|(lost, dtype)| {
            (lost.clone(), self.change(missing, *dtype, lost.is_empty()))
        });
        nearest.map(|(_, dtype)| dtype)
    }

    /// Whether it is an integer of fewer than 8 bits or a float of 8 or fewer, which few operations take even
    /// where promotion gives one.
    fn computes_little(&self, dtype: DTypeId) -> bool {
        let least = match self.kind(dtype) {
            Kind::Float => 9,
            Kind::Bool | Kind::Int | Kind::Uint | Kind::Complex => 8,
        };
        self.facts(dtype).bits < least
    }

    /// What conversions can lose together, weighed, the worst first; empty where they are lossless.
    fn lost(&self, conversions: impl IntoIterator<Item = (DTypeId, DTypeId)>) -> Vec<(u8, u32)> {
        let all = conversions.into_iter().map(|(from, to)| losses(self.dtypes, from, to));
        let mut lost: Vec<(u8, u32)> =
            all.flat_map(|losses| losses.iter().map(weight).collect::<Vec<_>>()).collect();
        lost.sort_by(|one, other| other.cmp(one));
        lost.dedup();
        lost
    }

    /// How far a cast goes: across kinds, then to a wider dtype, or, where something is lost, to a narrower
    /// one.
    fn change(&self, from: DTypeId, to: DTypeId, lossless: bool) -> (u8, Reverse<u32>, u32) {
        let bits = self.facts(to).bits;
        // Bool converts to every kind without loss.
        let across = match self.kind(from) {
            Kind::Bool => 0,
            kind @ (Kind::Int | Kind::Uint | Kind::Float | Kind::Complex) => {
                (Scalar::of(kind) as u8).abs_diff(Scalar::of(self.kind(to)) as u8)
            }
        };
        match lossless {
            true => (across, Reverse(0), bits),
            false => (across, Reverse(bits), 0),
        }
    }
}

/// What matters more when lost, then how much of it is lost.
fn weight(loss: Loss) -> (u8, u32) {
    match loss {
        // Which integers are lost is weighed by the width of the target, in `change`.
        Loss::Range { .. } => (0, 0),
        Loss::Precision { lost, .. } => (1, lost),
        Loss::Magnitude { exponent } => (2, i32::MAX.abs_diff(exponent)),
        Loss::Nan => (3, 0),
        Loss::Infinity => (3, 1),
        Loss::Zero => (3, 2),
        Loss::Negative => (3, 3),
        Loss::Fraction => (4, 0),
        Loss::Imaginary => (5, 0),
        Loss::Value => (6, 0),
    }
}
