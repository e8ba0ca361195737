// A ruleset's tables → what two operands promote to, and which cell says so.

import type { RulesetFacts, TableName } from "./export";
import {
  type Catalog,
  type Cell,
  type Operand,
  REFUSED,
  SCALAR,
  SCALARS,
  TENSOR,
  TYPED,
  UNKNOWN,
  WEAK,
  ZERO_DIM,
  categoryOf,
  dtypeOf,
  given,
  isScalar,
  isWeak,
  operand,
  placeOf,
  weakly,
} from "./model";

/** Why operands have no dtype, in the words of the rule engine's errors. */
export type Failure =
  | { why: "cell"; lhs: Operand; rhs: Operand; cell: Cell }
  | { why: "unsupported"; dtype: number }
  | { why: "no tensor" }
  | { why: "undefined"; dtype: number }
  | { why: "op cell"; lhs: number; rhs: Operand | null; cell: Cell }
  | { why: "no default"; kind: string }
  | { why: "not first"; first: number; promoted: number };

/** What is there, or why nothing is. */
export type Outcome<T> = { ok: T } | { failure: Failure };
export const fail = (failure: Failure): { failure: Failure } => ({ failure });

/** Where a table answers: a column is a dtype, or from 64 on a kind of Python scalar. */
export interface Entry {
  table: TableName;
  row: number;
  column: number;
}

export const SCALAR_COLUMN = 64;

/** The table that holds in place of one that a ruleset does not state. */
const FALLBACK: Partial<Record<TableName, TableName>> = {
  "zero-dim-pair": "promotion",
  "zero-dim-scalars": "scalars",
  "weak-pair": "promotion",
};

const STRIDE = 68;

export class Tables {
  readonly has: boolean[];
  readonly supported: number[];
  readonly defaults: Record<string, number>;
  readonly bool: number;
  private readonly cells = new Map<TableName, Int16Array>();

  constructor(
    readonly catalog: Catalog,
    readonly name: string,
    readonly facts: RulesetFacts,
  ) {
    this.supported = facts.dtypes.map((dtype) => catalog.dtype(dtype));
    this.has = catalog.dtypes.map((_, place) => this.supported.includes(place));
    const defaults = Object.entries(facts.defaults);
    this.defaults = Object.fromEntries(
      defaults.map(([kind, dtype]) => [kind, dtype === null ? -1 : catalog.dtype(dtype)]),
    );
    this.bool = catalog.dtypes.findIndex((dtype) => dtype.kind === 0);
    for (const name of Object.keys(facts.tables) as TableName[]) this.cells.set(name, this.dense(name));
  }

  private dense(name: TableName): Int16Array {
    const cells = new Int16Array(this.catalog.dtypes.length * STRIDE).fill(UNKNOWN);
    const table = this.facts.tables[name];
    if (table === undefined) return cells;
    const columns = table.columns.map((column) => this.column(name, column));
    table.rows.forEach((row, at) => {
      const start = this.catalog.dtype(row) * STRIDE;
      columns.forEach((column, place) => {
        cells[start + column] = this.catalog.cell(table.cells[at]?.[place] ?? null);
      });
    });
    return cells;
  }

  /** The column of a word: `bool` is a kind of Python scalar where all columns are. */
  private column(name: TableName, word: string): number {
    return this.byKind(name) ? SCALAR_COLUMN + SCALARS.indexOf(word) : this.catalog.dtype(word);
  }

  /** Whether the columns of a table are kinds of Python scalar. */
  byKind(name: TableName): boolean {
    const columns = this.facts.tables[name]?.columns ?? [];
    return name.endsWith("scalars") && columns.every((word) => SCALARS.includes(word));
  }

  hasTable(name: TableName): boolean {
    return this.cells.has(name);
  }

  cell({ table, row, column }: Entry): Cell {
    if (table === "scalars" && column < SCALAR_COLUMN && this.facts.typed_scalars === "converted") {
      return this.has[row] ? row : UNKNOWN;
    }
    return this.cells.get(table)?.[row * STRIDE + column] ?? UNKNOWN;
  }

  /** The operand as the ruleset counts it. */
  category(one: Operand): Operand {
    switch (categoryOf(one)) {
      case ZERO_DIM:
        return this.hasTable("zero-dim") ? one : operand(TENSOR, placeOf(one));
      case WEAK:
        return this.hasTable("weak") ? one : operand(TENSOR, placeOf(one));
      case TYPED:
        return this.typed(one);
      default:
        return one;
    }
  }

  private typed(one: Operand): Operand {
    const dtype = placeOf(one);
    switch (this.facts.typed_scalars) {
      case "tensor":
        return operand(TENSOR, dtype);
      case "zero-dim":
        return this.category(operand(ZERO_DIM, dtype));
      case "kind":
        // Kinds of dtype are bool, int, uint, float, complex; those of Python scalars have no uint.
        return operand(SCALAR, [0, 1, 1, 2, 3][this.catalog.at(dtype).kind] ?? 0);
      default:
        return one;
    }
  }

  private stated(table: TableName): TableName {
    return this.hasTable(table) ? table : (FALLBACK[table] ?? table);
  }

  /** What two operands give and which cell says so; null where neither is a tensor. */
  lookup(lhs: Operand, rhs: Operand): { entry: Entry; cell: Cell } | null {
    const [left, right] = [this.category(lhs), this.category(rhs)];
    const [one, other] = [categoryOf(left), categoryOf(right)];
    const [a, b] = [placeOf(left), placeOf(right)];
    const at = (table: TableName, row: number, column: number) => {
      const entry = { table, row, column };
      return { entry, cell: this.cell(entry) };
    };
    if (one >= SCALAR && other >= SCALAR) return null;
    if (one === TENSOR && other === TENSOR) return at("promotion", a, b);
    if (one === WEAK && other === WEAK) return this.weakPair(a, b);
    if (one === WEAK || other === WEAK) {
      const [weak, beside, of] = one === WEAK ? [left, right, other] : [right, left, one];
      if (of !== SCALAR) return at("weak", placeOf(beside), placeOf(weak));
      const tensor = this.tensorOf(placeOf(beside));
      if (tensor < 0) return at("scalars", placeOf(weak), SCALAR_COLUMN + placeOf(beside));
      return one === WEAK ? this.lookup(lhs, tensor) : this.lookup(tensor, rhs);
    }
    if (one === TYPED) return at("scalars", b, a);
    if (other === TYPED) return at("scalars", a, b);
    if (one === SCALAR || other === SCALAR) {
      const [tensor, of, scalar] = one === SCALAR ? [b, other, a] : [a, one, b];
      const table = of === ZERO_DIM ? this.stated("zero-dim-scalars") : "scalars";
      return at(table, tensor, SCALAR_COLUMN + scalar);
    }
    if (one === ZERO_DIM && other === ZERO_DIM) return at(this.stated("zero-dim-pair"), a, b);
    return one === TENSOR ? at("zero-dim", a, b) : at("zero-dim", b, a);
  }

  private weakPair(row: number, column: number): { entry: Entry; cell: Cell } {
    const entry = { table: this.stated("weak-pair"), row, column };
    const cell = this.cell(entry);
    const plain = cell >= 0 && cell < 64 && entry.table === "promotion";
    return { entry, cell: plain ? weakly(cell) : cell };
  }

  /** A Python scalar as the tensor that it counts as beside a weakly typed one; -1 where it stays a scalar. */
  private tensorOf(scalar: number): Operand {
    if (scalar === 0) return this.bool < 0 ? -1 : operand(TENSOR, this.bool);
    const kind = ["", "integral", "real floating", "complex floating"][scalar] ?? "";
    const dtype = this.defaults[kind] ?? -1;
    return dtype < 0 ? -1 : operand(WEAK, dtype);
  }

  private isLow(one: Operand): boolean {
    const counted = this.category(one);
    return categoryOf(counted) === ZERO_DIM || isScalar(counted);
  }

  /** What two operands promote to, as the operand that the result is. */
  promotePair(lhs: Operand, rhs: Operand): Outcome<Operand> {
    const found = this.lookup(lhs, rhs);
    if (found === null) return fail({ why: "no tensor" });
    const { cell } = found;
    const dtype = given(cell);
    if (dtype >= 0) {
      const low = this.isLow(lhs) && this.isLow(rhs);
      return { ok: operand(isWeak(cell) ? WEAK : low ? ZERO_DIM : TENSOR, dtype) };
    }
    const missing = [lhs, rhs].map(dtypeOf).find((one) => one >= 0 && !this.has[one]);
    return missing === undefined ? fail({ why: "cell", lhs, rhs, cell }) : fail({ why: "unsupported", dtype: missing });
  }

  /** The result that an operand stands for: weakly typed only if the ruleset distinguishes that. */
  asResult(one: Operand): Outcome<Cell> {
    const counted = this.category(one);
    const dtype = dtypeOf(counted);
    if (dtype < 0) return fail({ why: "no tensor" });
    return { ok: categoryOf(counted) === WEAK ? weakly(dtype) : dtype };
  }

  /** Which sources say what a cell gives, by their ids. */
  sources({ table, row, column }: Entry): string[] {
    const facts = this.facts.tables[table];
    const word = column >= SCALAR_COLUMN ? SCALARS[column - SCALAR_COLUMN] : this.catalog.dtypes[column]?.name;
    if (facts === undefined || word === undefined) return [];
    const at = facts.rows.indexOf(this.catalog.name(row));
    const set = facts.cell_sources[at]?.[facts.columns.indexOf(word)];
    return set === undefined ? [] : (facts.source_sets[set] ?? []);
  }
}

/** Whether a cell is an error, and not only unknown. */
export const isError = (cell: Cell): boolean => cell === REFUSED || cell === -2;
