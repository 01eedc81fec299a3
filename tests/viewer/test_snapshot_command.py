"""`bellcrank snapshot` on a run that was really solved."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import bellcrank
from bellcrank.cli import run as bellcrank_command

Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")

EXAMPLES = Path(bellcrank.__file__).parent / "examples"
SMALL = ["--size", "120", "100"]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """A pendulum of the shipped examples, on disk."""
    path = tmp_path_factory.mktemp("run") / "pendulum.h5"
    bellcrank.read(EXAMPLES / "pendulum.adm").simulate(end=1.0, steps=50, path=path)
    return path


def snapshot(*words: object) -> int:
    return bellcrank_command(["snapshot", "--plain", *(str(word) for word in words)])


@pytest.mark.parametrize(("count", "columns", "rows"), [(1, 1, 1), (5, 5, 1), (6, 3, 2), (8, 4, 2)])
def test_a_strip_has_rows_of_the_same_length(results, tmp_path, count, columns, rows):
    assert snapshot(results, "--frames", count, "-o", tmp_path / "strip.png", *SMALL) == 0
    with Image.open(tmp_path / "strip.png") as image:
        assert image.size == (columns * 122 - 2, rows * 102 - 2)


def test_the_times_asked_for_are_shown(results, tmp_path):
    assert snapshot(results, "--times", "0, 0.4", "-o", tmp_path / "a.png", *SMALL) == 0
    assert snapshot(results, "--times", "0.4,0", "-o", tmp_path / "b.png", *SMALL) == 0
    a, b = (np.asarray(Image.open(tmp_path / name).convert("RGB")) for name in ("a.png", "b.png"))
    assert (a[:, :120] == b[:, 122:]).all() and (a[:, 122:] == b[:, :120]).all() and (a[:, :120] != b[:, :120]).any()


def test_a_strobe_is_one_frame(results, tmp_path):
    assert snapshot(results, "--strobe", "--frames", 4, "-o", tmp_path / "s.png", *SMALL) == 0
    with Image.open(tmp_path / "s.png") as image:
        assert image.size == (120, 100)


def test_gif_lies_beside_the_results_and_lasts_as_long_as_asked(results):
    assert snapshot(results, "--gif", "--seconds", 0.5, *SMALL) == 0
    with Image.open(results.with_suffix(".gif")) as image:
        assert image.n_frames * image.info["duration"] == pytest.approx(500, abs=30)


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["--times", "0,7"], 1, "The time 7 is outside of the run"),
        (["--times", "soon"], 2, "not a list of numbers"),
        (["-o", "x.docx"], 2, "use .png or .gif"),
        (["--gif", "--strobe"], 2, "shows the whole run"),
        (["--seconds", "3"], 2, "add --gif"),
        (["--angle", "behind"], 1, "use one of best, iso, front"),
    ],
)
def test_mistakes_are_explained(results, capsys, words, code, text):
    assert snapshot(results, *words) == code
    assert text in capsys.readouterr().err


def test_pictures_as_the_report_draws_them(results, tmp_path, capsys):
    """Both painters see the same mechanism: where the plain one draws a part, so does the browser."""
    from PIL import Image

    from bellcrank.viewer import painter

    if not painter.available():
        pytest.skip("no browser to draw with")
    pictures = []

    async def snapshots():
        """Under an event loop, as in a notebook."""
        for n, more in enumerate((["--plain"], ["--browser"], [])):
            path = tmp_path / f"strip{n}.png"
            words = ["snapshot", str(results), "--frames", "1", "--size", "320", "280", "-o", str(path), *more]
            assert bellcrank_command(words) == 0
            pictures.append(np.asarray(Image.open(path).convert("RGB"), dtype=float))

    with ThreadPoolExecutor(1) as thread:  # other tests may have left a loop in this one
        thread.submit(asyncio.run, snapshots()).result()
    assert pictures[0].shape == pictures[1].shape == (280, 320, 3)
    assert np.array_equal(pictures[1], pictures[2])  # the browser is the usual one, where there is one
    del pictures[2]
    coloured = [np.ptp(picture, axis=2) > 60 for picture in pictures]
    assert min(mask.mean() for mask in coloured) > 0.002
    centres = [np.argwhere(mask).mean(axis=0) for mask in coloured]
    assert np.abs(centres[0] - centres[1]).max() < 40  # pixels: the cameras are alike, not the same
