"""Names, units, expressions, segments and tables of results."""

import numpy as np
import pytest

from bellcrank.errors import ResultsError
from bellcrank.results import Entity, Event, Results, Segment


def small_run() -> Results:
    """Two parts, a joint, a request and a variable; two analyses with a repeated time at the seam."""
    time = np.array([0.0, 0.5, 1.0, 1.0, 2.0])
    entities = [
        Entity("PART_2", "Part", 2, ("X", "VX"), ("mm", "mm/sec")),
        Entity("arm", "Part", 3, ("X", "VX"), ("mm", "mm/sec"), {"path": "robot.arm"}),
        Entity("JOINT_1", "Joint", 1, ("FX", "FY"), ("newton", "newton")),
        Entity("tip", "Request", 7, ("F2", "F3", "F4", "F6", "F7", "F8"), (), {"kind": "displacement"}),
        Entity("load", "ADAMS_Variable", 4, ("Q",)),
    ]
    values = np.column_stack([time, *(k * time + k for k in range(1, 14))])
    attrs = {
        "title": "small",
        "non_unique": ["JOINT_1.FX"],
        "events": [{"time": 1.0, "kind": "sensor", "element": "SENSOR/1", "text": "fired"}],
    }
    return Results(entities, values, attrs, [Segment("static", 0, 3), Segment("dynamic", 3, 5)])


def test_channels_are_entity_dot_component():
    run = small_run()
    assert run.channels[:3] == ["PART_2.X", "PART_2.VX", "arm.X"]
    np.testing.assert_array_equal(run["PART_2.VX"], 2 * run.time + 2)
    assert run.units("PART_2.VX") == "mm/sec" and run.units("load.Q") == "" and run.units("time") == "sec"


@pytest.mark.parametrize(
    "name",
    ["arm.x", "ARM.X", "PART_3.X", "part/3.X", "robot.arm.x", "arm_XFORM.X", " arm.X "],
)
def test_names_are_free_of_case_and_have_aliases(name):
    run = small_run()
    np.testing.assert_array_equal(run[name], 3 * run.time + 3)


@pytest.mark.parametrize("name", ["tip.F6", "REQ_7.F6", "REQUEST/7.PSI", "tip.psi"])
def test_request_components_have_their_typed_names(name):
    run = small_run()
    np.testing.assert_array_equal(run[name], run["tip.F6"])
    assert run.names.column(name) == 10


def test_an_unknown_channel_is_answered_with_near_ones():
    with pytest.raises(ResultsError, match="did you mean PART_2.X"):
        small_run()["PART_2.XX"]
    with pytest.raises(ResultsError, match="JOINT_1 has FX FY"):
        small_run()["JOINT_1.POWER"]


def test_expressions_of_channels():
    run = small_run()
    np.testing.assert_allclose(
        run.evaluate("sqrt(PART_2.VX**2 + arm.VX^2)/2 - pi"), np.hypot(run["PART_2.VX"], run["arm.VX"]) / 2 - np.pi
    )
    np.testing.assert_allclose(run.evaluate("derivative(arm.X)"), 3.0)
    np.testing.assert_allclose(run.evaluate("integral(1)")[-1], 2.0)
    np.testing.assert_allclose(run.evaluate("max(-'arm.X', time*0)"), 0.0)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "(1).__class__",
        "[1,2]",
        "lambda: 1",
        "PART_2.X if 1 else 2",
        "open('x')",
        "1 +",
        "f(1)",
    ],
)
def test_nothing_but_arithmetic_is_let_through(text):
    with pytest.raises(ResultsError):
        small_run().evaluate(text)


def test_segments_share_the_time_of_the_seam():
    run = small_run()
    last, first = run.segment(0), run.segment(1)
    assert last.time[-1] == first.time[0] == 1.0
    assert [s.kind for s in run.segments] == ["static", "dynamic"] and len(first) == 2


def test_summary_is_a_mean_over_time_not_over_rows():
    [row] = small_run().summary(["PART_2.X"])
    assert (row.minimum, row.time_of_minimum, row.maximum, row.time_of_maximum) == (1.0, 0.0, 3.0, 2.0)
    assert row.mean == pytest.approx(2.0)
    assert row.rms == pytest.approx(np.sqrt(np.trapezoid((1 + np.array([0, 0.5, 1, 2])) ** 2, [0, 0.5, 1, 2]) / 2))


def test_pick_keeps_column_order_and_units():
    part = small_run().pick(["arm.*", "PART_2.X"])
    assert part.channels == ["PART_2.X", "arm.X", "arm.VX"]
    np.testing.assert_array_equal(part["arm.VX"], small_run()["arm.VX"])
    assert small_run().pick(["tip.F6"])["REQ_7.PSI"][0] == 10.0


def test_tables_for_pandas_and_xarray():
    pytest.importorskip("pandas")
    frame = small_run().to_pandas()
    assert frame.loc[2.0, "PART_2.X"] == 3.0 and frame.attrs["units"]["arm.VX"] == "mm/sec"
    pytest.importorskip("xarray")
    dataset = small_run().to_xarray()
    assert dataset["arm.VX"].attrs["units"] == "mm/sec" and dataset["arm.VX"].values[0] == 4.0


def test_events_and_doubtful_reactions():
    run = small_run()
    assert run.events == [Event(1.0, "sensor", "SENSOR/1", "fired")] and run.non_unique == {"JOINT_1.FX"}


def test_columns_must_fit():
    with pytest.raises(ValueError, match="3 columns expected"):
        Results([Entity("A", "Part", 1, ("X", "Y"))], np.zeros((4, 2)))
