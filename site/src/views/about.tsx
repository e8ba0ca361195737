// All that a ruleset states besides its tables: sources, laws, policies, defaults, names, ids.

import { useState } from "preact/hooks";
import { laws, type Example } from "../engine/laws";
import { lossWords } from "../engine/losses";
import { REFUSED } from "../engine/model";
import { count, outcomeWords } from "../engine/words";
import { catalog, evidenceOf, rulesOf } from "../state/data";
import { type Route, address, go } from "../state/route";
import { Choice, DTypeLink, RulesetOptions, SourceLine } from "./parts";

type AboutRoute = Extract<Route, { view: "about" }>;

const NARY: Record<string, string> = {
  fold: "two at a time from the left",
  join: "those of the highest kind first, so that the order does not matter",
  "category-fold": "tensors, 0-d tensors and Python scalars each by themselves, then together",
};

export function About({ route }: { route: AboutRoute }) {
  const rules = rulesOf(route.ruleset);
  const { facts } = rules;
  const evidence = evidenceOf(route.ruleset);
  const first = rules.supported[0] ?? 0;
  const assumed = evidence.assumed();
  return (
    <div class="about">
      <form class="choices" onSubmit={(event) => event.preventDefault()}>
        <Choice label="Ruleset" value={route.ruleset} onChange={(name) => go({ view: "about", ruleset: name })}>
          <RulesetOptions />
        </Choice>
      </form>
      <h1>
        {facts.title} <code>{route.ruleset}</code>
      </h1>
      <p class="lead">
        {count(facts.dtypes.length, "dtype")}
        {facts.base !== null && (
          <>
            , based on <a href={address({ view: "about", ruleset: facts.base })}>{facts.base}</a>
          </>
        )}
        .{" "}
        <a href={address({ view: "matrix", ruleset: route.ruleset, op: "promote", left: first, right: first })}>
          Its tables
        </a>
      </p>
      <section>
        <h2>Sources</h2>
        <ul>
          {facts.sources.map((source) => (
            <li key={source.id}>
              <SourceLine source={source} />
            </li>
          ))}
        </ul>
      </section>
      <Laws ruleset={route.ruleset} />
      <section>
        <h2>Defaults and operands</h2>
        <dl class="pairs">
          {Object.entries(facts.defaults).map(([kind, dtype]) => (
            <div key={kind}>
              <dt>{kind}</dt>
              <dd>{dtype === null ? "not known" : <DTypeLink dtype={catalog.dtype(dtype)} />}</dd>
            </div>
          ))}
          <div>
            <dt>three operands and more</dt>
            <dd>{NARY[facts.nary]}</dd>
          </div>
          {facts.result_type === null ? null : (
            <div>
              <dt>result_type</dt>
              <dd>
                as <code>{facts.result_type}</code>
              </dd>
            </div>
          )}
          <div>
            <dt>typed scalars</dt>
            <dd>{facts.typed_scalars === "table" ? "by a table of their own, if any" : `as ${facts.typed_scalars}`}</dd>
          </div>
        </dl>
      </section>
      <Policies ruleset={route.ruleset} />
      <Names ruleset={route.ruleset} />
      <section>
        <h2>Recorded runs</h2>
        {evidence.views.length === 0 && <p>None.</p>}
        <ul>
          {evidence.views.map((view) => (
            <li key={view.source + view.name}>
              {evidence.called(view)}, {view.run.date}, {view.run.platform}: {view.run.configuration}. Compared with{" "}
              {view.about.join(", ")}.
            </li>
          ))}
        </ul>
        {assumed.length > 0 && <p>Assumed, since no source and no run speaks of them: {assumed.join(", ")}.</p>}
      </section>
      {facts.slips.length > 0 && (
        <section>
          <h2>Slips in its sources</h2>
          <ul>
            {facts.slips.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const SHOWN = 5;

function Laws({ ruleset }: { ruleset: string }) {
  const found = laws(rulesOf(ruleset));
  const all: [string, string, Example[] | null][] = [
    ["symmetric", "a × b = b × a", found.symmetric],
    ["idempotent", "a × a = a", found.idempotent],
    ["associative", "(a × b) × c = a × (b × c)", found.associative],
    ["monotone", "if a × b = b, then (a × c) × (b × c) = b × c", found.monotone],
    ["bool identity", "bool × a = a × bool = a", found.boolIdentity],
    ["lossless", "every value of both operands survives", found.lossless],
  ];
  return (
    <section>
      <h2>Laws of tensor × tensor</h2>
      <ul class="laws">
        {all.map(([name, says, examples]) => (
          <Law key={ruleset + name} name={name} says={says} examples={examples} />
        ))}
      </ul>
    </section>
  );
}

function Law({ name, says, examples }: { name: string; says: string; examples: Example[] | null }) {
  const [all, setAll] = useState(false);
  const holds = examples !== null && examples.length === 0;
  const shown = all ? examples : examples?.slice(0, SHOWN);
  return (
    <li>
      <strong>{name}</strong> <span class="quiet">{says}</span>:{" "}
      {examples === null ? "there is no bool" : holds ? "✓ holds" : `✗ ${count(examples.length, "counter-example")}`}
      {examples !== null && !holds && (
        <details>
          <summary>Counter-examples to {name}</summary>
          <ul>
            {shown?.map((example) => (
              <li key={example.operands.join()}>
                <code>{exampleWords(example)}</code>
              </li>
            ))}
          </ul>
          {examples.length > SHOWN && !all && (
            <button type="button" onClick={() => setAll(true)}>
              All {examples.length.toLocaleString("en")}
            </button>
          )}
        </details>
      )}
    </li>
  );
}

function exampleWords({ operands, gives, lost }: Example): string {
  const words = operands.map((dtype) => catalog.name(dtype)).join(" × ");
  const given = gives.map((cell) => (cell === REFUSED ? "refused" : outcomeWords(catalog, cell)));
  const losing = lost?.flatMap((one, place) =>
    one.length > 0 ? [`${catalog.name(operands[place] ?? 0)} ${lossWords(one)}`] : [],
  );
  return `${words}: ${given.join(" or ")}${losing === undefined ? "" : `; ${losing.join("; ")}`}`;
}

function Policies({ ruleset }: { ruleset: string }) {
  const { facts } = rulesOf(ruleset);
  return (
    <section>
      <h2>Policies</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Policies">
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">policy</th>
              <th scope="col">value</th>
              <th scope="col">what it does</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(catalog.data.policies).map(([name, { doc, values, default: usual }]) => {
              const value = facts.policies[name] ?? usual;
              return (
                <tr key={name}>
                  <th scope="row" title={doc}>
                    {name.replaceAll("_", " ")}
                  </th>
                  <td>
                    {value}
                    {value === usual ? "" : " *"}
                  </td>
                  <td>{values[value]}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p class="quiet">* differs from what most frameworks do.</p>
    </section>
  );
}

function Names({ ruleset }: { ruleset: string }) {
  const { facts } = rulesOf(ruleset);
  const systems = Object.entries(catalog.data.id_systems);
  return (
    <section>
      <h2>Names and ids</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Names and ids">
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">dtype</th>
              <th scope="col">called</th>
              {systems.map(([name, { title, what }]) => (
                <th scope="col" key={name} title={`${title}: ${what}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.dtypes.map((name) => {
              const dtype = catalog.dtype(name);
              const { ids } = catalog.at(dtype).facts;
              return (
                <tr key={name}>
                  <th scope="row">
                    <DTypeLink dtype={dtype} />
                  </th>
                  <td>{(facts.names[name] ?? []).join(", ")}</td>
                  {systems.map(([system]) => (
                    <td key={system}>{String(ids[system] ?? "·")}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
