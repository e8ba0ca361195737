"""What the NumPys have in common: how one is asked, whichever rule it promotes by."""

import re

import ml_dtypes
import numpy as np

import arrays
import calls
import edges
import record
import spec

NAMES = {
    "bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16",
    "u32": "uint32", "u64": "uint64", "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64",
    "c32": "complex32", "c64": "complex64", "c128": "complex128",
    "i4": "int4", "i2": "int2", "i1": "int1", "u4": "uint4", "u2": "uint2", "u1": "uint1",
    "f8e3m4": "float8_e3m4", "f8e4m3": "float8_e4m3", "f8e4m3fn": "float8_e4m3fn", "f8e4m3fnuz": "float8_e4m3fnuz",
    "f8e4m3b11fnuz": "float8_e4m3b11fnuz", "f8e5m2": "float8_e5m2", "f8e5m2fnuz": "float8_e5m2fnuz",
    "f8e8m0fnu": "float8_e8m0fnu", "f6e2m3fn": "float6_e2m3fn", "f6e3m2fn": "float6_e3m2fn",
    "f4e2m1fn": "float4_e2m1fn",
}
NARROW = [code for code in NAMES if edges.BITS[code] <= 8 and code not in ("bool", "i8", "u8")]
# What ml_dtypes registers; not every one of it has complex32, int1 and uint1.
REGISTERED = {code: getattr(ml_dtypes, NAMES[code], None) for code in ("bf16", "c32", *NARROW)}
DTYPES = {code: np.dtype(REGISTERED.get(code, name)) for code, name in NAMES.items() if REGISTERED.get(code, name)}
CODES = {dtype.name: code for code, dtype in DTYPES.items()}
# An op by its ufunc's first name, which errors use, where that is not the spec's.
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


# Joined, sorted and counted, where the name or what it takes is not the spec's.
STRUCTURAL = {
    "concat": lambda *arrays: np.concatenate(arrays), "stack": lambda *arrays: np.stack(arrays),
    "cumulative_prod": np.cumprod, "count_nonzero": lambda array: np.count_nonzero(array, axis=0),
    "nonzero": lambda array: np.nonzero(array)[0], "tensordot": lambda left, right: np.tensordot(left, right, 1),
    "take_along_axis": lambda array, places: np.take_along_axis(array, places, 0),
    "sort": lambda array: np.sort(array, kind="stable"), "argsort": lambda array: np.argsort(array, kind="stable"),
}


def ops():
    named = {op: getattr(np, CALLED.get(op, op), None) for op in spec.ops()}
    plain = {op: function for op, function in named.items() if function}
    return {"cumulative_sum": np.cumsum, **plain, **arrays.OPERATORS, **STRUCTURAL}


def result_type(operands):
    return np.result_type(*operands)


class Run(record.View):
    name = "run"
    about = "operators and functions on arrays, executed"
    dtypes = tuple(DTYPES)
    ops = ops()
    nary = {"result_type": result_type, "concatenate": np.concatenate}
    can_cast = {casting: lambda row, to, casting=casting: np.can_cast(DTYPES[row], DTYPES[to], casting)
                for casting in CASTINGS}
    creates = {
        "array": np.array, "full": lambda number: np.full(2, number), "arange": np.arange, "linspace": np.linspace,
        "zeros": lambda: np.zeros(2), "ones": lambda: np.ones(2),
    }
    typed = {"array": lambda numbers, code: np.array(numbers, DTYPES[code]),
             "full": lambda number, code: np.full(2, number, DTYPES[code])}
    in_place = calls.IN_PLACE
    into = calls.into(np)
    calls = calls.reductions(ops)
    foreign = ("scalar", "array")
    spelled = NAMES
    called = CALLED
    strings = STRINGS
    attributes = dir(np)

    def tensor(self, code, bits):
        return arrays.from_bits(code, DTYPES[code], bits)

    def matrix(self, code):
        return np.ones((2, 2), DTYPES[code])

    def code(self, result):
        return code_of(getattr(result, "dtype", result))

    def bits(self, result):
        if result.dtype == object:
            # An int beyond uint64 may make one of Python's own numbers.
            raise TypeError("gives an array of Python objects")
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
        spelled = {f"numpy.{name}": getattr(np, name) for name in self.attributes}
        spelled = {name: given for name, given in spelled.items()
                   if isinstance(given, type) and issubclass(given, np.generic)}
        spelled.update((f"ml_dtypes.{NAMES[code]}", given) for code, given in REGISTERED.items() if given)
        spelled.update((name, name) for name in self.strings)
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
