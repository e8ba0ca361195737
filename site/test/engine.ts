// The engine of the page against that of the command line: tables, triples, random questions, values, laws, moves; and
// lines and values as they are typed in.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answer } from "../src/ask/answer";
import { CALLED, parse } from "../src/ask/parse";
import { ParseError } from "../src/ask/tree";
import { opCast } from "../src/engine/casts";
import { laws, type Example } from "../src/engine/laws";
import { lossWords } from "../src/engine/losses";
import { type Cell, Catalog, SCALARS, TENSOR, operand } from "../src/engine/model";
import { Rules } from "../src/engine/ops";
import { Evidence } from "../src/engine/runs";
import { type Failure, SCALAR_COLUMN } from "../src/engine/tables";
import type { TableName } from "../src/engine/export";
import { markdown, report } from "../src/migrate/markdown";
import { move } from "../src/migrate/move";
import { unpacked } from "../src/state/export";
import { held, typed } from "../src/values/held";
import { round } from "../src/values/float";

const [page, answers] = process.argv.slice(2);
if (page === undefined || answers === undefined) throw new Error("name the page and the folder of answers");

const text = /<script type="application\/x-lzma" id="data">(.*?)<\/script>/.exec(readFileSync(page, "utf8"))?.[1] ?? "";
const catalog = new Catalog(unpacked(text));
const known = new Map(
  Object.entries(catalog.data.rulesets).map(([name, facts]) => [name, new Rules(catalog, name, facts)]),
);
const evidence = new Map([...known].map(([name, rules]) => [name, new Evidence(rules)]));

function rulesOf(name: string): Rules {
  const found = known.get(name);
  if (found === undefined) throw new Error(`no ruleset ${name}`);
  return found;
}

const lines = (name: string): string[][] =>
  readFileSync(join(answers ?? "", `${name}.txt`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));

let failed = false;

/** Compares pairs of texts, and says how many there were and how many differ. */
class Check {
  private count = 0;
  private differing = 0;
  private readonly since = performance.now();

  constructor(private readonly what: string) {}

  same(asked: string, got: string, wanted: string): void {
    this.count += 1;
    if (got === wanted) return;
    this.differing += 1;
    if (this.differing <= 5) console.log(`  ${asked}\n    got    ${got}\n    wanted ${wanted}`);
  }

  end(): void {
    const seconds = ((performance.now() - this.since) / 1000).toFixed(1);
    console.log(`${this.what}: ${this.count.toLocaleString("en")} compared, ${this.differing} differ (${seconds} s)`);
    failed ||= this.differing > 0 || this.count === 0;
  }
}

const spelled = (one: number): string => catalog.spelled(one);

function failureText(failure: Failure): string {
  const name = (dtype: number) => catalog.name(dtype);
  switch (failure.why) {
    case "cell":
      return `cell ${spelled(failure.lhs)} ${spelled(failure.rhs)} ${catalog.word(failure.cell)}`;
    case "unsupported":
      return `unsupported ${name(failure.dtype)}`;
    case "no tensor":
      return "no tensor";
    case "undefined":
      return `undefined ${name(failure.dtype)}`;
    case "op cell": {
      const rhs = failure.rhs === null ? "alone" : spelled(failure.rhs);
      return `op cell ${name(failure.lhs)} ${rhs} ${catalog.word(failure.cell)}`;
    }
    case "no default":
      return `no default ${failure.kind}`;
    case "not first":
      return `not first ${name(failure.first)} ${name(failure.promoted)}`;
  }
}

function tables(): void {
  const check = new Check("cells of tables");
  for (const [name = "", table = "", json = ""] of lines("tables")) {
    const rules = rulesOf(name);
    const shown = JSON.parse(json) as { rows: string[]; columns: string[]; cells: (string | null)[][] };
    const byKind = rules.byKind(table as TableName);
    shown.rows.forEach((row, at) =>
      shown.columns.forEach((column, place) => {
        const of = byKind ? SCALAR_COLUMN + SCALARS.indexOf(column) : catalog.dtype(column);
        const entry = { table: table as TableName, row: catalog.dtype(row), column: of };
        const wanted = shown.cells[at]?.[place] ?? "-";
        check.same(`${name} ${table} ${row} ${column}`, catalog.word(rules.cell(entry)), wanted);
      }),
    );
  }
  check.end();
}

function triples(): void {
  const check = new Check("triples");
  for (const [name = "", ...wanted] of lines("triples")) {
    const rules = rulesOf(name);
    const all = rules.supported.map((dtype) => operand(TENSOR, dtype));
    let place = 0;
    for (const a of all)
      for (const b of all)
        for (const c of all) {
          const got = rules.resultType([a, b, c]);
          const shown = "ok" in got ? catalog.word(got.ok) : failureText(got.failure);
          check.same(`${name} ${[a, b, c].map(spelled).join(" ")}`, shown, wanted[place] ?? "");
          place += 1;
        }
  }
  check.end();
}

function questions(): void {
  const check = new Check("random questions");
  for (const [name = "", op = "", words = "", wanted = "", compute = ""] of lines("questions")) {
    const rules = rulesOf(name);
    const operands = words.split(" ").map((word) => catalog.operand(word));
    let got: string;
    if (op === "-") {
      const result = rules.promoted(operands);
      got = "ok" in result ? `${catalog.word(result.ok)} ` : `${failureText(result.failure)} `;
    } else {
      const result = rules.opDTypes(catalog.op(op), operands);
      got =
        "ok" in result
          ? `${catalog.word(result.ok.result)} ${catalog.name(result.ok.compute)}`
          : `${failureText(result.failure)} `;
    }
    check.same(`${name} ${op} ${words}`, got, `${wanted} ${compute}`);
  }
  check.end();
}

function values(): void {
  const check = new Check("values rounded to dtypes");
  const view = new DataView(new ArrayBuffer(8));
  for (const [name = "", bits = "", wanted = ""] of lines("values")) {
    view.setBigUint64(0, BigInt(`0x${bits}`));
    const number = view.getFloat64(0);
    const dtype = catalog.at(catalog.dtype(name));
    const integer = Number.isInteger(number) ? BigInt(number) : null;
    const got = dtype.float
      ? round(dtype.float, number)
      : BigInt(`0b${held(catalog, dtype, { number, exact: true, integer }).bits ?? 0}`);
    check.same(`${name} ${number}`, got.toString(16), wanted);
  }
  check.end();
}

/** Numbers as they are typed, and how a dtype holds them. */
function typedValues(): void {
  const check = new Check("values typed in");
  const asked: [string, string, string][] = [
    ["1_000", "int16", "1000"],
    ["+inf", "float16", "∞"],
    ["-infinity", "float16", "-∞"],
    ["+nan", "float16", "NaN"],
    ["-0xff", "int16", "-255"],
    ["1.5e1", "int8", "15"],
    ["0.5", "float16", "0.5"],
    ["0.1", "float64", "0.1: rounded"],
    ["9007199254740993", "float64", "9007199254740992: rounded"],
    ["1e999", "float64", "∞: overflows"],
    ["1e30000", "int8", "holds -128 .. 127"],
    ["inf", "int8", "holds no infinity and no NaN"],
    ["1e-999", "float64", "0: underflows to zero"],
    ["1e-999", "int8", "0: the fraction is cut off"],
    ["constructor", "int8", "no number"],
    [".", "int8", "no number"],
  ];
  for (const [text, name, wanted] of asked) {
    const one = typed(text);
    const found = one === null ? null : held(catalog, catalog.at(catalog.dtype(name)), one);
    const got = found === null ? "no number" : [found.shown, found.remark].filter((word) => word !== "").join(": ");
    check.same(`${text} in ${name}`, got, wanted);
  }
  check.end();
}

/** Lines of the view Ask: what NumPy gives of them, or the mistake and its place. */
function asks(): void {
  const check = new Check("lines that are asked");
  for (const name of CALLED)
    check.same("an op that a sign or another name calls", name, catalog.ops[catalog.op(name)]?.name ?? "");
  const asked: [string, string][] = [
    ["int8 ** 2", "int8"],
    ["pow(int8, int16)", "int16"],
    ["power(int8, float32)", "float32"],
    ["1 + int8", "int8"],
    ["clip(int8, 1, 2)", "int8"],
    ["where(True, int8, 1)", "int8"],
    ["concat(int8)", "int8"],
    ["searchsorted(int8, 1)", "int64"],
    ["promote(1, 2.0)", "no operand is a tensor"],
    ["add(int8)", "1: add takes 2 operands, not 1"],
    ["add(int8, int16, float32)", "1: add takes 2 operands, not 3"],
    ["sqrt(int8, float64)", "1: sqrt takes 1 operand, not 2"],
    ["where(int8, float32)", "1: where takes 3 operands, not 2"],
    ["where(bool, 1, 2)", "1: where takes a tensor besides numbers"],
    ["clip(1, int8, int8)", "6: clip takes a tensor first, not a number"],
    ["matmul(int8, 1)", "14: matmul takes tensors, not numbers"],
    ["int8 @ 1", "8: matmul takes tensors, not numbers"],
    ["stack(1, 2)", "7: stack takes tensors, not numbers"],
    ["sum(1 + 2)", "5: sum takes tensors, not numbers"],
    ["take(int8, 1)", "12: take takes tensors, not numbers"],
    ["add(1, 2)", "1: add takes a tensor on one side at the least"],
    ["1.0 & 2", "1: Python has no & of Python float × Python int"],
    ["constructor:int8 + int8", "1: “constructor:” is none of zero:, weak: and scalar:"],
    ["constructor(int8)", "1: no function is called “constructor”"],
    ...["1 < 2", "True & False", "1j == 1"].map((line): [string, string] => [line, "Python bool"]),
    ...["True + True", "-True", "1 // 2", "2 ** 3", "True << 1"].map((line): [string, string] => [line, "Python int"]),
    ...["1 / 2", "2 ** -1", "True * 1.5"].map((line): [string, string] => [line, "Python float"]),
  ];
  for (const [line, wanted] of asked) {
    let got: string;
    try {
      got = answer(rulesOf("numpy"), parse(catalog, line)).says.replace(", with no tensor to promote with", "");
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      got = `${error.mistake.at + 1}: ${error.mistake.says}`;
    }
    check.same(line, got, wanted);
  }
  check.end();
}

/** After the cast to insert of an op it gives a dtype, and the cast is another dtype's. */
function castsOfOps(): void {
  const check = new Check("casts to insert of ops");
  for (const name of ["numpy", "torch", "mindspore"]) {
    const rules = rulesOf(name);
    for (const op of catalog.ops.filter(({ promotes }) => promotes === 2)) {
      for (const pair of rules.supported.flatMap((lhs) => rules.supported.map((rhs) => [lhs, rhs]))) {
        const [lhs = 0, rhs = 0] = pair;
        if (rules.opGives(op.place, pair) >= 0) continue;
        const cast = opCast(rules, op.place, lhs, rhs);
        if (cast === null) continue;
        const asked = `${name} ${op.name} ${pair.map(spelled).join(" ")}`;
        check.same(asked, String(cast.to !== pair[cast.side]), "true");
        check.same(
          asked,
          catalog.word(rules.opGives(op.place, pair.with(cast.side, cast.to)) & 63),
          catalog.name(cast.returns),
        );
      }
    }
  }
  const told = opCast(rulesOf("numpy"), catalog.op("subtract"), catalog.dtype("bool"), catalog.dtype("bool"));
  check.same("numpy subtract bool bool", catalog.name(told?.to ?? 0), "int8");
  check.end();
}

function lawsOfAll(): void {
  const check = new Check("counter-examples to laws");
  const shown = ({ operands, gives, lost }: Example) => ({
    operands: operands.map((dtype) => catalog.name(dtype)),
    gives: gives.map((cell: Cell) => (catalog.word(cell) === "-" ? null : catalog.word(cell))),
    lost: lost?.map((one) => lossWords(one).replace("lossless", "")),
  });
  type Told = { operands: string[]; gives: (string | null)[]; lost?: string[][] };
  for (const [name = "", json = ""] of lines("laws")) {
    const wanted = JSON.parse(json) as Record<string, Told[] | null | number>;
    const got = laws(rulesOf(name));
    const both: [string, Example[] | null][] = [
      ["symmetric", got.symmetric],
      ["idempotent", got.idempotent],
      ["associative", got.associative],
      ["monotone", got.monotone],
      ["bool_identity", got.boolIdentity],
      ["lossless", got.lossless],
    ];
    for (const [law, examples] of both) {
      const told = wanted[law] as Told[] | null;
      check.same(`${name} ${law}`, String(examples?.length), String(told?.length));
      examples?.forEach((example, place) => {
        const one = told?.[place];
        const plain = { operands: one?.operands, gives: one?.gives, lost: one?.lost?.map((all) => all.join(", ")) };
        check.same(`${name} ${law}`, JSON.stringify(shown(example)), JSON.stringify(plain));
      });
    }
    check.same(`${name} defined`, String(got.defined), String(wanted["defined"]));
  }
  check.end();
}

function moves(): void {
  const check = new Check("moves, each a whole report");
  for (const [from = "", to = "", dtypes = "", json = ""] of lines("moves")) {
    const side = (name: string) => ({ rules: rulesOf(name), evidence: evidence.get(name) as Evidence });
    const named = dtypes
      .split(",")
      .filter(Boolean)
      .map((name) => catalog.dtype(name));
    const got = markdown(report(move(catalog, side(from), side(to), named)));
    const wanted = JSON.parse(json) as string;
    const [one, other] = [got.split("\n"), wanted.split("\n")];
    const place = one.findIndex((line, at) => line !== other[at]);
    const same = got === wanted;
    check.same(
      `${from} → ${to} ${dtypes}`,
      same ? "" : (one[place] ?? got.length.toString()),
      same ? "" : (other[place] ?? wanted.length.toString()),
    );
  }
  check.end();
}

tables();
triples();
questions();
values();
typedValues();
asks();
castsOfOps();
lawsOfAll();
moves();
process.exitCode = failed ? 1 : 0;
