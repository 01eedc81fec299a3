"""The code blocks and commands of the docs."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
MADE = (DOCS / "_build", DOCS / "generated", DOCS / "reference" / "generated")


def pages() -> list[Path]:
    """README and every page that is written by hand."""
    found = [page for page in sorted(DOCS.rglob("*.md")) if not any(made in page.parents for made in MADE)]
    return [ROOT / "README.md", *found]


def python_blocks(page: Path) -> list[str]:
    """The Python code of a page, block by block."""
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def commands(page: Path) -> list[str]:
    """The lines of its blocks that call bellcrank, without comments and explanations behind them."""
    text = page.read_text(encoding="utf-8")
    lines = re.findall(r"^    (bellcrank +\S[^\n]*)$", text, re.MULTILINE)
    return [
        re.split(r"   +|\s#\s", re.sub(r"^bellcrank +(\S+) +", r"bellcrank \1 ", line))[0].strip() for line in lines
    ]


def spoken_commands(page: Path) -> list[str]:
    """The commands that stand in the text of a page."""
    return re.findall(r"`(bellcrank [^`\n]+)`", page.read_text(encoding="utf-8"))
