"""The report at the widths of screens, light and dark, and inside a notebook; with names that would hurt."""

from __future__ import annotations

from pathlib import Path

import pytest

import bellcrank as bc
from bellcrank.viewer import view

EXAMPLES = Path(bc.__file__).parent / "examples"
HOSTILE = "<img src=x onerror=window.hurt=1>"


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """A wishbone whose title and parts have hostile names."""
    model = bc.read(EXAMPLES / "double-wishbone.adm")
    model.title = f"{HOSTILE}</script><script>window.hurt=2</script>"
    model["upright"].name = HOSTILE
    run = model.simulate(end=1.0, steps=100)
    return view(run, tmp_path_factory.mktemp("sizes") / "report.html", model)


@pytest.fixture(scope="module")
def opened(browser, report):
    page = browser.new_page()
    page.said = []
    page.on("console", lambda message: page.said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: page.said.append(f"error: {error}"))
    page.goto(report.path.as_uri())
    page.wait_for_selector("html[data-ready]")
    yield page
    page.close()


def harmless(page):
    assert page.evaluate("() => window.hurt") is None
    assert [line for line in page.said if line.startswith(("error", "warning")) and "GPU stall" not in line] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "least"), [(1440, 700), (1280, 550), (900, 600)])
def test_the_picture_is_large_enough_at_every_width(opened, artefacts, width, least, theme):
    opened.set_viewport_size({"width": width, "height": 760})
    opened.evaluate(
        f"() => {{ const {{ app }} = window.bellcrank; app.theme.set('{theme}'); app.select('spring_and_damper'); }}"
    )
    opened.wait_for_timeout(150)
    box = opened.locator(".viewport").bounding_box()
    assert box["width"] >= least and box["height"] >= 300
    for side in ("aside.left", "aside.right"):
        assert opened.locator(side).bounding_box()["width"] >= 200
    assert opened.evaluate("() => document.documentElement.scrollWidth") <= width
    opened.screenshot(path=artefacts / f"report-{width}-{theme}.png")
    harmless(opened)


def test_the_inspector_speaks_of_parts_and_units(opened):
    opened.evaluate("() => window.bellcrank.app.select('spring_and_damper')")
    words = opened.locator(".inspector").inner_text()
    for text in ("Stiffness K", "70 N/mm", "spring_seat on lower_arm", "Damping C", "4 N·s/mm"):
        assert text in words
    opened.evaluate(f"() => window.bellcrank.app.select('{HOSTILE}')")
    assert HOSTILE in opened.locator(".inspector h2").inner_text()
    harmless(opened)


def test_both_sides_fold_away(opened):
    opened.set_viewport_size({"width": 900, "height": 640})
    before = opened.locator(".viewport").bounding_box()
    opened.evaluate("() => document.activeElement.blur()")
    opened.keyboard.press("[")
    opened.keyboard.press("]")
    opened.wait_for_timeout(100)
    after = opened.locator(".viewport").bounding_box()
    assert after["width"] > before["width"] + 150 and after["height"] > before["height"] + 100
    opened.keyboard.press("[")
    opened.keyboard.press("]")
    harmless(opened)


def test_a_notebook_shows_it_in_a_cell(browser, report, tmp_path, artefacts):
    """A cell of JupyterLab is a page like this: the report stands in an iframe 860 pixels wide."""
    notebook = tmp_path / "notebook.html"
    notebook.write_text(f"<body style='width:860px'><h1>A cell</h1>{report._repr_html_()}</body>", encoding="utf-8")
    page = browser.new_page(viewport={"width": 900, "height": 760})
    page.said = []
    page.on("console", lambda message: page.said.append(f"{message.type}: {message.text}"))
    page.goto(notebook.as_uri())
    cell = page.frame_locator("iframe")
    cell.locator("html[data-ready]").wait_for()
    assert cell.locator(".viewport").bounding_box()["width"] > 550
    inside = page.frames[1]
    inside.evaluate("() => window.bellcrank.app.addPlot([0, 1], 'xy')")
    cell.get_by_role("button", name="Statistics").click()
    cell.locator(".statistics tbody tr").nth(1).wait_for()
    cell.get_by_role("button", name="4 views").click()
    cell.locator(".panes span").first.wait_for()
    inside.evaluate("() => window.bellcrank.app.clock.playing.set(true)")
    inside.wait_for_function("() => window.bellcrank.app.clock.time.get() > 0.02")
    page.screenshot(path=artefacts / "notebook.png")
    harmless(page)
    page.close()
