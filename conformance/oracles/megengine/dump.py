"""Asks MegEngine, and its own promotion function, what every op gives, and writes it down."""

import ctypes
import operator
import re
import warnings

import megengine
import megengine.functional as F
import numpy as np
from megengine.core._imperative_rt.common import bfloat16
from megengine.core._imperative_rt.core2 import dtype_promotion

import arrays
import edges
import probes
import record
from calls import IN_PLACE

NUMPY = {
    "bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "u8": "uint8", "u16": "uint16",
    "f16": "float16", "bf16": np.dtype(bfloat16), "f32": "float32", "c64": "complex64",
}
CODES = {np.dtype(name).name: code for code, name in NUMPY.items()}
# Spellings that may be accepted: as strings, and as attributes of numpy.
STRINGS = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
           "float32", "float64", "complex64", "complex128"]
ALIASES = ["bool8", "bool_", "byte", "ubyte", "short", "ushort", "intc", "uintc", "int_", "uint", "intp",
           "uintp", "longlong", "ulonglong", "half", "single", "double", "float_", "longdouble", "csingle",
           "singlecomplex", "cdouble", "cfloat", "complex_", "clongdouble"]
# Its error texts name C++ dtypes, and kinds of them, which are nobody's operands, in lower case.
SPELLED = {"bool": "Bool", "i8": "Int8", "i16": "Int16", "i32": "Int32", "u8": "Uint8", "u16": "Uint16",
           "f16": "Float16", "f32": "Float32", "bf16": "BFloat16", "c64": "Complex64", "int": "Int",
           "float": "Float", "complex": "Complex"}
# Modes of its Elemwise that are not the op's name in capitals.
MODES = {"subtract": "SUB", "multiply": "MUL", "divide": "TRUE_DIV", "floor_divide": "FLOOR_DIV",
         "remainder": "MOD", "maximum": "MAX", "minimum": "MIN", "logaddexp": "LOG_SUM_EXP", "negative": "NEGATE",
         "logical_and": "AND", "logical_or": "OR", "logical_xor": "XOR", "logical_not": "NOT",
         "bitwise_and": "AND", "bitwise_or": "OR", "bitwise_xor": "XOR", "bitwise_invert": "NOT",
         "bitwise_left_shift": "SHL", "bitwise_right_shift": "SHR", "where": "SWITCH_GT0"}

LIBC = ctypes.CDLL(None)
M_PERTURB = -6  # of malloc.h: fill what is allocated


class Unwritten(Exception):
    """A result that nothing wrote."""


def written(reduction):
    """For a dtype that its kernel has no case for it returns memory as it finds it, which no two runs share."""

    def asked(tensor):
        results = []
        for filling in (0x55, 0xAA) * 4:
            LIBC.mallopt(M_PERTURB, filling)
            results.append(reduction(tensor))
        LIBC.mallopt(M_PERTURB, 0)
        if len({result.item() for result in results}) > 1:
            raise Unwritten(f"the {results[0].dtype} returned is memory that nothing wrote")
        return results[0]

    return asked


BINARY = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv,
    "maximum": F.maximum, "minimum": F.minimum, "floor_divide": operator.floordiv, "remainder": operator.mod,
    "pow": operator.pow, "atan2": F.atan2, "logaddexp": F.logaddexp,
    "equal": operator.eq, "not_equal": operator.ne, "less": operator.lt, "less_equal": operator.le,
    "greater": operator.gt, "greater_equal": operator.ge,
    "logical_and": F.logical_and, "logical_or": F.logical_or, "logical_xor": F.logical_xor,
    "bitwise_and": operator.and_, "bitwise_or": operator.or_, "bitwise_xor": operator.xor,
    "bitwise_left_shift": operator.lshift, "bitwise_right_shift": operator.rshift,
}
UNARY = {
    "abs": abs, "negative": operator.neg, "positive": operator.pos, "bitwise_invert": operator.invert,
    **{name: getattr(F, name) for name in (
        "sign square sqrt exp expm1 log log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh "
        "ceil floor round isnan isinf real imag logical_not sigmoid relu").split()},
}
REDUCTIONS = {
    "argmax": written(F.argmax), "argmin": written(F.argmin),
    **{name: getattr(F, name) for name in "sum prod mean var std max min".split()},
}
OTHERS = {
    "where": F.where,
    "clip": F.clip,
    "matmul": operator.matmul,
    "cumulative_sum": lambda tensor: F.cumsum(tensor, 0),
    "concat": lambda *two: F.concat(list(two)), "stack": lambda *two: F.stack(list(two)),
    "sort": lambda tensor: F.sort(tensor)[0], "argsort": lambda tensor: F.sort(tensor)[1],
}


def code_of(dtype):
    name = np.dtype(dtype).name
    return CODES.get(name, name)


class Run(record.View):
    name = "run"
    about = "what operators and functions do when run"
    dtypes = tuple(NUMPY)
    ops = {**BINARY, **UNARY, **REDUCTIONS, **OTHERS}
    nary = {"concat": F.concat}
    creates = {
        "array": megengine.tensor, "full": lambda number: F.full(2, number), "arange": F.arange,
        "linspace": F.linspace, "zeros": lambda: F.zeros(2), "ones": lambda: F.ones(2),
    }
    calls = {**REDUCTIONS, "cumulative_sum": F.cumsum}
    typed = {"array": lambda numbers, code: megengine.tensor(numbers, dtype=NUMPY[code]),
             "full": lambda number, code: F.full(2, number, dtype=NUMPY[code])}
    in_place = IN_PLACE
    spelled = SPELLED
    called = {op: MODES.get(op, op.upper()) for op in ops}

    def tensor(self, code, bits):
        if code in edges.PARTS:
            # Of an array of complex numbers it makes none.
            parts = [edges.split(code, one) for one in bits]
            real, imag = ([pair[place] for pair in parts] for place in (0, 1))
            return F.complex(*(self.tensor(edges.PARTS[code], part) for part in (real, imag)))
        width = max(8, edges.BITS[code])
        array = np.array(bits, f"uint{width}").view(NUMPY[code])
        made = megengine.tensor(array)
        # An array of a dtype it lacks becomes a tensor of another one without a word.
        assert made.dtype == array.dtype, f"{array.dtype} became {made.dtype}"
        return made

    def matrix(self, code):
        return self.tensor(code, [probes.one(code, 1)] * 4).reshape(2, 2)

    def code(self, result):
        return code_of(result.dtype)

    def bits(self, result):
        array = result.numpy().reshape(-1)
        if self.code(result) in edges.PARTS:
            return arrays.to_bits(self.code(result), array)
        # The byte of a true bool need not be 1.
        flat = array if array.dtype == bool else array.view(f"uint{array.itemsize * 8}")
        return [int(one) for one in flat]

    def cast(self, tensor, code):
        return tensor.astype(NUMPY[code])

    def refused(self, error):
        return "dtype promotion rule" in self.text(error)

    def text(self, error):
        # An async error says only that there was one.
        said = str(error.__cause__ or error).split("backtrace:")[0].split("now support case list")[0]
        # Where its source stood when it was built.
        said = re.sub(r" at /\S+:\d+: .*", ";", said)
        return " ".join(said.split())[:200]

    def names(self):
        spelled = {name: name for name in STRINGS + ALIASES}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            spelled.update({f"numpy.{name}": getattr(np, name) for name in STRINGS[1:] + ALIASES
                            if hasattr(np, name)})
        for name, given in spelled.items():
            try:
                code = self.code(megengine.tensor([1, 1], dtype=given))
            except Exception:  # not a name of a dtype that it has
                continue
            if code in self.dtypes:
                yield name, code

    def defaults(self):
        return [
            ("integral", lambda: self.code(megengine.tensor(1))),
            ("indexing", lambda: self.code(F.argmax(megengine.tensor([1.0])))),
            ("real floating", lambda: self.code(megengine.tensor(1.0))),
        ]


class Function(Run):
    name = "function"
    # Those of its document.
    dtypes = ("bool", "i8", "i16", "i32", "u8", "u16", "f16", "f32")
    about = "core2.dtype_promotion: the documented rule, which runs in where and beside Python numbers"
    ops = {"add": dtype_promotion}
    creates = typed = calls = in_place = {}
    nary = {"dtype_promotion": lambda operands: dtype_promotion(*operands)}
    computes = False

    def code(self, result):
        return code_of(result)

    def names(self):
        return []

    def defaults(self):
        return []


if __name__ == "__main__":
    # Without this an error shows up in the cell after the one that caused it.
    megengine.config.async_level = 0
    record.main("MegEngine", megengine.__version__, f"CPU ({megengine.get_default_device()}), async_level 0",
                [Run(), Function()])
