"""Every format gives back what was written, to the digits it keeps."""

import numpy as np
import pytest

from bellcrank.results import Entity, Results, Segment, load

POSE = ("X", "Y", "Z", "PSI", "THETA", "PHI")
RATE = ("VX", "VY", "VZ", "WX", "WY", "WZ")
UNITS = ("mm",) * 3 + ("rad",) * 3 + ("mm/sec",) * 3 + ("rad/sec",) * 3


def whole_run() -> Results:
    """Two parts, a joint, two requests and a variable in a static and a dynamic analysis; seeded random numbers."""
    requests = {"kind": "displacement", "i": 21, "j": 11, "comment": "tip of the arm"}
    entities = [
        Entity("PART_2", "Part", 2, POSE + RATE, UNITS),
        Entity("arm", "Part", 3, POSE + RATE, UNITS, {"path": "robot.arm"}),
        Entity("JOINT_1", "Joint", 1, ("FX", "FY"), ("newton", "newton")),
        Entity("tip", "Request", 7, ("F2", "F3", "F4", "F6", "F7", "F8"), ("mm",) * 3 + ("rad",) * 3, requests),
        Entity(
            "load", "Request", 8, tuple(f"F{n}" for n in range(1, 9)), (), {"kind": "function", "comment": "<N & m>"}
        ),
        Entity("v", "ADAMS_Variable", 4, ("Q",)),
    ]
    width = 1 + sum(len(e.components) for e in entities)
    values = np.random.default_rng(3).normal(size=(9, width)) * np.logspace(-3, 3, width)
    values[:, 0] = [0.0, 0.0, 0.1, 0.2, 0.3, 0.3, 0.4, 0.5, 0.6]
    values[4, 3] = 0.0
    units = {"length": "mm", "mass": "kg", "time": "sec", "force": "newton", "angle": "rad"}
    attrs = {
        "title": 'crank "A" & <rod>',
        "units": units,
        "input": np.arange(width).tolist(),
        "non_unique": ["JOINT_1.FX"],
    }
    return Results(
        entities, values, attrs, [Segment("static", 0, 1), Segment("dynamic", 1, 5), Segment("dynamic", 5, 9)]
    )


@pytest.mark.parametrize("suffix", [".h5", ".nc", ".parquet", ".res"])
def test_whole_runs_come_back(tmp_path, suffix):
    run = whole_run()
    again = load(run.save(tmp_path / f"run{suffix}"))
    np.testing.assert_array_equal(again.values, run.values)
    assert again.channels == run.channels and again.segments == run.segments
    assert [again.units(c) for c in again.channels] == [run.units(c) for c in run.channels]
    assert again.attrs["title"] == run.attrs["title"] and list(again.attrs["input"]) == run.attrs["input"]
    assert [(e.type, e.object_id) for e in again.entities] == [(e.type, e.object_id) for e in run.entities]
    assert again["robot.arm.VX"][2] == run["arm.VX"][2]


@pytest.mark.parametrize("suffix", [".csv", ".tab", ".txt"])
def test_tables_keep_names_units_and_every_digit(tmp_path, suffix):
    run = whole_run()
    again = load(run.save(tmp_path / f"run{suffix}"))
    np.testing.assert_array_equal(again.values, run.values)
    assert again.channels == run.channels and again.units("arm.VX") == "mm/sec" and again.units("time") == "sec"


@pytest.mark.parametrize("suffix", [".h5", ".parquet", ".res", ".csv"])
def test_some_channels_only(tmp_path, suffix):
    run = whole_run()
    part = load(run.save(tmp_path / f"run{suffix}"), ["arm.*", "v.q"])
    assert part.channels == [*run.entities[1].channels, "v.Q"]
    np.testing.assert_array_equal(part["arm.PHI"], run["arm.PHI"])
    np.testing.assert_array_equal(part["v.Q"], run["v.Q"])


def test_requests_keep_six_digits_and_write_angles_in_degrees(tmp_path):
    run = whole_run()
    again = load(run.save(tmp_path / "run.req"))
    assert [e.name for e in again.entities] == ["REQ_7", "REQ_8"] and again.units("REQ_7.PSI") == "deg"
    np.testing.assert_allclose(again["REQ_7.F3"], run["tip.F3"], rtol=1e-5)
    np.testing.assert_allclose(again["REQ_7.F6"], np.degrees(run["tip.F6"]), rtol=1e-5)
    np.testing.assert_allclose(again["REQ_8.F8"], run["load.F8"], rtol=1e-5)
    assert again.entities[0].info == {"kind": "displacement", "i": 21, "j": 11, "comment": "tip of the arm"}


def test_graphics_hold_the_motion_of_the_parts(tmp_path):
    run = whole_run()
    again = load(run.save(tmp_path / "run.gra"))
    assert [e.name for e in again.entities] == ["PART_2", "PART_3"]
    np.testing.assert_allclose(again["PART_3.PHI"], run["arm.PHI"], rtol=1e-5)
    np.testing.assert_allclose(
        again.attrs["input"][1:], [*run.attrs["input"][1:7], *run.attrs["input"][13:19]], rtol=1e-5
    )
    text = (tmp_path / "run.gra").read_text()
    assert (
        text.startswith(" A.G8    ")
        and "  MMKGS_N_RACA 1.000000000000000E+03\n" in text
        and "\n  -9.99999E+05\n" in text
    )


def test_res_numbers_its_columns_as_adams_does(tmp_path):
    """The time is 1, then all positions, then all velocities, then the rest."""
    text = whole_run().save(tmp_path / "run.res").read_text()
    assert '<Entity name="arm_XFORM" entity="robot.arm" entType="Part" objectId="3">' in text
    ids = [int(n) for n in __import__("re").findall(r'id="(\d+)" />', text)]
    assert ids[:25] == [1, *range(2, 8), *range(14, 20), *range(8, 14), *range(20, 26)]
    assert '<Data name="modelInput_001" id="1">\n<Step type="input">\n0\n1.0 2.0 3.0 4.0 5.0 6.0\n13.0' in text
    assert '<Data name="dynamic_002" id="4">' in text and '<Component name="Q" id=' in text


def test_out_prints_the_requests(tmp_path):
    lines = whole_run().save(tmp_path / "run.out").read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("REQUEST/7  tip  tip of the arm"))
    assert lines[at + 2].split()[:3] == ["TIME", "F2", "F3"] and lines[at + 3].split()[:2] == ["(sec)", "(mm)"]
    assert float(lines[at + 4].split()[1]) == pytest.approx(whole_run()["tip.F2"][0], rel=1e-5)
    assert any("not unique: JOINT_1.FX" in line for line in lines)


def test_packing_makes_the_file_smaller(tmp_path):
    values = np.zeros((4000, 20))
    values[:, 0] = np.arange(4000)
    run = Results([Entity("A", "Part", 1, tuple(f"C{k}" for k in range(19)))], values)
    plain, packed = run.save(tmp_path / "a.h5"), run.save(tmp_path / "b.h5", compression=1)
    assert packed.stat().st_size < plain.stat().st_size / 5 and len(load(packed)) == 4000


def test_two_entities_of_one_name_stay_apart(tmp_path):
    entities = [
        Entity("arm", "Part", 2, ("X",), (), {"path": "a.arm"}),
        Entity("ARM", "Part", 3, ("X",), (), {"path": "b.arm"}),
    ]
    run = load(Results(entities, np.array([[0.0, 1.0, 2.0]])).save(tmp_path / "x.h5"))
    assert run.channels == ["arm.X", "b.arm.X"] and run["PART_3.X"][0] == 2.0


def test_a_table_without_names_or_with_blanks(tmp_path):
    (tmp_path / "a.txt").write_text("% t   x\n 0 1\n\n 1 2\n")
    assert load(tmp_path / "a.txt")["x"].tolist() == [1.0, 2.0]
    (tmp_path / "b.csv").write_text("0;1;2\n1;;3\n")
    run = load(tmp_path / "b.csv")
    assert run.channels == ["C1", "C2"] and np.isnan(run["C1"][1]) and run["C2"][1] == 3.0
    (tmp_path / "c.csv").write_text('"angle (deg)","Time (sec)","mark (left)"\n5,0,1\n6,1,1\n')
    run = load(tmp_path / "c.csv")
    assert run.units("angle") == "deg" and run.time.tolist() == [0.0, 1.0] and run.channels[1] == "mark (left)"
