"""`.csv`, `.tab`, `.txt`: tables with a line of names, units in brackets.

    time [sec],PART_2.X [mm],PART_2.VX [mm/sec]
    0.0,1.5,0.25

Read too: tab-separated tables as exported from plots of Adams, semicolons or blanks between columns, comments after
# % or !, names in the last comment line, no names at all (then C1, C2, ...). The first column is the time unless
another bears that name. Several tables one below the other, each with a head, as Adams View writes them, become one: at
every time that one of them has, with NaN where another has no row.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...registry import FORMATS, entry
from ..entity import Entity
from ..files import Channels, Format, damaged, read_text, text_file
from ..results import Results
from ..units import measure
from .req import seams

Array = NDArray[np.float64]
TIME_NAMES = ("time", "t", "timestamp", "zeit")
UNIT = re.compile(r"^(.*?)(?<!\s)\s*+[\[(]([^\[(\])]*+)[\])]$")


def read(path: Path, channels: Channels, partial: bool) -> Results:
    """Any table of numbers with a head."""
    lines = read_text(path).splitlines()
    tables = [_table(path, lines, *where, partial) for where in _places(lines)]
    if not tables:
        raise damaged(path, 1, "there is no line of numbers in this table")
    units, names = tables[0][0][0][1] or "sec", [name for columns, _ in tables for name in columns[1:]]
    values = tables[0][1] if len(tables) == 1 else _side_by_side([values for _, values in tables])
    attrs = {"units": {"time": units}, "title": _title(lines[: _places(lines)[0][1]])}
    run = Results(_entities(names), values, attrs, seams(values[:, 0]))
    return run if channels is None else run.pick(channels)


def _places(lines: list[str]) -> list[tuple[int, int, int]]:
    """Where tables are: the first line of their head, the first row, the line after the last; a head has no number."""
    found: list[tuple[int, int, int]] = []
    head, n = 0, 0
    while (start := next((k for k in range(n, len(lines)) if _is_row(lines[k])), None)) is not None:
        words = (k for k in range(start, len(lines)) if _is_words(lines[k]))
        n = next((k for k in words if any(map(_is_row, lines[k:]))), len(lines))
        found.append((head, start, n))
        head = n
    return found


def _table(
    path: Path, lines: list[str], head: int, start: int, end: int, partial: bool
) -> tuple[list[tuple[str, str]], Array]:
    """(name, unit) of the columns and the numbers of one table, the time first."""
    separator = _separator(lines[start])
    rows = [line for line in lines[start:end] if line.strip() and not _is_comment(line)]
    values = _numbers(path, start, rows, separator, partial)
    names = _names(lines[head:start], separator, values.shape[1])
    time = next((k for k, (name, _) in enumerate(names) if name.lower() in TIME_NAMES), 0)
    order = [time, *(k for k in range(len(names)) if k != time)]
    return [names[k] for k in order], values[:, order]


def _side_by_side(tables: list[Array]) -> Array:
    """Tables with a time each as one, at all their times; NaN where one has no row."""
    times = np.unique(np.concatenate([table[:, 0] for table in tables]))
    columns = [times[:, None]]
    for table in tables:
        block = np.full((len(times), table.shape[1] - 1), np.nan)
        block[np.searchsorted(times, table[:, 0])] = table[:, 1:]
        columns.append(block)
    return np.hstack(columns)


def write_separated(separator: str) -> Format:
    """The format with this character between the columns."""

    def write(results: Results, path: Path) -> None:
        """All channels with full precision."""
        pairs = zip(["time", *results.channels], [results.units("TIME"), *results.names.units], strict=True)
        with text_file(path) as file:
            csv.writer(file, delimiter=separator, lineterminator="\n").writerow(
                [f"{n} [{u}]" if u else n for n, u in pairs]
            )
            for block in results.blocks():
                file.writelines(separator.join(map(repr, row)) + "\n" for row in block.tolist())

    return Format("table of text", read, write)


def _is_comment(line: str) -> bool:
    return line.lstrip()[:1] in ("#", "%", "!")


def _is_row(line: str) -> bool:
    """Whether a line consists of numbers."""
    words = re.split(r"[,;\t ]+", line.strip())
    try:
        return (
            bool(line.strip()) and not _is_comment(line) and all(float(word) == float(word) for word in words if word)
        )
    except ValueError:
        return False


def _is_words(line: str) -> bool:
    """Whether a line begins with a word, as the head of a table does; a row that is broken begins with a number."""
    first = re.split(r"[,;\t ]+", line.strip())[0]
    return bool(first) and not _is_comment(line) and not _is_row(first)


def _separator(line: str) -> str:
    for candidate in "\t;,":
        if candidate in line:
            return candidate
    return " "


def _split(line: str, separator: str) -> list[str]:
    if separator == " ":
        return line.split()
    return [word.strip() for word in next(csv.reader([line], delimiter=separator))]


def _numbers(path: Path, start: int, rows: list[str], separator: str, partial: bool) -> Array:
    """The numbers of all rows; an empty field is NaN."""
    width = len(_split(rows[0], separator))
    result = np.empty((len(rows), width))
    for n, line in enumerate(rows):
        words = line.split() if separator == " " else line.split(separator)
        try:
            if len(words) != width:
                raise ValueError(f"{len(words)} numbers instead of {width}")
            result[n] = [float(word) if word.strip() else np.nan for word in words]
        except ValueError as error:
            if partial:
                return result[:n]
            cure = f"mend the line, or read the {n} rows before it with partial=True (command line: --partial)"
            raise damaged(path, start + 1 + n, "the table is broken here", str(error), cure) from None
    return result


def _names(head: list[str], separator: str, width: int) -> list[tuple[str, str]]:
    """(name, unit) of the columns: the last line of the head that has as many words as there are columns."""
    for line in reversed(head):
        plain = line.lstrip(" #%!")
        for words in (_split(plain, separator), re.split(r"\s{2,}|\t", plain.strip()), plain.split()):
            if len(words) == width and all(words):
                return [_name(word) for word in words]
    return [("time", ""), *((f"C{k}", "") for k in range(1, width))]


def _name(word: str) -> tuple[str, str]:
    found = UNIT.match(word.strip('"'))
    if found is None or ("[" not in word and measure(found[2]) is None):
        return word.strip('"'), ""
    return found[1], found[2]


def _title(head: list[str]) -> str:
    return next((line.lstrip(" #%!").strip() for line in head if _is_comment(line) and line.lstrip(" #%!").strip()), "")


def _entities(names: list[tuple[str, str]]) -> list[Entity]:
    """Neighbouring columns "A.X", "A.Y" belong to one entity."""
    groups: list[tuple[str, list[str], list[str]]] = []
    for name, unit in names:
        entity, dot, component = name.rpartition(".")
        owner = entity if dot else name
        if not (dot and groups and groups[-1][0] == owner):
            groups.append((owner, [], []))
        groups[-1][1].append(component if dot else "")
        groups[-1][2].append(unit)
    return [Entity(owner, "", 0, tuple(components), tuple(units)) for owner, components, units in groups]


entry(FORMATS, ".csv")(write_separated(","))
entry(FORMATS, ".tab")(write_separated("\t"))
entry(FORMATS, ".txt")(write_separated("\t"))
