"""Where a library departs from its ruleset on random expressions: each class of differences with its reason.

Only what the spec cannot declare is here: a divergence there is of cells of a recorded run, and a run asks neither
every op of operands without axes nor operands of several shapes.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import typing

import numpy as np

import concord as cc


@dataclasses.dataclass(frozen=True)
class Departure:
    """A class of differences: of these ops, or all, where `when` is true of the operands' spellings and our operands."""

    ops: tuple[str, ...] | None
    when: collections.abc.Callable[[list[str], list[typing.Any]], bool]
    why: str


def integral(code: str) -> bool:
    return code == "bool" or code[0] in "iu"


def zero_dim(spelling: str) -> bool:
    return spelling.startswith("zero:")


def imaginary(elements: list[typing.Any]) -> bool:
    """Whether some complex number has no real part and is not zero."""
    return any(isinstance(one, complex) and one.real == 0 and one != 0 for one in elements)


def flat(operand: object) -> list[typing.Any]:
    return cc.namespace("numpy").reshape(operand, (-1,)).tolist() if isinstance(operand, cc.Array) else [operand]


def shape(operand: object) -> tuple[int, ...]:
    return operand.shape if isinstance(operand, cc.Array) else ()


DEPARTURES: dict[str, list[Departure]] = {
    "jax": [
        Departure(
            ("pow",),
            lambda spelled, _: zero_dim(spelled[1]) and integral(spelled[1].removeprefix("zero:")),
            "an exponent that is a concrete integer without axes is a Python number to it: the base keeps its dtype, "
            "and bool becomes int32; traced, it promotes as any other",
        ),
        Departure(
            ("all", "any"),
            lambda _, operands: imaginary(flat(operands[0])),
            "the imaginary part is dropped before an element is asked whether it is true",
        ),
        Departure(
            ("hypot",),
            lambda spelled, _: zero_dim(spelled[0]) and spelled[1].startswith("scalar:"),
            "of an integer without axes and a number the result is weakly typed, of one with axes it is not",
        ),
        Departure(
            ("divide",),
            lambda spelled, operands: spelled[0].removeprefix("zero:") == "bool"
            and shape(operands[0]) != shape(operands[1])
            and 0 in flat(operands[1]),
            "a bool divided by a zero that is broadcast is 0 in XLA, not NaN or infinite",
        ),
    ],
    "mindspore": [
        Departure(
            ("multiply",),
            lambda spelled, _: any(map(zero_dim, spelled)),
            "a tensor without axes is taken for a number: the other keeps its dtype, or has no kernel of it",
        ),
        Departure(
            ("copysign",),
            lambda _, operands: shape(operands[0]) != np.broadcast_shapes(*map(shape, operands)),
            "a first operand that would have to be broadcast is refused",
        ),
        Departure(
            ("all", "any"),
            lambda _, operands: imaginary(flat(operands[0])),
            "only the real part of a complex number is asked whether it is true",
        ),
        Departure(
            ("tanh",),
            lambda spelled, _: spelled[0].removeprefix("zero:") == "f32",
            "its kernel of float32 is off by up to 250 units in the last place",
        ),
        Departure(
            None,
            lambda spelled, _: "zero:bool" in spelled,
            "a bool without axes is read with the bytes beside it",
        ),
    ],
}


def why(library: str, op: str, spelled: list[str], operands: list[typing.Any]) -> str | None:
    """Why an op on operands may differ, if the library is known to depart there."""
    for one in DEPARTURES.get(library, []):
        if (one.ops is None or op in one.ops) and one.when(spelled, operands):
            return one.why
    return None
