// A number ↔ the bits of a float, rounded as the runtime rounds: to nearest, by one rounding of float64.

import { greatest, greatestExponent, leastExponent, lastExponent, magnitude, significant } from "../engine/losses";
import type { Float } from "../engine/model";

const view = new DataView(new ArrayBuffer(8));

/** The bits of a float64. */
export function bits64(value: number): bigint {
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

export const width = (float: Float): number => (float.sign ? 1 : 0) + float.exponent + float.mantissa;

/** The runtime rounds by way of float32, where this and less is zero. */
const FLUSHED = 2 ** -150;

const ones = (bits: number): bigint => (1n << BigInt(bits)) - 1n;

/** The bits of NaN; null if there is none. */
export function nanBits(float: Float): bigint | null {
  switch (float.nan) {
    case "ieee":
      return (ones(float.exponent + 1) << BigInt(float.mantissa)) >> 1n;
    case "ones":
      return magnitude(float);
    case "negative_zero":
      return magnitude(float) + 1n;
    case "none":
      return null;
  }
}

/** The bits of the nearest number of a format, what it does not have being its special values. */
export function round(float: Float, value: number): bigint {
  const nan = nanBits(float);
  const infinity = float.infinity ? greatest(float) + 1n : (nan ?? greatest(float));
  // Where there is no NaN, negative zero stands for it.
  const noNumber = nan ?? magnitude(float) + 1n;
  const negative = value < 0 || Object.is(value, -0);
  let code: bigint;
  if (Number.isNaN(value)) code = noNumber;
  else if (!Number.isFinite(value)) code = infinity;
  else if (float.tapered) code = nearestTapered(float, Math.abs(value));
  else {
    code = nearest(float, Math.abs(value));
    if (code > greatest(float)) code = infinity;
  }
  if (float.nan === "negative_zero" && (code === 0n || code === noNumber)) return code;
  if (!float.sign) return negative || Math.abs(value) <= FLUSHED ? noNumber : code;
  return code ^ (negative ? 1n << BigInt(width(float) - 1) : 0n);
}

/** The code of the nearest magnitude of a tapered float, of two as near the greater. */
function nearestTapered(float: Float, magnitude: number): bigint {
  const greatestPlace = significant(float, greatestExponent(float)) - 1;
  const end = value(float, greatest(float)) * (1 + 2 ** -greatestPlace);
  let best = { code: greatest(float) + 1n, off: Math.abs(end - magnitude), number: end };
  if (magnitude >= end) return best.code;
  for (let code = 0n; code <= ones(float.exponent + float.mantissa); code++) {
    const number = value(float, code);
    const off = Math.abs(number - magnitude);
    if (off < best.off || (off === best.off && number > best.number)) best = { code, off, number };
  }
  return best.code;
}

/** The prefixes of HiFloat8, and how many bits the exponent takes behind each. */
const PREFIXES: [string, number][] = [
  ["11", 4],
  ["10", 3],
  ["01", 2],
  ["001", 1],
  ["0001", 0],
];

/** The number that a code of HiFloat8 is: its exponent is a sign and a magnitude without its leading one. */
function taperedValue(code: number): number {
  const digits = code.toString(2).padStart(7, "0");
  const found = PREFIXES.find(([prefix]) => digits.startsWith(prefix));
  if (found === undefined) return code === 0 ? 0 : 2 ** (code - 23);
  const [prefix, width] = found;
  const exponent = digits.slice(prefix.length, prefix.length + width);
  const mantissa = digits.slice(prefix.length + width);
  const power = width === 0 ? 0 : parseInt(`1${exponent.slice(1)}`, 2) * (exponent.startsWith("1") ? -1 : 1);
  return (1 + parseInt(mantissa, 2) / 2 ** mantissa.length) * 2 ** power;
}

/** The code of the nearest magnitude, ties to even, perhaps beyond the greatest. */
function nearest(float: Float, value: number): bigint {
  if (value === 0) return 0n;
  const raw = bits64(value);
  const stored = Number(raw >> 52n);
  const significand = stored === 0 ? raw : (raw & ones(52)) | (1n << 52n);
  const last = Math.max(stored, 1) - 1075;
  const exponent = last + significand.toString(2).length - 1;
  if (!float.zero && exponent < leastExponent(float) + 1) return belowNormal(float, value);
  const place = Math.max(exponent - float.mantissa, lastExponent(float));
  const quotient = shifted(significand, last - place, float.mantissa === 0);
  const subnormal = float.zero && exponent < leastExponent(float);
  if (subnormal) return quotient;
  // A carry into the next power of two carries into the exponent.
  const base = BigInt(exponent + float.bias) << BigInt(float.mantissa);
  return base + (quotient - (1n << BigInt(float.mantissa)));
}

/** Of a float without zero: the least number, or, of more than that, the next one. */
function belowNormal(float: Float, value: number): bigint {
  return value > 2 ** leastExponent(float) ? 1n : 0n;
}

/** A significand times a power of two, rounded to an integer; without a mantissa a tie goes up. */
function shifted(significand: bigint, up: number, tiesUp: boolean): bigint {
  if (up >= 0) return significand << BigInt(up);
  const down = BigInt(-up);
  const [quotient, rest] = [significand >> down, significand & ((1n << down) - 1n)];
  const half = 1n << (down - 1n);
  const odd = tiesUp || (quotient & 1n) === 1n;
  return rest > half || (rest === half && odd) ? quotient + 1n : quotient;
}

/** The number that bits are, exactly: every float here is a float64. */
export function value(float: Float, bits: bigint): number {
  const negative = float.sign && bits >> BigInt(width(float) - 1) === 1n;
  const code = bits & magnitude(float);
  if (float.nan === "negative_zero" && negative && code === 0n) return NaN;
  if (float.tapered && code !== greatest(float) + 1n) {
    const number = taperedValue(Number(code));
    return negative ? -number : number;
  }
  if (code > greatest(float)) {
    const infinite = float.infinity && code === greatest(float) + 1n;
    return infinite ? (negative ? -Infinity : Infinity) : NaN;
  }
  const stored = Number(code >> BigInt(float.mantissa));
  const fraction = Number(code & ones(float.mantissa));
  const normal = stored > 0 || !float.zero;
  const significand = normal ? fraction + 2 ** float.mantissa : fraction;
  const exponent = (normal ? stored - float.bias : leastExponent(float)) - float.mantissa;
  // In two steps, since the power alone may be less than the least float64.
  const number = exponent < -1000 ? significand * 2 ** -1000 * 2 ** (exponent + 1000) : significand * 2 ** exponent;
  return negative ? -number : number;
}
