"""Request and message files that Adams itself wrote (2012 to 2022); they are not part of the project."""

from pathlib import Path

import numpy as np
import pytest

from bellcrank.results import load

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared"
CORPUS = SHARED / "corpus"
TABLES = SHARED / "reference" / "data" / "chrono_adams"
REQUESTS = sorted(CORPUS.rglob("*.req"))
MESSAGES = sorted(CORPUS.rglob("*.msg"))

pytestmark = pytest.mark.skipif(not REQUESTS, reason="the collection of files by Adams is not here")


@pytest.mark.parametrize("path", REQUESTS, ids=lambda p: p.stem)
def test_request_files_are_read_and_written_byte_for_byte(path, tmp_path):
    run = load(path)
    assert len(run) > 500 and run.time[0] == 0.0
    again = run.save(tmp_path / path.name).read_bytes()
    assert again == path.read_bytes().replace(b"\r\n", b"\n")


@pytest.mark.parametrize("path", MESSAGES, ids=lambda p: p.stem)
def test_message_files_give_their_integration_table(path):
    run = load(path)
    assert len(run) >= 10 and run.attrs["commands"]
    assert np.all(run["SOLVER.ORDER"] >= 1) and np.all(run["SOLVER.STEP_SIZE"] > 0)


@pytest.mark.parametrize("case", ["Revolute_Case01", "Spherical_Case02", "Universal_Case01", "Universal_Case03"])
def test_request_files_agree_with_the_published_tables(case):
    """The same run as a request file (displacement request 1) and as tab-separated table."""
    run = load(CORPUS / "chrono" / f"test_{case}_ADAMS.req")
    published = load(TABLES / case / f"{case}_ADAMS_Pos.txt")
    for component, column in zip("XYZ", ("X_Pos", "Y_Pos", "Z_Pos"), strict=True):
        np.testing.assert_allclose(run[f"REQ_1.{component}"], published[column], rtol=2e-6, atol=1e-30)


def test_angles_of_displacement_requests_are_degrees():
    """test_Revolute_Case01 starts with REULER 180D, 90D, 180D."""
    run = load(CORPUS / "chrono" / "test_Revolute_Case01_ADAMS.req")
    assert [run[f"REQ_1.{c}"][0] for c in ("PSI", "THETA", "PHI")] == [180.0, 90.0, 180.0]
    assert run.units("REQ_1.PSI") == "deg" and run.units("REQ_2.WX") == "rad/sec" and run.units("REQ_1.X") == "meter"


def test_sensors_and_eigenvalues_of_message_files():
    assert [e.element for e in load(CORPUS / "adamspy" / "FRS5_doe_8.msg").events][:2] == ["Sensor/1000", "Sensor/2001"]
    modes = load(CORPUS / "adamspy" / "LC_4_int_modal.msg").attrs["eigenvalues"]
    assert len(modes) == 2686 and modes[0] == (4.32782, 0.0) and modes[-1] == (-15905.4, 15951.2)
