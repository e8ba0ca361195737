"""Tables and rulesets of one's own: what a table is like, and a spec file as a ruleset."""

import json
import pickle

import ml_dtypes
import numpy as np
import pytest

import concord as cc

#: A table that follows torch, but for one pair that no ruleset has so.
PAIRS = {
    ("int8", "uint8"): "int16", ("uint8", "int8"): "int16", ("int8", "int8"): "int8", ("uint8", "uint8"): "uint8",
    ("int64", "float16"): "float16", ("float16", "int64"): "float16", ("int8", "float64"): "int8",
}
ROWS = {}
for (row, column), given in PAIRS.items():
    ROWS.setdefault(row, {})[column] = given

MINE = """
[framework]
name    = "Mine"
edition = "1"
base    = "torch"
source  = "notes"

[[source]]
id      = "notes"
kind    = "docs"
title   = "Notes"
version = "1"
url     = "https://example.org/notes"
read    = 2026-11-23

[promotion.cells]
"f16 × bf16" = "bf16"
"bf16 × f16" = "bf16"
"""


def test_a_table_is_told_by_its_nearest_rulesets():
    found = cc.identify(PAIRS)
    assert "torch" in found.nearest[0].rulesets
    assert (found.nearest[0].agree, found.nearest[0].differ, found.nearest[0].unstated) == (6, 1, 0)
    assert [(one.row, one.column, one.left, one.right) for one in found.differing] == [
        ("int8", "float64", "int8", "float64")
    ]
    alone = found.alone[0]
    assert (alone.row, alone.column, alone.gives, alone.others["torch"]) == ("int8", "float64", "int8", "float64")
    assert found.dtypes == ("int8", "int64", "uint8", "float16", "float64") and found.left_out == ()
    assert "lossless" in found.broken_laws and "idempotent" not in found.broken_laws
    assert str(found).startswith("the dict: 7 cells of 5 dtypes") and "<pre>" in found._repr_html_()


def facts(found):
    return {key: fact for key, fact in found.data.items() if key != "read_as"}


def test_a_table_has_any_of_four_forms(tmp_path):
    wanted = facts(cc.identify(PAIRS))
    assert facts(cc.identify(ROWS)) == wanted
    objects = {(np.dtype(row), cc.dtype(column)): np.dtype(given).type for (row, column), given in PAIRS.items()}
    assert facts(cc.identify(objects)) == wanted
    in_json = tmp_path / "table.json"
    in_json.write_text(json.dumps(ROWS))
    assert facts(cc.identify(in_json)) == wanted
    labels = ["int8", "int64", "uint8", "float16", "float64"]
    lines = [",".join(["", *labels])] + [
        ",".join([row, *(PAIRS.get((row, column), "") for column in labels)]) for row in labels
    ]
    in_csv = tmp_path / "table.csv"
    in_csv.write_text("\n".join(lines))
    assert facts(cc.identify(str(in_csv))) == wanted


def test_a_table_in_one_order_with_refusals_and_words_explained():
    half = {("int8", "uint8"): "int16", ("int8", "c"): None, (ml_dtypes.bfloat16, "float16"): "float32"}
    found = cc.identify(half, names={"c": "uint16"}, symmetric=True)
    assert found.data["cells"] == 6
    assert "torch" in {name for near in found.nearest for name in near.rulesets if near.differ == 0}


def test_every_ruleset_identifies_itself():
    for name in ("numpy", "torch", "mindspore", "pyarrow", "array-api@2024.12"):
        ruleset = cc.ruleset(name)
        table = {}
        for left in ruleset.dtypes:
            for right in ruleset.dtypes:
                try:
                    table[left, right] = ruleset.promote(left, right)
                except cc.PromotionError as error:
                    table[left, right] = {"refused": None}.get(error.kind, "?")
        found = cc.identify(table)
        assert any(name in near.rulesets and near.differ == 0 for near in found.nearest), name


def test_a_spec_file_is_a_ruleset(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    mine = cc.load_ruleset(path)
    assert (mine.name, mine.framework, mine.edition) == ("mine", "Mine", "1")
    assert mine.result_type("float16", "bfloat16").name == "bfloat16"
    assert mine.result_type("int8", "uint8") == cc.torch.result_type("int8", "uint8")
    assert cc.ruleset("mine") == mine and hash(mine) == hash(cc.ruleset("mine")) and mine != cc.torch
    assert pickle.loads(pickle.dumps(mine)) == mine
    assert repr(mine) == "concord.ruleset('mine')" and "mine" not in cc.rulesets()

    why = cc.explain("float16", "bfloat16", ruleset=mine)
    assert why.result == "bfloat16" and "Notes" in str(why)
    assert mine.explain("float16", "bfloat16").result == "bfloat16"
    assert {(one.row, one.column) for one in cc.diff(mine, "torch").cells} == {
        ("float16", "bfloat16"), ("bfloat16", "float16")
    }
    assert cc.laws(mine).symmetric == ()
    assert any(change.was == "float32" for change in cc.migrate("torch", mine, dtypes=["float16", "bfloat16"]).changes)

    for name in (mine, "mine"):
        xp = cc.namespace(name)
        total = xp.asarray([1.0], dtype="float16") + xp.asarray([2.0], dtype="bfloat16")
        assert total.dtype.name == "bfloat16" and total.tolist() == [3.0]
        assert total.ruleset == mine
        assert xp.from_dlpack(np.ones(2)).__array_namespace__() is xp
    assert pickle.loads(pickle.dumps(cc.namespace(mine))) is cc.namespace(mine)
    assert "mine" in cc.identify({("float16", "bfloat16"): "bfloat16"}).nearest[0].rulesets


def test_a_file_may_stand_on_another_and_come_again(tmp_path):
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    first.write_text(MINE.replace('"bf16"', '"f16"'))
    assert cc.load_ruleset(first).result_type("float16", "bfloat16").name == "float16"
    second.write_text(MINE.replace('base    = "torch"', 'base    = "first"').replace('"f16 × bf16" = "bf16"\n', ""))
    other = cc.load_ruleset(second)
    assert other.result_type("float16", "bfloat16").name == "float16"
    assert other.result_type("bfloat16", "float16").name == "bfloat16"
    first.write_text(MINE)
    assert cc.load_ruleset(first).result_type("float16", "bfloat16").name == "bfloat16"
    assert cc.ruleset("second").result_type("float16", "bfloat16").name == "bfloat16"


def test_mistakes_in_a_file_are_shown_where_they_are(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text(MINE.replace('"torch"', '"touch"').replace('kind    = "docs"', 'kind    = "rumour"'))
    with pytest.raises(cc.SpecError) as caught:
        cc.load_ruleset(path)
    said = str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert "did you mean `torch`?" in said and f"--> {path}:5:" in said and "rumour" in said and "2 mistakes" in said
    with pytest.raises(ValueError, match="wrong"):
        cc.ruleset("wrong")
