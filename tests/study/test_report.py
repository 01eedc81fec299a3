"""The page of a study, its pictures, and the server that shows any run."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
import urllib.error
import urllib.request
from types import SimpleNamespace

import pytest

from bellcrank.cli.study_view import StudyServer
from bellcrank.study import Table
from bellcrank.study.report import interesting, page
from bellcrank.study.task import FAILED, Outcome

POINTS = [(float(a), float(b)) for a in range(5) for b in range(4)]


def table() -> Table:
    outcomes = [Outcome(values={"peak": a * b - a}, time=1.0, steps=9, verdict="good") for a, b in POINTS]
    outcomes[7] = Outcome(FAILED, "</script><b>it broke", {"peak": None})
    return Table.of(["a", "b"], ["peak"], {"low": "peak < 5"}, POINTS, outcomes)


def test_the_page_holds_the_table_as_data_that_cannot_end_its_script():
    text = page(table(), "<i>title", "s.toml", {3: "runs/run-00003.html"})
    assert "<b>it broke" not in text and "<i>title" not in text
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.DOTALL)[1])
    assert data["columns"]["peak"][7] is None and data["columns"]["message"][7] == "</script><b>it broke"
    assert data["columns"]["success"][0] is True and data["animations"] == {"3": "runs/run-00003.html"}
    assert "20 runs, 1 failed" in data["summary"]


def test_s10_the_page_has_a_policy_that_allows_its_own_program_alone():
    """S10: pages of studies had none; words with NaN in them were changed, and an index without a value broke it."""
    made = table()
    made.indices["peak"] = {"first": [float("nan"), 0.5], "total": [0.5, 0.5]}
    text = page(made, "NaNny")
    rule = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)" />', text)[1]
    (program,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    assert f"'sha256-{base64.b64encode(hashlib.sha256(program.encode()).digest()).decode()}'" in rule
    assert (
        rule.startswith("default-src 'none'") and "'unsafe-inline'" not in rule.partition("script-src")[2].split(";")[0]
    )
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.DOTALL)[1])
    assert data["title"] == "NaNny" and data["indices"]["peak"]["first"] == [None, 0.5]


def test_extremes_are_animated_first_and_failed_runs_not():
    found = interesting(table(), 6)
    assert found[:2] == [17, 20] and 8 not in interesting(table(), 20) and len(found) == 6


def test_pictures(tmp_path):
    pytest.importorskip("matplotlib")
    from bellcrank.plots.study import draw, success

    for name, figure in {
        "matrix": draw(table(), path=tmp_path / "matrix.png"),
        "one": draw(table(), "peak", "a", path=tmp_path / "one.png"),
        "two": draw(table(), "peak", "a", "b", path=tmp_path / "two.png"),
        "success": success(table(), path=tmp_path / "success.png"),
    }.items():
        assert (tmp_path / f"{name}.png").stat().st_size > 3000 and figure.axes
    field = draw(table(), "peak", "a", "b").axes[0].collections[0].get_array()
    assert field.shape == (4, 5) and field[3, 4] == 8.0 and field.mask[3, 1]


def test_any_run_is_shown_on_demand_and_others_are_refused(monkeypatch):
    asked = []

    def results(point):
        asked.append(point)
        raise ValueError("<no> run here")

    plan = SimpleNamespace(title="t", study=SimpleNamespace(results=results))
    server = StudyServer(plan, table())
    thread = threading.Thread(target=server.server.serve_forever, daemon=True)
    thread.start()
    try:
        assert b"</html>" in urllib.request.urlopen(server.address).read()
        assert b"&lt;no&gt; run" in urllib.request.urlopen(server.address + "runs/run-00006.html").read()
        assert set(asked) == {POINTS[5]}
        with urllib.request.urlopen(server.address + "runs/run-00006.html") as answer:
            assert "frame-ancestors" in answer.headers["Content-Security-Policy"] and b"default-src" in answer.read()
        stranger = urllib.request.Request(server.address, headers={"Host": "evil.example:80"})
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(stranger)
        for wrong in ("runs/run-00021.html", "runs/../../etc/passwd", "x"):
            with pytest.raises(urllib.error.HTTPError):
                urllib.request.urlopen(server.address + wrong)
    finally:
        server.server.shutdown()
        server.server.server_close()


def test_one_variable_is_enough_for_all_pictures(tmp_path):
    pytest.importorskip("matplotlib")
    from bellcrank.cli.commands.study import pictures

    one = Table.of(
        ["a"], ["peak"], {}, [(1.0,), (2.0,)], [Outcome(values={"peak": 1.0}), Outcome(values={"peak": 3.0})]
    )
    assert all(path.stat().st_size > 2000 for path in pictures(one, tmp_path))
