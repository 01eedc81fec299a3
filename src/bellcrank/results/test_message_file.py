"""What the message file says can be read back, and looks as scripts expect it."""

import pytest

from bellcrank.results import load
from bellcrank.results.message_file import MessageFile, clock_seconds, clock_text


def test_the_messages_of_a_run(tmp_path):
    log = MessageFile(tmp_path / "run.msg")
    log.command("file/model=crank")
    log.title("crank")
    log.begin_static()
    log.end_static(41, 3.65312e-08)
    log.begin_simulation("Dynamic", "Gstiff I3", ["The system is modelled with INDEX-3 DAEs."])
    log.redundant(0.0, [("Zi.Xj", "JOINT_2")])
    log.warning("two markers\nare apart")
    log.progress(0.0, 5e-3, 0, 0, 1, 0.02)
    log.progress(2.0, 0.1, 56, 27, 2, 62.3)
    log.end_simulation()
    log.eigenvalues(2.0, [-4.32782 + 0j, complex(-27.7027, 0.159566)])
    log.finish(elapsed=0.06, cpu=0.09)
    text = (tmp_path / "run.msg").read_text()
    assert "\n   0.00000E+00  5.00000E-03            0            0       1            0.02 \n" in text
    assert "\n   2.00000E+00  1.00000E-01           56           27       2            1:02 \n" in text
    assert (
        "\n         1             -4.32782E+00\n         2             -2.77027E+01    +/-        1.59566E-01\n" in text
    )
    assert "Elapsed time = 0.06s,  CPU time = 0.09s,  150.00%" in text and "Adams" not in text
    run = load(tmp_path / "run.msg")
    assert run["SOLVER.STEPS"].tolist() == [0, 27] and run["SOLVER.CPU"].tolist() == [0.02, 62.0]
    assert run.attrs["title"] == "crank" and run.attrs["statics"] == [{"iterations": 41, "imbalance": 3.65312e-08}]
    assert run.attrs["redundant"] == [["Zi.Xj", "JOINT_2"]]
    assert run.attrs["messages"] == [{"severity": "warning", "text": "two markers\nare apart"}]
    assert run.attrs["eigenvalues"] == [(-4.32782, 0.0), (-27.7027, 0.159566)]
    assert run.attrs["statistics"] == {"elapsed": 0.06, "cpu": 0.09} and run.attrs["end_reason"] == "finished"


def test_a_static_analysis_that_fails(tmp_path):
    log = MessageFile(None)
    log.begin_static()
    log.end_static(100, 2.5, converged=False)
    assert any("static equilibrium analysis has not been successful" in line for line in log.lines)


@pytest.mark.parametrize("seconds", [0.0, 59.99, 60.0, 61.0, 3599.0, 3600.0, 86400.0])
def test_clock_times(seconds):
    assert clock_seconds(clock_text(seconds)) == pytest.approx(seconds)
