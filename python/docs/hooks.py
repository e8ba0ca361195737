"""Pages that are made: the README as the first one, the notebook with its outputs, and the reference of all names."""

from __future__ import annotations

import inspect
import json
import pathlib
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import concord as cc

HERE = pathlib.Path(__file__).parent
NOTEBOOK = HERE / "from_numpy_to_torch.ipynb"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages."""
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8").replace("](docs/", "](").replace(".ipynb)", ".md)")
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    made = {"index.md": readme, "from_numpy_to_torch.md": page_of(notebook), "reference.md": reference()}
    for name, content in made.items():
        files.append(File.generated(config, name, content=content))
    return files


def page_of(notebook: dict[str, Any]) -> str:
    """A notebook as Markdown: cells, and what code gave."""
    parts: list[str] = []
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        parts.append(text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```")
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/html" in data:
                parts.append("".join(data["text/html"]))
            else:
                shown = "".join(output.get("text", data.get("text/plain", [])))
                parts.append(f"```text\n{shown.rstrip()}\n```")
    return "\n\n".join(parts)


def reference() -> str:
    """All public names: what each is called with, and what it does."""
    functions = [name for name in cc.__all__ if inspect.isroutine(getattr(cc, name))]
    classes = [name for name in cc.__all__ if inspect.isclass(getattr(cc, name))]
    parts = ["# Reference", "## Functions"]
    parts += [entry(f"concord.{name}", getattr(cc, name)) for name in functions]
    for name in classes:
        found = getattr(cc, name)
        parts += [f"## concord.{name}", inspect.getdoc(found) or ""]
        members = [one for one in dir(found) if not one.startswith("_") and not is_plain(found, one)]
        parts += [entry(one, inspect.getattr_static(found, one)) for one in members]
    return "\n\n".join(parts)


def is_plain(found: type, name: str) -> bool:
    """Whether a member is of Python's own: a method of tuples or of exceptions, or a value."""
    return any(name in vars(base) for base in (tuple, BaseException)) or not inspect.getdoc(getattr(found, name))


def entry(name: str, found: Any) -> str:
    """What is called, and the first paragraph or all of what it does."""
    try:
        signature = str(inspect.signature(found)) if callable(found) else ""
    except ValueError:
        signature = ""
    signature = signature.replace("(self, ", "(").replace("($self, ", "(").replace("(self)", "()")
    said = inspect.getdoc(found) or ""
    plain, _, examples = said.partition(">>>")
    code = f"\n\n```python\n>>>{examples}\n```" if examples else ""
    return f"### `{name}{signature}`\n\n{plain.rstrip()}{code}"
