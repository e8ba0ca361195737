"""What is asked of values: which ops, on which vectors of edge values, beside which Python numbers."""

import edges

# Pairs of two dtypes whose values say how operands are converted.
MIXED = [("i8", "u8"), ("u8", "i16"), ("i32", "u32"), ("u64", "i64"), ("bool", "i8"), ("bool", "f32"),
         ("i64", "f16"), ("i64", "f32"), ("i64", "f64"), ("u64", "f32"), ("i32", "f32"), ("f16", "bf16"),
         ("f16", "f32"), ("bf16", "f32"), ("f32", "f64"), ("f32", "c64"), ("i64", "c64")]
MIXED_OPS = ["add", "divide", "less"]
# What a dtype may be unable to hold, and how it is said: a tensor on one side, the number on the other.
NUMBERS = ["int:300", "int:-1", "int:70000", "int:4294967296", "int:9223372036854775808",
           "int:36893488147419103232", "float:1e+40", "float:nan", "complex:1+2j", "bool:True"]
NUMBER_OPS = ["add", "less"]
DIVISIONS = ["floor_divide", "remainder", "trunc_divide", "fmod"]
COMMON = ["gcd", "lcm"]
SHIFTS = ["bitwise_left_shift", "bitwise_right_shift"]
# Sums that tell in what they are accumulated: past the whole numbers of a half, past its range, past an integer's.
SUMS = {
    "ones": lambda code: [one(code, 1)] * 4096,
    "limits": lambda code: [most(code)] * 3,
    "few": lambda code: [one(code, value) for value in (1, 2, 4)],
}
SUMMED = ["sum", "prod", "mean", "var", "std", "cumulative_sum", "cumulative_prod"]


def one(code, value):
    if code == "bool":
        return 1
    if edges.kind(code) == "float":
        return edges.of_float(code, float(value))
    if edges.kind(code) == "complex":
        return edges.join(code, edges.of_float(edges.PARTS[code], float(value)), 0)
    return value


def most(code):
    if code == "bool":
        return 1
    if edges.kind(code) == "float":
        exponent, mantissa = edges.FLOATS[code]
        return ((2**exponent - 1) << mantissa) - 1
    if edges.kind(code) == "complex":
        return edges.join(code, most(edges.PARTS[code]), 0)
    return edges.limits(code)[1]


def number(word):
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
        self.vectors = {word: f"{word.split('.')[0]} {written(*named(word))}"
                        for word in operands if ":" not in word}

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
        columns = [named(word)[1] for word in self.operands if ":" not in word]
        if self.cross:
            left, right = columns
            columns = [[a for a in left for _ in right], [b for _ in left for b in right]]
        return columns

    def answer(self, view, columns):
        columns = iter(columns)
        native = [number(word) if ":" in word else view.tensor(named(word)[0], next(columns))
                  for word in self.operands]
        result = view.cast(native[0], self.to) if self.op == "cast" else view.ops[self.op](*native)
        return view.code(result).rstrip("*"), view.bits(result)


class Reduced(Probe):
    """All elements give one answer, or each gives one that depends on those before."""

    def run(self, view):
        code, seen = self.answer(view, self.columns())
        _, again = self.answer(view, self.columns())
        parts = [words(code, [bits]) for bits in seen]
        same = [bits == other or nans(code, bits, other) for bits, other in zip(seen, again)]
        return [code, "".join(part if ok else "~" * len(part) for part, ok in zip(parts, same))]


def named(word):
    """`i8.many` → its dtype and bits."""
    code, name = word.split(".")
    return code, SUMS[name](code) if name in SUMS else edges.vector(code, name)


def digits(code):
    return max(1, edges.BITS[code] // 4)


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
        if ops[op] == "binary":
            yield from binary(view, op)
        elif ops[op] == "unary":
            yield from (Probe(op, [f"{code}.many"]) for code in view.dtypes)
        elif ops[op] == "reduction":
            names = SUMS if op in SUMMED else {"many": None}
            if op.startswith("cumulative"):
                names = ["limits", "few"]
            yield from (Reduced(op, [f"{code}.{name}"]) for code in view.dtypes for name in names)
        elif ops[op] == "sorting":
            yield from (Reduced(op, [f"{code}.many"]) for code in view.dtypes)
    for code in view.dtypes:
        for to in view.dtypes:
            yield Probe("cast", [f"{code}.casts"], to=to)


def beside(op, code):
    """The vectors that stand right of `pairs`: apart, where one element may end the process."""
    if edges.kind(code) not in ("int", "uint"):
        return ["pairs"]
    if op in DIVISIONS:
        return ["divisors", "zero"] + (["minus_one"] if edges.kind(code) == "int" else [])
    if op == "pow" and edges.kind(code) == "int":
        return ["exponents", "minus_one"]
    return ["counts"] if op in SHIFTS else ["pairs"]


def binary(view, op):
    for code in view.dtypes:
        if op in COMMON and edges.kind(code) == "int":
            # The least integer apart: its magnitude is no value of the dtype, and a loop may not end.
            yield Probe(op, [f"{code}.proper", f"{code}.proper"], cross=True)
            yield Probe(op, [f"{code}.least", f"{code}.proper"], cross=True)
            continue
        for right in beside(op, code):
            yield Probe(op, [f"{code}.pairs", f"{code}.{right}"], cross=True)
    if op in MIXED_OPS:
        for left, right in MIXED:
            if left in view.dtypes and right in view.dtypes:
                yield Probe(op, [f"{left}.pairs", f"{right}.near"], cross=True)
    if op in NUMBER_OPS:
        for code in view.dtypes:
            for word in NUMBERS:
                yield Probe(op, [f"{code}.near", word])
            for word in NUMBERS[:2]:
                yield Probe(op, [word, f"{code}.near"])
