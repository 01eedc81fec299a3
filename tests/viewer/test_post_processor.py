"""The report as post-processor: runs compared, plots over anything, formulas, statistics, cursors, files."""

from __future__ import annotations

import copy

import demo_scene
import numpy as np
import pytest

from bellcrank.results.expressions import FUNCTIONS, OF_TIME, evaluate
from bellcrank.viewer import write_scene

NAME = '<img src=x onerror="window.hurt=1">'
"""A name that would hurt if it were taken for HTML."""


def slower(scene):
    """The same mechanism, later: another run with other times."""
    other = copy.deepcopy(scene)
    other.time = 1.25 * other.time[:-20]
    other.poses, other.channels = other.poses[:, :-20], 0.5 * other.channels[:, :-20]
    other.header.frames = len(other.time)
    return other


SCREENS = [
    pytest.param((1440, "light"), id="1440-light"),
    pytest.param((1280, "dark"), id="1280-dark"),
    pytest.param((900, "light"), id="900-light"),
    pytest.param((1440, "dark"), id="1440-dark", marks=pytest.mark.slow),
    pytest.param((1280, "light"), id="1280-light", marks=pytest.mark.slow),
    pytest.param((900, "dark"), id="900-dark", marks=pytest.mark.slow),
]
"""Every feature works at every width, light and dark."""


@pytest.fixture(scope="module", params=SCREENS)
def opened(browser, tmp_path_factory, request):
    scene = demo_scene.four_bar()
    path = write_scene(scene, tmp_path_factory.mktemp("post") / "post.html", {NAME: slower(scene)})
    width, theme = request.param
    size = {"width": width, "height": 760}
    page = browser.new_page(viewport=size, accept_downloads=True, color_scheme=theme)
    page.said = []
    page.on("console", lambda message: page.said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: page.said.append(f"error: {error}"))
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate("() => document.documentElement.dataset.theme ?? window.bellcrank.app.theme.get()") == theme
    page.scene, page.screen = scene, f"{width}-{theme}"
    yield page
    page.close()


@pytest.fixture
def page(opened):
    opened.evaluate("""() => {
        const { app } = window.bellcrank;
        app.cursors.set(null);
        app.statistics.set(false);
        for (const plot of app.plots.get()) app.closePlot(plot.id);
    }""")
    yield opened
    assert [line for line in opened.said if line.startswith(("error", "warning")) and "GPU stall" not in line] == []
    assert opened.evaluate("() => window.hurt") is None


def app(page, script):
    return page.evaluate(f"() => {{ const {{ app, stage }} = window.bellcrank; return {script}; }}")


def drawn(page):
    """Wait until what was changed is drawn, however long that takes."""
    page.evaluate("""() => new Promise((done) => {
        const { app, stage } = window.bellcrank;
        app.drawn.on(() => requestAnimationFrame(() => done()));
        stage.invalidate();
    })""")


def saved(page, kind):
    page.locator(".plot").first.hover()
    with page.expect_download() as download:
        page.locator(".plot .save-as").first.select_option(kind)
    return download.value.path().read_bytes()


def test_another_run_is_drawn_and_plotted_with_times_of_its_own(page, artefacts):
    app(page, "app.addPlot([0])")
    app(page, "app.clock.seek(0.5 * app.run.end)")
    assert app(page, "stage.others.group.children.length") == 1
    assert page.locator(".legend-item.other").inner_text() == NAME
    text = saved(page, "CSV").decode().splitlines()
    assert len(text[0].split('","')) == 3 and len(text) > 1 + app(page, "app.run.frames")
    page.screenshot(path=artefacts / f"post-compare-{page.screen}.png")


def test_a_plot_over_another_channel_and_its_dot(page, artefacts):
    app(page, "app.addPlot([0, 1], 'xy')")
    drawn(page)
    places = []
    for share in (0.1, 0.4):
        app(page, f"app.clock.seek({share} * app.run.end)")
        drawn(page)
        places.append(page.locator(".play-dot").bounding_box())
    assert places[0]["x"] != places[1]["x"]
    page.screenshot(path=artefacts / f"post-xy-{page.screen}.png")
    svg = saved(page, "SVG").decode()
    assert svg.startswith("<svg") and svg.count("<path d=") >= 2 and "<img" not in svg


WAVE = """(() => {
    const values = run => Float32Array.from(run.time, t => 3 * Math.sin((2 * Math.PI * 20 * t) / run.end));
    return app.addPlot([app.define({ name: "wave", unit: "mm", values })], "spectrum");
})()"""
"""A sine of amplitude 3, twenty times in the run."""


def test_the_spectrum_shows_the_frequency_of_a_wave(page):
    app(page, WAVE)
    rows = [line.split(",") for line in saved(page, "CSV").decode().splitlines()[1:]]
    table = np.array([[float(v) for v in row[:2]] for row in rows if row[1]])
    peak = table[table[:, 1].argmax()]
    assert peak[0] == pytest.approx(20 / page.scene.time[-1], rel=0.03)
    assert peak[1] == pytest.approx(3.0, rel=0.15)  # Hann's window: at most 15 % low between two frequencies


def test_a_formula_becomes_a_channel(page):
    names = [channel.name for channel in page.scene.header.channels]
    page.keyboard.press("c")
    page.fill(".palette input", f'= 2*"{names[0]}" + 1')
    page.keyboard.press("Enter")
    value = app(page, "app.run.channel(app.plots.get()[0].channels[0]).at(7)")
    assert value == pytest.approx(2 * page.scene.channels[0][7] + 1, rel=1e-4)
    page.keyboard.press("c")
    page.fill(".palette input", "= 2*nothing.here")
    assert "no channel" in page.locator(".palette-list").inner_text()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("opened", SCREENS[:1], indirect=True)
def test_a_formula_has_the_words_and_the_meaning_of_python(page):
    """The same text in both; 1e-4: the report holds 32-bit numbers, and a difference of neighbours loses digits."""
    names = [channel.name for channel in page.scene.header.channels]
    time = np.asarray(page.scene.time, float)
    values = {name: np.asarray(page.scene.channels[k], float) for k, name in enumerate(names)}
    x = f'"{names[0]}"'
    words = [f"{word}({x}/(1+abs({x})))" for word in [*FUNCTIONS, *OF_TIME] if FUNCTIONS.get(word, (1,))[0] == 1]
    words += [f"{word}({x}, time)" for word, (count, _) in FUNCTIONS.items() if count == 2]
    for text in [*words, f"degrees(derivative({x}))", f"{x} % 0.3", f"-{x}**2"]:
        page.keyboard.press("c")
        page.fill(".palette input", f"= {text}")
        page.keyboard.press("Enter")
        found = app(page, "Array.from(app.run.channel(app.run.header.channels.length - 1).values)")
        wanted = evaluate(text, values.__getitem__, time)
        known = np.isfinite(wanted)
        np.testing.assert_allclose(
            np.array(found, float)[known],
            wanted[known],
            rtol=1e-4,
            atol=1e-4 * np.abs(wanted[known]).max(),
            err_msg=text,
        )


def test_statistics_and_two_cursors(page):
    app(page, "app.addPlot([0])")
    page.click("text=Statistics")
    row = page.locator(".statistics tbody tr").first.locator("td").all_inner_texts()
    values = page.scene.channels[0]
    found = [float(text.replace("−", "-")) for text in row[:2]]
    assert found == pytest.approx([values.min(), values.max()], rel=1e-3, abs=1e-3 * np.abs(values).max())
    page.click("text=Cursors")
    before = app(page, "app.cursors.get()")
    box = page.locator(".cursor-line.cursor-1").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] - 25, box["y"] + 40)
    page.mouse.up()
    after = app(page, "app.cursors.get()")
    assert after[0] == before[0] and after[1] < before[1]
    assert len(page.locator(".statistics thead th").all()) == 8


def test_a_channel_that_is_added_keeps_the_stretch_of_time(page):
    app(page, "app.addPlot([0])")
    box = page.locator(".plot .u-over").bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 140, box["y"] + 30, steps=4)
    page.mouse.up()
    ticks = "document.querySelectorAll('.plot').length"
    assert app(page, ticks) == 1
    app(page, "app.addChannel(1)")
    page.click("text=Cursors")
    low, high = app(page, "app.cursors.get()")
    assert high - low < 0.3 * page.scene.time[-1]  # cursors stand within what is shown
    page.dblclick(".plot .u-over")


def test_a_picture_of_a_plot(page):
    app(page, "app.addPlot([0])")
    assert saved(page, "PNG").startswith(b"\x89PNG")


def centre_of(page):
    box = page.locator(".viewport canvas").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_names_glass_and_four_views(page, artefacts):
    app(page, "app.others.set(app.others.get().map(o => ({ ...o, drawn: false })))")
    app(page, "(app.show.labels.set(true), app.toggleGlass(2))")
    drawn(page)
    assert page.locator(".part-labels span:visible").all_inner_texts() == ["CRANK", "COUPLER", "ROCKER"]
    assert app(page, "stage.cast.bodies.list.map(b => b.solid?.material.transparent)")[1:] == [False, True, False]
    page.keyboard.press("w")
    drawn(page)
    assert page.locator(".panes span:visible").all_inner_texts()[:3] == ["Front", "Right", "Top"]
    page.screenshot(path=artefacts / f"post-views-{page.screen}.png")
    page.keyboard.press("w")
    app(page, "(app.show.labels.set(false), app.toggleGlass(2))")


def test_the_camera_follows_a_part(page):
    where = "[stage.stand.controls.target.x, stage.stand.camera.position.x, stage.cast.bodies.list[3].group.position.x]"
    app(page, "(app.clock.seek(0), app.select('CRANK'))")
    page.click("text=Follow")
    tip = "stage.heart(1).x"
    before, start = app(page, where), app(page, tip)
    app(page, "app.clock.seek(0.3 * app.run.end)")
    drawn(page)
    after, end = app(page, where), app(page, tip)
    assert after[0] - before[0] == pytest.approx(end - start, rel=1e-6)
    assert after[1] - before[1] == pytest.approx(end - start, rel=1e-6)
    page.click("text=Follow")
    app(page, "(app.selection.set(null), stage.view('best'))")


def test_a_distance_is_measured_between_two_clicks(page):
    app(page, "(app.clock.seek(0), app.show.joints.set(true))")
    drawn(page)
    box = page.locator(".viewport canvas").bounding_box()
    joints = page.scene.header.joints
    page.click("text=Measure")
    for k in (1, 2):
        x, y = app(page, f"stage.screen(stage.cast.symbols.origin({k}, 0))")
        assert page.locator(".hint").is_visible()
        page.mouse.click(box["x"] + x, box["y"] + y)
    page.wait_for_function("() => document.querySelector('.measure')?.textContent")
    shown = float(page.locator(".measure").inner_text().split()[0])
    real = app(page, "stage.cast.symbols.origin(1, 0).distanceTo(stage.cast.symbols.origin(2, 0))")
    assert shown == pytest.approx(real, rel=1e-3) and len(joints) == 4
    assert app(page, "app.run.channel(app.run.indexOf('distance_1')).at(0)") == pytest.approx(real, rel=1e-3)
    page.click("text=Measure")
    page.keyboard.press("Escape")
    assert page.locator(".hint").is_hidden()
    app(page, "app.measures.set([])")


def test_a_video_is_recorded(page):
    app(page, "app.clock.speed.set(5)")
    with page.expect_download(timeout=60000) as download:
        page.click(".film")
        page.wait_for_selector(".film.on")
    data = download.value.path().read_bytes()
    assert data[:4] == b"\x1a\x45\xdf\xa3" and b"webm" in data[:64] and len(data) > 3000  # EBML, as every WebM begins
    assert page.locator(".film").inner_text() == "Film"
