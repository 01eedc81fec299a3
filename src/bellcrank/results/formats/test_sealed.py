"""Damaged files are refused at once, with what could be saved (item S1 of the safety review)."""

from __future__ import annotations

import contextlib
import shutil
import struct
import subprocess
import sys
import time

import numpy as np
import pytest

from bellcrank.errors import ResultsError
from bellcrank.results import Entity, Results, ResultsWriter, load, seal
from bellcrank.results.calm_file import lookup3

ENTITIES = [Entity("A", "Request", 1, ("F2", "F3"))]
ROWS = np.column_stack([np.arange(900) * 0.1, np.ones(900), np.arange(900)])


@pytest.fixture(scope="module", params=[".h5", ".res", ".parquet"])
def whole(request, tmp_path_factory):
    """A finished file that notices every change."""
    if request.param == ".parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path_factory.mktemp("whole") / f"run{request.param}"
    return Results(ENTITIES, ROWS, {"title": "t"}).save(path)


def refused(path) -> str:
    """What is said about a file, within a second."""
    started = time.monotonic()
    with pytest.raises(ResultsError) as error:
        load(path)
    assert time.monotonic() - started < 3.0  # a second, on a busy machine
    return str(error.value)


@pytest.mark.parametrize("lost", [1, 2, 7, 30, 0.5, 0.9])
def test_s1_a_file_that_was_cut_is_refused(tmp_path, whole, lost):
    """S1: a file cut in half made `table` wait for ever, one cut by 1 to 30 bytes was read with exit code 0."""
    content = whole.read_bytes()
    path = tmp_path / whole.name
    path.write_bytes(content[: -lost if lost >= 1 else int(lost * len(content))])
    assert whole.name in refused(path)


def test_s1_a_run_stopped_while_its_file_was_being_closed(tmp_path):
    """S1: all is there but the seal: the rows are read, and the run counts as not ended."""
    path = Results(ENTITIES, ROWS).save(tmp_path / "run.h5")
    path.write_bytes(path.read_bytes()[: -len(seal.HDF5 % (0, 0))])
    run = load(path)
    np.testing.assert_array_equal(run.values, ROWS)
    assert run.attrs["finished"] is False and "being closed" in run.attrs["end_reason"]


def test_s1_a_run_killed_while_its_file_was_being_closed(tmp_path):
    """S1: the attributes say that it has ended, room is still reserved behind them, and there is no seal yet."""
    path = tmp_path / "run.h5"
    script = (
        "import os, sys, numpy as np\nfrom pathlib import Path\nfrom bellcrank.results.formats import hdf5\n"
        "file = hdf5._open_again(Path(sys.argv[1]))\nfile.attrs['finished'] = np.int8(1)\nfile.flush()\n"
        "os.truncate(sys.argv[1], os.path.getsize(sys.argv[1]) + 5000)\nos.kill(os.getpid(), 9)\n"
    )
    path.write_bytes(Results(ENTITIES, ROWS).save(tmp_path / "whole.h5").read_bytes()[: -len(seal.HDF5 % (0, 0))])
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    run = load(path)
    np.testing.assert_array_equal(run.values, ROWS)
    assert run.attrs["finished"] is False and "being closed" in run.attrs["end_reason"]


def test_s1_a_changed_byte_is_noticed(tmp_path, whole):
    """S1: wherever it is, in numbers too."""
    content = whole.read_bytes()
    for at in range(100, len(content) - 10, len(content) // 60):
        path = tmp_path / whole.name
        path.write_bytes(content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :])
        if whole.suffix == ".parquet":  # its statistics, which nobody reads here, have no checksum
            with contextlib.suppress(ResultsError):
                np.testing.assert_array_equal(load(path).values, ROWS)
            continue
        assert whole.name in refused(path), at


def test_s1_what_could_be_saved_is_told_and_read(tmp_path):
    """S1: a changed number near the end: the rows are there, with partial."""
    path = Results(ENTITIES, ROWS).save(tmp_path / "run.h5")
    content = bytearray(path.read_bytes())
    content[content.index(struct.pack("<d", 777.0))] ^= 1
    path.write_bytes(content)
    assert "read the 900 rows that are there with partial=True" in refused(path)
    run = load(path, partial=True)
    assert len(run) == 900 and run.attrs["finished"] is False and "damaged" in run.attrs["end_reason"]


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """What a killed run leaves behind: no seal, and the mark of its writer."""
    folder = tmp_path_factory.mktemp("killed")
    writer = ResultsWriter(folder / "run.h5", ENTITIES, {"title": "t"})
    writer.append(ROWS)
    writer.flush()
    shutil.copyfile(folder / "run.h5", folder / "killed.h5")
    writer.finish()
    return folder / "killed.h5"


def test_s1_a_killed_run_is_read_and_known_as_such(killed):
    run = load(killed)
    np.testing.assert_array_equal(run.values, ROWS)
    assert run.attrs["finished"] is False


def test_s1_a_damaged_file_of_a_killed_run_never_waits(tmp_path, killed):
    """S1: HDF5 would look a hundred times at a checksum that does not fit, and double the pause each time."""
    content = killed.read_bytes()
    path = tmp_path / "x.h5"
    damaged = [content[:at] + bytes([content[at] ^ 255]) + content[at + 1 :] for at in range(0, 9000, 97)]
    damaged += [content[:length] for length in (100, 5000, len(content) // 3, len(content) // 2)]
    for number, bytes_ in enumerate(damaged):
        path.write_bytes(bytes_)
        started, run = time.monotonic(), None
        with contextlib.suppress(ResultsError):
            run = load(path)
        assert time.monotonic() - started < 3.0, number
        assert run is None or run.attrs["finished"] is False


@pytest.mark.parametrize(
    "spoil",
    [
        lambda f: f.attrs.__delitem__("entities"),
        lambda f: f.attrs.__setitem__("entities", "{"),
        lambda f: f.attrs.__setitem__("entities", '[{"name": 3}]'),
        lambda f: f.attrs.__setitem__("attrs", "[]"),
        lambda f: f.__delitem__("time"),
        lambda f: f.__delitem__("segment"),
        lambda f: [f[n].resize(2_000_000_000, axis=0) for n in ("time", "values", "segment", "analysis")],
        lambda f: f.attrs.__setitem__("bellcrank_results", "x"),
    ],
)  # fmt: skip
def test_s1_objects_that_are_missing_or_wrong_are_no_internal_error(tmp_path, spoil):
    """S1: also a file that claims 2e9 rows, sealed by whoever made it so."""
    import h5py

    from bellcrank.results import seal

    path = Results(ENTITIES, ROWS).save(tmp_path / "run.h5")
    with h5py.File(path, "r+") as file:
        spoil(file)
    seal.close(path)
    assert "run.h5" in refused(path)


@pytest.mark.parametrize("way", ["external", "virtual", "soft", "raw"])
def test_s1_numbers_of_another_file_are_not_read(tmp_path, way):
    """S1: HDF5 follows links of a file to any other one of the computer."""
    import h5py

    path = Results(ENTITIES, ROWS).save(tmp_path / "run.h5")
    other = str(Results(ENTITIES, ROWS).save(tmp_path / "other.h5"))
    with h5py.File(path, "r+") as file:
        del file["values"]
        if way == "virtual":
            layout = h5py.VirtualLayout((900, 2), "f8")
            layout[:] = h5py.VirtualSource(other, "values", (900, 2))
            file.create_virtual_dataset("values", layout)
        elif way == "raw":
            file.create_dataset("values", (900, 2), "f8", external=[(other, 0, 14400)])
        else:
            file["values"] = h5py.ExternalLink(other, "/values") if way == "external" else h5py.SoftLink("/time")
    seal.close(path)
    assert "lie in another one" in refused(path)


@pytest.mark.parametrize("channels", [1, 700, 9000])
def test_s9_the_seal_made_while_writing_is_that_of_the_file(tmp_path, channels):
    """S9: what was written is not read again; blocks of any length, whole chunks and parts of them."""
    entity, path, chance = Entity("A", "Request", 1, tuple(f"C{k}" for k in range(channels))), tmp_path / "x.h5", 7
    writer = ResultsWriter(path, [entity], {})
    for _ in range(20):
        chance = chance * 31 % 101
        writer.append(np.full((chance, 1 + channels), 1.0 / chance))
        if chance % 3 == 0:
            writer.flush()
    writer.finish({})
    sealed = path.read_bytes()
    path.write_bytes(sealed[: -len(seal.HDF5 % (0, 0))])
    seal.close(path)
    assert path.read_bytes() == sealed and seal.look(path) == seal.WHOLE


def test_s7_damaged_parquet_with_wrong_description(tmp_path):
    """S7: what stands in the metadata may be anything."""
    from bellcrank.results.formats import parquet as parquet_format

    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    for text in ("{", '{"entities": 3}', '{"segments": [1]}'):
        schema = pyarrow.schema([("time", pyarrow.float64()), ("a", pyarrow.float64())])
        known = {b"bellcrank": text.encode(), b"bellcrank-check": parquet_format._checksum(text.encode(), schema)}
        schema = schema.with_metadata(known)
        parquet.write_table(pyarrow.table([[0.0], [1.0]], schema=schema), tmp_path / "x.parquet")
        refused(tmp_path / "x.parquet")


def test_s1_a_table_that_does_not_fit_into_memory_is_refused(tmp_path, monkeypatch):
    """S1: 300 million equal numbers are 3 MB of a Parquet file."""
    pytest.importorskip("pyarrow")
    path = Results(ENTITIES, ROWS).save(tmp_path / "x.parquet")
    monkeypatch.setattr("os.sysconf", lambda name: 100)
    assert "the memory has" in refused(path)


def test_the_checksum_is_that_of_jenkins():
    assert lookup3(b"Four score and seven years ago") == 0x17770551
