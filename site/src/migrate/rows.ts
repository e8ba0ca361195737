// Changes → rows of a table: ops that change alike together, operands that do as rectangles.

import { compare } from "../engine/casts";
import { lossWords } from "../engine/losses";
import {
  type Cell,
  type Op,
  type Operand,
  SCALAR,
  TENSOR,
  WEAK,
  ZERO_DIM,
  KINDS,
  categoryOf,
  dtypeOf,
  given,
  operand,
} from "../engine/model";
import { operandWords, outcomeWords } from "../engine/words";
import type { Change } from "./cases";
import { type Cast, flipped, sameCast } from "./cast";
import { LEGAL, type Move, NOT_KNOWN, NOW_REFUSED } from "./move";
import { type Pair, type Rectangle, symmetricRectangles } from "./rectangles";

/** Changes that say the same. */
export interface Row {
  severity: number;
  /** The ops; none where it is what operands promote to. */
  ops: Op[];
  operands: string;
  was: string;
  becomes: string;
  lost: string;
  cast: string;
  /** The dtypes of the operands, for filters. */
  dtypes: number[];
}

/** Two operands, the second -1 of an op of one, and the outcome that may vary. */
type Case = [Operand, Operand, number];

interface Alike {
  first: Change;
  cast: Cast | null;
  varying: Cell[];
  ops: { op: Op | null; cases: Map<string, Case> }[];
}

/** The outcome that matters less, so that changes which differ in it are still told together. */
function varies(change: Change): "was" | "becomes" | "nothing" {
  const [old, now] = [given(change.was) >= 0, given(change.becomes) >= 0];
  const { severity } = change;
  if ((severity === NOW_REFUSED || severity === LEGAL) && change.op === null) return "nothing";
  if ((severity === NOW_REFUSED || severity === NOT_KNOWN) && old && !now && change.cast === null) return "was";
  if ((severity === LEGAL || severity === NOT_KNOWN) && !old && now) return "becomes";
  return "nothing";
}

/** The rows of changes, in their order. */
export function rows(moved: Move, changes: Change[]): Row[] {
  const groups: Alike[] = [];
  for (const change of changes) {
    const [operands, cast] = oriented(change);
    let group = groups.find((known) => takes(known, change, cast));
    if (group === undefined) groups.push((group = { first: change, cast, varying: [], ops: [] }));
    const outcome = varies(change) === "was" ? change.was : change.becomes;
    let place = group.varying.indexOf(outcome);
    if (place < 0) place = group.varying.push(outcome) - 1;
    const one: Case = [...operands, place];
    const known = group.ops.find(({ op }) => op === change.op);
    if (known === undefined) group.ops.push({ op: change.op, cases: new Map([[one.join(), one]]) });
    else known.cases.set(one.join(), one);
  }
  return groups.flatMap((group) => rowsOf(moved, group));
}

/** The operands of a change, the one to cast first if the order of the two does not matter. */
function oriented({ operands, cast, eitherOrder }: Change): [[Operand, Operand], Cast | null] {
  const [lhs = 0, rhs = -1] = operands;
  const turn = cast?.of === "second" && eitherOrder && rhs >= 0 && lhs !== rhs;
  return turn ? [[rhs, lhs], flipped(cast)] : [[lhs, rhs], cast];
}

function takes({ first, cast: own }: Alike, change: Change, cast: Cast | null): boolean {
  const wanted = varies(change);
  return (
    first.severity === change.severity &&
    first.eitherOrder === change.eitherOrder &&
    first.byRun === change.byRun &&
    sameCast(own, cast) &&
    varies(first) === wanted &&
    (first.was === change.was || wanted === "was") &&
    (first.becomes === change.becomes || wanted === "becomes") &&
    (first.op === null) === (change.op === null) &&
    first.operands.length === change.operands.length &&
    lossWords(first.lost) === lossWords(change.lost)
  );
}

function rowsOf(moved: Move, group: Alike): Row[] {
  const sets: { ops: Op[]; cases: Case[]; key: string }[] = [];
  for (const { op, cases } of group.ops) {
    const sorted = [...cases.values()].sort(compare);
    const key = sorted.join(";");
    const known = sets.find((set) => set.key === key);
    if (known !== undefined) known.ops.push(...(op === null ? [] : [op]));
    else sets.push({ ops: op === null ? [] : [op], cases: sorted, key });
  }
  return sets.map(({ ops, cases }) => rowOf(moved, group, ops, cases));
}

function rowOf(moved: Move, group: Alike, ops: Op[], cases: Case[]): Row {
  const { severity, was, becomes, eitherOrder, byRun, lost } = group.first;
  const places = [...new Set(cases.map(([, , place]) => place))].sort((a, b) => a - b);
  const varying = places.map((place) => group.varying[place] ?? 0);
  const [before, after] = varies(group.first) === "was" ? [varying, [becomes]] : [[was], varying];
  const ones = cases.filter(([, rhs]) => rhs < 0).map(([one]) => one);
  const pairs = cases.filter(([, rhs]) => rhs >= 0).map(([lhs, rhs]): Pair => [lhs, rhs]);
  // Which operand is cast tells the two orders apart.
  const one = group.cast?.of === "first" || group.cast?.of === "second";
  const mirrored = eitherOrder && !one;
  const same = (lhs: number, rhs: number) => mirrored && categoryOf(lhs) === categoryOf(rhs);
  const rectangles = symmetricRectangles(pairs, same);
  const words = rectangles.map(([lefts, rights]) => `${names(moved, lefts)} × ${names(moved, rights)}`);
  if (ones.length > 0) words.push(names(moved, ones));
  const order = (eitherOrder ? "" : ", in this order") + (byRun ? ", by a run" : "");
  return {
    severity,
    ops,
    operands: words.join("; ") + order,
    was: outcomes(moved, before),
    becomes: outcomes(moved, after),
    lost: lost.length === 0 ? "" : lossWords(lost),
    cast: castWords(moved, was, group.cast, rectangles),
    dtypes: [...new Set(cases.flatMap(([lhs, rhs]) => [lhs, rhs]).filter((one) => one >= 0 && dtypeOf(one) >= 0))].map(
      dtypeOf,
    ),
  };
}

/** `int8 to float64`; which operand it is, where the rectangles do not say it by its dtype. */
function castWords(moved: Move, was: Cell, cast: Cast | null, rectangles: Rectangle[]): string {
  if (cast === null) return given(was) >= 0 ? "no cast gives it" : "";
  const lefts = new Set(rectangles.flatMap(([left]) => left));
  const rights = new Set(rectangles.flatMap(([, right]) => right));
  const called = (side: Set<number>, other: Set<number>, place: string) => {
    const [only] = [...side];
    const alone = side.size === 1 && only !== undefined && !other.has(only);
    return alone ? operandWords(moved.catalog, only) : `the ${place}`;
  };
  const what = {
    first: rectangles.length === 0 ? "the operand" : called(lefts, rights, "first"),
    second: called(rights, lefts, "second"),
    either: "either",
    both: "both",
    result: "the result",
  }[cast.of];
  return `${what} to ${moved.catalog.name(cast.to)}`;
}

/** Outcomes: dtypes as operands are told, and whatever else. */
function outcomes(moved: Move, all: Cell[]): string {
  if (all.length === 1) return outcomeWords(moved.catalog, all[0] ?? 0);
  const strong = (cell: Cell) => cell >= 0 && cell < 64;
  const dtypes = all.filter(strong).sort((a, b) => a - b);
  const others = all.filter((cell) => !strong(cell)).map((cell) => outcomeWords(moved.catalog, cell));
  const known =
    dtypes.length > 0
      ? [
          names(
            moved,
            dtypes.map((dtype) => operand(TENSOR, dtype)),
          ),
        ]
      : [];
  return [...known, ...others].join(", ");
}

/** Operands by name: `every int` for all that are asked of, where no dtypes were named. */
function names(moved: Move, operands: Operand[]): string {
  const words: string[] = [];
  for (const those of chunks(operands)) {
    const category = categoryOf(those[0] ?? 0);
    const sort = { [TENSOR]: "", [ZERO_DIM]: "0-d ", [WEAK]: "weak " }[category];
    const each = () => those.map((one) => operandWords(moved.catalog, one));
    if (sort === undefined || moved.named) {
      words.push(...(category === SCALAR && those.length === 4 ? ["every Python number"] : each()));
    } else if (those.length === moved.dtypes.length) {
      words.push(`every ${sort}dtype`);
    } else {
      words.push(...byKind(moved, those, sort));
    }
  }
  return words.join(", ");
}

/** Runs of operands of one category. */
function chunks(operands: Operand[]): Operand[][] {
  const all: Operand[][] = [];
  for (const one of operands) {
    const last = all.at(-1);
    if (last !== undefined && categoryOf(last[0] ?? 0) === categoryOf(one)) last.push(one);
    else all.push([one]);
  }
  return all;
}

/** Tensors of one category, those of a kind together where they are all that are asked of. */
function byKind(moved: Move, operands: Operand[], sort: string): string[] {
  const kind = (dtype: number) => moved.catalog.at(dtype).kind;
  return KINDS.flatMap((name, wanted) => {
    const those = operands.filter((one) => kind(dtypeOf(one)) === wanted);
    const asked = moved.dtypes.filter((dtype) => kind(dtype) === wanted).length;
    if (those.length >= 2 && those.length === asked) return [`every ${sort}${name}`];
    return those.map((one) => operandWords(moved.catalog, one));
  });
}
