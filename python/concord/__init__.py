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
    Identification,
    Laws,
    Migration,
    Near,
    TableCell,
    diff,
    explain,
    identify,
    laws,
    migrate,
)
from concord._core import (
    Array,
    DType,
    Operand,
    PromotionError,
    Ruleset,
    SpecError,
    dtype,
    ruleset,
    rulesets,
    scalar,
    weak,
    zero_dim,
)
from concord._errors import AxisError
from concord._namespace import Namespace, load_ruleset, namespace

__all__ = [
    "Array",
    "AxisError",
    "Change",
    "DType",
    "Diff",
    "Difference",
    "Example",
    "Explanation",
    "Identification",
    "Laws",
    "Migration",
    "Namespace",
    "Near",
    "Operand",
    "PromotionError",
    "Ruleset",
    "SpecError",
    "TableCell",
    "diff",
    "dtype",
    "explain",
    "identify",
    "laws",
    "load_ruleset",
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
    # It takes a fifth of the time of the import, and is asked only of a name that is wrong.
    import difflib

    near = difflib.get_close_matches(name, __dir__(), 1)
    meant = f": did you mean {near[0]!r}?" if near else ""
    raise AttributeError(f"module 'concord' has no attribute {name!r}{meant}")


def __dir__() -> list[str]:
    return sorted([*globals(), *(name for name in rulesets() if name.isidentifier())])
