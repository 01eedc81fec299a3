"""The studio as its user sees it: sliders, motion and plots that follow, ghosts, saving."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import bellcrank as bc
from bellcrank.viewer.live import listening
from bellcrank.viewer.studio import Bench, server

uvicorn = pytest.importorskip("uvicorn")
pytest.importorskip("starlette")

EXAMPLES = Path(bc.__file__).parent / "examples"
WIDTHS = (1440, 1280, 900)


class Served:
    """A studio in a thread."""

    def __init__(self, bench):
        self.bench = bench
        listener = listening()
        port = listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}/?token=secret"
        self.server = uvicorn.Server(
            uvicorn.Config(server.application(bench, port, "secret"), log_level="warning", lifespan="off")
        )
        self.thread = threading.Thread(target=self.server.run, args=([listener],))
        self.thread.start()

    def close(self):
        self.server.should_exit = True
        self.thread.join()


@pytest.fixture(scope="module")
def studio(tmp_path_factory):
    sliders = {"spring_and_damper.k": (10.0, 150.0), "SFORCE/1.FUNCTION#1": None, "upright.mass": None}
    model = bc.read(EXAMPLES / "double-wishbone.adm")
    served = Served(Bench(model, 2.0, 200, sliders, tmp_path_factory.mktemp("studio"), "double-wishbone"))
    yield served
    served.close()


@pytest.fixture(scope="module")
def opened(browser, studio):
    page = browser.new_page(viewport={"width": 1440, "height": 860})
    said, asked = [], []
    page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(studio.address)
    page.wait_for_selector("html[data-ready]")
    page.said, page.asked = said, asked
    yield page
    page.close()


@pytest.fixture
def page(opened):
    """Nothing may be said on the console, and nobody else be asked."""
    yield opened
    quiet = [line for line in opened.said if line.startswith(("error", "warning")) and "GPU stall" not in line]
    assert [line for line in quiet if "422" not in line] == []  # the browser's own word on a refused number
    assert all(url.startswith(("http://127.0.0.1:", "data:", "blob:")) for url in opened.asked)


def app(page, script):
    return page.evaluate(f"() => {{ const {{ app, stage }} = window.bellcrank; return {script}; }}")


def slide(page, key, share):
    """Move a slider to a share of its range, and wait for the new run."""
    runs = app(page, "window.runs ?? (app.run.replaced.on(() => window.runs++), window.runs = 0)")
    page.evaluate(
        """([key, share]) => {
            const bar = document.querySelector(`[data-key="${key}"] input[type=range]`);
            bar.value = 1000 * share;
            bar.dispatchEvent(new Event("input"));
            bar.dispatchEvent(new Event("change"));
        }""",
        [key, share],
    )
    page.wait_for_function(f"() => window.runs > {runs}")


HAS_SPRING = "window.bellcrank.app.run.header.lines.some(l => l.name === 'new_spring_1')"
CURVE = "Array.from(app.run.channel(app.run.indexOf('wheel_travel.TRAVEL')).values)"


def test_a_slider_moves_motion_and_plots_and_leaves_a_ghost(page, studio, artefacts):
    before = app(page, CURVE)
    slide(page, "SPRINGDAMPER/1.K", 0.05)
    after = app(page, CURVE)
    assert studio.bench.model["spring_and_damper"].k == pytest.approx(17.0)
    assert max(abs(a - b) for a, b in zip(before, after, strict=True)) > 1.0
    assert app(
        page, "app.others.get().map(o => [o.fading, o.run.channel(o.run.indexOf('wheel_travel.TRAVEL')).at(100)])"
    ) == [[True, before[100]]]
    assert app(page, "stage.others.group.children.length") == 1
    plotted = app(page, "app.plots.get()[0].channels.length")
    assert page.locator(".plot").first.locator("canvas").count() == 1 and plotted >= 1
    assert page.locator(".slider.changed").count() == 1
    assert page.locator(".lag").inner_text().endswith("ms")
    page.evaluate("() => window.bellcrank.app.clock.seek(0.62)")
    page.wait_for_timeout(100)
    page.screenshot(path=artefacts / "studio-1440.png")


def test_a_typed_value_counts_and_a_wrong_one_is_told(page, studio):
    value = page.locator('[data-key="PART/4.MASS"] input.value')
    value.fill("-3")
    value.press("Enter")
    page.wait_for_selector(".trouble:not([hidden])")
    assert "below 0" in page.locator(".trouble").inner_text()
    value.fill("25")
    value.press("Enter")
    page.wait_for_selector(".trouble[hidden]", state="attached")
    assert studio.bench.model["upright"].mass == 25.0


def test_a_number_is_found_by_its_words_and_gets_a_slider(page, studio):
    ghosts = app(page, "app.others.get().length")
    page.fill('.studio input[type="search"]', "damping")
    page.click(".offer")
    slide(page, "SPRINGDAMPER/1.C", 0.5)
    assert studio.bench.model["spring_and_damper"].c == pytest.approx(4.2)
    assert app(page, "app.others.get().length") == min(ghosts + 1, 3)  # the last three stay


def test_reset_and_forgetting(page, studio):
    page.click("text=Reset")
    page.wait_for_function("() => !document.querySelector('.slider.changed')")
    assert studio.bench.model["spring_and_damper"].k == 70.0
    page.click("text=Clear ghosts")
    assert app(page, "[app.others.get().length, stage.others.group.children.length]") == [0, 0]


def test_the_model_is_saved_as_a_dataset(page, studio):
    slide(page, "SPRINGDAMPER/1.K", 0.5)
    page.click("text=Save …")
    page.fill('dialog.save input[type="text"]', "stiff.adm")
    page.keyboard.press("Enter")
    page.wait_for_selector(".saved")
    assert bc.read(studio.bench.folder / "stiff.adm")["spring_and_damper"].k == pytest.approx(80.0)
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog.save .trouble")
    page.get_by_role("button", name="Overwrite").click()
    page.wait_for_selector(".saved")
    page.keyboard.press("Escape")


def test_a_function_of_the_selected_element_is_edited(page, studio):
    page.evaluate("() => window.bellcrank.app.select('tyre')")
    field = page.locator(".functions textarea")
    before = field.input_value()
    assert before.startswith("4000 - 200*(DZ(41")
    field.fill("4000 - 90*(DZ(41")
    page.click("text=Apply")
    page.wait_for_selector(".trouble:not([hidden])")
    field.fill(before.replace("200", "150"))
    page.click("text=Apply")
    page.wait_for_function("() => document.querySelector('[data-key=\"SFORCE/1.FUNCTION#1\"] .value').value === '150'")
    assert "150*" in studio.bench.model["tyre"].function.text
    page.evaluate("() => window.bellcrank.app.selection.set(null)")


def test_a_spring_is_put_between_two_clicks_and_taken_away(page, studio, artefacts):
    page.evaluate("() => window.bellcrank.app.clock.seek(0)")
    page.wait_for_timeout(200)
    box = page.locator(".viewport canvas").bounding_box()
    count = len(studio.bench.model.all())
    page.get_by_role("button", name="Spring", exact=True).click()
    sliders = page.locator(".slider").count()
    joints = ["lower_ball_joint", "upper_hinge"]  # points of the upright and of the upper arm
    for name in joints:
        k = app(page, f"app.run.header.joints.findIndex(j => j.name === '{name}')")
        x, y = app(page, f"stage.screen(stage.cast.symbols.origin({k}, 0))")
        page.mouse.click(box["x"] + x, box["y"] + y)
    page.wait_for_function(f"() => {HAS_SPRING}")
    new = studio.bench.model["new_spring_1"]
    assert [studio.bench.model[f"MARKER/{m}"].part for m in (new.i, new.j)] == [4, 3]
    assert page.locator(f'[data-key="SPRINGDAMPER/{new.id}.K"]').count() == 1
    page.screenshot(path=artefacts / "studio-added.png")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(f"() => !{HAS_SPRING}")
    assert len(studio.bench.model.all()) == count
    assert page.locator(".slider").count() == sliders


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_picture_stays_large_enough(page, artefacts, width, theme):
    page.set_viewport_size({"width": width, "height": 760})
    page.evaluate(f"() => window.bellcrank.app.theme.set('{theme}')")
    page.wait_for_timeout(150)
    page.screenshot(path=artefacts / f"studio-{width}-{theme}.png")
    box = page.locator(".viewport").bounding_box()
    assert box["width"] >= 400, "the scene is what one looks at"
