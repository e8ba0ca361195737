"""Asks Triton's front end which dtype each operator computes in; the code it would emit is thrown away."""

import re
import types
from unittest import mock

import triton
import triton.language as tl
from triton.language.semantic import TritonSemantic

import record
import spec

DTYPES = {
    "bool": "int1", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16",
    "u32": "uint32", "u64": "uint64", "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64",
    "f8e4m3fn": "float8e4nv", "f8e4m3fnuz": "float8e4b8", "f8e5m2": "float8e5", "f8e5m2fnuz": "float8e5b16",
}
CODES = {getattr(tl, name): code for code, name in DTYPES.items()}
# What error texts and the generated code call a dtype.
PRINTED = {code: str(dtype) for dtype, code in CODES.items()}

# It takes whatever it is told to emit; which float8 a GPU has is not asked.
BUILDER = mock.MagicMock()
BUILDER.options = types.SimpleNamespace(
    sanitize_overflow=False, allow_fp8e4nv=True, allow_fp8e4b15=True, deprecated_fp8_dot_operand_dtypes=(),
    supported_fp8_dtypes=tuple(PRINTED.values()))
SEMANTIC = TritonSemantic(BUILDER)
ALL = tl.PropagateNan.ALL

OPS = {
    "add": lambda left, right: SEMANTIC.add(left, right, True),
    "subtract": lambda left, right: SEMANTIC.sub(left, right, True),
    "multiply": lambda left, right: SEMANTIC.mul(left, right, True),
    "divide": SEMANTIC.truediv,
    # `//` rounds towards zero, which no op of the spec does, and `%` leaves what C's fmod leaves.
    "fmod": SEMANTIC.mod,
    "maximum": lambda left, right: SEMANTIC.maximum(left, right, ALL),
    "minimum": lambda left, right: SEMANTIC.minimum(left, right, ALL),
    "equal": SEMANTIC.equal, "not_equal": SEMANTIC.not_equal, "less": SEMANTIC.less_than,
    "less_equal": SEMANTIC.less_equal, "greater": SEMANTIC.greater_than, "greater_equal": SEMANTIC.greater_equal,
    "bitwise_and": SEMANTIC.and_, "bitwise_or": SEMANTIC.or_, "bitwise_xor": SEMANTIC.xor_,
    "bitwise_left_shift": SEMANTIC.shl,
    "where": SEMANTIC.where,
    "negative": SEMANTIC.minus, "positive": SEMANTIC.plus, "bitwise_invert": SEMANTIC.invert,
    "logical_not": SEMANTIC.not_,
}


class Run(record.View):
    name = "run"
    about = "triton.language.semantic, which types and emits each operator, with nothing to emit to"
    dtypes = tuple(DTYPES)
    ops = {op: OPS[op] for op in spec.ops() if op in OPS}
    computes = False
    spelled = PRINTED

    def tensor(self, code, bits):
        return tl.tensor(mock.MagicMock(), tl.block_type(getattr(tl, DTYPES[code]), [2]))

    def code(self, result):
        return CODES[result.dtype]

    def refused(self, error):
        return bool(re.search(r"unexpected type|different signedness|cannot convert", str(error)))

    def names(self):
        for name in dir(tl):
            found = getattr(tl, name)
            if type(found) is tl.dtype and found in CODES:
                yield f"triton.language.{name}", CODES[found]

    def defaults(self):
        # What a number is where nothing says otherwise, and what `arange` gives.
        yield "integral", lambda: CODES[SEMANTIC.to_tensor_type(1)]
        yield "indexing", lambda: CODES[SEMANTIC.arange(0, 2).dtype]
        yield "real floating", lambda: CODES[SEMANTIC.to_tensor_type(1.0)]


if __name__ == "__main__":
    record.main("Triton", triton.__version__, "no GPU, nothing compiled", [Run()])
