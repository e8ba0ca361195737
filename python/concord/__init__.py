"""Dtype promotion as every array framework does it, and arrays that compute by it.

>>> import concord as cc
>>> torch = cc.ruleset("torch")
>>> torch.result_type("int8", "uint8")
dtype('int16')
>>> xp = cc.namespace("torch")
>>> xp.asarray([100, -1], dtype="int8") + xp.asarray([200, 1], dtype="uint8")
array([300,   0], dtype=int16)
"""

from __future__ import annotations

from concord._answers import (
    Change,
    Difference,
    Diff,
    Example,
    Explanation,
    Laws,
    Migration,
    diff,
    explain,
    laws,
    migrate,
)
from concord._core import (
    Array,
    DType,
    Operand,
    PromotionError,
    Ruleset,
    dtype,
    ruleset,
    rulesets,
    scalar,
    weak,
    zero_dim,
)
from concord._errors import AxisError
from concord._namespace import Namespace, namespace

__all__ = [
    "Array",
    "AxisError",
    "Change",
    "DType",
    "Diff",
    "Difference",
    "Example",
    "Explanation",
    "Laws",
    "Migration",
    "Namespace",
    "Operand",
    "PromotionError",
    "Ruleset",
    "diff",
    "dtype",
    "explain",
    "laws",
    "migrate",
    "namespace",
    "ruleset",
    "rulesets",
    "scalar",
    "weak",
    "zero_dim",
]


def __getattr__(name: str) -> Ruleset:
    """Rulesets whose names are identifiers: ``concord.torch``."""
    if name in rulesets():
        return ruleset(name)
    raise AttributeError(f"module 'concord' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *(name for name in rulesets() if name.isidentifier())])
