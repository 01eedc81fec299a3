"""Rules of `bellcrank check` on small datasets."""

from __future__ import annotations

from bellcrank.errors import Message
from bellcrank.model import load_text
from bellcrank.model.checks import examine

HEAD = """title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
"""


def findings(statements: str, rule: str = "", head: str = HEAD, file: str = "test.adm") -> list[Message]:
    """What the rules say about a dataset that begins with HEAD: units, ground PART/1, MARKER/1 at its origin."""
    model, read = load_text(f"{head}{statements}\nEND\n", file)
    assert not read.errors, read.render()
    return [message for message in examine(model, read) if rule in ("", message.rule)]
