// Any number of operands → what they promote to together, with every step on the way.

import {
  type Operand,
  REFUSED,
  SCALAR,
  TENSOR,
  TYPED,
  WEAK,
  ZERO_DIM,
  categoryOf,
  dtypeOf,
  isScalar,
  operand,
  placeOf,
} from "./model";
import { type Outcome, type Tables, fail } from "./tables";

/** Two operands and what they gave. */
export interface Step {
  lhs: Operand;
  rhs: Operand;
  gives: Outcome<Operand>;
}

type Pair = (lhs: Operand, rhs: Operand) => Outcome<Operand>;

/** What operands promote to by a ruleset's rule for more than two; `pair` promotes two. */
export function promoteAll(tables: Tables, operands: Operand[], pair: Pair, steps?: Step[]): Outcome<Operand> {
  const noted: Pair = (lhs, rhs) => {
    const gives = pair(lhs, rhs);
    steps?.push({ lhs, rhs, gives });
    return gives;
  };
  const first = operands.findIndex((one) => !isScalar(tables.category(one)));
  switch (tables.facts.nary) {
    case "fold":
      return fold(tables, operands, first, noted);
    case "join":
      if (operands.length === 2) return fold(tables, operands, first, noted);
      return checked(tables, operands, first) ?? refused(tables, operands, pair) ?? join(tables, operands, noted);
    case "category-fold":
      return checked(tables, operands, first) ?? categoryFold(tables, operands, noted);
  }
}

/** The error of the first tensor, if it has one. */
function checked(tables: Tables, operands: Operand[], first: number): Outcome<Operand> | null {
  const tensor = operands[first];
  if (tensor === undefined) return fail({ why: "no tensor" });
  const dtype = dtypeOf(tensor);
  return dtype >= 0 && !tables.has[dtype] ? fail({ why: "unsupported", dtype }) : null;
}

/** The error of the first tensor of a join that is refused beside one of those before it, if there is one. */
function refused(tables: Tables, operands: Operand[], pair: Pair): Outcome<Operand> | null {
  const joined = new Set<number>();
  for (const one of operands) {
    const dtype = dtypeOf(one);
    if (categoryOf(tables.category(one)) !== TENSOR || joined.has(dtype)) continue;
    for (const other of [...joined].sort((a, b) => a - b)) {
      const gives = pair(operand(TENSOR, other), one);
      if ("failure" in gives && "cell" in gives.failure && gives.failure.cell === REFUSED) return gives;
    }
    joined.add(dtype);
  }
  return null;
}

/** From the left; scalars that come before the first tensor are promoted with it in their order. */
function fold(tables: Tables, operands: Operand[], first: number, pair: Pair): Outcome<Operand> {
  const error = checked(tables, operands, first);
  if (error !== null) return error;
  return inOrder([...operands.slice(first, first + 1), ...operands.filter((_, place) => place !== first)], pair);
}

function inOrder(operands: Operand[], pair: Pair): Outcome<Operand> {
  let soFar: Operand | null = null;
  for (const next of operands) {
    if (soFar === null) {
      soFar = next;
      continue;
    }
    const result: Outcome<Operand> = pair(soFar, next);
    if ("failure" in result) return result;
    soFar = result.ok;
  }
  return soFar === null ? fail({ why: "no tensor" }) : { ok: soFar };
}

function join(tables: Tables, operands: Operand[], pair: Pair): Outcome<Operand> {
  const rank = (one: Operand): number => {
    const dtype = dtypeOf(one);
    if (dtype < 0 || isScalar(tables.category(one))) return 4;
    return [3, 3, 3, 2, 1][tables.catalog.at(dtype).kind] ?? 4;
  };
  const ordered = [1, 2, 3, 4].flatMap((wanted) => operands.filter((one) => rank(one) === wanted));
  return inOrder(ordered, pair);
}

function categoryFold(tables: Tables, operands: Operand[], pair: Pair): Outcome<Operand> {
  const counted = operands.map((one) => tables.category(one));
  const of = (...wanted: number[]) => counted.filter((one) => wanted.includes(categoryOf(one)));
  const zeroDim = of(ZERO_DIM);
  let low: Operand | null = null;
  if (zeroDim.length > 0) {
    const found = inOrder(zeroDim, pair);
    if ("failure" in found) return found;
    low = found.ok;
  }
  const scalar = highest(of(SCALAR, TYPED));
  if (low !== null && scalar !== null) {
    const found = pair(low, scalar);
    if ("failure" in found) return found;
    low = found.ok;
  } else {
    low ??= scalar;
  }
  const tensors = of(TENSOR, WEAK);
  if (tensors.length === 0) return low === null ? fail({ why: "no tensor" }) : { ok: low };
  const high = inOrder(tensors, pair);
  if ("failure" in high || low === null) return high;
  return pair(high.ok, low);
}

/** The scalar of the highest kind, of several the last; one that has a dtype counts as higher than all kinds. */
function highest(scalars: Operand[]): Operand | null {
  const rank = (one: Operand) => (categoryOf(one) === TYPED ? 255 : placeOf(one));
  return scalars.reduce<Operand | null>((best, one) => (best !== null && rank(one) < rank(best) ? best : one), null);
}
