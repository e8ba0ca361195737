"""Questions and their answers, as the package's README asks them."""

import pickle
import subprocess
import sys
from itertools import product

import ml_dtypes
import numpy as np
import pytest

import concord as cc
from concord import _core


def test_result_type_takes_names_scalars_and_categories():
    torch = cc.ruleset("torch")
    asked = [
        (("int8", "uint8"), "int16"),
        (("int64", "float32"), "float32"),
        ((np.float32, 1.0, cc.zero_dim("int64")), "float32"),
        (("int8", cc.zero_dim("int64")), "int8"),
        (("torch.int8", 1.5), "float32"),
        ((np.dtype("int8"), np.int8(3)), "int8"),
        ((ml_dtypes.bfloat16, np.float16), "float32"),
        ((np.zeros(3, "u1"), np.zeros((), "i8")), "uint8"),
    ]
    for operands, wanted in asked:
        assert torch.result_type(*operands).name == wanted, operands


def test_a_python_int_counts_by_its_value_where_the_ruleset_says_so():
    assert cc.ruleset("numpy@1.26").result_type("uint8", 300).name == "uint16"
    assert cc.ruleset("numpy").result_type("uint8", 300).name == "uint8"


def test_a_refusal_is_a_promotion_error_with_the_way_out():
    with pytest.raises(cc.PromotionError, match="cast the uint16 operand to int32 first") as caught:
        cc.ruleset("torch").result_type("uint16", "int8")
    assert caught.value.kind == "refused"
    assert isinstance(caught.value, TypeError)


def test_rulesets_are_found_by_name_and_by_attribute():
    assert "dpctl/no-fp64" in cc.rulesets()
    assert cc.torch is cc.ruleset("torch")
    assert repr(cc.ruleset("numpy")) == "concord.ruleset('numpy')"
    with pytest.raises(ValueError, match="did you mean `torch`"):
        cc.ruleset("torhc")
    with pytest.raises(AttributeError):
        cc.torhc  # noqa: B018


def test_dtypes_are_one_object_each_and_survive_a_pickle():
    int8 = cc.dtype("int8")
    assert int8 is cc.dtype(np.int8) is cc.dtype("i8") is pickle.loads(pickle.dumps(int8))
    assert (int8.name, int8.code, int8.kind, int8.itemsize, repr(int8)) == ("int8", "i8", "int", 1, "dtype('int8')")
    assert cc.dtype(ml_dtypes.bfloat16).name == "bfloat16"
    with pytest.raises(TypeError, match="did you mean"):
        cc.dtype("blfoat16")
    with pytest.raises(TypeError, match="write a number for a Python scalar"):
        cc.dtype(float)


def test_every_ruleset_promotes_as_the_command_says():
    for name in cc.rulesets():
        ruleset = cc.ruleset(name)
        for left in ruleset.dtypes[:4]:
            for right in ruleset.dtypes[-4:]:
                words = ["concord", "promote", name, left.name, right.name]
                try:
                    wanted = _core.ask(words).strip().rstrip("*")
                except ValueError:
                    with pytest.raises(cc.PromotionError):
                        ruleset.promote(left, right)
                else:
                    assert ruleset.promote(left, right).name == wanted, words


def test_result_type_of_numpy_is_what_numpy_gives():
    numpy = cc.ruleset("numpy")
    named = {one: getattr(ml_dtypes, one.name, getattr(np, one.name, None)) for one in numpy.dtypes}
    known = [(one, np.dtype(given)) for one, given in named.items() if given is not None]
    assert len(known) >= 25
    differ = []
    for (left, lhs), (right, rhs) in product(known, repeat=2):
        try:
            wanted = np.result_type(lhs, rhs).name
        except TypeError:
            wanted = "refused"
        try:
            got = numpy.result_type(left, right).name
        except cc.PromotionError:
            got = "refused"
        if got != wanted:
            differ.append((left.name, right.name, got, wanted))
    assert not differ


def test_explanations_have_fields_text_and_html():
    one = cc.ruleset("torch").explain("int64", "float32")
    assert (one.ruleset, one.result, one.operands) == ("torch", "float32", ("int64", "float32"))
    assert "source" in repr(one) and "<pre>" in one._repr_html_()
    every = cc.explain("int8", "uint8")
    assert every.result["torch"] == "int16" and every.ruleset is None


def test_differences_moves_and_laws_have_fields():
    cells = cc.diff("torch", "jax").cells
    assert any((cell.row, cell.column, cell.left, cell.right) == ("int8", "uint16", None, "int32") for cell in cells)
    moved = cc.migrate("numpy", "torch", dtypes=["int64", "float32"])
    assert moved.changes[0].harm == "silent_loss" and "<table>" in moved._repr_html_()
    laws = cc.laws("aclnn")
    assert laws.symmetric and laws.symmetric[0].operands


def test_the_command_is_the_same_program():
    for words, code in ([["promote", "numpy", "int8", "uint8"], 0], [["promote", "torch", "uint16", "int8"], 1], [["x"], 2]):
        done = subprocess.run([sys.executable, "-m", "concord", *words], capture_output=True, text=True, check=False)
        assert done.returncode == code, done
    done = subprocess.run([sys.executable, "-m", "concord", "promote", "numpy", "int8", "uint8"], capture_output=True, text=True)
    assert done.stdout == "int16\n"


def test_values_count_under_numpy_1():
    old = cc.ruleset("numpy@1.26")
    assert old.result_type("uint8", np.array(300)).name == "uint16"
    assert old.result_type("uint8", np.int64(300)).name == "uint16"
    assert old.promote("float16", np.array(1e5)).name == "float32"
    assert old.result_type("float32", np.float64(1e300)).name == "float64"
    assert old.result_type("uint8", np.array(200)).name == "uint8"
