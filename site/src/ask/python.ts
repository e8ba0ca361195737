// An operator between numbers → what Python itself makes of them.

import type { Tree } from "./tree";

const [BOOL, INT, FLOAT, COMPLEX] = [0, 1, 2, 3];

/** The kind of number that an operator gives of numbers by their kinds; null where Python refuses them. */
export function pythonKind(tree: Extract<Tree, { is: "call" }>, kinds: number[]): number | null {
  const highest = Math.max(...kinds);
  switch (tree.name) {
    case "equal":
    case "not_equal":
      return BOOL;
    case "less":
    case "less_equal":
    case "greater":
    case "greater_equal":
      return highest === COMPLEX ? null : BOOL;
    case "bitwise_and":
    case "bitwise_or":
    case "bitwise_xor":
      return highest > INT ? null : highest;
    case "bitwise_left_shift":
    case "bitwise_right_shift":
      return highest > INT ? null : INT;
    case "floor_divide":
    case "remainder":
      return highest === COMPLEX ? null : Math.max(highest, INT);
    case "divide":
      return Math.max(highest, FLOAT);
    case "pow": {
      const exponent = tree.args[1];
      const inverse = exponent?.is === "operand" && exponent.negative === true;
      return Math.max(highest, inverse ? FLOAT : INT);
    }
    case "matmul":
      return null;
    default:
      return Math.max(highest, INT);
  }
}
