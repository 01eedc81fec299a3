"""Running the command line as a user does, and inside this process where that is enough."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

import pytest

from bellcrank.cli import run


@dataclass
class Outcome:
    """Exit code and what was printed."""

    code: int
    out: str
    err: str


@pytest.fixture
def bellcrank():
    """Call it with the words of a command line; returns the Outcome."""

    def call(*words: object) -> Outcome:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run([str(word) for word in words])
        return Outcome(code, out.getvalue(), err.getvalue())

    return call


CONTACT = """ball on a turning table
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2, QP=0,0,100
PART/3, MASS=1, CM=30, IP=1,1,1
MARKER/30, PART=3
! the layout of this statement must survive
SFORCE/1, TRANSLATION, ACTIONONLY,   I=20, J=30
, FUNCTION = IMPACT( DZ(20,30,30),
,    VZ(0020, 30,30), 25, 1000, 1.5, 0.5, 0.1 )
JOINT/1, SPHERICAL, I=30, J=1
END
"""


@pytest.fixture
def contact(tmp_path):
    """A dataset that breaks rule C001 once and is otherwise in order."""
    path = tmp_path / "contact.adm"
    path.write_text(CONTACT)
    return path


@pytest.fixture
def broken(tmp_path):
    """A dataset with a mistake."""
    path = tmp_path / "broken.adm"
    path.write_text("title\nPART/1, GROUND\nMARKER/1, PART=7\nEND\n")
    return path
