// A promotion table → the algebraic laws that it obeys, and every counter-example to the others.

import { type Loss, losses } from "./losses";
import { type Cell, REFUSED, TENSOR, UNKNOWN, WEAK, given, isWeak, operand } from "./model";
import type { Tables } from "./tables";

/** Operands, and what was given of them. */
export interface Example {
  operands: number[];
  gives: Cell[];
  lost?: [Loss[], Loss[]];
}

/** The counter-examples to each law: a law without any holds. */
export interface Laws {
  symmetric: Example[];
  idempotent: Example[];
  associative: Example[];
  monotone: Example[];
  boolIdentity: Example[] | null;
  lossless: Example[];
  /** How many cells give a dtype at all. */
  defined: number;
}

const differ = (one: Cell, other: Cell): boolean => one !== other && one !== UNKNOWN && other !== UNKNOWN;

export function laws(tables: Tables): Laws {
  const dtypes = [...tables.supported].sort((a, b) => a - b);
  const strong = (dtype: number) => operand(TENSOR, dtype);
  const promote = (lhs: number, rhs: number) => tables.lookup(lhs, rhs)?.cell ?? UNKNOWN;
  const pair = (a: number, b: number) => promote(strong(a), strong(b));
  // A weakly typed result stays so when it is promoted further.
  const then = (left: Cell, right: Cell): Cell => {
    const [one, other] = [given(left), given(right)];
    if (one < 0 || other < 0) return left === UNKNOWN || right === UNKNOWN ? UNKNOWN : REFUSED;
    return promote(operand(isWeak(left) ? WEAK : TENSOR, one), operand(isWeak(right) ? WEAK : TENSOR, other));
  };
  const below = (a: number, b: number) => pair(a, b) === b && pair(b, a) === b;
  const found: Laws = {
    symmetric: [],
    idempotent: [],
    associative: [],
    monotone: [],
    boolIdentity: null,
    lossless: [],
    defined: 0,
  };
  for (const a of dtypes) {
    const own = pair(a, a);
    if (differ(own, a)) found.idempotent.push({ operands: [a], gives: [own] });
    for (const b of dtypes) {
      const [here, there] = [pair(a, b), pair(b, a)];
      if (a < b && differ(here, there)) found.symmetric.push({ operands: [a, b], gives: [here, there] });
      const result = given(here);
      if (result >= 0) {
        found.defined += 1;
        const lost: [Loss[], Loss[]] = [losses(tables.catalog, a, result), losses(tables.catalog, b, result)];
        if (lost[0].length + lost[1].length > 0) found.lossless.push({ operands: [a, b], gives: [result], lost });
      }
      for (const c of dtypes) {
        const grouped = [then(here, c), then(a, pair(b, c))];
        if (differ(grouped[0] ?? UNKNOWN, grouped[1] ?? UNKNOWN)) {
          found.associative.push({ operands: [a, b, c], gives: grouped });
        }
        const [low, high] = [pair(a, c), pair(b, c)];
        const strongly = low >= 0 && low < 64 && high >= 0 && high < 64;
        if (strongly && below(a, b) && !below(low, high)) {
          found.monotone.push({ operands: [a, b, c], gives: [low, high] });
        }
      }
    }
  }
  const bool = dtypes.find((dtype) => tables.catalog.at(dtype).kind === 0);
  if (bool !== undefined) {
    const both = dtypes.map((dtype) => ({ operands: [dtype], gives: [pair(bool, dtype), pair(dtype, bool)] }));
    found.boolIdentity = both.filter(({ operands, gives }) => gives.some((one) => differ(one, operands[0] ?? 0)));
  }
  return found;
}
