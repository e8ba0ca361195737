"""Random expressions under a namespace beside the library whose rules it follows: dtypes, shapes and values compared.

`python tests/expressions.py torch [COUNT [SEED]]`, in an environment with this package and the library. How a library
makes a tensor, and what its name of an op is, its dump script says (`conformance/oracles/<library>/dump.py`); which
differences are declared, the spec, and `departures.py` what the spec cannot say. Prints the counts as a line of a
Markdown table, each class of departures, and each difference of neither, which ends in exit status 1.
"""

from __future__ import annotations

import collections
import contextlib
import importlib
import json
import math
import pathlib
import random
import sys
import warnings

import numpy as np

import concord as cc

import departures

ORACLES = pathlib.Path(__file__).resolve().parents[2] / "conformance" / "oracles"

#: A library -> the folder of its dump script, the module and the class that know it, and the ruleset that follows it.
LIBRARIES = {
    "numpy": ("numpy", "numpys", "Run", "numpy"),
    "torch": ("torch", "dump", "Run", "torch"),
    "jax": ("jax", "dump", "Run", "jax"),
    "mindspore": ("mindspore", "dump", "Run", "mindspore@2.10"),
}
#: Ops that the standard has as functions of arrays of any shape, by the number of their operands.
BINARY = """add subtract multiply divide floor_divide remainder pow maximum minimum equal not_equal less less_equal
greater greater_equal logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor atan2 hypot copysign
logaddexp bitwise_left_shift bitwise_right_shift""".split()
UNARY = """abs negative positive sign square sqrt reciprocal exp expm1 log1p log2 sin cos tanh atan asinh floor ceil
trunc round isnan isinf isfinite logical_not bitwise_invert conj""".split()
REDUCED = "sum prod mean max min any all argmax argmin count_nonzero".split()
NUMBERS = [True, 0, 1, 3, -2, 100, 0.5, -1.5, 2.0, 2j]
SHAPES = [(3,), (2, 3), (1, 3), (2, 1), ()]
#: Results of floats may differ by so many units in the last place of the dtype.
UNITS = 8


class Library:
    """A library, as its dump script knows it."""

    def __init__(self, name: str) -> None:
        self.name = name
        folder, module, view, self.ruleset = LIBRARIES[name]
        sys.path[:0] = [str(ORACLES / "common"), str(ORACLES / folder)]
        self.view = getattr(importlib.import_module(module), view)()
        if name == "mindspore":
            # Otherwise an error is raised at some later question.
            importlib.import_module("mindspore").runtime.launch_blocking()
        self.edges = importlib.import_module("edges")
        self.xp = cc.namespace(self.ruleset)
        wide = {dtype.code for dtype in self.xp.ruleset.dtypes if dtype.bits > 8 or dtype.name in ("bool", "int8", "uint8")}
        # Few kernels have complex32.
        self.codes = [code for code in self.view.dtypes if code in wide and code != "c32"]
        self.declared = Declared(self.ruleset)
        self.ops = [op for op in [*BINARY, *UNARY, *REDUCED] if op in self.view.ops]

    def pair(self, code: str, shape: tuple[int, ...], values: list[complex]) -> tuple[object, cc.Array]:
        """An array of theirs and the same of ours."""
        bits = [self.bits_of(code, value) for value in values]
        theirs = self.view.shaped(code, bits, shape)
        ours = self.xp.reshape(self.xp.asarray([self.number_of(code, one) for one in bits], dtype=cc.dtype(code)), shape)
        return theirs, ours

    def bits_of(self, code: str, value: complex) -> int:
        edges = self.edges
        if code in edges.PARTS:
            part = edges.PARTS[code]
            return edges.join(code, edges.of_float(part, float(value.real)), edges.of_float(part, float(value.imag)))
        if code in edges.FLOATS:
            return edges.of_float(code, float(value.real))
        return edges.of_int(code, int(value.real)) if code != "bool" else int(value.real != 0)

    def number_of(self, code: str, bits: int) -> bool | int | float | complex:
        edges = self.edges
        if code in edges.PARTS:
            real, imag = edges.split(code, bits)
            return complex(edges.to_float(edges.PARTS[code], real), edges.to_float(edges.PARTS[code], imag))
        if code in edges.FLOATS:
            return edges.to_float(code, bits)
        if code == "bool":
            return bool(bits)
        width = edges.BITS[code]
        return bits - (1 << width) if code[0] == "i" and bits >> (width - 1) else bits

    def read(self, result: object) -> tuple[str, tuple[int, ...], list[complex], list[int]]:
        """The dtype of a result of theirs, its shape, its elements and their bits."""
        code, bits = self.view.code(result), self.view.bits(result)
        return code, self.view.lengths(result), [self.number_of(code.rstrip("*"), one) for one in bits], bits


class Declared:
    """The differences between a ruleset and the run of its library that the spec declares."""

    def __init__(self, ruleset: str) -> None:
        exported = json.loads(cc._core.ask(["concord", "export", "--to", "json", ruleset], None))
        found = exported["rulesets"][ruleset]
        self.cells: dict[str, list[tuple[list[set[str]], str]]] = collections.defaultdict(list)
        for one in found["observed_differences"]:
            for cell in one["cells"]:
                sides = [set(side.split()) for side in str(cell).split("×")]
                for op in one["ops"]:
                    self.cells[op].append((sides, one["why"]))

    def why(self, op: str, operands: list[str]) -> str | None:
        """Why an op on operands may differ, if the spec says so; it says it of 0-d tensors where they differ from others."""
        for sides, why in self.cells[op]:
            if len(sides) == len(operands) and all(
                one in side or one.removeprefix("zero:") in side for one, side in zip(operands, sides, strict=True)
            ):
                return why
        return None


def spelled(code: str, shape: tuple[int, ...]) -> str:
    return code if shape else f"zero:{code}"


def kind(number: bool | int | float | complex) -> str:
    return f"scalar:{type(number).__name__}"


def near(op: str, code: str, one: complex, other: complex) -> bool:
    """Whether two elements are equal, of floats but for the last places."""
    if one == other or (one != one and other != other):
        return True
    if isinstance(one, complex) or isinstance(other, complex):
        one, other = complex(one), complex(other)
        if any(not math.isfinite(part) for part in (one.real, one.imag, other.real, other.imag)):
            # Where a part is not finite, the other may be anything in the C standard.
            return any(math.isinf(p) or math.isnan(p) for p in (one.real, one.imag)) and any(
                math.isinf(p) or math.isnan(p) for p in (other.real, other.imag)
            )
    elif not (isinstance(one, float) and math.isfinite(one) and math.isfinite(other)):
        return False
    eps = {"f16": 2**-10, "bf16": 2**-7, "f32": 2**-23, "c64": 2**-23}.get(code, 2**-52)
    # A logarithm of a sum near 1 is small, and as exact as the sum.
    least = 1.0 if op == "logaddexp" else 0.0
    return abs(one - other) <= UNITS * eps * max(abs(one), abs(other), least)


class Walk:
    """Expressions of one op, or of a second op on the result of the first and another operand."""

    def __init__(self, library: Library, seed: int) -> None:
        self.library, self.random = library, random.Random(seed)
        self.counts: collections.Counter[str] = collections.Counter()
        self.departures: collections.Counter[str] = collections.Counter()
        self.undeclared: list[str] = []

    def operand(self, code: str | None = None, shapes: list[tuple[int, ...]] = SHAPES) -> tuple[object, object, str]:
        """An operand of theirs, of ours, and how the spec spells its category."""
        rng = self.random
        code, shape = code or rng.choice(self.library.codes), rng.choice(shapes)
        least = 0 if code[0] in "ub" and code != "bf16" else -3
        values = [complex(rng.randint(least, 4), rng.randint(-2, 2)) / rng.choice([1, 1, 2]) for _ in range(math.prod(shape))]
        theirs, ours = self.library.pair(code, shape, values)
        return theirs, ours, spelled(code, shape)

    def right(self, op: str, left: str) -> tuple[object, object, str]:
        """The other operand of an op: of integers none that a processor may not divide by or shift by."""
        rng, code = self.random, rng_code(self.random, self.library.codes)
        risky = op in ("floor_divide", "remainder", "pow", "bitwise_left_shift", "bitwise_right_shift")
        if rng.random() < 0.25:
            number = rng.choice([one for one in NUMBERS if not risky or one in (1, 3, 0.5, 2.0)])
            return number, number, kind(number)
        if risky:
            shape = rng.choice(SHAPES)
            theirs, ours = self.library.pair(code, shape, [complex(rng.randint(1, 3)) for _ in range(math.prod(shape))])
            return theirs, ours, spelled(code, shape)
        return self.operand(code)

    def step(self, op: str, operands: list[tuple[object, object, str]]) -> tuple[object, object, str] | None:
        """An op on both sides; the results if they are equal to the last bit, so that another op may follow."""
        library = self.library
        spellings, given = [one[2] for one in operands], [one[1] for one in operands]
        self.counts["ops"] += 1
        theirs, ours = self.run_theirs(op, [one[0] for one in operands]), self.run_ours(op, given)
        shown = f"{op}({', '.join(map(self.shown, operands))})"
        if isinstance(theirs, Exception) or isinstance(ours, Exception):
            both = isinstance(theirs, Exception) and isinstance(ours, Exception)
            if both:
                self.counts["refused"] += 1
            elif getattr(ours, "kind", None) == "op_undefined":
                self.counts["undefined"] += 1
            else:
                self.differs(op, spellings, given, f"{shown}: {brief(theirs)} there, {brief(ours)} here")
            return None
        code, shape, elements, bits = theirs
        own = ours.dtype.code + ("*" if ours.weak_type and ours.dtype.code != "bool" else "")
        if (code, shape) != (own, ours.shape):
            self.differs(op, spellings, given, f"{shown}: {code} {shape} there, {own} {ours.shape} here")
            return None
        mine = library.xp.reshape(ours, (-1,)).tolist()
        if not all(near(op, code.rstrip("*"), one, other) for one, other in zip(elements, mine, strict=True)):
            self.differs(op, spellings, given, f"{shown}: {code} {elements} there, {mine} here")
            return None
        self.counts["equal"] += 1
        exact = elements == mine and "*" not in code
        return (library.view.shaped(code, bits, shape), ours, spelled(code, shape)) if exact else None

    def run_theirs(self, op: str, operands: list[object]) -> object:
        try:
            self.library.view.ready()
            return self.library.read(self.library.view.apply(op, operands))
        except Exception as error:  # whatever a library raises is its answer
            return error

    def run_ours(self, op: str, operands: list[object]) -> object:
        try:
            return getattr(self.library.xp, op)(*operands)
        except (TypeError, ValueError, OverflowError, ZeroDivisionError) as error:
            return error

    def shown(self, operand: tuple[object, object, str]) -> str:
        value = operand[1]
        return f"{operand[2]} {value.tolist()}" if isinstance(value, cc.Array) else repr(value)

    def differs(self, op: str, spellings: list[str], operands: list[object], line: str) -> None:
        if self.library.declared.why(op, spellings) is not None:
            self.counts["declared"] += 1
        elif (why := departures.why(self.library.name, op, spellings, operands)) is not None:
            self.counts["departs"] += 1
            self.departures[why] += 1
        else:
            self.counts["differ"] += 1
            self.undeclared.append(line)

    def expression(self) -> None:
        rng, known = self.random, self.library.ops
        result = None
        for place in range(rng.choice([1, 1, 2])):
            op = rng.choice(known)
            if place and (result is None or (op in REDUCED and result[1].ndim != 1)):
                return
            # Dump scripts have reductions of vectors.
            left = result if place else self.operand(shapes=[(3,), (5,)] if op in REDUCED else SHAPES)
            result = self.step(op, [left, self.right(op, left[2])] if op in BINARY else [left])


def rng_code(rng: random.Random, codes: list[str]) -> str:
    return rng.choice(codes)


def brief(outcome: object) -> str:
    if isinstance(outcome, Exception):
        return f"{type(outcome).__name__}: {str(outcome).splitlines()[0][:120] if str(outcome) else ''}"
    return f"{outcome[0]} {outcome[2]}" if isinstance(outcome, tuple) else f"{outcome.dtype.code} {outcome.tolist()}"


def main() -> None:
    """Asks, and prints what was found."""
    name = sys.argv[1] if len(sys.argv) > 1 else "numpy"
    count, seed = (int(word) for word in [*sys.argv[2:4], *["20000", "17"][len(sys.argv[2:4]) :]])
    walk = Walk(Library(name), seed)
    with warnings.catch_warnings(), np.errstate(all="ignore"), walk.library.view.context():
        warnings.simplefilter("ignore")
        # Ctrl-C ends it with what was asked so far.
        with contextlib.suppress(KeyboardInterrupt):
            while walk.counts["expressions"] < count:
                walk.expression()
                walk.counts["expressions"] += 1
                if walk.counts["expressions"] % 1000 == 0:
                    print(dict(walk.counts), file=sys.stderr, flush=True)
    counts = walk.counts
    print("| library | expressions | ops | equal | refused by both | undefined here | declared | departs | differ |")
    print(f"| {name} | {counts['expressions']:,} | {counts['ops']:,} | {counts['equal']:,} | {counts['refused']:,} | "
          f"{counts['undefined']:,} | {counts['declared']:,} | {counts['departs']:,} | {counts['differ']:,} |")
    for why, count in walk.departures.most_common():
        print(f"{count} depart: {why}")
    print("\n".join(walk.undeclared[:200]))
    sys.exit(1 if walk.undeclared else 0)


if __name__ == "__main__":
    main()
