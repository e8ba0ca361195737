"""What the command `concord` answers, as objects with fields.

Each question is asked of the command itself, once as JSON for the fields and once as text for people.
"""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from concord import _core
from concord._core import Operand, Ruleset
from concord._foreign import dtype_name

#: The tables of a ruleset.
_TABLES = ("promotion", "scalars", "zero-dim", "zero-dim-pair", "zero-dim-scalars", "weak", "weak-pair")


@dataclass(frozen=True)
class _Answer:
    """An answer: `text` is what the command prints, `data` its JSON with all that it knows."""

    text: str = field(repr=False)
    data: dict[str, Any] = field(repr=False)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text.rstrip())}</pre>"


@dataclass(frozen=True, repr=False)
class Explanation(_Answer):
    """Why a pair gives what it gives: in a ruleset, or in all of them where `ruleset` is None."""

    ruleset: str | None
    operands: tuple[str, ...]
    #: The public name of the dtype; None where it is refused, "?" where no source says, "!" where nothing computes
    #: it. Of all rulesets it is a dict of these by ruleset; those that lack a dtype are left out.
    result: str | None | dict[str, str | None]


@dataclass(frozen=True)
class Difference:
    """A cell on which two rulesets differ, as public names; None where one refuses the pair."""

    row: str
    column: str
    left: str | None
    right: str | None
    differs: str


@dataclass(frozen=True, repr=False)
class Diff(_Answer):
    """The cells on which two rulesets differ."""

    left: str
    right: str
    table: str
    compared: int
    cells: tuple[Difference, ...]

    def _repr_html_(self) -> str:
        rows = [(one.row, one.column, _cell(one.left), _cell(one.right)) for one in self.cells]
        caption = f"{self.left} | {self.right}, {self.table}: {len(self.cells)} of {self.compared} cells differ"
        return _table(caption, ("", "", self.left, self.right), rows)


@dataclass(frozen=True)
class Change:
    """A case that changes meaning when code moves: `severity` 1 is the worst."""

    severity: int
    harm: str
    kind: str
    op: str | None
    operands: tuple[str, ...]
    was: str | None
    becomes: str | None
    lost: tuple[str, ...]
    #: The cast that keeps the old result: which operand, by its place or "both" or "result", and to which dtype.
    cast: tuple[int | str, str] | None


@dataclass(frozen=True, repr=False)
class Migration(_Answer):
    """What changes when code moves from one ruleset to another."""

    source: str
    target: str
    counts: dict[str, int]
    changes: tuple[Change, ...]

    def _repr_html_(self) -> str:
        rows = [
            (one.harm, one.op or "", " × ".join(one.operands), _cell(one.was), _cell(one.becomes), "; ".join(one.lost))
            for one in self.changes
        ]
        head = ("harm", "op", "operands", self.source, self.target, "lost")
        return _table(f"{self.source} → {self.target}: {len(rows)} changes", head, rows)


@dataclass(frozen=True)
class Example:
    """A counter-example to a law: operands, and what they give in the two ways that the law says are one."""

    operands: tuple[str, ...]
    gives: tuple[str | None, ...]


@dataclass(frozen=True, repr=False)
class Laws(_Answer):
    """The algebraic laws of a ruleset's promotion, by their counter-examples: a law that holds has none."""

    ruleset: str
    symmetric: tuple[Example, ...]
    idempotent: tuple[Example, ...]
    associative: tuple[Example, ...]
    monotone: tuple[Example, ...]
    lossless: tuple[Example, ...]


@dataclass(frozen=True)
class TableCell:
    """A cell of a table and what rulesets give there, as public names; None where the pair is refused."""

    row: str
    column: str
    gives: str | None
    #: By ruleset.
    others: dict[str, str | None]


@dataclass(frozen=True)
class Near:
    """How near rulesets that answer a table's cells alike come to it."""

    rulesets: tuple[str, ...]
    agree: int
    differ: int
    #: Cells of which the rulesets say nothing.
    unstated: int
    #: The cells that differ, of the table as `left` and of the rulesets as `right`.
    cells: tuple[Difference, ...]


@dataclass(frozen=True, repr=False)
class Identification(_Answer):
    """The rulesets that a promotion table comes nearest to."""

    dtypes: tuple[str, ...]
    #: Rows and columns that are no dtype.
    left_out: tuple[str, ...]
    #: The nearest first.
    nearest: tuple[Near, ...]
    #: Cells that agree with no ruleset.
    alone: tuple[TableCell, ...]
    #: The laws that the table breaks, with the number of counter-examples to each.
    broken_laws: dict[str, int]

    @property
    def differing(self) -> tuple[Difference, ...]:
        """The cells that differ from the nearest ruleset."""
        return self.nearest[0].cells if self.nearest else ()


def explain(left: object, right: object, *, ruleset: str | Ruleset | None = None) -> Explanation:
    """Why two operands give what they give, in one ruleset or in all of them.

    >>> import concord as cc
    >>> cc.explain("int8", "uint8", ruleset="torch").result
    'int16'
    """
    words = ["explain"] if ruleset is None else ["explain", str(ruleset)]
    text, data = _ask([*words, _word(left), _word(right)])
    operands = tuple(data["operands"])
    if ruleset is not None:
        return Explanation(text, data, str(ruleset), operands, data["result"])
    groups = [group for group in data["groups"] if "gives" in group]
    result = {name: group["gives"] for group in groups for name in group["rulesets"]}
    return Explanation(text, data, None, operands, result)


def diff(left: str | Ruleset, right: str | Ruleset, *, table: str = "promotion") -> Diff:
    """The cells of a table on which two rulesets differ.

    >>> import concord as cc
    >>> cc.diff("torch", "jax").cells[0].right
    'uint16'
    """
    if table not in _TABLES:
        raise ValueError(f"no table is called {table!r}: there are {', '.join(_TABLES)}")
    text, data = _ask(["diff", str(left), str(right), "--table", table])
    cells = tuple(Difference(**cell) for cell in data["cells"])
    return Diff(text, data, data["left"], data["right"], data["table"], data["compared"], cells)


def migrate(source: str | Ruleset, target: str | Ruleset, *, dtypes: list[str] | None = None) -> Migration:
    """What changes when code moves from one ruleset to another, the most harmful first.

    >>> import concord as cc
    >>> moved = cc.migrate("numpy", "torch", dtypes=["int64", "float32"])
    >>> moved.changes[0].harm
    'silent_loss'
    """
    chosen = ["--dtypes", ",".join(dtypes)] if dtypes else []
    text, data = _ask(["migrate", str(source), str(target), *chosen])
    changes = tuple(
        Change(
            one["severity"],
            one["harm"],
            one["kind"],
            one["op"],
            tuple(one["operands"]),
            one["was"],
            one["becomes"],
            tuple(one["lost"]),
            one["cast"] and (one["cast"]["operand"], one["cast"]["to"]),
        )
        for one in data["changes"]
    )
    return Migration(text, data, data["from"], data["to"], data["counts"], changes)


def laws(ruleset: str | Ruleset) -> Laws:
    """The algebraic laws that a ruleset's promotion keeps, and counter-examples to the others.

    >>> import concord as cc
    >>> cc.laws("megengine").associative
    ()
    """
    text, data = _ask(["laws", str(ruleset)])
    examples = {
        law: tuple(Example(tuple(one["operands"]), tuple(one["gives"])) for one in data[law])
        for law in ("symmetric", "idempotent", "associative", "monotone", "lossless")
    }
    return Laws(text, data, data["ruleset"], **examples)


def identify(
    table: Mapping[Any, Any] | str | os.PathLike[str],
    *,
    names: Mapping[str, object] | None = None,
    symmetric: bool = False,
) -> Identification:
    """The rulesets that a promotion table comes nearest to, and where it differs from them.

    A table is a dict of pairs, ``{("int8", "uint8"): "int16"}``, a dict of rows, ``{"int8": {"uint8": "int16"}}``, or
    the path of a file of CSV or JSON. Dtypes are names of any ruleset, or objects that :func:`concord.dtype` takes; a
    result of None or ``"-"`` is a refusal, ``"?"`` says nothing. `names` says what a word of several meanings is;
    with `symmetric` a pair that is given in one order gives the same in the other.

    >>> import concord as cc
    >>> mine = cc.identify({("int8", "uint8"): "int16", ("int64", "float32"): "float32", ("bool", "int8"): "int8"})
    >>> mine.nearest[0].agree, mine.alone
    (3, ())
    """
    words = ["--symmetric"] if symmetric else []
    for word, dtype in (names or {}).items():
        words += ["--name", f"{word}={_spelled(dtype)}"]
    if isinstance(table, Mapping):
        shown, text = "the dict", json.dumps(_cells(table))
    elif isinstance(table, (str, os.PathLike)):  # pyright: ignore[reportUnnecessaryIsInstance]
        shown = os.fspath(table)
        with open(shown, encoding="utf-8") as lines:
            text = lines.read()
    else:
        raise TypeError(f"no table: {type(table).__name__}; give a dict of pairs or rows, or a path of CSV or JSON")
    try:
        answer, data = _ask(["identify", *words, "--", shown], text)
    except ValueError as error:
        # The command's options, as arguments.
        said = re.sub(r"--name ([^\s`]+)=([^\s`]+)", r"names={'\1': '\2'}", str(error)).replace("`--name`", "`names`")
        raise ValueError(said) from None
    nearest = tuple(
        Near(tuple(one["rulesets"]), one["agree"], one["differ"], one["apart"], _differences(one["cells"]))
        for one in data["nearest"]
    )
    alone = tuple(
        TableCell(one["row"], one["column"], one["table"], _by_ruleset(one["rulesets"])) for one in data["alone"]
    )
    counts = data["counter_examples"]
    broken = {law: count for law, count in counts.items() if count and law != "defined"}
    return Identification(answer, data, tuple(data["dtypes"]), tuple(data["left_out"]), nearest, alone, broken)


def _differences(cells: list[dict[str, Any]]) -> tuple[Difference, ...]:
    def differs(one: dict[str, Any]) -> str:
        return "defined/refused" if None in (one["table"], one["ruleset"]) else "result"

    return tuple(Difference(one["row"], one["column"], one["table"], one["ruleset"], differs(one)) for one in cells)


def _by_ruleset(groups: list[tuple[str | None, list[str]]]) -> dict[str, str | None]:
    return {name: gives for gives, names in groups for name in names}


def _cells(table: Mapping[Any, Any]) -> list[list[str | None]]:
    """The cells of a dict of pairs, or of rows."""
    cells: list[list[str | None]] = []
    for key, given in table.items():
        if isinstance(given, Mapping):
            row: Mapping[Any, Any] = table[key]
            cells += [[_spelled(key), _spelled(column), _gives(one)] for column, one in row.items()]
            continue
        pair: list[Any] = list(key) if isinstance(key, tuple) else []  # pyright: ignore[reportUnknownArgumentType]
        if len(pair) != 2:
            raise ValueError(
                f"no pair: {key!r}; write {{('int8', 'uint8'): 'int16'}} or {{'int8': {{'uint8': 'int16'}}}}"
            )
        cells.append([_spelled(pair[0]), _spelled(pair[1]), _gives(given)])
    return cells


def _spelled(dtype: object) -> str:
    return dtype if isinstance(dtype, str) else _word(dtype)


def _gives(given: object) -> str | None:
    return None if given is None else _spelled(given)


def _ask(words: list[str], table: str | None = None) -> tuple[str, dict[str, Any]]:
    """The answer to a command as text, and as JSON; of a table that the words name, its text."""
    asked = [words[0], "--format", "json", *words[1:]]
    data: dict[str, Any] = json.loads(_core.ask(["concord", *asked], table))
    return _core.ask(["concord", *words], table), data


def _word(operand: object) -> str:
    """An operand as the command spells it."""
    if isinstance(operand, str):
        return operand
    if isinstance(operand, Operand):
        prefix = {"zero_dim": "zero", "weak": "weak", "scalar": "scalar"}[operand.category]
        return f"{prefix}:{_word(operand.dtype)}"
    if isinstance(operand, (bool, int, float, complex)):
        return f"scalar:{type(operand).__name__}"
    if isinstance(operand, _core.DType):
        return operand.name
    if isinstance(operand, _core.Array):
        return _word(operand.dtype) if operand.ndim else f"zero:{operand.dtype}"
    return dtype_name(operand)


def _cell(given: str | None) -> str:
    return "refused" if given is None else given


def _table(caption: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """An HTML table."""

    def line(tag: str, cells: tuple[str, ...]) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(line("td", row) for row in rows)
    return f"<table><caption>{html.escape(caption)}</caption>{line('th', head)}{body}</table>"
