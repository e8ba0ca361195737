// What changes when code moves from one ruleset to another: the report of `concord migrate`, with filters.

import { useMemo } from "preact/hooks";
import { markdown, report, type Report, type Section } from "../migrate/markdown";
import { move } from "../migrate/move";
import { count } from "../engine/words";
import { catalog, evidenceOf, rulesOf } from "../state/data";
import { type Route, dtypesIn, go } from "../state/route";
import { Choice, Copy, OpOptions, RulesetOptions } from "./parts";

type MigrateRoute = Extract<Route, { view: "migrate" }>;

function reportOf({ from, to, dtypes }: MigrateRoute): Report {
  const side = (name: string) => ({ rules: rulesOf(name), evidence: evidenceOf(name) });
  return report(
    move(
      catalog,
      side(from),
      side(to),
      dtypes.map((name) => catalog.dtype(name)),
    ),
  );
}

/** The rows of one op, where one is chosen; tables of settings stay. */
function filtered(all: Report, op: string): Report {
  if (op === "") return all;
  const keeps = (section: Section, at: number) => {
    const row = section.changes[at];
    if (row === undefined) return true;
    return op === "promote" ? row.ops.length === 0 : row.ops.some(({ name }) => name === op);
  };
  const sections = all.sections.map((section) => ({
    ...section,
    rows: section.rows.filter((_, at) => keeps(section, at)),
    changes: section.changes.filter((_, at) => keeps(section, at)),
  }));
  return { ...all, sections: sections.filter(({ rows, items }) => rows.length + items.length > 0) };
}

/** Words between backquotes as code. */
function Text({ children }: { children: string }) {
  return <>{children.split("`").map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part))}</>;
}

export function Migrate({ route }: { route: MigrateRoute }) {
  const { from, to, dtypes, op } = route;
  const whole = useMemo(() => reportOf(route), [from, to, dtypes.join()]);
  const shown = filtered(whole, op);
  const set = (changed: Partial<MigrateRoute>) => {
    const next = { ...route, ...changed };
    go({ ...next, dtypes: dtypesIn(next.from, next.dtypes) });
  };
  const toggle = (name: string) =>
    set({ dtypes: dtypes.includes(name) ? dtypes.filter((one) => one !== name) : [...dtypes, name] });
  const rows = shown.sections.reduce((sum, section) => sum + section.rows.length, 0);
  return (
    <div class="migrate">
      <form class="choices" onSubmit={(event) => event.preventDefault()}>
        <Choice label="From" value={from} onChange={(name) => set({ from: name })}>
          <RulesetOptions />
        </Choice>
        <Choice label="To" value={to} onChange={(name) => set({ to: name })}>
          <RulesetOptions />
        </Choice>
        <Choice label="Operation" value={op} onChange={(name) => set({ op: name })}>
          <option value="">all</option>
          <OpOptions />
        </Choice>
        <button type="button" onClick={() => set({ from: to, to: from })}>
          Swap
        </button>
        <Copy text={() => markdown(shown)}>Copy as Markdown</Copy>
        <fieldset class="dtypes">
          <legend>Only these dtypes</legend>
          {rulesOf(from).facts.dtypes.map((name) => (
            <label key={name}>
              <input type="checkbox" checked={dtypes.includes(name)} onChange={() => toggle(name)} /> {name}
            </label>
          ))}
        </fieldset>
      </form>
      <h1>
        <Text>{shown.title}</Text>
      </h1>
      <p class="lead lines">
        <Text>{shown.introduction}</Text>
      </p>
      <p role="status">{count(rows, "row")}.</p>
      {shown.summary.length > 0 && (
        <Table head={["harm", "what changes", "how often", "the worst"]} rows={shown.summary} label="Summary" />
      )}
      {shown.assumed.length > 0 && (
        <details>
          <summary>Assumed ops</summary>
          <ul>
            {shown.assumed.map((line) => (
              <li key={line}>
                <Text>{line}</Text>
              </li>
            ))}
          </ul>
        </details>
      )}
      {shown.sections.map(({ title, head, rows, items }) => (
        <section key={title}>
          <h2>
            <Text>{title}</Text>
          </h2>
          {rows.length > 0 && <Table head={head} rows={rows} label={title} />}
          {items.length > 0 && (
            <ul>
              {items.map((item) => (
                <li key={item}>
                  <Text>{item}</Text>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

function Table({ head, rows, label }: { head: string[]; rows: string[][]; label: string }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label.replaceAll("`", "")}>
      <table class="rows">
        <thead>
          <tr>
            {head.map((word) => (
              <th scope="col" key={word}>
                <Text>{word}</Text>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, place) => (
            <tr key={place}>
              {cells.map((cell, at) => (
                <td key={at}>
                  <Text>{cell}</Text>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
