"""Memory for results does not grow with the length of the run (item S9)."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from bellcrank.results import Entity, ResultsWriter, load
from bellcrank.results.rows import LARGE, FileRows

LONG = """
import sys, time
import numpy as np
from bellcrank.results import Entity, ResultsWriter, load
requests, outputs, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
import h5py
entities = [Entity(f"REQ_{n}", "Request", n, tuple(f"F{k}" for k in range(1, 9)), info={"kind": "function"})
            for n in range(1, requests + 1)]
block = np.random.default_rng(1).normal(size=(100, 1 + 8 * requests))
started = time.perf_counter()
writer = ResultsWriter(path, entities, {"title": "long"})
for n in range(0, outputs, 100):
    block[:, 0] = np.arange(n, n + 100)
    writer.append(block)
run = writer.finish({"end_reason": "done", "successful": True})
seconds = time.perf_counter() - started
again = load(path)
assert len(again) == outputs and again.time[-1] == outputs - 1 and abs(again["REQ_7.F3"][3]) > 0
for suffix in sys.argv[4:]:
    again.save(path + suffix)
from bellcrank.viewer import write_report
write_report(again, path + ".html")
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))  # of this program, not its parent
print(seconds, int(peak.split()[1]) / 1e3)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="the peak of memory is read from /proc")
def test_s9_memory_stays_within_a_block(tmp_path):
    """S9: 134 MB of results, written, read, and written as .req and a report, within 300 MB in all."""
    command = [sys.executable, "-c", LONG, "420", "5000", str(tmp_path / "x.h5"), ".req"]
    said = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    assert said.returncode == 0, said.stderr
    size, peak = (tmp_path / "x.h5").stat().st_size / 1e6, float(said.stdout.split()[1])
    assert size > 130 and peak < 300.0, (size, peak)


def test_s9_results_of_a_large_file_behave_like_others(tmp_path, monkeypatch):
    """S9: columns, rows, segments, summaries and pieces of a file that stays on disk."""
    monkeypatch.setattr("bellcrank.results.h5_reader.LARGE", 1000)
    monkeypatch.setattr("bellcrank.results.rows.BLOCK", 2000)
    rows = np.random.default_rng(2).normal(size=(400, 7))
    rows[:, 0] = np.arange(400)
    writer = ResultsWriter(tmp_path / "x.h5", [Entity(f"A{n}", "Request", n, ("F2", "F3")) for n in (1, 2, 3)], {})
    writer.begin("static")
    writer.append(rows[:1])
    writer.begin("dynamic")
    writer.append(rows[1:])
    run = writer.finish({})
    assert isinstance(run.rows, FileRows) and LARGE > 1000
    np.testing.assert_array_equal(run["A2.F3"], rows[:, 4])
    np.testing.assert_array_equal(run.time, rows[:, 0])
    np.testing.assert_array_equal(run.pick(["A3.*"], np.array([3, 200, 399])).values, rows[[3, 200, 399]][:, [0, 5, 6]])
    np.testing.assert_array_equal(run.segment(1).values, rows[1:])
    assert run.summary()[2].maximum == pytest.approx(rows[:, 3].max())
    np.testing.assert_array_equal(np.concatenate(list(run.blocks())), rows)
    for suffix in (".csv", ".res", ".h5"):
        np.testing.assert_array_equal(load(run.save(tmp_path / f"y{suffix}")).values, rows)
    np.testing.assert_array_equal(run.values, rows)
