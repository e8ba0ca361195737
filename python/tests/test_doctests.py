"""The examples of the package's docs run."""

import doctest
import pathlib
import pkgutil

import pytest

import concord

MODULES = ["concord", *(f"concord.{module.name}" for module in pkgutil.iter_modules(concord.__path__))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith(("__main__", "_core"))])
def test_examples(name):
    module = __import__(name, fromlist=["_"])
    assert doctest.testmod(module).failed == 0


def test_the_readme():
    readme = pathlib.Path(__file__).parents[1] / "README.md"
    assert doctest.testfile(str(readme), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL).failed == 0
