// The JSON export as it is written: the types of the schema that docs/export.md describes.

export type KindName = "bool" | "int" | "uint" | "float" | "complex";
export type TableName =
  "promotion" | "scalars" | "zero-dim" | "zero-dim-pair" | "zero-dim-scalars" | "weak" | "weak-pair";

export interface DTypeFacts {
  name: string;
  code: string;
  kind: KindName;
  bits: number;
  narrow: boolean;
  exponent?: number;
  mantissa?: number;
  bias?: number;
  sign?: boolean;
  zero?: boolean;
  infinity?: boolean;
  nan?: "ieee" | "ones" | "negative_zero" | "none";
  tapered?: boolean;
  part?: string;
  ids: Record<string, number | string | [number, number]>;
}

export interface SourceFacts {
  id: string;
  kind: "docs" | "code" | "observed";
  title: string;
  version: string;
  url: string;
  read: string;
}

export interface RuleFacts {
  on: KindName[];
  compute: string;
  result: string;
  /** What 0-d tensors count as, if not what the tables say. */
  zero_dim?: "tensor";
}

export interface OpFacts extends RuleFacts {
  doc: string;
  group: string;
  swaps: boolean;
}

export interface TableFacts {
  rows: string[];
  columns: string[];
  cells: (string | null)[][];
  source_sets: string[][];
  cell_sources: number[][];
}

export interface OpCellFacts {
  ops: string[];
  left: string[];
  right?: string[];
  gives: string | null;
  sources: string[];
}

export interface DivergenceFacts {
  table: string;
  cells: [string, string][];
  says: Record<string, string | null>;
  runtime: string | null;
  why: string;
}

export interface DifferenceFacts {
  source: string;
  table: string;
  ops: string[];
  cells: string[];
  written?: string[];
  devices?: string[];
  rule: string;
  run: string;
  some_values?: boolean;
  why: string;
}

export interface RulesetFacts {
  title: string;
  framework: string;
  edition: string;
  device: string | null;
  base: string | null;
  sources: SourceFacts[];
  dtypes: string[];
  unsupported: string[];
  lacks: string[];
  names: Record<string, string[]>;
  abstract_types: Record<string, string[]>;
  defaults: Record<string, string | null>;
  nary: "fold" | "join" | "category-fold";
  result_type: string | null;
  typed_scalars: "table" | "tensor" | "zero-dim" | "kind" | "converted";
  tables: Partial<Record<TableName, TableFacts>>;
  op_cells: OpCellFacts[];
  op_rules: Record<string, RuleFacts & { sources: string[] }>;
  inexact: Record<string, string>;
  output: Record<string, string[]> | null;
  policies: Record<string, string>;
  divergences: DivergenceFacts[];
  stated_ops: string[];
  observed: { source: string; run: string; view: string; about: string[] }[];
  observed_differences: DifferenceFacts[];
  slips: { source: string; cell?: [string, string]; sentence: string }[];
  ranges: Record<string, string>;
}

export interface ViewFacts {
  about: string;
  operands: string[];
  answers: (string | [string, number])[];
  grids: string[][];
  ops: Record<string, number>;
  computed: string[];
}

export interface RunFacts {
  framework: string;
  version: string;
  date: string;
  platform: string;
  configuration: string;
  errors: string[];
  views: Record<string, ViewFacts>;
}

export interface Export {
  schema: string;
  concord: string;
  dtypes: DTypeFacts[];
  id_systems: Record<string, { title: string; what: string; shared: boolean; source: SourceFacts }>;
  ops: Record<string, OpFacts>;
  policies: Record<string, { doc: string; default: string; values: Record<string, string> }>;
  foreign: string[];
  rulesets: Record<string, RulesetFacts>;
  runs: Record<string, RunFacts>;
}
