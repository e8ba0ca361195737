"""What is asked of values: which ops, on which vectors of edge values, beside which Python numbers."""

import edges
import sums
from sums import most, one  # noqa: F401 (dump scripts take them from here)

COMPARISONS = ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]
# Pairs of two dtypes whose values say how operands are converted.
MIXED = [("i8", "u8"), ("u8", "i16"), ("i32", "u32"), ("u64", "i64"), ("bool", "i8"), ("bool", "f32"),
         ("i64", "f16"), ("i64", "f32"), ("i64", "f64"), ("u64", "f32"), ("i32", "f32"), ("f16", "bf16"),
         ("f16", "f32"), ("bf16", "f32"), ("f32", "f64"), ("f32", "c64"), ("i64", "c64")]
MIXED_OPS = ["add", "divide", "less"]
# Pairs of which one cannot hold all of the other, and what shows it around the last values held.
COMPARED = [("i64", "u64"), ("u64", "i64"), ("i8", "u8"), ("i32", "u32"), ("i64", "f32"), ("f32", "i64"),
            ("i64", "f64"), ("u64", "f64"), ("u64", "f32"), ("i32", "f32"), ("u32", "f32"), ("i16", "f16"),
            ("i32", "bf16"), ("f32", "f64"), ("i64", "c64")]
COMPARED_OPS = [*COMPARISONS, "maximum", "minimum"]
TINY_OPS = ["add", "subtract", "multiply", "divide", "maximum", "minimum", "less", "equal", "floor_divide",
            "remainder", "pow", "copysign", "hypot", "nextafter", "atan2"]
OVER_OPS = ["add", "subtract", "multiply", "divide", "pow", "equal"]
# What a dtype may be unable to hold, and how it is said: a tensor on one side, the number on the other.
NUMBERS = ["int:300", "int:-1", "int:70000", "int:2147483648", "int:9223372036854775808",
           "int:18446744073709551616", "float:1.5", "float:1e+40", "float:nan", "complex:1+2j", "complex:0+1j",
           "bool:True"]
LEFT = ["int:300", "int:-1", "int:9223372036854775808", "float:1.5"]
NUMBER_OPS = ["add", *COMPARISONS]
FEWER_OPS = ["equal", "less"]
# The same of every other op, where it tells most: a dtype, numbers to its right, and numbers to its left.
TELLING = {
    "bool": (["int:300", "float:1.5", "bool:True"], ["int:1"]),
    "i8": (["int:300", "int:9223372036854775808", "float:1.5", "bool:True", "complex:0+1j"],
           ["int:300", "float:1.5", "bool:True"]),
    "u8": (["int:-1", "int:300"], ["int:-1"]),
    "i32": (["int:2147483648", "float:1e+40"], ["int:2147483648"]),
    "i64": (["int:9223372036854775808"], []),
    "u64": (["int:-1", "int:18446744073709551616"], ["int:-1"]),
    "f16": (["int:70000", "float:1.5", "float:nan", "float:70000.0"], ["int:70000"]),
    "bf16": (["float:1e+40", "float:1.5"], []),
    "f32": (["float:1e+40", "int:18446744073709551616", "complex:0+1j", "bool:True"], ["float:1e+40"]),
    "c64": (["float:1e+40", "complex:0+1j", "int:300"], ["int:300"]),
}
DIVIDED = ["divide", "floor_divide", "remainder"]
ZEROS = ["int:0", "float:0.0"]
POWERS = ["int:2", "int:-1", "float:0.5", "float:2.0", "bool:True"]
# Both bounds of clip: around the values, beyond the dtype, crossed, NaN, each alone.
BOUNDS = [("int:-1", "int:300"), ("int:1", "int:3"), ("int:3", "int:1"), ("float:0.5", "float:2.5"),
          ("float:nan", "float:2.5"), ("float:0.5", "float:nan"), ("bool:False", "bool:True"),
          ("int:-9223372036854775809", "int:18446744073709551616"), ("int:1", "float:2.5"),
          ("int:1", "none"), ("int:-1", "none"), ("int:300", "none"), ("float:0.5", "none"), ("float:nan", "none"),
          ("none", "int:1"), ("none", "int:-1"), ("none", "int:300"), ("none", "float:0.5"), ("none", "bool:True")]
DIVISIONS = ["floor_divide", "remainder", "trunc_divide", "fmod"]
COMMON = ["gcd", "lcm"]
# Indices in range and not, of which each is asked; and elements of the kinds that what is not there is filled by.
OUT_OF_RANGE = ["backwards", "beyond", "below"]
FILLED = ["bool", "i8", "u8", "f16", "f32", "c64"]
SHIFTS = ["bitwise_left_shift", "bitwise_right_shift"]


def number(word):
    if word == "none":
        return None
    kind, text = word.split(":")
    return {"bool": lambda: text == "True", "int": lambda: int(text), "float": lambda: float(text),
            "complex": lambda: complex(text)}[kind]()


class Probe:
    """One op on named vectors and numbers: what it is called, what it asks, and how the answer is written."""

    def __init__(self, op, operands, cross=False, to=None):
        self.op, self.operands, self.cross, self.to = op, operands, cross, to
        between = " × " if cross else ", "
        self.row = [f"{op} {to}" if to else op, between.join(operands)]
        self.key = " ".join([*self.row])
        elements = [plain(word) for word in operands if not is_number(word) and word != "none"]
        self.vectors = {word: f"{word.split('.')[0]} {written(*named(word))}" for word in elements}

    def run(self, view):
        """As it is, then many times over and in small pieces: where loops differ by length, so do the answers."""
        columns = self.columns()
        code, seen = self.answer(view, columns)
        _, again = self.answer(view, [column * 37 for column in columns])
        pieces = [self.answer(view, [column[start:start + 3] for column in columns])[1]
                  for start in range(0, len(seen), 3)]
        pieces = [bits for piece in pieces for bits in piece]
        same = [all(bits == other or nans(code, bits, other) for other in [pieces[place], *again[place::len(seen)]])
                for place, bits in enumerate(seen)]
        parts = [words(code, [bits]) for bits in seen]
        return [code, "".join(part if ok else "~" * len(part) for part, ok in zip(parts, same))]

    def columns(self):
        """The elements of each operand that is a tensor, side by side."""
        columns = [named(word)[1] for word in self.operands if is_vector(word)]
        if self.cross:
            left, right = columns
            columns = [[a for a in left for _ in right], [b for _ in left for b in right]]
        return columns

    def answer(self, view, columns):
        columns = iter(columns)
        native = [view.tensor(named(word)[0], next(columns)) if is_vector(word)
                  else view.zero(*named(plain(word))) if is_zero_dim(word) else number(word)
                  for word in self.operands]
        result = view.cast(native[0], self.to) if self.op == "cast" else view.apply(self.op, native)
        return view.code(result).rstrip("*"), view.bits(result)


class Beside(Probe):
    """A number or a 0-d tensor beside a tensor: it is converted once, whatever the length, which need not be asked of
    slow ones."""

    def run(self, view):
        if not view.compiles:
            return super().run(view)
        code, seen = self.answer(view, self.columns())
        return [code, words(code, seen)]


class Reduced(Probe):
    """All elements give one answer, or each gives one that depends on those before, or there is one alone."""

    def run(self, view):
        code, seen = self.answer(view, self.columns())
        _, again = self.answer(view, self.columns())
        parts = [words(code, [bits]) for bits in seen]
        same = [bits == other or nans(code, bits, other) for bits, other in zip(seen, again)]
        return [code, "".join(part if ok else "~" * len(part) for part, ok in zip(parts, same))]


def named(word):
    """`i8.many` → its dtype and bits."""
    code, name = word.split(".")
    return code, sums.VECTORS[name](code) if name in sums.VECTORS else edges.vector(code, name)


def is_vector(word):
    return ":" not in word and word != "none"


def is_zero_dim(word):
    return word.startswith("zero:")


def is_number(word):
    return ":" in word and not is_zero_dim(word)


def plain(word):
    """`zero:i8.run1`, a 0-d tensor, → the vector whose one element it has; any other word as it is."""
    return word[len("zero:"):] if is_zero_dim(word) else word


def digits(code):
    return (edges.BITS[code] + 3) // 4


def written(code, bits):
    """Bits in hexadecimal; a vector of one value many times over as that and how many."""
    if len(bits) > 2 and len(set(bits)) == 1:
        return f"{len(bits)} × {bits[0]:0{digits(code)}x}"
    return words(code, bits)


def words(code, bits):
    if code not in edges.BITS:
        return ""
    return "".join(f"{one % 2**edges.BITS[code]:0{digits(code)}x}" for one in bits)


def nans(code, *all_bits):
    """Whether all are NaN: which one is nobody's promise."""
    if edges.kind(code) == "complex":
        part = edges.PARTS[code]
        halves = zip(*(edges.split(code, bits) for bits in all_bits))
        return all(len(set(half)) == 1 or nans(part, *half) for half in halves)
    return edges.kind(code) == "float" and all(edges.to_float(code, b) != edges.to_float(code, b) for b in all_bits)


def of(view, ops):
    """Every probe of a view, in order."""
    mine = [op for op in ops if op in view.ops]
    for op in mine:
        if not (view.numbers_only and ops[op] not in ("binary", "ternary")):
            yield from GROUPS.get(ops[op], nothing)(view, op)
    if not view.numbers_only:
        for code in view.dtypes:
            for to in view.dtypes:
                few = sums.narrow(code) or sums.narrow(to)
                yield Probe("cast", [f"{code}.{'narrowed' if few else 'casts'}"], to=to)


def nothing(_view, _op):
    return ()


def unary(view, op):
    for code in view.dtypes:
        yield Probe(op, [f"{code}.many"])
        if code in edges.PARTS:
            yield Probe(op, [f"{code}.special"])


def reduction(view, op):
    for code in view.dtypes:
        for name in sums.asked(op):
            if named(f"{code}.{name}")[1] is not None:
                yield Reduced(op, [f"{code}.{name}"])


def sorting(view, op):
    yield from (Reduced(op, [f"{code}.many"]) for code in view.dtypes)


def product(view, op):
    """Of vectors; a product of matrices adds up as frameworks like, but not of integers."""
    if op == "matmul":
        whole = (code for code in view.dtypes if edges.kind(code) in ("int", "uint"))
        yield from (Reduced(op, [f"{code}.limits"] * 2) for code in whole)
    if op in ("dot", "vecdot"):
        for code in view.dtypes:
            for name in ("few", "limits", "turned"):
                if named(f"{code}.{name}")[1] is not None and not (name == "limits" and edges.kind(code) == "float"):
                    yield Reduced(op, [f"{code}.{name}"] * 2)


def lookup(view, op):
    if op == "searchsorted":
        yield from (Reduced(op, [f"{code}.ascending", f"{code}.many"]) for code in view.dtypes
                    if code not in edges.PARTS)
        return
    index = "i64" if "i64" in view.dtypes else "i32"
    yield from (Reduced(op, [f"{code}.many", f"{index}.places"]) for code in view.dtypes)
    for code in view.dtypes:
        if edges.kind(code) in ("int", "uint"):
            for name in ("places", "backwards" if code[0] == "i" else "beyond"):
                if named(f"{code}.{name}")[1] is not None:
                    yield Reduced(op, ["f32.many", f"{code}.{name}"])
    for code in FILLED:
        if code in view.dtypes:
            yield from (Reduced(op, [f"{code}.many", f"{index}.{name}"]) for name in OUT_OF_RANGE)
    yield Reduced(op, ["f32.none", f"{index}.none"])
    yield Reduced(op, ["f32.none", f"{index}.places"])


def arrangement(view, op):
    if op in ("diff", "nonzero"):
        for code in view.dtypes:
            yield from (Reduced(op, [f"{code}.{name}"]) for name in ("many", "few", "none"))


def ternary(view, op):
    yield from {"where": where, "clip": clip}.get(op, nothing)(view, op)


def where(view, op):
    for code in TELLING if view.compiles else view.dtypes:
        if code not in view.dtypes:
            continue
        turns = f"bool.turns{len(edges.near(code))}"
        for word in NUMBERS:
            yield Beside(op, [turns, f"{code}.near", word])
        for word in LEFT:
            yield Beside(op, [turns, word, f"{code}.near"])


def clip(view, op):
    for code in TELLING if view.compiles else view.dtypes:
        if code in edges.PARTS or code not in view.dtypes:
            continue
        for low, high in BOUNDS:
            yield Beside(op, [f"{code}.pairs", low, high])
        if not view.numbers_only:
            yield Probe(op, [f"{code}.near", f"{code}.near", "none"])
            yield Probe(op, [f"{code}.near", "none", f"{code}.near"])


def divides(view, op):
    """Whether an op gives quotients or remainders of integers, by a divisor that may end the process."""
    return op in DIVISIONS or op == "divide" and view.whole_quotients


def beside(view, op, code):
    """The vectors that stand right of `pairs`: apart, where one element may end the process."""
    if edges.kind(code) not in ("int", "uint"):
        return ["pairs"]
    if divides(view, op):
        return ["divisors", "zero"] + (["minus_one"] if edges.kind(code) == "int" else [])
    if op == "pow" and edges.kind(code) == "int":
        return ["exponents", "minus_one"]
    return ["counts"] if op in SHIFTS else ["pairs"]


def binary(view, op):
    if not view.numbers_only:
        yield from tensors(view, op)
    yield from numbers(view, op)


def tensors(view, op):
    for code in view.dtypes:
        if op in COMMON and edges.kind(code) == "int":
            # The least integer apart: its magnitude is no value of the dtype, and a loop may not end.
            yield Probe(op, [f"{code}.proper", f"{code}.proper"], cross=True)
            yield Probe(op, [f"{code}.lowest", f"{code}.proper"], cross=True)
            continue
        for right in beside(view, op, code):
            yield Probe(op, [f"{code}.pairs", f"{code}.{right}"], cross=True)
        if op in TINY_OPS and code in edges.FLOATS:
            yield Probe(op, [f"{code}.tiny", f"{code}.tiny"], cross=True)
        if op in OVER_OPS and code in edges.PARTS:
            yield Probe(op, [f"{code}.over", f"{code}.over"], cross=True)
    for asked, pairs, left, right in ((MIXED_OPS, MIXED, "pairs", "near"), (COMPARED_OPS, COMPARED, "edge", "edge")):
        for one, other in pairs if op in asked else []:
            if one in view.dtypes and other in view.dtypes:
                # What is complex has no such edges of its own.
                right_of = "near" if other in edges.PARTS else right
                yield Probe(op, [f"{one}.{left}", f"{other}.{right_of}"], cross=True)


def numbers(view, op):
    for code in view.dtypes:
        every = op in (FEWER_OPS if view.compiles else NUMBER_OPS)
        right, left = (NUMBERS, LEFT) if every else TELLING.get(code, ([], []))
        whole = edges.kind(code) in ("int", "uint")
        # A zero to the right of an integer division, or a negative exponent, may end the process.
        safe = "divisors" if divides(view, op) and whole else "few" if op == "pow" and whole else "near"
        yield from (Beside(op, [f"{code}.near", word]) for word in right)
        yield from (Beside(op, [word, f"{code}.{safe}"]) for word in left)
        # What a negative number gives of elements that a signed dtype would hold.
        if every and edges.kind(code) == "uint":
            yield Beside(op, [f"{code}.few", "int:-1"])
        more = {"pow": POWERS}.get(op, ZEROS if op in DIVIDED else [])
        yield from (Beside(op, [f"{code}.pairs", word]) for word in more)
        if divides(view, op):
            yield Beside(op, [f"{code}.{'divisors' if whole else 'near'}", "int:-3"])


GROUPS = {"binary": binary, "unary": unary, "ternary": ternary, "reduction": reduction, "sorting": sorting,
          "product": product, "selection": reduction, "lookup": lookup, "arrangement": arrangement}
