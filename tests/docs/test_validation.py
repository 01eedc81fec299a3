"""The validation page: what its script sees of a test, and that the page speaks of tests that are there."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from blocks import DOCS, ROOT


@pytest.fixture
def script(tmp_path, monkeypatch):
    spec = importlib.util.spec_from_file_location("make_validation", ROOT / "scripts" / "make_validation.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "make_validation", module)
    spec.loader.exec_module(module)
    monkeypatch.setenv("VALIDATION_RECORD", str(tmp_path / "record"))
    module.seen = lambda: [line.split("\t") for line in (tmp_path / "record").read_text().splitlines()]
    return module


def test_comparisons_are_seen_as_pytest_tells_them(script):
    item = SimpleNamespace(nodeid="tests/closed_form/test_pendulum.py::test_printed_values[SI2]")
    for text in (
        "1.25 == 1.2500001 ± 1.0e-06",
        "np.float64(3e-09) < (1e-06 * 0.5)",
        "2.0 == 2.0 ± 1.0e-09",  # the time of an output
        "'good' in 'good: energy'",
        "41 < 60",  # no difference, a count
    ):
        script.pytest_assertion_pass(item, 1, "", text)
    first, second = script.seen()
    assert first[1:3] == ["1.25", "1.2500001"] and float(first[3]) == pytest.approx(1e-7)
    assert second[1:] == ["", "", "3e-09", "5e-07"]
    rows = [script.Compared(*row[:3], float(row[3]), float(row[4])) for row in (first, second)]
    text = script.page(rows)
    assert "## pendulum (closed form)" in text
    assert "| printed values | 1.25 | 1.2500001 | 1.0e-07 | 1.0e-06 | 2 |" in text


def test_the_page_speaks_of_tests_that_are_there():
    page = (DOCS / "validation.md").read_text(encoding="utf-8")
    files = re.findall(r"`(tests/[^`]+\.py)`", page)
    assert len(files) > 40 and all((ROOT / file).exists() for file in files)
    rows = re.findall(r"^\| [^|]+ \| [^|]+ \| [^|]+ \| ([\d.e+-]+) \| ([\d.e+-]+) \| \d+ \|$", page, re.MULTILINE)
    assert len(rows) > 150
    for difference, allowed in rows:
        assert float(difference) <= 1.001 * float(allowed)
