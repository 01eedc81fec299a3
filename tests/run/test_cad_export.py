"""A CAD export of 60 parts and 150 mates with 150 redundant equations: it is put together, runs, and tells them."""

from __future__ import annotations

import re

import cad_export
import numpy as np
import pytest


def simulate(bench, digits: int, end: float = 0.5):
    """Run the export with so many digits behind the point."""
    path = bench.folder / "model.adm"
    path.write_text(cad_export.dataset(digits))
    return bench.run(path, "--end", end, "--steps", 50)


def test_redundancies_are_told_by_element_and_equation(bench):
    outcome = simulate(bench, digits=10)
    assert outcome.code == 0
    assert f"{cad_export.REDUNDANT} redundant constraint equations are left out" in outcome.out
    assert "JOINT/205 (PLANAR), equation Zi.Xj: follows from JOINT/204 (CYLINDRICAL)" in outcome.out
    messages = outcome.messages()
    assert len(re.findall("deactivating constraint equation", messages)) == cad_export.REDUNDANT
    assert len(re.findall(r"JOINT/\d+ \(\w+\), equation \S+: follows from JOINT/", messages)) == cad_export.REDUNDANT


def test_reactions_that_are_not_unique_are_marked(bench):
    run = simulate(bench, digits=10, end=0.02).results()
    joints = {channel.split(".")[0] for channel in run.non_unique}
    assert len(joints) == cad_export.JOINTS
    assert run.non_unique >= {"JOINT_205.TZ", "JOINT_210.FY"}
    assert "JOINT_204.FX" not in run.non_unique  # P3: with the joints in another order it is the same
    assert not any(channel.startswith(("crank", "ENERGY")) for channel in run.non_unique)


@pytest.mark.parametrize("digits", [10, 6, 4])
def test_rounded_numbers_are_put_together(bench, digits):
    """Mates that contradict each other by the rounding of the file: a warning tells it, and the energy stays."""
    outcome = simulate(bench, digits)
    assert outcome.code == 0 and "audit   good" in outcome.out
    warning = re.search(r"redundant equations do not fit exactly, worst \S+ by -?(\S+) (mm|rad)", outcome.out)
    assert (warning is not None) == (digits < 10)
    lever = {"mm": cad_export.FRAME, "rad": 1.0}  # rounded angles over the length of the linkage
    assert warning is None or float(warning[1]) < 4 * 10.0**-digits * lever[warning[2]]
    run = outcome.results()
    for k in (1, 8, 15):
        assert np.ptp(xyz(run, f"bracket_{k}"), axis=0).max() < 1e-6
    total = run["ENERGY.KINETIC"] + run["ENERGY.GRAVITY"] - run["ENERGY.WORK"]
    assert np.ptp(total) < 1e-4 * np.ptp(run["ENERGY.KINETIC"])


def xyz(run, part: str):
    """Positions of a part over time."""
    return np.column_stack([run[f"{part}.{axis}"] for axis in "XYZ"])


def test_the_motion_is_that_of_a_planar_linkage(bench):
    """Against the same linkage with joints that hold just enough (revolute, spherical, spherical, revolute)."""
    run = simulate(bench, digits=10).results()
    lines = cad_export.linkage(0, 10)
    text = "\n".join(["alone", *cad_export.HEAD, *exact_joints(lines), "END", ""])
    path = bench.folder / "alone.adm"
    path.write_text(text)
    alone = bench.run(path, "--end", 0.5, "--steps", 50).results("alone")
    for part in ("crank_1", "coupler_1", "rocker_1"):
        np.testing.assert_allclose(xyz(run, part), xyz(alone, part), atol=2e-3)


def exact_joints(lines: list[str]) -> list[str]:
    """The mates of a linkage replaced: bracket fixed, two pins revolute, two spherical."""
    kept = []
    for line in lines:
        if line.startswith("JOINT/201,"):
            line = line.replace("PLANAR", "FIXED")
        elif line.startswith(("JOINT/202,", "JOINT/203,", "JOINT/205,", "JOINT/207,", "JOINT/209,")):
            continue
        elif line.startswith(("JOINT/204,", "JOINT/208,")):
            line = line.replace("CYLINDRICAL", "REVOLUTE")
        elif line.startswith("JOINT/206,"):
            line = line.replace("CYLINDRICAL", "SPHERICAL")
        kept.append(line)
    return kept
