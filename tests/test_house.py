"""Rules of the house that a machine can check: short functions, one place for the layout, layers, a short map."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = [p for p in sorted((ROOT / "src" / "bellcrank").rglob("*.py")) if not p.name.startswith("test_")]
GENERATED = {"builders.py"}
"""Written by scripts/make_builders.py: signatures and docstrings, one statement each."""
LONGEST = 60
LAYOUT = re.compile(r"(?<![\w.])(?:6|7|12|13) \* (?:\w+\.)*(?:n_bodies|nb|b)\b|n_bodies \* (?:6|7|12|13)\b")
"""Six motions, seven numbers of a pose, thirteen of a state: for each body, or for body b."""


def lines_of(function: ast.FunctionDef) -> int:
    """From `def` to the end, without its docstring."""
    doc = function.body[0] if ast.get_docstring(function) else None
    told = doc.end_lineno - doc.lineno + 1 if doc is not None and doc.end_lineno else 0
    return (function.end_lineno or function.lineno) - function.lineno + 1 - told


def test_functions_are_short():
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {lines_of(node)} lines"
        for path in SOURCES
        if path.name not in GENERATED
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and lines_of(node) >= LONGEST
    ]
    assert not long, "\n".join(long)


def test_only_system_knows_how_bodies_are_laid_out():
    """Analyses ask system/coordinates.py; integrators see a Problem, which knows no bodies."""
    found = [
        f"{path.relative_to(ROOT)}:{number} {line.strip()}"
        for path in SOURCES
        if path.relative_to(ROOT / "src" / "bellcrank").parts[0] in ("analysis", "integrators", "study", "testing")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if LAYOUT.search(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("package", ["integrators", "numerics", "math"])
def test_methods_import_nothing_of_the_mechanics(package):
    """What import-linter proves by layers, said once more in words: not even inside a function."""
    above = re.compile(r"(?:from|import) bellcrank\.(?:system|model|elements|analysis)\b")
    files = (ROOT / "src" / "bellcrank" / package).rglob("*.py")
    found = [str(p) for p in files if not p.name.startswith("test_") and above.search(p.read_text(encoding="utf-8"))]
    assert not found


def test_the_map_of_the_house_is_short():
    """docs/develop/architecture.md: the first release needed 2237 words."""
    assert len((ROOT / "docs" / "develop" / "architecture.md").read_text(encoding="utf-8").split()) < 2237
