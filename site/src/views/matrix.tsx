// A table of a ruleset: any op, any categories of operands, with all that is known of the cell beside it.

import { useMemo, useRef, useState } from "preact/hooks";
import { categoryOf, dtypeOf, isForeign, isScalar, operand, SCALAR, TENSOR, type Operand } from "../engine/model";
import type { Rules } from "../engine/ops";
import { operandWords, outcomeWords } from "../engine/words";
import { catalog, rulesOf } from "../state/data";
import { categoriesOf, categoriesOfOp, operandsOf } from "../state/categories";
import { HAPPENS, ask, classOf, isAlone, type Happens } from "../state/question";
import { PROMOTE, type Route, address, categoriesIn, go } from "../state/route";
import { Details } from "./details";
import { Grid, type GridCell } from "./grid";
import { Choice, OpOptions, RulesetOptions } from "./parts";

export type MatrixRoute = Extract<Route, { view: "matrix" }>;

/** What stands above a column. */
const short = (one: Operand): string => {
  const dtype = dtypeOf(one);
  return dtype < 0 ? operandWords(catalog, one).replace("Python ", "") : catalog.at(dtype).code;
};

export function Matrix({ route }: { route: MatrixRoute }) {
  const { ruleset, op, left, right } = route;
  const rules = rulesOf(ruleset);
  const [hover, setHover] = useState<[Operand, Operand] | null>(null);
  const details = useRef<HTMLElement>(null);
  const alone = isAlone(op);
  const categories = categoriesOf(left, right);
  const offered = categoriesOfOp(op);
  const choices = offered.some(({ id }) => id === categories.id) ? offered : [...offered, categories];
  const rows = operandsOf(rules.supported, alone && isScalar(left) ? TENSOR : categories.left);
  const columns = alone ? rows.slice(0, 1) : operandsOf(rules.supported, categories.right);
  // A dtype that the ruleset does not have is in no row and no column.
  const active: [number, number] = [rows.indexOf(left), alone ? 0 : columns.indexOf(right)];
  const [shownLeft, shownRight] = hover ?? [left, right];
  const doc = catalog.ops[catalog.op(op)]?.doc;

  const key = `${ruleset} ${op} ${categories.id}`;
  const cells = useMemo(() => rows.map((a) => columns.map((b) => cell(rules, op, a, b))), [key]);

  const choose = (changed: Partial<MatrixRoute>) => {
    setHover(null);
    go({ ...route, ...changed });
  };
  const inCategories = (id: string) => {
    const next = choices.find((one) => one.id === id);
    if (next === undefined) return;
    const of = (category: number, one: Operand) => {
      if (category === categoryOf(one)) return one;
      const kept = category === SCALAR || dtypeOf(one) < 0 ? -1 : rules.supported.indexOf(dtypeOf(one));
      return operandsOf(rules.supported, category)[Math.max(0, kept)] ?? one;
    };
    choose({ left: of(next.left, left), right: of(next.right, right) });
  };
  const toOp = (name: string) => {
    const first = operand(TENSOR, rules.supported[0] ?? 0);
    const takes = isAlone(name) ? !isScalar(left) : categoriesIn(name, categories.id) === categories.id;
    if (takes || !(isScalar(left) || isScalar(right))) choose({ op: name });
    else choose({ op: name, left: isScalar(left) ? first : left, right: isScalar(right) ? first : right });
  };
  const move = (row: number, column: number) => {
    setHover(null);
    go({ ...route, left: rows[row] ?? left, right: alone ? (rows[row] ?? left) : (columns[column] ?? right) }, true);
  };

  return (
    <div class="matrix">
      <form class="choices" onSubmit={(event) => event.preventDefault()}>
        <Choice label="Ruleset" value={ruleset} onChange={(name) => choose({ ruleset: name })}>
          <RulesetOptions />
        </Choice>
        <Choice label="Operation" value={op} onChange={toOp}>
          <OpOptions />
        </Choice>
        {!alone && (
          <Choice label="Operands" value={categories.id} onChange={inCategories}>
            {choices.map(({ id, title }) => (
              <option value={id} key={id}>
                {title}
              </option>
            ))}
          </Choice>
        )}
      </form>
      <h1>
        {rules.facts.title}: {op === PROMOTE ? "promotion" : op}
      </h1>
      <p class="lead">
        {doc === undefined
          ? "What operands promote to by the tables."
          : `${doc.charAt(0).toUpperCase()}${doc.slice(1)}.`}{" "}
        <a href={address({ view: "about", ruleset })}>Laws, policies, names and sources of {ruleset}</a>
        {rules.facts.observed.length > 0 && (
          <>
            ,{" "}
            <a
              href={address({
                view: "compare",
                rulesets: [ruleset, `run:${ruleset}`],
                op,
                operands: categoriesIn(op, categories.id),
                all: false,
              })}
            >
              beside what the framework gave when run
            </a>
          </>
        )}
      </p>
      <div class="beside">
        <div onMouseLeave={() => setHover(null)}>
          <Grid
            label={`${rules.facts.title}, ${op}, ${alone ? "one operand" : categories.title}`}
            corner={alone ? "operand" : "left \\ right"}
            rows={rows.map((one) => ({ text: short(one), title: operandWords(catalog, one) }))}
            columns={
              alone
                ? [{ text: "result", title: "what is returned" }]
                : columns.map((one) => ({ text: short(one), title: operandWords(catalog, one) }))
            }
            active={active}
            cells={cells}
            onActive={move}
            onHover={(row, column) => setHover([rows[row] ?? left, columns[column] ?? right])}
            onEnter={() => details.current?.focus()}
          />
          <Legend />
        </div>
        <Details rules={rules} op={op} left={shownLeft} right={alone ? shownLeft : shownRight} panel={details} />
      </div>
    </div>
  );
}

/** How a cell is drawn, and what is said of it. */
function cell(rules: Rules, op: string, left: Operand, right: Operand): GridCell {
  const given = ask(rules, op, left, right);
  const { mark, title } = HAPPENS[given.happens];
  const operands = isAlone(op) ? [left] : [left, right];
  const code = given.cell < 0 ? "" : catalog.code(given.cell);
  const told = code === "" || isForeign(given.cell) ? "" : `, ${code}, ${title}`;
  return {
    content: (
      <span class="code" data-mark={mark}>
        {code}
      </span>
    ),
    className: classOf(given),
    label: `${operands.map((one) => operandWords(catalog, one)).join(", ")}: ${outcomeWords(catalog, given.cell)}${told}`,
  };
}

function Legend() {
  return (
    <ul class="legend" aria-label="Legend">
      {(Object.keys(HAPPENS) as Happens[]).map((name) => (
        <li key={name}>
          <span class={`swatch ${name}`}>{HAPPENS[name].mark || "i8"}</span> {HAPPENS[name].title}
        </li>
      ))}
      {["bool", "int", "uint", "float", "complex"].map((kind) => (
        <li key={kind}>
          <span class={`swatch kind-${kind}`} /> {kind}
        </li>
      ))}
    </ul>
  );
}
