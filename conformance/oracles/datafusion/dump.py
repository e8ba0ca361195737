"""Asks DataFusion what its operators convert columns to, and what they then give; src/main.rs answers."""

import os
import re
import subprocess
import sys

import record
import spec

HERE = os.path.dirname(os.path.abspath(__file__))
VERSION = "54.1.0"
ARROW = "58.4.1"

DTYPES = {
    "bool": "Boolean", "i8": "Int8", "i16": "Int16", "i32": "Int32", "i64": "Int64", "u8": "UInt8", "u16": "UInt16",
    "u32": "UInt32", "u64": "UInt64", "f16": "Float16", "f32": "Float32", "f64": "Float64",
}
# `/` of integers cuts the quotient off, and `%` leaves what that leaves: C's fmod.
OPERATORS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "fmod": "%", "equal": "=", "not_equal": "!=",
    "less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">=", "bitwise_and": "&", "bitwise_or": "|",
    "bitwise_xor": "^", "bitwise_left_shift": "<<", "bitwise_right_shift": ">>", "logical_and": "and",
    "logical_or": "or", "negative": "neg", "logical_not": "not",
}


class Refused(Exception):
    """The rule has no type for these operands."""


class Failed(Exception):
    """It has one, and the operator fails."""


class Column:
    """Elements by their bits, of a dtype by its code."""

    def __init__(self, code, bits):
        self.code, self.elements = code, bits

    def __str__(self):
        return f"{self.code}:{','.join(map(str, self.elements))}"


def literal(number):
    """A number as SQL has it."""
    if isinstance(number, bool):
        return f"bool:{int(number)}!"
    if isinstance(number, int):
        return f"int:{number}"
    if isinstance(number, float):
        return f"float:{number!r}"
    raise Refused(f"no literal is a {type(number).__name__}")


class Program:
    """The program, started when it is asked and not running."""

    # Beside the environment, under target/.
    target = os.path.join(os.path.dirname(sys.prefix), "cargo")
    process = None

    def build(self):
        manifest = os.path.join(HERE, "Cargo.toml")
        build = ["cargo", "build", "--locked", "--manifest-path", manifest, "--target-dir", self.target]
        subprocess.run(build, check=True, stdout=sys.stderr)

    def start(self):
        binary = os.path.join(self.target, "debug", "ask-datafusion")
        self.process = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, op, *operands):
        if self.process is None:
            self.start()
        words = [str(one) if isinstance(one, Column) else literal(one) for one in operands]
        self.process.stdin.write("\t".join([op, *words]) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            self.process = None
            raise Failed("the program ended")
        outcome, *rest = line.rstrip("\n").split("\t")
        if outcome != "ok":
            raise {"refused": Refused, "failed": Failed}[outcome](rest[0])
        code, _, elements = rest
        return Column(code, [one if one == "null" else int(one) for one in elements.split(",") if one])


PROGRAM = Program()


def ops():
    found = {}
    for op in spec.ops():
        if op in OPERATORS:
            found[op] = lambda *operands, op=op: PROGRAM.ask(OPERATORS[op], *operands)
    return found


class Run(record.View):
    name = "run"
    about = "BinaryTypeCoercer, then the physical operator on columns and literals so converted"
    dtypes = tuple(DTYPES)
    ops = ops()
    whole_quotients = True
    spelled = DTYPES

    has_zero_dim = False

    def tensor(self, code, bits):
        return Column(code, bits)

    def code(self, result):
        return result.code

    def bits(self, result):
        if "null" in result.elements:
            raise Failed("null")
        return result.elements

    def cast(self, tensor, code):
        return PROGRAM.ask(f"cast {code}", tensor)

    def refused(self, error):
        return isinstance(error, Refused)

    def text(self, error):
        # What follows says which operator and operands they are, and so does the cell.
        return re.sub(r" (expression|operation) .*", r" \1", str(error).replace("Error during planning: ", ""))


if __name__ == "__main__":
    # It takes minutes, which no question has.
    PROGRAM.build()
    record.main("DataFusion", VERSION, f"arrow {ARROW}", [Run()])
