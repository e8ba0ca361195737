"""The time of the namespace `numpy` beside NumPy's own, function by function, as a table of Markdown.

`python -P bench.py [PART OF A NAME]`, in an environment into which the package was installed, which `-P` takes instead of
what lies beside this file; on a machine that does nothing else.
"""

from __future__ import annotations

import sys
import timeit
from collections.abc import Callable, Iterator

import numpy as np

import concord

XP = concord.namespace("numpy")
SIZES = (1, 64, 4096, 1 << 20)
ROUNDS = 9

UNARY = """abs acos acosh asin asinh atan atanh ceil conj cos cosh exp expm1 floor isfinite isinf isnan log log10 log1p
log2 logical_not negative positive reciprocal round sign signbit sin sinh sqrt square tan tanh trunc""".split()
BINARY = """add atan2 copysign divide equal floor_divide greater greater_equal hypot less less_equal logaddexp logical_and
logical_or logical_xor maximum minimum multiply nextafter not_equal pow remainder subtract""".split()
INTEGER = "bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift gcd lcm".split()
REDUCTIONS = "all any argmax argmin count_nonzero cumulative_sum cumulative_prod max mean min prod std sum var".split()
ARRANGED = "argsort sort flip diff unique_values unique_counts nonzero".split()

Case = tuple[str, Callable[[], object], Callable[[], object]]


def cases(size: int) -> Iterator[Case]:
    """What is timed: a name, NumPy's call and ours."""
    rng = np.random.default_rng(0)
    a, b = (rng.uniform(0.1, 0.9, size).astype("f4") for _ in range(2))
    i, j = (rng.integers(1, 7, size) for _ in range(2))
    places = rng.permutation(size)
    x, y, m, n, p = (XP.asarray(one) for one in (a, b, i, j, places))
    square = a[: int(size**0.5) ** 2].reshape(int(size**0.5), -1)[:256, :256]
    mask, matrix = a < b, XP.asarray(square)
    mine = XP.asarray(mask)
    for name in UNARY:
        yield name, lambda f=getattr(np, name): f(a), lambda f=getattr(XP, name): f(x)
    for name in BINARY:
        yield name, lambda f=getattr(np, name): f(a, b), lambda f=getattr(XP, name): f(x, y)
    for name in INTEGER:
        theirs = getattr(np, name)
        yield name, lambda f=theirs: f(i, j), lambda f=getattr(XP, name): f(m, n)
    for name in REDUCTIONS + ARRANGED:
        yield name, lambda f=getattr(np, name): f(a), lambda f=getattr(XP, name): f(x)
    yield "a + b", lambda: a + b, lambda: x + y
    yield "a + 1.0", lambda: a + 1.0, lambda: x + 1.0
    yield "a < b", lambda: a < b, lambda: x < y
    yield "-a", lambda: -a, lambda: -x
    yield "a += b", lambda: a.__iadd__(b), lambda: x.__iadd__(y)
    yield "int64 + float32", lambda: i + a, lambda: m + x
    yield "a @ a", lambda: square @ square, lambda: matrix @ matrix
    yield "a[0]", lambda: a[0], lambda: x[0]
    yield "a[1:]", lambda: a[1:], lambda: x[1:]
    yield "a[places]", lambda: a[places], lambda: x[p]
    yield "a[mask]", lambda: a[mask], lambda: x[mine]
    yield "a[:] = b", lambda: a.__setitem__(slice(None), b), lambda: x.__setitem__(slice(None), y)
    yield "where", lambda: np.where(mask, a, b), lambda: XP.where(mine, x, y)
    yield "clip", lambda: np.clip(a, 0.2, 0.4), lambda: XP.clip(x, 0.2, 0.4)
    yield "take", lambda: np.take(a, places), lambda: XP.take(x, p)
    yield "searchsorted", lambda: np.searchsorted(a, b), lambda: XP.searchsorted(x, y)
    yield "astype", lambda: a.astype("f8"), lambda: XP.astype(x, XP.float64)
    yield "concat", lambda: np.concat([a, b]), lambda: XP.concat([x, y])
    yield "stack", lambda: np.stack([a, b]), lambda: XP.stack([x, y])
    yield "reshape", lambda: np.reshape(a, (1, -1)), lambda: XP.reshape(x, (1, -1))
    yield "roll", lambda: np.roll(a, 1), lambda: XP.roll(x, 1)
    yield "repeat", lambda: np.repeat(a, 2), lambda: XP.repeat(x, 2)
    yield "tile", lambda: np.tile(a, (2,)), lambda: XP.tile(x, (2,))
    yield "zeros", lambda: np.zeros(size), lambda: XP.zeros(size)
    yield "arange", lambda: np.arange(size), lambda: XP.arange(size)
    yield "linspace", lambda: np.linspace(0, 1, size), lambda: XP.linspace(0, 1, size)
    yield "from NumPy", lambda: np.asarray(memoryview(a)), lambda: XP.asarray(a)
    yield "to NumPy", lambda: np.asarray(memoryview(a)), lambda: np.asarray(x)


def nanoseconds(theirs: Callable[[], object], ours: Callable[[], object]) -> tuple[float, float]:
    """The least time of each of two calls in several runs, by turns: what slows the machine down slows both."""
    timers = [timeit.Timer(call) for call in (theirs, ours)]
    counts = [1, 1]
    for place, timer in enumerate(timers):
        while timer.timeit(counts[place]) < 1e-3:
            counts[place] *= 4
    rounds = [[timer.timeit(count) / count for timer, count in zip(timers, counts, strict=True)] for _ in range(ROUNDS)]
    least_theirs, least_ours = (min(times) * 1e9 for times in zip(*rounds, strict=True))
    return least_theirs, least_ours


def main() -> None:
    """Prints the table."""
    np.seterr(all="ignore")
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    print("Times in ns, ours / NumPy's = ratio.\n")
    print("| |", " | ".join(f"{size:,}" for size in SIZES), "|\n|:--|" + "--:|" * len(SIZES))
    rows: dict[str, list[str]] = {}
    within: list[list[bool]] = [[] for _ in SIZES]
    for place, size in enumerate(SIZES):
        for name, theirs, ours in cases(size):
            if part in name:
                beside, time = nanoseconds(theirs, ours)
                rows.setdefault(name, []).append(f"{time:,.0f} / {beside:,.0f} = {time / beside:.2f}")
                within[place].append(time / beside <= (0.7 if size <= 64 else 1.0))
    for name, cells in rows.items():
        print(f"| {name} |", " | ".join(cells), "|")
    print("| within 0.7, 0.7, 1, 1 |", " | ".join(f"{sum(one)} of {len(one)}" for one in within), "|")


if __name__ == "__main__":
    main()
