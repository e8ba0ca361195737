// A move from one ruleset to another: what is asked of both, and what each gives.

import { losses } from "../engine/losses";
import { type Catalog, type Cell, NO_KERNEL, type Op, type Operand, REFUSED, UNKNOWN, given } from "../engine/model";
import type { Rules } from "../engine/ops";
import type { Evidence } from "../engine/runs";

export interface Side {
  rules: Rules;
  evidence: Evidence;
}

export interface Move {
  catalog: Catalog;
  from: Side;
  to: Side;
  /** The dtypes that are asked of: those that both have, or those of them that were named. */
  dtypes: number[];
  /** The dtypes that are asked of and that the second does not have. */
  lacks: number[];
  /** Whether the dtypes were named. */
  named: boolean;
}

export function move(catalog: Catalog, from: Side, to: Side, dtypes: number[]): Move {
  const asked = from.rules.supported.filter((dtype) => dtypes.length === 0 || dtypes.includes(dtype));
  const has = (dtype: number) => to.rules.has[dtype] === true;
  const lacks = asked.filter((dtype) => !has(dtype));
  return { catalog, from, to, dtypes: asked.filter(has), lacks, named: dtypes.length > 0 };
}

/** What a run gave, where that is declared to differ from what the ruleset gives; `op` is null of a promotion. */
export const observed = (side: Side, op: Op | null, operands: Operand[]): Cell | null =>
  op === null ? null : side.evidence.gives(op, operands);

/** What a framework gives: what a run of it gave where that is declared to differ, else what the ruleset gives. */
export const gives = (side: Side, op: Op | null, operands: Operand[]): Cell =>
  observed(side, op, operands) ?? ruled(side, op, operands);

function ruled({ rules }: Side, op: Op | null, operands: Operand[]): Cell {
  if (op !== null) return rules.opGives(op.place, operands);
  const [lhs, rhs] = operands;
  return lhs === undefined || rhs === undefined ? UNKNOWN : (rules.lookup(lhs, rhs)?.cell ?? UNKNOWN);
}

/** What a ruleset converts the operands to; -1 if it does not. */
export function computes(side: Side, op: Op | null, operands: Operand[]): number {
  if (op === null) return given(gives(side, null, operands));
  const dtypes = side.rules.opDTypes(op.place, operands);
  return "ok" in dtypes ? dtypes.ok.compute : -1;
}

/** The kinds of change, the most harmful first. */
export const SEVERITIES = [
  "A result that holds less",
  "Another kind of dtype, which loses values",
  "Another kind of dtype",
  "A wider result",
  "Weakly typed on one side only",
  "Newly refused, or without a kernel",
  "Newly legal",
  "Not known on one side",
] as const;

export const [NARROWER, LOSSY_KIND, KIND, WIDER, WEAKNESS, NOW_REFUSED, LEGAL, NOT_KNOWN] = [0, 1, 2, 3, 4, 5, 6, 7];

/** How bad a change from one outcome to another is, as a place in `SEVERITIES`; null where nothing changes. */
export function severity(catalog: Catalog, was: Cell, becomes: Cell): number | null {
  const error = (cell: Cell) => cell === REFUSED || cell === NO_KERNEL;
  if (was === becomes) return null;
  if (was === UNKNOWN || becomes === UNKNOWN) return NOT_KNOWN;
  // An error of another sort is still an error.
  if (error(was) && error(becomes)) return null;
  if (error(becomes)) return NOW_REFUSED;
  if (error(was)) return LEGAL;
  const [old, now] = [given(was), given(becomes)];
  // A dtype that the spec does not have is of no kind that it knows.
  if (old < 0 || now < 0) return KIND;
  if (old === now) return WEAKNESS;
  const family = (dtype: number) => [0, 1, 1, 3, 4][catalog.at(dtype).kind];
  const lossless = losses(catalog, old, now).length === 0;
  if (family(old) === family(now)) return lossless ? WIDER : NARROWER;
  return lossless ? KIND : LOSSY_KIND;
}
