// The categories of two operands that a table can be drawn over.

import {
  type Operand,
  SCALAR,
  SCALARS,
  TENSOR,
  TYPED,
  WEAK,
  ZERO_DIM,
  categoryOf,
  operand,
  takesNumber,
} from "../engine/model";
import { catalog } from "./data";

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

const categories = (left: number, right: number): Categories => ({
  id: [left, right].map((one) => ["tensor", "zero", "weak", "scalar", "typed"][one] ?? "").join("-"),
  title: `${CATEGORY[left] ?? ""} × ${CATEGORY[right] ?? ""}`,
  left,
  right,
});

const ALL = PAIRS.map(([left, right]) => categories(left, right));

export const PLAIN = categories(TENSOR, TENSOR);

/** The categories of an op, or of the tables if it is none: no number in the place of a tensor. */
export const categoriesOfOp = (op: string): Categories[] =>
  ALL.filter(({ left, right }) => numberInPlaceOfTensor(op, [left, right]) < 0);

/** The place of a number, among operands by their categories, where the op takes tensors alone; -1 if there is none. */
export function numberInPlaceOfTensor(op: string, categories: number[]): number {
  const known = catalog.ops[catalog.op(op)];
  if (known === undefined) return -1;
  return categories.findIndex((one, place) => one >= SCALAR && !takesNumber(known, place));
}

export const categoriesOf = (left: Operand, right: Operand): Categories =>
  categories(categoryOf(left), categoryOf(right));

/** The operands of a category that a table is drawn over. */
export const operandsOf = (dtypes: number[], category: number): Operand[] =>
  category === SCALAR ? SCALARS.map((_, kind) => operand(SCALAR, kind)) : dtypes.map((one) => operand(category, one));
