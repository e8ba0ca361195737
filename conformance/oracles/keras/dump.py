"""Asks Keras on the TensorFlow backend what every op gives, under each floatx, and writes it down."""

import contextlib
import re

import keras
import numpy as np
import tensorflow as tf

import arrays
import calls
import probes
import record
import spec

NAMES = {
    "bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16",
    "u32": "uint32", "u64": "uint64", "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64",
    "c64": "complex64", "c128": "complex128", "f8e4m3fn": "float8_e4m3fn", "f8e5m2": "float8_e5m2",
}
CODES = {name: code for code, name in NAMES.items()}
# Errors come from C++ and from Python, which call these dtypes differently.
IN_ERRORS = {"float16": "half", "float32": "float", "float64": "double"}
REFUSALS = ("no available implicit dtype promotion path", "no implicit conversions from float8", "cannot compute",
            "Cannot convert")
STRINGS = [*NAMES.values(), *IN_ERRORS.values(), "int", "uint", "long", "complex", "bool_", "single"]
# What errors call an op that is not called as in the spec.
CALLED = {
    "add": "AddV2", "subtract": "Sub", "multiply": "Mul", "floor_divide": "FloorDiv", "remainder": "FloorMod",
    "negative": "Neg", "bitwise_left_shift": "LeftShift", "bitwise_right_shift": "RightShift", "matmul": "MatMul",
    "bitwise_invert": "Invert", "where": "SelectV2", "clip": "Minimum", "reciprocal": "Inv",
    "concat": "ConcatV2", "stack": "Pack", "cumulative_prod": "Cumprod", "sort": "TopKV2", "argsort": "TopKV2",
}


def ops():
    plain = {op: getattr(keras.ops, op) for op in spec.ops() if hasattr(keras.ops, op)}
    arcs = {op: getattr(keras.ops, f"arc{op[1:]}") for op in "atan2 asin acos atan asinh acosh atanh".split()}
    return {
        **plain, **arcs, "remainder": keras.ops.mod, "pow": keras.ops.power, "cumulative_sum": keras.ops.cumsum,
        "concat": lambda *two: keras.ops.concatenate(two), "stack": lambda *two: keras.ops.stack(two),
        "cumulative_prod": keras.ops.cumprod,
        "nonzero": lambda value: keras.ops.nonzero(value)[0],
        "tensordot": lambda left, right: keras.ops.tensordot(left, right, axes=1),
    }


class Run(record.View):
    name = "float32"
    about = "functions of keras.ops on tensors, executed, floatx float32"
    dtypes = tuple(NAMES)
    ops = ops()
    nary = {"result_type": lambda tensors: keras.backend.result_type(*(tensor.dtype for tensor in tensors))}
    creates = {
        "array": keras.ops.array, "full": lambda number: keras.ops.full((2,), number), "arange": keras.ops.arange,
        "linspace": keras.ops.linspace, "zeros": lambda: keras.ops.zeros(2), "ones": lambda: keras.ops.ones(2),
    }
    typed = {"array": lambda numbers, code: keras.ops.array(numbers, dtype=NAMES[code]),
             "full": lambda number, code: keras.ops.full((2,), number, dtype=NAMES[code])}
    calls = calls.reductions(ops)
    spelled = {code: IN_ERRORS.get(name, name) for code, name in NAMES.items()}
    called = {**{op: op.title().replace("_", "") for op in spec.ops()}, **CALLED}

    def tensor(self, code, bits):
        # The floatx is the whole process's; each question sets its own.
        keras.config.set_floatx(self.name)
        return tf.constant(arrays.from_bits(code, tf.as_dtype(NAMES[code]).as_numpy_dtype, bits))

    def context(self):
        keras.config.set_floatx(self.name)
        return contextlib.nullcontext()

    def shaped(self, code, bits, shape):
        return keras.ops.reshape(self.tensor(code, bits), shape)

    def matrix(self, code):
        return self.shaped(code, [probes.one(code, 1)] * 4, (2, 2))

    def code(self, result):
        name = keras.backend.standardize_dtype(getattr(result, "dtype", result))
        return CODES.get(name, name)

    def bits(self, result):
        return arrays.to_bits(self.code(result), np.asarray(result.numpy()))

    def cast(self, tensor, code):
        return keras.ops.cast(tensor, NAMES[code])

    def refused(self, error):
        return any(words in str(error) for words in REFUSALS)

    def text(self, error):
        # The first sentence, without lists of what else there is, and dtypes as C++ calls them.
        said = re.split(r"\. |\.?\n|: \{\{node|: <tf\.|(?<=values):", str(error))[0]
        said = re.sub(r"\{\{\w+ \S+\}\} | name: ?\w*$", "", said)
        # What a cast is to, its question says.
        said = re.sub(r"(?<=\bCast )(\w+) to \w+ is not", r"\1 is not", said)
        said = re.sub(r"<dtype: '(\w+)'>", r"\1", said)
        return re.sub(r"\bfloat(16|32|64)\b", lambda found: IN_ERRORS[found[0]], said)

    def names(self):
        for name in STRINGS:
            try:
                yield name, CODES[keras.backend.standardize_dtype(name)]
            except ValueError:  # not a name of a dtype
                continue

    def defaults(self):
        made = {"integral": lambda: keras.ops.array(1), "indexing": lambda: keras.ops.argmax([1, 1]),
                "real floating": lambda: keras.ops.zeros(1), "complex floating": lambda: keras.ops.array(1j)}
        return [(kind, lambda make=make: self.default(make)) for kind, make in made.items()]

    def default(self, make):
        keras.config.set_floatx(self.name)
        return self.code(make())


class Floatx(Run):
    """Another floatx."""

    computes = False
    nary = typed = calls = {}

    def __init__(self, name):
        self.name, self.about = name, f"the same under floatx {name}"

    def names(self):
        return []


if __name__ == "__main__":
    tf.get_logger().setLevel("ERROR")
    configuration = f"TensorFlow backend, CPU wheel {tf.__version__}, eager"
    record.main("Keras", keras.__version__, configuration, [Run(), *map(Floatx, ("float16", "bfloat16", "float64"))])
