// Operands, cells and sources → words for people, as the command line says them.

import type { SourceFacts } from "./export";
import {
  type Catalog,
  type Cell,
  NO_KERNEL,
  type Operand,
  REFUSED,
  SCALARS,
  UNKNOWN,
  categoryOf,
  dtypeOf,
  isForeign,
  isWeak,
  placeOf,
} from "./model";

/** `int8`, `0-d int8`, `weak int8`, `Python int` or `int8 scalar`. */
export function operandWords(catalog: Catalog, one: Operand): string {
  if (dtypeOf(one) < 0) return `Python ${SCALARS[placeOf(one)] ?? ""}`;
  const name = catalog.name(placeOf(one));
  return [name, `0-d ${name}`, `weak ${name}`, name, `${name} scalar`][categoryOf(one)] ?? name;
}

/** What a cell gives, in words. */
export function outcomeWords(catalog: Catalog, cell: Cell): string {
  if (cell === REFUSED) return "refused";
  if (cell === NO_KERNEL) return "no kernel";
  if (cell === UNKNOWN) return "not known";
  if (isForeign(cell)) return `${catalog.data.foreign[cell - 128] ?? ""}, which the spec does not have`;
  return catalog.name(cell & 63) + (isWeak(cell) ? ", weakly typed" : "");
}

/** What a cell is, as the end of a sentence. */
export function outcomeClause(catalog: Catalog, cell: Cell): string {
  const says = { [REFUSED]: "is refused", [NO_KERNEL]: "has no kernel", [UNKNOWN]: "is not known" }[cell];
  return says ?? `gives ${outcomeWords(catalog, cell)}`;
}

/** What kind of source it is. */
export const SOURCE_KINDS: Record<SourceFacts["kind"], string> = {
  docs: "documents",
  code: "code",
  observed: "recorded run",
};

/** `1 cell`, `2 cells` */
export const count = (many: number, one: string): string =>
  many === 1 ? `1 ${one}` : `${many.toLocaleString("en")} ${one}s`;
