"""Functions that arrange elements, look for them or are made of other functions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from operator import index, length_hint
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec, TypeVar

from concord import _core
from concord._errors import AxisError

if TYPE_CHECKING:
    from concord._core import Array, DType

    Axis = int | tuple[int, ...]

T = TypeVar("T")
P = ParamSpec("P")
Xp = TypeVar("Xp", bound="_core.Core")

#: Up to so many elements are compared one by one.
_FEW = 16
#: About so many pairs are compared at once.
_PAIRS = 1 << 20


def of_array(function: Callable[Concatenate[Xp, Array, P], T]) -> Callable[Concatenate[Xp, Array, P], T]:
    """A function of a namespace that refuses what is no array of the namespace."""

    @functools.wraps(function)
    def checked(self: Xp, x: Array, /, *args: P.args, **kwargs: P.kwargs) -> T:
        self._check(x, function.__name__)
        return function(self, x, *args, **kwargs)

    return checked


class UniqueAll(NamedTuple):
    """The distinct elements, where each first occurs, which one each element is, and how often each occurs."""

    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class UniqueCounts(NamedTuple):
    """The distinct elements, and how often each occurs."""

    values: Array
    counts: Array


class UniqueInverse(NamedTuple):
    """The distinct elements, and which one each element is."""

    values: Array
    inverse_indices: Array


class Arranging(_core.Core):
    """Manipulation, sets, searching, and cumulative functions with their options."""

    #: The version of the standard.
    __array_api_version__: str

    # Manipulation.

    def broadcast_shapes(self, *shapes: tuple[int, ...]) -> tuple[int, ...]:
        """The shape that shapes broadcast to."""
        result: list[int] = []
        for shape in map(_axes, shapes):
            length = max(len(result), len(shape))
            long = [1] * (length - len(result)) + result
            for axis, size in enumerate(shape, length - len(shape)):
                if long[axis] == 1:
                    long[axis] = size
                elif size not in (1, long[axis]):
                    raise ValueError(
                        f"shapes {shapes} do not broadcast: each axis, from the last, must be equal or 1"
                    )
            result = long
        return tuple(result)

    def broadcast_arrays(self, *arrays: Array) -> list[Array] | tuple[Array, ...]:
        """Arrays broadcast to one shape, as views: a list, from 2025.12 on a tuple."""
        for array in arrays:
            self._check(array, "broadcast_arrays")
        shape = self.broadcast_shapes(*(array.shape for array in arrays))
        return self._listed([array._broadcast(shape) for array in arrays])

    def _listed(self, several: list[T]) -> list[T] | tuple[T, ...]:
        """What functions that return several things return them as."""
        return several if self.__array_api_version__ < "2025.12" else tuple(several)

    @of_array
    def broadcast_to(self, x: Array, /, shape: tuple[int, ...]) -> Array:
        """An array broadcast to a shape, as a view that is not written to."""
        return x._broadcast(_lengths(shape))

    @of_array
    def expand_dims(self, x: Array, /, axis: Axis = 0) -> Array:
        """With new axes of length 1 at some places."""
        return x._expanded(_axes(axis))

    @of_array
    def squeeze(self, x: Array, /, axis: Axis) -> Array:
        """Without some axes of length 1."""
        return x._squeezed(_axes(axis))

    @of_array
    def flip(self, x: Array, /, *, axis: Axis | None = None) -> Array:
        """From the last element to the first along some axes, or along all."""
        return x._flipped(None if axis is None else _axes(axis))

    @of_array
    def permute_dims(self, x: Array, /, axes: tuple[int, ...]) -> Array:
        """The axes in another order."""
        return x._permuted(_axes(axes))

    @of_array
    def matrix_transpose(self, x: Array, /) -> Array:
        """The transpose of each matrix of a stack."""
        return x.mT

    @of_array
    def moveaxis(self, x: Array, source: Axis, destination: Axis, /) -> Array:
        """With some axes at other places, the others in their order."""
        ndim = x.ndim
        sources = [_place(axis, ndim) for axis in _axes(source)]
        places = [_place(axis, ndim) for axis in _axes(destination)]
        if len(sources) != len(places) or len({*sources}) != len(sources) or len({*places}) != len(places):
            raise ValueError(f"moveaxis from {source} to {destination}: name as many axes, each once")
        order = [axis for axis in range(ndim) if axis not in sources]
        for place, axis in sorted(zip(places, sources, strict=True)):
            order.insert(place, axis)
        return x._permuted(order)

    @of_array
    def reshape(self, x: Array, /, shape: tuple[int, ...], *, copy: bool | None = None) -> Array:
        """The same elements in their order over another shape, of which one length may be -1."""
        return x._reshaped(_axes(shape), copy)

    @of_array
    def repeat(self, x: Array, repeats: int | Array, /, *, axis: int | None = None) -> Array:
        """Each element along an axis, or of all elements in their order, repeated."""
        if not isinstance(repeats, _core.Array):
            return x._repeated(axis, index(repeats))
        if axis is None:
            x, axis = x._reshaped((-1,)), 0
        place = _place(axis, x.ndim)
        counts: list[int] = repeats._reshaped((-1,)).tolist()
        if min(counts, default=0) < 0:
            raise ValueError(f"repeat {min(counts)} times: a count is not negative")
        if len(counts) == 1:
            return x._repeated(place, counts[0])
        if len(counts) != x.shape[place]:
            raise ValueError(f"{len(counts)} counts of repeats for {x.shape[place]} elements along axis {axis}")
        return x._repeated_by(place, counts)

    @of_array
    def roll(self, x: Array, /, shift: Axis, *, axis: Axis | None = None) -> Array:
        """The elements moved on along axes, those beyond the end back at the beginning."""
        if axis is None:
            if isinstance(shift, (tuple, list)):
                raise TypeError("roll takes a shift for each axis that is named: name them, or give one shift")
            return self.roll(x._reshaped((-1,)), index(shift), axis=0)._reshaped(x.shape)
        axes = _axes(axis)
        shifts = _axes(shift) if isinstance(shift, (tuple, list)) else (index(shift),) * len(axes)
        if len(shifts) != len(axes):
            raise ValueError(f"{len(shifts)} shifts for {len(axes)} axes")
        for one, count in zip(axes, shifts, strict=True):
            place = _place(one, x.ndim)
            x = x._rolled(place, count % max(x.shape[place], 1))
        return x if axes else x._copy()

    @of_array
    def tile(self, x: Array, repetitions: tuple[int, ...], /) -> Array:
        """An array of copies of an array, so many along each axis."""
        return x._tiled(_axes(repetitions))

    @of_array
    def unstack(self, x: Array, /, *, axis: int = 0) -> tuple[Array, ...]:
        """The parts along an axis, as views."""
        before = (slice(None),) * _place(axis, x.ndim)
        return tuple(x[(*before, place, ...)] for place in range(x.shape[axis]))

    # Sets.

    @of_array
    def unique_all(self, x: Array, /) -> UniqueAll:
        """The distinct elements in ascending order, with indices, inverse and counts."""
        values, first, inverse, counts = x._unique()
        return UniqueAll(values, first, inverse._reshaped(x.shape), counts)

    @of_array
    def unique_counts(self, x: Array, /) -> UniqueCounts:
        """The distinct elements in ascending order, and how often each occurs."""
        return UniqueCounts(*x._distinct())

    @of_array
    def unique_inverse(self, x: Array, /) -> UniqueInverse:
        """The distinct elements in ascending order, and which one each element is."""
        values, _, inverse, _ = x._unique()
        return UniqueInverse(values, inverse._reshaped(x.shape))

    @of_array
    def unique_values(self, x: Array, /) -> Array:
        """The distinct elements in ascending order."""
        return x._values()

    def isin(self, x1: Array | int, x2: Array | int, /, *, invert: bool = False) -> Array:
        """Whether each element is equal to one of the second operand's."""
        one = x1 if isinstance(x1, _core.Array) else self.asarray(x1)
        other = (x2 if isinstance(x2, _core.Array) else self.asarray(x2))._reshaped((-1,))
        if one.dtype == other.dtype and other.size > _FEW:
            found = self._among(one, other)
        else:
            # Of two dtypes, whatever the ruleset compares them as; so many pairs at once.
            found = self.zeros(one.shape, dtype="bool")
            count = max(_PAIRS // max(one.size, 1), 1)
            for start in range(0, other.size, count):
                pairs = self.equal(one._expanded([-1]), other[start : start + count])
                found = self.logical_or(found, self.any(pairs, axis=-1))
        return self.logical_not(found) if invert else found

    def _among(self, one: Array, other: Array) -> Array:
        """Whether each element is equal to one of some elements of its dtype, by sorting both."""
        _, first, inverse, _ = self.concat([other, one._reshaped((-1,))])._unique()
        return self.less(first, other.size)[inverse[other.size :]]._reshaped(one.shape)

    # Searching, differences and running results.

    @of_array
    def searchsorted(
        self, x1: Array, x2: Array | int | float, /, *, side: str = "left", sorter: Array | None = None
    ) -> Array:
        """Where in the first operand, in ascending order, the elements of the second belong."""
        if side not in ("left", "right"):
            raise ValueError(f"side is 'left' or 'right', not {side!r}")
        ordered = x1 if sorter is None else x1[sorter]
        wanted = x2 if isinstance(x2, _core.Array) else self.asarray(x2)
        return self._searchsorted(ordered, wanted, side == "right")

    @of_array
    def diff(
        self, x: Array, /, *, axis: int = -1, n: int = 1, prepend: Array | None = None, append: Array | None = None
    ) -> Array:
        """Each element along an axis less the one before it, `n` times; of no times the array as it is."""
        if n == 0:
            return self.asarray(x, copy=True)
        parts = [part for part in (prepend, x, append) if part is not None]
        return self._diff(x if len(parts) == 1 else self.concat(parts, axis=axis), axis, n)

    @of_array
    def cumulative_sum(
        self, x: Array, /, *, axis: int | None = None, dtype: DType | str | None = None, include_initial: bool = False
    ) -> Array:
        """The sums of the elements up to each along an axis."""
        result = self._cumulative_sum(x, axis, dtype)
        return self._after(result, 0, axis) if include_initial else result

    @of_array
    def cumulative_prod(
        self, x: Array, /, *, axis: int | None = None, dtype: DType | str | None = None, include_initial: bool = False
    ) -> Array:
        """The products of the elements up to each along an axis."""
        result = self._cumulative_prod(x, axis, dtype)
        return self._after(result, 1, axis) if include_initial else result

    def _after(self, result: Array, initial: int, axis: int | None) -> Array:
        """Running results after the one of no elements."""
        place = 0 if axis is None else _place(axis, result.ndim)
        shape = [*result.shape]
        shape[place] += 1
        longer = self.full(tuple(shape), initial, dtype=result.dtype)
        longer[(*(slice(None),) * place, slice(1, None), ...)] = result
        return longer


def _axes(axis: Axis) -> tuple[int, ...]:
    """One axis or several, each of which may be any object that is an index, such as an integer of NumPy."""
    try:
        return (index(axis),)  # type: ignore[arg-type]
    except TypeError:
        if (count := length_hint(axis)) > _core.MOST_AXES:
            raise ValueError(f"a sequence of {count} axes: no array has so many") from None
        return tuple(index(one) for one in axis)  # type: ignore[union-attr]


def _lengths(shape: Axis) -> tuple[int, ...]:
    """A shape, of which no length is negative."""
    lengths = _axes(shape)
    if min(lengths, default=0) < 0:
        raise ValueError(f"a length of a shape is not negative, and {min(lengths)} was given")
    return lengths


def _place(axis: int, ndim: int) -> int:
    """An axis that may be counted from the last."""
    axis = index(axis)
    if not -ndim <= axis < ndim:
        raise AxisError(f"axis {axis} is out of range: ndim is {ndim}")
    return axis % ndim
