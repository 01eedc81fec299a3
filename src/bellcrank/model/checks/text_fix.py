"""Cures that are changes of text, applied to the text itself: layout and comments of the file stay as they are.

A `TextFix` says "in the statement at this line replace `old` by `new`". The old text is compared word by word: blanks,
upper and lower case, leading zeros of ids and line breaks (with their leading comma, `&` and comments) do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bellcrank.errors import TextFix

_WORD = re.compile(r"[A-Za-z_]\w*|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\S")
_GAP = r"[ \t]*(?:&?[ \t]*(?:![^\r\n]*)?(?:\r\n|\n|\r)[ \t]*(?:,[ \t]*)?)*"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$")
_CONTINUES = re.compile(r"\s*(?:,|!|$)")


def apply_fixes(text: str, fixes: Iterable[TextFix]) -> tuple[str, list[TextFix], list[TextFix]]:
    """The changed text, the fixes that were made, and those whose old text was not found."""
    made, missed = [], []
    for fix in sorted(set(fixes), key=lambda f: f.place.line, reverse=True):  # from the end: line numbers stay valid
        start, end = statement_span(text, fix.place.line)
        match = old_pattern(fix.old).search(text, start, end)
        if match is None:
            missed.append(fix)
            continue
        text = text[: match.start()] + fix.new + text[match.end() :]
        made.append(fix)
    return text, made[::-1], missed[::-1]


def old_pattern(old: str) -> re.Pattern[str]:
    """A pattern that finds a piece of a statement however it is laid out.

    >>> bool(old_pattern("VZ(11,21,21)").fullmatch("vz( 0011,21\\n ,  21 )"))
    True
    """
    words = _WORD.findall(old)
    patterns = [rf"0*{re.escape(word)}" if word.isdigit() else re.escape(word) for word in words]
    begin = r"(?<![\w.])" if words and words[0][0].isalnum() else ""
    end = r"(?![\w.])" if words and words[-1][-1].isalnum() else ""
    return re.compile(begin + _GAP.join(patterns) + end, re.IGNORECASE)


def statement_span(text: str, line: int) -> tuple[int, int]:
    """Where the statement that begins at a line (counted from 1) starts and ends in the text."""
    lines = _LINE.findall(text)
    start = sum(len(each) for each in lines[: line - 1])
    end, joined = start, True
    for each in lines[line - 1 :]:
        if not joined and not _CONTINUES.match(each):
            break
        end += len(each)
        code = each.partition("!")[0].rstrip()
        joined = code.endswith("&") or (joined and not code)
    return start, end
