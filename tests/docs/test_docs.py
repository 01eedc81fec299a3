"""The docs are true: their Python blocks run, and Sphinx builds them without a warning."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [
    DOCS / "guide" / "solids.md",
    DOCS / "guide" / "python.md",
    DOCS / "guide" / "other-formats.md",
    DOCS / "guide" / "study.md",
    DOCS / "develop" / "add-an-element.md",
]


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


def test_pictures_are_small_and_made_by_a_script():
    """Every picture a page shows is there, below 200 kB, and named in a script of docs/figures."""
    scripts = "".join(script.read_text(encoding="utf-8") for script in (DOCS / "figures").glob("*.py"))
    machines = [path.stem.replace("_", "-") for path in (DOCS.parent / "examples" / "gallery").glob("*.py")]
    scripts += " ".join(f"gallery-{name}.png gallery-{name}-curves.png" for name in machines)  # figures/gallery.py
    shown = set()
    for page in [DOCS.parent / "README.md", *DOCS.rglob("*.md")]:
        text = page.read_text(encoding="utf-8")
        shown |= {(page.parent / link).resolve() for link in re.findall(r"!\[[^]]*\]\(([^)]+)\)", text)}
    assert {"report.png", "docking.png"} <= {picture.name for picture in shown}
    for picture in shown:
        assert picture.name in scripts and 5_000 < picture.stat().st_size < 200_000, picture
