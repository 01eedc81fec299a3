"""The report of the double wishbone without a graphics card: pictures a second, and what one costs the processor.

python benchmarks/report.py      # needs playwright and Chromium; 1440 x 900 pixels
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import bellcrank as bc

FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
PICTURES, SECONDS = 40, 4
DRAW = """([count, draft]) => {
    const { app, stage } = window.bellcrank;
    const gl = stage.renderer.getContext(), pixel = new Uint8Array(4);
    stage.refine(draft);
    for (let k = 0; k < count; k++) {
        app.clock.seek(0.01 + 0.01 * k);
        stage.draw();
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    }
}"""
PLAY = """(seconds) => new Promise((done) => {
    const { app } = window.bellcrank;
    let count = 0;
    app.drawn.on(() => count++);
    app.clock.playing.set(true);
    setTimeout(() => (count = 0), 2000);
    setTimeout(() => done(count / seconds), 2000 + 1000 * seconds);
})"""


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            found += family(int(folder.name))
    return found


def seconds(pids: list[int]) -> float:
    """Processor time of processes."""
    total = 0.0
    for pid in pids:
        try:
            words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return total


def main() -> None:
    """Print the table."""
    model = bc.read(Path(bc.__file__).parent / "examples" / "double-wishbone.adm")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        report = Path(folder) / "report.html"
        model.simulate(2.0, 400).view(report)
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(report.as_uri())
        page.wait_for_selector("html[data-ready]")
        pids = family(os.getpid())
        for draft, name in ((0, "at rest"), (1, "moving"), (3, "moving, 1/2 pixels"), (5, "moving, 1/5 pixels")):
            page.evaluate(DRAW, [3, draft])
            start = seconds(pids)
            page.evaluate(DRAW, [PICTURES, draft])
            print(f"{name:22} {1e3 * (seconds(pids) - start) / PICTURES:6.1f} ms of processor time a picture")
        page.reload()
        page.wait_for_selector("html[data-ready]")
        rate, load = page.evaluate(PLAY, SECONDS), os.getloadavg()[0]
        print(f"playing {rate:6.1f} pictures a second on {os.cpu_count()} processors with a load of {load:.1f}")
        browser.close()


if __name__ == "__main__":
    main()
