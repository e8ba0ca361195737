"""Asks NumPy, which has bfloat16 from ml_dtypes, what every op gives, and writes it down."""

import re
import warnings

import ml_dtypes
import numpy as np

import arrays
import record

# complex32 of ml_dtypes is left out: to NumPy it is no complex dtype (its real part is complex32 again), no
# float16 casts to it, and argmax has no kernel of it.
NAMES = {
    "bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16",
    "u32": "uint32", "u64": "uint64", "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64",
    "c64": "complex64", "c128": "complex128",
}
DTYPES = {code: np.dtype(ml_dtypes.bfloat16 if code == "bf16" else name) for code, name in NAMES.items()}
CODES = {name: code for code, name in NAMES.items()}
# What errors call an op that is not called as in the spec: a ufunc's first name, not its alias.
CALLED = {
    "pow": "power", "bitwise_left_shift": "left_shift", "bitwise_right_shift": "right_shift",
    "abs": "absolute", "bitwise_invert": "invert", "conj": "conjugate",
    **{op: f"arc{op[1:]}" for op in "atan2 asin acos atan asinh acosh atanh".split()},
}
CASTINGS = ["no", "equiv", "safe", "same_kind", "unsafe"]
# The strings that the page "Data type objects (dtype)" says np.dtype takes: a Python or NumPy name, one
# character, or a kind and how many bytes, perhaps with the byte order before it.
STRINGS = [*NAMES.values(), "int", "float", "complex", *"?bhilqBHILQefdFD", "b1",
           "byte", "short", "intc", "long", "longlong", "intp", "ubyte", "ushort", "uintc", "ulong", "ulonglong",
           "uintp", "uint", "half", "single", "double", "csingle", "cdouble",
           *(f"{kind}{size}" for kind in "iufc" for size in (1, 2, 4, 8, 16)),
           *(f"<{kind}{size}" for kind in "iufc" for size in (2, 4, 8, 16))]


def where(first, second):
    return np.where([True, False], first, second)


def clip(value, bound):
    return np.clip(value, bound, bound)


def ops():
    plain = {op: getattr(np, op) for op in record.spec_ops() if hasattr(np, op)}
    return {**plain, **arrays.OPERATORS, "where": where, "clip": clip}


class Run(record.View):
    name = "run"
    about = "operators and functions on arrays, executed"
    dtypes = tuple(NAMES)
    ops = ops()
    can_cast = {casting: lambda row, to, casting=casting: np.can_cast(DTYPES[row], DTYPES[to], casting)
                for casting in CASTINGS}
    spelled = NAMES
    called = CALLED

    def tensor(self, code, bits):
        return arrays.from_bits(code, DTYPES[code], bits)

    def matrix(self, code):
        return np.ones((2, 2), DTYPES[code])

    def code(self, result):
        return code_of(result.dtype)

    def bits(self, result):
        return arrays.to_bits(self.code(result), result)

    def cast(self, tensor, code):
        return tensor.astype(DTYPES[code])

    def refused(self, error):
        return isinstance(error, np.exceptions.DTypePromotionError)

    def text(self, error):
        # Classes of dtypes by the dtypes' names; the list at the end only repeats them.
        said = str(error).split(" The full list of DTypes is:")[0]
        said = re.sub(r"<class 'numpy\.dtypes\.(\w+)DType'>", lambda found: found[1].lower(), said)
        return re.sub(r"<class 'numpy\.dtype\[(\w+)\]'>", r"\1", said)

    def names(self):
        spelled = {f"numpy.{name}": getattr(np, name) for name in dir(np)}
        spelled = {name: given for name, given in spelled.items()
                   if isinstance(given, type) and issubclass(given, np.generic)}
        spelled["ml_dtypes.bfloat16"] = ml_dtypes.bfloat16
        spelled.update((name, name) for name in STRINGS)
        for name, given in spelled.items():
            try:
                dtype = np.dtype(given)
            except TypeError:  # not a name of a dtype
                continue
            # A kind of dtypes, such as numpy.integer, counts as one of them, but names none.
            concrete = isinstance(given, str) or dtype.type is given
            if concrete and dtype.name in CODES:
                yield name, code_of(dtype)

    def defaults(self):
        return [
            ("integral", lambda: code_of(np.array(1).dtype)),
            ("indexing", lambda: code_of(np.argmax(np.array([1, 1])).dtype)),
            ("real floating", lambda: code_of(np.array(1.0).dtype)),
            ("complex floating", lambda: code_of(np.array(1j).dtype)),
        ]


def code_of(dtype):
    return CODES.get(dtype.name, dtype.name)


if __name__ == "__main__":
    np.seterr(all="ignore")
    # What a cast discards, and what a kind of dtypes counts as.
    warnings.simplefilter("ignore")
    record.main("NumPy", np.__version__, f"wheel from PyPI; bfloat16 by ml_dtypes {ml_dtypes.__version__}", [Run()])
