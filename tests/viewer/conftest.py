"""Scenes, a folder for screenshots, a browser."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import demo_scene

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
"""WebGL without a graphics card."""


@pytest.fixture(scope="session")
def demo():
    """A four-bar of 200 frames."""
    return demo_scene.four_bar()


@pytest.fixture(scope="session")
def crowd():
    """100 parts, 2000 frames, 1800 channels."""
    return demo_scene.crowd()


@pytest.fixture(scope="session")
def artefacts():
    """Where pictures of the tests are kept for people to look at (not in git)."""
    folder = ROOT / "test-artefacts" / "viewer"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("no Chromium on this computer")
    with sync_api.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        yield found
        found.close()
