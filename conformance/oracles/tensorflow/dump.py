"""Asks TensorFlow what every op gives as it comes, and in the three modes that promote, and writes it down."""

import contextlib
import re

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import flexible_dtypes
from tensorflow.python.framework.weak_tensor import WeakTensor

import arrays
import calls as asked
import probes
import record
import spec

tnp = tf.experimental.numpy
DTYPES = {
    "bool": tf.bool, "i8": tf.int8, "i16": tf.int16, "i32": tf.int32, "i64": tf.int64, "u8": tf.uint8,
    "u16": tf.uint16, "u32": tf.uint32, "u64": tf.uint64, "f16": tf.float16, "bf16": tf.bfloat16,
    "f32": tf.float32, "f64": tf.float64, "c64": tf.complex64, "c128": tf.complex128,
    **{code: tf.as_dtype(name) for code, name in {
        "i4": "int4", "i2": "int2", "u4": "uint4", "u2": "uint2", "f8e4m3fn": "float8_e4m3fn",
        "f8e4m3fnuz": "float8_e4m3fnuz", "f8e4m3b11fnuz": "float8_e4m3b11fnuz", "f8e5m2": "float8_e5m2",
        "f8e5m2fnuz": "float8_e5m2fnuz", "f4e2m1fn": "float4_e2m1fn"}.items()},
}
CODES = {dtype: code for code, dtype in DTYPES.items()}
# Errors come from C++ and from Python, which call these dtypes differently.
IN_ERRORS = {"float16": "half", "float32": "float", "float64": "double"}
REFUSALS = ("cannot compute", "Cannot convert", "must have the same dtype", "is disallowed",
            "not allowed as a weak type", "Implicit Conversion between", "could not be promoted", "conversion requested")
STRINGS = [*(dtype.name for dtype in CODES), *IN_ERRORS.values(), "int", "uint", "long", "complex", "bool_",
           "f4", "<f4", "single", "cfloat"]


# Of Tensor's operators there are no shifts, and `+a` is one of the NumPy methods.
OPERATORS = {op: function for op, function in arrays.OPERATORS.items()
             if not op.endswith("shift") and op != "positive"}
SHIFTS = {op: getattr(tf.bitwise, op.removeprefix("bitwise_")) for op in spec.ops() if op.endswith("shift")}
# What is called otherwise than in the spec.
FUNCTIONS = {
    "isnan": tf.math.is_nan, "isinf": tf.math.is_inf, "isfinite": tf.math.is_finite,
    "where": tf.where, "clip": tf.clip_by_value,
    "relu": tf.nn.relu, "trunc_divide": tf.truncatediv, "fmod": tf.truncatemod,
    "concat": lambda *two: tf.concat(two, 0), "stack": lambda *two: tf.stack(two),
    "take": tf.gather, "searchsorted": tf.searchsorted, "nonzero": tf.where,
    "tril": lambda value: tf.linalg.band_part(value, -1, 0), "triu": lambda value: tf.linalg.band_part(value, 0, -1),
    "tensordot": lambda left, right: tf.tensordot(left, right, 1),
    "sort": tf.sort, "argsort": lambda value: tf.argsort(value, stable=True), "cumulative_prod": tf.math.cumprod,
    "cumulative_sum": tf.math.cumsum, "var": tf.math.reduce_variance,
    **{op: getattr(tf.math, f"reduce_{op}") for op in "sum prod mean std max min all any".split()},
}
NUMPY = {
    **{op: getattr(tnp, f"arc{op[1:]}") for op in "atan2 asin acos atan asinh acosh atanh".split()},
    "where": tnp.where, "clip": tnp.clip, "cumulative_sum": tnp.cumsum, "cumulative_prod": tnp.cumprod,
    "take_along_axis": lambda value, places: tnp.take_along_axis(value, places, 0),
    "nonzero": lambda value: tnp.nonzero(value)[0], "tensordot": lambda left, right: tnp.tensordot(left, right, 1),
    "concat": lambda *two: tnp.concatenate(two), "stack": lambda *two: tnp.stack(two),
}
# What errors call an op that is not called as in the spec.
CALLED = {
    "add": "AddV2", "subtract": "Sub", "multiply": "Mul", "divide": "__truediv__", "floor_divide": "FloorDiv",
    "remainder": "FloorMod", "negative": "Neg", "bitwise_left_shift": "LeftShift",
    "bitwise_right_shift": "RightShift", "matmul": "MatMul", "bitwise_invert": "Invert", "where": "SelectV2",
    "reciprocal": "Inv", "isnan": "IsNan", "isinf": "IsInf", "isfinite": "IsFinite", "cumulative_sum": "Cumsum",
    "argmax": "ArgMax", "argmin": "ArgMin", "nextafter": "NextAfter", "clip": "Minimum",
    "concat": "ConcatV2", "stack": "Pack", "cumulative_prod": "Cumprod", "sort": "TopKV2", "argsort": "TopKV2",
}


def of_module(module):
    return {op: getattr(module, op) for op in spec.ops() if hasattr(module, op)}


class Run(record.View):
    name = "off"
    about = "operators of tensors, where there are none functions of tf.math, executed; nothing is promoted"
    mode = "off"
    dtypes = tuple(DTYPES)
    ops = {**of_module(tf.math), **FUNCTIONS, **SHIFTS, **OPERATORS}
    creates = {
        "array": tf.constant, "full": lambda number: tf.fill([2], number), "arange": tf.range, "linspace": tf.linspace,
        "zeros": lambda: tf.zeros(2), "ones": lambda: tf.ones(2),
    }
    typed = {"array": lambda numbers, code: tf.constant(numbers, DTYPES[code])}
    calls = asked.reductions(ops)
    foreign = ("scalar", "array")
    spelled = {code: IN_ERRORS.get(dtype.name, dtype.name) for code, dtype in DTYPES.items()}
    called = {**{op: op.title().replace("_", "") for op in spec.ops()}, **CALLED}
    made = {"integral": lambda: tf.constant(1), "indexing": lambda: tf.argmax([1, 1]),
            "real floating": lambda: tf.constant(1.0), "complex floating": lambda: tf.constant(1j)}

    def switch(self):
        """The mode is the whole process's; each question sets its own."""
        tnp.experimental_enable_numpy_behavior(dtype_conversion_mode=self.mode)

    def context(self):
        self.switch()
        return contextlib.nullcontext()

    def shaped(self, code, bits, shape):
        return tf.reshape(self.tensor(code, bits), shape)

    def tensor(self, code, bits):
        self.switch()
        return tf.constant(arrays.from_bits(code, DTYPES[code].as_numpy_dtype, bits))

    def matrix(self, code):
        return self.shaped(code, [probes.one(code, 1)] * 4, (2, 2))

    def weakly(self, code):
        return WeakTensor.from_tensor(self.tensor(code, [probes.one(code, 1)] * 2))

    def code(self, result):
        dtype = tf.as_dtype(result.dtype)
        return CODES.get(dtype, dtype.name) + "*" * isinstance(result, WeakTensor)

    def bits(self, result):
        return arrays.to_bits(self.code(result).rstrip("*"), np.asarray(result.numpy()))

    def cast(self, tensor, code):
        return tf.cast(tensor, DTYPES[code])

    def refused(self, error):
        return any(words in str(error) for words in REFUSALS)

    def text(self, error):
        # The first sentence, without lists of what else there is, and dtypes as C++ calls them.
        said = re.split(r"\. |\.?\n|: \{\{node|: <tf\.|(?<=values):", str(error))[0]
        said = re.sub(r"\{\{\w+ \S+\}\} | name: ?\w*$", "", said)
        # What a cast is to, its question says.
        said = re.sub(r"(?<=\bCast )(\w+) to \w+ is not", r"\1 is not", said)
        said = re.sub(r"<class 'numpy\.dtypes\.(\w+)DType'>", lambda found: found[1].lower(), said)
        said = re.sub(r"<(?:class 'numpy\.dtype\[|dtype: ')(\w+)\]?'>", r"\1", said)
        return re.sub(r"\bfloat(16|32|64)\b", lambda found: IN_ERRORS[found[0]], said)

    def names(self):
        for path, module in [("tf", tf), ("tf.dtypes", tf.dtypes),
                             ("tf.dtypes.experimental", tf.dtypes.experimental), ("tf.experimental.numpy", tnp)]:
            for name in dir(module):
                found = getattr(module, name)
                concrete = isinstance(found, type) and issubclass(found, np.generic) and found.__module__ == "numpy"
                if isinstance(found, tf.DType) and found in CODES:
                    yield f"{path}.{name}", CODES[found]
                elif concrete and found.__name__ in {*np.sctypeDict, "bool"} and tf.as_dtype(found) in CODES:
                    yield f"{path}.{name}", CODES[tf.as_dtype(found)]
        for name in STRINGS:
            try:
                yield name, CODES[tf.as_dtype(name)]
            except TypeError:  # not a name of a dtype
                continue

    def defaults(self):
        return [(kind, lambda make=make: self.default(make)) for kind, make in self.made.items()]

    def default(self, make):
        self.switch()
        return self.code(make()).rstrip("*")


def result_type(tensors):
    """What tensors promote to in the modes `all` and `safe`, with its weakness, which the public function drops."""
    dtype, weak = flexible_dtypes.result_type(*tensors)
    return WeakTensor.from_tensor(tf.ones(2, dtype)) if weak else tf.ones(2, dtype)


class Promoting(Run):
    """Operators and what the guide lists promote; `where` does in tf.experimental.numpy."""

    computes = False
    ops = {**Run.ops, "where": NUMPY["where"]}
    calls = typed = {}
    weak = ("add", "divide")
    nary = {"result_type": result_type}

    def names(self):
        return []


class All(Promoting):
    name = "all"
    about = "operators, tf.math and tnp.where after experimental_enable_numpy_behavior(dtype_conversion_mode='all')"
    mode = "all"


class Safe(Promoting):
    name = "safe"
    about = "the same with dtype_conversion_mode='safe'"
    mode = "safe"
    weak = ("add",)
    nary = {}


class Legacy(Promoting):
    name = "legacy"
    about = "operators and functions of tf.experimental.numpy with dtype_conversion_mode='legacy'"
    mode = "legacy"
    weak = ()
    nary = {"concat": tnp.concatenate}
    creates = {
        "array": tnp.array, "full": lambda number: tnp.full(2, number), "arange": tnp.arange,
        "linspace": tnp.linspace, "zeros": lambda: tnp.zeros(2), "ones": lambda: tnp.ones(2),
    }
    ops = {**of_module(tnp), **NUMPY, **OPERATORS}
    calls = asked.reductions(ops)
    made = {"integral": lambda: tnp.array(1), "indexing": lambda: tnp.argmax([1, 1]),
            "real floating": lambda: tnp.array(1.0), "complex floating": lambda: tnp.array(1j)}


if __name__ == "__main__":
    tf.get_logger().setLevel("ERROR")
    record.main("TensorFlow", tf.__version__, "CPU wheel from PyPI, eager", [Run(), All(), Safe(), Legacy()])
