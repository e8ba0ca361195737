"""Errors that are two of Python's at once."""

from __future__ import annotations


class AxisError(ValueError, IndexError):
    """An axis that an array does not have, or one that is named twice."""


AxisError.__module__ = "concord"
