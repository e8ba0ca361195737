// Every case of a move → the cases that change.

import { type Loss, losses } from "../engine/losses";
import {
  type Cell,
  type Op,
  type Operand,
  SCALAR,
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
} from "../engine/model";
import { cellOf, type Rules } from "../engine/ops";
import { type Cast, find, flipped, sameCast } from "./cast";
import { type Move, gives, observed, severity } from "./move";

/** One case that changes. */
export interface Change {
  severity: number;
  /** The op; null where it is what the operands promote to. */
  op: Op | null;
  operands: Operand[];
  /** Whether the other order changes alike, and is not listed. */
  eitherOrder: boolean;
  was: Cell;
  becomes: Cell;
  /** What the new result loses of the old one's values. */
  lost: Loss[];
  cast: Cast | null;
  /** Whether a run says what one of the frameworks gives, where its ruleset gives otherwise. */
  byRun: boolean;
}

type Counts = (operands: Operand[], was: Cell, becomes: Cell) => boolean;

/** What operands promote to, then what ops give beyond that; the worst first. */
export function changes(moved: Move, wanted: (op: Op) => boolean = () => true): Change[] {
  const all = promotions(moved);
  for (const op of moved.catalog.ops.filter(wanted)) all.push(...ofOp(moved, op));
  const rank = ({ severity, op }: Change) => severity * 2 + (op === null ? 0 : 1);
  return all.sort((one, other) => rank(one) - rank(other));
}

function promotions(moved: Move): Change[] {
  const tensors = of(moved, TENSOR);
  const scalars = numbers(moved);
  const found: Change[] = [];
  const plain = () => true;
  pairs(moved, null, tensors, tensors, plain, found);
  pairs(moved, null, tensors, scalars, plain, found);
  const told = (name: "zero-dim" | "weak") => [moved.from, moved.to].some(({ rules }) => rules.hasTable(name));
  const categories = [...(told("zero-dim") ? [ZERO_DIM] : []), ...(told("weak") ? [WEAK] : [])];
  for (const category of categories) {
    const those = of(moved, category);
    const own: Counts = (operands, was, becomes) => !asOfTensors(moved, operands, was, becomes);
    pairs(moved, null, tensors, those, own, found);
    pairs(moved, null, those, those, own, found);
    pairs(moved, null, those, scalars, own, found);
  }
  return found;
}

const of = (moved: Move, category: number): Operand[] => moved.dtypes.map((dtype) => operand(category, dtype));

/** The kinds of Python scalar, or the dtypes of scalars where both rulesets tell them apart by that. */
function numbers(moved: Move): Operand[] {
  const typed = (rules: Rules) => {
    const table = rules.facts.tables.scalars;
    const known = table?.cells.some((row) => row.some((cell) => cell !== "?")) ?? false;
    return known && !rules.byKind("scalars");
  };
  if (typed(moved.from.rules) && typed(moved.to.rules)) return of(moved, TYPED);
  return [0, 1, 2, 3].map((kind) => operand(SCALAR, kind));
}

/** Whether tensors with axes, strongly typed, change alike, so that there is nothing more to say. */
function asOfTensors(moved: Move, operands: Operand[], was: Cell, becomes: Cell): boolean {
  const plain = operands.map((one) => {
    const category = categoryOf(one);
    return category === ZERO_DIM || category === WEAK ? operand(TENSOR, placeOf(one)) : one;
  });
  return gives(moved.from, null, plain) === was && gives(moved.to, null, plain) === becomes;
}

function ofOp(moved: Move, op: Op): Change[] {
  const tensors = of(moved, TENSOR);
  if (op.promotes === 1) {
    return tensors.flatMap((one) => {
      const both = changing(moved, op, [one]);
      return both === null ? [] : [change(moved, op, [one], both[0], both[1], true)];
    });
  }
  const found: Change[] = [];
  const own: Counts = (operands, was, becomes) => {
    // What is searched has an axis.
    const searched = op.group === "lookup" && operands[0] !== undefined && isScalar(operands[0]);
    return !searched && !follows(moved, op, operands, was, becomes);
  };
  pairs(moved, op, tensors, tensors, own, found);
  // No number is a matrix, or joined with a tensor.
  if (op.group !== "product" && op.group !== "join") pairs(moved, op, tensors, numbers(moved), own, found);
  return found;
}

/** Whether what an op gives changes because of what its operands promote to and for no other reason. */
function follows(moved: Move, op: Op, operands: Operand[], was: Cell, becomes: Cell): boolean {
  const [lhs, rhs] = operands;
  if (lhs === undefined || rhs === undefined) return false;
  const promoted = [moved.from, moved.to].map(({ rules }) => rules.lookup(lhs, rhs)?.cell ?? UNKNOWN);
  const [before = UNKNOWN, after = UNKNOWN] = promoted;
  // Where operands do not promote on one side, that is the whole difference.
  if ((given(before) < 0 && before === was) || (given(after) < 0 && after === becomes)) return true;
  const first = dtypeOf(lhs) >= 0 ? dtypeOf(lhs) : dtypeOf(rhs);
  if (first < 0) return false;
  const { rules } = moved.from;
  const ruled = promoted.map((cell) => {
    const dtype = given(cell);
    if (dtype < 0) return cell;
    const result = cellOf(rules.ofPromoted(op.place, operand(TENSOR, dtype), first));
    // Weak types are the second ruleset's to distinguish too.
    const weak = isWeak(cell) && result >= 0 && result < 64 && rules.rule(op.place).result === "compute";
    return weak ? weakly(result) : result;
  });
  return ruled[0] === was && ruled[1] === becomes;
}

/** The changes of every pair; each pair once where its two orders change alike. */
function pairs(moved: Move, op: Op | null, lefts: Operand[], rights: Operand[], counts: Counts, found: Change[]): void {
  const ask = (operands: Operand[]): Change | null => {
    const both = changing(moved, op, operands);
    if (both === null || !counts(operands, both[0], both[1])) return null;
    return change(moved, op, operands, both[0], both[1], false);
  };
  const itself = lefts.length === rights.length && lefts.every((one, place) => one === rights[place]);
  for (const lhs of lefts) {
    for (const rhs of rights) {
      if (itself && lhs > rhs) continue;
      const [here, there] = [ask([lhs, rhs]), ask([rhs, lhs])];
      if (here !== null && there !== null && alike(here, there)) {
        found.push({ ...here, eitherOrder: true });
      } else {
        found.push(...[here, there].filter((one) => one !== null));
      }
    }
  }
}

/** Whether two orders of operands change alike, and are kept from it by the same cast. */
function alike(here: Change, there: Change): boolean {
  const same = here.operands.every((one, place) => one === there.operands[place]);
  const cast = same || sameCast(here.cast, flipped(there.cast));
  return cast && here.byRun === there.byRun && here.was === there.was && here.becomes === there.becomes;
}

/** What both rulesets give, where that is a change. */
function changing(moved: Move, op: Op | null, operands: Operand[]): [Cell, Cell] | null {
  const [was, becomes] = [gives(moved.from, op, operands), gives(moved.to, op, operands)];
  return severity(moved.catalog, was, becomes) === null ? null : [was, becomes];
}

function change(
  moved: Move,
  op: Op | null,
  operands: Operand[],
  was: Cell,
  becomes: Cell,
  eitherOrder: boolean,
): Change {
  const byRun = [moved.from, moved.to].some((side) => observed(side, op, operands) !== null);
  const [old, now] = [given(was), given(becomes)];
  return {
    severity: severity(moved.catalog, was, becomes) ?? 0,
    op,
    operands,
    eitherOrder,
    was,
    becomes,
    lost: old >= 0 && now >= 0 ? losses(moved.catalog, old, now) : [],
    cast: find(moved, op, operands, was, becomes),
    byRun,
  };
}
