// An op and its operands → the dtype it computes in and the one it returns, or why there is none.

import type { RuleFacts } from "./export";
import {
  type Cell,
  NO_KERNEL,
  type Operand,
  SCALAR,
  TENSOR,
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
import { promoteAll, type Step } from "./nary";
import { type Failure, type Outcome, Tables, fail } from "./tables";

/** What the operands are converted to, and what is returned, weakly typed or not. */
export interface OpDTypes {
  compute: number;
  result: Cell;
}

/** A cell of an op, and the sources that say so. */
export interface OpCell {
  cell: Cell;
  sources: string[];
}

/** The groups of ops whose results are strongly typed. */
const STRONG = ["reduction", "selection"];

/** No second operand. */
const ALONE = 4095;

export class Rules extends Tables {
  private opCells: Map<number, OpCell>[] | null = null;

  /** The rule of an op: the ruleset's own, or that of all. */
  rule(op: number): RuleFacts {
    const own = this.catalog.ops[op];
    if (own === undefined) throw new Error(`no op ${op}`);
    return this.facts.op_rules[own.name] ?? own;
  }

  /** What an op gives in place of the tables; null if nothing is said. `rhs` is null of an op of one operand. */
  opCell(op: number, lhs: number, rhs: Operand | null): OpCell | null {
    this.opCells ??= this.readOpCells();
    return this.opCells[op]?.get(lhs * 4096 + (rhs ?? ALONE)) ?? null;
  }

  private readOpCells(): Map<number, OpCell>[] {
    const all = this.catalog.ops.map(() => new Map<number, OpCell>());
    for (const { ops, left, right, gives, sources } of this.facts.op_cells) {
      const told = { cell: this.catalog.cell(gives), sources };
      const beside = right?.map((word) => this.catalog.operand(word)) ?? [ALONE];
      const keys = left.flatMap((lhs) => beside.map((rhs) => this.catalog.dtype(lhs) * 4096 + rhs));
      for (const op of ops) for (const key of keys) all[this.catalog.op(op)]?.set(key, told);
    }
    return all;
  }

  /** What operands promote to by the tables, as a cell. */
  promoted(operands: Operand[], steps?: Step[]): Outcome<Cell> {
    const all = promoteAll(this, operands, (lhs, rhs) => this.promotePair(lhs, rhs), steps);
    return "ok" in all ? this.asResult(all.ok) : all;
  }

  /** What the framework's `result_type` gives: what they promote to, or by the cells of an op. */
  resultType(operands: Operand[], steps?: Step[]): Outcome<Cell> {
    if (this.facts.result_type === null) return this.promoted(operands, steps);
    const op = this.catalog.op(this.facts.result_type);
    const counted = operands.map((one) => this.countedInOp(op, one));
    const all = promoteAll(this, counted, (lhs, rhs) => this.pairInOp(op, lhs, rhs), steps);
    if ("ok" in all) return this.asResult(all.ok);
    const { failure } = all;
    if (failure.why !== "op cell" || failure.rhs === null) return all;
    return fail({ why: "cell", lhs: operand(TENSOR, failure.lhs), rhs: failure.rhs, cell: failure.cell });
  }

  /** What an op computes in and returns. */
  opDTypes(op: number, operands: Operand[], steps?: Step[]): Outcome<OpDTypes> {
    const [first, second] = operands;
    if (first === undefined) return fail({ why: "no tensor" });
    if (second !== undefined && operands.length === 2) {
      if (this.rule(op).compute === "first") return this.indexed(op, first, second);
      if (categoryOf(first) === TENSOR && categoryOf(second) === TENSOR)
        return this.ofTensors(op, first, second, steps);
    }
    if (operands.length === 1 && !isScalar(first)) {
      const promoted = this.promoteOnly(op, first);
      return "ok" in promoted ? this.ofPromoted(op, promoted.ok, placeOf(first)) : promoted;
    }
    const counted = operands.map((one) => this.countedInOp(op, one));
    const all = promoteAll(this, counted, (lhs, rhs) => this.pairInOp(op, lhs, rhs), steps);
    const tensor = operands.find((one) => !isScalar(one));
    if ("failure" in all) return all;
    return tensor === undefined ? fail({ why: "no tensor" }) : this.ofPromoted(op, all.ok, placeOf(tensor));
  }

  /** What an op returns, as a cell. */
  opGives(op: number, operands: Operand[]): Cell {
    return cellOf(this.opDTypes(op, operands));
  }

  private ofTensors(op: number, lhs: Operand, rhs: Operand, steps?: Step[]): Outcome<OpDTypes> {
    const own = this.opCell(op, placeOf(lhs), rhs);
    const promoted = own === null ? this.promotePair(lhs, rhs) : this.own(own, placeOf(lhs), rhs);
    steps?.push({ lhs, rhs, gives: promoted });
    return "ok" in promoted ? this.ofPromoted(op, promoted.ok, placeOf(lhs)) : promoted;
  }

  /** The operand that a cell of an op makes, or the error it is. */
  private own({ cell }: OpCell, lhs: number, rhs: Operand | null): Outcome<Operand> {
    const dtype = given(cell);
    return dtype < 0 ? fail({ why: "op cell", lhs, rhs, cell }) : { ok: operand(isWeak(cell) ? WEAK : TENSOR, dtype) };
  }

  /** Elements and where they stand: the second operand, of integers, does not promote with the first. */
  private indexed(op: number, first: Operand, second: Operand): Outcome<OpDTypes> {
    const [lhs, rhs] = [dtypeOf(first), dtypeOf(second)];
    if (isScalar(first) || isScalar(second)) return fail({ why: "no tensor" });
    for (const dtype of [lhs, rhs]) if (!this.has[dtype]) return fail({ why: "unsupported", dtype });
    const right = operand(TENSOR, rhs);
    const own = this.opCell(op, lhs, right);
    const kind = this.catalog.at(rhs).kind;
    if (own === null && kind !== 1 && kind !== 2) return fail({ why: "undefined", dtype: rhs });
    const promoted: Outcome<Operand> = own === null ? { ok: first } : this.own(own, lhs, right);
    return "ok" in promoted ? this.ofPromoted(op, promoted.ok, lhs) : promoted;
  }

  /** What an operand counts as in an op: a 0-d tensor as one with axes where the op says so. */
  private countedInOp(op: number, one: Operand): Operand {
    const counted = this.category(one);
    const asTensor = this.rule(op).zero_dim === "tensor" && categoryOf(counted) === ZERO_DIM;
    return asTensor ? operand(TENSOR, placeOf(counted)) : one;
  }

  /** What two operands of an op promote to: it has cells for tensors and Python scalars alone. */
  private pairInOp(op: number, lhs: Operand, rhs: Operand): Outcome<Operand> {
    const [left, right] = [this.category(lhs), this.category(rhs)];
    const [one, other] = [categoryOf(left), categoryOf(right)];
    if (one === TENSOR && (other === TENSOR || other === SCALAR)) {
      const own = this.opCell(op, placeOf(left), right);
      return own === null ? this.promotePair(lhs, rhs) : this.own(own, placeOf(left), right);
    }
    if (one === SCALAR && other === TENSOR) {
      const own = this.opCell(op, placeOf(right), left);
      return own === null ? this.promotePair(lhs, rhs) : this.own(own, placeOf(right), left);
    }
    const promoted = this.promotePair(lhs, rhs);
    if ("failure" in promoted) return promoted;
    const dtype = dtypeOf(promoted.ok);
    if (dtype < 0) return fail({ why: "no tensor" });
    const own = this.opCell(op, dtype, operand(TENSOR, dtype));
    return own === null ? promoted : this.own(own, dtype, operand(TENSOR, dtype));
  }

  private promoteOnly(op: number, only: Operand): Outcome<Operand> {
    const dtype = placeOf(only);
    const own = this.opCell(op, dtype, null);
    if (own !== null) return this.own(own, dtype, null);
    return this.has[dtype] ? { ok: only } : fail({ why: "unsupported", dtype });
  }

  /** What the rule of an op makes of what its operands promote to; `first` is the dtype of the first tensor. */
  ofPromoted(op: number, promoted: Operand, first: number): Outcome<OpDTypes> {
    const { on, compute: rule, result } = this.rule(op);
    const counted = this.asResult(promoted);
    if ("failure" in counted) return counted;
    const found = this.computeDType(rule, given(counted.ok));
    if ("failure" in found) return found;
    const compute = found.ok;
    const dtype = this.catalog.at(compute);
    if (!on.includes(dtype.facts.kind)) return fail({ why: "undefined", dtype: compute });
    const needed = (kind: string): Outcome<OpDTypes> => {
      const wanted = this.needed(kind);
      return "ok" in wanted ? { ok: { compute, result: wanted.ok } } : wanted;
    };
    switch (result) {
      case "compute": {
        // What reductions and selections return is strongly typed.
        const weak = isWeak(counted.ok) && !STRONG.includes(this.catalog.ops[op]?.group ?? "");
        return { ok: { compute, result: weak ? weakly(compute) : compute } };
      }
      case "bool":
        return this.bool < 0 ? fail({ why: "undefined", dtype: compute }) : { ok: { compute, result: this.bool } };
      case "part":
        return { ok: { compute, result: dtype.part >= 0 ? dtype.part : compute } };
      case "index":
        return needed("indexing");
      case "integral":
        return needed("integral");
      default:
        return compute === first
          ? { ok: { compute, result: first } }
          : fail({ why: "not first", first, promoted: compute });
    }
  }

  private computeDType(rule: string, promoted: number): Outcome<number> {
    const { kind } = this.catalog.at(promoted);
    const exact = kind < 3;
    if (rule === "truth") return this.bool < 0 ? fail({ why: "undefined", dtype: promoted }) : { ok: this.bool };
    if (rule === "inexact" && exact) {
      const own = this.facts.inexact[this.catalog.name(promoted)];
      return own === undefined ? this.needed("real floating") : { ok: this.catalog.dtype(own) };
    }
    if (rule === "real" && exact) return this.needed("real floating");
    if (rule === "widened" && exact) {
      const integral = this.needed("integral");
      return "ok" in integral ? { ok: this.widened(promoted, integral.ok) } : integral;
    }
    if (rule === "widest") {
      const widest = this.widest(kind === 4 ? 4 : 3);
      if (widest >= 0) return { ok: widest };
      return kind === 4 ? { ok: promoted } : fail({ why: "undefined", dtype: promoted });
    }
    return { ok: promoted };
  }

  private needed(kind: string): Outcome<number> {
    const dtype = this.defaults[kind] ?? -1;
    return dtype < 0 ? fail({ why: "no default", kind }) : { ok: dtype };
  }

  private widest(kind: number): number {
    let found = -1;
    for (const dtype of this.supported) {
      const { kind: own, bits } = this.catalog.at(dtype);
      if (own === kind && (found < 0 || bits > this.catalog.at(found).bits)) found = dtype;
    }
    return found;
  }

  private widened(dtype: number, integral: number): number {
    const { kind, bits } = this.catalog.at(dtype);
    const width = this.catalog.at(integral).bits;
    if ((kind === 1 || kind === 2) && bits >= width) return dtype;
    if (kind !== 2) return integral;
    const wide = this.supported.find((one) => this.catalog.at(one).kind === 2 && this.catalog.at(one).bits === width);
    return wide ?? integral;
  }
}

/** The cell that stands for the dtypes of an op, or for the lack of them. */
export function cellOf(dtypes: Outcome<OpDTypes>): Cell {
  return "ok" in dtypes ? dtypes.ok.result : cellOfFailure(dtypes.failure);
}

export function cellOfFailure(failure: Failure): Cell {
  switch (failure.why) {
    case "cell":
    case "op cell":
      return failure.cell;
    case "undefined":
    case "not first":
      return NO_KERNEL;
    case "unsupported":
    case "no tensor":
    case "no default":
      return UNKNOWN;
  }
}
