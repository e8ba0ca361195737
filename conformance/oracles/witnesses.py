"""Keeps answers to random questions of another seed: those that differed, in `conformance/observed/random/witnesses/`.

    python3 conformance/oracles/witnesses.py <folder>/torch-2.15.0.json 7 < differences

`<folder>` is what `cargo xtask observe torch --random 7 --out <folder>` wrote to, and `differences` what the test
`observed_values` printed of it under `CONCORD_RANDOM=<folder>`. `observe` writes the answers of the seed that is kept
anew, and leaves these as they are.
"""

import json
import os
import re
import sys

KEPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "observed", "random", "witnesses")
# `add f32 × f32 [f32.run1, f32.run2]: 1 of 6 differ`, and ` → i8` of a cast.
DIFFERENCE = re.compile(r"(\w+) .*?(?: → (\w+))? \[(.+)\]: \d+ of \d+ differ")


def main(path, seed):
    asked = {(f"{op} {to}" if to else op, operands) for op, to, operands in map(parts, sys.stdin) if op}
    run = json.load(open(path, encoding="utf-8"))
    kept = os.path.join(KEPT, os.path.basename(path))
    into = json.load(open(kept, encoding="utf-8")) if os.path.exists(kept) else {**run, "errors": [], "vectors": [], "probes": {}}
    add(into, run, lambda row: (row[0], row[1]) in asked, lambda name: re.sub(r"\.", f".s{seed}_", name, count=1))
    write(kept, into)


def parts(line):
    found = DIFFERENCE.match(line.strip())
    return found.groups() if found else (None, None, None)


def add(into, run, wanted, renamed):
    """The wanted probes of a run, and the vectors and errors that they name."""
    vectors, errors = dict(run["vectors"]), run["errors"]
    kept = {view[0] for view in into["views"]}
    into["views"] += [view for view in run["views"] if view[0] not in kept]
    for view, rows in run["probes"].items():
        for row in filter(wanted, rows):
            words = re.split(r"(, | × )", row[1])
            # A 0-d tensor is named after the vector whose one element it has.
            plain = {word: re.sub("^zero:", "", word) for word in words}
            names = {word: word.replace(name, renamed(name)) for word, name in plain.items() if name in vectors}
            into["vectors"] += [[renamed(name), vectors[name]] for name in plain.values() if name in vectors]
            given = [error(into["errors"], errors, word) for word in row[2:]]
            made = [row[0], "".join(names.get(word, word) for word in words), *given]
            if made not in into["probes"].setdefault(view, []):
                into["probes"][view].append(made)
    into["vectors"] = [list(one) for one in sorted({tuple(one) for one in into["vectors"]})]


def error(kept, errors, word):
    """An answer that is an error names its text by number."""
    found = re.fullmatch(r"([-!*])(\d+)", word)
    if not found:
        return word
    text = errors[int(found[2])]
    if text not in kept:
        kept.append(text)
    return f"{found[1]}{kept.index(text)}"


def write(path, run):
    """One row a line, as the dump scripts write."""
    one = lambda value: json.dumps(value, ensure_ascii=False)
    rows = lambda given: "".join(f"\n{one(row)}," for row in given)[:-1]
    text = []
    for key, value in run.items():
        if key == "probes":
            views = ",\n".join(f"{one(view)}: [{rows(given)}\n]" for view, given in value.items())
            text.append(f'"probes": {{\n{views}\n}}')
        elif isinstance(value, list):
            text.append(f"{one(key)}: [{rows(value)}\n]")
        else:
            text.append(f"{one(key)}: {one(value)}")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as out:
        out.write("{\n" + ",\n".join(text) + "\n}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
