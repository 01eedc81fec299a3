"""Fourteen joint and force tests that MSC Adams solved itself, published by Project Chrono (BSD-3-Clause).

Two references: `exact_*.csv`, our own computation in minimal coordinates (DOP853, 1e-12, 12 digits, every 0.1 s), and
the tables written by Adams (6 digits, every 0.01 s). The exact solution shows how far Adams itself was off:
`ADAMS_ERROR` holds that largest difference, and a correct solver must stay within it (times 1.2, for the rounding of
the tables). The datasets of nine cases are those Adams read; the others are in tests/models.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.analysis.simulate import simulate

SERIES = {
    "Pos": ("REQ_1", (2, 3, 4)),
    "Vel": ("REQ_2", (2, 3, 4)),
    "Acc": ("REQ_3", (2, 3, 4)),
    "Quat": ("REQ_4", (2, 3, 4, 6)),
    "Avel": ("REQ_2", (6, 7, 8)),
    "Aacc": ("REQ_3", (6, 7, 8)),
    "Rforce": ("REQ_5", (2, 3, 4)),
    "Rtorque": ("REQ_5", (6, 7, 8)),
}
ADAMS_ERROR = {  # largest |Adams - exact| of Pos, Vel, Acc, Quat, Avel, Aacc, Rforce, Rtorque
    "Revolute_Case01": (5e-6, 5.01e-6, 5.95e-4, 4.99e-7, 4.96e-6, 5.84e-4, 6.16e-4, 8.76e-11),
    "Spherical_Case02": (5e-6, 5.01e-6, 6.36e-4, 5e-7, 4.96e-6, 5.83e-4, 5.86e-4, 9.24e-11),
    "Cylindrical_Case02": (5e-6, 5.01e-6, 6.08e-4, 4.99e-7, 4.96e-6, 5.91e-4, 6.08e-4, 8.87e-11),
    "Prismatic_Case01": (4.7e-4, 5e-5, 0, 4.98e-17, 0, 0, 0, 0),
    "Prismatic_Case02": (4.97e-5, 4.95e-5, 7.75e-4, 4.67e-7, 8.23e-14, 5.36e-14, 7.75e-4, 0.0933),
    "Distance_Case01": (4.99e-7, 5.12e-7, 1.35e-3, 1.87e-13, 1.91e-13, 1.49e-13, 1.35e-3, 7.11e-15),
    "Distance_Case03": (6.13e-7, 9.59e-7, 1.29e-3, 4.88e-6, 2.76e-6, 1.23e-3, 1.29e-3, 1.33e-14),
    "RevSpherical_Case01": (5.18e-6, 4.25e-5, 4.43e-3, 7.74e-7, 6.28e-5, 0.012, 3.78e-3, 6.15e-3),
    "RotSpring_Case01": (1.33e-6, 1.03e-5, 7.71e-4, 2.32e-7, 5.2e-6, 6.47e-4, 7.71e-4, 1.4e-4),
    "TranSpring_Case02": (5e-7, 5.08e-7, 5e-6, 6.12e-17, 0, 0, 5e-6, 0),
    "TranSpringCB_Case03": (6.41e-7, 1.03e-6, 7.15e-6, 6.42e-6, 4.51e-6, 1.39e-4, 7.26e-6, 0),
}
OWN = {
    "RevSpherical_Case01": "rev_spherical",
    "RotSpring_Case01": "rot_spring",
    "TranSpring_Case02": "tran_spring",
    "TranSpringCB_Case03": "tran_spring_cb",
}
CASES = [*ADAMS_ERROR, "Universal_Case01", "Universal_Case03"]
ERROR = {
    ("Distance_Case01", "I3"): 1e-12,
    ("Distance_Case03", "I3"): 1e-12,
    ("RevSpherical_Case01", "SI2"): 1e-12,
    ("RevSpherical_Case01", "I3"): 2e-14,
}
"""INTEGRATOR/ERROR where 1e-10 is not enough: these motions magnify an error a thousand times within 5 s. With I3
and 1e-13 RevSpherical is at the limit, now above and now below as rounding will have it; from 3e-14 down to 1e-14 it
keeps it 2.6 times over.
"""
ROUNDING = 1e-9
"""What is left of quantities that are zero by symmetry, in units of a largest value of one."""


@pytest.fixture(scope="module")
def run(request, formulation, shared, model):
    """The 5 s of a case, 501 rows."""
    case = request.param
    dataset = model(OWN[case]) if case in OWN else bc.read(shared / "corpus" / "chrono" / f"test_{case}.adm")
    results = simulate(dataset, 5.0, 500, error=ERROR.get((case, formulation), 1e-10), formulation=formulation)
    results.attrs["case"] = case
    return results


def ours(run, series):
    """Three or four columns of a series."""
    request, components = SERIES[series]
    return np.column_stack([run[f"{request}.F{n}"] for n in components])


def difference(got, wanted, series):
    """Largest difference; of Euler parameters for the nearer of the two signs."""
    plus, minus = np.abs(got - wanted), np.abs(got + wanted)
    if series == "Quat":
        return float(np.minimum(plus.max(axis=1), minus.max(axis=1)).max())
    return float(plus.max())


def exact(shared, case):
    """The exact solution, a dictionary of series."""
    folder = shared / "reference" / "data" / "chrono_adams" / case
    table = np.genfromtxt(folder / f"exact_{case}.csv", delimiter=",", names=True)
    names = {s: ("e0", "e1", "e2", "e3") if s == "Quat" else tuple(s + axis for axis in "XYZ") for s in SERIES}
    return {s: np.column_stack([table[name] for name in columns]) for s, columns in names.items()}


def adams(folder: Path, case: str, series: str) -> np.ndarray:
    """One table of Adams without its time."""
    return np.loadtxt(folder / f"{case}_ADAMS_{series}.txt", skiprows=3)[:, 1:]


@pytest.mark.parametrize("run", CASES, indirect=True)
def test_motion_and_reactions_are_exact(run, shared):
    """Positions, velocities, Euler parameters within 1e-7 of their scale; accelerations and reactions within 1e-5."""
    for series, wanted in exact(shared, run.attrs["case"]).items():
        scale = max(1.0, float(np.abs(wanted).max()))
        tolerance = (1e-7 if series in ("Pos", "Vel", "Quat", "Avel") else 1e-5) * scale
        assert difference(ours(run, series)[::10], wanted, series) < tolerance, series


@pytest.mark.parametrize("run", list(ADAMS_ERROR), indirect=True)
def test_agrees_with_adams_within_its_own_error(run, shared):
    """All eight series of Adams at all 501 times."""
    case = run.attrs["case"]
    folder = shared / "reference" / "data" / "chrono_adams" / case
    for series, error in zip(SERIES, ADAMS_ERROR[case], strict=True):
        if case == "RevSpherical_Case01" and series.startswith("R"):
            wanted = adams(folder, case, f"{series}_Body1")
        else:
            wanted = adams(folder, case, series)
        scale = max(1.0, float(np.abs(wanted).max()))
        assert difference(ours(run, series), wanted, series) < 1.2 * error + ROUNDING * scale, series


@pytest.mark.parametrize("run", ["RevSpherical_Case01"], indirect=True)
def test_massless_link_passes_its_force_on(run, shared):
    """On the bar at the ball: the opposite of the force on ground at the pin, and no torque."""
    force = np.column_stack([run[f"REQ_6.F{n}"] for n in (2, 3, 4)])
    torque = np.column_stack([run[f"REQ_6.F{n}"] for n in (6, 7, 8)])
    wanted = adams(
        shared / "reference" / "data" / "chrono_adams" / "RevSpherical_Case01", "RevSpherical_Case01", "Rforce_Body2"
    )
    assert np.abs(force - wanted).max() < 1.2 * 3.78e-3
    np.testing.assert_allclose(force, -ours(run, "Rforce"), atol=1e-9 * np.abs(force).max())
    assert np.abs(torque).max() < 1e-12


@pytest.mark.parametrize("run", ["RotSpring_Case01"], indirect=True)
def test_joint_beside_a_torsion_spring_has_no_torque(run):
    """The torque of Adams' table is that of the spring alone."""
    assert max(np.abs(run[f"REQ_6.F{n}"]).max() for n in (6, 7, 8)) < 1e-9


def test_driven_plate(shared, model, formulation):
    """LinActuator_Case01: constant speed, so position and forces are known; the tables of Adams show the same."""
    case, folder = "LinActuator_Case01", shared / "reference" / "data" / "chrono_adams" / "LinActuator_Case01"
    run = simulate(model("lin_actuator"), 5.0, 500, error=1e-10, formulation=formulation)
    for series in ("Pos", "Vel", "Acc", "Quat", "Avel", "Aacc"):
        assert difference(ours(run, series), adams(folder, case, series), series) < 1e-9, series
    assert np.abs(ours(run, "Rforce") - adams(folder, case, "RforceP")).max() < 6e-6
    assert np.abs(ours(run, "Rtorque") - adams(folder, case, "RtorqueP")).max() < 6e-5
    drive = np.column_stack([run[f"REQ_6.F{n}"] for n in (2, 3, 4, 6, 7, 8)])
    assert np.abs(drive[:, :3] - adams(folder, case, "RforceA")).max() < 6e-6
    assert np.abs(drive[:, 3:] - adams(folder, case, "RtorqueA")).max() < 6e-5
    np.testing.assert_allclose(drive[:, 2], 9.80665, rtol=1e-9)
