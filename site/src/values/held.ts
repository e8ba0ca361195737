// A value typed in → how a dtype holds it: its bits, the value they are, and what rounding changed.

import { range } from "../engine/losses";
import type { Catalog, DType } from "../engine/model";
import { round, value, width } from "./float";

/** A number as it was typed: integers are exact, others the nearest float64. */
export interface Typed {
  number: number;
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

const WORDS: Record<string, number> = { nan: NaN, inf: Infinity, "-inf": -Infinity, infinity: Infinity };

/** A number from a text; null if it is none. */
export function typed(text: string): Typed | null {
  const word = text.trim().toLowerCase().replaceAll("_", "");
  const known = WORDS[word];
  if (known !== undefined) return { number: known, integer: null };
  if (/^[-+]?(\d+|0x[0-9a-f]+|0b[01]+)$/.test(word)) {
    const negative = word.startsWith("-");
    const magnitude = BigInt(word.replace(/^[-+]/, ""));
    const integer = negative ? -magnitude : magnitude;
    return { number: negative && magnitude === 0n ? -0 : Number(integer), integer };
  }
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/.test(word)) return null;
  const number = Number(word);
  return { number, integer: Number.isInteger(number) ? BigInt(number) : null };
}

/** How a dtype holds a value; of a complex dtype, its real part. */
export function held(catalog: Catalog, dtype: DType, one: Typed): Held {
  const of = dtype.part >= 0 ? catalog.at(dtype.part) : dtype;
  if (of.float) return heldByFloat(of, one);
  if (of.kind === 0) return heldByBool(one);
  return heldByInteger(of, one);
}

function heldByFloat({ float }: DType, { number, integer }: Typed): Held {
  if (float === null) throw new Error("a float has a format");
  const bits = round(float, number);
  const got = value(float, bits);
  const same =
    Object.is(got, number) || (got === number && integer === null) || (Number.isNaN(got) && Number.isNaN(number));
  const error = Number.isFinite(got) && Number.isFinite(number) ? difference(got, number, integer) : null;
  let remark = "";
  if (Number.isNaN(got) && !Number.isNaN(number)) remark = "becomes NaN: too large, or not there";
  else if (Number.isFinite(number) && !Number.isFinite(got)) remark = "overflows";
  else if (!Number.isFinite(number) && Number.isFinite(got)) remark = "has no such value";
  else if (got === 0 && number !== 0) remark = "underflows to zero";
  else if (!same && error !== 0) remark = "rounded";
  return { bits: bits.toString(2).padStart(width(float), "0"), shown: shownNumber(got), error, remark };
}

/** The difference of two numbers, exact where both are integers. */
function difference(got: number, number: number, integer: bigint | null): number {
  if (integer !== null && Number.isInteger(got)) return Number(BigInt(got) - integer);
  return got - number;
}

function heldByBool({ number }: Typed): Held {
  const truth = number !== 0;
  const same = number === 0 || number === 1;
  return {
    bits: truth ? "1" : "0",
    shown: truth ? "True" : "False",
    error: same ? 0 : null,
    remark: same ? "" : "only whether it is zero",
  };
}

function heldByInteger(dtype: DType, { number, integer }: Typed): Held {
  const [least, most] = range(dtype);
  const none = (remark: string): Held => ({ bits: null, shown: "", error: null, remark });
  if (!Number.isFinite(number)) return none("holds no infinity and no NaN");
  const whole = integer ?? BigInt(Math.trunc(number));
  if (whole < least || whole > most) return none(`holds ${least} .. ${most}`);
  const bits = BigInt.asUintN(dtype.bits, whole).toString(2).padStart(dtype.bits, "0");
  const error = integer === null ? Number(whole) - number : 0;
  return { bits, shown: whole.toString(), error, remark: error === 0 ? "" : "the fraction is cut off" };
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
