"""The report of a run that stopped: it opens with the reason, and the steps before it as a chart."""

from __future__ import annotations

import demo_scene
import pytest

from bellcrank.scene import contract as c
from bellcrank.viewer import write_scene


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    scene = demo_scene.four_bar()
    sizes = [1e-2 * 0.5 ** (n / 4) for n in range(60)]
    curves = [
        c.Curve("steps taken", [*sizes, None]),
        c.Curve("after rejected ones", [*[None] * 59, sizes[-1], 1e-9], points=True),
    ]
    chart = c.Chart("The last 60 of 60 steps", "step", "size / s", [float(n) for n in range(1, 62)], curves, True)
    scene.header.charts = [chart]
    failure = c.Note("error", "Integration stopped at time 1.5: the mechanism locks up.", "JOINT/1", "E702", "drive less.")
    scene.header.messages = [c.Note("note", "Something else."), failure]
    return write_scene(scene, tmp_path_factory.mktemp("stopped") / "stopped.html")


def test_the_reason_and_the_steps_come_first(browser, stopped, artefacts):
    page = browser.new_page(viewport={"width": 1440, "height": 800})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(stopped.as_uri())
    page.wait_for_selector("html[data-ready]")
    for width in (1440, 1280, 900):
        for theme in ("light", "dark"):
            page.set_viewport_size({"width": width, "height": 800})
            page.evaluate("theme => window.bellcrank.app.theme.set(theme)", theme)
            chart = page.locator(".messages .chart canvas")
            assert page.locator(".tab-bar button").first.inner_text().startswith("Messages")
            assert page.locator(".messages > *").first.get_attribute("class") == "message error"
            assert chart.count() == 1 and "60 of 60 steps" in page.locator(".messages .chart h3").inner_text().lower()
            page.screenshot(path=artefacts / f"stopped-{width}-{theme}.png")
    box = chart.bounding_box()
    assert box["width"] > 180 and box["height"] == pytest.approx(220, abs=1)
    page.close()
    assert not wrong
