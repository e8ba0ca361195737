// A tree under every ruleset → answers, those that are alike together, each with its steps.

import {
  type Cell,
  type Operand,
  SCALAR,
  TENSOR,
  WEAK,
  ZERO_DIM,
  categoryOf,
  given,
  isScalar,
  isWeak,
  operand,
  placeOf,
} from "../engine/model";
import type { Step } from "../engine/nary";
import { type Rules, cellOfFailure } from "../engine/ops";
import { type Failure, type Outcome, fail } from "../engine/tables";
import { operandWords, outcomeWords } from "../engine/words";
import { PROMOTE, RESULT_TYPE, type Tree, asksDType } from "./tree";
import { pythonKind } from "./python";

/** What a ruleset gives: a word that answers are grouped by, and the steps to it. */
export interface Answer {
  cell: Cell;
  says: string;
  steps: string[];
}

export function answer(rules: Rules, tree: Tree): Answer {
  const steps: string[] = [];
  const found = value(rules, tree, steps);
  if ("failure" in found)
    return { cell: cellOfFailure(found.failure), says: failureWords(rules, found.failure), steps };
  const result = found.ok;
  if (categoryOf(result) === SCALAR) {
    return { cell: -3, says: `${operandWords(rules.catalog, result)}, with no tensor to promote with`, steps };
  }
  const cell = categoryOf(result) === WEAK ? 64 + placeOf(result) : placeOf(result);
  return { cell, says: outcomeWords(rules.catalog, cell), steps };
}

function value(rules: Rules, tree: Tree, steps: string[]): Outcome<Operand> {
  if (tree.is === "operand") return supported(rules, tree.operand);
  const operands: Operand[] = [];
  for (const arg of tree.args) {
    const one = value(rules, arg, steps);
    if ("failure" in one) return one;
    operands.push(one.ok);
  }
  const { catalog } = rules;
  const words = operands.map((one) => operandWords(catalog, one));
  if (operands.every((one) => categoryOf(one) === SCALAR)) {
    const kind = tree.sign === null ? null : pythonKind(tree, operands.map(placeOf));
    if (kind === null) return fail({ why: "no tensor" });
    const result = operand(SCALAR, kind);
    steps.push(`${words.join(" × ")} → ${operandWords(catalog, result)}, by Python itself`);
    return { ok: result };
  }
  const inner: Step[] = [];
  const called = asksDType(tree.name) ? "" : `${tree.name}: `;
  const cell = callCell(rules, tree.name, operands, inner);
  if (operands.length > 2) steps.push(...inner.map((step) => stepWords(rules, step)));
  if ("failure" in cell) return cell;
  steps.push(`${called}${words.join(" × ")} → ${outcomeWords(catalog, cell.ok)}`);
  const low = operands.every((one) => isScalar(one) || categoryOf(rules.category(one)) === ZERO_DIM);
  return { ok: operand(isWeak(cell.ok) ? WEAK : low ? ZERO_DIM : TENSOR, given(cell.ok)) };
}

function supported(rules: Rules, one: Operand): Outcome<Operand> {
  const lacks = categoryOf(one) !== SCALAR && !rules.has[placeOf(one)];
  return lacks ? fail({ why: "unsupported", dtype: placeOf(one) }) : { ok: one };
}

function callCell(rules: Rules, name: string, operands: Operand[], steps: Step[]): Outcome<Cell> {
  if (name === PROMOTE) return rules.promoted(operands, steps);
  if (name === RESULT_TYPE) return rules.resultType(operands, steps);
  const op = rules.catalog.op(name);
  const promoting = rules.catalog.ops[op]?.group === "ternary" && name === "where" ? operands.slice(1) : operands;
  const dtypes = rules.opDTypes(op, promoting, steps);
  return "ok" in dtypes ? { ok: dtypes.ok.result } : dtypes;
}

/** `int8 × float32 → float32` */
function stepWords({ catalog }: Rules, { lhs, rhs, gives }: Step): string {
  const both = `${operandWords(catalog, lhs)} × ${operandWords(catalog, rhs)}`;
  return `${both} → ${"ok" in gives ? operandWords(catalog, gives.ok) : "nothing"}`;
}

/** Why there is no answer, as a phrase. */
export function failureWords({ catalog }: Rules, failure: Failure): string {
  const name = (dtype: number) => catalog.name(dtype);
  switch (failure.why) {
    case "cell":
      return `${outcomeWords(catalog, failure.cell)}: ${operandWords(catalog, failure.lhs)} × ${operandWords(catalog, failure.rhs)}`;
    case "op cell": {
      const beside = failure.rhs === null ? "" : ` × ${operandWords(catalog, failure.rhs)}`;
      return `${outcomeWords(catalog, failure.cell)}: ${name(failure.lhs)}${beside}`;
    }
    case "unsupported":
      return `has no ${name(failure.dtype)}`;
    case "no tensor":
      return "no operand is a tensor";
    case "undefined":
      return `not defined on ${name(failure.dtype)}`;
    case "no default":
      return `needs a default ${failure.kind} dtype, which no source states`;
    case "not first":
      return `gives the first operand's dtype, ${name(failure.first)}, and the operands promote to ${name(failure.promoted)}`;
  }
}
