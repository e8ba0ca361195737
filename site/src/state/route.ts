// The address of the page ↔ which view it shows: `#/torch/add/int8/uint8`.

import { useEffect, useState } from "preact/hooks";
import { type Operand, TENSOR, operand } from "../engine/model";
import { PLAIN, categoriesOfOp } from "./categories";
import { FIRST, catalog, rulesOf } from "./data";

/** The word for what the tables say, in place of an op. */
export const PROMOTE = "promote";

export type Route =
  | { view: "matrix"; ruleset: string; op: string; left: Operand; right: Operand }
  | { view: "compare"; rulesets: string[]; op: string; operands: string; all: boolean }
  | { view: "ask"; line: string }
  | { view: "migrate"; from: string; to: string; dtypes: string[]; op: string }
  | { view: "about"; ruleset: string }
  | { view: "dtype"; dtype: number; value: string };

const word = encodeURIComponent;

/** An address; what is as it is at first is left out. */
export function address(route: Route): string {
  const query = (all: Record<string, string>) => {
    const given = Object.entries(all).filter(([, value]) => value !== "");
    return given.length > 0 ? `?${given.map(([key, value]) => `${key}=${word(value)}`).join("&")}` : "";
  };
  switch (route.view) {
    case "matrix": {
      const operands = [route.left, route.right].map((one) => catalog.spelled(one));
      return `#/${[route.ruleset, route.op].map(word).join("/")}/${operands.join("/")}`;
    }
    case "compare": {
      const { rulesets, op, operands, all } = route;
      const rest = query({
        op: op === PROMOTE ? "" : op,
        of: operands === PLAIN.id ? "" : operands,
        all: all ? "1" : "",
      });
      return `#/compare/${rulesets.map(word).join("/")}${rest}`;
    }
    case "ask":
      return `#/ask/${word(route.line)}`;
    case "migrate":
      return `#/migrate/${word(route.from)}/${word(route.to)}${query({ dtypes: route.dtypes.join(","), op: route.op })}`;
    case "about":
      return `#/about/${word(route.ruleset)}`;
    case "dtype":
      return `#/dtype/${route.dtype < 0 ? "" : word(catalog.name(route.dtype))}${query({ value: route.value })}`;
  }
}

const ruleset = (name: string | undefined, other = FIRST): string =>
  name !== undefined && catalog.names.includes(name) ? name : other;
const knownOp = (name: string | undefined): string => (name !== undefined && catalog.op(name) >= 0 ? name : PROMOTE);

const isRuleset = (name: string): boolean =>
  name.startsWith("run:")
    ? (catalog.data.rulesets[ruleset(name.slice(4), "")]?.observed.length ?? 0) > 0
    : catalog.names.includes(name);

/** The dtypes of those names that a ruleset has, each once. */
export const dtypesIn = (name: string, dtypes: string[]): string[] =>
  [...new Set(dtypes)].filter((dtype) => rulesOf(name).facts.dtypes.includes(dtype));

/** Categories by their name, if an op takes them, else tensors. */
export const categoriesIn = (op: string, id: string | null): string =>
  categoriesOfOp(op).some((one) => one.id === id) ? (id ?? PLAIN.id) : PLAIN.id;

export function parseAddress(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view = "", ...rest] = path.split("/").map(decoded);
  const query = new URLSearchParams(search);
  const [one, other] = rest;
  switch (view) {
    case "compare": {
      const rulesets = rest.filter(isRuleset);
      const op = knownOp(query.get("op") ?? undefined);
      return {
        view,
        rulesets: rulesets.length > 0 ? rulesets : ["numpy", "torch"].map((name) => ruleset(name)),
        op,
        operands: categoriesIn(op, query.get("of")),
        all: query.get("all") === "1",
      };
    }
    case "ask":
      return { view, line: rest.join("/") };
    case "migrate": {
      const [from, op] = [ruleset(one), query.get("op") ?? ""];
      return {
        view,
        from,
        to: ruleset(other, ruleset("torch")),
        dtypes: dtypesIn(from, (query.get("dtypes") ?? "").split(",")),
        op: op === PROMOTE || catalog.op(op) >= 0 ? op : "",
      };
    }
    case "about":
      return { view, ruleset: ruleset(one) };
    case "dtype":
      return { view, dtype: catalog.dtype(one ?? ""), value: query.get("value") ?? "" };
    default:
      return matrix(ruleset(view), knownOp(one), rest[1], rest[2]);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function matrix(name: string, op: string, left: string | undefined, right: string | undefined): Route {
  const first = operand(TENSOR, rulesOf(name).supported[0] ?? 0);
  const of = (text: string | undefined) => {
    const found = text === undefined ? -1 : catalog.operand(text);
    return found < 0 ? first : found;
  };
  return { view: "matrix", ruleset: name, op, left: of(left), right: of(right) };
}

/** How long the address may lag behind: browsers take no more than some hundred changes in half a minute. */
const LAG = 150;

const shown = new Set<(route: Route) => void>();
let pending: ReturnType<typeof setTimeout> | undefined;

function show(route: Route): void {
  for (const set of shown) set(route);
}

/** Goes to a view; `replace`, if the step back need not come here, as between the cells of a table. */
export function go(route: Route, replace = false): void {
  const to = address(route);
  clearTimeout(pending);
  if (!replace) {
    window.location.hash = to;
    return;
  }
  show(route);
  pending = setTimeout(() => window.history.replaceState(null, "", to), LAG);
}

export function useRoute(): Route {
  const [route, set] = useState(() => parseAddress(window.location.hash));
  useEffect(() => {
    const changed = () => {
      clearTimeout(pending);
      set(parseAddress(window.location.hash));
    };
    shown.add(set);
    window.addEventListener("hashchange", changed);
    return () => {
      shown.delete(set);
      window.removeEventListener("hashchange", changed);
    };
  }, []);
  return route;
}
