// A move → Markdown: a summary, then a table for each kind of change, the most harmful first.

import { operandWords, outcomeWords } from "../engine/words";
import { type Change, changes } from "./cases";
import {
  KIND,
  LEGAL,
  LOSSY_KIND,
  type Move,
  NARROWER,
  NOT_KNOWN,
  NOW_REFUSED,
  SEVERITIES,
  WEAKNESS,
  WIDER,
} from "./move";
import { type Row, rows } from "./rows";
import { type Settings, isEmpty, settings } from "./settings";

/** A heading with a table or a list below it. */
export interface Section {
  title: string;
  head: string[];
  rows: string[][];
  /** The rows that changes made, in the order of `rows`. */
  changes: Row[];
  items: string[];
}

/** All that `concord migrate` prints. */
export interface Report {
  title: string;
  introduction: string;
  summary: string[][];
  assumed: string[];
  sections: Section[];
}

const SUMMARY = ["harm", "what changes", "how often", "the worst"];

export function report(moved: Move): Report {
  const { from, to } = moved;
  const title = `From \`${from.rules.name}\` to \`${to.rules.name}\``;
  const [found, set] = [changes(moved), settings(moved)];
  if (found.length === 0 && isEmpty(set)) {
    return { title, introduction: "Nothing changes.", summary: [], assumed: [], sections: [] };
  }
  const all = rows(moved, found);
  const ofSeverity = (severity: number) =>
    changed(
      severity,
      all.filter((row) => row.severity === severity),
    );
  const sections = [
    defaults(moved, set, true, "Default dtypes that hold less"),
    ofSeverity(NARROWER),
    ofSeverity(LOSSY_KIND),
    policies(moved, set),
    phrases(moved, "Scalars that have a dtype", set.typed),
    ofSeverity(KIND),
    defaults(moved, set, false, "Other default dtypes"),
    ofSeverity(WIDER),
    ofSeverity(WEAKNESS),
    phrases(moved, "Three operands and more", set.nary),
    ofSeverity(NOW_REFUSED),
    lacks(moved, set),
    ofSeverity(LEGAL),
    ofSeverity(NOT_KNOWN),
    list(
      "Other values, by runs",
      set.values.map(({ ruleset, says }) => `\`${ruleset}\`, ${says}`),
    ),
  ];
  return {
    title,
    introduction: introduction(moved, found),
    summary: summary(moved, found, set),
    assumed: assumed(moved),
    sections: sections.filter((section) => section.rows.length + section.items.length > 0),
  };
}

/** The report as `concord migrate` prints it. */
export function markdown({ title, introduction, summary, assumed, sections }: Report): string {
  const items = (all: string[]) => all.map((one) => `- ${one}\n`).join("") + (all.length > 0 ? "\n" : "");
  const body = sections.map(
    ({ title, head, rows, items: listed }) =>
      `## ${title}\n\n${rows.length > 0 ? table(head, rows) : ""}${items(listed)}`,
  );
  const text = `# ${title}\n\n${introduction}\n\n${summary.length > 0 ? table(SUMMARY, summary) : ""}`;
  return `${(text + items(assumed) + body.join("")).trimEnd()}\n`;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |\n`;
  return `${line(head)}${line(head.map(() => ":--"))}${rows.map(line).join("")}\n`;
}

const section = (title: string, head: string[], rows: string[][], changes: Row[] = []): Section => ({
  title,
  head,
  rows,
  changes,
  items: [],
});
const list = (title: string, items: string[]): Section => ({ title, head: [], rows: [], changes: [], items });

function introduction(moved: Move, found: Change[]): string {
  const { from, to, dtypes, named, catalog } = moved;
  let asked = `${dtypes.length} dtypes that both have`;
  if (dtypes.length === 0) asked = "no dtype that both have";
  else if (named) asked = dtypes.map((dtype) => catalog.name(dtype)).join(", ");
  const text = `${from.rules.facts.title} → ${to.rules.facts.title}: ${asked}`;
  if (dtypes.length === 0) return `${text}.`;
  const start = `${text}, with each other and with Python numbers.\n`;
  if (found.length === 0) return `${start}What they give does not change.`;
  const byRun = found.some((change) => change.byRun)
    ? "\n`by a run`: a recorded run of the framework gave what the row says, and its ruleset gives otherwise."
    : "";
  return `${start}An op is listed where it changes otherwise than what its operands promote to.
A pair stands for both its orders, where its row does not say otherwise.${byRun}`;
}

function assumed({ from, to }: Move): string[] {
  return [from, to].flatMap(({ rules, evidence }) => {
    const ops = evidence.assumed();
    const says = `No source and no run of \`${rules.name}\` speaks of these ops; what they give there is assumed`;
    return ops.length > 0 ? [`${says}: ${ops.join(", ")}`] : [];
  });
}

function changed(severity: number, all: Row[]): Section {
  const loses = severity === NARROWER || severity === LOSSY_KIND;
  const casts = severity !== LEGAL && all.some((row) => row.cast !== "");
  const head = [
    "op",
    "operands",
    "was",
    "becomes",
    ...(loses ? ["lost"] : []),
    ...(casts ? ["cast that keeps it"] : []),
  ];
  const cells = all.map((row) => {
    const op = row.ops.length === 0 ? "promotion" : row.ops.map(({ name }) => name).join(", ");
    const rest = [...(loses ? [row.lost] : []), ...(casts ? [row.cast] : [])];
    return [op, row.operands, row.was, row.becomes, ...rest];
  });
  return section(SEVERITIES[severity] ?? "", head, cells, all);
}

const titles = ({ from, to }: Move): string[] => [from, to].map(({ rules }) => `\`${rules.name}\``);
const known = (moved: Move, dtype: number): string => (dtype < 0 ? "not known" : moved.catalog.name(dtype));

function defaults(moved: Move, set: Settings, loses: boolean, title: string): Section {
  const those = set.defaults.filter((one) => one.loses === loses);
  const cells = those.map(({ kind, was, becomes }) => [kind, known(moved, was), known(moved, becomes)]);
  return section(title, ["default", ...titles(moved)], cells);
}

function policies(moved: Move, set: Settings): Section {
  const cells = set.policies.map(({ name, was, becomes }) => {
    const doc = (value: string) => `${value}: ${moved.catalog.data.policies[name]?.values[value] ?? ""}`;
    return [name, doc(was), doc(becomes)];
  });
  return section("Policies", ["policy", ...titles(moved)], cells);
}

/** What both rulesets do about something, in words, if they do not do the same. */
function phrases(moved: Move, title: string, both: [string, string] | null): Section {
  const [from, to] = titles(moved);
  return list(title, both === null ? [] : [`${from}: ${both[0]}`, `${to}: ${both[1]}`]);
}

function lacks(moved: Move, set: Settings): Section {
  const cells = set.lacks.map(({ dtype, standIn, lost }) => [
    moved.catalog.name(dtype),
    standIn < 0 ? "none comes near" : moved.catalog.name(standIn),
    lost,
  ]);
  const title = `Dtypes that \`${moved.to.rules.name}\` lacks`;
  return section(title, ["dtype", "what stands best for it", "lost"], cells);
}

/** For each kind of harm how much of it there is, and the worst. */
function summary(moved: Move, found: Change[], set: Settings): string[][] {
  const of = (harm: string, what: string, ...those: number[]) => ofChanges(moved, found, harm, what, those);
  const lines = [
    ofDefaults(moved, set, true, "silent loss", "default dtypes that hold less"),
    of("silent loss", "results that hold less", NARROWER),
    of("silent loss", "another kind of dtype, which loses values", LOSSY_KIND),
    ofPolicies(set),
    of("other values", "another kind of dtype", KIND),
    ofDefaults(moved, set, false, "other defaults", "other default dtypes"),
    of("wider results", "wider, or weakly typed on one side only", WIDER, WEAKNESS),
    withLacks(moved, set, of("errors", "newly refused, or without a kernel", NOW_REFUSED)),
    of("none", "newly legal", LEGAL),
    of("not known", "not known on one side", NOT_KNOWN),
  ];
  return lines.filter((line) => line !== null);
}

function ofChanges(moved: Move, found: Change[], harm: string, what: string, severities: number[]): string[] | null {
  const those = found.filter(({ severity }) => severities.includes(severity));
  // Of those that are as bad, the first.
  const rank = ({ lost, severity, op }: Change) => [lost.length, -severity, op === null ? 1 : -op.place];
  let worst: Change | null = null;
  for (const one of those) {
    if (worst === null || before(rank(worst), rank(one))) worst = one;
  }
  if (worst === null) return null;
  const ops = those.filter(({ op }) => op !== null).length;
  const plural = (many: number, one: string, more: string) =>
    many === 0 ? [] : [many === 1 ? `1 ${one}` : `${many} ${more}`];
  const counts = [
    ...plural(those.length - ops, "promotion", "promotions"),
    ...plural(ops, "case of ops", "cases of ops"),
  ];
  return [harm, what, counts.join(", "), worstWords(moved, worst)];
}

/** Whether one rank is below another. */
const before = (one: number[], other: number[]): boolean => {
  const place = one.findIndex((value, at) => value !== other[at]);
  return place >= 0 && (one[place] ?? 0) < (other[place] ?? 0);
};

/** `int8 × float: float64 → float32` */
function worstWords({ catalog }: Move, { op, operands, was, becomes }: Change): string {
  const words = operands.map((one) => operandWords(catalog, one)).join(" × ");
  const prefix = op === null ? "" : `${op.name} of `;
  return `${prefix}${words}: ${outcomeWords(catalog, was)} → ${outcomeWords(catalog, becomes)}`;
}

function ofDefaults(moved: Move, set: Settings, loses: boolean, harm: string, what: string): string[] | null {
  const those = set.defaults.filter((one) => one.loses === loses);
  const words = those.map(({ kind, was, becomes }) => `${kind}: ${known(moved, was)} → ${known(moved, becomes)}`);
  const worst = words.find((one) => one.startsWith("real")) ?? words[0];
  return worst === undefined ? null : [harm, what, String(words.length), worst];
}

function ofPolicies(set: Settings): string[] | null {
  const [first] = set.policies;
  if (first === undefined) return null;
  return ["other values", "policies", String(set.policies.length), `${first.name}: ${first.was} → ${first.becomes}`];
}

/** The errors, with the dtypes that are not there. */
function withLacks(moved: Move, set: Settings, line: string[] | null): string[] | null {
  const [first] = set.lacks;
  if (first === undefined) return line;
  const many = set.lacks.length;
  const missing = many === 1 ? "1 dtype that is not there" : `${many} dtypes that are not there`;
  if (line === null) return ["errors", "dtypes", missing, moved.catalog.name(first.dtype)];
  return [line[0] ?? "", line[1] ?? "", `${line[2] ?? ""}, ${missing}`, line[3] ?? ""];
}
