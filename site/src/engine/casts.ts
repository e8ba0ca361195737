// A pair that gives no dtype → the cast that makes it legal; a missing dtype → the one that comes nearest.

import { FRACTION_WEIGHT, type Loss, losses } from "./losses";
import { KINDS, type Operand, SCALAR, TENSOR, TYPED, categoryOf, given, operand, placeOf } from "./model";
import type { Rules } from "./ops";
import { SCALAR_COLUMN, type Tables } from "./tables";
import type { TableName } from "./export";

/** A cast of one operand, and what the pair gives then. */
export interface CastToInsert {
  side: 0 | 1;
  to: number;
  gives: number;
}

type Weights = number[][];

/** Compares lists of numbers, or lists of those, as Rust orders them. */
export function compare(one: unknown, other: unknown): number {
  if (Array.isArray(one) && Array.isArray(other)) {
    for (let place = 0; place < Math.min(one.length, other.length); place += 1) {
      const order = compare(one[place], other[place]);
      if (order !== 0) return order;
    }
    return one.length - other.length;
  }
  return Number(one) - Number(other);
}

/** The first of those that are least by a key. */
export function leastBy<T>(all: T[], key: (one: T) => unknown): T | null {
  let best: { one: T; key: unknown } | null = null;
  for (const one of all) {
    const own = key(one);
    if (best === null || compare(own, best.key) < 0) best = { one, key: own };
  }
  return best === null ? null : best.one;
}

/** What conversions lose together, the worst first. */
function lost(tables: Tables, conversions: [number, number][]): Weights {
  const all: Loss[] = conversions.flatMap(([from, to]) => losses(tables.catalog, from, to));
  const weights = all.map(({ weight, amount }) => [weight, amount]).sort((a, b) => compare(b, a));
  return weights.filter((one, place) => place === 0 || compare(one, weights[place - 1]) !== 0);
}

/** The order of kinds in which values of one are numbers of the next: bool, integers, float, complex. */
const family = (tables: Tables, dtype: number): number => [0, 1, 1, 2, 3][tables.catalog.at(dtype).kind] ?? 0;

/** How far a cast goes: across kinds, then to a wider dtype, or, where something is lost, to a narrower one. */
function change(tables: Tables, from: number, to: number, lossless: boolean): number[] {
  const { bits } = tables.catalog.at(to);
  const across = family(tables, from) === 0 ? 0 : Math.abs(family(tables, from) - family(tables, to));
  return lossless ? [across, 0, bits] : [across, -bits, 0];
}

/** Whether it is an integer of fewer than 8 bits or a float of 8 or fewer, which few operations take. */
function computesLittle(tables: Tables, dtype: number): boolean {
  const { bits, kind } = tables.catalog.at(dtype);
  return bits < (KINDS[kind] === "float" ? 9 : 8);
}

/**
 * Of all casts that make a pair legal, the one that loses least, then gives a dtype of no higher kind than the
 * operands', then one that operations take, then changes least.
 */
export function castToInsert(tables: Tables, lhs: Operand, rhs: Operand): CastToInsert | null {
  if (categoryOf(lhs) !== TENSOR) return null;
  const row = placeOf(lhs);
  const of = categoryOf(rhs);
  if (of !== TENSOR && of !== SCALAR && of !== TYPED) return null;
  const table: TableName = of === TENSOR ? "promotion" : "scalars";
  const column = of === SCALAR ? SCALAR_COLUMN + placeOf(rhs) : placeOf(rhs);
  const casts: CastToInsert[] = [];
  for (const to of tables.supported) {
    const gives = given(tables.cell({ table, row: to, column }));
    if (gives >= 0) casts.push({ side: 0, to, gives });
  }
  for (const to of of === SCALAR ? [] : tables.supported) {
    const gives = given(tables.cell({ table, row, column: to }));
    if (gives >= 0) casts.push({ side: 1, to, gives });
  }
  return best(tables, lhs, rhs, casts);
}

const dtypeIn = (one: Operand | null): number | null =>
  one === null || categoryOf(one) === SCALAR ? null : placeOf(one);

/** What a cast and the conversions after it lose. */
function lostBy(tables: Tables, lhs: Operand, rhs: Operand | null, { side, to, gives }: CastToInsert): Weights {
  const [row, dtype] = [placeOf(lhs), dtypeIn(rhs)];
  const [from, other] = side === 1 && dtype !== null ? [dtype, row] : [row, dtype];
  const conversions: [number, number][] = [
    [from, to],
    [from, gives],
  ];
  if (other !== null) conversions.push([other, gives]);
  return lost(tables, conversions);
}

/** The best of casts by that order. */
function best<C extends CastToInsert>(tables: Tables, lhs: Operand, rhs: Operand | null, casts: C[]): C | null {
  const [row, dtype] = [placeOf(lhs), dtypeIn(rhs)];
  const beside = rhs === null ? 0 : dtype === null ? placeOf(rhs) : family(tables, dtype);
  const widest = Math.max(family(tables, row), beside);
  return leastBy(casts, (cast) => {
    const { side, to, gives } = cast;
    const all = lostBy(tables, lhs, rhs, cast);
    const across = family(tables, gives) > widest;
    const twice = to !== gives;
    const changed = change(tables, side === 1 && dtype !== null ? dtype : row, to, all.length === 0);
    return [all, across, computesLittle(tables, gives), twice, changed, side];
  });
}

/** A cast of an operand of an op, which computes in `gives` then, and what it returns. */
export interface OpCast extends CastToInsert {
  returns: number;
}

/** The best cast after which an op gives a dtype; none that loses fractions or more. */
export function opCast(rules: Rules, op: number, lhs: Operand, rhs: Operand | null): OpCast | null {
  if (categoryOf(lhs) !== TENSOR || (rhs !== null && ![TENSOR, SCALAR, TYPED].includes(categoryOf(rhs)))) return null;
  const operands = rhs === null ? [lhs] : [lhs, rhs];
  const casts = operands.flatMap((one, side) => {
    const others = rules.supported.filter((to) => categoryOf(one) !== SCALAR && to !== placeOf(one));
    return others.flatMap((to): OpCast[] => {
      const dtypes = rules.opDTypes(op, operands.with(side, operand(categoryOf(one), to)));
      if ("failure" in dtypes) return [];
      const { compute, result } = dtypes.ok;
      return [{ side: side === 0 ? 0 : 1, to, gives: compute, returns: given(result) }];
    });
  });
  const found = best(rules, lhs, rhs, casts);
  if (found === null || (lostBy(rules, lhs, rhs, found)[0]?.[0] ?? -1) >= FRACTION_WEIGHT) return null;
  return found;
}

/** The dtype that comes nearest to a missing one; -1 where none loses less than fractions. */
export function standIn(tables: Tables, missing: number): number {
  const weighed = tables.supported.map((dtype) => ({ dtype, lost: lost(tables, [[missing, dtype]]) }));
  const near = weighed.filter(({ lost }) => (lost[0]?.[0] ?? -1) < FRACTION_WEIGHT);
  const best = leastBy(near, ({ dtype, lost }) => [lost, change(tables, missing, dtype, lost.length === 0)]);
  return best === null ? -1 : best.dtype;
}
