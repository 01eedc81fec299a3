"""Sensors: where their events are, and what they do."""

from __future__ import annotations

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.errors import UnsupportedError
from bellcrank.model import load_text

FALL = """falling ball
UNITS/SYSTEM=MKS
PART/1, GROUND
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/10, PART=1
ACCGRAV/KGRAV=-9.81
REQUEST/1, F2=SENVAL(1)
"""


def read(statements: str, start: str = FALL):
    model, report = load_text(f"{start}{statements}\nEND\n")
    assert not report.errors, report.render()
    return model


def drop_time(depth: float) -> float:
    return float(np.sqrt(2.0 * depth / 9.81))


@pytest.mark.parametrize("extra", ["", ", BISECTION"])
@pytest.mark.parametrize("relation", ["LE", "EQ", "LT"])
def test_a_simulation_returns_at_the_event(relation, extra):
    model = read(f"SENSOR/1, FUNCTION=DZ(20,10)\\, {relation}, VALUE=-1, ERROR=1e-9, RETURN{extra}")
    run = model.simulate(end=2.0, steps=20, error=1e-9)
    assert run.time[-1] == pytest.approx(drop_time(1.0), abs=1e-8)
    assert run["PART_2.Z"][-1] == pytest.approx(-1.0, abs=2e-9)
    assert "a sensor ended the simulation" in run.attrs["end_reason"]
    assert [(e.kind, e.element) for e in run.events] == [("sensor", "SENSOR/1")]
    assert np.all(np.diff(run.time) > 0.0)


@pytest.mark.parametrize("method", ["GSTIFF", "RKF45", "DOP853", "ABAM", "RADAU5", "HHT"])
@pytest.mark.parametrize("before", [1e-4, 0.02, 0.1])
def test_an_event_shortly_before_a_corner(method, before):
    """Steps end at corners, in two equal ones; those that locate an event must not be made to."""
    model = read(
        f"SENSOR/1, FUNCTION=DZ(20,10)\\, LE, VALUE={-0.5 * 9.81 * (1.0 - before) ** 2!r}, ERROR=1e-9, RETURN\n"
        "VARIABLE/1, FUNCTION=IF(TIME-1: 0, 0, TIME-1)"
    )
    run = model.simulate(end=2.0, steps=2, error=1e-6, method=method)
    assert run.time[-1] == pytest.approx(1.0 - before, abs=1e-5)


def test_the_value_at_the_start_is_kept_before_the_first_row():
    """The idiom EQ, FUNCTION=TIME, VALUE=0: SENVAL is the initial value during the whole simulation."""
    run = read("SENSOR/1, EQ, FUNCTION=TIME\\, VALUE=0, EVALUATE=DZ(20,10)+3\\").simulate(end=1.0, steps=10)
    assert run["REQUEST_1.F2"] == pytest.approx(np.full(11, 3.0), abs=1e-9)


def test_a_kept_value_is_zero_before_the_event_and_changes_the_forces_after_it():
    """A brake: after a fall of 1 m a force of twice the weight; v = -v1 + g (t - t1), exactly."""
    model = read(
        "SENSOR/1, LE, FUNCTION=DZ(20,10)\\, VALUE=-1, ERROR=1e-8, EVALUATE=2*9.81\\\n"
        "MARKER/11, PART=1\nSFORCE/1, I=20, J=11, TRANSLATIONAL, ACTIONONLY, FUNCTION=SENVAL(1)"
    )
    run = model.simulate(end=0.8, steps=40, error=1e-8)
    t1 = drop_time(1.0)
    t = run.time
    exact = np.where(t < t1, -0.5 * 9.81 * t**2, -1 - 9.81 * t1 * (t - t1) + 0.5 * 9.81 * (t - t1) ** 2)
    assert run["PART_2.Z"] == pytest.approx(exact, abs=3e-7)
    assert set(np.round(run["REQUEST_1.F2"], 9)) == {0.0, 19.62}


def test_print_and_a_new_output_interval():
    model = read("SENSOR/1, GE, FUNCTION=TIME\\, VALUE=0.33, ERROR=1e-9, PRINT, DT=0.01")
    run = model.simulate(end=0.5, steps=5)
    wanted = [0.0, 0.1, 0.2, 0.3, 0.33, *np.arange(0.34, 0.495, 0.01), 0.5]
    assert run.time == pytest.approx(wanted, abs=1e-8)


def test_every_crossing_of_an_oscillation():
    """EQ on a pendulum-like oscillator x = cos 10 t: fires at every zero, a row at each of them."""
    oscillator = FALL.replace("ACCGRAV/KGRAV=-9.81\n", "").replace("MARKER/20, PART=2", "MARKER/20, PART=2, QP=1,0,0")
    model = read(
        "JOINT/1, TRANS, I=21, J=12\nMARKER/21, PART=2, QP=1,0,0, REULER=90D,90D,0\nMARKER/12, PART=1, "
        "REULER=90D,90D,0\nVFORCE/1, I=20, JFLOAT=13, RM=10, FX=-100*DX(20,10)\\\nMARKER/13, PART=1, FLOATING\n"
        "SENSOR/1, EQ, FUNCTION=DX(20,10)\\, VALUE=0, ERROR=1e-7, PRINT, EVALUATE=TIME",
        oscillator,
    )
    run = model.simulate(end=2.0, steps=4, error=1e-8)
    zeros = (np.arange(6) + 0.5) * np.pi / 10.0
    assert [e.time for e in run.events] == pytest.approx(zeros, abs=1e-6)
    assert len(run.time) == 5 + len(zeros)


def test_the_time_of_a_jump_is_found_to_rounding():
    model = read("SENSOR/1, GE, FUNCTION=IF(TIME-0.4567: 0, 1, 1)\\, VALUE=0.5, RETURN")
    run = model.simulate(end=1.0, steps=10)
    assert run.time[-1] == pytest.approx(0.4567, abs=1e-10)


def test_the_earlier_of_two_events_comes_first():
    model = read(
        "SENSOR/1, GE, FUNCTION=TIME\\, VALUE=0.3001, ERROR=1e-9, EVALUATE=TIME\\\n"
        "SENSOR/2, GE, FUNCTION=TIME\\, VALUE=0.3, ERROR=1e-9, PRINT\n"
        "SENSOR/3, GE, FUNCTION=TIME\\, VALUE=0.31, ERROR=1e-9, HALT"
    )
    run = model.simulate(end=1.0, steps=10)
    assert [e.element for e in run.events] == ["SENSOR/2", "SENSOR/1", "SENSOR/3"]
    assert run.attrs["end_reason"] == "a sensor ended the run"
    assert run["REQUEST_1.F2"][-1] == pytest.approx(0.3001, abs=1e-8)


def test_return_goes_on_with_the_next_command_and_halt_does_not(bench):
    dataset = bench.folder / "model.adm"
    dataset.write_text(FALL + "SENSOR/1, LE, FUNCTION=DZ(20,10)\\, VALUE=-1, RETURN\nEND\n")
    simulate = "sim/dyn, end=2, steps=20\n"
    bench.commands(f"model\n\n{simulate}{simulate}deactivate/sensor, id=1\nsim/dyn, end=1, steps=10\nstop\n")
    done = bench.run("model.acf")
    assert done.code == 0, done.err
    first, second, third = (done.results().segment(k) for k in range(3))
    assert first.time[-1] == pytest.approx(drop_time(1.0), abs=1e-3)
    assert 0.0 < second.time[-1] - first.time[-1] < 0.1  # still true: ends after one step, as in Adams
    assert third.time[-1] == pytest.approx(1.0)
    assert "Sensor/1 has become active at time = 0.45" in done.messages()
    assert "Triggered action RETURN." in done.messages()
    dataset.write_text(dataset.read_text().replace("RETURN", "HALT"))
    done = bench.run("model.acf")
    assert done.code == 0 and done.results().time[-1] < 0.5


def test_reactions_and_forces_can_be_sensed():
    """The cut of a string: a pendulum released level reaches the tension 3 m g at the bottom (2 m g at 2/3 height)."""
    model = read(
        "JOINT/1, SPHERICAL, I=21, J=10\nMARKER/21, PART=2\n"
        "SENSOR/1, GE, FUNCTION=FM(21,10)\\, VALUE=19.62, ERROR=1e-6, RETURN",
        FALL.replace("IP=1,1,1", "IP=1E-9,1E-9,1E-9").replace("MARKER/20, PART=2", "MARKER/20, PART=2, QP=1,0,0"),
    )
    run = model.simulate(end=2.0, steps=20, error=1e-9)
    assert -run["PART_2.CM_Z"][-1] == pytest.approx(2.0 / 3.0, abs=1e-6)


@pytest.mark.parametrize("formulation", ["SI2", "I3"])
@pytest.mark.parametrize("error", [1e-4, 1e-7])
def test_a_function_that_is_not_known_to_the_tolerance_of_its_sensor(error, formulation):
    """The tension as a variable, which the steps give to `error` only: the search ends, near the height of 2 m g."""
    model = read(
        "JOINT/1, SPHERICAL, I=21, J=10\nMARKER/21, PART=2\nVARIABLE/1, FUNCTION=FM(21,10)\n"
        "SENSOR/1, EQ, FUNCTION=VARVAL(1)\\, VALUE=19.62, ERROR=1e-12, RETURN",
        FALL.replace("IP=1,1,1", "IP=1E-9,1E-9,1E-9").replace("MARKER/20, PART=2", "MARKER/20, PART=2, QP=1,0,0"),
    )
    run = model.simulate(end=2.0, steps=20, error=error, formulation=formulation)
    assert -run["PART_2.CM_Z"][-1] == pytest.approx(2.0 / 3.0, abs=0.02 if formulation == "I3" else 30.0 * error)


def test_a_user_subroutine_is_refused():
    with pytest.raises(UnsupportedError, match="SENSOR/1"):
        read("SENSOR/1, EQ, FUNCTION=USER(1.0)\\, VALUE=1, HALT").simulate(end=1.0)


@pytest.mark.parametrize("steps", [97, 997])
def test_an_event_just_after_an_output_loses_no_time(steps):
    """A thrown ball: x = t and z = -g t^2/2 through a sensor that begins a new history between two rows of results."""
    m = bc.Model("throw", units="MKS", gravity=(0, 0, -9.81))
    ball = m.part("ball", at=(0, 0, 0), mass=1.0, cm=(0, 0, 0), ip=(1, 1, 1), v=(1, 0, 0), w=(0, 0, 2))
    m.marker("o", m.ground, at=(0, 0, 0))
    m.marker("c", ball, at=(0, 0, 0))
    m.sensor("half", function="DX(c, o)", relation="GE", value=0.5, error=1e-9, restart=True)
    run = m.simulate(end=1.0, steps=steps, error=1e-8)
    t = np.linspace(0.0, 1.0, steps + 1)
    assert abs(run["ball.X"] - t).max() < 1e-12  # even motion: rounding only
    assert abs(run["ball.Z"] + 0.5 * 9.81 * t**2).max() < 1e-7  # ten tolerances; a row of time would be 5e-2 or 5e-3


THROWN = """a ball thrown up, 20 m high, and a sensor half a millimetre below: true for 20 ms
UNITS/SYSTEM=MKS
ACCGRAV/KGRAV=-10
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, VZ=20
MARKER/20, PART=2
SENSOR/1, FUNCTION=DZ(20,1), VALUE=19.9995, {relation}, ERROR=1E-6, HALT
END
"""


@pytest.mark.parametrize("end", [4.1, 4.3, 7.0])
@pytest.mark.parametrize("method", ["GSTIFF", "ABAM", "RKF45"])
@pytest.mark.parametrize("relation", ["GE", "EQ"])
def test_a_value_that_is_passed_twice_within_a_step_is_not_missed(relation, method, end):
    """t = 2 - sqrt(2 * 5e-4/10); steps of 0.08 s and more. The ball rises with 0.1 m/s: ERROR 1e-6 m is 1e-5 s, and
    the position itself is good to 2 sizes of the ball times 1e-6."""
    run = load_text(THROWN.format(relation=relation))[0].simulate(end=end, steps=10, error=1e-6, method=method)
    assert run.time[-1] == pytest.approx(1.99, abs=4e-5)
