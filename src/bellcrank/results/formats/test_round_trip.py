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


DATASET = """two bars
PART/1, GROUND
MARKER/10, PART = 1, QP = 0, 0, 5
PART/2, MASS = 1, CM = 21, IP = 1, 1, 1, QG = 10, 0, 0, REULER = 90D, 0, 0
MARKER/20, PART = 2, QP = 1, 2, 3, REULER = 90D, 90D, 0
MARKER/21, PART = 2
PART/3, MASS = 1, CM = 30, IP = 1, 1, 1
MARKER/30, PART = 3
JOINT/7, REVOLUTE, I = 20, J = 10
END
"""


def test_graphics_describe_markers_and_joints(tmp_path):
    """Markers are given in the frame of their part, parts and markers are counted from 1."""
    run = whole_run()
    run.attrs["dataset"] = DATASET
    lines = run.save(tmp_path / "run.gra").read_text().splitlines()
    assert lines[2] == "     3    4    0    0    1    0    0    0    0"
    assert [line.split() for line in lines[3:7]] == [["1", "1"], ["2", "1"], ["3", "1"], ["7", "2", "1"]]
    assert lines[9] == "         20         2  1.00000E+00  2.00000E+00  3.00000E+00       0"
    assert lines[10] == "   1.57080E+00  1.57080E+00  0.00000E+00"
    np.testing.assert_allclose(load(tmp_path / "run.gra")["PART_2.X"], run["PART_2.X"], rtol=1e-5)


XRF = """<?xml version="1.0" encoding="UTF-8"?>
<Results xmlns="http://www.mscsoftware.com/:xrf10">
<Bibliography><File schema="xrf" version="2.0.0.0" /></Bibliography>
<Analysis name="run" executionDate="2021-02-05 19:56:30">
<ModelInfo title="Adams View model name: cart" /><Units angle="deg" length="mm" mass="kg" time="sec" />
<StepMap name="map_001">
<Entity name="time"><Component name="TIME" unitsValue="sec" id="1" /></Entity>
<Entity name="cart_XFORM" entity="cart" entType="Part" objectId="2">
<Component name="X" unitsValue="mm" id="2" /><Component name="VX" unitsValue="mm/sec" id="4" /></Entity>
<Entity name="arm_XFORM" entity="arm" entType="Part" objectId="3">
<Component name="X" unitsValue="mm" id="3" /><Component name="VX" unitsValue="mm/sec" id="5" /></Entity>
<Entity name="ctrl_pinput" entity="Plant.ctrl_pinput" entType="Plant_Input" objectId="1">
<Component name="IN1" id="6" /></Entity>
</StepMap>
<Data name="modelInput_001" id="1"><Step type="input">
0
1 2
0 0 0
</Step></Data>
<Data name="initialConditions_001" id="2"><Step type="initialConditions">0 1 2
3 4
5</Step></Data>
<Data name="dynamic_001" id="3">
<Step type="dynamic">
0.01
1.5 -2.1890475540000001E-014
3.0302583360000003E-002
 4 7
</Step>
<Step type="dynamic"> 0.02 1.6 0 0 0 8 </Step>
</Data>
<TerminationStatus runTermObject="" runStatus="Successful" />
</Analysis>
</Results>
"""


def test_res_in_the_manner_of_adams(tmp_path):
    """Ids out of order, numbers over several lines, exponents of three digits, an input step, degrees."""
    (tmp_path / "x.res").write_text(XRF)
    run = load(tmp_path / "x.res")
    assert run.channels == ["cart.X", "cart.VX", "arm.X", "arm.VX", "ctrl_pinput.IN1"]
    assert run.time.tolist() == [0.0, 0.01, 0.02] and [s.kind for s in run.segments] == ["initialConditions", "dynamic"]
    assert run["arm.X"].tolist() == [2.0, -2.1890475540000001e-14, 0.0] and run["cart.VX"][1] == 3.0302583360000003e-02
    assert run["Plant.ctrl_pinput.IN1"].tolist() == [5.0, 7.0, 8.0] and run["PART_2.X"][0] == 1.0
    assert run.attrs["input"] == [0.0, 1.0, 0.0, 2.0, 0.0, 0.0] and run.attrs["units"]["angle"] == "deg"
    assert run.attrs["title"] == "Adams View model name: cart" and run.attrs["end_reason"] == "Successful"


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


@pytest.mark.parametrize("suffix", [".h5", ".csv", ".parquet", ".res"])
def test_strange_numbers_survive(tmp_path, suffix):
    strange = [5e-324, 1.7976931348623157e308, -1e-300, 1 / 3, np.inf, -np.inf, np.nan]
    run = Results([Entity("A", "Request", 1, ("F2",))], np.column_stack([np.arange(7), strange]), {"successful": False})
    again = load(run.save(tmp_path / f"x{suffix}"))
    np.testing.assert_array_equal(again["A.F2"], strange)
    assert suffix == ".csv" or again.attrs["successful"] is False


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
