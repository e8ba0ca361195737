"""Executes the notebook and compares what its cells give with what it says; with `--write` it says that from now on."""

from __future__ import annotations

import difflib
import pathlib
import sys
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOK = pathlib.Path(__file__).with_name("from_numpy_to_torch.ipynb")


def given(cell: Any) -> list[str]:
    """What a cell gives, as lines of text."""
    texts = [output.get("text", output.get("data", {}).get("text/plain", "")) for output in cell.get("outputs", [])]
    return "".join(texts).splitlines()


def main() -> None:
    """Executes it; an error in a cell ends with it."""
    notebook: Any = nbformat.read(NOTEBOOK, as_version=4)
    before = [given(cell) for cell in notebook.cells]
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    if "--write" in sys.argv:
        for cell in notebook.cells:
            cell["metadata"] = {}
        nbformat.write(notebook, NOTEBOOK)
        return
    stale = [place for place, cell in enumerate(notebook.cells) if given(cell) != before[place]]
    for place in stale:
        print(f"cell {place}:", *difflib.unified_diff(before[place], given(notebook.cells[place]), "said", "gives", lineterm=""), sep="\n")
    if stale:
        sys.exit(f"{NOTEBOOK.name} is stale: run `python docs/execute.py --write`, and read what it gives")


if __name__ == "__main__":
    main()
