"""Records what JAX does on the CPU: promotion by abstract evaluation, kernels and values by execution."""

import contextlib
import re
import warnings

import jax
import jax.numpy as jnp
import numpy as np
from jax._src.lax.lax import _convert_element_type

import arrays
import calls
import edges
import record
import spec

NAMES = {
    "bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8", "u16": "uint16",
    "u32": "uint32", "u64": "uint64", "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64",
    "c64": "complex64", "c128": "complex128",
    "i4": "int4", "i2": "int2", "u4": "uint4", "u2": "uint2",
    "f8e3m4": "float8_e3m4", "f8e4m3": "float8_e4m3", "f8e4m3fn": "float8_e4m3fn", "f8e4m3fnuz": "float8_e4m3fnuz",
    "f8e4m3b11fnuz": "float8_e4m3b11fnuz", "f8e5m2": "float8_e5m2", "f8e5m2fnuz": "float8_e5m2fnuz",
    "f8e8m0fnu": "float8_e8m0fnu", "f4e2m1fn": "float4_e2m1fn",
}
DTYPES = {code: jnp.dtype(name) for code, name in NAMES.items()}
CODES = {dtype: code for code, dtype in DTYPES.items()}
# Words that NumPy, which JAX asks, takes for a dtype; the characters and kinds with a size it takes as well.
STRINGS = [*NAMES.values(), *"""int uint float complex half single double csingle cdouble byte ubyte short ushort
           intc uintc long ulong longlong ulonglong intp uintp""".split()]
# What errors call an op: lax's name.
CALLED = {
    "subtract": "sub", "multiply": "mul", "divide": "div", "maximum": "max", "minimum": "min", "negative": "neg",
    "remainder": "rem", "bitwise_left_shift": "shift_left", "bitwise_right_shift": "shift_right_arithmetic",
    "bitwise_and": "and", "bitwise_or": "or", "bitwise_xor": "xor",
}


def together(function):
    """A function of a list of arrays, evaluated abstractly."""
    return lambda given: jax.eval_shape(lambda *inner: function(inner), *given)


class Run(record.View):
    name = "run"
    about = ("operators and functions of jax.numpy, jax_enable_x64; executed on operands of one dtype, on others "
             "evaluated abstractly by jax.eval_shape, which is where JAX decides dtypes; probes are executed")
    dtypes = tuple(NAMES)
    ops = {
        **{op: getattr(jnp, op) for op in spec.ops() if hasattr(jnp, op)},
        **arrays.OPERATORS,
        "rsqrt": jax.lax.rsqrt, "sigmoid": jax.nn.sigmoid, "relu": jax.nn.relu,
        "concat": lambda *two: jnp.concatenate(two), "stack": lambda *two: jnp.stack(two),
        "cumulative_prod": jnp.cumprod,
        # How many there are, abstract evaluation must be told.
        "nonzero": lambda value: jnp.nonzero(value, size=value.size if isinstance(value, jax.core.Tracer) else None)[0], "tensordot": lambda left, right: jnp.tensordot(left, right, 1),
        "take_along_axis": lambda value, places: jnp.take_along_axis(value, places, 0),
    }
    weak = ("add", "multiply", "maximum", "where")
    compiles = executes = True
    nary = {
        "result_type": lambda given: jax.dtypes.result_type(*given, return_weak_type_flag=True),
        "concat": together(jnp.concatenate),
    }
    creates = {
        "array": jnp.array, "full": lambda number: jnp.full(2, number), "arange": jnp.arange, "linspace": jnp.linspace,
        "zeros": lambda: jnp.zeros(2), "ones": lambda: jnp.ones(2),
    }
    typed = {"array": lambda numbers, code: jnp.array(numbers, DTYPES[code]),
             "full": lambda number, code: jnp.full(2, number, DTYPES[code])}
    calls = calls.reductions(ops)
    foreign = ("scalar", "array")
    # gcd of the least integer does not end.
    seconds = 40
    spelled = NAMES
    called = CALLED
    x64, promotion = True, "standard"

    @contextlib.contextmanager
    def mode(self):
        with jax.enable_x64(self.x64), jax.numpy_dtype_promotion(self.promotion):
            yield

    def cell(self, op, *operands):
        with self.mode():
            if self.executes and len(set(operands)) == 1:
                return super().cell(op, *operands)
            numbers = [record.SCALARS.get(operand[0]) if len(operand) == 1 else None for operand in operands]
            shapes = [self.shape(op, operand) for operand, number in zip(operands, numbers) if number is None]

            def asked(*given):
                given = iter(given)
                return self.apply(op, [next(given) if number is None else number for number in numbers])

            return self.code(jax.eval_shape(asked, *shapes))

    def shape(self, op, operand):
        """What abstract evaluation knows of an operand."""
        weak = isinstance(operand, tuple)
        code = operand[-1] if weak else operand
        return jax.ShapeDtypeStruct((2, 2) if op in record.MATRICES else (2,), DTYPES[code], weak_type=weak)

    def together(self, name, *codes):
        with self.mode():
            return self.code(self.nary[name]([self.shape(name, code) for code in codes]))

    def context(self):
        return self.mode()

    def beside(self, function, tensor, other, turned):
        shape = jax.ShapeDtypeStruct(tensor.shape, tensor.dtype)
        return jax.eval_shape(lambda traced: function(other, traced) if turned else function(traced, other), shape)

    def tensor(self, code, bits):
        return jnp.asarray(arrays.from_bits(code, DTYPES[code], bits))

    def matrix(self, code):
        return jnp.ones((2, 2), DTYPES[code])

    def weakly(self, code):
        return _convert_element_type(jnp.ones(2, DTYPES[code]), DTYPES[code], weak_type=True)

    def code(self, result):
        dtype, weak = result if isinstance(result, tuple) else (result.dtype, result.weak_type)
        code = CODES.get(dtype, str(dtype))
        # A weakly typed bool promotes as any other.
        return f"{code}*" if weak and code != "bool" else code

    def bits(self, result):
        return arrays.to_bits(self.code(result).rstrip("*"), np.asarray(result))

    def cast(self, tensor, code):
        return tensor.astype(DTYPES[code])

    def refused(self, error):
        return isinstance(error, jax.dtypes.TypePromotionError)

    def text(self, error):
        # Which dtypes they are the cell says; what follows lists all that would be taken, and ways out.
        said = re.split(r" (?:Accepted dtypes|Try|Please)\b|, whose argument", str(error))[0]
        return re.sub(r"(dtypes?) (?:\w+ at|\(.*\))", r"\1 …", said)

    def names(self):
        spelled = {f"jax.numpy.{name}": getattr(jnp, name) for name in dir(jnp)}
        spelled = {name: given for name, given in spelled.items() if type(given) is type(jnp.int8)}
        spelled["jax.dtypes.bfloat16"] = jax.dtypes.bfloat16
        spelled.update((name, name) for name in STRINGS)
        for name, given in spelled.items():
            with self.mode(), contextlib.suppress(TypeError):  # not a name of a dtype
                if jnp.dtype(given) in CODES:
                    yield name, CODES[jnp.zeros(0, given).dtype]

    def defaults(self):
        made = {"integral": lambda: jnp.array(1), "indexing": lambda: jnp.argmax(jnp.array([1, 1])),
                "real floating": lambda: jnp.array(1.0), "complex floating": lambda: jnp.array(1j)}
        for kind, make in made.items():
            yield kind, lambda make=make: self.default(make)

    def default(self, make):
        with self.mode():
            return CODES[make().dtype]


class Mode(Run):
    """Another configuration; of values only numbers beside tensors are asked, which are what it changes."""

    numbers_only, executes = True, False
    weak = ("add", "maximum", "where")
    nary = calls = {}


class X32(Mode):
    name = "x32"
    about = "jax_enable_x64 off, JAX's default; numbers beside tensors are executed"
    dtypes = tuple(code for code in NAMES if code not in ("i64", "u64", "f64", "c128"))
    x64 = False


class Strict(Mode):
    name = "strict"
    about = "jax_numpy_dtype_promotion strict; executed on operands of one dtype"
    promotion = "strict"
    computes = False

    def names(self):
        return []


if __name__ == "__main__":
    # What a cast discards, and 64 bits asked for where there are none.
    warnings.simplefilter("ignore")
    jax.config.update("jax_enable_x64", True)
    record.main("JAX", jax.__version__, f"jaxlib {jax.lib.__version__}, CPU", [Run(), X32(), Strict()])
