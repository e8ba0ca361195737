// Two dtypes → what a conversion from one to the other can lose, as the rule engine says it.

import type { Catalog, DType, Float } from "./model";

/** One thing that is lost: how heavy it weighs, how much of it, and the words. */
export interface Loss {
  weight: number;
  amount: number;
  words: string;
}

const ones = (bits: number): bigint => (1n << BigInt(bits)) - 1n;

/** The bits of a mantissa and exponent of ones: all but the sign. */
export const magnitude = (float: Float): bigint => ones(float.exponent + float.mantissa);

/** The bits of the greatest finite number. */
export function greatest(float: Float): bigint {
  // Infinity has a magnitude of the exponent and a mantissa of ones; the sign of the exponent is zero.
  if (float.tapered) return magnitude(float) - (1n << BigInt(float.exponent)) - 1n;
  if (float.infinity || float.nan === "ieee") return (ones(float.exponent) << BigInt(float.mantissa)) - 1n;
  return float.nan === "ones" ? magnitude(float) - 1n : magnitude(float);
}

export const greatestExponent = (float: Float): number =>
  float.tapered ? 2 ** float.exponent - 1 : Number(greatest(float) >> BigInt(float.mantissa)) - float.bias;
export const leastExponent = (float: Float): number =>
  float.tapered ? -greatestExponent(float) : (float.zero ? 1 : 0) - float.bias;
export const lastExponent = (float: Float): number =>
  leastExponent(float) - (float.tapered ? 2 ** float.mantissa - 1 : float.mantissa);

/** The significant bits of a number with an exponent, the leading one among them. */
export function significant(float: Float, exponent: number): number {
  if (!float.tapered) return float.mantissa + 1;
  const taken = exponent === 0 ? 0 : Math.abs(exponent).toString(2).length;
  return 1 + Math.min(Math.max(float.exponent + 1 - taken, 0), float.mantissa);
}

/** The least and the greatest value of an integer dtype. */
export function range(dtype: DType): [bigint, bigint] {
  const bits = BigInt(dtype.bits);
  return dtype.kind === 1 ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
}

const rangeLoss = ([least, most]: [bigint, bigint]): Loss => ({
  weight: 0,
  amount: 0,
  words: `keeps ${least} .. ${most}`,
});
const precision = (from: number, to: number): Loss => ({
  weight: 1,
  amount: from - to,
  words: `keeps ${to} of ${from} bits`,
});
const magnitudeLoss = (to: Float): Loss => {
  const exponent = greatestExponent(to) + 1;
  return { weight: 2, amount: 2 ** 31 - 1 - exponent, words: `overflows near 2^${exponent}` };
};
const NAN: Loss = { weight: 3, amount: 0, words: "has no NaN" };
const INFINITY: Loss = { weight: 3, amount: 1, words: "has no infinity" };
const ZERO: Loss = { weight: 3, amount: 2, words: "has no zero" };
const NEGATIVE: Loss = { weight: 3, amount: 3, words: "drops negative values" };
const FRACTION: Loss = { weight: 4, amount: 0, words: "drops fractions" };
const IMAGINARY: Loss = { weight: 5, amount: 0, words: "drops the imaginary part" };
const VALUE: Loss = { weight: 6, amount: 0, words: "keeps only whether it is zero" };

/** The weight of lost fractions, beyond which no dtype comes near another. */
export const FRACTION_WEIGHT = FRACTION.weight;

const known = new WeakMap<Catalog, Map<number, Loss[]>>();

/** All that a conversion can lose; empty where every value survives. */
export function losses(catalog: Catalog, from: number, to: number): Loss[] {
  let all = known.get(catalog);
  if (all === undefined) known.set(catalog, (all = new Map()));
  const key = from * 64 + to;
  let found = all.get(key);
  if (found === undefined) all.set(key, (found = compute(catalog, from, to)));
  return found;
}

/** All of them as one phrase, or `lossless`. */
export const lossWords = (all: Loss[]): string =>
  all.length === 0 ? "lossless" : all.map((loss) => loss.words).join(", ");

function compute(catalog: Catalog, from: number, to: number): Loss[] {
  const [source, target] = [catalog.at(from), catalog.at(to)];
  if (source.kind === 0) {
    if (target.float) return target.float.zero ? [] : [ZERO];
    if (target.kind === 1 || target.kind === 2) {
      const both = range(target);
      return both[1] < 1n ? [rangeLoss(both)] : [];
    }
    return target.kind === 0 ? [] : compute(catalog, from, target.part);
  }
  if (target.kind === 0) return [VALUE];
  if (target.part >= 0) return compute(catalog, source.part >= 0 ? source.part : from, target.part);
  if (source.part >= 0) return [...compute(catalog, source.part, to), IMAGINARY];
  if (source.float) return target.float ? ofFloats(source.float, target.float) : ofFloatToInteger(target);
  return target.float ? ofIntegerToFloat(source, target.float) : ofIntegers(source, target);
}

function ofFloatToInteger(target: DType): Loss[] {
  const both = range(target);
  return [rangeLoss(both), ...(both[0] === 0n ? [NEGATIVE] : []), FRACTION];
}

function ofFloats(from: Float, to: Float): Loss[] {
  const higher = isHigher(from, to);
  const lower = leastExponent(from) < leastExponent(to) && lastExponent(from) < lastExponent(to);
  const all: Loss[] = [];
  const kept = keptBits(from, to);
  if (kept < from.mantissa + 1) all.push(precision(from.mantissa + 1, kept));
  if (higher || lower) all.push(magnitudeLoss(to));
  if (from.sign && !to.sign) all.push(NEGATIVE);
  if (from.zero && !to.zero) all.push(ZERO);
  if (from.infinity && !to.infinity) all.push(INFINITY);
  if (from.nan !== "none" && to.nan === "none") all.push(NAN);
  return all;
}

/** Whether the greatest number of a float is beyond that of another, the bits left out that the other has not. */
function isHigher(from: Float, to: Float): boolean {
  const [exponent, most] = [greatestExponent(from), greatestExponent(to)];
  const bits = significant(to, most);
  return exponent > most || (exponent === most && greatestSignificand(from, bits) > greatestSignificand(to, bits));
}

/** The first so many significant bits of the greatest number. */
function greatestSignificand(float: Float, bits: number): bigint {
  const stored = significant(float, greatestExponent(float)) - 1;
  const significand = (1n << BigInt(stored)) | (greatest(float) & ones(stored));
  return (significand << BigInt(bits)) >> BigInt(stored + 1);
}

/** A tapered float has the most significant bits at one, and the fewest where its exponents end. */
function keptBits(from: Float, to: Float): number {
  const first = Math.max(leastExponent(from), leastExponent(to));
  const last = Math.min(greatestExponent(from), greatestExponent(to));
  const lost = [first, 0, last].filter((exponent) => significant(to, exponent) < significant(from, exponent));
  return Math.min(from.mantissa + 1, ...lost.map((exponent) => significant(to, exponent)));
}

function ofIntegerToFloat(source: DType, to: Float): Loss[] {
  const signed = source.kind === 1;
  const bits = source.bits - (signed ? 1 : 0);
  // The least integer is -2^bits; the greatest, 2^bits - 1, rounds to 2^bits where it has bits to lose.
  const kept = significant(to, Math.min(bits - 1, greatestExponent(to)));
  const reached = bits - (signed || kept < bits ? 0 : 1);
  const all: Loss[] = [];
  if (kept < bits) all.push(precision(bits, kept));
  if (reached > greatestExponent(to)) all.push(magnitudeLoss(to));
  if (signed && !to.sign) all.push(NEGATIVE);
  if (!to.zero) all.push(ZERO);
  return all;
}

function ofIntegers(source: DType, target: DType): Loss[] {
  const [[fromLeast, fromMost], [least, most]] = [range(source), range(target)];
  const beyond = fromMost > most || (least < 0n && fromLeast < least);
  const all: Loss[] = beyond ? [rangeLoss([least, most])] : [];
  if (fromLeast < 0n && least === 0n) all.push(NEGATIVE);
  return all;
}
