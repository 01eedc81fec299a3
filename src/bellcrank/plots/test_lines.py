"""What is in a picture: lines, axes, units, dashes."""

import numpy as np
import pytest

from bellcrank.errors import ResultsError
from bellcrank.plots import plot
from bellcrank.plots.style import pretty, quantity
from bellcrank.results import Entity, Results

pytest.importorskip("matplotlib")

TIME = np.linspace(0.0, 2.0, 201)


def run(scale: float = 1.0, length: str = "mm") -> Results:
    entities = [
        Entity("PART_2", "Part", 2, ("X", "Y", "VX"), (length, length, f"{length}/sec")),
        Entity("JOINT_1", "Joint", 1, ("FX", "FY"), ("newton", "newton")),
    ]
    columns = [np.sin(9 * TIME), np.cos(9 * TIME), 9 * np.cos(9 * TIME)]
    values = np.column_stack([TIME, *(scale * c for c in columns), 5 + TIME, 3 * TIME])
    events = [{"time": 0.5, "kind": "sensor", "element": "SENSOR/1", "text": "fired"}]
    return Results(entities, values, {"title": "crank", "non_unique": ["JOINT_1.FX"], "events": events})


def lines(figure):
    """Drawn lines that carry data, by label."""
    return {line.get_label(): line for axis in figure.axes for line in axis.get_lines() if len(line.get_xdata()) > 2}


def test_two_units_share_a_panel_with_two_axes():
    figure = plot(run(), "PART_2.X", "PART_2.Y", "PART_2.VX")
    left, right = figure.axes
    assert left.get_ylabel() == "length [mm]" and right.get_ylabel() == "PART_2.VX [mm/s]"
    assert left.get_xlabel() == "time [s]" and figure.get_suptitle() == "crank"
    np.testing.assert_array_equal(lines(figure)["PART_2.VX"].get_ydata(), run()["PART_2.VX"])


def test_three_units_get_three_panels():
    assert len(plot(run(), "PART_2.*", "JOINT_1.FY").axes) == 3


def test_the_lines_of_a_panel_have_colours_of_their_own():
    """Two axes of one panel share the series of colours; panels each begin it anew."""
    two = lines(plot(run(), "PART_2.X", "PART_2.Y", "PART_2.VX"))
    assert len({line.get_color() for line in two.values()}) == 3
    three = lines(plot(run(), "PART_2.X", "PART_2.VX", "JOINT_1.FY"))
    assert {line.get_color() for line in three.values()} == {"C0"}


def test_many_panels_make_the_picture_higher():
    assert plot(run(), "PART_2.X").get_size_inches()[1] == 5.5
    assert plot(run(), "PART_2.*", "JOINT_1.FY").get_size_inches()[1] == pytest.approx(6.6)


def test_a_difference_of_channels_is_drawn():
    drawn = lines(plot(run(), "PART_2.X - PART_2.Y", "2*PART_2.X"))
    np.testing.assert_allclose(drawn["PART_2.X - PART_2.Y"].get_ydata(), run()["PART_2.X"] - run()["PART_2.Y"])


def test_a_path_has_equal_scales():
    figure = plot(run(), "PART_2.Y", x="PART_2.X")
    [axis] = figure.axes
    assert axis.get_aspect() == 1.0 and axis.get_xlabel() == "PART_2.X [mm]"
    np.testing.assert_array_equal(axis.get_lines()[0].get_xdata(), run()["PART_2.X"])


def test_reactions_that_are_not_unique_are_dashed():
    drawn = lines(plot(run(), "JOINT_1.*", "hypot(JOINT_1.FX, JOINT_1.FY)"))
    assert drawn["JOINT_1.FX, not unique"].get_linestyle() == "--" and drawn["JOINT_1.FY"].get_linestyle() == "-"
    assert drawn["hypot(JOINT_1.FX, JOINT_1.FY), not unique"].get_linestyle() == "--"


def test_an_overlaid_run_is_converted_to_the_units_of_the_first():
    drawn = lines(plot(run(), "part_2.x", overlay=[run(1e-3, "meter")], names=["ours", "theirs"]))
    np.testing.assert_allclose(drawn["PART_2.X (theirs)"].get_ydata(), run()["PART_2.X"], atol=1e-12)
    assert drawn["PART_2.X (theirs)"].get_color() == drawn["PART_2.X (ours)"].get_color()


def test_spectra_have_their_units():
    figure = plot(run(), "PART_2.X", kind="psd")
    assert figure.axes[0].get_ylabel() == "power density of PART_2.X [mm²·s]" and figure.axes[0].get_yscale() == "log"
    assert plot(run(), "PART_2.X", kind="fft").axes[0].get_xlabel() == "frequency [Hz]"


@pytest.mark.parametrize(("suffix", "start"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")])
def test_pictures_are_written(tmp_path, suffix, start):
    run().plot("PART_2.X", path=tmp_path / f"x{suffix}")
    assert (tmp_path / f"x{suffix}").read_bytes().startswith(start)


def test_mistakes_are_explained(tmp_path):
    with pytest.raises(ResultsError, match="did you mean PART_2.X"):
        plot(run(), "PART_2.XX")
    with pytest.raises(ResultsError, match="use .png, .svg or .pdf"):
        plot(run(), "PART_2.X", path=tmp_path / "x.doc")
    with pytest.raises(ResultsError, match="no plot of kind"):
        plot(run(), "PART_2.X", kind="pie")
    other = Results([Entity("PART_2", "Part", 2, ("X",), ("newton",))], np.column_stack([TIME, TIME]))
    with pytest.raises(ResultsError, match="cannot share an axis"):
        plot(run(), "PART_2.X", overlay=[other])


def test_units_as_engineers_write_them():
    assert [pretty(u) for u in ("newton-mm", "meter/sec**2", "rad", "")] == ["N·mm", "m/s²", "rad", ""]
    assert quantity("pound_force-inch") == "torque" and quantity("furlong") == ""
