"""Namespaces: the functions of the Python array API standard, each under the rules of one framework.

The functions that promote are the core's; those here arrange elements, ask of dtypes, or are made of others.
"""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from concord._arranging import Arranging, of_array
from concord._core import Array, DType, Ruleset, from_dlpack, load_text
from concord._dtypes import FInfo, IInfo, Info, is_kind
from concord._linalg import LinAlg

#: The versions of the standard, the one that namespaces have by default first. Each has what the ones before it
#: have, so an older one is answered by the default.
_VERSIONS = ("2024.12", "2025.12")
_OLDER = ("2021.12", "2022.12", "2023.12")

#: Rulesets of a version of the standard: their namespaces are of that version.
_EDITIONS = {f"array-api@{version}": version for version in _VERSIONS}


def namespace(name: str | Ruleset) -> Namespace:
    """The namespace of a ruleset: an array API namespace whose results follow it.

    That of ``"array-api@2025.12"`` has the functions and return types of 2025.12; every other one has those of 2024.12.

    >>> import concord as cc
    >>> xp = cc.namespace("jax")
    >>> xp.asarray([1, 2], dtype="int64") + xp.asarray([0.5], dtype="float32")
    array([1.5, 2.5], dtype=float32)
    """
    return of_version(str(name), None)


def of_version(ruleset: str, version: str | None) -> Namespace:
    """The namespace of a ruleset in a version of the standard, that which the ruleset has by default if it is None."""
    if version is None:
        version = _EDITIONS.get(ruleset, _VERSIONS[0])
    if version in _OLDER:
        version = _VERSIONS[0]
    if version not in _VERSIONS:
        known = ", ".join((*_OLDER, *_VERSIONS))
        raise ValueError(f"no version of the array API is called {version!r}: there are {known}")
    return _made(ruleset, version)


def load_ruleset(path: str | os.PathLike[str]) -> Ruleset:
    """The ruleset of a spec file, called as the file: ``mine.toml`` is ``mine``.

    It answers and computes as those of Concord do: ``cc.ruleset("mine")`` finds it afterwards, and so do
    :func:`concord.namespace`, :func:`concord.explain` and the other questions. A file may state all of its ruleset, or
    name one of Concord's as its `base` and state the cells that differ. Mistakes are a :class:`concord.SpecError`
    that shows each of them under the word that it is in. A file that has changed and is loaded again takes the place of
    what it was, which stays in memory, since arrays may follow it.
    """
    shown = os.fspath(path)
    with open(shown, encoding="utf-8") as lines:
        ruleset = load_text(shown, lines.read())
    _made.cache_clear()
    return ruleset


@functools.cache
def _made(ruleset: str, version: str) -> Namespace:
    return Namespace(ruleset, version)


def _like(x: Array, dtype: DType | str | None, make: Callable[[DType | str], Array]) -> Array:
    """What is made of a dtype: if none is asked for that of an array, weakly typed if the array is."""
    if dtype is not None:
        return make(dtype)
    made = make(x.dtype)
    return made._weakly() if x.weak_type else made


def _dtype_of(named: DType | str | Array) -> DType | str:
    """The dtype of an array; what names a dtype itself is left as it is."""
    return named.dtype if isinstance(named, Array) else named


class Namespace(Arranging):
    """The functions of the Python array API standard under the rules of one framework.

    It has the dtypes of that framework by their public names. Arrays of two namespaces do not mix: `asarray` makes
    an array of one an array of the other, without copying its elements.
    """

    e = math.e
    inf = math.inf
    nan = math.nan
    pi = math.pi
    newaxis = None

    def __new__(cls, ruleset: str, version: str = _VERSIONS[0]) -> Namespace:
        del version
        return super().__new__(cls, ruleset)

    def __init__(self, ruleset: str, version: str = _VERSIONS[0]) -> None:
        self.__array_api_version__ = version
        self.__name__ = f"concord.namespace({ruleset!r})"
        self.linalg = LinAlg(self)
        for dtype in self.ruleset.dtypes:
            setattr(self, dtype.name, dtype)

    def __repr__(self) -> str:
        return self.__name__

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return of_version, (self.ruleset.name, self.__array_api_version__)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> DType: ...

    def __array_namespace_info__(self) -> Info:
        """What the namespace can do: its dtypes, defaults and devices."""
        return Info(self.ruleset, self._listed)

    # Data types.

    def can_cast(self, from_: DType | str | Array, to: DType | str, /) -> bool:
        """Whether a dtype may be cast to another without losing values."""
        return self.ruleset.can_cast(_dtype_of(from_), to)

    def finfo(self, type: DType | str | Array, /) -> FInfo:
        """The limits of a floating-point dtype, or of the parts of a complex one."""
        return FInfo.of(self.ruleset.dtype(_dtype_of(type)), self.ruleset)

    def iinfo(self, type: DType | str | Array, /) -> IInfo:
        """The limits of an integer dtype."""
        return IInfo.of(self.ruleset.dtype(_dtype_of(type)))

    def isdtype(self, dtype: DType | str, kind: DType | str | tuple[DType | str, ...]) -> bool:
        """Whether a dtype is of a kind, or of one of several."""
        kinds = kind if isinstance(kind, tuple) else (kind,)
        return any(is_kind(self.ruleset.dtype(dtype), one) for one in kinds)

    def result_type(self, *arrays_and_dtypes: object) -> DType:
        """The dtype that the framework's own function of that name gives for arrays, dtypes and Python numbers."""
        return self.ruleset.result_type(*arrays_and_dtypes)

    # Creation.

    @of_array
    def empty_like(self, x: Array, /, *, dtype: DType | str | None = None, device: str | None = None) -> Array:
        """An array of any elements, of the shape of another."""
        return _like(x, dtype, lambda dtype: self.empty(x.shape, dtype=dtype, device=device))

    @of_array
    def zeros_like(self, x: Array, /, *, dtype: DType | str | None = None, device: str | None = None) -> Array:
        """An array of zeros, of the shape of another."""
        return _like(x, dtype, lambda dtype: self.zeros(x.shape, dtype=dtype, device=device))

    @of_array
    def ones_like(self, x: Array, /, *, dtype: DType | str | None = None, device: str | None = None) -> Array:
        """An array of ones, of the shape of another."""
        return _like(x, dtype, lambda dtype: self.ones(x.shape, dtype=dtype, device=device))

    @of_array
    def full_like(
        self,
        x: Array,
        /,
        fill_value: bool | int | float | complex,
        *,
        dtype: DType | str | None = None,
        device: str | None = None,
    ) -> Array:
        """An array of one number throughout, of the shape of another."""
        return _like(x, dtype, lambda dtype: self.full(x.shape, fill_value, dtype=dtype, device=device))

    def from_dlpack(self, x: object, /, *, device: str | None = None, copy: bool | None = None) -> Array:
        """An array of the elements of another library's array, without a copy unless one is asked for."""
        self._check_device(device)
        return from_dlpack(x, self.ruleset.name, copy)

    def meshgrid(self, *arrays: Array, indexing: str = "xy") -> list[Array] | tuple[Array, ...]:
        """The coordinates of a grid, an array for each axis, from those along its axes."""
        if indexing not in ("xy", "ij"):
            raise ValueError(f"indexing is 'xy' or 'ij', not {indexing!r}")
        for array in arrays:
            self._check(array, "meshgrid")
        count = len(arrays)
        order = list(range(count))
        if indexing == "xy" and count > 1:
            order[:2] = [1, 0]
        shapes = [tuple(-1 if axis == order[place] else 1 for axis in range(count)) for place in range(count)]
        grids = [self.reshape(one, shape) for one, shape in zip(arrays, shapes, strict=True)]
        return self._listed([grid._copy() for grid in self.broadcast_arrays(*grids)])

    @staticmethod
    def _check_device(device: str | None) -> None:
        if device not in (None, "cpu"):
            raise ValueError(f'there is no device {device!r}, only "cpu"')


