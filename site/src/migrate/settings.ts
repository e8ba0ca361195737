// What two rulesets choose once and for all: dtypes, defaults, policies, how many operands promote.

import { standIn } from "../engine/casts";
import { losses, lossWords } from "../engine/losses";
import type { Move, Side } from "./move";

export interface Settings {
  lacks: { dtype: number; standIn: number; lost: string }[];
  /** The kind of default and the dtypes; -1 if no source says. */
  defaults: { kind: string; was: number; becomes: number; loses: boolean }[];
  policies: { name: string; was: string; becomes: string }[];
  nary: [string, string] | null;
  typed: [string, string] | null;
  /** What each framework computes otherwise than its ruleset. */
  values: { ruleset: string; says: string }[];
}

const DEFAULTS = ["integral", "indexing", "real floating", "complex floating"];

const NARY: Record<string, string> = {
  fold: "from the left, two at a time",
  join: "those of the highest kind first, so that the order does not matter",
  "category-fold": "tensors, 0-d tensors and Python scalars each by themselves, then the lower beside the higher",
};

const TYPED: Record<string, string> = {
  table: "what the table of scalars says",
  tensor: "a tensor of its dtype",
  "zero-dim": "a 0-d tensor of its dtype",
  kind: "the Python scalar of its kind, whatever its dtype",
  converted: "a tensor of the dtype beside it, to which it is converted",
};

export function settings(moved: Move): Settings {
  const { catalog, from, to } = moved;
  const [one, other] = [from.rules, to.rules];
  const lacks = moved.lacks.map((dtype) => {
    const near = standIn(other, dtype);
    return { dtype, standIn: near, lost: near < 0 ? "" : lossWords(losses(catalog, dtype, near)) };
  });
  const defaults = DEFAULTS.flatMap((kind) => {
    const [was, becomes] = [one.defaults[kind] ?? -1, other.defaults[kind] ?? -1];
    const loses = was >= 0 && becomes >= 0 && losses(catalog, was, becomes).length > 0;
    return was === becomes ? [] : [{ kind, was, becomes, loses }];
  });
  const policies = Object.keys(catalog.data.policies).flatMap((name) => {
    const [was, becomes] = [one.facts.policies[name] ?? "", other.facts.policies[name] ?? ""];
    return was === becomes ? [] : [{ name, was, becomes }];
  });
  const both = (phrases: Record<string, string>, was: string, becomes: string): [string, string] | null =>
    was === becomes ? null : [phrases[was] ?? was, phrases[becomes] ?? becomes];
  const nary = both(NARY, one.facts.nary, other.facts.nary);
  const typed = both(TYPED, one.facts.typed_scalars, other.facts.typed_scalars);
  return { lacks, defaults, policies, nary, typed, values: otherValues(moved) };
}

/** The declared differences of values of both frameworks, but those that both have: there they compute alike. */
function otherValues(moved: Move): { ruleset: string; says: string }[] {
  const { catalog, from, to } = moved;
  const codes = new Map(catalog.dtypes.map(({ code }, dtype) => [code, dtype]));
  const asked = (word: string) => {
    const dtype = codes.get(word.replace(/^(zero|weak):/, ""));
    return dtype === undefined || moved.dtypes.includes(dtype);
  };
  const of = ({ rules, evidence }: Side, other: Side) =>
    evidence.valueSentences(asked, other.evidence).map((says) => ({ ruleset: rules.name, says }));
  return [...of(from, to), ...of(to, from)];
}

export const isEmpty = ({ lacks, defaults, policies, nary, typed, values }: Settings): boolean =>
  lacks.length + defaults.length + policies.length + values.length === 0 && nary === null && typed === null;
