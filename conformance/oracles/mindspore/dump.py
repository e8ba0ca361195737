"""Records what MindSpore does when run on the CPU: operators and functions on tensors, one at a time."""

import re

import arrays
import calls
import edges
import mindspore as ms
import mindspore.numpy as mnp
import numpy as np
import probes
import record
import spec
from mindspore import ops
from mindspore import ops as functions
from mindspore.common.dtype import np_bfloat16

# A code → MindSpore's dtype, NumPy's of the same layout, and the unsigned integer that holds its bits or its part's.
DTYPES = {
    "bool": (ms.bool_, np.bool_, np.uint8),
    "i8": (ms.int8, np.int8, np.uint8),
    "i16": (ms.int16, np.int16, np.uint16),
    "i32": (ms.int32, np.int32, np.uint32),
    "i64": (ms.int64, np.int64, np.uint64),
    "u8": (ms.uint8, np.uint8, np.uint8),
    "u16": (ms.uint16, np.uint16, np.uint16),
    "u32": (ms.uint32, np.uint32, np.uint32),
    "u64": (ms.uint64, np.uint64, np.uint64),
    "f16": (ms.float16, np.float16, np.uint16),
    "bf16": (ms.bfloat16, np_bfloat16, np.uint16),
    "f32": (ms.float32, np.float32, np.uint32),
    "f64": (ms.float64, np.float64, np.uint64),
    "c64": (ms.complex64, np.complex64, np.uint32),
    "c128": (ms.complex128, np.complex128, np.uint64),
    # NumPy has none of these; `qint4x2`, two int4 in an element, is no dtype of single ones.
    **{code: (native, np.float32, np.uint8) for code, native in {
        "f8e4m3fn": ms.float8_e4m3fn, "f8e5m2": ms.float8_e5m2, "hif8": ms.hifloat8}.items()},
}
CODES = {str(native): code for code, (native, _, _) in DTYPES.items()}

# No tensor has << or >>, and `~` is logical_not, whatever the dtype.
OPERATORS = {op: function for op, function in arrays.OPERATORS.items()
             if op not in ("bitwise_left_shift", "bitwise_right_shift", "bitwise_invert")}
# What `mindspore.ops` has under the spec's name and with its meaning.
FUNCTIONS = """
    maximum minimum atan2 hypot copysign logaddexp nextafter logical_and logical_or logical_xor
    bitwise_left_shift bitwise_right_shift sign square sqrt reciprocal exp expm1 log log1p log2 log10
    sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh ceil floor trunc round isinf isfinite
    signbit real imag conj logical_not
    fmod fmax fmin float_power gcd lcm rsqrt exp2 sigmoid relu
""".split()
# The functions of these names in `mindspore.ops` have fewer kernels, or give more than the value.
METHODS = "isnan sum prod mean var std max min argmax argmin all any".split()

# What MindSpore's texts call an op, where that is not the spec's name in capitals for underscores.
CALLED = {
    "subtract": "Sub", "multiply": "Mul", "divide": "Div", "floor_divide": "FloorDiv", "remainder": "FloorMod",
    "copysign": "copysign", "logaddexp": "logaddexp", "nextafter": "NextAfter", "negative": "Neg", "acos": "ACos",
    "bitwise_left_shift": "LeftShift", "bitwise_right_shift": "RightShift", "bitwise_invert": "Invert",
    "isinf": "IsInf", "isfinite": "IsFinite", "matmul": "MatMul", "mean": "ReduceMean", "cumulative_sum": "CumSum",
    "cumulative_prod": "CumProd", "count_nonzero": "CountNonZero",
}

# What the rule says of two tensors (the first where operands are converted one by one, the second in `*` and `/`),
# what ops say that convert nothing, and what is said of a number of a kind or a size that is not taken.
REFUSALS = re.compile(
    "Type implicit conversion between|promote output type is invalid|^For Op.*, the type … ?is invalid"
    "|must have the same data type|dtype of two args should be same|input type must be same|type of 'x2' should be same as 'x1'"
    "|^Failed calling|<class 'complex'>|^unsupported operand type|Tensor is expected|must be a Tensor"
    "|must be an integer|must be Number|^gives no tensor|Unable to cast Python instance|int too big")
NAMES = re.compile(r"(Tensor\[)?\b(Bool|U?Int\d*|(?:B|Hi)?Float\d*(?:E\dM\d(?:FN)?)?|Complex\d*)(?(1)\]|(?:\b|(?=is invalid)))")


class Tensors(record.View):
    """What both views share: tensors of exact bits, and their dtypes."""

    dtypes = tuple(DTYPES)
    spelled = {code: str(native) for code, (native, _, _) in DTYPES.items()}
    called = {op: "".join(word.capitalize() for word in op.split("_")) for op in spec.ops()} | CALLED

    def tensor(self, code, bits):
        native, like, unsigned = DTYPES[code]
        if code in edges.NARROW:
            # Of a view nothing is computed, not even the elements that it has.
            return ms.Tensor(np.array([edges.to_float(code, one) for one in bits], like), native)
        if code in edges.PARTS:
            bits = [part for one in bits for part in edges.split(code, one)]
        return ms.Tensor(np.array(bits, unsigned).view(like))

    def code(self, result):
        native = result.dtype if isinstance(result, ms.Tensor) else result
        return CODES.get(str(native), str(native))

    def refused(self, error):
        return bool(REFUSALS.search(self.text(error)))

    def text(self, error):
        # A SystemError says only that there was another.
        said = str(error.__cause__ or error).split("- C++ Call Stack")[0]
        # Where an op's kernel is looked for late, its error stands under a heading.
        said = re.sub(r"^-+$|^- Kernel select failed:$", "", said, flags=re.M)
        # What follows repeats the operands and lists all that would be taken.
        said = re.split(r'The supported data types are|,? *but (?:get|got) | with "', said)[0]
        # Dtypes are those of the cell, or such a list.
        said = re.sub(r"…(, …)+", "…", NAMES.sub("…", said))
        return " ".join(said.split())[:200]


class Run(Tensors):
    name = "run"
    about = "Python operators where there is one, otherwise functions of mindspore.ops and methods of Tensor"
    ops = {
        **OPERATORS,
        **{name: getattr(ops, name) for name in FUNCTIONS},
        **{name: getattr(ms.Tensor, name) for name in METHODS},
        "bitwise_invert": ops.invert,
        "where": ops.where,
        "clip": ops.clip,
        "cumulative_sum": lambda value: value.cumsum(0),
        "trunc_divide": lambda left, right: ops.div(left, right, rounding_mode="trunc"),
        "lerp": ops.lerp,
        "cumulative_prod": lambda value: ops.cumprod(value, 0),
        "count_nonzero": ops.count_nonzero,
        "concat": lambda *two: ops.cat(two), "stack": lambda *two: ops.stack(two),
        "take": lambda value, places: ops.gather(value, places, 0),
        "take_along_axis": lambda value, places: ops.gather_elements(value, 0, places),
        "searchsorted": ops.searchsorted, "median": lambda value: ops.median(value)[0],
        "diff": ops.diff, "tril": ops.tril, "triu": ops.triu, "nonzero": ops.nonzero,
        # It takes no vectors.
        "dot": lambda left, right: ops.dot(left.reshape(1, -1), right.reshape(-1, 1)), "vecdot": ops.vecdot, "tensordot": lambda left, right: ops.tensor_dot(left, right, 1),
        "sort": lambda value: ops.sort(value)[0], "argsort": lambda value: ops.sort(value)[1],
    }

    creates = {
        "array": ms.Tensor, "full": lambda number: functions.full((2,), number), "arange": functions.arange,
        "linspace": functions.linspace, "zeros": lambda: functions.zeros(2), "ones": lambda: functions.ones(2),
    }
    typed = {"array": lambda numbers, code: ms.Tensor(numbers, DTYPES[code][0]),
             "full": lambda number, code: functions.full((2,), number, dtype=DTYPES[code][0])}
    in_place = calls.IN_PLACE
    calls = {**{name: getattr(ms.Tensor, name) for name in METHODS if name != "isnan"},
             "cumulative_sum": ms.Tensor.cumsum}
    foreign = ("scalar", "array")

    def matrix(self, code):
        return self.tensor(code, [probes.one(code, 1)] * 4).reshape(2, 2)

    def bits(self, result):
        if not isinstance(result, ms.Tensor):
            # `==` and `!=` give False and True beside an operand they do not know.
            raise TypeError(f"gives no tensor but {result}")
        code = self.code(result)
        if code in edges.NARROW:
            result = result.view(ms.uint8)
        seen = np.ascontiguousarray(result.asnumpy()).reshape(-1).view(DTYPES[code][2]).tolist()
        if code in edges.PARTS:
            return [edges.join(code, *parts) for parts in zip(seen[::2], seen[1::2])]
        return seen

    def cast(self, tensor, code):
        return tensor.astype(DTYPES[code][0])

    def names(self):
        for module, prefix in ((ms, "mindspore."), (ms.dtype, "mindspore.dtype.")):
            for name, value in vars(module).items():
                for code, (native, _, _) in DTYPES.items():
                    if value is native:
                        yield prefix + name, code

    def defaults(self):
        return [
            ("integral", lambda: self.code(ms.Tensor(1))),
            ("indexing", lambda: self.code(ms.Tensor([1]).argmax())),
            ("real floating", lambda: self.code(ms.Tensor(1.0))),
            ("complex floating", lambda: self.code(ms.Tensor(1j))),
        ]


class Query(Tensors):
    name = "numpy.result_type"
    about = "mindspore.numpy.result_type, asked of the operands that run's add gets; no op follows it"
    computes = False
    # Its table has no others.
    dtypes = tuple(code for code in DTYPES if code not in ("bf16", "c64", "c128", *edges.NARROW))
    ops = {"add": mnp.result_type}

    def refused(self, error):
        return True


if __name__ == "__main__":
    ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")
    # Otherwise an error is raised at some later question.
    ms.runtime.launch_blocking()
    record.main("MindSpore", ms.__version__, "CPU, PyNative mode, runtime.launch_blocking()", [Run(), Query()])
