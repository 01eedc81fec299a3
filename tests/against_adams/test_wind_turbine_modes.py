"""Modes of a wind turbine against Adams: 73 parts, 59 FIELDs; the script simulates, releases joints, rests, linearises.

Reference: Test14 of NREL's FAST, whose archive holds the dataset, the command file and the .out of MSC.Adams 2008: all
337 eigenvalues with nine digits. The user subroutines (aerodynamics, which do not act on the parked machine) are left
out.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

from bellcrank.analysis.script import Options, ScriptRun


def test_all_frequencies_of_a_wind_turbine(shared, tmp_path):
    folder = shared / "corpus" / "fast"
    if not (folder / "Test14_ADAMS_LIN.out").is_file():
        pytest.skip("the files of the wind turbine (../shared/corpus/fast) are not here")
    listed = (folder / "Test14_ADAMS_LIN.out").read_text(errors="replace").partition("E I G E N V A L U E S")[2]
    theirs = [float(row[1]) for row in re.findall(r"^\s+(\d+)\s+\S+\s+\+/-\s+(\S+)", listed, re.MULTILINE)]
    run = ScriptRun(Options(tmp_path, without=("USER",))).run_file(folder / "Test14_ADAMS_LIN.acf")
    assert run.code == 0
    ours = [mode["frequency"] for mode in run.results.attrs["linear"][0]["modes"]]
    assert len(ours) == len(theirs) == 337
    np.testing.assert_allclose(ours, theirs, rtol=1e-6)  # Adams' rest has an error of its own: 3e-7 in the worst
