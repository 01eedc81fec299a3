"""LINEAR in command files, and `bellcrank modes`."""

from __future__ import annotations

import json

import numpy as np
import pytest

HUNG = """PART/2, QG=0,0,-0.3, MASS=5, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/21, PART=2
MARKER/3, PART=1
JOINT/1, TRANSLATIONAL, I=21, J=3
SPRINGDAMPER/1, TRANSLATION, I=20, J=3, K=1200, C=30, LENGTH=0.2
ACCGRAV/KGRAV=-9.80665
VARIABLE/1, FUNCTION=0
VARIABLE/2, FUNCTION=DZ(20)
SFORCE/1, TRANSLATION, ACTIONONLY, I=21, J=3, FUNCTION=VARVAL(1)
PINPUT/1, VARIABLES=1
POUTPUT/1, VARIABLES=2
"""
VALUE = -3.0 + 1j * np.sqrt(240.0 - 9.0)  # m x'' + c x' + k x = 0


def test_eigenvalues_after_statics_and_motion_goes_on(bench):
    commands = "sim/stat\nlinear/eigensol, kinetic=1,1, strain=1, coords=1,1\nsim/dyn, end=0.2, steps=2\n"
    outcome = bench.carry_out(HUNG, commands)
    assert outcome.code == 0, outcome.err
    run = outcome.results()
    mode = run.attrs["linear"][0]["modes"][0]
    assert complex(mode["real"], mode["imag"]) == pytest.approx(VALUE, rel=1e-12)
    text = outcome.messages()
    assert "E I G E N V A L U E S" in text and f"{VALUE.imag / (2 * np.pi):.5E}" in text
    assert "Generalized mass" in text and "SPRINGDAMPER/1" in text
    assert run["PART_2.Z"] == pytest.approx([run["PART_2.Z"][0]] * 4, abs=1e-9)  # the rest is as it was


def test_state_matrices(bench):
    outcome = bench.carry_out(HUNG, "sim/stat\nlinear/statemat, file=plant, format=matlab, pinput=1, poutput=1\n")
    assert outcome.code == 0, outcome.err
    a, b, c, d = (np.loadtxt(bench.folder / f"plant{letter}", ndmin=2) for letter in "abcd")
    static_gain = (d - c @ np.linalg.solve(a, b)).item()
    assert static_gain == pytest.approx(1 / 1200, rel=1e-10)
    np.testing.assert_allclose(np.linalg.eigvals(a).imag.max(), VALUE.imag, rtol=1e-12)


def test_mass_stiffness_and_damping(bench):
    outcome = bench.carry_out(HUNG, "sim/stat\nlinear/mkb, file=plant, format=matlab, original\n")
    assert outcome.code == 0 and "ORIGINAL has no effect" in outcome.out
    m, k, b = (np.loadtxt(bench.folder / f"plant{letter}").item() for letter in "mkb")
    assert (k / m, b / m) == pytest.approx((240.0, 6.0), rel=1e-12)
    outcome = bench.carry_out(HUNG, "linear/mkb, file=plant\n")
    assert outcome.code == 1 and "state of rest only" in outcome.err


def test_modes_on_the_command_line(bench):
    path = bench.dataset(HUNG)
    outcome = bench.call("modes", str(path), "--energy", "1", "--json", str(bench.folder / "m.json"))
    assert outcome.code == 0, outcome.err
    assert "moves along z" in outcome.out and "kinetic energy" in outcome.out
    found = json.loads((bench.folder / "m.json").read_text())
    assert found["freedoms"] == 1 and found["modes"][0]["damping"] == pytest.approx(3 / np.sqrt(240), rel=1e-10)
    assert bench.call("modes", str(path), "--at", "nowhere").code == 2
