"""What every dump is made of: cells and probes asked one at a time, kept as they come, written in order.

A dump script describes its framework as one or more views and calls `main`. Each answer goes to a
journal first, so a dump that was stopped goes on where it stopped, and one that the framework
itself killed notes the crash as the answer that was asked for.
"""

import argparse
import contextlib
import json
import os
import platform
import re
import sys
import time

import calls
import edges
import journal
import probes
import randoms
import spec

# Ops of matrices, and the groups of ops that take two tensors and one.
MATRICES = ("matmul", "tril", "triu")
PAIRS = ("binary", "product", "ternary", "join", "lookup")
SINGLES = ("unary", "reduction", "sorting", "selection", "arrangement")
SCALARS = {"bool": True, "int": 1, "float": 1.0, "complex": 1 + 0j}


class View:
    """One rule of a framework, and how it is asked. A framework that has one rule has one view."""

    name = "run"
    about = ""
    # Codes of the dtypes it has, in the order of the spec.
    dtypes = ()
    # An op of the spec → a function of native values that does it; a join is asked of two, side by side.
    ops = {}
    # Whether it has 0-d tensors, of which random questions of values are asked.
    has_zero_dim = True
    # Ops whose dtypes are asked of a 0-d tensor beside another, and of a weakly typed one, where it has them.
    zero_dim = ()
    weak = ()
    # What takes any number of tensors → a function of them; asked of every three dtypes.
    nary = {}
    # A casting → whether one dtype may be cast to another under it.
    can_cast = {}
    # Longer than any honest answer; the default action of the signal ends the process.
    seconds = 120
    # Whether every length of a vector is compiled anew, which takes long.
    compiles = False
    # Whether only numbers beside tensors are computed, the rest as in another view.
    numbers_only = False
    # Whether the quotient of integers is an integer.
    whole_quotients = False
    # The groups of ops that are asked of a Python number beside a tensor.
    numbered = ("binary", "ternary")
    # Whether it computes, or answers only what dtype there would be.
    computes = True
    # What error texts call a dtype or an op, where that is not its code or the spec's name.
    spelled = {}
    called = {}
    # What makes a tensor of Python numbers: `array` of a list, `full` of one, `arange`, `linspace`, `zeros`, `ones`.
    creates = {}
    # The same of a number and a dtype's code: `array`, `full`.
    typed = {}
    # An op → a function of a tensor that leaves all other arguments out, asked of tensors of these shapes.
    calls = {}
    shapes = ((2, 3), (4,))
    # An op → a function that does it in place, and one of two operands and an output.
    in_place = {}
    into = {}
    # Whether NumPy's scalars, and arrays without axes, are asked beside tensors: "scalar", "array".
    foreign = ()

    def tensor(self, code, bits):
        """A one-dimensional tensor of these elements."""
        raise NotImplementedError

    def matrix(self, code):
        """A two by two matrix of ones."""
        raise NotImplementedError

    def zero(self, code, bits):
        """A 0-d tensor of this one element."""
        return self.shaped(code, bits, ())

    def weakly(self, code):
        """A weakly typed tensor of ones."""
        raise NotImplementedError

    def shaped(self, code, bits, shape):
        """A tensor of these elements and this shape."""
        return self.tensor(code, bits).reshape(shape)

    def lengths(self, result):
        return tuple(result.shape)

    def ready(self):
        """Called before each question: where views differ by a setting of the process."""

    def context(self):
        """What probes, and questions without a tensor of a dtype, are asked in."""
        return contextlib.nullcontext()

    def beside(self, function, tensor, other, turned):
        """A function of a tensor and one of NumPy's scalars, `turned` if that is the left operand."""
        result = function(other, tensor) if turned else function(tensor, other)
        self.bits(result)
        return result

    def code(self, result):
        """The dtype of a result, by its code; by the framework's name where the spec has none. A weakly
        typed one has a star behind it."""
        raise NotImplementedError

    def bits(self, result):
        """The elements of a result."""
        raise NotImplementedError

    def cast(self, tensor, code):
        raise NotImplementedError

    def refused(self, error):
        """Whether an error is the rule's own; otherwise nothing runs what the rule allows."""
        raise NotImplementedError

    def text(self, error):
        """An error's text, without what differs from run to run."""
        return str(error)

    def names(self):
        """Pairs of a spelling the framework knows and the code of its dtype."""
        return []

    def defaults(self):
        """Pairs of a kind, as the spec calls it, and a function that gives the default's code."""
        return []

    def cell(self, op, *operands):
        """The dtype of an op on operands: codes of tensors, ("int",) and the like for numbers, ("zero", "i8")
        for a 0-d tensor, ("weak", "i8") for a weakly typed one."""
        native = [self.operand(op, operand) for operand in operands]
        result = self.apply(op, native)
        if self.computes:
            self.bits(result)
        return self.code(result)

    def apply(self, op, native):
        """Of two operands `where` chooses by turns, and the second is both bounds of `clip`, end and share of `lerp`."""
        if len(native) == 2 and op == "where":
            native = [self.tensor("bool", [1, 0]), *native]
        elif len(native) == 2 and op in ("clip", "lerp"):
            native = [*native, native[1]]
        return self.ops[op](*native)

    def together(self, name, *codes):
        """The dtype of tensors taken together."""
        return self.code(self.nary[name]([self.operand(name, code) for code in codes]))

    def operand(self, op, operand):
        if isinstance(operand, tuple):
            sort, *code = operand
            if sort == "zero":
                return self.zero(*code, [probes.one(*code, 1)])
            return self.weakly(*code) if code else SCALARS[sort]
        if op in MATRICES:
            return self.matrix(operand)
        return self.tensor(operand, [probes.one(operand, 1)] * 2)


class Errors:
    """The texts of errors, each once, numbered as they are met."""

    def __init__(self):
        self.texts = []

    def cell(self, answer):
        """An answer as it stands in a row: a dtype, or a sign and the number of a text."""
        if isinstance(answer, str):
            return answer
        (sign, text), = answer.items()
        sign = {"refused": "-", "kernel": "!", "crash": "*"}[sign]
        if text not in self.texts:
            self.texts.append(text)
        return f"{sign}{self.texts.index(text)}"


def general(view, text, op, codes, numbers=()):
    """An error's text with `{op}`, `{0}` and `{1}` for the op and dtypes it was asked of, `{number}` for a number."""
    for number in numbers:
        text = re.sub(rf"(?<![\w.]){re.escape(number)}(?![\w.]\d|\d)", "{number}", text)
    if op:
        text = re.sub(rf"\b{re.escape(view.called.get(op, op))}\b", "{op}", text)
    for place, code in enumerate(codes):
        text = re.sub(rf"\b{re.escape(view.spelled.get(code, code))}\b", f"{{{place}}}", text, count=1)
    return text


class Dump:
    def __init__(self, views, answers, seed=None):
        self.views, self.journal, self.errors, self.seed = views, answers, Errors(), seed
        self.asked, self.shown = 0, 0.0

    def answer(self, view, key, question, op="", codes=(), numbers=()):
        """A dtype's code, an answer of a probe, or why there is none."""

        def guarded():
            try:
                view.ready()
                return question()
            except Exception as error:  # whatever a framework raises is its answer
                sign = "refused" if view.refused(error) else "kernel"
                text = general(view, view.text(error), op, codes, numbers)
                return {sign: f"{type(error).__name__}: {text}"}

        self.asked += 1
        if time.monotonic() - self.shown > 0.2 and isinstance(self.journal, journal.Journal):
            self.shown = time.monotonic()
            print(f"progress {self.asked} {self.journal.planned} {key}", flush=True)
        return self.journal.ask(f"{view.name} {key}", guarded, view.seconds)

    # Tables.

    def tables(self):
        ops = spec.ops()
        for view in self.views:
            mine = [op for op in ops if op in view.ops]
            pairs = [op for op in mine if ops[op] in PAIRS]
            yield from self.families(view, pairs, "tensor tensor", list(view.dtypes), self.tensors)
            numbers = [op for op in mine if ops[op] in view.numbered]
            right, left = [list(self.families(view, numbers, form, list(SCALARS), self.scalars))
                           for form in ("tensor scalar", "scalar tensor")]
            for made in right:
                # Most ops take a number on either side alike.
                if made["rows"] in [other["rows"] for other in left if other["ops"] == made["ops"]]:
                    left = [other for other in left if other["ops"] != made["ops"]]
                    made["form"] = "tensor scalar, scalar tensor"
                yield made
            yield from left
            yield from self.categories(view, mine)
            for casting, can in view.can_cast.items():
                rows = [(row, [self.castable(view, casting, can, row, to) for to in view.dtypes])
                        for row in view.dtypes]
                yield table(view, [casting], "can_cast", view.dtypes, rows)
            single = [op for op in mine if ops[op] in SINGLES]
            rows = [(op, [self.cell(view, op, (code,)) for code in view.dtypes]) for op in single]
            if rows:
                yield table(view, [], "tensor", view.dtypes, rows)
            yield from calls.tables(self, view)

    def categories(self, view, mine):
        """Operands that are more than a tensor of a dtype."""
        zero, weak = ([op for op in mine if op in asked] for asked in (view.zero_dim, view.weak))
        for form in ("tensor zero-dim", "zero-dim tensor", "zero-dim zero-dim"):
            yield from self.families(view, zero, form, list(view.dtypes), self.beside)
        yield from self.families(view, zero, "zero-dim scalar", list(SCALARS), self.beside)
        for form in ("tensor weak", "weak tensor", "weak weak"):
            yield from self.families(view, weak, form, list(view.dtypes), self.beside)
        triples = self.families(view, list(view.nary), "triple", list(view.dtypes), self.triples)
        yield from triples

    def beside(self, view, op, form):
        left, right = form.split()
        sort = {"tensor": lambda code: code, "scalar": lambda kind: (kind,),
                "zero-dim": lambda code: ("zero", code), "weak": lambda code: ("weak", code)}
        columns = SCALARS if right == "scalar" else view.dtypes
        return [(row, [self.cell(view, op, (sort[left](row), sort[right](column))) for column in columns])
                for row in view.dtypes]

    def triples(self, view, name, _form):
        def cell(*codes):
            question = lambda: view.together(name, *codes)
            return self.errors.cell(self.answer(view, f"{name} {' '.join(codes)}", question, name, codes))

        return [(f"{one} {two}", [cell(one, two, three) for three in view.dtypes])
                for one in view.dtypes for two in view.dtypes]

    def castable(self, view, casting, can, row, to):
        key = f"can_cast {casting} {row} {to}"
        return self.errors.cell(self.answer(view, key, lambda: "01"[bool(can(row, to))]))

    def families(self, view, ops, form, columns, rows_of):
        """Ops whose tables are the same stand together."""
        found = []
        for op in ops:
            rows = rows_of(view, op, form)
            for others, same in found:
                if same == rows:
                    others.append(op)
                    break
            else:
                found.append(([op], rows))
        for names, rows in found:
            yield table(view, names, form, columns, rows)

    def tensors(self, view, op, _form):
        return [(row, [self.cell(view, op, (row, column)) for column in view.dtypes])
                for row in view.dtypes]

    def scalars(self, view, op, form):
        order = (lambda row, kind: (row, (kind,))) if form == "tensor scalar" else (
            lambda row, kind: ((kind,), row))
        return [(row, [self.cell(view, op, order(row, kind)) for kind in SCALARS])
                for row in view.dtypes]

    def cell(self, view, op, operands):
        words = [word if isinstance(word, str) else ":".join(word if word[1:] else ("scalar", *word))
                 for word in operands]
        question = lambda: view.cell(op, *operands)
        codes = [word if isinstance(word, str) else word[-1] for word in operands]
        return self.errors.cell(self.answer(view, f"{op} {' '.join(words)}", question, op, codes))

    # Names and defaults.

    def listings(self):
        names, defaults = [], []
        for view in self.views:
            names += [[view.name, name, code] for name, code in sorted(view.names())]
            for kind, question in view.defaults():
                cell = self.answer(view, f"default {kind}", question)
                defaults.append([view.name, kind, self.errors.cell(cell)])
        return names, defaults

    # Probes.

    def probed(self):
        ops, probed, vectors = spec.ops(), {}, {}
        for view in self.views:
            if not view.computes:
                continue
            rows = probed.setdefault(view.name, [])
            drawn = probes.of(view, ops) if self.seed is None else randoms.of(view, ops, self.seed)
            for probe in drawn:
                codes = [re.split(r"[.:]", probes.plain(word))[0] for word in probe.operands if word != "none"]
                numbers = [word.split(":")[1] for word in probe.operands if probes.is_number(word)]
                answer = self.answer(view, f"probe {probe.key}", lambda: run(view, probe), probe.op, codes, numbers)
                given = answer if isinstance(answer, list) else [self.errors.cell(answer)]
                rows.append([*probe.row, *given])
                vectors.update(probe.vectors)
        return probed, vectors

    # Functions as they are called.

    def called(self):
        ops = spec.ops()
        return {view.name: list(calls.rows(self, view, ops)) for view in self.views if view.creates or view.calls}


def run(view, probe):
    with view.context():
        return probe.run(view)


def table(view, ops, form, columns, rows):
    return {"view": view.name, "ops": ops, "form": form, "columns": " ".join(columns),
            "rows": [[row, " ".join(cells)] for row, cells in rows]}


def everything(dump):
    if dump.seed is not None:
        return [], [], [], *dump.probed(), {}
    return list(dump.tables()), *dump.listings(), *dump.probed(), dump.called()


def write(path, head, dump):
    """One row a line, and the same bytes whenever the same was seen."""
    tables, names, defaults, probed, vectors, called = everything(dump)
    one = lambda value: json.dumps(value, ensure_ascii=False)
    text = ["{"]
    text += [f"{one(key)}: {one(value)}," for key, value in head.items()]
    listed = [[view.name, view.about, " ".join(view.dtypes)] for view in dump.views]
    text += [*lines("views", listed), *lines("errors", dump.errors.texts), '"tables": [']
    for place, made in enumerate(tables):
        comma = "," if place + 1 < len(tables) else ""
        top = ", ".join(f"{one(key)}: {one(made[key])}" for key in made if key != "rows")
        text.append(f'{{{top}, "rows": [')
        text += [f"{one(row)}{',' if row is not made['rows'][-1] else ''}" for row in made["rows"]]
        text.append(f"]}}{comma}")
    text.append("],")
    text += [*lines("names", names), *lines("defaults", defaults)]
    text += lines("vectors", [[name, vectors[name]] for name in sorted(vectors)])
    for key, by_view in (("probes", probed), ("calls", called)):
        text.append(f'"{key}": {{')
        for rows in by_view.items():
            text += lines(*rows)
        text[-1] = text[-1].rstrip(",")
        text.append("},")
    text[-1] = "}"
    text.append("}")
    with open(path + ".new", "w", encoding="utf-8") as out:
        out.write("\n".join(text) + "\n")
    os.replace(path + ".new", path)


def lines(key, rows):
    body = [json.dumps(row, ensure_ascii=False) for row in rows]
    return [f'"{key}": [', *[row + "," for row in body[:-1]], *body[-1:], "],"]


def main(framework, version, configuration, views):
    """Asks all there is to ask and writes the file: called once, by each dump script."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--out", required=True)
    arguments.add_argument("--journal", required=True)
    arguments.add_argument("--crashed", help="how the last attempt died, of the question then asked")
    arguments.add_argument("--random", metavar="SEED", help="ask of values alone, drawn from this seed")
    given = arguments.parse_args()
    plan = journal.Plan()
    everything(Dump(views, plan, given.random))
    dump = Dump(views, journal.Journal(given.journal, given.crashed, plan.planned), given.random)
    head = {
        "framework": framework,
        "version": version,
        "date": time.strftime("%Y-%m-%d"),
        "platform": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "configuration": configuration,
    }
    write(given.out, head, dump)
    print(f"progress {dump.asked} {dump.asked} done", flush=True)
    sys.stdout.flush()
