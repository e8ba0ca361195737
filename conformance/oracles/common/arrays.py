"""NumPy arrays of exact bits, and Python's operators by the spec's names."""

import operator

import numpy as np

import edges

OPERATORS = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv,
    "floor_divide": operator.floordiv, "remainder": operator.mod, "pow": operator.pow, "equal": operator.eq,
    "not_equal": operator.ne, "less": operator.lt, "less_equal": operator.le, "greater": operator.gt,
    "greater_equal": operator.ge, "bitwise_and": operator.and_, "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor, "bitwise_left_shift": operator.lshift, "bitwise_right_shift": operator.rshift,
    "matmul": operator.matmul, "abs": operator.abs, "negative": operator.neg, "positive": operator.pos,
    "bitwise_invert": operator.invert,
}


def from_bits(code, dtype, bits):
    """A one-dimensional array of a NumPy dtype, which the spec calls `code`."""
    dtype = np.dtype(dtype)
    if edges.kind(code) == "complex":
        halves = [half for one in bits for half in edges.split(code, one)]
        return np.array(halves, f"u{dtype.itemsize // 2}").view(dtype)
    return np.array(bits, f"u{dtype.itemsize}").view(dtype)


def to_bits(code, values):
    """The elements of an array of any shape."""
    values = np.atleast_1d(np.ascontiguousarray(values)).reshape(-1)
    if edges.kind(code) == "complex":
        halves = values.view(f"u{values.itemsize // 2}").reshape(-1, 2)
        return [edges.join(code, int(real), int(imag)) for real, imag in halves]
    return [int(one) for one in values.view(f"u{values.itemsize}")]
