"""The pictures of docs/guide/studio.md: the studio as a browser shows it.

python docs/figures/studio.py      # writes docs/_static/studio.png; needs playwright and Chromium
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile

from make import FLAGS, PICTURES, few_colours

SLIDERS = ["spring_and_damper.k=10:150", "spring_and_damper.c=0.2:8", "SFORCE/1.FUNCTION#1"]
MOVE = """([key, share]) => {
    const bar = document.querySelector(`[data-key="${key}"] input[type=range]`);
    bar.value = 1000 * share;
    bar.dispatchEvent(new Event("input"));
    bar.dispatchEvent(new Event("change"));
}"""


def main() -> None:
    """Serve the wishbone, take out most of its damping, keep the picture."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, "-m", "bellcrank"]
        subprocess.run([*program, "demo", "double-wishbone", "--copy", "."], cwd=folder, check=True)
        words = ["studio", "double-wishbone.adm", "--end", "2", "--no-browser"]
        words += [word for slider in SLIDERS for word in ("--slider", slider)]
        studio = subprocess.Popen([*program, *words], cwd=folder, stdout=subprocess.PIPE, text=True)
        assert studio.stdout is not None
        address = next(found[0] for line in studio.stdout if (found := re.match(r"http\S+", line)))
        chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
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
        studio.terminate()
        studio.wait()
    few_colours(PICTURES / "studio.png")


if __name__ == "__main__":
    main()
