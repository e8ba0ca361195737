"""Asks polars what expressions of columns give, and operators of Series, which take other ways to the same kernels."""

import re

import numpy as np
import polars as pl

import arrays
import calls
import record
import spec

# A code → polars' dtype, and NumPy's with the same bits.
DTYPES = {
    "bool": (pl.Boolean, np.bool), "i8": (pl.Int8, np.int8), "i16": (pl.Int16, np.int16),
    "i32": (pl.Int32, np.int32), "i64": (pl.Int64, np.int64), "u8": (pl.UInt8, np.uint8),
    "u16": (pl.UInt16, np.uint16), "u32": (pl.UInt32, np.uint32), "u64": (pl.UInt64, np.uint64),
    "f16": (pl.Float16, np.float16), "f32": (pl.Float32, np.float32), "f64": (pl.Float64, np.float64),
}
CODES = {native(): code for code, (native, _) in DTYPES.items()}

# There are no shifts, and `@` is the dot product of two Series.
OPERATORS = {op: function for op, function in arrays.OPERATORS.items()
             if not op.endswith("_shift") and op != "matmul"}
# An op of one column → the method that does it.
METHODS = {
    **{op: op for op in "sign sqrt cbrt exp log log1p log10 sin cos tan sinh cosh tanh ceil floor round".split()},
    **{op: f"arc{op[1:]}" for op in "asin acos atan asinh acosh atanh".split()},
    "trunc": "truncate", "isnan": "is_nan", "isinf": "is_infinite", "isfinite": "is_finite",
    **{op: op for op in "sum mean max min all any".split()},
    "prod": "product", "argmax": "arg_max", "argmin": "arg_min", "cumulative_sum": "cum_sum", "cumulative_prod": "cum_prod", "sort": "sort", "argsort": "arg_sort",
    "median": "median",
}


class PanicException(Exception):
    """What Rust code raises as a BaseException."""


class Null(Exception):
    """An answer that has no bits."""


def method(name):
    return lambda value: getattr(value, name)()


def where(condition, first, second):
    return pl.when(condition).then(first).otherwise(second)


def clip(value, low, high):
    return value.clip(low, high)


def arctan2(*operands):
    return pl.arctan2(*[one if isinstance(one, pl.Expr) else pl.lit(one) for one in operands])


EXPRESSIONS = {
    **OPERATORS, **{op: method(name) for op, name in METHODS.items()},
    "var": lambda value: value.var(ddof=0), "std": lambda value: value.std(ddof=0), "where": where, "clip": clip,
    "dot": lambda left, right: left.dot(right), "diff": lambda value: value.diff(null_behavior="drop"),
    "maximum": pl.max_horizontal, "minimum": pl.min_horizontal, "atan2": arctan2,
}


def selected(build):
    """What an expression gives of columns: the operands that are Series, put into a frame."""

    def run(*operands):
        columns = {f"c{place}": one for place, one in enumerate(operands) if isinstance(one, pl.Series)}
        native = [pl.col(f"c{place}") if isinstance(one, pl.Series) else one for place, one in enumerate(operands)]
        return pl.DataFrame(columns).select(build(*native).alias("result")).to_series()

    return run


def guarded(function):
    def run(*operands):
        try:
            return function(*operands)
        except pl.exceptions.PanicException as panic:
            raise PanicException(str(panic)) from None

    return run


def concat(columns):
    frames = [column.alias("c").to_frame() for column in columns]
    return pl.concat(frames, how="vertical_relaxed").to_series()


class Polars(record.View):
    dtypes = tuple(DTYPES)
    spelled = {code: native().__class__.__name__ for code, (native, _) in DTYPES.items()}
    seconds = 20

    def tensor(self, code, bits):
        return pl.Series(arrays.from_bits(code, DTYPES[code][1], bits))

    def code(self, result):
        return CODES.get(result.dtype, str(result.dtype))

    def bits(self, result):
        if result.null_count():
            raise Null("null" if result.null_count() == len(result) else "null among the values")
        code = self.code(result)
        return arrays.to_bits(code, result.to_numpy()) if code in DTYPES else result.to_list()

    def lengths(self, result):
        return (len(result),)

    def refused(self, error):
        # No supertype, a Python number that is nothing here, or a Boolean where it is no number.
        return bool(re.search("supertype|for value of type|cast the Boolean|Python type|argument of type", str(error)))

    def text(self, error):
        # What follows is the expression or advice; a dtype may be written as in a column's header.
        said = str(error).split("\n")[0].split(" failed in column")[0]
        return re.sub(r"`(bool|[iuf]\d+)`", lambda found: f"`{self.spelled.get(found[1], found[1])}`", said)


class Expr(Polars):
    name = "expr"
    about = "expressions of columns, executed; a cast wraps numbers, the default one is an error where they do not fit"
    ops = {**{op: guarded(selected(build)) for op, build in EXPRESSIONS.items()},
           "concat": guarded(lambda *columns: concat(columns)),
           # The operands may be of different lengths.
           "take": guarded(lambda column, places: column.gather(places)),
           "searchsorted": guarded(lambda column, values: column.search_sorted(values)),
           "nonzero": guarded(lambda column: column.arg_true())}
    zero_dim = ("add", "maximum", "where")
    creates = {name: guarded(function) for name, function in {
        "array": pl.Series, "full": lambda number: pl.repeat(number, 2, eager=True),
        "arange": lambda *given: pl.arange(*given, eager=True),
        "linspace": lambda *given: pl.linear_space(*given, eager=True),
        "zeros": lambda: pl.zeros(2, eager=True), "ones": lambda: pl.ones(2, eager=True),
    }.items()}
    typed = {name: guarded(function) for name, function in {
        "array": lambda numbers, code: pl.Series(numbers, dtype=DTYPES[code][0]),
        "full": lambda number, code: pl.repeat(number, 2, dtype=DTYPES[code][0], eager=True),
    }.items()}
    calls = calls.reductions({**ops, **{op: guarded(selected(method(op))) for op in ("var", "std")}})
    shapes = ((4,),)
    nary = {"concat": concat}

    def zero(self, code, bits):
        return pl.lit(self.tensor(code, bits).item(), dtype=DTYPES[code][0])

    def cast(self, tensor, code):
        return tensor.cast(DTYPES[code][0], wrap_numerical=True)

    def names(self):
        for name in dir(pl):
            native = getattr(pl, name)
            if isinstance(native, type) and native in [named for named, _ in DTYPES.values()]:
                yield f"polars.{name}", CODES[native()]
        for python in (int, float):
            yield python.__name__, CODES[pl.Series([], dtype=python).dtype]
        # As it prints itself, and as a column's header shows it.
        for code, (native, _) in DTYPES.items():
            yield str(native()), code
            yield re.search(r"\[(\w+)\]", repr(pl.Series([], dtype=native)))[1], code

    def defaults(self):
        return [
            ("integral", lambda: self.code(pl.Series([1]))),
            ("indexing", lambda: self.code(self.ops["argmax"](pl.Series([1, 1])))),
            ("real floating", lambda: self.code(pl.Series([1.0]))),
        ]


class Series(Polars):
    name = "series"
    about = "operators and zip_with of Series; a cast is the default one, an error where a number does not fit"
    ops = {op: guarded(function) for op, function in {
        **{op: function for op, function in OPERATORS.items() if spec.ops()[op] == "binary"},
        "where": lambda condition, first, second: first.zip_with(condition, second),
    }.items()}

    def cast(self, tensor, code):
        return tensor.cast(DTYPES[code][0])


if __name__ == "__main__":
    record.main("polars", pl.__version__, f"wheel from PyPI, index type {pl.get_index_type()}", [Expr(), Series()])
