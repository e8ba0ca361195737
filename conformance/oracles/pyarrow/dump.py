"""Asks pyarrow what its compute functions give of arrays, and what tables of unlike columns become together."""

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

import arrays
import calls
import record
import spec

# A code → Arrow's dtype, and NumPy's with the same bits.
DTYPES = {
    "bool": (pa.bool_(), np.bool), "i8": (pa.int8(), np.int8), "i16": (pa.int16(), np.int16),
    "i32": (pa.int32(), np.int32), "i64": (pa.int64(), np.int64), "u8": (pa.uint8(), np.uint8),
    "u16": (pa.uint16(), np.uint16), "u32": (pa.uint32(), np.uint32), "u64": (pa.uint64(), np.uint64),
    "f16": (pa.float16(), np.float16), "f32": (pa.float32(), np.float32), "f64": (pa.float64(), np.float64),
}
CODES = {native: code for code, (native, _) in DTYPES.items()}
# What is not called as in the spec.
CALLED = {
    "remainder": "modulo", "pow": "power", "maximum": "max_element_wise", "minimum": "min_element_wise",
    "logical_and": "and_", "logical_or": "or_", "logical_xor": "xor", "logical_not": "invert",
    "bitwise_and": "bit_wise_and", "bitwise_or": "bit_wise_or", "bitwise_xor": "bit_wise_xor",
    "bitwise_invert": "bit_wise_not", "bitwise_left_shift": "shift_left", "bitwise_right_shift": "shift_right",
    "negative": "negate", "log": "ln", "isnan": "is_nan", "isinf": "is_inf", "isfinite": "is_finite",
    "prod": "product", "var": "variance", "std": "stddev",
}
# The strings that the module knows; there are more, of dtypes that are not asked here.
ALIASES = ["bool", "boolean", *(f"{kind}{size}" for kind in "iuf" for size in (1, 2, 4, 8)),
           *(f"{kind}{size}" for kind in ("int", "uint", "float") for size in (8, 16, 32, 64)),
           "halffloat", "float", "double"]


class Null(Exception):
    """An answer that has no bits."""


def concat_tables(columns):
    tables = [pa.table({"c": column}) for column in columns]
    return pa.concat_tables(tables, promote_options="permissive")["c"].combine_chunks()


class Arrow(record.View):
    dtypes = tuple(DTYPES)
    whole_quotients = True
    spelled = {code: str(native) for native, code in CODES.items()}

    def tensor(self, code, bits):
        native, same = DTYPES[code]
        return pa.array(arrays.from_bits(code, same, bits), native)

    def code(self, result):
        return CODES.get(result.type, str(result.type))

    def bits(self, result):
        values = pa.repeat(result, 1) if isinstance(result, pa.Scalar) else result
        if values.null_count:
            raise Null("null")
        return arrays.to_bits(self.code(result), values.to_numpy(zero_copy_only=False))

    def shaped(self, code, bits, shape):
        return self.tensor(code, bits)

    def lengths(self, result):
        return () if isinstance(result, pa.Scalar) else (len(result),)

    def refused(self, error):
        # Operands that are still unlike when kernels are looked for have no common type.
        types = re.search(r"has no kernel matching input types \((?:.*, )?(\w+), (\w+)\)", str(error))
        unlike = types and types[1] != types[2]
        return bool(unlike or re.search("unexpected argument type|Unable to merge|must be identically typed", str(error)))

    def text(self, error):
        # Where the error came from is no part of the message.
        return str(error).split(" for compute function")[0]


class Run(Arrow):
    name = "run"
    about = "functions of pyarrow.compute, the plain ones that wrap around; a cast is the unsafe one"
    ops = {**{op: getattr(pc, CALLED.get(op, op)) for op in spec.ops() if hasattr(pc, CALLED.get(op, op))},
           "where": pc.if_else, "concat": lambda *two: pa.concat_arrays(two), "sort": lambda array: array.sort(),
           "argsort": pc.sort_indices, "nonzero": pc.indices_nonzero,
           # Of the first element there is no difference.
           "diff": lambda array: pc.pairwise_diff(array)[1:]}
    zero_dim = ("add", "maximum", "where")
    nary = {"coalesce": lambda columns: pc.coalesce(*columns)}
    creates = {"array": pa.array, "full": lambda number: pa.repeat(number, 2)}
    typed = {"array": lambda numbers, code: pa.array(numbers, DTYPES[code][0])}
    calls = calls.reductions(ops)
    shapes = ((4,),)
    called = {**CALLED, "logical_and": "and", "logical_or": "or", "where": "if_else"}

    def zero(self, code, bits):
        return self.tensor(code, bits)[0]

    def cast(self, tensor, code):
        return pc.cast(tensor, DTYPES[code][0], safe=False)

    def names(self):
        for name in dir(pa):
            found = getattr(pa, name)
            if re.fullmatch(r"bool_|u?int\d+|float\d+", name):
                yield f"pyarrow.{name}()", CODES[found()]
        for name in ALIASES:
            try:
                yield name, CODES[pa.type_for_alias(name)]
            except ValueError:  # no such alias
                continue

    def defaults(self):
        return [
            ("integral", lambda: self.code(pa.array([1]))),
            ("indexing", lambda: self.code(pc.sort_indices(pa.array([1])))),
            ("real floating", lambda: self.code(pa.array([1.0]))),
        ]


class Tables(Arrow):
    name = "tables"
    about = "concat_tables, where columns of one name become one: not the functions' rule; a cast is the safe one"
    nary = {"concat_tables": concat_tables}

    def cast(self, tensor, code):
        return pc.cast(tensor, DTYPES[code][0])


if __name__ == "__main__":
    build = pa.build_info
    record.main("pyarrow", pa.__version__, f"wheel from PyPI, {build.build_type} build", [Run(), Tables()])
