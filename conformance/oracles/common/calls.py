"""What is asked of functions as people call them: with arguments left out, of Python numbers, into tensors that
exist, and beside NumPy's scalars."""

import operator

import numpy as np

import edges
import probes
import spec
import sums

# Python numbers of every kind, mixed kinds, and ints around what each integer dtype holds.
LISTS = """[] [True] [1] [1.0] [1j] [True,1] [1,True] [True,1.0] [1,2.0] [2.0,1] [1,1j] [1.5,1j] [True,1j]
           [127] [-1] [2**31-1] [2**31] [-2**31-1] [2**40] [-2**40] [2**63-1] [-2**63] [2**63] [2**64-1] [2**64]
           [-2**63-1] [1,2**40] [2**40,1] [-1,2**63] [2**63,-1] [2**40,1.0] [2**63,1.0] [2**64,1.0] [2**40,1j]
           [2**24+1,0.5] [1e300]""".split()
NUMBERS = """True 1 1.0 1j -1 2**31-1 2**31 2**40 -2**40 2**63-1 2**63 2**64-1 2**64 -2**63-1 1e300""".split()
RANGES = """5 5.0 2.5 -1 2,5 2,5.0 0,1,0.5 5,0,-2 0,10,3 2**31,2**31+2 2**40,2**40+2 2**63,2**63+2""".split()
SPACES = """0,4,5 0.0,1.0,5 1,0,2 0,1,1 2,5,4""".split()
# What makes a tensor of Python numbers, and of which; `zeros` and `ones` take a shape alone.
CREATED = {"array": LISTS, "full": NUMBERS, "arange": RANGES, "linspace": SPACES, "zeros": [""], "ones": [""]}
# A dtype is asked for: numbers that it cannot hold.
TYPED = """i8:[127] i8:[128] i8:[300] u8:[256] u8:[-1] u64:[-1] i32:[2**31] i32:[2**40] i64:[2**63] u64:[2**63] u64:[2**64]
           bool:[2] i32:[1.5] bool:[0.5] f16:[70000] f32:[2**24+1] f32:[2**64] f32:[1j]
           f8e4m3fn:[464.0,465.0,17.0,19.0] f8e5m2:[61439.0,61440.0,9.0,11.0] hif8:[1000.0,18.0,1.0625,1.1875]""".split()
# Where a result may be written to, and which operands show to what.
WRITTEN = ["add", "multiply", "divide"]
IN_PLACE = {"add": operator.iadd, "multiply": operator.imul, "divide": operator.itruediv}
# What NumPy has beside Python's numbers: its own scalars, and arrays without axes.
FOREIGN = {"scalar": lambda dtype: dtype.type, "array": lambda dtype: lambda value: np.array(value, dtype)}
BESIDE = ["add", "multiply", "divide", "less"]
NUMPYS = {
    "bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16",
    "u32": "uint32", "u64": "uint64", "f16": "float16", "f32": "float32", "f64": "float64", "c64": "complex64",
    "c128": "complex128",
}
# A number of each kind, none of which a lower kind holds.
VALUES = {"bool": True, "int": 1, "uint": 1, "float": 1.5, "complex": 1.5 + 2j}


def reductions(ops):
    """The reductions among a view's functions, if those leave all arguments out."""
    groups = spec.ops()
    return {op: function for op, function in ops.items() if groups[op] == "reduction"}


def into(module):
    """The functions of a module that take an output."""
    functions = {op: getattr(module, op) for op in WRITTEN}
    return {op: lambda left, right, out, function=function: function(left, right, out=out)
            for op, function in functions.items()}


def rows(dump, view, ops):
    """What creation and ops with their arguments left out give: dtype, shape and elements."""
    for name, arguments in CREATED.items():
        if name not in view.creates:
            continue
        for words in arguments:
            yield ask(dump, view, ["create", name, words], lambda: view.creates[name](*given(name, words)))
    for name, make in view.typed.items():
        for code, numbers in (words.split(":") for words in TYPED):
            value, = given("array", numbers)
            if code in view.dtypes and (name == "array" or len(value) == 1):
                words = ["create", name, f"{code} {numbers}"]
                yield ask(dump, view, words, lambda: make(value[0] if name == "full" else value, code))
    for op in ops:
        if op not in view.calls:
            continue
        for shape in view.shapes:
            for code in view.dtypes:
                made = lambda: view.calls[op](view.shaped(code, elements(code, shape), shape))
                yield ask(dump, view, ["call", op, f"{code} {written(shape)}"], made)


def ask(dump, view, words, make):
    def question():
        with view.context():
            result = make()
            code = view.code(result)
            # What the spec has no dtype for has no bits that it could be compared by.
            bits = view.bits(result) if code.rstrip("*") in edges.BITS else []
            return [code, written(view.lengths(result)), probes.words(code.rstrip("*"), bits)]

    answer = dump.answer(view, " ".join(words), question)
    return [*words, *(answer if isinstance(answer, list) else [dump.errors.cell(answer)])]


def given(name, words):
    if not words:
        return []
    found = eval(words, {"__builtins__": {}})  # the words above
    return found if name in ("arange", "linspace") and isinstance(found, tuple) else [found]


def elements(code, shape):
    """1, 2, 3, 4, 5, 6 of a tensor of so many elements, of bools true and false in turn; halves count too."""
    count = int(np.prod(shape))
    if code == "bool":
        return [place % 2 ^ 1 for place in range(count)]
    if sums.narrow(code):
        return sums.VECTORS["few"](code) * (count // 3) + sums.VECTORS["few"](code)[: count % 3]
    return [probes.one(code, place + 1) for place in range(count)]


def written(shape):
    return "×".join(str(length) for length in shape) or "()"


def tables(dump, view):
    """Of what is written into a tensor that exists, and of what stands beside NumPy's scalars: which dtype."""
    columns = list(view.dtypes)
    for form, functions in (("in-place", view.in_place), ("output", view.into)):
        mine = [op for op in WRITTEN if op in functions and op in view.ops]
        yield from dump.families(view, mine, form, columns, lambda view, op, form, functions=functions: grid(
            dump, view, form, op, columns, lambda row, column: write(view, form, functions[op], op, row, column)))
    columns = [code for code in NUMPYS if view.foreign]
    for sort in view.foreign:
        for form, turned in ((f"tensor numpy-{sort}", False), (f"numpy-{sort} tensor", True)):
            mine = [op for op in BESIDE if op in view.ops]
            yield from dump.families(view, mine, form, columns, lambda view, op, form, turned=turned, sort=sort: grid(
                dump, view, form, op, columns, lambda row, column: beside(view, op, sort, row, column, turned)))


def grid(dump, view, form, op, columns, question):
    return [(row, [dump.errors.cell(dump.answer(view, f"{form} {op} {row} {column}",
                                                lambda: question(row, column), op, (row, column)))
                   for column in columns]) for row in view.dtypes]


def write(view, form, function, op, row, column):
    """In place, the row is the left operand; otherwise both operands have the row's dtype, the output the column's."""
    left, right = view.operand(op, row), view.operand(op, column)
    result = function(left, right) if form == "in-place" else function(left, view.operand(op, row), right)
    if view.computes:
        view.bits(result)
    return view.code(result)


def foreign(sort, code):
    """A scalar or an array without axes of NumPy."""
    return FOREIGN[sort](np.dtype(NUMPYS[code]))(VALUES[edges.kind(code)])


def beside(view, op, sort, row, column, turned):
    with view.context():
        tensor, other = view.operand(op, row), foreign(sort, column)
        result = view.beside(view.ops[op], tensor, other, turned)
        return view.code(result)
