// A line typed in → the answer of every ruleset, those that agree together, and the steps to it.

import { useEffect, useState } from "preact/hooks";
import { answer, type Answer } from "../ask/answer";
import { parse } from "../ask/parse";
import { ParseError, type Mistake, type Tree } from "../ask/tree";
import { count } from "../engine/words";
import { given } from "../engine/model";
import { catalog, rulesOf } from "../state/data";
import { address, go } from "../state/route";

const EXAMPLES = [
  "int8 + float32 * 1.0",
  "result_type(int64[], float16, True)",
  "int64 + float32",
  "uint8 - 1",
  "bfloat16 * float16",
  "sqrt(int8)",
  "int8 == uint64",
];

interface Group {
  says: string;
  answer: Answer;
  rulesets: string[];
  /** Steps, by how they read, with the rulesets that take them. */
  ways: { steps: string[]; rulesets: string[] }[];
}

function groups(tree: Tree): Group[] {
  const all: Group[] = [];
  for (const name of catalog.names) {
    const found = answer(rulesOf(name), tree);
    let group = all.find(({ says }) => says === found.says);
    if (group === undefined) all.push((group = { says: found.says, answer: found, rulesets: [], ways: [] }));
    group.rulesets.push(name);
    const key = found.steps.join("\n");
    const way = group.ways.find(({ steps }) => steps.join("\n") === key);
    if (way === undefined) group.ways.push({ steps: found.steps, rulesets: [name] });
    else way.rulesets.push(name);
  }
  return all.sort((one, other) => other.rulesets.length - one.rulesets.length);
}

function read(line: string): { tree: Tree } | { mistake: Mistake } {
  try {
    return { tree: parse(catalog, line) };
  } catch (error) {
    if (error instanceof ParseError) return { mistake: error.mistake };
    throw error;
  }
}

export function Ask({ line }: { line: string }) {
  const [text, set] = useState(line === "" ? (EXAMPLES[0] ?? "") : line);
  useEffect(() => {
    if (line !== "") set(line);
  }, [line]);
  const found = read(text);
  const type = (next: string) => {
    set(next);
    go({ view: "ask", line: next }, true);
  };
  return (
    <div class="ask">
      <h1>Ask every ruleset</h1>
      <p class="lead">
        Dtypes are tensors, <code>int64[]</code> is a 0-d tensor, <code>weak:float32</code> a weakly typed one,{" "}
        <code>scalar:int8</code> a typed scalar; numbers and <code>True</code> are Python scalars. Functions are the
        operations, <code>promote</code> and <code>result_type</code>.
      </p>
      <label class="line">
        <span>Expression</span>
        <input
          type="text"
          value={text}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={"mistake" in found}
          aria-describedby={"mistake" in found ? "mistake" : undefined}
          onInput={(event) => type(event.currentTarget.value)}
        />
      </label>
      {"mistake" in found && (
        <p id="mistake" class="mistake" role="alert">
          <code>
            {text.slice(0, found.mistake.at)}
            <mark>{text.slice(found.mistake.at, found.mistake.end) || "␣"}</mark>
            {text.slice(found.mistake.end)}
          </code>
          At character {found.mistake.at + 1}: {found.mistake.says}.
        </p>
      )}
      <p class="examples">
        {EXAMPLES.map((one) => (
          <a href={address({ view: "ask", line: one })} key={one}>
            <code>{one}</code>
          </a>
        ))}
      </p>
      {"tree" in found && <Answers all={groups(found.tree)} />}
    </div>
  );
}

function Answers({ all }: { all: Group[] }) {
  return (
    <>
      <p role="status">
        {count(all.length, "answer")} of {catalog.names.length} rulesets.
      </p>
      <ol class="answers">
        {all.map(({ says, answer, rulesets, ways }, place) => {
          const dtype = given(answer.cell);
          return (
            <li key={says} class={dtype < 0 ? "none" : `kind-${catalog.at(dtype).facts.kind}`}>
              <h2>{says}</h2>
              <p>
                {count(rulesets.length, "ruleset")}: {links(rulesets)}
              </p>
              {ways.some(({ steps }) => steps.length > 0) && (
                <details open={place < 2}>
                  <summary>{ways.length > 1 ? `${ways.length} ways to it` : "Steps"}</summary>
                  {ways.map((way) => (
                    <div class="way" key={way.rulesets[0]}>
                      {ways.length > 1 && <p class="quiet">{way.rulesets.join(", ")}</p>}
                      <ol>
                        {way.steps.map((step, place) => (
                          <li key={place}>
                            <code>{step}</code>
                          </li>
                        ))}
                      </ol>
                    </div>
                  ))}
                </details>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}

const links = (names: string[]) =>
  names.map((name, place) => (
    <span key={name}>
      {place > 0 && ", "}
      <a href={address({ view: "about", ruleset: name })}>{name}</a>
    </span>
  ));
