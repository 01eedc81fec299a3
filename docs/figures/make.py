"""The pictures of the README and the guide, made by the commands they show.

    python docs/figures/make.py            # writes docs/_static/*.png; the screenshot needs playwright and Chromium

Every line of COMMANDS is a `bellcrank` command line; it runs in a folder of its own, and the pictures are copied.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PICTURES = Path(__file__).resolve().parents[1] / "_static"
COMMANDS = """
demo boom-docking --copy .
run boom-docking.adm --end 40 --steps 800 --quiet
snapshot boom-docking.h5 --times 0,4,7.9,10,40 --size 400 240 --angle front -o docking.png
plot boom-docking.h5 wall.NORMAL docking.LATCH_FORCE docking.DEPTH -o docking-forces.png --size 8 4.2
demo slider-crank --copy .
run slider-crank.adm --end 0.1 --steps 200 --quiet
snapshot slider-crank.h5 --strobe --times 0,0.0125,0.025,0.0375,0.05,0.0625 --size 900 420 -o strobe.png
plot slider-crank.h5 piston.X piston.VX -o two-axes.png --size 8 4.2
demo double-wishbone --copy .
run double-wishbone.adm --end 2 --steps 1000 --quiet
view double-wishbone.h5 -o report.html
"""
FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
"""WebGL without a graphics card."""


def main() -> None:
    """Run the commands and keep the pictures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for line in COMMANDS.strip().splitlines():
            subprocess.run([sys.executable, "-m", "bellcrank", *shlex.split(line)], cwd=folder, check=True)
        screenshot(folder / "report.html", folder / "report.png")
        for picture in sorted(folder.glob("*.png")):
            shutil.copy(picture, PICTURES / picture.name)


def screenshot(page: Path, picture: Path) -> None:
    """The report as a browser shows it, in the middle of the run."""
    from playwright.sync_api import sync_playwright

    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        window = browser.new_page(viewport={"width": 1200, "height": 680})
        window.goto(page.as_uri())
        window.wait_for_selector("html[data-ready]")
        window.evaluate("() => window.bellcrank.app.clock.seek(0.56)")
        window.wait_for_timeout(2000)
        window.screenshot(path=picture)
        browser.close()
    few_colours(picture)


def few_colours(picture: Path) -> None:
    """Keep the file small: brightness in steps of five."""
    from PIL import Image

    with Image.open(picture) as image:
        image.convert("RGB").point(lambda v: 5 * round(v / 5)).save(picture, optimize=True)


if __name__ == "__main__":
    main()
