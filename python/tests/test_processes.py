"""Forked children compute on, worker processes take arrays, and other interpreters are told that they cannot."""

import multiprocessing
import os
import subprocess
import sys
import textwrap

import pytest

import concord as cc

XP = cc.namespace("numpy")


def run(program):
    return subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=120)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
def test_a_forked_child_computes_on_few_elements_and_on_many():
    # The parent has started its threads before; that takes work that is worth them.
    done = run("""
        import os, warnings
        import concord as cc
        warnings.simplefilter("ignore")
        xp = cc.namespace("numpy")
        many, few = xp.ones(1 << 22, dtype="float64"), xp.asarray([1, 2])
        before = xp.sum(xp.sin(many) + many)
        child = os.fork()
        if child == 0:
            same = bool(xp.sum(xp.sin(many) + many) == before) and (few + few).tolist() == [2, 4]
            os._exit(0 if same else 1)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), bool(xp.sum(xp.sin(many) + many) == before))
    """)
    assert done.stdout.split() == ["0", "True"], done.stderr


def doubled(x):
    return x + x


def test_worker_processes_take_and_give_arrays():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        back = pool.map(doubled, [XP.asarray([1, 2], dtype="int8")])[0]
    assert back.tolist() == [2, 4] and back.dtype.name == "int8"


def test_another_interpreter_of_the_process_is_refused():
    done = run("""
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        import concord
        print(interpreters.run_string(interpreters.create(), "import concord"))
    """)
    assert "ImportError" in done.stdout + done.stderr, (done.stdout, done.stderr)
