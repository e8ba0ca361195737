// All that is known of one cell: result, sources, recorded runs, losses, the cast to insert, and other rulesets.

import type { ComponentChildren, RefObject } from "preact";
import { type OpCast, castToInsert, opCast, standIn } from "../engine/casts";
import { type Loss, lossWords, losses } from "../engine/losses";
import {
  type Cell,
  type Op,
  type Operand,
  NO_KERNEL,
  SCALARS,
  TENSOR,
  UNKNOWN,
  categoryOf,
  dtypeOf,
  isScalar,
  noNumber,
  operand,
  placeOf,
} from "../engine/model";
import type { Rules } from "../engine/ops";
import { SCALAR_COLUMN } from "../engine/tables";
import { operandWords, outcomeClause, outcomeWords } from "../engine/words";
import { failureWords } from "../ask/answer";
import { catalog, evidenceOf, rulesOf } from "../state/data";
import { numberInPlaceOfTensor } from "../state/categories";
import { HAPPENS, ask, isAlone } from "../state/question";
import { PROMOTE, address } from "../state/route";
import { DTypeLink, Outcome, SourceLine } from "./parts";

interface Props {
  rules: Rules;
  op: string;
  left: Operand;
  right: Operand;
  panel: RefObject<HTMLElement>;
}

const words = (one: Operand) => operandWords(catalog, one);
const says = (cell: Cell) => outcomeWords(catalog, cell);

export function Details({ rules, op, left, right, panel }: Props) {
  const alone = isAlone(op);
  const operands = alone ? [left] : [left, right];
  const missing = operands.map(dtypeOf).find((dtype) => dtype >= 0 && !rules.has[dtype]);
  const known = catalog.ops[catalog.op(op)];
  const number = known !== undefined && numberInPlaceOfTensor(op, operands.map(categoryOf)) >= 0;
  if (missing !== undefined || number) {
    return (
      <aside class="details" tabIndex={-1} ref={panel} aria-label="What is known of this cell">
        <h2>
          {operands.map(words).join(" × ")} → <strong>{number ? says(NO_KERNEL) : "not supported"}</strong>
        </h2>
        {number && <p>{noNumber(known)}</p>}
        {missing !== undefined && <Missing rules={rules} dtype={missing} />}
        <dl>
          <Elsewhere rules={rules} op={op} left={left} right={right} />
        </dl>
      </aside>
    );
  }
  const given = ask(rules, op, left, right);
  const own = reason(rules, known, operands);
  return (
    <aside class="details" tabIndex={-1} ref={panel} aria-label="What is known of this cell">
      <h2>
        {operands.map(words).join(" × ")} → <Outcome cell={given.cell} />
      </h2>
      {(given.compute >= 0 || own !== "") && (
        <p>
          {HAPPENS[given.happens].title}
          {given.compute >= 0 && known !== undefined && (
            <>
              ; computed in <DTypeLink dtype={given.compute} />
            </>
          )}
          {own}
        </p>
      )}
      <dl>
        <Lost compute={given.compute} operands={operands} />
        <WayOut rules={rules} op={known} operands={operands} cell={given.cell} />
        <Sources rules={rules} op={known} operands={operands} />
        <Runs rules={rules} op={known} operands={operands} />
        <Differs rules={rules} op={known} operands={operands} />
        <Order rules={rules} op={op} left={left} right={right} cell={given.cell} alone={alone} />
        <Declared rules={rules} left={left} right={right} alone={alone} />
        <OpCells rules={rules} op={op} left={left} right={right} />
        <Elsewhere rules={rules} op={op} left={left} right={right} />
      </dl>
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A dtype that the ruleset does not have, and the one that comes nearest to it. */
function Missing({ rules, dtype }: { rules: Rules; dtype: number }) {
  const near = standIn(rules, dtype);
  return (
    <p>
      {rules.facts.title} does not support <DTypeLink dtype={dtype} />
      {near >= 0 && (
        <>
          : cast to <DTypeLink dtype={near} />, its nearest dtype
          {lossSuffix(losses(catalog, dtype, near))}
        </>
      )}
    </p>
  );
}

const lossSuffix = (lost: Loss[]): string => (lost.length > 0 ? ` (which ${lossWords(lost)})` : "");

/** Why there is no dtype, where the cell itself does not say it. */
function reason(rules: Rules, op: Op | undefined, operands: Operand[]): string {
  if (op === undefined) return operands.every(isScalar) ? ": no operand is a tensor" : "";
  const dtypes = rules.opDTypes(op.place, operands);
  if ("ok" in dtypes || "cell" in dtypes.failure) return "";
  return `: ${failureWords(rules, dtypes.failure)}`;
}

function Lost({ compute, operands }: { compute: number; operands: Operand[] }) {
  const dtypes = [...new Set(operands.map(dtypeOf))].filter((dtype) => dtype >= 0 && dtype !== compute);
  if (compute < 0 || dtypes.length === 0) return null;
  return (
    <Fact name="Values">
      {dtypes.map((dtype) => (
        <div key={dtype}>
          {catalog.name(dtype)} → {catalog.name(compute)} {lossWords(losses(catalog, dtype, compute))}
        </div>
      ))}
    </Fact>
  );
}

interface OfCell {
  rules: Rules;
  left: Operand;
  right: Operand;
  cell: Cell;
  alone: boolean;
}

function WayOut({ rules, op, operands, cell }: OfOp & { cell: Cell }) {
  const [left = 0, right] = operands;
  if (cell >= 0 || categoryOf(left) !== TENSOR) return null;
  if (cell === UNKNOWN) {
    if (right === undefined || (op !== undefined && !isOfTables(rules, op, operands))) return null;
    return (
      <Fact name="Way out">
        cast {isScalar(right) ? "the scalar to a tensor of the dtype you want" : "both operands to one dtype"} first
      </Fact>
    );
  }
  const cast = castOf(rules, op, left, right ?? null);
  const of = cast === null ? undefined : operands[cast.side];
  if (cast === null || of === undefined) return null;
  const lost = dtypeOf(of) < 0 ? [] : losses(catalog, dtypeOf(of), cast.to);
  const after = operands.with(cast.side, operand(categoryOf(of), cast.to));
  return (
    <Fact name="Cast to insert">
      cast the {words(of)} operand to <DTypeLink dtype={cast.to} /> first
      {lossSuffix(lost)}; {after.map(words).join(" × ")} gives {catalog.name(cast.returns)}
    </Fact>
  );
}

/** Whether an op gives nothing because its operands do not promote. */
function isOfTables(rules: Rules, op: Op, operands: Operand[]): boolean {
  const dtypes = rules.opDTypes(op.place, operands);
  return "failure" in dtypes && dtypes.failure.why === "cell";
}

function castOf(rules: Rules, op: Op | undefined, left: Operand, right: Operand | null): OpCast | null {
  if (op === undefined) {
    const cast = right === null ? null : castToInsert(rules, left, right);
    return cast === null ? null : { ...cast, returns: cast.gives };
  }
  return opCast(rules, op.place, left, right);
}

interface OfOp {
  rules: Rules;
  op: Op | undefined;
  operands: Operand[];
}

function Sources({ rules, op, operands }: OfOp) {
  const [left = 0, right] = operands;
  const counted = right === undefined ? null : rules.category(right);
  const own =
    op === undefined ? null : rules.opCell(op.place, dtypeOf(left) < 0 ? placeOf(right ?? 0) : placeOf(left), counted);
  const found = right === undefined ? null : rules.lookup(left, right);
  const ids = own?.sources ?? (found === null ? [] : rules.sources(found.entry));
  const sources = rules.facts.sources.filter(({ id }) => ids.includes(id));
  const assumed = op !== undefined && evidenceOf(rules.name).assumes(op);
  if (sources.length === 0 && !assumed) return null;
  return (
    <Fact name={sources.length > 1 ? "Sources" : "Source"}>
      {sources.map((source) => (
        <div key={source.id}>
          <SourceLine source={source} />
        </div>
      ))}
      {own !== null && op !== undefined && <div>a cell of {op.name}, in place of the table</div>}
      {assumed && <div>assumed: no source and no run speaks of {op.name}; it follows from the promotion rule</div>}
    </Fact>
  );
}

function Runs({ rules, op, operands }: OfOp) {
  const asked = op ?? catalog.ops[catalog.op("add")];
  const evidence = evidenceOf(rules.name);
  const answers = evidence.views.flatMap((view) => {
    const seen = asked === undefined ? null : view.seen(asked, operands[0] ?? 0, operands[1]);
    return seen === null || !view.speaksOf(asked as Op) ? [] : [{ view, seen }];
  });
  if (answers.length === 0) return null;
  return (
    <Fact name="When run">
      {answers.map(({ view, seen }) => (
        <div key={view.source}>
          <strong>{seen.words}</strong>
          {op === undefined && " by add"}, {evidence.called(view)}, {view.run.date}
          {seen.error !== null && seen.error !== "" && <q class="error">{seen.error}</q>}
        </div>
      ))}
    </Fact>
  );
}

function Differs({ rules, op, operands }: OfOp) {
  if (op === undefined) return null;
  const found = evidenceOf(rules.name).otherwise(op, operands);
  if (found.length === 0) return null;
  return (
    <Fact name="The framework differs">
      {found.map(({ run, does, why }) => (
        <div key={does + why}>
          {run} {does}: {why}
        </div>
      ))}
    </Fact>
  );
}

function Order({ rules, op, left, right, cell, alone }: OfCell & { op: string }) {
  if (alone || left === right || categoryOf(left) !== categoryOf(right)) return null;
  const there = ask(rules, op, right, left).cell;
  return (
    <Fact name="Other order">
      {words(right)} × {words(left)} {outcomeClause(catalog, there)}
      {there === cell ? " too" : ": the order matters"}
    </Fact>
  );
}

/** Divergences between sources, and slips. */
function Declared({ rules, left, right, alone }: Omit<OfCell, "cell">) {
  const found = alone ? null : rules.lookup(left, right);
  if (found === null) return null;
  const { table, row, column } = found.entry;
  const names = [catalog.name(row), column >= SCALAR_COLUMN ? SCALARS[column - SCALAR_COLUMN] : catalog.name(column)];
  const about = (cell: [string, string]) => cell[0] === names[0] && cell[1] === names[1];
  const divergences = rules.facts.divergences.filter((one) => one.table === table && one.cells.some(about));
  const slips = table === "promotion" ? rules.facts.slips.filter(({ cell }) => cell !== undefined && about(cell)) : [];
  if (divergences.length + slips.length === 0) return null;
  return (
    <Fact name="Sources disagree">
      {divergences.map(({ says, runtime, why }) => (
        <div key={why}>
          {Object.entries(says).map(([source, word]) => `${source} says ${word ?? "refused"}; `)}
          {runtime ?? "refused"} here: {why}
        </div>
      ))}
      {slips.map(({ sentence }) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Fact>
  );
}

/** What single ops give in place of the tables, where the tables are shown. */
function OpCells({ rules, op, left, right }: { rules: Rules; op: string; left: Operand; right: Operand }) {
  if (op !== PROMOTE || categoryOf(rules.category(left)) !== TENSOR) return null;
  const groups = new Map<Cell, string[]>();
  for (const one of catalog.ops.filter(({ promotes }) => promotes === 2)) {
    const own = rules.opCell(one.place, placeOf(left), rules.category(right));
    if (own !== null) groups.set(own.cell, [...(groups.get(own.cell) ?? []), one.name]);
  }
  if (groups.size === 0) return null;
  return (
    <Fact name="Ops that differ">
      {[...groups].map(([cell, ops]) => (
        <div key={cell}>
          {says(cell)}: {ops.join(", ")}
        </div>
      ))}
    </Fact>
  );
}

function Elsewhere({ rules, op, left, right }: { rules: Rules; op: string; left: Operand; right: Operand }) {
  const groups = new Map<string, string[]>();
  for (const name of catalog.names.filter((name) => name !== rules.name)) {
    const other = rulesOf(name);
    const there = [left, right].every((one) => dtypeOf(one) < 0 || other.has[dtypeOf(one)] === true);
    const word = there ? says(ask(other, op, left, right).cell) : "dtype not there";
    groups.set(word, [...(groups.get(word) ?? []), name]);
  }
  const order = [...groups].sort(([, one], [, other]) => other.length - one.length);
  return (
    <Fact name="Elsewhere">
      {order.map(([word, names]) => (
        <div key={word}>
          <strong>{word}</strong>:{" "}
          {names.map((name, place) => (
            <span key={name}>
              {place > 0 && ", "}
              <a href={address({ view: "matrix", ruleset: name, op, left, right })}>{name}</a>
            </span>
          ))}
        </div>
      ))}
    </Fact>
  );
}
