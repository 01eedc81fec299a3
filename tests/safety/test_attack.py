"""A minute of `scripts/attack` with fixed cases: nothing breaks, hangs, or is taken as good (S1, S3, S7, S10)."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import bellcrank.elements
from bellcrank import registry
from bellcrank.errors import BellcrankError
from bellcrank.model import load_text
from bellcrank.model.checks import examine
from bellcrank.model.commands import parse_commands
from bellcrank.study.variables import Variable
from bellcrank.testing.attack import __main__ as watching
from bellcrank.testing.attack import seeds
from bellcrank.testing.attack.__main__ import attack
from bellcrank.testing.attack.kinds import KINDS, attempt

CASES = {
    "dataset": 1000, "commands": 1000, "robots": 300, "studies": 300, "simulation": 50, "scripts": 40, "results": 180,
    "cache": 100,
}  # fmt: skip


@pytest.mark.parametrize("kind", list(CASES))
def test_mutated_inputs(kind):
    done, bad = attack(kind, 0, CASES[kind])
    assert (done, bad) == (CASES[kind], [])


@pytest.mark.parametrize("piece", seeds.PIECES, ids=map(str, range(len(seeds.PIECES))))
def test_s7_an_argument_that_is_left_out_breaks_no_rule(piece):
    """S7: every argument of every statement, one at a time: `check` says what is missing, and goes on."""
    for cut in re.finditer(r",[^,=\n]+=(?:[^=\n](?![^,=\n]*=))*", piece):
        model, report = load_text(f"{seeds.FRAME}{piece[: cut.start()]}{piece[cut.end() :]}\nEND\n")
        examine(model, report).render()


def test_a_number_of_400_digits_in_a_study_is_refused():
    """S7: the limit of a variable as a whole number that no float can hold."""
    with pytest.raises(BellcrankError, match="must be numbers, not 99"):
        Variable("k", 0.0, 10**400 - 1)


def test_a_bad_case_is_told(monkeypatch):
    def break_down(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setitem(KINDS, "broken", break_down)
    assert attempt("broken", 7).startswith("KeyError: 7 (test_attack.py:")


@pytest.mark.parametrize(
    ("script", "end"),
    [
        ("", ""),
        ("import os; os.kill(os.getpid(), 9)", "the process ended with -9"),
        ("while True: pass", "takes longer than 0.3 s"),
        ("import time; time.sleep(60)", "takes longer than 0.3 s"),
    ],
    ids=["well", "crash", "busy", "asleep"],
)
def test_a_crash_and_a_hang_are_told(tmp_path, monkeypatch, script, end):
    """The process of the cases ends by itself, or it is ended, and the case in which that happens is bad."""
    monkeypatch.setattr(watching, "SECONDS", 0.3)
    place = tmp_path / "number"
    place.write_bytes((8).to_bytes(8, "little"))
    with subprocess.Popen([sys.executable, "-c", script]) as process:
        assert watching._end(process, place, 7, float("inf")) == end


def test_every_element_is_attacked():
    """Mutations reach what is there: the models they start from are whole, and have every element of the registry."""
    registry.load_all(bellcrank.elements)
    seen = set()
    for piece in seeds.PIECES:
        model, report = load_text(f"{seeds.FRAME}{piece}\nEND\n", "x.adm")
        assert not report.errors, (piece, report.render())
        seen |= {(element.keyword, element.kind) for element in model.all()}
    assert set(registry.ELEMENTS) <= seen, sorted(set(registry.ELEMENTS) - seen)
    script, report = parse_commands("\n".join(["", *seeds.COMMANDS]), "x.acf")
    assert not report.errors, report.render()
    missing = set(registry.COMMANDS) - {entry.statement.keyword.upper() for entry in script.entries}
    assert missing <= {"STOP", "EXIT", "QUIT", "MENU"}, missing
