// The recorded runs of a ruleset → what ops gave, where that is declared to differ, and which ops are assumed.

import type { DifferenceFacts, RunFacts, ViewFacts } from "./export";
import {
  type Catalog,
  type Cell,
  NO_KERNEL,
  type Op,
  type Operand,
  REFUSED,
  TENSOR,
  TYPED,
  UNKNOWN,
  WEAK,
  ZERO_DIM,
  categoryOf,
  dtypeOf,
  isScalar,
  operand,
  placeOf,
} from "./model";
import type { Rules } from "./ops";

/** An answer of a run, with the text of its error. */
export interface Seen {
  /** What it gave; unknown of a dtype that no ruleset gives. */
  cell: Cell;
  words: string;
  error: string | null;
  crash: boolean;
}

/** What a framework does otherwise than the ruleset gives. */
export interface Otherwise {
  run: string;
  does: string;
  why: string;
}

/** Operands of a cell as one number; of one operand the second is `ALONE`. */
const ALONE = 511;
const key = (lhs: Operand, rhs: Operand = ALONE): number => lhs * 512 + rhs;

/** One run under one rule. */
export class View {
  private readonly places: Map<Operand, number>;

  constructor(
    private readonly catalog: Catalog,
    readonly run: RunFacts,
    private readonly facts: ViewFacts,
    readonly about: string[],
    readonly source: string,
    readonly name: string,
  ) {
    this.places = new Map(facts.operands.map((word, place) => [catalog.operand(word), place]));
  }

  /** What an op gave of one operand or two; null where it was not asked. */
  seen(op: Op, lhs: Operand, rhs?: Operand): Seen | null {
    const grid = this.facts.grids[this.facts.ops[op.name] ?? -1];
    const [row, column] = rhs === undefined ? [0, lhs] : [this.places.get(lhs), rhs];
    const line = row === undefined ? undefined : grid?.[row];
    const sign = line?.charCodeAt(this.places.get(column) ?? -1) ?? 32;
    return sign > 32 ? this.answer(sign - 33) : null;
  }

  private answer(place: number): Seen | null {
    const answer = this.facts.answers[place];
    if (answer === undefined) return null;
    if (typeof answer === "string") {
      const cell = this.catalog.cell(answer);
      const foreign = answer.startsWith("<");
      const weak = !foreign && answer.endsWith("*");
      const words = foreign ? answer.slice(1, -1) : weak ? `${answer.slice(0, -1)}, weakly typed` : answer;
      return { cell: foreign && cell < 128 ? UNKNOWN : cell, words, error: null, crash: false };
    }
    const [sign, error] = answer;
    const words = { "-": "refused", "!": "no kernel", "*": "crash" }[sign] ?? sign;
    const cell = sign === "-" ? REFUSED : NO_KERNEL;
    return { cell, words, error: withoutPlaces(this.run.errors[error] ?? ""), crash: sign === "*" };
  }

  /** The operands that an op was asked of, as keys. */
  asked(op: Op): number[] {
    const grid = this.facts.grids[this.facts.ops[op.name] ?? -1] ?? [];
    const operands = [...this.places.keys()];
    return grid.flatMap((line, row) =>
      [...line].flatMap((sign, column) => {
        const [lhs, rhs] = [operands[row] ?? 0, operands[column] ?? 0];
        return sign === " " ? [] : [op.promotes === 1 ? key(rhs) : key(lhs, rhs)];
      }),
    );
  }

  asks(op: Op): boolean {
    return op.name in this.facts.ops || this.facts.computed.includes(op.name);
  }

  speaksOf(op: Op): boolean {
    const promotes = op.name === "add" && (this.about.includes("promotion") || this.about.includes("scalars"));
    return (promotes || this.about.includes("ops")) && this.asks(op);
  }
}

/** What the recorded runs of a ruleset's framework add to its rules. */
export class Evidence {
  readonly views: View[] = [];
  private readonly catalog: Catalog;
  private readonly known: Set<string>;
  private readonly cells = new Map<View, Map<number, DifferenceFacts>>();
  private readonly values = new Map<string, DifferenceFacts[]>();
  private readonly differences: DifferenceFacts[];

  constructor(readonly rules: Rules) {
    const { catalog, facts } = rules;
    this.catalog = catalog;
    this.known = new Set(facts.stated_ops);
    this.differences = facts.observed_differences.filter((one) => holdsOn(one, facts.device));
    for (const { run: file, view, about, source } of facts.observed) {
      const run = catalog.data.runs[file];
      const found = run?.views[view];
      if (run === undefined || found === undefined) continue;
      const one = new View(catalog, run, found, about, source, view);
      this.views.push(one);
      for (const op of catalog.ops) if (one.speaksOf(op)) this.known.add(op.name);
    }
    for (const one of this.differences.filter((one) => one.table === "values")) {
      for (const name of one.ops.flatMap((op) => one.cells.map((cell) => `${op} of ${cell}`))) {
        this.values.set(name, [...(this.values.get(name) ?? []), one]);
      }
    }
  }

  /** Whether neither the ruleset's own file nor a run of it speaks of an op. */
  assumes(op: Op): boolean {
    return !this.known.has(op.name);
  }

  assumed(): string[] {
    return this.catalog.ops.filter((op) => this.assumes(op)).map((op) => op.name);
  }

  /** The cells that the ruleset's file declares to differ in a run. */
  private declared(view: View): Map<number, DifferenceFacts> {
    const known = this.cells.get(view);
    if (known !== undefined) return known;
    const cells = new Map<number, DifferenceFacts>();
    const mine = this.differences.filter((one) => one.table === "ops" && one.source === view.source);
    for (const one of mine) {
      for (const name of one.ops) {
        const op = this.catalog.ops[this.catalog.op(name)];
        if (op === undefined) continue;
        for (const cell of one.cells) {
          for (const asked of this.expanded(view, op, cell)) cells.set(op.place * 2 ** 20 + asked, one);
        }
      }
    }
    this.cells.set(view, cells);
    return cells;
  }

  /** `i8`, `→ bf16`, `i8 i16 × u8 scalar:int` → keys. */
  private expanded(view: View, op: Op, cell: string): number[] {
    if (cell.startsWith("→ ")) {
      const into = placeOf(this.catalog.operand(cell.slice(2)));
      return view.asked(op).filter((asked) => this.computes(op, asked) === into);
    }
    const [left, right] = cell.split(" × ").map((side) => side.split(" ").map((word) => this.catalog.operand(word)));
    if (left === undefined) return [];
    return left.flatMap((lhs) => (right === undefined ? [key(lhs)] : right.map((rhs) => key(lhs, rhs))));
  }

  private computes(op: Op, asked: number): number {
    const [lhs, rhs] = [Math.floor(asked / 512), asked % 512];
    const dtypes = this.rules.opDTypes(op.place, rhs === ALONE ? [lhs] : [lhs, rhs]);
    return "ok" in dtypes ? dtypes.ok.compute : -1;
  }

  /** The declared difference of an op on operands, and what the run gave there. */
  private difference(view: View, op: Op, operands: Operand[]): { one: DifferenceFacts; seen: Seen } | null {
    const forms = formsOf(operands, op);
    const cells = this.declared(view);
    const at = (form: Operand[]) => cells.get(op.place * 2 ** 20 + key(form[0] ?? 0, form[1]));
    if (!forms.some((form) => at(form) !== undefined)) return null;
    // The first form that was asked is the one that counts.
    for (const form of forms) {
      const seen = view.seen(op, form[0] ?? 0, form[1]);
      if (seen === null) continue;
      const one = at(form);
      return one === undefined ? null : { one, seen };
    }
    return null;
  }

  /** What the framework gives where its first run of ops is declared to differ; null where it is not. */
  gives(op: Op, operands: Operand[]): Cell | null {
    const view = this.views.find((one) => one.about.includes("ops"));
    const found = view === undefined ? null : this.difference(view, op, operands);
    if (found === null || found.one.some_values === true || found.seen.cell === UNKNOWN) return null;
    return found.seen.cell;
  }

  /** Where runs gave another dtype than the ruleset, an error, or other values. */
  otherwise(op: Op, operands: Operand[]): Otherwise[] {
    const dtypes = this.views.flatMap((view) => {
      const found = this.difference(view, op, operands);
      if (found === null) return [];
      const { one, seen } = found;
      const gives = `gives ${seen.words}${one.some_values === true ? " of some values" : ""}`;
      return [{ run: this.called(view), does: seen.error === null ? gives : raises(seen), why: one.why }];
    });
    // Of 0-d and weakly typed tensors what is declared of them, and what is of tensors with axes.
    const withAxes = operands.map(plain);
    const alike = withAxes.every((one, place) => one === operands[place]);
    const values = [...(alike ? [] : this.valuesBeside(op, operands)), ...this.valuesBeside(op, withAxes)];
    const others = values.map((one) => {
      const view = this.views.find((view) => view.source === one.source);
      const does = `gives of some operands “${withoutPlaces(one.run)}”, here “${withoutPlaces(one.rule)}”`;
      return { run: view === undefined ? one.source : this.called(view), does, why: one.why };
    });
    return [...dtypes, ...others];
  }

  private valuesBeside(op: Op, operands: Operand[]): DifferenceFacts[] {
    const codes = operands.map((one) => this.spelled(one));
    const found = this.values.get(`${op.name} of ${codes.join(" × ")}`) ?? [];
    if (found.length > 0 || !op.swaps) return found;
    return this.values.get(`${op.name} of ${codes.reverse().join(" × ")}`) ?? [];
  }

  /** An operand as spec files write it, by code. */
  private spelled(one: Operand): string {
    const word = this.catalog.spelled(one);
    const dtype = dtypeOf(one);
    return dtype < 0 ? word : word.replace(this.catalog.name(dtype), this.catalog.at(dtype).code);
  }

  /** `torch 2.15.0`; of several runs of a framework also which one. */
  called(view: View): string {
    const { framework, version } = view.run;
    return this.views.length === 1 ? `${framework} ${version}` : `${framework} ${version} (${view.name})`;
  }

  /**
   * What the differences of values say that another ruleset does not have, each a sentence, for those on cells that
   * all of `asked` holds of.
   */
  valueSentences(asked: (word: string) => boolean, other: Evidence): string[] {
    const known = new Set(other.differences.map(whatItSays));
    const values = this.differences.filter((one) => one.table === "values" && !known.has(whatItSays(one)));
    const here = values.filter((one) => one.cells.some((cell) => cell.split(/\s+/).filter(Boolean).every(asked)));
    return here.map((one) => {
      const version = this.rules.facts.sources.find((source) => source.id === one.source)?.version ?? "";
      const devices = one.devices ?? [];
      const on = devices.length > 0 ? ` on ${devices.join(" and ")}` : "";
      const cells = (one.written ?? []).join("; ");
      const [rule, run] = [said(one.rule, "what the rule gives"), said(one.run, "another")];
      return `values of ${one.ops.join(", ")} of ${cells}${on}: ${rule} here, ${run} in ${version}: ${one.why}`;
    });
  }
}

/** A text with `…` for each op or dtype, in whose place one that several answers share has `{op}`, `{0}` and so on. */
const withoutPlaces = (text: string): string => text.replace(/\{(op|\d+)\}/g, "…");

/** The cells of a difference, and what is said of them. */
const whatItSays = ({ table, ops, cells, written, rule, run }: DifferenceFacts): string =>
  JSON.stringify([table, ops, cells, written, rule, run]);

const said = (word: string, any: string): string =>
  ({ "-": "refused", "!": "no kernel", "?": "nothing", "*": any })[word] ?? word;

const holdsOn = (one: DifferenceFacts, device: string | null): boolean =>
  (one.devices ?? []).length === 0 || (device !== null && (one.devices ?? []).includes(device));

const plain = (one: Operand): Operand =>
  categoryOf(one) === ZERO_DIM || categoryOf(one) === WEAK ? operand(TENSOR, placeOf(one)) : one;

/** How a run may have been asked of operands, the nearest form first. */
function formsOf(operands: Operand[], op: Op): Operand[][] {
  const [first, second, third] = operands;
  if (first === undefined) return [];
  if (second === undefined) return dtypeOf(first) < 0 ? [] : [[operand(TENSOR, dtypeOf(first))]];
  let pair = [first, second];
  if (third !== undefined) {
    if (op.name === "where") pair = [second, third];
    else if (op.result !== "first" && second !== third) return [];
  }
  const [lhs, rhs] = pair as [Operand, Operand];
  const all = [pair, pair.map(plain), [rhs, lhs], [plain(rhs), plain(lhs)]];
  return all.filter((form) => {
    const typed = form.some((one) => categoryOf(one) === TYPED);
    return !typed && !form.every(isScalar);
  });
}

/** `raises TypeError`, by the beginning of an error's text. */
function raises(seen: Seen): string {
  const kind = (seen.error ?? "").split(":")[0] ?? "";
  return seen.crash ? "crashes" : /^[A-Za-z0-9_]+$/.test(kind) ? `raises ${kind}` : "raises an error";
}
