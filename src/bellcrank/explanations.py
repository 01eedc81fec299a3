"""What every message number means, why it comes and what to do: the text of `explanations.md`.

A message tells its own case; here stands what all messages of a number have in common. `bellcrank explain E702` and
the troubleshooting page of the docs show it. The rules of `check` (C...) are explained in their own files.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

HEADING = re.compile(r"^## ([EWN]\d{3}) (.+)$", re.MULTILINE)


@cache
def explanations() -> dict[str, tuple[str, str]]:
    """Number -> (title, text in Markdown), in the order of the file."""
    source = resources.files("bellcrank").joinpath("explanations.md").read_text(encoding="utf-8")
    pieces = HEADING.split(source)[1:]
    return {number: (title, text.strip()) for number, title, text in zip(*[iter(pieces)] * 3, strict=True)}


def plain(text: str) -> str:
    """Markdown as text for a terminal: links by their words, no stars."""
    return re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text).replace("**", "").replace("`", "")


__all__ = ["explanations", "plain"]
