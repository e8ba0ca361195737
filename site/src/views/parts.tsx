// What several views are made of: choices, links to sources, dtypes as links, and a button that copies.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { SourceFacts } from "../engine/export";
import { given, type Cell } from "../engine/model";
import { SOURCE_KINDS, outcomeWords } from "../engine/words";
import { catalog } from "../state/data";
import { PROMOTE, address } from "../state/route";

export function Choice(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ComponentChildren;
}) {
  return (
    <label class="choice">
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.children}
      </select>
    </label>
  );
}

/** Every ruleset, its modes and devices below its framework. */
export function RulesetOptions({ runs = false }: { runs?: boolean }) {
  const rulesets = Object.entries(catalog.data.rulesets);
  const frameworks = [...new Set(rulesets.map(([, { framework }]) => framework))];
  return (
    <>
      {frameworks.map((framework) => (
        <optgroup label={framework} key={framework}>
          {rulesets
            .filter(([, facts]) => facts.framework === framework)
            .flatMap(([name, { observed }]) => [
              <option value={name} key={name}>
                {name}
              </option>,
              ...(runs && observed.length > 0
                ? [
                    <option value={`run:${name}`} key={`run:${name}`}>
                      {`${name}, as it ran`}
                    </option>,
                  ]
                : []),
            ])}
        </optgroup>
      ))}
    </>
  );
}

/** What the tables say, and every op by its group. */
export function OpOptions() {
  const groups = [...new Set(catalog.ops.map(({ group }) => group))];
  return (
    <>
      <option value={PROMOTE}>promotion, the tables alone</option>
      {groups.map((group) => (
        <optgroup label={group} key={group}>
          {catalog.ops
            .filter((op) => op.group === group)
            .map(({ name }) => (
              <option value={name} key={name}>
                {name}
              </option>
            ))}
        </optgroup>
      ))}
    </>
  );
}

export function SourceLine({ source }: { source: SourceFacts }) {
  return (
    <span class="source">
      <span class="tag">{SOURCE_KINDS[source.kind]}</span> <a href={source.url}>{source.title}</a>, {source.version},
      read {source.read}
    </span>
  );
}

/** A dtype as a link to its page. */
export function DTypeLink({ dtype }: { dtype: number }) {
  const { name, facts } = catalog.at(dtype);
  return (
    <a class={`dtype kind-${facts.kind}`} href={address({ view: "dtype", dtype, value: "" })}>
      {name}
    </a>
  );
}

/** What a cell gives: a dtype as a link, or the words. */
export function Outcome({ cell }: { cell: Cell }) {
  const dtype = given(cell);
  if (dtype < 0) return <strong>{outcomeWords(catalog, cell)}</strong>;
  return (
    <>
      <DTypeLink dtype={dtype} />
      {cell >= 64 ? ", weakly typed" : ""}
    </>
  );
}

export function Copy({ text, children }: { text: () => string; children: ComponentChildren }) {
  const [done, set] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      set("copied");
    } catch {
      // Without the permission, as from a disk in some browsers, a field that is selected can be copied.
      const field = document.createElement("textarea");
      field.value = text();
      document.body.append(field);
      field.select();
      set(document.execCommand("copy") ? "copied" : "could not copy");
      field.remove();
    }
    setTimeout(() => set(""), 2000);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {children} <span role="status">{done}</span>
    </button>
  );
}
