"""What array-api-strict, which does no more than a version of the Python Array API standard asks for, does when run."""

import re

import array_api_strict as xp
import numpy as np

import arrays
import calls
import record
import spec

DTYPES = {
    "bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16",
    "u32": "uint32", "u64": "uint64", "f32": "float32", "f64": "float64", "c64": "complex64", "c128": "complex128",
}
CODES = {getattr(xp, name): code for code, name in DTYPES.items()}
# Where the standard has an operator, that is asked: it is what Python numbers must work beside, and it shifts by
# a negative count, which the standard leaves open and the function refuses. Error texts name its method.
METHODS = {op: f"__{function.__name__.strip('_')}__" for op, function in arrays.OPERATORS.items()}
# `__radd__`, but not `__rshift__`.
REFLECTED = re.compile(rf"\b__r(?={'|'.join(method[2:] for method in METHODS.values())})")


def ops():
    functions = {name: getattr(xp, name) for name in spec.ops() if hasattr(xp, name)}
    joins = {"concat": lambda *two: xp.concat(two), "stack": lambda *two: xp.stack(two)}
    others = {"nonzero": lambda array: xp.nonzero(array)[0],
              "tensordot": lambda left, right: xp.tensordot(left, right, axes=1)}
    return {**functions, **arrays.OPERATORS, **joins, **others}


class Run(record.View):
    name = "run"
    about = "operators and functions on arrays, executed; api_version 2024.12"
    version = "2024.12"
    dtypes = tuple(DTYPES)
    ops = ops()
    nary = {"result_type": lambda operands: xp.result_type(*operands), "concat": xp.concat}
    creates = {
        "array": xp.asarray, "full": lambda number: xp.full(2, number), "arange": xp.arange, "linspace": xp.linspace,
        "zeros": lambda: xp.zeros(2), "ones": lambda: xp.ones(2),
    }
    typed = {"array": lambda numbers, code: xp.asarray(numbers, dtype=dtype(code)),
             "full": lambda number, code: xp.full(2, number, dtype=dtype(code))}
    in_place = calls.IN_PLACE
    calls = calls.reductions(ops)
    spelled = DTYPES
    called = METHODS

    def ready(self):
        xp.set_array_api_strict_flags(api_version=self.version)

    def tensor(self, code, bits):
        return xp.asarray(arrays.from_bits(code, DTYPES[code], bits))

    def shaped(self, code, bits, shape):
        return xp.reshape(self.tensor(code, bits), shape)

    def matrix(self, code):
        return xp.ones((2, 2), dtype=dtype(code))

    def code(self, result):
        return CODES[getattr(result, "dtype", result)]

    def bits(self, result):
        # It hands arrays to NumPy by DLPack on every Python, by the buffer protocol or `__array__` on some.
        return arrays.to_bits(self.code(result), np.from_dlpack(result))

    def cast(self, tensor, code):
        return xp.astype(tensor, dtype(code))

    def refused(self, error):
        # Two dtypes that its table has no cell of, or a Python number of a kind that meets no such array.
        return bool(re.search(r"cannot be type promoted|^Python \w+ scalars can", str(error)))

    def text(self, error):
        # On which side of the operator the array stood is no part of the message.
        return REFLECTED.sub("__", str(error))

    def names(self):
        for name in dir(xp):
            found = getattr(xp, name)
            if type(found) is type(xp.int8):
                yield f"array_api_strict.{name}", CODES[found]

    def defaults(self):
        info = xp.__array_namespace_info__()
        for kind in ("integral", "indexing", "real floating", "complex floating"):
            yield kind, lambda kind=kind: CODES[info.default_dtypes()[kind]]


class Newer(Run):
    name = "newer"
    about = "operators and functions on arrays, executed; api_version 2025.12"
    version = "2025.12"
    # `searchsorted` takes a number since this version.
    numbered = ("binary", "ternary", "lookup")


def dtype(code):
    return getattr(xp, DTYPES[code])


if __name__ == "__main__":
    record.main("array-api-strict", xp.__version__, f"on NumPy {np.__version__}, CPU", [Run(), Newer()])
