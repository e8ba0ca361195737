"""Objects of other libraries -> names of dtypes, scalars, memory. None of the libraries is imported here."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

_NUMBERS = (bool, int, float, complex)

#: Other libraries' names of dtypes whose public name is another.
_ALIASES = {
    "bool_": "bool",
    "bool8": "bool",
    "half": "float16",
    "float": "float32",
    "single": "float32",
    "double": "float64",
    "short": "int16",
    "int": "int32",
    "long": "int64",
    "cfloat": "complex64",
    "cdouble": "complex128",
    "chalf": "complex32",
}


def dtype_name(named: object) -> str:
    """The public name of a dtype of NumPy, ml_dtypes, torch, JAX, TensorFlow and others.

    The type ``bool`` is that of the dtype: of the other types of Python numbers each framework makes its own.
    """
    if named is bool:
        return "bool"
    if isinstance(named, type) and named in _NUMBERS:
        raise TypeError(
            f"the type {named.__name__} is no dtype: write a number for a Python scalar, or name a dtype"
        )
    own: Any = named
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None:
        if isinstance(named, type) and issubclass(named, numpy.generic):
            return str(numpy.dtype(named).name)
        if isinstance(named, numpy.dtype):
            return str(own.name)
    if not isinstance(named, type):
        # JAX's `jnp.float32` is an object that has the dtype of NumPy.
        inner = getattr(own, "dtype", None)
        if inner is not None and inner is not named:
            return dtype_name(inner)
    name = getattr(own, "__name__", None) or getattr(own, "name", None)
    if name is None and type(own).__module__ == "builtins":
        raise TypeError(
            f"no dtype: {named!r}, of type {type(own).__name__}; name one, as 'int8', or make an array with asarray"
        )
    if not isinstance(name, str):
        name = str(own)
    name = name.rsplit(".", 1)[-1].lower()
    if type(own).__module__.partition(".")[0] in ("torch", "paddle") or name.endswith("_"):
        return _ALIASES.get(name, name)
    return name


def operand(candidate: object) -> tuple[str, str] | None:
    """The category and the dtype of another library's array or scalar; None of anything else."""
    own: Any = candidate
    if isinstance(candidate, type):
        return None
    dtype, shape = getattr(own, "dtype", None), getattr(own, "shape", None)
    if dtype is None or shape is None:
        return None
    numpy: Any = sys.modules.get("numpy")
    name = dtype_name(dtype)
    if numpy is not None and isinstance(candidate, numpy.generic):
        return "scalar", name
    if getattr(own, "weak_type", False) is True:
        return "weak", name
    return ("zero_dim" if len(shape) == 0 else "tensor"), name


def scalar(candidate: object) -> tuple[str | None, bool | int | float | complex] | None:
    """The dtype and the value of a scalar of NumPy or ml_dtypes; of a subclass of Python's numbers no dtype; None of
    anything else."""
    own: Any = candidate
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None and isinstance(candidate, numpy.generic):
        value = own.item()
        if not isinstance(value, _NUMBERS):
            value = complex(own) if own.dtype.kind == "c" else float(own)
        return dtype_name(own.dtype), value
    for number in _NUMBERS:
        if isinstance(candidate, number):
            return None, number(own)
    return None


class _Interface:
    """Memory, as NumPy's array interface."""

    def __init__(self, facts: dict[str, object], owner: object) -> None:
        self.__array_interface__ = facts
        self._owner = owner


#: Letters of the buffer protocol -> letters of the array interface.
_LETTERS = {
    **{"?": "b", "e": "f", "f": "f", "d": "f", "Zf": "c", "Zd": "c"},
    **dict.fromkeys("bhilqn", "i"),
    **dict.fromkeys("BHILQN", "u"),
}


def of_buffer(candidate: object, copy: bool | None = None) -> _Interface | None:
    """The elements of an object with the buffer protocol; None of an object without it."""
    try:
        view = memoryview(candidate)  # type: ignore[arg-type]
    except TypeError:
        return None
    own = "<" if sys.byteorder == "little" else ">"
    letter = _LETTERS.get(view.format.lstrip("@=" + own))
    if letter is None:
        raise TypeError(f"no dtype here is the buffer format {view.format!r}: convert it first")
    order = "|" if view.itemsize == 1 else own
    # ctypes takes the address of writable memory alone.
    shared = not view.readonly and view.c_contiguous and view.nbytes > 0
    if copy is False and not shared and view.nbytes > 0:
        raise ValueError("copy=False, and a buffer that is read-only or has gaps is copied")
    memory = (ctypes.c_char * max(view.nbytes, 1)).from_buffer(view if shared else bytearray(view.tobytes() or b"\0"))
    facts: dict[str, object] = {
        "version": 3,
        "typestr": f"{order}{letter}{view.itemsize}",
        "shape": tuple(view.shape or ()),
        "strides": None,
        "data": (ctypes.addressof(memory), False),
    }
    return _Interface(facts, memory)
