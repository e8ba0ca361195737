// The export → the catalog: dtypes, operands and cells as small numbers, so that they compare and sort.

import type { DTypeFacts, Export, KindName, OpFacts } from "./export";

export const KINDS: KindName[] = ["bool", "int", "uint", "float", "complex"];

/** The kinds of Python scalar. */
export const SCALARS = ["bool", "int", "float", "complex"];

/** An operand: its category times 64, and a dtype's place or a kind of Python scalar. */
export type Operand = number;
export const TENSOR = 0;
export const ZERO_DIM = 1;
export const WEAK = 2;
export const SCALAR = 3;
export const TYPED = 4;

export const operand = (category: number, of: number): Operand => category * 64 + of;
export const categoryOf = (one: Operand): number => one >> 6;
export const placeOf = (one: Operand): number => one & 63;

/** The dtype of an operand; -1 of a Python scalar. */
export const dtypeOf = (one: Operand): number => (one >> 6 === SCALAR ? -1 : one & 63);
export const isScalar = (one: Operand): boolean => one >> 6 >= SCALAR;

/** A cell: a dtype, the same weakly typed from 64 on, a foreign dtype from 128 on, or a sign. */
export type Cell = number;
export const REFUSED = -1;
export const NO_KERNEL = -2;
export const UNKNOWN = -3;
export const weakly = (dtype: number): Cell => 64 + dtype;
export const isWeak = (cell: Cell): boolean => cell >= 64 && cell < 128;
export const isForeign = (cell: Cell): boolean => cell >= 128;

/** The dtype that a cell gives; -1 if none. */
export const given = (cell: Cell): number => (cell < 0 || cell >= 128 ? -1 : cell & 63);

export interface Float {
  exponent: number;
  mantissa: number;
  bias: number;
  sign: boolean;
  zero: boolean;
  infinity: boolean;
  nan: "ieee" | "ones" | "negative_zero" | "none";
  tapered: boolean;
}

export interface DType {
  name: string;
  code: string;
  /** A place in `KINDS`. */
  kind: number;
  bits: number;
  narrow: boolean;
  float: Float | null;
  /** The dtype of a complex dtype's parts; -1 of any other. */
  part: number;
  facts: DTypeFacts;
}

/** The categories by the prefixes of operands, as addresses and lines write them. */
export const PREFIXES = new Map([
  ["", TENSOR],
  ["zero", ZERO_DIM],
  ["weak", WEAK],
  ["scalar", TYPED],
  ["typed", TYPED],
]);

export interface Op extends OpFacts {
  name: string;
  place: number;
  /** How many operands it takes; of a join the fewest. */
  arity: number;
  /** How many operands promote. */
  promotes: number;
}

/** The groups whose ops have one operand that promotes. */
const ALONE = new Set(["unary", "reduction", "sorting", "selection", "arrangement"]);

function arity(group: string): number {
  if (group === "ternary") return 3;
  return ALONE.has(group) || group === "join" ? 1 : 2;
}

/** Whether the operand at a place may be a number: none is a matrix, is joined, or is searched. */
export function takesNumber({ group, name, compute }: Op, place: number): boolean {
  switch (group) {
    case "binary":
      return true;
    case "ternary":
      return name !== "clip" || place > 0;
    case "lookup":
      return place > 0 && compute !== "first";
    default:
      return false;
  }
}

/** What is said of a number where there may be none. */
export const noNumber = ({ name }: Op): string =>
  `${name} takes ${name === "clip" ? "a tensor first, not a number" : "tensors, not numbers"}`;

export class Catalog {
  readonly dtypes: DType[];
  readonly ops: Op[];
  readonly names: string[];
  private readonly places = new Map<string, number>();
  private readonly opPlaces = new Map<string, number>();

  constructor(readonly data: Export) {
    data.dtypes.forEach((dtype, place) => this.places.set(dtype.name, place));
    this.dtypes = data.dtypes.map((facts) => this.read(facts));
    this.names = Object.keys(data.rulesets);
    this.ops = Object.entries(data.ops).map(([name, facts], place) => {
      this.opPlaces.set(name, place);
      const promotes = ALONE.has(facts.group) ? 1 : 2;
      return { ...facts, name, place, arity: arity(facts.group), promotes };
    });
  }

  private read(facts: DTypeFacts): DType {
    const { name, code, bits, narrow, exponent, mantissa, bias, sign, zero, infinity, nan, tapered } = facts;
    const float =
      exponent === undefined
        ? null
        : {
            exponent,
            mantissa: mantissa ?? 0,
            bias: bias ?? 0,
            sign: sign ?? true,
            zero: zero ?? true,
            infinity: infinity ?? true,
            nan: nan ?? "ieee",
            tapered: tapered ?? false,
          };
    const part = facts.part === undefined ? -1 : this.dtype(facts.part);
    return { name, code, kind: KINDS.indexOf(facts.kind), bits, narrow, float, part, facts };
  }

  /** The place of a dtype by public name; -1 if there is none. */
  dtype(name: string): number {
    return this.places.get(name) ?? -1;
  }

  /** The place of an op; -1 if there is none. */
  op(name: string): number {
    return this.opPlaces.get(name) ?? -1;
  }

  /** A cell as the export writes it: a public name, with a star if weakly typed, or a sign. */
  cell(word: string | null): Cell {
    if (word === null || word === "-") return REFUSED;
    if (word === "!") return NO_KERNEL;
    if (word === "?") return UNKNOWN;
    if (word.startsWith("<")) return 128 + this.data.foreign.indexOf(word.slice(1, -1));
    return word.endsWith("*") ? weakly(this.dtype(word.slice(0, -1))) : this.dtype(word);
  }

  /** The reverse of `cell`, with `-` where refused. */
  word(cell: Cell): string {
    if (cell < 0) return ["-", "!", "?"][-1 - cell] ?? "?";
    if (cell >= 128) return `<${this.data.foreign[cell - 128] ?? ""}>`;
    return this.name(cell & 63) + (isWeak(cell) ? "*" : "");
  }

  /** A cell as a grid shows it: a short code, or a sign. */
  code(cell: Cell): string {
    if (cell < 0 || cell >= 128) return this.word(cell);
    return this.at(cell & 63).code + (isWeak(cell) ? "*" : "");
  }

  at(dtype: number): DType {
    const found = this.dtypes[dtype];
    if (found === undefined) throw new Error(`no dtype ${dtype}`);
    return found;
  }

  name(dtype: number): string {
    return this.at(dtype).name;
  }

  /** `int8`, `zero:int8`, `weak:int8`, `scalar:int` of a Python scalar, `typed:int8` of one that has a dtype. */
  spelled(one: Operand): string {
    const prefix = ["", "zero:", "weak:", "scalar:", "typed:"][categoryOf(one)] ?? "";
    return prefix + (dtypeOf(one) < 0 ? (SCALARS[placeOf(one)] ?? "") : this.name(placeOf(one)));
  }

  /** The operand of a word as `spelled` writes it, by public name or code; -1 if there is none. */
  operand(word: string): Operand {
    const colon = word.indexOf(":");
    const [prefix, name] = colon < 0 ? ["", word] : [word.slice(0, colon), word.slice(colon + 1)];
    if (prefix === "scalar" && SCALARS.includes(name)) return operand(SCALAR, SCALARS.indexOf(name));
    const byCode = this.dtypes.findIndex((dtype) => dtype.code === name);
    const dtype = this.places.get(name) ?? byCode;
    const category = PREFIXES.get(prefix);
    return dtype < 0 || category === undefined ? -1 : operand(category, dtype);
  }
}
