"""The commands table, compare, plot and convert, as a user types them."""

import csv
import io

import numpy as np
import pytest

from bellcrank.cli import run as bellcrank
from bellcrank.results import Entity, Results, ResultsWriter, load

TIME = np.linspace(0.0, 1.0, 11)
UNITS = {"length": "mm", "mass": "kg", "time": "sec", "force": "newton", "angle": "rad"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with two runs: ours in mm, and a request file of the same motion in another naming."""
    info = {"kind": "displacement", "i": 21, "j": 1, "comment": "tip"}
    slots = ("F2", "F3", "F4", "F6", "F7", "F8")
    entities = [
        Entity("PART_2", "Part", 2, ("X", "VX"), ("mm", "mm/sec")),
        Entity("JOINT_1", "Joint", 1, ("FX",), ("newton",)),
        Entity("tip", "Request", 7, slots, ("mm",) * 3 + ("rad",) * 3, info),
    ]
    tip = [100 * TIME, 0 * TIME, 50 * TIME**2, 0.4 * TIME, 0 * TIME, 0 * TIME]
    values = np.column_stack([TIME, 10 * TIME, 10 + 0 * TIME, 3 - TIME, *tip])
    run = Results(entities, values, {"title": "crank", "units": UNITS, "non_unique": ["JOINT_1.FX"]})
    run.save(tmp_path / "run.h5")
    run.save(tmp_path / "run.req")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_table_of_channels_and_expressions(folder, capsys):
    assert bellcrank(["table", "run.h5", "part_2.x", "PART_2.X/2 + PART_2.X/2", "--every", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["time", "PART_2.X"] and lines[1].split() == ["[sec]", "[mm]", "[mm]"]
    assert [line.split() for line in lines[3:]] == [["0", "0", "0"], ["0.5", "5", "5"], ["1", "10", "10"]]


def test_table_at_given_times_as_csv(folder, capsys):
    assert bellcrank(["table", "run.h5", "tip.Z", "--times", "0.25,1", "--csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[0] == ["time [sec]", "tip.F4 [mm]"]
    assert float(rows[1][1]) == pytest.approx(50 * 0.25**2, rel=1e-12) and float(rows[2][1]) == 50.0
    assert bellcrank(["table", "run.h5", "tip.Z", "--times", "2"]) == 1
    assert "the run goes from 0 to 1" in capsys.readouterr().err
    assert bellcrank(["table", "run.h5", "tip.Z", "--times", "soon"]) == 2


def test_summary_says_which_reactions_are_not_unique(folder, capsys):
    assert bellcrank(["table", "run.h5", "--summary"]) == 0
    said = capsys.readouterr()
    line = next(line for line in said.out.splitlines() if line.startswith("JOINT_1.FX"))
    assert line.split()[1:7] == ["newton", "2", "1", "3", "0", "2.5"]
    assert "Not unique because of redundant constraints: JOINT_1.FX" in said.err


def test_an_unknown_channel_gets_an_answer(folder, capsys):
    assert bellcrank(["table", "run.h5", "PART_2.XX"]) == 1
    assert "did you mean PART_2.X" in capsys.readouterr().err


def test_compare_matches_requests_by_id_and_converts_degrees(folder, capsys):
    assert bellcrank(["compare", "run.h5", "run.req", "--tolerance", "1e-5"]) == 0
    said = capsys.readouterr().out
    assert "tip.ORIENTATION" in said and "All 4 channels agree within 1e-05." in said and "3 only in A" in said


def test_compare_tells_where_the_difference_is(folder, capsys):
    other = load("run.h5")
    other.values[4, 1] += 1.0
    other.save("other.csv")
    assert bellcrank(["compare", "run.h5", "other.csv", "--tolerance", "0.01"]) == 1
    said = capsys.readouterr().out
    worst = next(line for line in said.splitlines() if line.startswith("PART_2.X")).split()
    assert worst[1:6] == ["mm", "1", "0.1", "0.3015", "0.4"] and "1 of 7 channels differ by more than 0.01." in said
    assert bellcrank(["compare", "run.h5", "other.csv", "--tolerance", "0.01", "--absolute", "2"]) == 0
    assert bellcrank(["compare", "run.h5", "other.csv", "--pair", "PART_2.VX=PART_2.VX*2", "--tolerance", "0.1"]) == 1


def test_compare_with_nothing_in_common(folder, capsys):
    (folder / "x.csv").write_text("time,a\n0,1\n1,2\n")
    assert bellcrank(["compare", "run.h5", "x.csv"]) == 1
    assert "no channel in common" in capsys.readouterr().err


def test_plot_writes_a_picture(folder, capsys):
    pytest.importorskip("matplotlib")
    assert bellcrank(["plot", "run.h5", "PART_2.X", "PART_2.VX"]) == 0
    assert (folder / "run.png").stat().st_size > 5000
    assert bellcrank(["plot", "run.h5", "PART_2.VX", "--x", "PART_2.X", "-o", "phase.svg", "--overlay", "run.h5"]) == 0
    assert "PART_2.VX" in (folder / "phase.svg").read_text()
    assert bellcrank(["plot", "run.h5", "PART_2.X", "--fft", "--x", "PART_2.X"]) == 2


def test_convert_between_formats(folder, capsys):
    assert bellcrank(["convert", "run.h5", "x.res"]) == 0
    assert bellcrank(["convert", "x.res", "y.csv", "-c", "PART_2.*"]) == 0
    assert load("y.csv").channels == ["PART_2.X", "PART_2.VX"]
    assert bellcrank(["convert", "run.h5", "z.h5", "--compress"]) == 0
    np.testing.assert_array_equal(load("z.h5").values, load("run.h5").values)
    assert bellcrank(["convert", "run.h5", "x.msg"]) == 1


def test_convert_rescues_a_damaged_file_and_a_run_that_did_not_end(folder, capsys):
    assert bellcrank(["convert", "run.h5", "x.res"]) == 0
    text = (folder / "x.res").read_text()
    (folder / "x.res").write_text(text[: len(text) * 3 // 4])
    assert bellcrank(["convert", "x.res", "rest.h5"]) == 1
    assert "--partial" in capsys.readouterr().err
    assert bellcrank(["convert", "x.res", "rest.h5", "--partial"]) == 0
    assert 0 < len(load("rest.h5")) < 11
    writer = ResultsWriter("going.h5", [Entity("A", "Part", 1, ("X",))], {})
    writer.append([[0.0, 1.0], [1.0, 2.0]])
    writer.flush()
    assert bellcrank(["table", "going.h5", "A.X"]) == 0
    assert "the run has not ended" in capsys.readouterr().err
    writer.finish()
