"""Records what PyTorch does when run on the CPU: operators and functions of torch, under four default dtypes."""

import contextlib
import re
import warnings

import numpy as np
import torch

import arrays
import calls
import probes
import record
import spec

# A code → PyTorch's dtype, and what its errors call it.
DTYPES = {
    "bool": (torch.bool, "Bool"),
    "i8": (torch.int8, "Char"),
    "i16": (torch.int16, "Short"),
    "i32": (torch.int32, "Int"),
    "i64": (torch.int64, "Long"),
    "u8": (torch.uint8, "Byte"),
    "u16": (torch.uint16, "UInt16"),
    "u32": (torch.uint32, "UInt32"),
    "u64": (torch.uint64, "UInt64"),
    "f16": (torch.float16, "Half"),
    "bf16": (torch.bfloat16, "BFloat16"),
    "f32": (torch.float32, "Float"),
    "f64": (torch.float64, "Double"),
    "c32": (torch.complex32, "ComplexHalf"),
    "c64": (torch.complex64, "ComplexFloat"),
    "c128": (torch.complex128, "ComplexDouble"),
    **{code: (getattr(torch, name), name.capitalize()) for code, name in {
        "f8e4m3fn": "float8_e4m3fn", "f8e4m3fnuz": "float8_e4m3fnuz", "f8e5m2": "float8_e5m2",
        "f8e5m2fnuz": "float8_e5m2fnuz", "f8e8m0fnu": "float8_e8m0fnu"}.items()},
}
CODES = {native: code for code, (native, _) in DTYPES.items()}
# `sgn` is `sign`, of complex numbers too; left to itself torch divides a variance by the count less 1.
OTHERWISE = {
    "sign": torch.sgn,
    "cumulative_sum": lambda values: torch.cumsum(values, 0),
    "cumulative_prod": lambda values: torch.cumprod(values, 0),
    "concat": lambda *two: torch.cat(two), "stack": lambda *two: torch.stack(two),
    "take_along_axis": lambda values, places: torch.take_along_dim(values, places, 0),
    "vecdot": torch.linalg.vecdot, "tensordot": lambda left, right: torch.tensordot(left, right, dims=1),
    "sort": lambda values: torch.sort(values, stable=True).values,
    "argsort": lambda values: torch.argsort(values, stable=True),
    "var": lambda values: torch.var(values, correction=0),
    "std": lambda values: torch.std(values, correction=0),
    "clip": torch.clamp,
    "trunc_divide": lambda left, right: torch.div(left, right, rounding_mode="trunc"),
}


class Run(record.View):
    name = "run"
    about = "Python operators, otherwise functions of torch, the default dtype float32"
    dtypes = tuple(DTYPES)
    ops = {
        **{op: getattr(torch, op) for op in spec.ops() if hasattr(torch, op)},
        **arrays.OPERATORS,
        **OTHERWISE,
    }
    zero_dim = (
        "add", "subtract", "multiply", "divide", "equal", "not_equal", "logical_and", "logical_or", "logical_xor", "where",
    )
    nary = {"concat": torch.cat}
    creates = {
        "array": torch.tensor, "full": lambda number: torch.full((2,), number), "arange": torch.arange,
        "linspace": torch.linspace, "zeros": lambda: torch.zeros(2), "ones": lambda: torch.ones(2),
    }
    typed = {"array": lambda numbers, code: torch.tensor(numbers, dtype=DTYPES[code][0]),
             "full": lambda number, code: torch.full((2,), number, dtype=DTYPES[code][0])}
    in_place = calls.IN_PLACE
    into = calls.into(torch)
    calls = {**calls.reductions(ops), "cumulative_sum": torch.cumsum, "var": torch.var, "std": torch.std}
    foreign = ("scalar", "array")
    seconds = 20
    spelled = {code: called for code, (_, called) in DTYPES.items()}
    default = torch.float32

    @contextlib.contextmanager
    def by_default(self):
        before = torch.get_default_dtype()
        torch.set_default_dtype(self.default)
        try:
            yield
        finally:
            torch.set_default_dtype(before)

    def tensor(self, code, bits):
        native, _ = DTYPES[code]
        exact = arrays.from_bits(code, f"V{native.itemsize}", bits)
        return torch.from_numpy(exact.view(np.uint8)).view(native)

    def context(self):
        return self.by_default()

    def matrix(self, code):
        return self.tensor(code, [probes.one(code, 1)] * 4).reshape(2, 2)

    def code(self, result):
        return CODES.get(result.dtype, str(result.dtype).removeprefix("torch."))

    def bits(self, result):
        # What is conjugated or negated only on paper has no bits to look at.
        real = result.resolve_conj().resolve_neg().contiguous().reshape(-1)
        exact = real.view(torch.uint8).numpy().view(f"V{real.itemsize}")
        code = self.code(result)
        return arrays.to_bits(code, exact) if code in DTYPES else []

    def cast(self, tensor, code):
        return tensor.to(DTYPES[code][0])

    def cell(self, op, *operands):
        with self.by_default():
            return super().cell(op, *operands)

    def refused(self, error):
        said = str(error)
        return said.startswith(("Promotion for", "expected dtype", "Unknown Complex")) or "same dtype" in said

    def text(self, error):
        # A loop goes by a name such as lt_cpu, and says what dtype the operands promote to.
        said = re.sub(r'"\w+" not implemented for \'(\w+)\'', self.lacks, str(error).splitlines()[0])
        said = re.sub(r"argument '\w+' \(position .\) must be Tensor, not \w+", "takes no number", said)
        said = re.sub(r"expected dtype .* for `(\w+)` but got dtype .*", r"expected the first dtype for `\1`", said)
        return re.split(", but got: | - got \\(|, attempted ", said)[0]

    def lacks(self, found):
        return "{op} not implemented" + ("" if found[1] in self.spelled.values() else f" for '{found[1]}'")

    def names(self):
        for name in dir(torch):
            found = getattr(torch, name)
            if isinstance(found, torch.dtype) and found in CODES:
                yield f"torch.{name}", CODES[found]

    def defaults(self):
        made = {"integral": lambda: torch.tensor(1), "indexing": lambda: torch.argmax(torch.tensor([1])),
                "real floating": lambda: torch.tensor(1.0), "complex floating": lambda: torch.tensor(1j)}
        return [(kind, lambda make=make: self.default_of(make)) for kind, make in made.items()]

    def default_of(self, make):
        with self.by_default():
            return self.code(make())


class Defaulted(Run):
    """Another default dtype."""

    zero_dim = foreign = ()
    nary = typed = calls = in_place = into = {}
    computes = False

    def __init__(self, code):
        self.default, _ = DTYPES[code]
        self.name = str(self.default).removeprefix("torch.")
        self.about = f"the same, the default dtype {self.name}"

    def names(self):
        return []


if __name__ == "__main__":
    # That complex32 is experimental, and what conversions lose.
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    record.main("PyTorch", torch.__version__.split("+")[0], f"wheel from PyPI ({torch.__version__}), on the CPU",
                [Run(), *map(Defaulted, ["f64", "f16", "bf16"])])
