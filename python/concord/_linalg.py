"""Linear algebra without decompositions: the part of the standard's extension that is sums of products."""

from __future__ import annotations

import math
from operator import index
from typing import TYPE_CHECKING

from concord._dtypes import is_kind

if TYPE_CHECKING:
    from concord._arranging import Arranging, Axis
    from concord._core import Array, DType


class LinAlg:
    """The functions of ``xp.linalg``."""

    def __init__(self, xp: Arranging) -> None:
        self._xp = xp
        self.__name__ = "linalg"

    def matmul(self, x1: Array, x2: Array, /) -> Array:
        """The matrix product."""
        return self._xp.matmul(x1, x2)

    def matrix_transpose(self, x: Array, /) -> Array:
        """The transpose of each matrix of a stack."""
        self._xp._check(x, "matrix_transpose")
        return x.mT

    def tensordot(self, x1: Array, x2: Array, /, *, axes: int | tuple[list[int], list[int]] = 2) -> Array:
        """The sum of products over axes of both."""
        return self._xp.tensordot(x1, x2, axes=axes)

    def vecdot(self, x1: Array, x2: Array, /, *, axis: int = -1) -> Array:
        """The sum of products along an axis."""
        return self._xp.vecdot(x1, x2, axis=axis)

    def outer(self, x1: Array, x2: Array, /) -> Array:
        """The products of each element of one vector with each of another."""
        self._xp._check(x1, "outer")
        self._xp._check(x2, "outer")
        if x1.ndim != 1 or x2.ndim != 1:
            raise ValueError(f"outer is of two vectors, and there are {x1.ndim} and {x2.ndim} axes")
        return self._xp.multiply(x1[:, None], x2[None, :])

    def cross(self, x1: Array, x2: Array, /, *, axis: int = -1) -> Array:
        """The cross product of vectors of three elements along an axis."""
        xp = self._xp
        xp._check(x1, "cross")
        xp._check(x2, "cross")
        if not -min(x1.ndim, x2.ndim) <= axis < 0 or x1.shape[axis] != 3 or x2.shape[axis] != 3:
            raise ValueError(f"cross is of three elements along axis {axis} of both, which is counted from the last")
        (a1, a2, a3), (b1, b2, b3) = (xp.unstack(x, axis=axis) for x in (x1, x2))
        parts = [a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1]
        return xp.stack(parts, axis=axis)

    def diagonal(self, x: Array, /, *, offset: int = 0) -> Array:
        """The elements on a diagonal of each matrix of a stack."""
        self._xp._check(x, "diagonal")
        if x.ndim < 2:
            raise ValueError(f"diagonal is of matrices, and there are {x.ndim} axes")
        rows, columns = x.shape[-2:]
        first, place = max(-offset, 0), max(offset, 0)
        count = max(min(rows - first, columns - place), 0)
        flat = x._reshaped((*x.shape[:-2], rows * columns))
        indices = [(first + step) * columns + place + step for step in range(count)]
        return flat._taken(flat.ndim - 1, indices)

    def trace(self, x: Array, /, *, offset: int = 0, dtype: DType | str | None = None) -> Array:
        """The sum of a diagonal of each matrix of a stack."""
        return self._xp.sum(self.diagonal(x, offset=offset), axis=-1, dtype=dtype)

    def matrix_power(self, x: Array, n: int, /) -> Array:
        """A square matrix to a power that is not negative."""
        xp = self._xp
        xp._check(x, "matrix_power")
        if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
            raise ValueError(f"matrix_power is of square matrices, and the shape is {x.shape}")
        n = index(n)
        if n < 0:
            raise ValueError(f"matrix_power to {n}: there is no inverse here, the power is not negative")
        result = xp.eye(x.shape[-1], dtype=x.dtype)._broadcast(x.shape)._copy()
        while n:
            if n & 1:
                result = xp.matmul(result, x)
            n >>= 1
            if n:
                x = xp.matmul(x, x)
        return result

    def matrix_norm(self, x: Array, /, *, keepdims: bool = False, ord: int | float | str | None = "fro") -> Array:
        """The norm of each matrix of a stack: Frobenius's, or the greatest or least sum of magnitudes."""
        xp = self._xp
        xp._check(x, "matrix_norm")
        x = self._inexact(x)
        if ord in ("fro", None):
            return self.vector_norm(x, axis=(-2, -1), keepdims=keepdims)
        if ord not in (1, -1, math.inf, -math.inf):
            raise ValueError(f"matrix_norm of order {ord!r} needs a decomposition, which is not here")
        over, of = (-2, -1) if ord in (1, -1) else (-1, -2)
        sums = xp.sum(xp.abs(x), axis=over, keepdims=True)
        pick = xp.max if float(ord) > 0 else xp.min
        norm = pick(sums, axis=of, keepdims=True)
        return norm if keepdims else xp.squeeze(norm, (-2, -1))

    def vector_norm(
        self, x: Array, /, *, axis: Axis | None = None, keepdims: bool = False, ord: int | float = 2
    ) -> Array:
        """The norm of vectors along axes, or of all elements."""
        xp = self._xp
        xp._check(x, "vector_norm")
        x = self._inexact(x)
        size = xp.abs(x)
        if ord == math.inf:
            return xp.max(size, axis=axis, keepdims=keepdims)
        if ord == -math.inf:
            return xp.min(size, axis=axis, keepdims=keepdims)
        if ord == 0:
            return xp.sum(x._cast("bool")._cast(size.dtype), axis=axis, dtype=size.dtype, keepdims=keepdims)
        if ord == 1:
            return xp.sum(size, axis=axis, dtype=size.dtype, keepdims=keepdims)
        if ord == 2:
            return xp.sqrt(xp.sum(xp.square(size), axis=axis, dtype=size.dtype, keepdims=keepdims))
        # Not numbers, which some rulesets have no rule for.
        order, root = (xp.full((), power, dtype=size.dtype) for power in (ord, 1 / ord))
        return xp.pow(xp.sum(xp.pow(size, order), axis=axis, dtype=size.dtype, keepdims=keepdims), root)

    def _inexact(self, x: Array) -> Array:
        """Bools and integers, whose powers and sums would wrap around, in the default float; other arrays as they are."""
        if is_kind(x.dtype, "real floating") or is_kind(x.dtype, "complex floating"):
            return x
        return x._cast(self._xp.ruleset.default_dtype("real floating"))
