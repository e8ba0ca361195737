// A tree → a mistake where an op does not take so many operands, or a number in the place of a tensor.

import { type Catalog, SCALAR, SCALARS, categoryOf, isScalar, noNumber, placeOf, takesNumber } from "../engine/model";
import { ParseError, type Tree, asksDType } from "./tree";
import { pythonKind } from "./python";

type Call = Extract<Tree, { is: "call" }>;

/** Throws what is wrong with a tree, in the words of `concord eval`; the kind of a Python number, null of a tensor. */
export function checked(catalog: Catalog, tree: Tree): number | null {
  if (tree.is === "operand") return categoryOf(tree.operand) === SCALAR ? placeOf(tree.operand) : null;
  const kinds = tree.args.map((arg) => checked(catalog, arg));
  const numbers = kinds.filter((kind) => kind !== null);
  if (tree.sign !== null && numbers.length === kinds.length) return ofNumbers(tree, numbers);
  if (!asksDType(tree.name)) ofOp(catalog, tree, kinds);
  return null;
}

function ofNumbers(tree: Call, kinds: number[]): number {
  const kind = pythonKind(tree, kinds);
  if (kind !== null) return kind;
  const operands = kinds.map((one) => `Python ${SCALARS[one] ?? ""}`).join(" × ");
  throw new ParseError({ at: tree.at, end: tree.end, says: `Python has no ${tree.sign ?? ""} of ${operands}` });
}

function ofOp(catalog: Catalog, { name, args, at, end }: Call, kinds: (number | null)[]): void {
  const op = catalog.ops[catalog.op(name)];
  if (op === undefined) throw new Error(`no op is called ${name}`);
  const counts = op.group === "join" ? args.length >= op.arity : args.length === op.arity;
  if (!counts) {
    const operands = op.arity === 1 ? "1 operand" : `${op.arity} operands`;
    throw new ParseError({ at, end, says: `${name} takes ${operands}, not ${args.length}` });
  }
  const number = args.find((arg, place) => {
    const scalar = arg.is === "operand" ? isScalar(arg.operand) : kinds[place] !== null;
    return scalar && !takesNumber(op, place);
  });
  if (number !== undefined) {
    throw new ParseError({ at: number.at, end: number.end, says: noNumber(op) });
  }
  // The condition of `where` does not promote.
  if (kinds.slice(name === "where" ? 1 : 0).every((kind) => kind !== null)) {
    const says = op.group === "binary" ? "takes a tensor on one side at the least" : "takes a tensor besides numbers";
    throw new ParseError({ at, end, says: `${name} ${says}` });
  }
}
