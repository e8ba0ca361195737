"""What is asked of values at random: the same ops as `probes`, on elements and numbers drawn from a seed."""

import random

import edges
import probes
import sums

ELEMENTS = 6
# How many pairs of unlike dtypes a binary op is asked of, and how many numbers on either side of each dtype.
PAIRS, NUMBERS = 6, 2
FEW = 4


class Draw:
    """Random elements, and vectors of them, which get names as the fixed ones have; of which dtypes is asked, and
    which may stand beside them."""

    def __init__(self, view, seed, codes, others):
        self.random, self.view, self.count = random.Random(f"{seed} {view}"), view, 0
        self.codes, self.others = codes, others

    def unlike(self):
        """All pairs of two dtypes of which one is asked of."""
        pairs = [(one, other) for one in self.others for other in self.others if one != other]
        return [pair for pair in pairs if pair[0] in self.codes or pair[1] in self.codes]

    def element(self, code):
        """Any bits, one of the telling values, or a number of everyday size."""
        if code in edges.PARTS:
            return edges.join(code, self.element(edges.PARTS[code]), self.element(edges.PARTS[code]))
        turn = self.random.random()
        if turn < 0.2:
            return self.random.getrandbits(edges.BITS[code])
        if turn < 0.4:
            return self.random.choice(edges.many(code))
        if code in edges.NARROW:
            return self.random.getrandbits(edges.BITS[code])
        if code in edges.FLOATS:
            exponent, mantissa = edges.FLOATS[code]
            power = 2 ** (exponent - 1) - 1 + self.random.randint(-6, 6)
            sign = self.random.getrandbits(1)
            return (sign << exponent | power) << mantissa | self.random.getrandbits(mantissa)
        least, most = edges.limits(code) if code != "bool" else (0, 1)
        return self.random.randint(max(least, -120), min(most, 120)) % 2 ** edges.BITS[code]

    def vector(self, code, of=None, count=ELEMENTS):
        """The name of a vector of random elements, or of some of these."""
        name, self.count = f"{self.view}{self.count}", self.count + 1
        bits = [self.random.choice(of) if of else self.element(code) for _ in range(count)]
        edges.VECTORS[name] = lambda _code: bits
        return f"{code}.{name}"

    def zero(self, code, of=None):
        """A 0-d tensor of one random element, or of one of some of these."""
        return f"zero:{self.vector(code, of, 1)}"

    def right(self, op, code):
        """The elements that stand to the right of an op: none that may end the process."""
        if edges.kind(code) not in ("int", "uint"):
            return None
        if op in probes.DIVISIONS:
            return [one for one in edges.many(code) if one not in (0, edges.of_int(code, -1))]
        if op == "pow":
            bits = [edges.of_int(code, one) for one in (0, 1, 2, 3, 5, 31)]
            return [one for one in bits if one is not None]
        if op in probes.COMMON:
            return edges.proper(code)
        return list(range(edges.BITS[code])) if op in probes.SHIFTS else None

    def number(self, whole=None):
        """A Python number, as a probe spells it."""
        kind = self.random.choice(whole or ["bool", "int", "int", "int", "float", "float", "complex"])
        if kind == "bool":
            return f"bool:{self.random.random() < 0.5}"
        if kind == "int":
            bound = 2 ** self.random.choice([2, 4, 8, 9, 16, 17, 31, 32, 33, 63, 64])
            return f"int:{self.random.randint(-bound, bound)}"
        if kind == "float":
            special = [edges.INF, -edges.INF, edges.NAN, -0.0, 1e39, 65520.0]
            plain = round(self.random.gauss(0, 1) * 10 ** self.random.randint(-3, 5), 4)
            return f"float:{self.random.choice([plain] * 4 + [self.random.choice(special)])}"
        parts = [self.random.randint(-40, 40) / 4 for _ in range(2)]
        return f"complex:{parts[0]}{parts[1]:+}j"


def of(view, ops, seed):
    """Random probes of a view, in order; always the same of one seed, whichever narrow dtypes it has."""
    wide = [code for code in view.dtypes if not sums.narrow(code)]
    narrow = [code for code in view.dtypes if sums.narrow(code)]
    made = drawn(view, ops, Draw(view.name, seed, wide, wide))
    if narrow:
        made += drawn(view, ops, Draw(f"{view.name}_narrow", seed, narrow, list(view.dtypes)))
    if view.has_zero_dim and not view.numbers_only:
        made += without_axes(view, ops, Draw(f"{view.name}_zero", seed, list(view.dtypes), list(view.dtypes)))
    return made


def without_axes(view, ops, draw):
    """The same ops of 0-d tensors: alone, beside tensors, beside numbers and beside each other."""
    groups = {"binary": zeros_beside, "ternary": zeros_chosen, "unary": zeros_alone, "reduction": zeros_alone}
    return [probe for op, group in ops.items() if op in view.ops
            for probe in groups.get(group, nothing)(view, op, draw)]


def drawn(view, ops, draw):
    asked = [(group, op) for op, group in ops.items() if op in view.ops]
    made = [probe for group, op in asked for probe in GROUPS.get(group, nothing)(view, op, draw)]
    if not view.numbers_only:
        pairs = [(code, to) for code in draw.others for to in draw.others]
        made += [probes.Beside("cast", [draw.vector(code)], to=to) for code, to in pairs
                 if code in draw.codes or to in draw.codes]
    return made


def nothing(_view, _op, _draw):
    return ()


def unary(view, op, draw):
    return () if view.numbers_only else [probes.Beside(op, [draw.vector(code)]) for code in draw.codes]


def reduction(view, op, draw):
    """Of five elements, and of floats also of one that is next to nothing: it may be handed on as it is."""
    if view.numbers_only:
        return ()
    alone = [(code, edges.tiny(code)) for code in draw.codes if edges.kind(code) == "float"]
    made = [probes.Reduced(op, [draw.vector(code, count=5)]) for code in draw.codes]
    return made + [probes.Reduced(op, [draw.vector(code, of, count=1)]) for code, of in alone if of]


def binary(view, op, draw):
    made = []
    if not view.numbers_only:
        unlike = draw.unlike()
        pairs = [(code, code) for code in draw.codes]
        pairs += draw.random.sample(unlike, min(len(unlike), FEW if view.compiles else PAIRS))
        for one, other in pairs:
            of_left = edges.proper(one) if op in probes.COMMON and edges.kind(one) == "int" else None
            made.append(probes.Beside(op, [draw.vector(one, of_left), draw.vector(other, draw.right(op, other))]))
    for code in draw.codes:
        for _ in range(1 if view.compiles else NUMBERS):
            if edges.kind(code) in ("int", "uint", "bool") and op in [*probes.DIVISIONS, "pow", *probes.SHIFTS]:
                # What may end the process, to the right of integers: the fixed probes ask it apart.
                right = draw.random.choice(["int:1", "int:2", "int:3", "float:2.5", "float:-1.5"])
            else:
                right = draw.number()
            made.append(probes.Beside(op, [draw.vector(code), right]))
            made.append(probes.Beside(op, [draw.number(), draw.vector(code, draw.right(op, code))]))
    return made


def branches(op, turns, draw, code, other):
    """Elements of a dtype on either side of what `other` draws."""
    return [probes.Beside(op, [turns, draw.vector(code), other()]),
            probes.Beside(op, [turns, other(), draw.vector(code)])]


def ternary(view, op, draw):
    made = []
    for code in draw.codes:
        other = draw.random.choice(draw.others)
        if op == "where":
            turns = draw.vector("bool")
            made += branches(op, turns, draw, code, draw.number)
            if not view.numbers_only:
                made += [probes.Beside(op, [turns, draw.vector(code), draw.vector(other)])]
        elif op == "clip" and code not in edges.PARTS:
            real = ["int", "int", "float", "bool"]
            made += [probes.Beside(op, [draw.vector(code), draw.number(real), draw.number(real)]),
                     probes.Beside(op, [draw.vector(code), draw.number(real), "none"]),
                     probes.Beside(op, [draw.vector(code), "none", draw.number(real)])]
            if not view.numbers_only:
                made += [probes.Beside(op, [draw.vector(code) for _ in range(3)])]
    return made


def zeros_alone(_view, op, draw):
    """Not of what goes along an axis: some give one element for it, others an error."""
    if op in ("cumulative_sum", "cumulative_prod", "sort", "argsort"):
        return ()
    return [probes.Reduced(op, [draw.zero(code)]) for code in draw.codes]


def zeros_beside(_view, op, draw):
    made = []
    for code in draw.codes:
        other, another = (draw.random.choice(draw.others) for _ in range(2))
        of_left = edges.proper(code) if op in probes.COMMON and edges.kind(code) == "int" else None
        of_right = draw.right(op, code)
        # What may end the process, to the right of integers, as above.
        number = "int:2" if of_right else draw.number()
        made += [probes.Beside(op, [draw.vector(code, of_left), draw.zero(other, draw.right(op, other))]),
                 probes.Beside(op, [draw.zero(other, of_left and draw.right(op, other)), draw.vector(code, of_right)]),
                 probes.Reduced(op, [draw.zero(code, of_left), draw.zero(another, draw.right(op, another))]),
                 probes.Reduced(op, [draw.zero(code, of_left), number])]
    return made


def zeros_chosen(_view, op, draw):
    made = []
    for code in draw.codes:
        other = draw.random.choice(draw.others)
        if op == "where":
            made += branches(op, draw.vector("bool"), draw, code, lambda other=other: draw.zero(other))
        elif op == "clip" and code not in edges.PARTS and other not in edges.PARTS:
            made += [probes.Beside(op, [draw.vector(code), draw.zero(other), "none"]),
                     probes.Beside(op, [draw.vector(code), draw.zero(code), draw.zero(code)])]
    return made


GROUPS = {"binary": binary, "unary": unary, "ternary": ternary, "reduction": reduction, "sorting": reduction}
