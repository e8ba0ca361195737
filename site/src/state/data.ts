// The data in the page → the catalog, and the rules and runs of each ruleset when they are first needed.

import { Catalog } from "../engine/model";
import { Rules } from "../engine/ops";
import { Evidence } from "../engine/runs";
import { unpacked } from "./export";

export const catalog = new Catalog(unpacked(document.getElementById("data")?.textContent ?? ""));

/** The ruleset that is shown where an address names none. */
export const FIRST = catalog.names.includes("numpy") ? "numpy" : (catalog.names[0] ?? "");

const rules = new Map<string, Rules>();
const evidence = new Map<string, Evidence>();

export function rulesOf(name: string): Rules {
  const known = rules.get(name);
  if (known !== undefined) return known;
  const facts = catalog.data.rulesets[name];
  if (facts === undefined) throw new Error(`no ruleset is called ${name}`);
  const made = new Rules(catalog, name, facts);
  rules.set(name, made);
  return made;
}

export function evidenceOf(name: string): Evidence {
  const known = evidence.get(name);
  if (known !== undefined) return known;
  const made = new Evidence(rulesOf(name));
  evidence.set(name, made);
  return made;
}
