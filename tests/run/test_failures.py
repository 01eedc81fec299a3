"""What cannot be simulated: every failure names its element, and what was computed until then is kept."""

from __future__ import annotations

import math

import numpy as np
import pytest
from small_models import BLOCK, FOUR_BAR, PENDULUM, ROD

import bellcrank as bc
from bellcrank.scene import scene_from


def test_contradictory_constraints(bench):
    body = "MARKER/11, PART=1, QP=0.001,0,0\n" + ROD + "JOINT/1, FIXED, I=21, J=1\nJOINT/2, REVOLUTE, I=21, J=11\n"
    outcome = bench.simulate(body)
    assert outcome.code == 1
    assert "JOINT/2 (REVOLUTE)  [E601 error]" in outcome.err and outcome.err.count("[E601 error]") == 1
    assert "All other constraints fit where the parts are given." in outcome.err
    assert "With it stay open: JOINT/1 (FIXED) 0.0005 meter (Xi-Xj)." in outcome.err
    assert "a misfit of -0.0005 meter (Xi-Xj) is left" in outcome.err
    assert "model.adm:11" in outcome.err  # the line of JOINT/2
    assert "E601" in outcome.messages() and not (outcome.folder / "model.h5").exists()


def test_impossible_assembly(bench):
    body = (
        "MARKER/11, PART=1, QP=3,0,0\n" + ROD + "MARKER/22, PART=2, QP=1,0,0\n"
        "JOINT/1, SPHERICAL, I=21, J=1\nJOINT/2, SPHERICAL, I=22, J=11\n"
    )
    outcome = bench.simulate(body)
    assert outcome.code == 1
    assert "The parts cannot be put together: a misfit of" in outcome.err and "JOINT/2 (SPHERICAL)" in outcome.err


@pytest.mark.parametrize(
    ("changes", "culprit", "why"),
    [
        (
            {"QP=0.2,0.1,0": "QP=2.2,0.1,0"},
            "JOINT/3 (SPHERICAL)",
            "All other constraints fit where the parts are given.",
        ),
        (
            {"MARKER/40, PART=4": "MARKER/40, PART=4, QP=0,-9,0", "QP=-0.2,0.4,0": "QP=-0.2,9,0"},
            "PART/4",
            "All that does not fit where the parts are given is on it.",
        ),
    ],
)
def test_one_wrong_point_or_part_of_a_loop_is_named_once(bench, changes, culprit, why):
    """A bar of the four-bar that is far too long, by one of its points or by both."""
    model = FOUR_BAR
    for right, wrong in changes.items():
        model = model.replace(right, wrong)
    outcome = bench.simulate(model)
    assert outcome.code == 1 and outcome.err.count("[E601 error]") == 1
    assert f"{culprit}  [E601 error]" in outcome.err and why in outcome.err
    assert "With it stay open: JOINT/" in outcome.err


def test_a_universal_joint_whose_axes_are_parallel(bench):
    """No small turn makes them perpendicular: there is no direction to begin with."""
    outcome = bench.simulate(ROD + "JOINT/1, UNIVERSAL, I=21, J=1\n")
    assert outcome.code == 1
    assert "JOINT/1 (UNIVERSAL)  [E601 error]" in outcome.err and "a misfit of 90 deg (Zi.Zj) is left" in outcome.err


def test_contradictory_motions(bench):
    body = PENDULUM + "MOTION/1, ROTATION, JOINT=1, FUNCTION=TIME\nMOTION/2, ROTATION, JOINT=1, FUNCTION=2*TIME\n"
    outcome = bench.simulate(body)
    assert outcome.code == 1
    assert "MOTION/2  [E602 error]" in outcome.err and "velocities of the constraints contradict" in outcome.err


def test_a_mechanism_that_locks_up(bench):
    """The bars of 0.2236 and 0.4472 are in line when the crank is at the angle of the law of cosines."""
    outcome = bench.simulate(FOUR_BAR, "--end", 3, "--steps", 300)
    span = math.sqrt(0.05) + math.sqrt(0.2)
    turned = math.acos((0.3**2 + 0.4**2 - span**2) / (2 * 0.3 * 0.4)) - math.pi / 2
    assert outcome.code == 3
    assert "the mechanism locks up" in outcome.err and "MOTION/1  [E702 error]" in outcome.err
    assert "JOINT/3 (SPHERICAL)" in outcome.err
    run = outcome.results()
    assert turned - 0.011 < run.time[-1] <= turned
    assert run.attrs["successful"] is False and "locks up" in run.attrs["end_reason"]
    np.testing.assert_allclose(run["PART_2.WZ"], -1.0, rtol=1e-6)


def test_a_constraint_that_is_redundant_at_the_start_only(bench):
    body = FOUR_BAR.replace("JOINT/3, SPHERICAL", "JOINT/3, FIXED").replace("=-TIME", "=-0.1*TIME**3")
    outcome = bench.simulate(body, "--end", 1, "--steps", 5)
    assert "[W602 warning]" in outcome.out and "redundant at the start and is not met any more" in outcome.out
    assert "audit   wrong" in outcome.out


@pytest.mark.parametrize(
    ("expression", "sub_expression", "time"),
    [("3*SQRT(1-TIME)+2", "SQRT(1 - TIME)", 1.0), ("1+SQRT(0.5-DZ(20,1))", "SQRT(0.5 - DZ(20, 1))", None)],
)
def test_an_expression_that_is_no_number(bench, expression, sub_expression, time):
    outcome = bench.simulate(BLOCK.replace("FUNCTION=4", f"FUNCTION={expression}"), "--end", 9, "--steps", 900)
    assert outcome.code == 3
    assert "VARIABLE/1  [E701 error]" in outcome.err and "model.adm:9" in outcome.err
    assert f"{sub_expression} is not a number" in outcome.err.replace("DZ(20, 1, 0, 0)", "DZ(20, 1)")
    run = outcome.results()
    if time is not None:
        assert "stopped at time 1:" in outcome.err and run.time[-1] == pytest.approx(time, abs=0.011)
    assert len(run) > 50 and np.all(np.isfinite(run.values))


@pytest.mark.parametrize(
    ("constraint", "sub_expression"),
    [
        ("MOTION/1, ROTATION, JOINT=1, FUNCTION=2*SQRT(TIME-1)", "SQRT(TIME - 1)"),
        ("MOTION/1, ROTATION, VELOCITY, JOINT=1, FUNCTION=1/TIME", "1/TIME"),
        ("GCON/1, I=20, FUNCTION=LOG(TIME)+AZ(20,1)", "LOG(TIME)"),
    ],
)
def test_a_constraint_that_is_no_number_at_the_start(bench, constraint, sub_expression):
    """The expression is named, not the misfits that it causes in every joint of the part."""
    outcome = bench.simulate(f"{PENDULUM}{constraint}\n")
    assert outcome.code == 3 and f"{constraint.split(',')[0]}  [E701 error]" in outcome.err
    assert f"{sub_expression} is not a number" in outcome.err and "misfit" not in outcome.err


@pytest.mark.parametrize("force", ["SFORCE/1, I=21, J=1, FUNCTION=1", "SPRINGDAMPER/1, I=21, J=1, K=5"])
def test_a_force_along_a_line_without_length(bench, force):
    outcome = bench.simulate(f"{PENDULUM}{force}, TRANSLATION\n".replace("FUNCTION=1, ", "FUNCTION=1\\, "))
    assert outcome.code == 3
    assert "1 (TRANSLATION)  [E703 error]" in outcome.err and "model.adm:" in outcome.err
    assert "MARKER/21 and MARKER/1 are at one place" in outcome.err


def test_a_free_part_without_mass(bench):
    outcome = bench.simulate(PENDULUM + "PART/3\nMARKER/30, PART=3\nJOINT/2, SPHERICAL, I=30, J=20\n")
    assert outcome.code == 1
    assert "model.adm:10  PART/3  [E603 error]" in outcome.err
    assert "PART/3, rotation about x" in outcome.err and "give the part mass and inertia" in outcome.err


def test_a_free_part_with_inertia_and_no_mass(bench):
    outcome = bench.simulate("PART/2, CM=20, IP=1,2,3, WY=1\nMARKER/20, PART=2\n")
    assert outcome.code == 1 and "PART/2  [E603 error]" in outcome.err and "PART/2, X; PART/2, Y" in outcome.err


def test_a_part_without_mass_on_a_spring(bench):
    spring = BLOCK.replace("MASS=2", "MASS=0").replace("FUNCTION=4", "FUNCTION=-100*DZ(20,1)-9")
    outcome = bench.simulate(spring.replace("IP=0.1,0.1,0.1", "IP=0,0,0"))
    assert outcome.code == 3
    assert "PART/2  [E701 error]" in outcome.err and "Without mass: PART/2" in outcome.err


def test_an_unsupported_statement(bench):
    outcome = bench.simulate(PENDULUM + "TIRE/1, J=20\n")
    assert outcome.code == 1
    assert "model.adm:10  TIRE/1  [E501 error]" in outcome.err and "cannot be simulated" in outcome.err
    assert "E501" in outcome.messages()


def test_a_dataset_with_mistakes_is_not_run(bench):
    outcome = bench.simulate(PENDULUM + "MARKER/30, PART=7\n")
    assert outcome.code == 1
    assert "model.adm:10" in outcome.err and "PART/7" in outcome.err.replace("PART = 7", "PART/7")
    assert not (outcome.folder / "model.h5").exists() and "START: ERROR" in outcome.messages()


def test_a_second_analysis_that_fails_keeps_the_first(bench):
    body = "MARKER/11, PART=1, QP=5,0,0\n" + PENDULUM + "JOINT/2, FIXED, I=20, J=11\n"
    commands = "deac/joint, id=2\nsim/dyn, end=0.1, steps=10\nactivate/joint, id=2\nsim/dyn, end=0.2, steps=10\n"
    outcome = bench.carry_out(body, commands)
    assert outcome.code == 1 and "E601" in outcome.err
    assert outcome.results().time[-1] == 0.1 and outcome.results().attrs["successful"] is False


def test_python_gets_the_results_of_a_failed_run(bench):
    import bellcrank as bc
    from bellcrank.errors import ConvergenceError

    model = bc.read(bench.dataset(BLOCK.replace("FUNCTION=4", "FUNCTION=SQRT(1-TIME)")))
    with pytest.raises(ConvergenceError, match=r"SQRT\(1 - TIME\)") as failure:
        model.simulate(end=2.0, steps=100)
    assert failure.value.results.time[-1] == pytest.approx(1.0, abs=0.021)


@pytest.mark.parametrize("function", ["TIME-2", "VARVAL(1)-2", "0*DIF(7)-1"])
def test_an_implicit_equation_without_its_unknown(bench, function):
    outcome = bench.simulate(f"{BLOCK}DIFF/7, IC=1, IMPLICIT, FUNCTION={function}\n")
    assert outcome.code in (1, 3)
    assert "model.adm:11  DIFF/7  [E604 error]" in outcome.err
    assert "write the equation with DIF1(7) or DIF(7)" in outcome.err
    assert "dead-centre" not in outcome.err and "inertia" not in outcome.err


def test_an_implicit_equation_whose_rate_has_the_factor_zero(bench):
    outcome = bench.simulate(f"{BLOCK}DIFF/7, IC=0, IMPLICIT, FUNCTION=DIF(7)*DIF1(7)-1\n")
    assert "DIFF/7  [E604 error]" in outcome.err and "does not determine DIF1(7)" in outcome.err


def test_an_expression_without_a_value_between_two_steps(bench):
    """A root that has no value within 1e-7 s of an output time: steps pass it, the output does not."""
    force = "SFORCE/2, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=SQRT((TIME-0.1)**2-1E-14)\n"
    outcome = bench.simulate(BLOCK + force, "--end", 0.5, "--steps", 10)
    assert outcome.code == 3 and "a function expression gave no number" in outcome.err
    assert "SFORCE/2" in outcome.err and "SQRT" in outcome.err


def test_the_steps_before_a_failure_are_a_chart_of_the_results():
    """A function that ends: sizes of the steps taken, then the sizes at which steps were given up."""
    m = bc.Model("root", units="SI", gravity=0)
    rod = m.part("rod", mass=1, ip=(1, 1, 1))
    pin = m.revolute("pin", rod, m.ground, at=(0, 0, 0), axis="z")
    m.sforce("drive", "ROTATION", i=pin.i, j=pin.j, function="SQRT(0.5 - TIME)")
    with pytest.raises(bc.BellcrankError) as caught:
        m.simulate(end=1.0, steps=10)
    run = caught.value.results
    (chart,) = run.attrs["charts"]
    taken, rejected = (curve["values"] for curve in chart["curves"])
    steps = run.attrs["statistics"]["steps"]
    assert chart["values"][-1] == steps + 1 and len(taken) == len(rejected) == min(steps, 512) + 1
    assert chart["logarithmic"] and chart["y"] == "size / sec" and "to 0.5" in chart["title"]
    sizes = [h for h in taken if h is not None]
    assert min(sizes) > 0.0 and sum(sizes) == pytest.approx(0.5, abs=1e-3)
    assert rejected[-1] is not None and rejected[-1] < 1e-3 * max(sizes)
    header = scene_from(m, run).header
    assert [c.title for c in header.charts] == [chart["title"]] and header.charts[0].curves[1].points
    first = next(note for note in header.messages if note.severity == "error")
    assert first.rule == "E701" and first.where.startswith("SFORCE/1") and "SQRT" in first.text and first.cure
