"""NFORCE as a superelement and as a FIELD; MREQUEST as many requests."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.model import load_text
from bellcrank.testing import Sample, check_force, random_dataset

E_I = 350.0
BEAM = E_I * np.array([[12, 6, -12, 6], [6, 4, -6, 2], [-12, -6, 12, -6], [6, 2, -6, 4.0]])
"""Unit length, unknowns w1, phi1, w2, phi2."""


def numbers(values):
    return ",".join(repr(float(x)) for x in np.ravel(values))


def test_with_one_marker_it_is_a_field():
    rng = np.random.default_rng(3)
    k, free, force = rng.uniform(-3, 3, (6, 6)), rng.uniform(-0.3, 0.3, 6), rng.uniform(-3, 3, 6)
    field = f"FIELD/1, I=21, J=31, KMATRIX={numbers(k.T)}, CRATIO=0.1, LENGTH={numbers(free)}, FORCE={numbers(force)}"
    many = (
        f"MATRIX/1, FULL=RORDER, ROWS=6, COLUMNS=6, VALUES={numbers(k)}\n"
        f"MATRIX/2, FULL=RORDER, ROWS=6, COLUMNS=1, VALUES={numbers(free)}\n"
        f"MATRIX/3, FULL=RORDER, ROWS=1, COLUMNS=6, VALUES={numbers(force)}\n"
        "NFORCE/1, I=21, J=31, K=1, CRATIO=0.1, LENGTH=2, FORCE=3"
    )
    assert Sample(many, 1).forces() == pytest.approx(Sample(field, 1).forces(), abs=1e-11)


def test_a_condensed_cantilever_sags_as_beams_do():
    """Two beams of unit length as one element of two markers in the plane: the tip sags by 8 P/3EI, exactly."""
    k = np.zeros((12, 12))
    plane = [1, 5, 7, 11]  # y and turn about z of both markers
    whole = np.zeros((6, 6))
    whole[:4, :4] += BEAM
    whole[2:, 2:] += BEAM
    k[np.ix_(plane, plane)] = whole[2:, 2:]
    for n in set(range(12)) - set(plane):
        k[n, n] = 1e4
    text = f"""superelement
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
MARKER/9, PART=1, FLOATING
PART/2, MASS=1, CM=20, IP=1,1,1, QG=1,0,0
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=1,1,1, QG=2,0,0
MARKER/30, PART=3
MATRIX/1, FULL=RORDER, ROWS=12, COLUMNS=12, VALUES={numbers(k)}
MATRIX/2, FULL=RORDER, ROWS=12, COLUMNS=1, VALUES=1,0,0,0,0,0,2,0,0,0,0,0
NFORCE/1, I=20,30, J=1, K=1, LENGTH=2
VFORCE/1, I=30, JFLOAT=9, RM=1, FX=0\\ FY=1E-3\\ FZ=0\\
REQUEST/1, F2=NFORCE(1,30,3,0)\\ F3=NFORCE(1,1,3,0)\\ F4=NFORCE(1,1,8,0)\\ F6=FY(30,1,0)\\ F7=FY(1,20)
MREQUEST/1, DISPLACEMENT, PARTS=2,3
MREQUEST/2, FORCE, FORCES=1
END
"""
    model, report = load_text(text)
    assert not report.errors, report.render()
    run = model.statics()
    last = {name: run[name][-1] for name in run.channels}
    assert last["PART_3.Y"] == pytest.approx(8e-3 / (3 * E_I), rel=1e-9)
    assert last["PART_2.Y"] == pytest.approx(5e-3 / (6 * E_I), rel=1e-9)
    assert last["NFORCE_1_30.FY"] == last["REQ_1.F2"] == last["REQ_1.F6"] == pytest.approx(-1e-3)
    assert last["NFORCE_1_20.FY"] == pytest.approx(0.0, abs=1e-12) == -last["REQ_1.F7"]
    assert last["REQ_1.F3"] == pytest.approx(1e-3) and last["REQ_1.F4"] == pytest.approx(2e-3)
    assert last["MREQUEST_1_PART_3.F3"] == last["PART_3.Y"]
    assert last["MREQUEST_2_NFORCE_1_30.F3"] == last["NFORCE_1_30.FY"]


def test_many_requests_are_those_of_the_single_ones():
    """FORCE of a joint, of all, and VELOCITY of a marker beside REQUESTs for the same."""
    text = (
        "JOINT/1, SPHERICAL, I=21, J=31\nBUSHING/1, I=22, J=42, K=1,2,3\n"
        "REQUEST/7, FORCE, I=21, J=31, RM=11\nREQUEST/9, VELOCITY, I=42\n"
        "MREQUEST/1, FORCE, ALL, RM=11\nMREQUEST/2, VELOCITY, MARKERS=42,21"
    )
    model, report = load_text(random_dataset(text))
    assert not report.errors, report.render()
    run = model.simulate(end=0.01, steps=1)
    for n in range(1, 9):
        assert run[f"MREQUEST_1_JOINT_1.F{n}"][-1] == run[f"REQ_7.F{n}"][-1]
        assert run[f"MREQUEST_2_MARKER_42.F{n}"][-1] == run[f"REQ_9.F{n}"][-1]
    assert "MREQUEST_1_BUSHING_1.F2" in run.channels and "MREQUEST_2_MARKER_21.F1" in run.channels


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("MATRIX/1, FULL=RORDER, ROWS=6, COLUMNS=6, VALUES=36*0\nNFORCE/1, I=21,41, J=31, K=1", "it needs 12 and 12"),
        ("MREQUEST/1, FORCE, FORCES=77", "There is no force element 77"),
        ("MREQUEST/1, PARTS=2", "Nothing is measured"),
        ("MREQUEST/1, FORCE", "No element is named"),
    ],
)
def test_mistakes_are_told(statement, says):
    _, report = load_text(random_dataset(statement.replace("36*0", numbers(np.zeros(36)))))
    assert says in report.render()


def test_an_equation_may_read_it():
    """At its markers, at J and between markers: the sums are those of a request, and the derivatives are exact."""
    size = numbers(np.eye(12) + 0.2)
    text = (
        f"MATRIX/1, FULL=RORDER, ROWS=12, COLUMNS=12, VALUES={size}\nNFORCE/1, I=21,41, J=31, K=1, CRATIO=0.1\n"
        "VARIABLE/1, FUNCTION=NFORCE(1,21,3,0)+NFORCE(1,31,7,0)\nVARIABLE/2, FUNCTION=FX(41,31,0)\n"
        "SFORCE/1, TRANSLATION, I=22, J=11, FUNCTION=0.1*VARVAL(1)*VARVAL(2)"
    )
    check_force(text, seed=3, internal=False)
    model, report = load_text(
        random_dataset(text + "\nREQUEST/1, F2=NFORCE(1,21,3,0)+NFORCE(1,31,7,0)\\ F3=FX(41,31,0)")
    )
    assert not report.errors
    run = model.simulate(end=1e-3, steps=1)
    assert run["VARIABLE_1.Q"] == pytest.approx(run["REQ_1.F2"], rel=1e-9)
    assert run["VARIABLE_2.Q"] == pytest.approx(run["REQ_1.F3"], rel=1e-9)
