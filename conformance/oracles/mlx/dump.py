"""Records what MLX does when run on the CPU: operators and functions of mlx.core on arrays, one at a time."""

import mlx.core as mx
import mlx.nn
import numpy as np

import arrays
import calls
import edges
import probes
import record
import spec

# A code → MLX's dtype, and NumPy's unsigned integer that holds its bits or its part's: NumPy has no bfloat16.
DTYPES = {
    "bool": (mx.bool_, np.uint8),
    "i8": (mx.int8, np.uint8),
    "i16": (mx.int16, np.uint16),
    "i32": (mx.int32, np.uint32),
    "i64": (mx.int64, np.uint64),
    "u8": (mx.uint8, np.uint8),
    "u16": (mx.uint16, np.uint16),
    "u32": (mx.uint32, np.uint32),
    "u64": (mx.uint64, np.uint64),
    "f16": (mx.float16, np.uint16),
    "bf16": (mx.bfloat16, np.uint16),
    "f32": (mx.float32, np.uint32),
    "f64": (mx.float64, np.uint64),
    "c64": (mx.complex64, np.uint32),
}
CODES = {str(native): code for code, (native, _) in DTYPES.items()}
UNSIGNED = {np.uint8: mx.uint8, np.uint16: mx.uint16, np.uint32: mx.uint32, np.uint64: mx.uint64}

# Of `1 << a` and `1 & a` Python makes errors, of the functions it does not.
OPERATORS = {op: function for op, function in arrays.OPERATORS.items()
             if op == "bitwise_invert" or not op.startswith("bitwise")}


class Run(record.View):
    name = "run"
    about = "Python operators that take a number on either side, otherwise functions of mlx.core"
    dtypes = tuple(DTYPES)
    ops = {
        **{op: getattr(mx, op) for op in spec.ops() if hasattr(mx, op)},
        **OPERATORS,
        "relu": mlx.nn.relu,
        "concat": lambda *two: mx.concatenate(list(two)), "stack": lambda *two: mx.stack(list(two)),
        "cumulative_prod": mx.cumprod, "tensordot": lambda left, right: mx.tensordot(left, right, axes=1),
        "take_along_axis": lambda value, places: mx.take_along_axis(value, places, 0),
    }
    seconds = 20
    nary = {"result_type": lambda operands: mx.result_type(*operands), "concatenate": mx.concatenate}
    creates = {
        "array": mx.array, "full": lambda number: mx.full(2, number), "arange": mx.arange, "linspace": mx.linspace,
        "zeros": lambda: mx.zeros(2), "ones": lambda: mx.ones(2),
    }
    typed = {"array": lambda numbers, code: mx.array(numbers, DTYPES[code][0]),
             "full": lambda number, code: mx.full(2, number, DTYPES[code][0])}
    in_place = calls.IN_PLACE
    calls = {**calls.reductions(ops), "cumulative_sum": mx.cumsum}
    foreign = ("scalar", "array")
    spelled = {code: str(native).rpartition(".")[2] for code, (native, _) in DTYPES.items()}
    called = {"atan2": "arctan2", "bitwise_left_shift": "left_shift", "bitwise_right_shift": "right_shift",
              "bitwise_invert": "bitwise inversion"}

    def tensor(self, code, bits):
        native, unsigned = DTYPES[code]
        if not bits:
            # What views nothing as another dtype is never computed.
            return mx.zeros((0,), native)
        if code in edges.PARTS:
            bits = [part for one in bits for part in edges.split(code, one)]
        return mx.array(np.array(bits, unsigned)).view(native)

    def matrix(self, code):
        return self.tensor(code, [probes.one(code, 1)] * 4).reshape(2, 2)

    def code(self, result):
        native = str(getattr(result, "dtype", result))
        return CODES.get(native, native)

    def bits(self, result):
        code = self.code(result)
        # An array is computed only once something asks for its elements.
        mx.eval(result)
        seen = np.array(result.reshape(-1).view(UNSIGNED[DTYPES[code][1]])).tolist()
        if code in edges.PARTS:
            return [edges.join(code, *parts) for parts in zip(seen[::2], seen[1::2])]
        return seen

    def cast(self, tensor, code):
        return tensor.astype(DTYPES[code][0])

    def refused(self, error):
        # Its table of promotion is full: what raises is an op that has nothing for the dtype, or a number too big.
        return False

    def text(self, error):
        # What follows repeats the operands' dtypes, after converting some of them.
        return str(error).split(" but ")[0]

    def names(self):
        for name in dir(mx):
            found = getattr(mx, name)
            if isinstance(found, mx.Dtype):
                yield f"mlx.core.{name}", CODES[str(found)]
        # As it prints itself, which for bool is no name in the module.
        yield str(mx.bool_), "bool"

    def defaults(self):
        return [
            ("integral", lambda: self.code(mx.array(1))),
            ("indexing", lambda: self.code(mx.argmax(mx.array([1])))),
            ("real floating", lambda: self.code(mx.array(1.0))),
            ("complex floating", lambda: self.code(mx.array(1j))),
        ]


if __name__ == "__main__":
    mx.set_default_device(mx.cpu)
    record.main("MLX", mx.__version__, f"CPU ({mx.default_device()})", [Run()])
