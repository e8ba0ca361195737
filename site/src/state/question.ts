// A ruleset, an op and operands → what is given, and what happens to the operands on the way.

import { losses } from "../engine/losses";
import {
  type Cell,
  NO_KERNEL,
  type Operand,
  REFUSED,
  SCALAR,
  SCALARS,
  TENSOR,
  TYPED,
  UNKNOWN,
  WEAK,
  ZERO_DIM,
  categoryOf,
  dtypeOf,
  given,
  operand,
} from "../engine/model";
import { type Rules, cellOf } from "../engine/ops";
import { catalog } from "./data";
import { PROMOTE } from "./route";

/** Categories of two operands, as a choice. */
export interface Categories {
  id: string;
  title: string;
  left: number;
  right: number;
}

const CATEGORY = ["tensor", "0-d tensor", "weakly typed tensor", "Python scalar", "typed scalar"];
const PAIRS: [number, number][] = [
  [TENSOR, TENSOR],
  [TENSOR, SCALAR],
  [TENSOR, ZERO_DIM],
  [ZERO_DIM, ZERO_DIM],
  [ZERO_DIM, SCALAR],
  [TENSOR, WEAK],
  [WEAK, WEAK],
  [WEAK, SCALAR],
  [TENSOR, TYPED],
  [ZERO_DIM, TYPED],
];

export const CATEGORIES: Categories[] = PAIRS.map(([left, right]) => ({
  id: [left, right].map((one) => ["tensor", "zero", "weak", "scalar", "typed"][one] ?? "").join("-"),
  title: `${CATEGORY[left] ?? ""} × ${CATEGORY[right] ?? ""}`,
  left,
  right,
}));

export const categoriesOf = (left: Operand, right: Operand): Categories =>
  CATEGORIES.find((one) => one.left === categoryOf(left) && one.right === categoryOf(right)) ??
  (CATEGORIES[0] as Categories);

/** The operands of a category that a table is drawn over. */
export const operandsOf = (dtypes: number[], category: number): Operand[] =>
  category === SCALAR ? SCALARS.map((_, kind) => operand(SCALAR, kind)) : dtypes.map((one) => operand(category, one));

/** Whether an op takes one operand. */
export const isAlone = (op: string): boolean => op !== PROMOTE && catalog.ops[catalog.op(op)]?.promotes === 1;

export type Happens = "kept" | "wider" | "lossy" | "refused" | "no-kernel" | "unknown";

export interface Given {
  cell: Cell;
  /** The dtype that operands are converted to; -1 if none. */
  compute: number;
  happens: Happens;
}

/** What operands give; of an op of one operand the first counts. */
export function ask(rules: Rules, op: string, left: Operand, right: Operand): Given {
  if (op === PROMOTE) {
    const cell = rules.lookup(left, right)?.cell ?? UNKNOWN;
    return { cell, compute: given(cell), happens: happens(cell, given(cell), [left, right]) };
  }
  const operands = isAlone(op) ? [left] : [left, right];
  const dtypes = rules.opDTypes(catalog.op(op), operands);
  const cell = cellOf(dtypes);
  const compute = "ok" in dtypes ? dtypes.ok.compute : -1;
  return { cell, compute, happens: happens(cell, compute, operands) };
}

function happens(cell: Cell, compute: number, operands: Operand[]): Happens {
  if (cell === REFUSED) return "refused";
  if (cell === NO_KERNEL) return "no-kernel";
  if (given(cell) < 0 || compute < 0) return "unknown";
  const dtypes = operands.map(dtypeOf).filter((dtype) => dtype >= 0);
  if (dtypes.some((dtype) => losses(catalog, dtype, compute).length > 0)) return "lossy";
  return dtypes.includes(compute) ? "kept" : "wider";
}

/** What happens, as people and the legend say it, and the mark beside the dtype. */
export const HAPPENS: Record<Happens, { title: string; mark: string }> = {
  kept: { title: "an operand's own dtype, lossless", mark: "" },
  wider: { title: "another dtype, lossless", mark: "+" },
  lossy: { title: "values can be lost", mark: "≈" },
  refused: { title: "refused", mark: "–" },
  "no-kernel": { title: "no kernel", mark: "!" },
  unknown: { title: "not known", mark: "?" },
};

/** The class of a cell: what happens, and the kind of dtype that is given. */
export function classOf({ cell, happens }: Given): string {
  const dtype = given(cell);
  return `${happens}${dtype < 0 ? "" : ` kind-${catalog.at(dtype).facts.kind}`}`;
}
