"""Vectors for reductions: what sums are accumulated in, in which order, and what stands where."""

import edges

# How many elements sums are asked of that come out otherwise in another order.
LENGTHS = (3, 8, 9, 17, 33, 100, 200)
LARGE = {"f16": 14, "bf16": 27, "f32": 27, "f64": 56}


def one(code, value):
    """A small number, in any dtype."""
    if code == "bool":
        return 1
    if edges.kind(code) == "float":
        return edges.of_float(code, float(value))
    if edges.kind(code) == "complex":
        return edges.join(code, edges.of_float(edges.PARTS[code], float(value)), 0)
    return value


def most(code):
    """The greatest finite number."""
    if code == "bool":
        return 1
    if edges.kind(code) == "float":
        return edges.greatest(code)
    if edges.kind(code) == "complex":
        return edges.join(code, most(edges.PARTS[code]), 0)
    return edges.limits(code)[1]


def narrow(code):
    """Whether the dtype holds few numbers only."""
    return code in edges.NARROW or edges.kind(code) in ("int", "uint") and edges.BITS[code] < 8


def real(code):
    """The dtype of a complex number's parts, and of a float itself."""
    return edges.PARTS.get(code, code)


def stick(code):
    """Up to where counting in the dtype itself goes no further: an accumulator that is wider does."""
    if real(code) not in edges.FLOATS:
        return None
    _, mantissa = edges.FLOATS[real(code)]
    last = one(code, 2.0 ** (mantissa + 1) - 1)
    return None if last is None else [last, *[one(code, 1)] * 5]


def overflow(code):
    """Past the dtype's range and back: a wider accumulator comes back."""
    if edges.kind(code) != "float" or code in edges.NARROW:
        return None
    sign = 1 << (edges.BITS[code] - 1)
    return [most(code), most(code), sign | most(code), sign | most(code)]


def spill(code):
    """The like of products."""
    if edges.kind(code) != "float" or code in edges.NARROW:
        return None
    exponent, _ = edges.FLOATS[code]
    great = 2.0 ** (2 ** (exponent - 1) - 6)
    return [edges.of_float(code, value) for value in (great, great, 1 / great, 1 / great)]


def cancel(code):
    """What is lost beside a large number, and what is not, tells who was added first."""
    if real(code) not in LARGE:
        return None
    large = 2.0 ** LARGE[real(code)]
    return [one(code, value) for value in (large, 1, -large)]


def mixed(count):
    """Large numbers that cancel, small ones between them; no two orders of adding them give the same sum."""

    def made(code):
        if real(code) not in LARGE or (code in edges.PARTS and count > 17):
            return None
        large, state, values = 2.0 ** (LARGE[real(code)] - 3), 12345, []
        for place in range(count):
            state = (state * 1103515245 + 12345) % 2**31
            lost = [place for place, value in enumerate(values) if abs(value) == large]
            last = place == count - 1 and len(lost) % 2
            if last or state >> 20 & 1 and not (place == count - 1):
                values.append(large if len(lost) % 2 == 0 else -large)
            else:
                values.append(float((state >> 16) % 7 + 1))
        return [one(code, value) for value in values]

    return made


def turned(code):
    """Complex numbers, whose conjugates are others."""
    if code not in edges.PARTS:
        return None
    part = edges.PARTS[code]
    return [edges.join(code, edges.of_float(part, real), edges.of_float(part, imag))
            for real, imag in ((1.0, 2.0), (3.0, -4.0))]


def spots(*values):
    def made(code):
        bits = [one(code, value) for value in values] if edges.kind(code) == "float" else [None]
        return None if None in bits else bits

    return made


NAN = edges.NAN
VECTORS = {
    # Past the whole numbers of a half, past its range, past an integer's.
    "ones": lambda code: [one(code, 1)] * 4096,
    "limits": lambda code: [most(code)] * 3,
    "few": lambda code: [one(code, value) % 2 ** edges.BITS[code] for value in (1, 2, 4)],
    "stick": stick, "overflow": overflow, "spill": spill, "cancel": cancel,
    **{f"order{count}": mixed(count) for count in LENGTHS},
    "even": lambda code: None if narrow(code) else [one(code, value) for value in (4, 1, 7, 2)],
    "most_two": lambda code: [most(code)] * 2, "turned": turned,
    "least": lambda code: edges.tiny(code)[:3] if edges.kind(code) == "float" else None,
    "nan_first": spots(NAN, 1, 2), "nan_second": spots(1, NAN, 2), "nan_last": spots(1, 2, NAN),
    "nan_late": spots(*[1, 2, 3] * 11, NAN, *[4] * 3), "nans": spots(1, NAN, 2, NAN),
    "zeros": spots(0.0, -0.0), "negative_zeros": spots(-0.0, 0.0), "ties": spots(1, 3, 3, 1),
    "infinities": spots(edges.INF, 1, -edges.INF),
}
SUMMED = ["sum", "mean", "var", "std", "cumulative_sum"]
MULTIPLIED = ["prod", "cumulative_prod"]
EXTREMES = ["max", "min", "argmax", "argmin"]
PLACES = ["nan_first", "nan_second", "nan_last", "nan_late", "nans", "zeros", "negative_zeros", "ties"]


def asked(op):
    """The vectors that a reduction is asked of."""
    names = ["none"]
    if op in SUMMED:
        names += ["ones", "limits", "few", "stick", "overflow", "cancel", "least", "infinities"]
        names += [f"order{count}" for count in LENGTHS]
    elif op == "median":
        names += ["few", "even", "most_two", "limits", "nan_first", "nan_last", "zeros", "negative_zeros",
                  "infinities", "ties", "turned"]
    elif op in MULTIPLIED:
        names += ["ones", "limits", "few", "overflow", "spill", "least"]
    else:
        names += ["many"]
        names += PLACES if op in EXTREMES else []
    if op.startswith("cumulative"):
        # The answer is as long as the question.
        names = [name for name in names if name != "ones" and not name.startswith("order")] + ["order9"]
    return names
