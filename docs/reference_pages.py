"""Reference pages from the registry: a page for each statement, one for the functions, one for the rules of `check`.

Written at build time into docs/reference/generated/, which is not kept in git. Pictures are drawn by
docs/figures/elements.py, examples are the statements of docs/reference/examples.adm. The lists of functions and of
statements are kept, for those who read the Markdown: `python docs/reference_pages.py` writes them.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import bellcrank.elements
from bellcrank import registry
from bellcrank.expression import declarations
from bellcrank.model import read
from bellcrank.model.builders import Builders
from bellcrank.model.checks import rules
from bellcrank.schema.element import Element
from bellcrank.schema.reference_page import page

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "figures"))
import elements  # noqa: E402

EXAMPLES = HERE / "reference" / "examples.adm"
PICTURES = "pictures"
FAMILIES = ("math", "measure", "state", "spline", "element")


def write_all(folder: Path) -> None:
    """Write every generated page."""
    registry.load_all(bellcrank.elements)
    folder.mkdir(parents=True, exist_ok=True)
    keywords = sorted({keyword for keyword, _ in registry.ELEMENTS})
    elements.write_all(folder / PICTURES)
    examples = example_texts()
    pages = {f"element-{keyword.lower()}": element_page(keyword, examples) for keyword in keywords}
    pages["elements"] = contents("Elements", "One page per statement of the dataset.", sorted(pages))
    pages["rules"] = rule_page()
    for stale in set(folder.glob("*.md")) - {folder / f"{name}.md" for name in pages}:
        stale.unlink()
    for name, text in pages.items():
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def example_texts() -> dict[tuple[str, str], str]:
    """Statement and kind -> the statements of EXAMPLES of that kind."""
    found: dict[tuple[str, str], str] = {}
    for element in read(EXAMPLES).all():
        text = "\n".join(line for line in element.lines() if not line.startswith("!"))
        key = element.keyword, element.kind
        found[key] = f"{found[key]}\n{text}" if key in found else text
    return found


def element_page(keyword: str, examples: dict[tuple[str, str], str]) -> str:
    """The page of a statement, with a picture and an example for each of its kinds."""

    def shown(keyword: str, kind: str) -> str:
        name = elements.file_name(keyword, kind if f"{keyword} {kind}" in elements.PICTURES else "")
        lines = [f"![{keyword} {kind}]({PICTURES}/{name})".replace(" ]", "]"), ""]
        return "\n".join([*lines, "```text", examples[keyword, kind], "```"])

    return page(keyword, shown)


def contents(title: str, text: str, pages: Iterable[str]) -> str:
    """A page that lists other pages."""
    entries = "\n".join(pages)
    return f"# {title}\n\n{text}\n\n```{{toctree}}\n:maxdepth: 1\n\n{entries}\n```\n"


def cell(text: Any) -> str:
    """Text that may stand in a cell of a table."""
    return " ".join(str(text).split()).replace("|", "\\|")


def write_lists() -> None:
    """The pages that are kept in git."""
    registry.load_all(bellcrank.elements)
    for name, text in lists().items():
        (HERE / "reference" / f"{name}.md").write_text(text, encoding="utf-8")


def lists() -> dict[str, str]:
    """Name -> text of these pages."""
    return {"functions": function_page(), "statements": statement_page()}


def statement_page() -> str:
    """Every statement and kind in one line, with its method in Python."""
    parts = [
        "# Statements and methods\n",
        "Every statement of the dataset and the method of a model that makes one. `bellcrank explain SFORCE`, "
        '`bc.explain("sforce")` or `help(bc.Model.sforce)` print arguments and equations.\n',
        "| statement | in Python | meaning |\n|---|---|---|",
    ]
    for (keyword, kind), cls in sorted(registry.ELEMENTS.items()):
        made = f"m.{kind.lower()}" if kind and hasattr(Builders, kind.lower()) else ""
        made = made or (f"m.{keyword.lower()}" if hasattr(Builders, keyword.lower()) else "")
        call = f"`{made}(...)`" if made else ""
        call = f'`{made}(name, "{kind}", ...)`' if made == f"m.{keyword.lower()}" and kind else call
        meaning = cell((cls.__doc__ or "").split("\n")[0])
        note = "" if cls.lower is not Element.lower or cls.passive else " Not simulated."
        parts.append(f"| {keyword}{', ' + kind if kind else ''} | {call} | {meaning}{note} |")
    return "\n".join(parts) + "\n"


def function_page() -> str:
    """Every function of the expression language."""
    parts = [
        "# Functions\n",
        "The functions of function expressions, by family; i, j, k, l are markers: ids, or in Python names. "
        '`bellcrank explain STEP` or `bc.explain("STEP")` prints equations too.\n',
    ]
    families: dict[str, list[Any]] = {}
    own = (f for name, f in declarations().items() if not name.startswith("$"))  # those are for other elements
    for function in dict.fromkeys(own):
        families.setdefault(function.family, []).append(function)
    for family in FAMILIES:
        functions = families[family]
        parts.append(f"## {family}\n\n| function | meaning |\n|---|---|")
        for f in sorted(functions, key=lambda f: f.name):
            note = f" Not simulated: {f.unsupported}." if f.unsupported else ""
            parts.append(f"| `{f.usage}` | {cell(f.doc + note)} |")
        parts.append("")
    return "\n".join(parts)


def rule_page() -> str:
    """Every rule of `bellcrank check`."""
    parts = ["# Rules of `bellcrank check`\n"]
    for rule in rules().values():
        parts.append(f"## {rule.number}: {rule.title}\n\n*{rule.severity}*\n\n{textwrap.dedent(rule.explanation)}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    write_lists()
