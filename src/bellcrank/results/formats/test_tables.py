"""Tables of text: several of them in one file."""

import numpy as np
import pytest

from bellcrank.errors import ResultsError
from bellcrank.results import load

TWO = """plot_1: the crank

 Time (sec)\tcrank.X (mm)\tcrank.Y (mm)
 0.0\t1.0\t2.0
 0.1\t1.5\t2.5
 0.2\t2.0\t3.0

plot_2: the spring
 Time (sec)\tspring.FORCE (newton)
 0.0\t10.0
 0.2\t30.0
"""


def test_r6_a_tab_of_adams_view_holds_several_tables(tmp_path):
    """R6: it was called broken at the second head."""
    path = tmp_path / "plots.tab"
    path.write_text(TWO)
    run = load(path)
    assert run.channels == ["crank.X", "crank.Y", "spring.FORCE"] and run.units("spring.FORCE") == "newton"
    np.testing.assert_array_equal(run.time, [0.0, 0.1, 0.2])
    np.testing.assert_array_equal(run["crank.Y"], [2.0, 2.5, 3.0])
    np.testing.assert_array_equal(run["spring.FORCE"], [10.0, np.nan, 30.0])


def test_the_same_names_twice_stay_apart(tmp_path):
    path = tmp_path / "plots.tab"
    path.write_text("Time\tX\n0\t1\n1\t2\nTime\tX\n0\t3\n1\t4\n")
    run = load(path)
    assert len(run.channels) == 2 and run[run.channels[1]].tolist() == [3.0, 4.0]


def test_a_broken_row_is_no_head(tmp_path):
    path = tmp_path / "plots.tab"
    path.write_text("Time\tX\n0\t1\n1\tabc\n2\t3\n")
    with pytest.raises(ResultsError, match="broken here"):
        load(path)


def test_words_at_the_end_are_no_table(tmp_path):
    """A line of words with no numbers after it is damage, as before."""
    path = tmp_path / "plots.tab"
    path.write_text("Time\tX\n0\t1\n1\t2\nthe end\tof it\n")
    with pytest.raises(ResultsError, match="broken here"):
        load(path)
