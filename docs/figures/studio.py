"""The pictures of docs/guide/studio.md: the studio as a browser shows it.

python docs/figures/studio.py      # writes docs/_static/studio.png; needs playwright and Chromium
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from make import FLAGS, PICTURES, few_colours

SLIDERS = ["spring_and_damper.k=10:150", "spring_and_damper.c=0.2:8", "SFORCE/1.FUNCTION#1"]
MOVE = """([key, share]) => {
    const bar = document.querySelector(`[data-key="${key}"] input[type=range]`);
    bar.value = 1000 * share;
    bar.dispatchEvent(new Event("input"));
    bar.dispatchEvent(new Event("change"));
}"""


COMPARED = """() => {
    const { app } = window.bellcrank;
    const [travel, camber] = ["TRAVEL", "CAMBER_DEG"].map((name) => app.run.indexOf(`wheel_travel.${name}`));
    for (const plot of app.plots.get()) app.closePlot(plot.id);
    app.addPlot([travel]);
    app.addPlot([travel, camber], "xy");
    app.addPlot([travel], "spectrum");
    app.statistics.set(true);
    app.clock.seek(0.6);
}"""


def compare() -> None:
    """Two dampers in one report."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, "-m", "bellcrank"]
        subprocess.run([*program, "demo", "double-wishbone", "--copy", "."], cwd=folder, check=True)
        for name, damping in (("firm", 4.0), ("soft", 0.6)):
            words = ["run", "double-wishbone.adm", "--end", "2", "--steps", "400", "--name", name, "--quiet"]
            subprocess.run([*program, *words, "--set", f"SPRINGDAMPER/1.c={damping}"], cwd=folder, check=True)
        subprocess.run([*program, "view", "firm.h5", "soft.h5"], cwd=folder, check=True)
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
            window = browser.new_page(viewport={"width": 1100, "height": 700})
            window.goto((Path(folder) / "firm.html").as_uri())
            window.wait_for_selector("html[data-ready]")
            window.evaluate(COMPARED)
            window.wait_for_timeout(2000)
            window.screenshot(path=PICTURES / "compare.png")
            browser.close()
    few_colours(PICTURES / "compare.png")


def chromium() -> str | None:
    """The browser of this computer."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def studio() -> None:
    """Serve the wishbone, take out most of its damping, keep the picture."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, "-m", "bellcrank"]
        subprocess.run([*program, "demo", "double-wishbone", "--copy", "."], cwd=folder, check=True)
        words = ["studio", "double-wishbone.adm", "--end", "2", "--no-browser"]
        words += [word for slider in SLIDERS for word in ("--slider", slider)]
        served = subprocess.Popen([*program, *words], cwd=folder, stdout=subprocess.PIPE, text=True)
        assert served.stdout is not None
        address = next(found[0] for line in served.stdout if (found := re.match(r"http\S+", line)))
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
            window = browser.new_page(viewport={"width": 1200, "height": 680})
            window.goto(address)
            window.wait_for_selector("html[data-ready]")
            for share in (0.4, 0.05):
                window.evaluate(MOVE, ["SPRINGDAMPER/1.C", share])
                window.wait_for_timeout(1500)
            window.evaluate("() => window.bellcrank.app.clock.seek(0.72)")
            window.wait_for_timeout(1500)
            window.screenshot(path=PICTURES / "studio.png")
            browser.close()
        served.terminate()
        served.wait()
    few_colours(PICTURES / "studio.png")


if __name__ == "__main__":
    studio()
    compare()
