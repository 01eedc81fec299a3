"""The file of a running analysis: speed, killed processes, full disks, netCDF tools."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

from bellcrank.errors import ResultsError
from bellcrank.results import Entity, ResultsWriter, h5_reader, load

PARTS = [Entity(f"PART_{i}", "Part", i, ("X", "Y"), ("mm", "mm")) for i in (2, 3)]


def rows(first: int, count: int) -> np.ndarray:
    """Recognisable rows: time, then 10 t, 20 t, ..."""
    t = np.arange(first, first + count) * 0.01
    return np.column_stack([t, 10 * t, 20 * t, 30 * t, 40 * t])


def test_blocks_segments_events_and_attributes_come_back(tmp_path):
    path = tmp_path / "run.h5"
    writer = ResultsWriter(path, PARTS, {"title": "crank", "units": {"time": "sec"}, "dataset": "crank\n!" * 30000})
    writer.begin("static")
    writer.append(rows(0, 1)[0])
    writer.begin("dynamic")
    writer.append(rows(0, 300))
    writer.event(0.5, "contact", "CONTACT/1", "made")
    run = writer.finish(
        {"end_reason": "end time reached", "non_unique": {"PART_2.X"}, "statistics": {"steps": np.int64(7)}}
    )
    again = load(path)
    for result in (run, again):
        np.testing.assert_array_equal(result.values, np.vstack([rows(0, 1), rows(0, 300)]))
        assert [tuple(s) for s in result.segments] == [("static", 0, 1), ("dynamic", 1, 301)]
        assert result.events[0].element == "CONTACT/1"
    assert again.attrs["statistics"] == {"steps": 7} and again.non_unique == {"PART_2.X"} and again.attrs["finished"]
    assert again.units("PART_3.Y") == "mm" and again.attrs["dataset"] == "crank\n!" * 30000


@pytest.mark.parametrize("channels", [2, 700, 5000])
@pytest.mark.parametrize("compression", [0, 1])
def test_rows_in_blocks_of_any_length_come_back(tmp_path, channels, compression):
    """Whole chunks, parts of chunks, blocks over several flushes, and flushes in between."""
    chance = np.random.default_rng(channels)
    wanted = chance.normal(size=(900 if channels < 5000 else 300, 1 + channels))
    wanted[:, 0] = np.arange(len(wanted))
    path, n = tmp_path / "run.h5", 0
    writer = ResultsWriter(path, [Entity("A", "Request", 1, tuple(f"C{k}" for k in range(channels)))], {})
    while n < len(wanted):
        block = wanted[n : n + chance.integers(0, 290)].copy()
        writer.append(block)
        block[:] = np.nan  # it belongs to the caller
        n += len(block)
        if chance.random() < 0.3:
            writer.flush()
    run = writer.finish({})
    again = load(run.save(tmp_path / "again.h5", compression=compression))
    for result in (run, load(path), again):
        np.testing.assert_array_equal(result.values, wanted)


def test_without_a_path_the_rows_stay_in_memory():
    writer = ResultsWriter(None, PARTS, {})
    writer.append(rows(0, 500))
    writer.append(rows(500, 3))
    np.testing.assert_array_equal(writer.finish({"end_reason": "done"}).values, rows(0, 503))
    np.testing.assert_array_equal(writer.results().values, rows(0, 503))


def test_the_file_can_be_read_while_it_grows(tmp_path):
    writer = ResultsWriter(tmp_path / "run.h5", PARTS, {"title": "growing"})
    writer.append(rows(0, 10))
    writer.flush()
    path = str(tmp_path / "run.h5")
    code = f"from bellcrank.results import load; run = load({path!r}); print(len(run), run.attrs['finished'])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["10", "False"]
    writer.finish()


def test_a_reader_between_two_steps_of_the_writer_sees_no_row_that_is_not_there(tmp_path):
    writer = ResultsWriter(tmp_path / "run.h5", PARTS, {"title": "growing"})
    writer.append(rows(0, 10))
    writer.flush()
    for name in ("values", "segment", "analysis", "time"):
        writer._file.file[name].resize(25, axis=0)
        writer._file.file[name].flush()
        np.testing.assert_array_equal(load(writer.path).values, rows(0, 10))
        np.testing.assert_array_equal(h5_reader.rows_after(writer.path, 4)[0], rows(4, 6))
    writer.append(rows(10, 15))
    np.testing.assert_array_equal(writer.finish().values, rows(0, 25))


@pytest.mark.parametrize("lost", [0, 100, 1000])
def test_a_reader_of_a_head_that_is_just_written_is_told_to_look_again(tmp_path, lost):
    """The head of the file moves when it is closed: a KeyError of HDF5 for who looks in this moment."""
    writer = ResultsWriter(tmp_path / "run.h5", PARTS, {})
    writer.append(rows(0, 20))
    writer.flush()
    content = (tmp_path / "run.h5").read_bytes()
    writer.finish()
    path = tmp_path / "moment.h5"
    path.write_bytes(content[:48] + bytes(200) + content[248:] if not lost else content[:lost])
    with pytest.raises(ResultsError):
        h5_reader.rows_after(path, 0)


def test_a_killed_process_leaves_a_readable_file(tmp_path):
    """The child says how many rows it has flushed; after kill -9 at least these must be there, all of them correct."""
    path = tmp_path / "run.h5"
    code = f"""
        import numpy as np
        from bellcrank.results import Entity, ResultsWriter
        writer = ResultsWriter({str(path)!r}, [Entity("A", "Part", 1, tuple("ABCDEFGH"))], {{"title": "to be killed"}})
        n = 0
        while True:
            t = np.arange(n, n + 50) * 0.01
            writer.append(np.column_stack([t] + [k * t for k in range(1, 9)]))
            writer.flush()
            n += 50
            print(n, flush=True)
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    said = 0
    until = time.monotonic() + 60
    while said < 2000 and time.monotonic() < until:
        said = int(child.stdout.readline())
    os.kill(child.pid, signal.SIGKILL)
    said = max([said, *(int(line) for line in child.stdout.read().split("\n")[:-1])])
    child.wait()
    run = load(path)
    assert len(run) >= said >= 2000
    assert not run.attrs["finished"] and "killed" in run.attrs["end_reason"] and run.attrs["title"] == "to be killed"
    np.testing.assert_array_equal(run["A.H"], 8 * run.time)
    np.testing.assert_array_equal(run.time, np.arange(len(run)) * 0.01)
    run.save(tmp_path / "mended.h5")
    assert len(load(tmp_path / "mended.h5")) == len(run)


def test_a_full_disk_loses_no_row(tmp_path):
    """A limit on the file size stands for the full disk: the rows on disk stay, the rest is still in memory."""
    code = f"""
        import json, resource, signal
        import numpy as np
        from bellcrank.errors import ResultsError
        from bellcrank.results import Entity, ResultsWriter, load
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        writer = ResultsWriter({str(tmp_path / "run.h5")!r}, [Entity("A", "Part", 1, tuple("ABCDEFGH"))], {{}})
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, resource.RLIM_INFINITY))
        n, message = 0, ""
        while not message and n < 100_000:
            t = np.arange(n, n + 256) * 0.01
            n += 256
            try:
                writer.append(np.column_stack([t] + [k * t for k in range(1, 9)]))
            except ResultsError as error:
                message = str(error)
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        run = writer.results()
        right = bool(np.array_equal(run["A.H"], 8 * run.time) and np.array_equal(run.time, np.arange(n) * 0.01))
        run.save({str(tmp_path / "saved.h5")!r})
        print(json.dumps([n, len(run), len(load({str(tmp_path / "run.h5")!r})), right, message]))
    """
    said = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120)
    assert said.returncode == 0, said.stderr
    appended, kept, on_disk, right, message = json.loads(said.stdout)
    assert "cannot be written further; it holds the first" in message
    assert kept == appended and right and 0 < on_disk < appended
    assert len(load(tmp_path / "saved.h5")) == appended and len(load(tmp_path / "run.h5")) == on_disk


def test_an_exception_during_the_run_ends_up_in_the_file(tmp_path):
    def failing_run():
        with ResultsWriter(tmp_path / "run.h5", PARTS, {}) as writer:
            writer.append(rows(0, 4))
            raise RuntimeError("step too small")

    with pytest.raises(RuntimeError):
        failing_run()
    run = load(tmp_path / "run.h5")
    assert len(run) == 4 and run.attrs["end_reason"] == "step too small"


def test_xarray_opens_the_file_without_help(tmp_path):
    xarray = pytest.importorskip("xarray")
    pytest.importorskip("h5netcdf")
    writer = ResultsWriter(
        tmp_path / "run.h5", PARTS, {"title": "x", "units": {"time": "sec"}, "dataset": "y" * 200_000}
    )
    writer.append(rows(0, 20))
    writer.finish()
    with xarray.open_dataset(tmp_path / "run.h5", engine="h5netcdf") as data:
        np.testing.assert_array_equal(data["values"].sel(channel="PART_3.Y").values, rows(0, 20)[:, 4])
        assert data["time"].attrs["units"] == "sec" and str(data["units"].sel(channel="PART_2.X").values) == "mm"
        np.testing.assert_array_equal(data["time"].values, rows(0, 20)[:, 0])


def test_only_the_channels_asked_for_are_kept(tmp_path):
    writer = ResultsWriter(tmp_path / "run.h5", PARTS, {"input": [0.0, 1.0, 2.0, 3.0, 4.0]})
    writer.append(rows(0, 20))
    writer.finish()
    run = load(tmp_path / "run.h5", ["part_3.*"])
    assert run.values.shape == (20, 3) and run.attrs["input"] == [0.0, 3.0, 4.0]
    np.testing.assert_array_equal(run["PART_3.X"], rows(0, 20)[:, 3])


def test_ten_thousand_rows_of_four_hundred_channels_in_less_than_a_second(tmp_path, cpu_seconds):
    parts = [Entity(f"P{i}", "Part", i, tuple(f"C{k}" for k in range(20))) for i in range(20)]
    values = np.random.default_rng(1).random((10_001, 401))

    def write():
        writer = ResultsWriter(tmp_path / "run.h5", parts, {})
        for first in range(0, len(values), 100):
            writer.append(values[first : first + 100])
        writer.finish()

    assert cpu_seconds(write) < 1.0


def test_a_folder_that_does_not_exist_is_named(tmp_path):
    with pytest.raises(ResultsError, match="nowhere"):
        ResultsWriter(tmp_path / "nowhere" / "run.h5", PARTS, {})


def test_a_full_disk_at_the_start_keeps_the_old_results(tmp_path, monkeypatch):
    def no_room(*_):
        raise OSError(28, "No space left on device")

    old = ResultsWriter(tmp_path / "run.h5", PARTS, {"title": "old"})
    old.append(rows(0, 5))
    old.finish()
    monkeypatch.setattr("bellcrank.results.room._allocate", no_room)
    for name in ("run.h5", "new.h5"):
        with pytest.raises(ResultsError, match="No space left on device"):
            ResultsWriter(tmp_path / name, PARTS, {})
    assert load(tmp_path / "run.h5").attrs["title"] == "old" and not (tmp_path / "new.h5").exists()
