"""Pictures without a browser."""

from __future__ import annotations

import numpy as np
import pytest

Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")

from bellcrank.errors import BellcrankError  # noqa: E402
from bellcrank.plots.snapshot import gif, snapshot  # noqa: E402
from bellcrank.scene.picture import Painter  # noqa: E402


def pixels(path):
    return np.asarray(Image.open(path).convert("RGB"), dtype=float)


def share_of(picture, color, tolerance=40):
    """Part of the picture that has about the hue of a colour."""
    r, g, b = (int(color[k : k + 2], 16) for k in (1, 3, 5))
    wanted = np.array([r, g, b]) / np.linalg.norm([r, g, b])
    sizes = np.linalg.norm(picture, axis=2) + 1e-9
    return float(((picture @ wanted) / sizes > np.cos(np.radians(tolerance / 4))).mean())


def test_a_strip_shows_every_part_in_every_frame(demo, artefacts):
    path = snapshot(demo, [0.0, 1.0, 2.0, 3.0], artefacts / "strip.png", size=(320, 260), columns=2)
    picture = pixels(path)
    assert picture.shape == (2 * 260 + 2, 2 * 320 + 2, 3)
    for row in (0, 262):
        for column in (0, 322):
            frame = picture[row : row + 260, column : column + 320]
            for part in demo.header.parts[1:]:
                assert share_of(frame, part.color) > 0.001, part.name


def test_frames_at_different_times_differ_and_the_ground_stays(demo):
    painter = Painter(demo)
    a, b = (painter.draw(k, 200, 160) for k in (0, 60))
    changed = np.abs(a - b).max(axis=2) > 0.05
    assert 0.01 < changed.mean() < 0.5


def test_ghosts_are_fainter_than_the_last_frame(demo, artefacts):
    snapshot(demo, 8, artefacts / "strobe.png", overlay=True, size=(640, 480))
    painter = Painter(demo)
    alone, strobe = painter.draw(199, 320, 240), painter.draw(199, 320, 240, ghosts=range(0, 190, 25))
    more = np.abs(alone - strobe).max(axis=2) > 0.02
    assert more.mean() > 0.02
    body = np.ptp(alone, axis=2) > 0.35  # strong colours: the parts themselves
    assert (np.abs(strobe - alone).max(axis=2)[body] < 0.02).mean() > 0.97


def test_the_views_look_along_the_axes(demo):
    assert np.allclose(Painter(demo, "front").direction, [0, 0, 1])
    assert np.allclose(Painter(demo, "right").direction, [1, 0, 0])
    assert np.allclose(Painter(demo, "top").direction, [0, 1, 0], atol=1e-3)


def test_a_gif_has_the_frames_asked_for(demo, artefacts):
    path = gif(demo, artefacts / "motion.gif", seconds=1.0, fps=10, size=(200, 160), dark=True)
    with Image.open(path) as image:
        assert image.n_frames == 10 and image.size == (200, 160)
        assert image.info["duration"] == 100


def test_a_wrong_view_is_refused_with_the_names_of_the_right_ones(demo, tmp_path):
    with pytest.raises(BellcrankError, match="use one of best, iso, front"):
        snapshot(demo, 2, tmp_path / "x.png", view="behind")
