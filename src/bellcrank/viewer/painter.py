"""Pictures of a scene as the report draws them, made by a browser without a window.

It draws like `bellcrank.scene.picture.Painter` (`scene`, `theme`, `draw`), so that snapshots and animations look like the
report. Needs the package playwright and a Chromium (or Chrome) of the system; `available()` tells.
"""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellcrank.scene import Scene
from bellcrank.scene.picture import DARK, LIGHT
from bellcrank.viewer.report import write_scene

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome", "microsoft-edge")
FLAGS = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--hide-scrollbars")
"""WebGL also without a graphics card."""
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


def available() -> bool:
    """Whether there is a browser to draw with."""
    return find_spec("playwright") is not None and _program() is not None


def _program() -> str | None:
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class BrowserPainter:
    """A painter that is open while a browser is; see `painting`.

    The browser is driven by a thread of its own: Playwright cannot be called where an event loop runs, as in a notebook.
    """

    def __init__(self, hand: ThreadPoolExecutor, page: Any, scene: Scene, dark: bool) -> None:
        self.hand, self.page, self.scene = hand, page, scene
        self.theme = DARK if dark else LIGHT

    def draw(self, frame: int, width: int, height: int, ghosts: Sequence[int] = ()) -> NDArray[np.float64]:
        """The picture (height, width, 3) of a frame, those of `ghosts` faint behind it."""
        from PIL import Image

        png = self.hand.submit(self._shot, frame, {"width": width, "height": height}, ghosts).result()
        return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=float) / 255.0

    def _shot(self, frame: int, size: dict[str, int], ghosts: Sequence[int]) -> bytes:
        if self.page.viewport_size != size:
            self.page.set_viewport_size(size)
            self.page.evaluate(DRAWN)
        times = [float(self.scene.time[k]) for k in ghosts]
        self.page.evaluate(
            """([time, ghosts]) => {
                const { app, stage } = window.bellcrank;
                stage.cast.ghosts.showAt(ghosts);
                app.clock.seek(time);
                stage.invalidate();
            }""",
            [float(self.scene.time[frame]), times],
        )
        self.page.evaluate(DRAWN)
        png: bytes = self.page.screenshot(type="png")
        return png


@contextmanager
def painting(scene: Scene, view: str = "best", dark: bool = False) -> Iterator[BrowserPainter]:
    """A painter for a scene, for as long as the browser is open."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(max_workers=1) as hand:
        path = write_scene(scene, Path(folder) / "scene.html")
        driver = hand.submit(_driver).result()
        try:
            yield BrowserPainter(hand, hand.submit(_open, driver, path, view, dark).result(), scene, dark)
        finally:
            hand.submit(driver.stop).result()


def _driver() -> Any:
    from playwright.sync_api import sync_playwright

    return sync_playwright().start()


def _open(driver: Any, path: Path, view: str, dark: bool) -> Any:
    """The page of a scene in a new browser, without panels."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0  # Chromium has no sandbox for root
    flags = [*FLAGS, "--no-sandbox"] if as_root else list(FLAGS)
    browser = driver.chromium.launch(executable_path=_program(), args=flags)
    page = browser.new_page(color_scheme="dark" if dark else "light")
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready]")
    page.evaluate(
        """(view) => {
            document.documentElement.dataset.bare = "true";
            window.bellcrank.stage.view(view);
        }""",
        view,
    )
    return page
