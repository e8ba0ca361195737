// A dtype's format, ids and bits, and how every dtype holds a value that is typed in.

import { useEffect, useState } from "preact/hooks";
import { greatest, range } from "../engine/losses";
import type { DType } from "../engine/model";
import { held, hex, shownNumber, typed } from "../values/held";
import { value as valueOf } from "../values/float";
import { catalog } from "../state/data";
import { type Route, go } from "../state/route";
import { Choice, DTypeLink } from "./parts";

type DTypeRoute = Extract<Route, { view: "dtype" }>;

const FIRST = "0.1";

export function DTypePage({ route }: { route: DTypeRoute }) {
  const dtype = route.dtype < 0 ? catalog.dtype("float32") : route.dtype;
  const [text, set] = useState(route.value === "" ? FIRST : route.value);
  useEffect(() => {
    if (route.value !== "") set(route.value);
  }, [route.value]);
  const one = catalog.at(dtype);
  const type = (next: string) => {
    set(next);
    go({ view: "dtype", dtype, value: next }, true);
  };
  return (
    <div class="dtype-page">
      <form class="choices" onSubmit={(event) => event.preventDefault()}>
        <Choice
          label="Dtype"
          value={one.name}
          onChange={(name) => go({ view: "dtype", dtype: catalog.dtype(name), value: text === FIRST ? "" : text })}
        >
          {catalog.dtypes.map(({ name }) => (
            <option value={name} key={name}>
              {name}
            </option>
          ))}
        </Choice>
        <label class="choice">
          <span>A value</span>
          <input
            type="text"
            inputMode="decimal"
            value={text}
            spellcheck={false}
            aria-invalid={typed(text) === null}
            onInput={(event) => type(event.currentTarget.value)}
          />
        </label>
      </form>
      <h1>
        {one.name} <code>{one.code}</code>
      </h1>
      <Bits dtype={one} text={text} />
      <Facts dtype={one} />
      <Ids dtype={one} />
      <Held text={text} here={dtype} />
    </div>
  );
}

/** What each bit is for, the highest first. */
function parts(dtype: DType): { name: string; bits: number }[] {
  if (dtype.part >= 0) {
    const part = parts(catalog.at(dtype.part)).map(({ name, bits }) => ({ name: `real ${name}`, bits }));
    return [...part, { name: "imaginary part", bits: catalog.at(dtype.part).bits }];
  }
  if (dtype.float) {
    const { sign, exponent, mantissa, tapered } = dtype.float;
    if (tapered)
      return [
        { name: "sign", bits: 1 },
        { name: "prefix, exponent and mantissa", bits: exponent + mantissa },
      ];
    const all = [
      { name: "sign", bits: sign ? 1 : 0 },
      { name: "exponent", bits: exponent },
      { name: "mantissa", bits: mantissa },
    ];
    return all.filter(({ bits }) => bits > 0);
  }
  if (dtype.kind === 1)
    return [
      { name: "sign", bits: 1 },
      { name: "value", bits: dtype.bits - 1 },
    ].filter(({ bits }) => bits > 0);
  return [{ name: dtype.kind === 0 ? "truth" : "value", bits: dtype.kind === 0 ? 1 : dtype.bits }];
}

function Bits({ dtype, text }: { dtype: DType; text: string }) {
  const one = typed(text);
  const found = one === null ? null : held(catalog, dtype, one);
  let at = 0;
  return (
    <figure class="bits">
      <div class="bit-row">
        {parts(dtype).map(({ name, bits }) => {
          const digits = [...(found?.bits?.slice(at, at + bits) ?? "")];
          at += bits;
          return (
            <div class={`bit-part part-${name.split(" ").at(-1) ?? ""}`} key={name} style={{ flexGrow: bits }}>
              <div class="digits">
                {Array.from({ length: Math.min(bits, 64) }, (_, place) => (
                  <span key={place}>{digits[place] ?? "·"}</span>
                ))}
              </div>
              <div class="part-name">
                {name} <span class="quiet">{bits}</span>
              </div>
            </div>
          );
        })}
      </div>
      <figcaption>
        {found === null
          ? "That is no number: write one such as 0.1, -3, 1e30, 0xff, inf or nan."
          : found.bits === null
            ? `${dtype.name} does not hold ${text}: it ${found.remark}.`
            : `${text} is held as ${found.shown} (${hex(found.bits)})${found.remark === "" ? ", exactly" : `: ${found.remark}`}.`}
      </figcaption>
    </figure>
  );
}

function Facts({ dtype }: { dtype: DType }) {
  const { float } = dtype;
  const facts: [string, string][] = [
    ["kind", dtype.facts.kind],
    ["bits", String(dtype.bits)],
  ];
  if (dtype.part >= 0) facts.push(["parts", `two ${catalog.name(dtype.part)}`]);
  if (dtype.kind === 1 || dtype.kind === 2) facts.push(["range", range(dtype).join(" .. ")]);
  if (float) {
    const least = float.zero ? valueOf(float, 1n) : valueOf(float, 0n);
    facts.push(
      ["exponent", float.tapered ? `${float.exponent} bits at the most` : `${float.exponent} bits, bias ${float.bias}`],
      ["mantissa", `${float.mantissa} bits${float.tapered ? " at the most" : ""}, and one that is not stored`],
      ["greatest", shownNumber(valueOf(float, greatest(float)))],
      ["least above zero", shownNumber(least)],
      ["spacing at 1", shownNumber(2 ** -float.mantissa)],
      ["sign", float.sign ? "yes" : "no"],
      ["zero", float.zero ? "yes" : "no"],
      ["infinity", float.infinity ? "yes" : "no"],
      [
        "NaN",
        { ieee: "as IEEE 754", ones: "all ones", negative_zero: "in place of negative zero", none: "no" }[float.nan],
      ],
    );
  }
  return (
    <section>
      <h2>Format</h2>
      <dl class="pairs">
        {facts.map(([name, says]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Ids({ dtype }: { dtype: DType }) {
  const ids = Object.entries(dtype.facts.ids);
  const names = Object.entries(catalog.data.rulesets).filter(
    ([, { base, names }]) => base === null && names[dtype.name],
  );
  return (
    <section>
      <h2>Ids and names</h2>
      <dl class="pairs">
        {ids.map(([system, id]) => {
          const { title, what, source } = catalog.data.id_systems[system] ?? {
            title: system,
            what: "",
            source: undefined,
          };
          return (
            <div key={system}>
              <dt title={what}>{source === undefined ? title : <a href={source.url}>{title}</a>}</dt>
              <dd>
                <code>{Array.isArray(id) ? `code ${id[0]}, ${id[1]} bits` : id}</code>
              </dd>
            </div>
          );
        })}
        {names.map(([ruleset, { names }]) => (
          <div key={ruleset}>
            <dt>{ruleset}</dt>
            <dd>{names[dtype.name]?.join(", ")}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Held({ text, here }: { text: string; here: number }) {
  const one = typed(text);
  return (
    <section>
      <h2>{one === null ? "A value" : text} as every dtype holds it</h2>
      <p class="quiet">
        Floats take the nearest float64 and round it once, to nearest: of two as near to the one whose last bit is 0, in
        some formats to the greater one. What is too large for one is infinity if it has one, else NaN, else its
        greatest number. Integers out of range are not held: frameworks differ in what they make of them.
      </p>
      {one !== null && (
        <div class="scroll" tabIndex={0} role="region" aria-label="The value in every dtype">
          <table class="rows held">
            <thead>
              <tr>
                <th scope="col">dtype</th>
                <th scope="col">held as</th>
                <th scope="col">bits</th>
                <th scope="col">error</th>
                <th scope="col">remark</th>
              </tr>
            </thead>
            <tbody>
              {catalog.dtypes.map((dtype, place) => {
                const { bits, shown, error, remark } = held(catalog, dtype, one);
                return (
                  <tr key={dtype.name} class={place === here ? "here" : ""}>
                    <th scope="row">
                      <DTypeLink dtype={place} />
                    </th>
                    <td>{shown === "" ? "–" : shown + (dtype.part >= 0 ? " + 0j" : "")}</td>
                    <td>
                      <code>{bits === null ? "–" : hex(bits)}</code>
                    </td>
                    <td>{error === null ? "–" : error === 0 ? "0" : error.toPrecision(3)}</td>
                    <td>{remark}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
