"""Records what Paddle does when run on the CPU: operators and functions on tensors, one at a time."""

import re
import warnings

import numpy as np

import arrays
import calls
import edges
import probes
import record
import spec

warnings.simplefilter("ignore")  # it looks for a compiler cache as it is imported
import paddle

# A code → Paddle's name. NumPy's uint16 stands for bfloat16 in whatever Paddle takes from NumPy and gives to it.
NAMES = {
    "bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "f16": "float16",
    "bf16": "bfloat16", "f32": "float32", "f64": "float64", "c64": "complex64", "c128": "complex128",
    "f8e4m3fn": "float8_e4m3fn", "f8e5m2": "float8_e5m2",
}
CODES = {f"paddle.{name}": code for code, name in NAMES.items()}
# Strings that `dtype=` may take.
STRINGS = [*NAMES.values(), "uint16", "uint32", "uint64", "int", "float", "half", "double", "short", "long",
           "cfloat", "cdouble", "uint", "complex"]


def bound(given):
    """Of tensors it takes bounds of one element."""
    return given[0] if isinstance(given, paddle.Tensor) else given


# What `paddle` has under another name than the spec's, or with other defaults.
FUNCTIONS = {
    "clip": lambda value, *bounds: paddle.clip(value, *map(bound, bounds)),
    "trunc_divide": lambda left, right: paddle.div(left, right, rounding_mode="trunc"),
    "relu": paddle.nn.functional.relu,
    "sign": lambda value: paddle.sgn(value) if value.is_complex() else paddle.sign(value),
    "var": lambda value: paddle.var(value, unbiased=False),
    "std": lambda value: paddle.std(value, unbiased=False),
    "cumulative_sum": lambda value: paddle.cumsum(value, 0),
    "cumulative_prod": lambda value: paddle.cumprod(value, 0),
    "concat": lambda *two: paddle.concat(two), "stack": lambda *two: paddle.stack(two),
    "tensordot": lambda left, right: paddle.tensordot(left, right, axes=1),
    "take_along_axis": lambda value, places: paddle.take_along_axis(value, places, 0),
    "sort": lambda value: paddle.sort(value, stable=True),
    "argsort": lambda value: paddle.argsort(value, stable=True),
}
# What its texts call an op, where that is not the spec's name.
CALLED = {
    "less": "less_than", "greater": "greater_than", "pow": "elementwise_pow", "bitwise_invert": "bitwise_not",
    "cumulative_sum": "cumsum", "cumulative_prod": "cumprod", "negative": "scale",
}
# What its table says, then what ops say that convert nothing, or take tensors only.
REFUSALS = re.compile("Type promotion only support|Invalid enum data type for type promote"
                      "|does not match the type of data|isn't consistent|must be Tensor, but got|must be tensor type"
                      "|has no attribute 'shape'|unsupported operand type")


class Run(record.View):
    name = "run"
    about = "Python operators where there is one, otherwise functions of paddle"
    dtypes = tuple(NAMES)
    ops = {
        **{op: getattr(paddle, op) for op in spec.ops() if hasattr(paddle, op)},
        **arrays.OPERATORS,
        **FUNCTIONS,
    }
    zero_dim = ("add", "multiply", "divide", "pow", "maximum", "less", "where")
    nary = {"concat": paddle.concat}
    creates = {
        "array": paddle.to_tensor, "full": lambda number: paddle.full([2], number), "arange": paddle.arange,
        "linspace": paddle.linspace, "zeros": lambda: paddle.zeros([2]), "ones": lambda: paddle.ones([2]),
    }
    typed = {"array": lambda numbers, code: paddle.to_tensor(numbers, NAMES[code]),
             "full": lambda number, code: paddle.full([2], number, NAMES[code])}
    in_place = calls.IN_PLACE
    calls = {**calls.reductions(ops), "cumulative_sum": paddle.cumsum, "var": paddle.var, "std": paddle.std}
    foreign = ("scalar", "array")
    seconds = 10
    spelled = NAMES
    called = CALLED

    def tensor(self, code, bits):
        if code in edges.NARROW:
            # NumPy has no such dtype.
            return paddle.to_tensor(arrays.from_bits(code, "uint8", bits)).view(NAMES[code])
        return paddle.to_tensor(arrays.from_bits(code, "uint16" if code == "bf16" else NAMES[code], bits))

    def matrix(self, code):
        return self.tensor(code, [probes.one(code, 1)] * 4).reshape([2, 2])

    def shaped(self, code, bits, shape):
        return paddle.reshape(self.tensor(code, bits), shape)

    def code(self, result):
        return CODES.get(str(result.dtype), str(result.dtype))

    def bits(self, result):
        return arrays.to_bits(self.code(result), result.numpy())

    def cast(self, tensor, code):
        return tensor.astype(NAMES[code])

    def refused(self, error):
        return bool(REFUSALS.search(self.text(error)))

    def text(self, error):
        # The last part is the message, the others are where it was raised; what follows it repeats the operands.
        said = str(error).split("Error Message Summary:")[-1]
        said = re.split(r"\[Hint:|\(at /|Selected wrong DataType|, but received data type", said)[0]
        return " ".join(re.sub("-{4,}", "", said).split())[:240]

    def names(self):
        for name in dir(paddle):
            found = getattr(paddle, name)
            if isinstance(found, paddle.dtype) and str(found) in CODES:
                yield f"paddle.{name}", CODES[str(found)]
        for name in STRINGS:
            try:
                found = str(paddle.ones([1], dtype=name).dtype)
            except Exception:  # not a name of a dtype that it has
                continue
            yield name, CODES[found]

    def defaults(self):
        return [
            ("integral", lambda: self.code(paddle.to_tensor(1))),
            ("indexing", lambda: self.code(paddle.argmax(paddle.ones([2])))),
            ("real floating", lambda: self.code(paddle.to_tensor(1.0))),
            ("complex floating", lambda: self.code(paddle.to_tensor(1j))),
        ]


if __name__ == "__main__":
    paddle.set_device("cpu")
    record.main("Paddle", paddle.__version__, "CPU, dynamic graph", [Run()])
