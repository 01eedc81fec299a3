"""The validation page: what the tests compare with known numbers, and how far it was off.

python scripts/make_validation.py          # runs the tests of reference problems, writes docs/validation.md

Every comparison of these tests with a reference (`x == approx(y, abs=...)`, `assert_allclose(x, y, ...)`), or of a
difference with a limit (`error < 1e-6`), is recorded as it passes. Nothing on the page is typed by hand.
"""

from __future__ import annotations

import ast
import datetime
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "validation.md"
FOLDERS = ("tests/literature", "tests/closed_form", "tests/analyses", "tests/against_adams", "tests/conservation")
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
NUMPY = re.compile(r"np\.\w+\(([^()]*)\)")
EQUAL = re.compile(rf"^\(?({NUMBER}) == ({NUMBER}) ± ({NUMBER})")
BELOW = re.compile(rf"^\(?({NUMBER}) <=? ([-+*/() .eE\d]+)")


class Compared(NamedTuple):
    """One passed comparison; `ours` and `reference` are empty where only a difference was looked at."""

    test: str
    ours: str
    reference: str
    difference: float
    allowed: float


def pytest_assertion_pass(item: Any, lineno: int, orig: str, expl: str) -> None:
    """Called by pytest for every assertion that holds."""
    text = NUMPY.sub(r"\1", expl.strip().splitlines()[0])
    found: Compared | None = None
    if m := EQUAL.match(text):
        found = Compared(item.nodeid, m[1], m[2], abs(float(m[1]) - float(m[2])), float(m[3]))
    elif (m := BELOW.match(text)) and (limit := value_of(m[2])) is not None and 0.0 < limit < 0.1:
        found = Compared(item.nodeid, "", "", abs(float(m[1])), limit)
    if found is not None:
        record(found)


def record(found: Compared) -> None:
    """Keep a comparison, unless it is of the times of outputs with themselves, or one of two that may hold."""
    if not (found.ours and found.difference == 0.0) and found.difference <= 1.001 * found.allowed:
        with open(os.environ["VALIDATION_RECORD"], "a", encoding="utf-8") as file:
            file.write("\t".join(map(str, found)) + "\n")


def pytest_runtest_call(item: Any) -> None:
    """From here on arrays are compared for this test."""
    import numpy as np

    def watched(actual: Any, desired: Any, rtol: float = 1e-7, atol: float = 0.0, **more: Any) -> None:
        plain(actual, desired, rtol=rtol, atol=atol, **more)
        a, d = np.broadcast_arrays(np.asarray(actual), np.asarray(desired))
        if a.size and np.isfinite(a).all():
            at = np.unravel_index(np.argmax(np.abs(a - d) / (atol + rtol * np.abs(d) + 1e-300)), a.shape)
            limit = float(atol + rtol * abs(d[at]))
            numbers = ("", "") if np.iscomplexobj(a) else (repr(float(a[at])), repr(float(d[at])))
            record(Compared(item.nodeid, *numbers, float(abs(a[at] - d[at])), limit))

    plain = getattr(np.testing.assert_allclose, "plain", np.testing.assert_allclose)
    watched.plain = plain  # type: ignore[attr-defined]
    np.testing.assert_allclose = watched


def value_of(text: str) -> float | None:
    """The value of a product of numbers, or None where it is something else."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError:
        return None
    allowed = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.Constant, ast.operator, ast.unaryop)
    if not all(isinstance(node, allowed) for node in ast.walk(tree)):
        return None
    try:
        return float(eval(compile(tree, "limit", "eval"), {"__builtins__": {}}))
    except (ArithmeticError, TypeError, ValueError):
        return None


def run(folders: tuple[str, ...] = FOLDERS) -> list[Compared]:
    """Run the tests and give what they compared."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record"
        record.touch()
        # the hook is compiled into the tests: they need byte code of their own
        more = {"VALIDATION_RECORD": str(record), "PYTHONPYCACHEPREFIX": folder, "PYTHONPATH": python_path()}
        words = ["-n", "0", "-q", "-p", "make_validation", "-o", "enable_assertion_pass_hook=true", *folders]
        done = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT, env={**os.environ, **more})
        if done.returncode:
            sys.exit(f"tests fail: no page is written (what passed is in {shutil.copy(record, 'validation.record')})")
        rows = [line.split("\t") for line in record.read_text(encoding="utf-8").splitlines()]
    return [
        Compared(test, ours, its, float(difference), float(allowed)) for test, ours, its, difference, allowed in rows
    ]


def python_path() -> str:
    return os.pathsep.join(filter(None, [str(ROOT / "scripts"), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))


def page(compared: list[Compared]) -> str:
    """The page as Markdown."""
    tests = len({c.test for c in compared})
    head = f"""# Validation

What the tests compare with known numbers: {len(compared)} comparisons in {tests} tests, made by
`python scripts/make_validation.py` on {datetime.date.today():%d %B %Y}. Every run of the tests compares them again.
Of each test the comparison nearest to its limit is shown; *of* counts its comparisons. A dash instead of numbers: the
test looks at the largest difference over a whole run. References are closed forms, published values, outputs of Adams
or high-precision computations by other programs; each file of tests names its source. How near Adams itself comes to
the exact motion of its own runs is on [Beside Adams](adams.md).
"""
    return "\n".join([head, *sections(compared)]) + "\n"


def sections(compared: list[Compared]) -> Iterator[str]:
    """A table for each file of tests."""
    files: dict[str, list[Compared]] = {}
    for one in compared:
        files.setdefault(one.test.partition("::")[0], []).append(one)
    for file, group in sorted(files.items()):
        doc = (ast.get_docstring(ast.parse((ROOT / file).read_text(encoding="utf-8"))) or file).split("\n\n")[0]
        name, kind = (
            text.replace("_", " ") for text in (Path(file).stem.removeprefix("test_"), Path(file).parent.name)
        )
        about = escaped(re.sub(r"^[A-Z]\d+: ", "", doc))
        yield f"## {name} ({kind.replace('adams', 'Adams')})\n\n{about} `{file}`\n"
        yield "| problem | ours | reference | difference | allowed | of |\n|---|---|---|---|---|---|"
        tests: dict[str, list[Compared]] = {}
        for one in group:
            tests.setdefault(re.sub(r"\[.*", "", one.test.partition("::")[2]), []).append(one)
        for name, ones in tests.items():
            worst = max(ones, key=lambda c: c.difference / max(c.allowed, 1e-300))
            numbers = [f"{float(x):.10g}" if x else "–" for x in (worst.ours, worst.reference)]
            sentence = re.sub(r"^n\d+ ", "", name.removeprefix("test_").replace("_", " ")).replace("adams", "Adams")
            yield f"| {sentence} | {' | '.join(numbers)} | {worst.difference:.1e} | {worst.allowed:.1e} | {len(ones)} |"
        yield ""


def escaped(text: str) -> str:
    """Plain text for Markdown."""
    return re.sub(r"([*_<>|$\[\]])", r"\\\1", " ".join(text.split()))


if __name__ == "__main__":
    PAGE.write_text(page(run(tuple(sys.argv[1:]) or FOLDERS)), encoding="utf-8")
    print(PAGE)
