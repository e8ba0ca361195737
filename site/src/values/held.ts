// A value typed in → how a dtype holds it: its bits, the value they are, and what rounding changed.

import { range } from "../engine/losses";
import type { Catalog, DType } from "../engine/model";
import { round, value, width } from "./float";

/** A number as it was typed: the nearest float64, whether that is exact, and the integer that it is, if it is one. */
export interface Typed {
  number: number;
  exact: boolean;
  integer: bigint | null;
}

export interface Held {
  /** The digits of the bits, the highest first; null if the dtype does not hold the value. */
  bits: string | null;
  /** The value held, exactly. */
  shown: string;
  /** What it is less what was typed: 0 if nothing was lost; null if that is no number. */
  error: number | null;
  /** Why it is another value. */
  remark: string;
}

/** The greatest exponent of a typed number that is reckoned with exactly: beyond those of float64 and all integers. */
const MOST_EXPONENT = 1100;

/** A number from a text; null if it is none. */
export function typed(text: string): Typed | null {
  const [, sign = "", word = ""] = /^([-+]?)(.*)$/.exec(text.trim().toLowerCase().replaceAll("_", "")) ?? [];
  const one = magnitude(word);
  if (one === null || sign !== "-") return one;
  return { ...one, number: -one.number, integer: one.integer === null ? null : -one.integer };
}

/** The same of a text without a sign. */
function magnitude(word: string): Typed | null {
  if (word === "nan") return { number: NaN, exact: true, integer: null };
  if (word === "inf" || word === "infinity") return { number: Infinity, exact: true, integer: null };
  if (/^(0x[0-9a-f]+|0b[01]+)$/.test(word)) return wholly(BigInt(word));
  const [, whole, fraction = "", power = "0"] = /^(?=\.?\d)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/.exec(word) ?? [];
  if (whole === undefined) return null;
  const digits = BigInt(whole + fraction);
  const exponent = digits === 0n ? 0 : Number(power) - fraction.length;
  if (Math.abs(exponent) > MOST_EXPONENT) return { number: Number(word), exact: false, integer: null };
  if (exponent >= 0) return wholly(digits * 10n ** BigInt(exponent));
  const below = 10n ** BigInt(-exponent);
  if (digits % below === 0n) return wholly(digits / below);
  const number = Number(word);
  // An odd number times a power of two has no digits beyond as many as the power.
  let [scaled, twos] = [number, 1n];
  for (; !Number.isInteger(scaled); scaled *= 2) twos *= 2n;
  return { number, exact: BigInt(scaled) * below === digits * twos, integer: null };
}

function wholly(integer: bigint): Typed {
  const number = Number(integer);
  return { number, exact: Number.isFinite(number) && BigInt(number) === integer, integer };
}

/** How a dtype holds a value; of a complex dtype, its real part. */
export function held(catalog: Catalog, dtype: DType, one: Typed): Held {
  const of = dtype.part >= 0 ? catalog.at(dtype.part) : dtype;
  if (of.float) return heldByFloat(of, one);
  if (of.kind === 0) return heldByBool(one);
  return heldByInteger(of, one);
}

function heldByFloat({ float }: DType, one: Typed): Held {
  if (float === null) throw new Error("a float has a format");
  const { number, exact, integer } = one;
  const bits = round(float, number);
  const got = value(float, bits);
  const known = integer !== null && Number.isInteger(got);
  const same = known
    ? BigInt(got) === integer
    : exact && (got === number || (Number.isNaN(got) && Number.isNaN(number)));
  const error = Number.isFinite(got) && Number.isFinite(number) ? difference(got, number, integer) : null;
  let remark = "";
  if (Number.isNaN(got) && !Number.isNaN(number)) remark = "becomes NaN: too large, or not there";
  else if (finite(one) && Math.abs(got) === Infinity) remark = "overflows";
  else if (!finite(one) && Number.isFinite(got)) remark = "has no such value";
  else if (got === 0 && !isZero(one)) remark = "underflows to zero";
  else if (!same) remark = "rounded";
  // What float64 itself has lost is not known here.
  return {
    bits: bits.toString(2).padStart(width(float), "0"),
    shown: shownNumber(got),
    error: error === 0 && !same ? null : error,
    remark,
  };
}

/** Whether what was typed is finite, though no float64 may be so great. */
const finite = ({ number, exact }: Typed): boolean => Number.isFinite(number) || !exact;

/** Whether it is zero, and not only less than every float64. */
const isZero = ({ number, exact }: Typed): boolean => number === 0 && exact;

/** The difference of two numbers, exact where both are integers. */
function difference(got: number, number: number, integer: bigint | null): number {
  if (integer !== null && Number.isInteger(got)) return Number(BigInt(got) - integer);
  return got - number;
}

function heldByBool(one: Typed): Held {
  const truth = !isZero(one);
  const same = one.exact && (one.number === 0 || one.number === 1);
  return {
    bits: truth ? "1" : "0",
    shown: truth ? "True" : "False",
    error: same ? 0 : null,
    remark: same ? "" : "only whether it is zero",
  };
}

function heldByInteger(dtype: DType, one: Typed): Held {
  const { number, integer } = one;
  const [least, most] = range(dtype);
  const none = (remark: string): Held => ({ bits: null, shown: "", error: null, remark });
  if (!finite(one)) return none("holds no infinity and no NaN");
  const whole = integer ?? (Number.isFinite(number) ? BigInt(Math.trunc(number)) : null);
  if (whole === null || whole < least || whole > most) return none(`holds ${least} .. ${most}`);
  const bits = BigInt.asUintN(dtype.bits, whole).toString(2).padStart(dtype.bits, "0");
  const cut = integer === null;
  const error = cut ? Number(whole) - number : 0;
  return {
    bits,
    shown: whole.toString(),
    error: cut && error === 0 ? null : error,
    remark: cut ? "the fraction is cut off" : "",
  };
}

/** A number as people read it, with a sign for negative zero. */
export function shownNumber(number: number): string {
  if (Object.is(number, -0)) return "-0.0";
  if (Number.isNaN(number)) return "NaN";
  if (!Number.isFinite(number)) return number > 0 ? "∞" : "-∞";
  return Number.isInteger(number) && Math.abs(number) < 1e21 ? number.toString() : String(number);
}

/** The digits of bits in groups of four, as hexadecimal digits. */
export function hex(bits: string): string {
  const digits = Math.ceil(bits.length / 4);
  return `0x${BigInt(`0b${bits}`).toString(16).padStart(digits, "0")}`;
}
