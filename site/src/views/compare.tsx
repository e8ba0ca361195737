// Rulesets side by side, and rulesets beside what their frameworks gave when run: the pairs on which they differ.

import { type Cell, type Operand, UNKNOWN, dtypeOf, given } from "../engine/model";
import { count, operandWords, outcomeWords } from "../engine/words";
import { catalog, evidenceOf, rulesOf } from "../state/data";
import { PLAIN, categoriesOfOp, operandsOf } from "../state/categories";
import { ask, isAlone } from "../state/question";
import { PROMOTE, type Route, address, categoriesIn, go } from "../state/route";
import { Choice, OpOptions, RulesetOptions } from "./parts";

type CompareRoute = Extract<Route, { view: "compare" }>;

/** A ruleset, or what its framework gave when run. */
interface Column {
  name: string;
  ruleset: string;
  run: boolean;
  gives: (left: Operand, right: Operand) => Cell | null;
}

interface Line {
  operands: Operand[];
  cells: (Cell | null)[];
  differs: boolean;
}

function column(name: string, op: string): Column {
  const run = name.startsWith("run:");
  const ruleset = run ? name.slice(4) : name;
  const rules = rulesOf(ruleset);
  const has = (one: Operand) => dtypeOf(one) < 0 || rules.has[dtypeOf(one)] === true;
  const asked = catalog.ops[catalog.op(op === PROMOTE ? "add" : op)];
  const gives = (left: Operand, right: Operand): Cell | null => {
    if (!has(left) || !has(right)) return null;
    if (!run) return ask(rules, op, left, right).cell;
    for (const view of evidenceOf(ruleset).views) {
      const seen = asked === undefined ? null : view.seen(asked, left, isAlone(op) ? undefined : right);
      if (seen !== null) return seen.cell;
    }
    return null;
  };
  return { name, ruleset, run, gives };
}

/** Whether answers that are known are not all the same; a dtype that is not there is none. */
function differ(cells: (Cell | null)[]): boolean {
  const known = cells.filter((cell) => cell !== null && cell !== UNKNOWN);
  return new Set(known).size > 1;
}

function lines(columns: Column[], { op, operands }: CompareRoute): Line[] {
  const categories = categoriesOfOp(op).find(({ id }) => id === operands) ?? PLAIN;
  const dtypes = catalog.dtypes.map((_, dtype) => dtype);
  const anywhere = dtypes.filter((dtype) => columns.some(({ ruleset }) => rulesOf(ruleset).has[dtype]));
  const lefts = operandsOf(anywhere, categories.left);
  const rights = isAlone(op) ? [] : operandsOf(anywhere, categories.right);
  const line = (own: Operand[]): Line => {
    const cells = columns.map(({ gives }) => gives(own[0] ?? 0, own[1] ?? own[0] ?? 0));
    return { operands: own, cells, differs: differ(cells) };
  };
  const all = isAlone(op)
    ? lefts.map((left) => line([left]))
    : lefts.flatMap((left) => rights.map((right) => line([left, right])));
  return all.filter(({ cells }) => cells.some((cell) => cell !== null));
}

export function Compare({ route }: { route: CompareRoute }) {
  const { rulesets, op, operands, all } = route;
  const columns = rulesets.map((name) => column(name, op));
  const found = lines(columns, route);
  const differing = found.filter(({ differs }) => differs);
  const shown = all ? found : differing;
  const set = (changed: Partial<CompareRoute>) => {
    const next = { ...route, ...changed };
    go({ ...next, operands: categoriesIn(next.op, next.operands) });
  };
  const more = catalog.names.find((name) => !rulesets.includes(name)) ?? "torch";
  return (
    <div class="compare">
      <form class="choices" onSubmit={(event) => event.preventDefault()}>
        {rulesets.map((name, place) => (
          <span class="removable" key={place}>
            <Choice
              label={`Ruleset ${place + 1}`}
              value={name}
              onChange={(next) => set({ rulesets: rulesets.with(place, next) })}
            >
              <RulesetOptions runs />
            </Choice>
            {rulesets.length > 2 && (
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => set({ rulesets: rulesets.toSpliced(place, 1) })}
              >
                ×
              </button>
            )}
          </span>
        ))}
        <button type="button" onClick={() => set({ rulesets: [...rulesets, more] })}>
          Add a ruleset
        </button>
        <Choice label="Operation" value={op} onChange={(name) => set({ op: name })}>
          <OpOptions />
        </Choice>
        {!isAlone(op) && (
          <Choice label="Operands" value={operands} onChange={(id) => set({ operands: id })}>
            {categoriesOfOp(op).map(({ id, title }) => (
              <option value={id} key={id}>
                {title}
              </option>
            ))}
          </Choice>
        )}
        <label class="check">
          <input type="checkbox" checked={!all} onChange={(event) => set({ all: !event.currentTarget.checked })} />
          only differences
        </label>
      </form>
      <h1>{columns.map(({ ruleset, run }) => (run ? `${ruleset} as it ran` : ruleset)).join(" beside ")}</h1>
      <p class="lead" role="status">
        {count(differing.length, "row")} of {found.length.toLocaleString("en")}{" "}
        {differing.length === 1 ? "differs" : "differ"}
        {counts(columns, found)}.
      </p>
      {shown.length === 0 ? (
        <p>No row differs.</p>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label="What each gives">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">operands</th>
                {columns.map(({ name, ruleset, run }) => (
                  <th scope="col" key={name}>
                    {run ? `${ruleset}, run` : ruleset}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((line) => (
                <Row key={line.operands.join()} line={line} columns={columns} op={op} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** Of two columns, how often one of them gives no dtype. */
function counts(columns: Column[], found: Line[]): string {
  if (columns.length !== 2) return "";
  const lacks = found.filter(({ cells }) => cells.includes(null)).length;
  return lacks > 0 ? `; ${count(lacks, "row")} with a dtype or an answer that one of them does not have` : "";
}

function Row({ line, columns, op }: { line: Line; columns: Column[]; op: string }) {
  const [left = 0, right = left] = line.operands;
  return (
    <tr class={line.differs ? "differs" : ""}>
      <th scope="row">
        {line.differs && <abbr title="differs">≠ </abbr>}
        {line.operands.map((one) => operandWords(catalog, one)).join(" × ")}
      </th>
      {columns.map(({ ruleset, name }, place) => {
        const cell = line.cells[place] ?? null;
        const dtype = cell === null ? -1 : given(cell);
        return (
          <td key={name} class={dtype < 0 ? "none" : `kind-${catalog.at(dtype).facts.kind}`}>
            {cell === null ? (
              <span class="quiet">not there</span>
            ) : (
              <a href={address({ view: "matrix", ruleset, op, left, right })}>{outcomeWords(catalog, cell)}</a>
            )}
          </td>
        );
      })}
    </tr>
  );
}
