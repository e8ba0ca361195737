// A set of pairs → a few rectangles with the same pairs: each row of a rectangle is paired with each of its columns.

import { compare } from "../engine/casts";

export type Pair = [number, number];
export type Rectangle = [number[], number[]];

/** Rectangles of symmetric pairs: `(a, b)` also stands for `(b, a)` if `same(a, b)`. */
export function symmetricRectangles(pairs: Pair[], same: (a: number, b: number) => boolean): Rectangle[] {
  const mirror = ([row, column]: Pair): Pair | null => (same(row, column) ? [column, row] : null);
  const mirrored = pairs.map(mirror).filter((pair) => pair !== null);
  const found = cover([...pairs, ...mirrored], mirror);
  const turned = found.map(([rows, columns]): Rectangle => {
    const swap = compare(columns, rows) < 0 && same(rows[0] ?? 0, columns[0] ?? 0);
    return swap ? [columns, rows] : [rows, columns];
  });
  return turned.sort(compare);
}

const key = ([row, column]: Pair): number => row * 1024 + column;

function cover(all: Pair[], mirror: (pair: Pair) => Pair | null): Rectangle[] {
  const candidates = maximal(all);
  const open = new Set(all.map(key));
  const found: Rectangle[] = [];
  while (open.size > 0) {
    const best = widest(candidates, open);
    if (best === null) break;
    const trimmed = trim(best, open);
    for (const row of trimmed[0]) {
      for (const column of trimmed[1]) {
        open.delete(key([row, column]));
        const other = mirror([row, column]);
        if (other !== null) open.delete(key(other));
      }
    }
    found.push(trimmed);
  }
  return found.sort(compare);
}

/** The rectangle that adds most pairs; of those that add the same number, the last of the smallest. */
function widest(candidates: Rectangle[], open: Set<number>): Rectangle | null {
  let best: { one: Rectangle; gain: number[] } | null = null;
  for (const one of candidates) {
    const [rows, columns] = one;
    const gained = rows.reduce((sum, row) => sum + columns.filter((column) => open.has(key([row, column]))).length, 0);
    const gain = [gained, -(rows.length * columns.length)];
    if (best === null || compare(gain, best.gain) >= 0) best = { one, gain };
  }
  return best === null ? null : best.one;
}

/** The rectangles that cannot grow: the columns of a row, and all rows that have those columns. */
function maximal(all: Pair[]): Rectangle[] {
  const ofRow = grouped(all);
  const ofColumn = grouped(all.map(([row, column]) => [column, row]));
  const byRow = [...ofRow.values()].map((columns): Rectangle => [having(ofRow, columns), sorted(columns)]);
  const byColumn = [...ofColumn.values()].map((rows): Rectangle => [sorted(rows), having(ofColumn, rows)]);
  const found = [...byRow, ...byColumn].sort(compare);
  return found.filter((one, place) => place === 0 || compare(one, found[place - 1]) !== 0);
}

const sorted = (all: Iterable<number>): number[] => [...all].sort((a, b) => a - b);

function grouped(pairs: Pair[]): Map<number, Set<number>> {
  const all = new Map<number, Set<number>>();
  for (const [one, other] of pairs) {
    const known = all.get(one);
    if (known === undefined) all.set(one, new Set([other]));
    else known.add(other);
  }
  return new Map([...all].sort(([a], [b]) => a - b));
}

/** The keys whose sets contain all of `wanted`. */
const having = (all: Map<number, Set<number>>, wanted: Set<number>): number[] =>
  [...all].filter(([, have]) => [...wanted].every((one) => have.has(one))).map(([one]) => one);

function trim([rows, columns]: Rectangle, open: Set<number>): Rectangle {
  const kept = rows.filter((row) => columns.some((column) => open.has(key([row, column]))));
  return [kept, columns.filter((column) => kept.some((row) => open.has(key([row, column]))))];
}
