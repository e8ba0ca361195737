// What a line is read as: a tree of calls and operands, or a mistake with its place.

import type { Operand } from "../engine/model";

/** An operand, of a number whether it is negative, or a call: of a sign, or of a function by its name. */
export type Tree =
  | { is: "operand"; operand: Operand; negative?: boolean; at: number; end: number }
  | { is: "call"; name: string; sign: string | null; args: Tree[]; at: number; end: number };

/** What is wrong with a line, and where. */
export interface Mistake {
  at: number;
  end: number;
  says: string;
}

export class ParseError extends Error {
  constructor(readonly mistake: Mistake) {
    super(mistake.says);
  }
}

/** The functions that are asked for a dtype alone: by the tables, and as the framework's own function gives it. */
export const PROMOTE = "promote";
export const RESULT_TYPE = "result_type";
export const asksDType = (name: string): boolean => name === PROMOTE || name === RESULT_TYPE;
