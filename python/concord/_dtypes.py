"""What a namespace says of dtypes: limits, kinds, and the inspection API of the standard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from concord import _core

if TYPE_CHECKING:
    from concord._core import DType, Ruleset

#: The kinds of the standard, by the kinds that dtypes have.
_KINDS = {
    "bool": ("bool",),
    "signed integer": ("int",),
    "unsigned integer": ("uint",),
    "integral": ("int", "uint"),
    "real floating": ("float",),
    "complex floating": ("complex",),
    "numeric": ("int", "uint", "float", "complex"),
}


def is_kind(dtype: DType, kind: DType | str) -> bool:
    """Whether a dtype is of a kind of the standard, or equal to another dtype."""
    if isinstance(kind, str):
        if kind not in _KINDS:
            raise ValueError(f"no kind of dtypes is called {kind!r}: there are {', '.join(_KINDS)}")
        return dtype.kind in _KINDS[kind]
    return dtype == _core.dtype(kind)


@dataclass(frozen=True)
class FInfo:
    """The limits of a floating-point dtype, or of the parts of a complex one."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: DType

    @staticmethod
    def of(dtype: DType, ruleset: Ruleset) -> FInfo:
        """The limits of a dtype."""
        facts = dtype._finfo()
        if facts is None:
            raise TypeError(f"finfo is of float and complex dtypes, not of {dtype}: iinfo is of integers")
        eps, most, least, smallest, bits, name = facts
        return FInfo(bits, eps, most, least, smallest, _core.dtype(name))


@dataclass(frozen=True)
class IInfo:
    """The limits of an integer dtype."""

    bits: int
    max: int
    min: int
    dtype: DType

    @staticmethod
    def of(dtype: DType) -> IInfo:
        """The limits of a dtype."""
        facts = dtype._iinfo()
        if facts is None:
            raise TypeError(f"iinfo is of integer dtypes, not of {dtype}: finfo is of floats")
        return IInfo(dtype.bits, facts[1], facts[0], dtype)


class Info:
    """What a namespace can do."""

    def __init__(self, ruleset: Ruleset, listed: Callable[[list[str]], list[str] | tuple[str, ...]]) -> None:
        self._ruleset = ruleset
        self._listed = listed

    def capabilities(self) -> dict[str, bool | int | None]:
        """Masks and results whose shape depends on elements are there, and any number of axes."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": None}

    def default_device(self) -> str:
        """The CPU."""
        return "cpu"

    def devices(self) -> list[str] | tuple[str, ...]:
        """The CPU alone: a list, from 2025.12 on a tuple."""
        return self._listed(["cpu"])

    def default_dtypes(self, *, device: str | None = None) -> dict[str, DType]:
        """The dtypes of new arrays, as far as a source of the ruleset states them."""
        del device
        defaults: dict[str, DType] = {}
        for kind in ("real floating", "complex floating", "integral", "indexing"):
            try:
                defaults[kind] = self._ruleset.default_dtype(kind)
            except _core.PromotionError:
                continue
        return defaults

    def dtypes(self, *, device: str | None = None, kind: str | tuple[str, ...] | None = None) -> dict[str, DType]:
        """The dtypes of some kinds, or all, by name."""
        del device
        kinds = (kind,) if isinstance(kind, str) else kind
        has = self._ruleset.dtypes
        return {one.name: one for one in has if kinds is None or any(is_kind(one, kind) for kind in kinds)}
