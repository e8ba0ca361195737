// The cast to insert so that code keeps the result it had before a move.

import { losses } from "../engine/losses";
import {
  type Cell,
  type Op,
  type Operand,
  SCALAR,
  TENSOR,
  ZERO_DIM,
  categoryOf,
  dtypeOf,
  given,
  isWeak,
  operand,
} from "../engine/model";
import { type Move, computes, gives } from "./move";

export type Of = "first" | "second" | "either" | "both" | "result";

export interface Cast {
  of: Of;
  to: number;
}

/** The same, of operands in the other order. */
export const flipped = (cast: Cast | null): Cast | null =>
  cast === null ? null : { ...cast, of: cast.of === "first" ? "second" : cast.of === "second" ? "first" : cast.of };

export const sameCast = (one: Cast | null, other: Cast | null): boolean =>
  one === other || (one !== null && other !== null && one.of === other.of && one.to === other.to);

/** The cast under which the second ruleset gives what the first gave; null where none does. */
export function find(moved: Move, op: Op | null, operands: Operand[], was: Cell, becomes: Cell): Cast | null {
  const { catalog, to } = moved;
  const has = (dtype: number) => dtype >= 0 && to.rules.has[dtype] === true;
  const old = given(was);
  if (!has(old)) return null;
  // No cast makes a tensor weakly typed.
  if (isWeak(was) && becomes === old) return null;
  const keeps = (all: Operand[]) => isKept(was, gives(to, op, all));
  const like = computes(moved.from, op, operands);
  if (has(like)) {
    const of = one(moved, operands, like, keeps, false);
    if (of !== null) return { of, to: like };
  }
  const byWidth = [...to.rules.supported].sort((a, b) => catalog.at(a).bits - catalog.at(b).bits);
  for (const dtype of byWidth) {
    const of = one(moved, operands, dtype, keeps, true);
    if (of !== null) return { of, to: dtype };
  }
  if (has(like) && keeps(operands.map((one) => castTo(one, like)))) return { of: "both", to: like };
  const index = op !== null && moved.from.rules.rule(op.place).result === "index";
  const now = given(becomes);
  const held = now >= 0 && now !== old && (index || losses(catalog, old, now).length === 0);
  return held ? { of: "result", to: old } : null;
}

/** Whether a result is the old one: a strongly typed one does not become weakly typed. */
const isKept = (was: Cell, got: Cell): boolean => given(got) === given(was) && !(isWeak(got) && !isWeak(was));

/** The operand whose cast to a dtype keeps the result; of two that do, the one that loses nothing. */
function one(
  moved: Move,
  operands: Operand[],
  to: number,
  keeps: (operands: Operand[]) => boolean,
  lossless: boolean,
): Of | null {
  const holds = (place: number) => {
    const from = dtypeOf(operands[place] ?? operand(SCALAR, 0));
    return from >= 0 && losses(moved.catalog, from, to).length === 0;
  };
  const places = operands.flatMap((own, place) => {
    const cast = castTo(own, to);
    const works = cast !== own && (!lossless || holds(place)) && keeps(operands.with(place, cast));
    return works ? [place] : [];
  });
  if (places.length === 0) return null;
  if (places.length === 1) return places[0] === 0 ? "first" : "second";
  if (holds(0) === holds(1)) return "either";
  return holds(0) ? "first" : "second";
}

/** An operand after a cast: strongly typed, and with axes if it had any. A number cannot be cast. */
function castTo(one: Operand, dtype: number): Operand {
  const category = categoryOf(one);
  if (category >= SCALAR) return one;
  return operand(category === ZERO_DIM ? ZERO_DIM : TENSOR, dtype);
}
