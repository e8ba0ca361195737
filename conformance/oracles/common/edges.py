"""Telling values of every dtype as bits: zeros, limits, ties, infinities, what is no number."""

import os
import re
import struct

BITS = {
    "bool": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "u8": 8, "u16": 16, "u32": 32, "u64": 64,
    "f16": 16, "bf16": 16, "f32": 32, "f64": 64, "c32": 32, "c64": 64, "c128": 128,
}
# The bits of exponent and of mantissa.
FLOATS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}
PARTS = {"c32": "f16", "c64": "f32", "c128": "f64"}

# Floats of 8 bits and fewer, each as its line of the spec says.
NARROW = {}

INF, NAN = float("inf"), float("nan")


def _read_narrow():
    """Adds the dtypes of the spec that no Rust type holds."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "spec", "dtypes.toml")
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            named = re.match(r"(\w+)\s*= \{(.*)\}", line)
            if not named or "rust" in named.group(2):
                continue
            code, facts = named.group(1), dict(re.findall(r'(\w+) = "?(\w+)"?', named.group(2)))
            BITS[code] = int(facts["bits"])
            if facts["kind"] == "float":
                FLOATS[code] = int(facts["exponent"]), int(facts["mantissa"])
                NARROW[code] = [_narrow(facts, bits) for bits in range(2 ** BITS[code])]


def _narrow(facts, bits):
    """The value of a pattern of a narrow float."""
    if facts.get("tapered") == "true":
        return _tapered(bits)
    exponent, mantissa = int(facts["exponent"]), int(facts["mantissa"])
    bias = int(facts.get("bias", 2 ** (exponent - 1) - 1))
    negative = bits >> (exponent + mantissa)
    power, digits = bits >> mantissa & (2**exponent - 1), bits & (2**mantissa - 1)
    ieee = facts.get("nan", "ieee") == "ieee" and power == 2**exponent - 1
    ones = facts.get("nan") == "ones" and bits | 1 << (exponent + mantissa) == 2 ** (exponent + mantissa + 1) - 1
    if ieee and digits or ones or facts.get("nan") == "negative_zero" and negative and not power and not digits:
        return NAN
    if ieee:
        value = INF
    elif power == 0 and facts.get("zero") != "false":
        value = digits * 2.0 ** (1 - bias - mantissa)
    else:
        value = (1 + digits / 2.0**mantissa) * 2.0 ** (power - bias)
    return -value if negative else value


def _tapered(bits):
    """The value of a pattern of HiFloat8: a prefix divides seven bits between exponent and mantissa."""
    sign, rest = (-1.0 if bits >> 7 else 1.0), format(bits & 0x7F, "07b")
    if rest == "0000000":
        return NAN if bits >> 7 else 0.0
    if rest == "1101111":
        return sign * INF
    if rest.startswith("0000"):
        return sign * 2.0 ** (int(rest, 2) - 23)
    prefix = next(one for one in ("11", "10", "01", "001", "0001") if rest.startswith(one))
    width = {"11": 4, "10": 3, "01": 2, "001": 1, "0001": 0}[prefix]
    exponent, mantissa = rest[len(prefix) :][:width], rest[len(prefix) + width :]
    power = int("1" + exponent[1:], 2) * (-1 if exponent[0] == "1" else 1) if exponent else 0
    return sign * (1 + int(mantissa, 2) / 2.0 ** len(mantissa)) * 2.0**power


def kind(code):
    if code == "bool":
        return "bool"
    if code in FLOATS:
        return "float"
    return {"i": "int", "u": "uint", "c": "complex"}[code[0]]


def limits(code):
    bits = BITS[code]
    return (0, 2**bits - 1) if code[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def of_float(code, value):
    """The bits of a float's value, or None where the dtype has no such value."""
    if code in NARROW:
        same = lambda one: one != one if value != value else repr(one) == repr(float(value))
        return next((bits for bits, one in enumerate(NARROW[code]) if same(one)), None)
    exponent, mantissa = FLOATS[code]
    if value != value:
        return ((2**exponent - 1) << mantissa) | 1 << (mantissa - 1)
    wide = struct.unpack("<Q", struct.pack("<d", value))[0]
    sign, power, digits = wide >> 63, wide >> 52 & 0x7FF, wide & (2**52 - 1)
    bias = 2 ** (exponent - 1) - 1
    if power == 0x7FF:
        power, digits = 2**exponent - 1, 0
    elif value == 0:
        power, digits = 0, 0
    elif code != "f64":
        power += bias - 1023
        if power >= 2**exponent - 1:
            return None
        lost = 52 - mantissa
        if power <= 0:
            lost += 1 - power
            digits, power = digits | 1 << 52, 0
        if digits & (2**lost - 1):
            return None
        digits >>= lost
    return (sign << exponent | power) << mantissa | digits


def to_float(code, bits):
    """The value of a float's bits."""
    if code in NARROW:
        return NARROW[code][bits]
    exponent, mantissa = FLOATS[code]
    sign = -1.0 if bits >> (exponent + mantissa) else 1.0
    power, digits = bits >> mantissa & (2**exponent - 1), bits & (2**mantissa - 1)
    bias = 2 ** (exponent - 1) - 1
    if power == 2**exponent - 1:
        return NAN if digits else sign * INF
    if power == 0:
        return sign * digits * 2.0 ** (1 - bias - mantissa)
    # Exact: the sum has at most 53 bits, and the factor is a power of two.
    return sign * (1 + digits / 2.0**mantissa) * 2.0 ** (power - bias)


def of_int(code, value):
    """The bits of an integer, or None where the dtype cannot hold it."""
    least, most = limits(code)
    return value % 2 ** BITS[code] if least <= value <= most else None


def join(code, real, imag):
    """A complex number's bits: those of its real part, then those of its imaginary one."""
    return real << BITS[PARTS[code]] | imag


def split(code, bits):
    width = BITS[PARTS[code]]
    return bits >> width, bits & (2**width - 1)


def greatest(code):
    """The bits of a float's greatest finite number."""
    exponent, mantissa = FLOATS[code]
    if code in NARROW:
        return max((value, bits) for bits, value in enumerate(NARROW[code]) if value < INF)[1]
    return ((2**exponent - 1) << mantissa) - 1


def _extremes(code):
    _, mantissa = FLOATS[code]
    return [1, 1 << mantissa, greatest(code)]


def _floats(code, values, extremes=True):
    sign = 1 << (BITS[code] - 1)
    bits = [of_float(code, value) for value in values]
    if extremes:
        bits += [one | s for one in _extremes(code) for s in (0, sign)]
    return _once(one for one in bits if one is not None)


def _ints(code, values):
    least, most = limits(code)
    return _once(of_int(code, v) for v in [*values, least, most] if least <= v <= most)


def _repeated(code, values):
    """These values, or None where the dtype cannot hold one of them."""
    bits = [of_int(code, value) for value in values]
    return None if None in bits else bits


def _once(values):
    return list(dict.fromkeys(values))


def pairs(code):
    """A few, for every one beside every other."""
    if code == "bool":
        return [0, 1]
    if code in FLOATS:
        most = _extremes(code)[-1]
        return [*_floats(code, [0.0, -0.0, 1.0, -2.5, INF, -INF, NAN], False), most]
    if code in PARTS:
        part = PARTS[code]
        numbers = [(0, 0), (1, 0), (3, -4), (INF, 0), (1, NAN), (INF, NAN)]
        return [join(code, of_float(part, float(re)), of_float(part, float(im))) for re, im in numbers]
    return _ints(code, [0, 1, -1, 3, -7, 100])


def proper(code):
    """Those of `pairs` but for the least integer, whose magnitude the dtype does not hold."""
    return [bits for bits in pairs(code) if bits != lowest(code)[0]]


def lowest(code):
    return [of_int(code, limits(code)[0])]


def divisors(code):
    """Those of `pairs` that an integer can be divided by without a doubt."""
    return [bits for bits in pairs(code) if bits not in (0, of_int(code, -1))]


def exponents(code):
    """What an integer can be raised to without a doubt, to past its range."""
    bits = [of_int(code, one) for one in (0, 1, 2, 3, 31, 100)]
    return [one for one in bits if one is not None]


def counts(code):
    """How far to shift: within the width, to it, past it, and backwards."""
    return _ints(code, [0, 1, BITS[code] - 1, BITS[code], BITS[code] + 1, -1])


def many(code):
    """More, for one operand."""
    if code == "bool":
        return [0, 1]
    values = [0.0, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 10.0, 1000.0, INF]
    if code in FLOATS:
        return _floats(code, [s * v for v in values for s in (1, -1)] + [NAN])
    if code in PARTS:
        part = PARTS[code]
        numbers = [(0.0, 0.0), (-0.0, 0.0), (1, 0), (-1, 0), (0, 1), (0, -1), (0.5, 0.25), (-2.5, 1.5),
                   (3, -4), (INF, 0), (-INF, 1), (1, INF), (NAN, 0), (0, NAN)]
        return [join(code, of_float(part, float(re)), of_float(part, float(im))) for re, im in numbers]
    return _ints(code, [0, 1, -1, 2, 3, -5, 10, 64, 100])


def ascending(code):
    """Those of `many` in ascending order, some twice."""
    if code in FLOATS:
        values = sorted((bits for bits in many(code) if to_float(code, bits) == to_float(code, bits)),
                        key=lambda bits: to_float(code, bits))
        return [*values[:3], *values[2:], *_floats(code, [NAN], False)]
    sign = 1 << (BITS[code] - 1) if kind(code) == "int" else 0
    values = sorted(many(code), key=lambda bits: bits ^ sign)
    return [*values[:2], *values[1:]]


def casts(code):
    """Values on both sides of what other dtypes hold and round to."""
    if code == "bool":
        return [0, 1]
    whole = [0, 1, 127, 128, 255, 256, 257, 259, 2049, 2051, 32768, 65504, 65520, 65536, 2**24 + 1,
             2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1]
    whole += [-1, -129, -2051, -32769, -(2**31), -(2**31) - 1, -(2**63)]
    # Just past a tie that a wider float on the way would round to.
    whole += [2**30 + 2**22 + 1, 2**40 + 2**32 + 1, 2**60 + 2**36 + 1]
    if code in FLOATS:
        near = [0.5, 1.5, 2.5, 65519.0, 2.0**31 - 128, 2.0**63 - 2.0**39, 2.0**64, 1e20, INF]
        near += [1 + 2.0**-8, 1 + 3 * 2.0**-8, 1 + 2.0**-11, 1 + 3 * 2.0**-11, 2.0**-25, 3 * 2.0**-26]
        near += [tie + side * 2.0**-40 for tie in (1 + 2.0**-8, 1 + 3 * 2.0**-8, 1 + 2.0**-11, 1 + 3 * 2.0**-11)
                 for side in (1, -1)]
        near += [65520 - 2.0**-30, 2.0**-25 + 2.0**-60, 1 + 2.0**-24 + 2.0**-50]
        near += [-0.0, -0.5, -1.5, -1e20, -INF, NAN]
        return _floats(code, [float(v) for v in whole] + near)
    if code in PARTS:
        return many(code)
    return _ints(code, whole)


def narrowed(code):
    """Values on both sides of what narrow dtypes hold and round to: all there are, of a narrow dtype itself."""
    if BITS[code] <= 8 and code not in ("bool", "i8", "u8"):
        return list(range(2 ** BITS[code]))
    whole = [*range(-9, 20), 28, 29, 30, 31, 32, 240, 247, 248, 249, 448, 464, 465, 480, 57344, 61440, 61441, 65536]
    if code in FLOATS:
        parts = [0.25, 0.375, 0.5, 0.75, 1.25, 1.75, 2.5, 3.5, 5.5, 7.25, 7.5, 7.75, 15.5, 15.75, 1.0625, 1.1875,
                 2.0**-7, 3 * 2.0**-8, 2.0**-9, 2.0**-10, 3 * 2.0**-11, 2.0**-16, 2.0**-17, 3 * 2.0**-18, 2.0**-127,
                 1e30, 2.0**127, 2.0**128, INF]
        return _floats(code, [sign * value for value in [*map(float, whole), *parts] for sign in (1, -1)] + [NAN])
    return many(code) if code in PARTS or code == "bool" else _ints(code, whole)


def near(code):
    """Few, for what is asked of every Python number."""
    if code == "bool":
        return [0, 1]
    if code in FLOATS:
        return [*_floats(code, [0.0, -1.0], False), _extremes(code)[-1]]
    if code in PARTS:
        return [0, join(code, of_float(PARTS[code], 3.0), of_float(PARTS[code], -4.0))]
    return _ints(code, [0])


def edge(code):
    """Around what floats of each width still hold."""
    if code == "bool":
        return [0, 1]
    whole = [0, -1, 257, 2049, 2**24 + 1, 2**31 - 1, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1]
    if code in FLOATS:
        return _floats(code, [float(v) for v in [*whole, 256, 2048, 2**24, 2**31]], False)
    return _ints(code, whole)


def tiny(code):
    """Subnormals, the least normal numbers, and what makes the one of the other."""
    exponent, mantissa = FLOATS[code]
    sign = 1 << (BITS[code] - 1)
    least = 1 << mantissa
    return _once([1, sign | (least - 1), least, sign | least | least >> 1, *_floats(code, [0.5, 1.0], False), 0])


def _complex(code, numbers):
    part = PARTS[code]
    return [join(code, of_float(part, float(re)), of_float(part, float(im))) for re, im in numbers]


def special(code):
    """Complex numbers on either side of branch cuts, infinite and NaN in either part."""
    return _complex(code, [(-1, -0.0), (-1, 0.0), (-0.0, -0.0), (INF, NAN), (NAN, INF), (-INF, -INF), (1, -0.0),
                           (0.0, -INF), (NAN, NAN), (-4, -0.0), (0.5, -0.0), (-0.0, 2)])


def over(code):
    """Few complex numbers, for every one over every other."""
    return _complex(code, [(0, 0), (-0.0, 0), (1, 0), (1, -2), (-1, -0.0), (INF, 0), (INF, NAN), (0, NAN), (-0.5, 2)])


VECTORS = {
    "pairs": pairs, "divisors": divisors, "zero": lambda code: [0], "minus_one": lambda code: [of_int(code, -1)],
    "proper": proper, "lowest": lowest, "exponents": exponents, "counts": counts, "many": many, "casts": casts, "narrowed": narrowed,
    "near": near, "edge": edge, "tiny": tiny, "special": special, "over": over, "none": lambda code: [],
    "ascending": ascending,
    # Indices: there, counted from the end, beyond it, and before the first.
    "places": lambda code: _repeated(code, [0, 1, 1, 0]), "backwards": lambda code: _repeated(code, [-1, -2, 0]),
    "beyond": lambda code: _repeated(code, [0, 40]), "below": lambda code: _repeated(code, [-40, 0]),
    "turns1": lambda code: [1], "turns2": lambda code: [1, 0], "turns3": lambda code: [1, 0, 1], "turns": lambda code: [1, 0] * 4,
}


def vector(code, name):
    return VECTORS[name](code)


_read_narrow()
