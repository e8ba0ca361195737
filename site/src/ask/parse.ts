// A line such as `int8 + float32 * 1.0` → a tree of calls and operands, or a mistake with its place.

import { type Catalog, PREFIXES, SCALAR, ZERO_DIM, categoryOf, operand, placeOf } from "../engine/model";
import { checked } from "./check";
import { ParseError, PROMOTE, RESULT_TYPE, type Tree, asksDType } from "./tree";

interface Token {
  kind: string;
  text: string;
  at: number;
  end: number;
}

/** Signs of two operands, by how tightly they bind, the loosest first. */
const BINARY: Map<string, string>[] = [
  { "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal", "==": "equal", "!=": "not_equal" },
  { "|": "bitwise_or" },
  { "^": "bitwise_xor" },
  { "&": "bitwise_and" },
  { "<<": "bitwise_left_shift", ">>": "bitwise_right_shift" },
  { "+": "add", "-": "subtract" },
  { "*": "multiply", "/": "divide", "//": "floor_divide", "%": "remainder", "@": "matmul" },
].map((signs) => new Map(Object.entries(signs)));

const POWER = "pow";
const NEGATIVE = "negative";

/** Frameworks' names of ops, where they are other than Concord's. */
const OTHER_NAMES = new Map([
  ["promote_types", RESULT_TYPE],
  ["sub", "subtract"],
  ["mul", "multiply"],
  ["div", "divide"],
  ["true_divide", "divide"],
  ["power", POWER],
  ["mod", "remainder"],
  ["neg", NEGATIVE],
]);

/** Every op that is called by a sign or by another name. */
export const CALLED = [
  ...BINARY.flatMap((signs) => [...signs.values()]),
  POWER,
  NEGATIVE,
  ...[...OTHER_NAMES.values()].filter((name) => !asksDType(name)),
];

const SIGNS = /^(\*\*|\/\/|<<|>>|<=|>=|==|!=|[-+*/%@&|^<>(),])/;
const NUMBER = /^(\d+\.?\d*([eE][-+]?\d+)?|\.\d+([eE][-+]?\d+)?)[jJ]?/;
const NAME = /^[A-Za-z_][A-Za-z0-9_.]*(:[A-Za-z_][A-Za-z0-9_]*)?(\s*\[\s*\])?/;

export function parse(catalog: Catalog, line: string): Tree {
  const tree = new Parser(catalog, tokens(line)).whole();
  checked(catalog, tree);
  return tree;
}

function tokens(line: string): Token[] {
  const all: Token[] = [];
  let at = 0;
  while (at < line.length) {
    const rest = line.slice(at);
    const space = /^\s+/.exec(rest);
    if (space !== null) {
      at += space[0].length;
      continue;
    }
    const found = [
      ["number", NUMBER],
      ["name", NAME],
      ["sign", SIGNS],
    ] as const;
    const token = found
      .map(([kind, form]) => ({ kind, text: form.exec(rest)?.[0] ?? "" }))
      .find(({ text }) => text !== "");
    if (token === undefined) throw mistake(at, at + 1, `“${rest.charAt(0)}” means nothing here`);
    all.push({ ...token, at, end: at + token.text.length });
    at += token.text.length;
  }
  all.push({ kind: "end", text: "", at: line.length, end: line.length + 1 });
  return all;
}

const mistake = (at: number, end: number, says: string): ParseError => new ParseError({ at, end, says });

class Parser {
  private place = 0;

  constructor(
    private readonly catalog: Catalog,
    private readonly all: Token[],
  ) {}

  whole(): Tree {
    if (this.next.kind === "end") throw mistake(0, 1, "write an expression, such as int8 + float32 * 1.0");
    const tree = this.binary(0);
    if (this.next.kind !== "end") {
      throw mistake(this.next.at, this.next.end, `expected an operator before “${this.next.text}”`);
    }
    return tree;
  }

  private get next(): Token {
    return this.all[this.place] ?? { kind: "end", text: "", at: 0, end: 0 };
  }

  private take(): Token {
    const token = this.next;
    this.place += 1;
    return token;
  }

  private binary(level: number): Tree {
    const signs = BINARY[level];
    if (signs === undefined) return this.negated();
    let left = this.binary(level + 1);
    for (let name = signs.get(this.next.text); name !== undefined; name = signs.get(this.next.text)) {
      const sign = this.take().text;
      const right = this.binary(level + 1);
      left = { is: "call", name, sign, args: [left, right], at: left.at, end: right.end };
    }
    return left;
  }

  private negated(): Tree {
    if (this.next.text !== "-") return this.power();
    const { at } = this.take();
    const of = this.negated();
    // A negative number is a number.
    if (of.is === "operand" && categoryOf(of.operand) === SCALAR) {
      const kind = Math.max(placeOf(of.operand), 1);
      return { ...of, operand: operand(SCALAR, kind), negative: of.negative !== true, at };
    }
    return { is: "call", name: NEGATIVE, sign: "-", args: [of], at, end: of.end };
  }

  private power(): Tree {
    const base = this.atom();
    if (this.next.text !== "**") return base;
    const sign = this.take().text;
    const exponent = this.negated();
    return { is: "call", name: POWER, sign, args: [base, exponent], at: base.at, end: exponent.end };
  }

  private atom(): Tree {
    const token = this.take();
    if (token.kind === "number") return this.number(token);
    if (token.kind === "name") return this.next.text === "(" ? this.call(token) : this.named(token);
    if (token.text === "(") {
      const inner = this.binary(0);
      this.close(token);
      return inner;
    }
    const what = token.kind === "end" ? "the end of the line" : `“${token.text}”`;
    throw mistake(token.at, token.end, `expected a dtype, a number or a function in place of ${what}`);
  }

  private close(open: Token): Token {
    if (this.next.text !== ")")
      throw mistake(this.next.at, this.next.end, `expected “)” for the “(” at ${open.at + 1}`);
    return this.take();
  }

  private number({ text, at, end }: Token): Tree {
    const kind = /[jJ]$/.test(text) ? 3 : /[.eE]/.test(text) ? 2 : 1;
    return { is: "operand", operand: operand(SCALAR, kind), at, end };
  }

  private call(token: Token): Tree {
    const name = functionName(this.catalog, token);
    const open = this.take();
    const args: Tree[] = [];
    while (this.next.text !== ")") {
      args.push(this.binary(0));
      if (this.next.text !== ",") break;
      this.take();
    }
    const { end } = this.close(open);
    if (args.length === 0) throw mistake(token.at, end, `${token.text} needs an operand`);
    return { is: "call", name, sign: null, args, at: token.at, end };
  }

  private named({ text, at, end }: Token): Tree {
    if (text === "True" || text === "False") return { is: "operand", operand: operand(SCALAR, 0), at, end };
    const zero = /\[\s*\]$/.test(text);
    const word = text.replace(/\s*\[\s*\]$/, "");
    const [prefix, name] = word.includes(":") ? (word.split(":") as [string, string]) : ["", word];
    if (prefix === "scalar" && ["bool", "int", "float", "complex"].includes(name)) {
      return { is: "operand", operand: this.catalog.operand(word), at, end };
    }
    const category = prefix === "" && zero ? ZERO_DIM : PREFIXES.get(prefix);
    if (category === undefined) throw mistake(at, end, `“${prefix}:” is none of zero:, weak: and scalar:`);
    const plain = name.slice(name.lastIndexOf(".") + 1);
    const dtype = this.dtype(plain);
    if (dtype < 0) {
      const near = nearest(plain, [
        ...this.catalog.dtypes.map((one) => one.name),
        ...this.catalog.ops.map((one) => one.name),
      ]);
      throw mistake(at, end, `no dtype is called “${plain}”${near === null ? "" : `: did you mean ${near}?`}`);
    }
    return { is: "operand", operand: operand(category, dtype), at, end };
  }

  /** A dtype by public name or code. */
  private dtype(name: string): number {
    const byName = this.catalog.dtype(name);
    return byName >= 0 ? byName : this.catalog.dtypes.findIndex((one) => one.code === name);
  }
}

function functionName(catalog: Catalog, { text, at, end }: Token): string {
  const plain = text.slice(text.lastIndexOf(".") + 1);
  const name = OTHER_NAMES.get(plain) ?? plain;
  if (asksDType(name) || catalog.op(name) >= 0) return name;
  const near = nearest(plain, [PROMOTE, RESULT_TYPE, ...catalog.ops.map((op) => op.name)]);
  throw mistake(at, end, `no function is called “${text}”${near === null ? "" : `: did you mean ${near}?`}`);
}

/** The nearest of some words, if it is near. */
export function nearest(word: string, all: string[]): string | null {
  let best: [number, string] | null = null;
  for (const one of all) {
    const far = distance(word.toLowerCase(), one);
    if (best === null || far < best[0]) best = [far, one];
  }
  return best !== null && best[0] <= Math.max(1, Math.floor(word.length / 3)) ? best[1] : null;
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, beside] of [...other].entries()) {
      const swap = (row[place] ?? 0) + (letter === beside ? 0 : 1);
      next.push(Math.min(swap, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
