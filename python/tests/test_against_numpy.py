"""Random expressions under the namespace `numpy` give the dtypes, and nearly the values, that NumPy gives."""

import operator
import random
import warnings

import numpy as np
import pytest

import concord as cc

XP = cc.namespace("numpy")
DTYPES = [
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
]  # fmt: skip
OPERATORS = [
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor", "lshift", "rshift",
    "lt", "le", "eq", "ne", "gt", "ge",
]  # fmt: skip
FUNCTIONS = [
    "abs", "negative", "positive", "sign", "square", "sqrt", "exp", "log1p", "sin", "tanh", "floor", "ceil", "trunc",
    "isnan", "logical_not", "bitwise_invert", "conj", "real", "round",
]  # fmt: skip
REDUCTIONS = ["sum", "prod", "mean", "max", "min", "any", "all", "argmax", "count_nonzero"]
SCALARS = [True, 0, 1, 3, -2, 0.5, -1.5, 2j]
COUNT = 20_000


def operand(rng):
    """An array of NumPy and the same of ours, or a Python number twice."""
    if rng.random() < 0.2:
        number = rng.choice(SCALARS)
        return number, number
    dtype = rng.choice(DTYPES)
    shape = rng.choice([(), (3,), (2, 3), (1, 3)])
    low = -4 if dtype[0] in "ifc" else 0
    values = [rng.randint(low, 4) for _ in range(6)]
    array = np.resize(np.array(values), shape).astype(dtype)
    return array, XP.asarray(array, copy=True)


def expression(rng):
    """A text, and a function of a namespace and operands."""
    kind = rng.random()
    if kind < 0.6:
        name = rng.choice(OPERATORS)
        return name, 2, lambda xp, a, b: getattr(operator, name)(a, b)
    if kind < 0.8:
        name = rng.choice(FUNCTIONS)
        return name, 1, lambda xp, a: getattr(xp, name)(a)
    if kind < 0.9:
        name = rng.choice(REDUCTIONS)
        return name, 1, lambda xp, a: getattr(xp, name)(a)
    return "where", 2, lambda xp, a, b: xp.where(xp.astype(a, xp.bool), a, b)


def outcome(run, *operands):
    try:
        return run(*operands)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError) as error:
        return error


def test_random_expressions():
    rng = random.Random(17)
    asked = equal = refused = undefined = 0
    differing = []
    while asked < COUNT:
        text, count, run = expression(rng)
        operands = [operand(rng) for _ in range(count)]
        if not isinstance(operands[0][0], np.ndarray) and (count == 1 or not isinstance(operands[1][0], np.ndarray)):
            continue
        if text == "where" and not all(isinstance(theirs, np.ndarray) for theirs, _ in operands):
            continue
        asked += 1
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            theirs = outcome(run, np, *(one for one, _ in operands))
            ours = outcome(run, XP, *(one for _, one in operands))
        shown = f"{text}{tuple((one.dtype.name, one.tolist()) if isinstance(one, np.ndarray) else one for one, _ in operands)}"
        if isinstance(theirs, Exception) or isinstance(ours, Exception):
            # The spec defines no order of complex numbers, and no op of reals on bool; NumPy does.
            if getattr(ours, "kind", None) == "op_undefined" and not isinstance(theirs, Exception):
                undefined += 1
                continue
            refused += 1
            if not (isinstance(theirs, Exception) and isinstance(ours, Exception)):
                differing.append(f"{shown}: {theirs!r} in NumPy, {ours!r} here")
            continue
        if theirs.dtype.name != ours.dtype.name:
            differing.append(f"{shown}: {theirs.dtype} in NumPy, {ours.dtype} here")
            continue
        close = np.finfo(theirs.dtype).eps * 8 if theirs.dtype.kind in "fc" else 0
        with np.errstate(all="ignore"):
            same = np.allclose(np.asarray(ours), theirs, rtol=close, atol=close, equal_nan=True)
        if ours.shape != theirs.shape or not same:
            differing.append(f"{shown}: {theirs!r} in NumPy, {ours!r} here")
            continue
        equal += 1
    print(f"\n{asked} expressions: {equal} equal, {refused} refused by both, {undefined} undefined here, {len(differing)} differ")
    if differing:
        pytest.fail("\n".join(differing[:40]))
