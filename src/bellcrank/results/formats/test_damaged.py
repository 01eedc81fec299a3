"""What is wrong with a file is said in one message, and nothing that was there before is lost."""

import numpy as np
import pytest

from bellcrank.errors import ResultsError
from bellcrank.results import Entity, Results, load
from bellcrank.results.formats.test_round_trip import whole_run


def text_of(error) -> str:
    """The message, which must be a single one."""
    assert len(error.value.report) == 1
    return str(error.value)


def test_a_truncated_res_file_says_where_and_offers_the_rest(tmp_path):
    path = whole_run().save(tmp_path / "run.res")
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * 0.8)])
    with pytest.raises(ResultsError) as error:
        load(path)
    assert "run.res:" in text_of(error) and "ends before it is complete" in text_of(error)
    assert "whole Steps" in text_of(error) and "partial=True" in text_of(error)
    rescued = load(path, partial=True)
    assert 3 < len(rescued) < 9 and "broken" in rescued.attrs["end_reason"]
    np.testing.assert_array_equal(rescued.values, whole_run().values[: len(rescued)])


MAP = '<Results><StepMap><Entity name="a"><Component name="X" id="%s"/></Entity></StepMap>'


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("<Results><StepMap></Data></Results>", "not well-formed XML"),
        ("<html><body/></html>", "its root is <html>"),
        ("just text", "does not begin with <"),
        ("FILE TYPE AND SOURCE                           6\n", "old block form"),
        (MAP % "two" + "</Results>", "Component"),
        (MAP % "2" + "<Step>1</Step></Results>", "has 1 numbers, the StepMap wants 2"),
        (MAP % "2" + "<Step>1 y</Step></Results>", "no number"),
    ],
)
def test_wrong_xml(tmp_path, content, said):
    (tmp_path / "x.res").write_text(content)
    with pytest.raises(ResultsError) as error:
        load(tmp_path / "x.res")
    assert said in text_of(error) and "x.res:1" in text_of(error)


@pytest.mark.parametrize(("suffix", "cut"), [(".req", 0.9), (".gra", 0.9), (".csv", 0.9)])
def test_truncated_text_files(tmp_path, suffix, cut):
    path = whole_run().save(tmp_path / f"run{suffix}")
    content = path.read_text()
    path.write_text(content[: int(len(content) * cut)])
    with pytest.raises(ResultsError) as error:
        load(path)
    assert "partial" in text_of(error) and f"run{suffix}:" in text_of(error)
    assert 0 < len(load(path, partial=True)) < 9


@pytest.mark.parametrize("suffix", [".h5", ".parquet", ".req", ".gra", ".msg", ".csv", ".res"])
def test_a_file_of_something_else(tmp_path, suffix):
    path = tmp_path / f"x{suffix}"
    path.write_text("no results at all\n")
    with pytest.raises(ResultsError) as error:
        load(path)
    assert f"x{suffix}:1" in text_of(error)


@pytest.mark.parametrize("suffix", [".h5", ".parquet", ".req", ".msg", ".csv", ".res"])
def test_a_missing_file(tmp_path, suffix):
    with pytest.raises(ResultsError, match="cannot be read"):
        load(tmp_path / f"none{suffix}")


def test_an_unknown_suffix_lists_the_known_ones(tmp_path):
    with pytest.raises(ResultsError, match=r"\.csv .*\.h5"):
        load(tmp_path / "x.xyz")
    with pytest.raises(ResultsError, match="use one of"):
        whole_run().save(tmp_path / "x.msg")


def test_a_missing_channel_has_near_matches(tmp_path):
    path = whole_run().save(tmp_path / "run.res")
    with pytest.raises(ResultsError, match=r"did you mean arm\.VX"):
        load(path, ["arm.VXX"])


def test_an_unwritable_folder(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied", str(tmp_path))

    monkeypatch.setattr("bellcrank.whole_files._begin", refuse)
    with pytest.raises(ResultsError) as error:
        whole_run().save(tmp_path / "run.csv")
    assert "run.csv cannot be written" in text_of(error) and "Permission denied" in text_of(error)
    assert "choose a folder you may write to" in text_of(error)


def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ResultsError) as error:
        whole_run().save(tmp_path / "file" / "run.csv")
    assert "cannot be written" in text_of(error)


@pytest.mark.parametrize("suffix", [".h5", ".csv", ".res", ".req", ".gra", ".parquet", ".out"])
def test_a_full_disk_leaves_the_old_file_alone(tmp_path, suffix, monkeypatch):
    """The write fails half way: the file that was there is still whole, and no rubbish is left behind."""
    run = whole_run()
    path = run.save(tmp_path / f"run{suffix}")
    before = path.read_bytes()

    class Full:
        """A file on a disk with 100 bytes left."""

        def __init__(self, file):
            self.file, self.left = file, 100

        def write(self, text):
            self.left -= len(text)
            if self.left < 0:
                raise OSError(28, "No space left on device")
            return self.file.write(text)

        def writelines(self, lines):
            for line in lines:
                self.write(line)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

    real_open = open
    full = lambda path, mode="r", **kw: (
        Full(real_open(path, mode, **kw)) if "w" in mode else real_open(path, mode, **kw)
    )
    monkeypatch.setattr("bellcrank.results.files.open", full, raising=False)

    def no_room(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bellcrank.results.room._allocate", no_room)
    if suffix == ".parquet":
        import pyarrow.parquet

        monkeypatch.setattr(pyarrow.parquet, "ParquetWriter", lambda *_, **__: no_room())
    with pytest.raises(ResultsError) as error:
        Results([Entity("A", "Request", 1, ("F2",))], np.ones((500, 2))).save(path)
    assert "No space left on device" in text_of(error) and "as they were" in text_of(error)
    assert path.read_bytes() == before and [p.name for p in tmp_path.iterdir()] == [path.name]
