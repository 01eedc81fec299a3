"""The report of modes: a table that chooses, a slider that is the phase, charts."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "analyses"))
import resting
import test_modes


def test_a_click_on_a_mode_lets_it_move(browser, tmp_path, artefacts):
    linear = test_modes.cart().linearize(["force"], ["x", "th"])
    diagram = test_modes.rotor(0.0).campbell([0.0, 400.0, 800.0], test_modes.spin)
    path = tmp_path / "modes.html"
    resting.hung_block().modes().view(path, charts=[diagram, (linear, np.linspace(1, 10, 100))])
    page = browser.new_page(viewport={"width": 1400, "height": 850})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready=true]")
    assert page.locator("table.modes tbody tr").count() == 3
    assert page.inner_text("output.time") == "mode 1 · 0°"
    page.click("table.modes tbody tr:nth-child(2)")
    page.wait_for_function("() => window.bellcrank.app.clock.time.get() > 1.1")
    page.evaluate("window.bellcrank.app.clock.playing.set(false); window.bellcrank.app.clock.seek(1.5)")
    assert page.inner_text("output.time") == "mode 2 · 180°"
    page.evaluate("window.bellcrank.app.clock.seek(2.7)")  # it stays within the mode
    assert page.inner_text("output.time") == "mode 2 · 360°"
    assert page.locator(".chart canvas").count() == 3
    page.screenshot(path=artefacts / "modes.png")
    page.close()
    assert not wrong
