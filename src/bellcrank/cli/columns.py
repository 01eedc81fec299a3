"""Tables of text: right-aligned numbers, left-aligned words, as wide as needed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence


def table_lines(head: Sequence[Sequence[str]], rows: Iterable[Sequence[str]], left: int = 0) -> list[str]:
    """Lines of head (one or more), a rule, and rows; the first `left` columns are aligned left."""
    body = [list(row) for row in rows]
    widths = [max(len(row[k]) for row in [*head, *body]) for k in range(len(head[0]))]
    lines = [_line(row, widths, left) for row in head]
    lines.append("  ".join("-" * width for width in widths))
    return lines + [_line(row, widths, left) for row in body]


def number(value: float, digits: int = 6) -> str:
    """A number with so many significant digits; nothing for NaN."""
    return "" if math.isnan(value) else f"{value:.{digits}g}"


def _line(row: Sequence[str], widths: Sequence[int], left: int) -> str:
    cells = [text.ljust(w) if k < left else text.rjust(w) for k, (text, w) in enumerate(zip(row, widths, strict=True))]
    return "  ".join(cells).rstrip()
