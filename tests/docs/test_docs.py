"""The docs are true: their Python blocks run, and Sphinx builds them without a warning."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [DOCS / "guide" / "python.md", DOCS / "develop" / "add-an-element.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_python_blocks_of_a_page_run_in_order(page, tmp_path):
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 3
    code = "\n".join(block.replace("from __future__ import annotations\n", "") for block in blocks)
    script = tmp_path / "page.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_sphinx_builds_without_a_warning(tmp_path):
    pytest.importorskip("sphinx")
    words = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(DOCS), str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = tmp_path / "reference" / "generated"
    for page, text in {
        "rules": "C001: the velocity is not the rate",
        "element-joint": "Marker I, on one part",
        "functions": "IMPACT(x, xdot, x1, k, e, cmax, d)",
    }.items():
        assert text in re.sub("<[^>]*>", "", (pages / f"{page}.html").read_text(encoding="utf-8"))
