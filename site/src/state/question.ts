// A ruleset, an op and operands → what is given, and what happens to the operands on the way.

import { losses } from "../engine/losses";
import {
  type Cell,
  NO_KERNEL,
  type Operand,
  REFUSED,
  UNKNOWN,
  categoryOf,
  dtypeOf,
  given,
  isForeign,
} from "../engine/model";
import { type Rules, cellOf } from "../engine/ops";
import { numberInPlaceOfTensor } from "./categories";
import { catalog } from "./data";
import { PROMOTE } from "./route";

/** Whether an op takes one operand. */
export const isAlone = (op: string): boolean => op !== PROMOTE && catalog.ops[catalog.op(op)]?.promotes === 1;

export type Happens = "kept" | "wider" | "lossy" | "refused" | "no-kernel" | "foreign" | "unknown";

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
  if (numberInPlaceOfTensor(op, operands.map(categoryOf)) >= 0) {
    return { cell: NO_KERNEL, compute: -1, happens: "no-kernel" };
  }
  const dtypes = rules.opDTypes(catalog.op(op), operands);
  const cell = cellOf(dtypes);
  const compute = "ok" in dtypes ? dtypes.ok.compute : -1;
  return { cell, compute, happens: happens(cell, compute, operands) };
}

function happens(cell: Cell, compute: number, operands: Operand[]): Happens {
  if (cell === REFUSED) return "refused";
  if (cell === NO_KERNEL) return "no-kernel";
  if (isForeign(cell)) return "foreign";
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
  foreign: { title: "a dtype that the spec does not have", mark: "†" },
  unknown: { title: "not known", mark: "?" },
};

/** The class of a cell: what happens, and the kind of dtype that is given. */
export function classOf({ cell, happens }: Given): string {
  const dtype = given(cell);
  return `${happens}${dtype < 0 ? "" : ` kind-${catalog.at(dtype).facts.kind}`}`;
}
