"""The examples of the package's docs run."""

import doctest
import pathlib
import pkgutil

import pytest

import concord

MODULES = ["concord", *(f"concord.{module.name}" for module in pkgutil.iter_modules(concord.__path__))]

HERE = pathlib.Path(__file__).parents[1]
PAGES = [HERE / "README.md", *(HERE / "docs" / f"{name}.md" for name in ("asking", "arrays", "errors", "processes"))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith(("__main__", "_core"))])
def test_examples(name):
    module = __import__(name, fromlist=["_"])
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page):
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.attempted > 0 and result.failed == 0
