//! A ruleset, an op and the dtypes and categories of its operands → what a call does, resolved once and found again.

mod cache;
mod public;

pub(super) use cache::Key;
pub use public::Plan;

use rules::OpResult;

use super::ComputeError;
use super::conversion::may_refuse;
use crate::generated::kernels::KERNELS;
use crate::kernel::call::{Kernel, Loop};
use crate::kernel::casts::{carrier, rounds_twice};
use crate::kernel::isa::Isa;
use crate::kernel::levels::PerLevel;
use crate::kernel::narrow;
use crate::kernel::signatures::{BinaryLoop, OverwriteLoop};
use crate::kernel::tables::{BinaryTable, Kernels};
use crate::op::{OpDTypes, RULES};
use crate::policy::{IntegerComparison, Policies};
use crate::tensor::raw::RawView;
use crate::{DType, Format, Kind, Op, Operand, Ruleset};

/// What a call of an elementwise op does.
#[derive(Clone, Copy)]
pub(super) struct Resolved {
    pub(super) ruleset: Ruleset,
    pub(super) op: Op,
    pub(super) dtypes: OpDTypes,
    /// What the operands are; the second of a unary op is the first again.
    pub(super) operands: [Operand; 2],
    /// For no level chosen yet and for each level: the fused loop of a binary op in which no pair is an error, its
    /// operands as they are given.
    short: [Option<BinaryLoop>; 1 + Isa::ALL.len()],
    /// Of each level, and whether it takes the right operand first; `None` where the op has no loop that computes in
    /// the dtype.
    kernels: PerLevel<Option<(Kernel, bool)>>,
    /// Whether the policies make some pairs of elements an error, which is found while the output is written.
    pub(super) may_fail: bool,
    /// Whether the policies refuse some elements, which is found before the output is written.
    pub(super) refuses: bool,
    /// Whether loops compute in the carrier of the dtype that the op computes in.
    pub(super) carried: bool,
}

/// A plan that is kept, or one that is not.
pub(super) enum Found {
    Kept(&'static Resolved),
    Made(Resolved),
}

impl core::ops::Deref for Found {
    type Target = Resolved;

    fn deref(&self) -> &Resolved {
        match self {
            Found::Kept(plan) => plan,
            Found::Made(plan) => plan,
        }
    }
}

impl Ruleset {
    /// The plan of a binary op, from now on kept.
    pub(super) fn binary_plan(
        self,
        op: Op,
        lhs: &RawView<'_>,
        rhs: &RawView<'_>,
    ) -> Result<Found, ComputeError> {
        // What is kept is found by dtypes, not by values.
        if let Some(dtypes) = self.pair_by_value(op, lhs, rhs) {
            return Ok(Found::Made(Resolved::of_pair(self, op, [lhs.dtype, rhs.dtype], dtypes?)));
        }
        let resolve = || self.resolve_binary(op, [lhs.operand(), rhs.operand()]);
        found(Key::new(self, op, lhs, rhs), resolve)
    }

    /// The plan of a unary op, from now on kept.
    pub(super) fn unary_plan(self, op: Op, operand: &RawView<'_>) -> Result<Found, ComputeError> {
        let resolve = || self.resolve_unary(op, operand.operand());
        found(Key::new(self, op, operand, operand), resolve)
    }

    fn resolve_binary(self, op: Op, operands: [Operand; 2]) -> Result<Resolved, ComputeError> {
        let dtypes = self.dtypes_in(op, &operands).map_err(ComputeError::of(op))?;
        let own = operands.map(|operand| operand.dtype().expect("a tensor has a dtype"));
        let dtypes = match operands {
            // A product and a quotient of two halves are rounded once in either way.
            [Operand::Tensor(_), Operand::ZeroDim(rhs)]
                if rhs != dtypes.compute || !matches!(op, Op::Multiply | Op::Divide) =>
            {
                self.single_beside_halves(op, dtypes, false)
            }
            _ => dtypes,
        };
        Ok(Resolved { operands, ..Resolved::of_pair(self, op, own, dtypes) })
    }

    fn resolve_unary(self, op: Op, operand: Operand) -> Result<Resolved, ComputeError> {
        let dtypes = self.dtypes_in(op, &[operand]).map_err(ComputeError::of(op))?;
        let own = operand.dtype().expect("a tensor has a dtype");
        Ok(Resolved { operands: [operand; 2], ..Resolved::of_single(self, op, own, dtypes) })
    }
}

fn found(
    key: Key,
    resolve: impl FnOnce() -> Result<Resolved, ComputeError>,
) -> Result<Found, ComputeError> {
    if let Some(plan) = key.find() {
        return Ok(Found::Kept(plan));
    }
    let plan = resolve()?;
    Ok(key.keep(plan).map_or(Found::Made(plan), Found::Kept))
}

impl Resolved {
    /// Of a binary op on tensors, once its dtypes are known.
    pub(super) fn of_pair(
        ruleset: Ruleset,
        op: Op,
        [lhs, rhs]: [DType; 2],
        dtypes: OpDTypes,
    ) -> Resolved {
        let policies = ruleset.fixed_policies();
        let kernels = binary_kernels(op, (lhs, rhs), dtypes, policies);
        let may_fail = dtypes.compute.iinfo().is_some()
            && binary_table(op).is_some_and(|table| (table.may_fail)(policies));
        let refuses = [lhs, rhs].into_iter().any(|from| may_refuse(ruleset, from, dtypes.compute));
        let mut short = [None; 1 + Isa::ALL.len()];
        for (kernel, short) in kernels.iter().flatten().zip(&mut short[1..]) {
            *short = match kernel {
                (Kernel { run: Loop::Binary(run), operands: [left, right, _], .. }, false)
                    if !may_fail
                        && !refuses
                        && [*left, *right] == [lhs, rhs]
                        && kernel.0.result == dtypes.result =>
                {
                    Some(*run)
                }
                _ => None,
            };
        }
        let operands = [Operand::Tensor(lhs), Operand::Tensor(rhs)];
        let carried = ruleset.is_carried(dtypes.compute);
        Resolved { ruleset, op, dtypes, operands, short, kernels, may_fail, refuses, carried }
    }

    /// Of a unary op on a tensor, once its dtypes are known.
    pub(super) fn of_single(ruleset: Ruleset, op: Op, from: DType, dtypes: OpDTypes) -> Resolved {
        let within = of_carriers(dtypes, ruleset.fixed_policies());
        let loops = if let Kernels::Unary(table) = KERNELS[op as usize] {
            table.find(within.compute)
        } else {
            None
        };
        let kernel = |isa: Isa| {
            let run = Loop::Unary(loops?[isa as usize]);
            let (operands, result) = ([within.compute; 3], written(op, within.compute));
            let kernel = Kernel { run, operands, result };
            Some((flushed(op, kernel, ruleset.fixed_policies()), false))
        };
        Resolved {
            ruleset,
            op,
            dtypes,
            operands: [Operand::Tensor(from); 2],
            short: [None; 1 + Isa::ALL.len()],
            kernels: Isa::ALL.map(kernel),
            may_fail: false,
            refuses: may_refuse(ruleset, from, dtypes.compute),
            carried: ruleset.is_carried(dtypes.compute),
        }
    }

    /// The loop of the level in use for a result of that dtype, if there is nothing to check and to convert.
    #[inline]
    pub(super) fn short(&self, result: DType) -> Option<BinaryLoop> {
        match result == self.dtypes.result {
            true => self.short[Isa::chosen() % self.short.len()],
            false => None,
        }
    }

    /// The loop of the level in use that overwrites its left operand, if there is one and nothing to convert.
    pub(super) fn overwriting(&self, operands: [DType; 2]) -> Option<OverwriteLoop> {
        let OpDTypes { compute, result, .. } = self.dtypes;
        let alike = operands == [compute; 2] && result == compute && !self.carried;
        let alike = alike && !self.ruleset.fixed_policies().flush(compute);
        let loops = if alike { binary_table(self.op)?.overwriting(compute) } else { None };
        Some(loops?[Isa::active() as usize])
    }

    /// The kernel of the level in use, which takes the operands in their order, converted to the dtypes of its loop alone,
    /// where no element is refused and no pair is an error.
    #[inline]
    pub(super) fn plain_kernel(&self) -> Option<&Kernel> {
        let (kernel, swapped) = self.kernels[Isa::active() as usize].as_ref()?;
        let is_plain = !swapped && !self.may_fail && !self.refuses;
        (is_plain && !self.carried && kernel.result == self.dtypes.result).then_some(kernel)
    }

    /// The kernel of the level in use, and whether it takes the right operand first.
    pub(super) fn kernel(&self) -> Result<(&Kernel, bool), ComputeError> {
        let no_loop = || ComputeError::NoLoop { op: self.op, dtype: self.dtypes.compute };
        let (kernel, swapped) =
            self.kernels[Isa::active() as usize].as_ref().ok_or_else(no_loop)?;
        Ok((kernel, *swapped))
    }
}

/// What an op that compares says of an operand of a signed and one of an unsigned integer dtype by their true
/// values, where the policy has it so; whether the unsigned one is on the left.
pub(super) fn true_comparison(
    op: Op,
    (lhs, rhs): (DType, DType),
    compute: DType,
    policies: &Policies,
) -> Option<([bool; 3], bool)> {
    if policies.integer_comparison != IntegerComparison::Exact || compute.kind() != Kind::Float {
        return None;
    }
    let [less, equal, greater] = binary_table(op)?.order?;
    match (lhs.kind(), rhs.kind()) {
        (Kind::Int, Kind::Uint) => Some(([less, equal, greater], false)),
        (Kind::Uint, Kind::Int) => Some(([greater, equal, less], true)),
        _ => None,
    }
}

/// The dtypes of the loops that compute an op: in place of a dtype that they have no loop for, its carrier.
fn of_carriers(dtypes: OpDTypes, policies: &Policies) -> OpDTypes {
    let OpDTypes { compute, result, weak } = dtypes;
    let carrier = carrier(compute, policies);
    let result = if result == compute { carrier } else { result };
    OpDTypes { compute: carrier, result, weak }
}

/// What loops of an op write that compute in a dtype. A ruleset may have another result, to which that is converted.
fn written(op: Op, compute: DType) -> DType {
    match RULES[op as usize].result {
        // No elementwise op gives indices.
        OpResult::Compute | OpResult::First | OpResult::Index | OpResult::Integral => compute,
        OpResult::Bool => DType::bool(),
        OpResult::Part => match compute.format() {
            Format::Complex { part } => DType::from_id(part),
            Format::Bool | Format::Int | Format::Uint | Format::Float(_) => compute,
        },
    }
}

/// A kernel with subnormal numbers flushed, where the policies want it of the op.
fn flushed(op: Op, kernel: Kernel, policies: &Policies) -> Kernel {
    match op.moves(kernel.operands[0]) {
        true => kernel,
        false => kernel.flushed(policies),
    }
}

/// The kernel of a binary op on two dtypes at each level, fused where there is one; whether its operands are swapped.
fn binary_kernels(
    op: Op,
    (lhs, rhs): (DType, DType),
    OpDTypes { compute, result, .. }: OpDTypes,
    policies: &Policies,
) -> PerLevel<Option<(Kernel, bool)>> {
    if let Some((says, swapped)) = true_comparison(op, (lhs, rhs), compute, policies) {
        return Isa::ALL.map(|isa| Some((Kernel::compare(says, isa), swapped)));
    }
    let Some(table) = binary_table(op) else { return [None; Isa::ALL.len()] };
    if compute.is_narrow() && narrow::own(op, compute, Isa::ALL[0]).is_some() {
        return Isa::ALL.map(|isa| {
            let run = Loop::Binary(narrow::own(op, compute, isa)?);
            Some((Kernel { run, operands: [compute; 3], result: compute }, false))
        });
    }
    let own = OpDTypes { compute, result, weak: false };
    // The next value of float16 is not that of its carrier, and none is rounded.
    let within =
        if op == Op::Nextafter && !compute.is_narrow() { own } else { of_carriers(own, policies) };
    let (lhs, rhs) = if within.compute == compute { (lhs, rhs) } else { (compute, compute) };
    let compute = within.compute;
    let result = written(op, compute);
    let twice = [lhs, rhs].into_iter().any(|from| rounds_twice(from, compute, policies));
    let apart = twice || [lhs, rhs, compute].into_iter().any(|dtype| policies.flush(dtype));
    let fused = |lhs, rhs| if apart { None } else { table.find(lhs, rhs, compute) };
    let swaps = table.swaps && (lhs, rhs) != (rhs, lhs);
    // In the order in which they are wanted.
    let found = [
        (lhs, rhs, fused(lhs, rhs), false),
        (rhs, lhs, if swaps { fused(rhs, lhs) } else { None }, true),
        (compute, compute, table.find(compute, compute, compute), false),
    ];
    Isa::ALL.map(|isa| {
        found.iter().find_map(|&(lhs, rhs, loops, swapped)| {
            let run = Loop::Binary((*loops?)[isa as usize]?);
            let kernel = Kernel { run, operands: [lhs, rhs, rhs], result };
            Some((flushed(op, kernel, policies), swapped))
        })
    })
}

/// The kernels of a binary op.
#[inline]
pub(super) fn binary_table(op: Op) -> Option<&'static BinaryTable> {
    let Kernels::Binary(table) = KERNELS[op as usize] else { return None };
    Some(table)
}
