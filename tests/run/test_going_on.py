"""SIMULATE after SIMULATE: one integration as long as nothing changes, a new one where something does."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from small_models import PENDULUM

from bellcrank.analysis.course import Course
from bellcrank.analysis.session import Session
from bellcrank.analysis.terms import TransientSettings
from bellcrank.model import load_text
from bellcrank.results.distances import Distances

SWING = """pendulum
UNITS/SYSTEM=MKS
ACCGRAV/JGRAV=-9.80665
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=21, IP=0.1,0.1,0.1
MARKER/21, PART=2, QP=1,0,0
MARKER/22, PART=2
JOINT/1, REVOLUTE, I=22, J=1
{}END
"""


def session_of(ends, more="", **settings):
    session = Session(load_text(SWING.format(more))[0])
    courses = []
    for end in ends:
        session.transient(end, max(1, round((end - session.time) / 0.005)), TransientSettings(**settings))
        courses.append(session._course)
    return session, courses


NEIGHBOURS = (1e-6, 9.3e-7, 8.5e-7, 1.1e-6, 1.2e-6)
"""Tolerances next to the default one: the error of a single run is a matter of luck within a factor of about two."""


def test_many_short_analyses_are_as_exact_as_a_long_one():
    """400 analyses of 5 ms: the integrator started anew each time, with 50 steps each.

    The error at the end is the sum of what many steps do, with signs, and differs by factors between neighbouring
    tolerances (the ratio of the two between 0.2 and 5, as numerics changed); so the geometric means over five of them
    are compared, and the factor 2 is what luck leaves of five.
    """
    ends = [0.005 * k for k in range(1, 401)]
    truth = session_of([2.0], error=1e-11)[0].finish()
    found = []
    for error in NEIGHBOURS:
        (many, courses), (one, _) = session_of(ends, error=error), session_of([2.0], error=error)
        runs = many.finish(), one.finish()
        found.append([Distances(run, truth).largest[run.channels.index("PART_2.CM_X")] for run in runs])
        assert len(set(map(id, courses))) == 1
        assert many.statistics["steps"] < 10 * len(ends)
        assert len(runs[0]) == 800 and many.audit.level == "good"
    short, whole = np.exp(np.log(found).mean(axis=0))
    assert short < 2.0 * whole < 1e-4


def test_the_audit_sees_the_whole_course():
    """A first analysis of a microsecond has hardly any energy in play; the balance is that of both."""
    session, courses = session_of([1e-6, 1.0])
    assert courses[0] is courses[1]
    assert session.audit.energy_scale == pytest.approx(2.0 * 9.80665, rel=0.1) and session.audit.level == "good"


@pytest.mark.parametrize(
    ("change", "more"),
    [
        (lambda s: s.changed(), ""),
        (lambda s: s.initial_conditions(TransientSettings()), ""),
        (lambda s: None, "SENSOR/1, FUNCTION=TIME, VALUE=10, GE, PRINT\n"),
    ],
    ids=["the model", "initial conditions", "sensors"],
)
def test_what_starts_anew(change, more):
    session = Session(load_text(SWING.format(more))[0])
    session.transient(0.1, 10, TransientSettings())
    before = session._course
    change(session)
    session.transient(0.2, 10, TransientSettings())
    assert isinstance(before, Course) and session._course is not before


def test_other_settings_start_anew():
    session = Session(load_text(SWING.format(""))[0])
    courses = []
    for n, settings in enumerate((TransientSettings(), TransientSettings(error=1e-8), TransientSettings(h_init=1e-5))):
        for k in (1, 2):
            session.transient(0.1 * (2 * n + k), 5, settings)
            courses.append(session._course)
    assert [a is b for a, b in itertools.pairwise(courses)] == [True, False, True, False, False]


def test_motions_and_delays_go_on():
    """A driven crank and a delayed value over a seam, beside one analysis."""
    more = (
        "MOTION/1, ROTATIONAL, JOINT=1, FUNCTION=2*SIN(3*TIME)\nVARIABLE/1, FUNCTION=AZ(22,1)\n"
        "DIFF/1, FUNCTION=DELAY(VARVAL(1), 0.3, 0)\n"
    )
    two, one = session_of([0.5, 1.0], more)[0].finish(), session_of([1.0], more)[0].finish()
    far = Distances(two, one)
    assert far.largest[two.channels.index("DIFF_1.Q")] < 1e-5
    assert far.largest[two.channels.index("PART_2.CM_X")] < 1e-9


def test_steps_of_all_analyses_are_counted_once():
    session, _ = session_of([0.5, 1.0])
    alone, _ = session_of([1.0])
    assert 0.5 * alone.statistics["steps"] < session.statistics["steps"] <= 2 * alone.statistics["steps"]


def test_a_command_file_goes_on_and_tells_things_once(bench):
    driven = PENDULUM + "MOTION/9, ROTATIONAL, JOINT=1, FUNCTION=TIME\n"
    outcome = bench.carry_out(driven, "sim/dyn, end=0.5, steps=5\nsim/dyn, end=1, steps=5\nsim/dyn, end=1.5, steps=5\n")
    assert outcome.code == 0 and outcome.out.count("W502") == 1
    np.testing.assert_array_equal(outcome.results().time[[0, 5, 6, 11, 12, 17]], [0.0, 0.5, 0.5, 1.0, 1.0, 1.5])
