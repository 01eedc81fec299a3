"""From text to statements: title, comments, names, continuation lines, END.

The rules (all of them appear in files found in the wild):
the first line is the title whatever it holds; `!` starts a comment outside quotes; a line that begins with a comma
continues the statement, also across comment and blank lines; a line that ends with `&` is continued by the next one,
whose leading comma, if any, counts as above; `;` ends a statement when another one follows on the line;
`!  adams_view_name='X'` names the next statement; END closes the dataset.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bellcrank.dataset.statement import COMMA_LINE, JOINED_LINE, Statement
from bellcrank.errors import Message, Place, Report

_HEAD = re.compile(r"([A-Za-z_]\w*)(?:[ \t]*/[ \t]*|[ \t]+|(?=[,\n\v])|$)(?:(\d+)(?![\w.]))?")
_NAME = re.compile(r"!\s*adams_view_name\s*=\s*'([^']*)'", re.IGNORECASE)
_COMMENTED_OUT = re.compile(r"!\s*\w+\s*/")
_CODE = re.compile(r'(?:[^"!]++|"[^"]*+")*+')
_NEXT_STATEMENT = re.compile(r';(?=\s*(?:[A-Za-z_]\w*\s*/|$|END\s*$))|"[^"]*"', re.IGNORECASE)
LONGEST_ID = 18
"""Digits: more do not fit into 64 bits."""
_STRANGE_BLANKS = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127, 133), " ")


@dataclass
class Text:
    """A file cut into statements."""

    title: str = ""
    statements: list[Statement] = field(default_factory=list)
    ended: bool = False
    comments: list[str] = field(default_factory=list)
    """Comment lines after the last statement."""
    report: Report = field(default_factory=Report)


def split_lines(text: str) -> list[str]:
    """The lines of a text with LF, CR LF or CR line ends; control characters become blanks.

    DOS ends files by 1A; an escape (1B) in a name would be carried out by the terminal on which it is printed.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(_STRANGE_BLANKS).split("\n")


def read_dataset(text: str, file: str = "") -> Text:
    """Cut a dataset into its title and statements."""
    lines = split_lines(text)
    result = _Lexer(file).run(lines, 1)
    result.title = lines[0].rstrip()
    return result


def read_commands(lines: list[str], skip: int, file: str = "") -> Text:
    """Cut the lines of a command file behind its header of `skip` lines."""
    return _Lexer(file, dataset=False).run(lines, skip)


class _Lexer:
    """The running state: the statement being collected, the comments seen since the last one."""

    def __init__(self, file: str, dataset: bool = True) -> None:
        self.file, self.dataset = file, dataset
        self.text = Text()
        self.pieces: list[str] = []
        self.numbers: list[int] = []
        self.name = ""
        self.comments: list[str] = []
        self.pending_name = ""
        self.pending: list[str] = []
        self.ampersand = False

    def run(self, lines: list[str], skip: int) -> Text:
        for number, line in enumerate(lines[skip:], skip + 1):
            line = line.strip()
            if not line:
                continue
            if line[0] == "!":
                self.comment(line)
                continue
            if "!" in line:
                line = self.without_comment(line)
            if ";" in line:
                self.several(line, number)
            else:
                self.line(line, number)
            if self.text.ended:
                break
        self.flush()
        self.text.comments = self.pending
        return self.text

    def comment(self, line: str) -> None:
        """A whole line of comment: a name, or words to keep for the next statement."""
        match = _NAME.match(line)
        if match:
            self.pending_name = match[1].strip()
            return
        if self.pending_name and _COMMENTED_OUT.match(line):
            self.pending.append(f"! adams_view_name='{self.pending_name}' (commented out)")
            self.pending_name = ""
        if len(line) > 1:
            self.pending.append(line)

    def without_comment(self, line: str) -> str:
        """Cut a comment at the end of a line, outside quotes."""
        match = _CODE.match(line)
        end = match.end() if match else 0
        if end < len(line) and line[end] == '"':
            end = line.find("!", end)
        if 0 <= end < len(line):
            # Written back it stands on a line of its own, where a name would be that of the next statement.
            if len(words := _NAME.sub(r"! '\1'", line[end:].rstrip())) > 1:
                self.pending.append(words)
            return line[:end].rstrip()
        return line

    def several(self, line: str, number: int) -> None:
        """A line with semicolons: cut where another statement follows, outside quotes."""
        start = 0
        for match in _NEXT_STATEMENT.finditer(line):
            if match[0] == ";":
                self.line(line[start : match.start()].strip(), number)
                start = match.end()
        self.line(line[start:].strip(), number)

    def line(self, line: str, number: int) -> None:
        """One line without comment: the start or the continuation of a statement."""
        if not line or self.text.ended:
            return
        if self.dataset and line[:3].upper() == "END" and not self.ampersand and not line[3:].strip(" /"):
            self.text.ended = True
            return
        joined, self.ampersand = self.ampersand, line[-1] == "&"
        if self.ampersand:
            line = line[:-1].rstrip()
        if line[:1] == ",":
            if not self.pieces:
                self.error(number, line)
                return
            self.pieces.append(COMMA_LINE)
            line = line[1:]
        elif joined and self.pieces:
            self.pieces.append(JOINED_LINE)
        else:
            self.flush()
            self.name, self.pending_name = self.pending_name, ""
            self.comments, self.pending = self.pending, []
        self.pieces.append(line)
        self.numbers.append(number)

    def flush(self) -> None:
        """The collected lines are a statement."""
        if not self.pieces:
            return
        whole = self.pieces[0] if len(self.pieces) == 1 else "".join(self.pieces)
        numbers, self.pieces, self.numbers = self.numbers, [], []
        match = _HEAD.match(whole)
        if match is None:
            self.text.report.add(_not_a_statement(Place(self.file, numbers[0]), whole))
            return
        if len(match[2] or "") > LONGEST_ID:
            self.text.report.add(_id_too_long(Place(self.file, numbers[0]), match[1].upper(), match[2]))
            return
        id = int(match[2]) if match[2] else None
        body = whole[match.end() :]
        self.text.statements.append(Statement(match[1].upper(), id, body, self.file, numbers, self.name, self.comments))

    def error(self, number: int, line: str) -> None:
        self.text.report.add(
            Message(
                "error",
                "E102",
                f"This line continues a statement, but no statement stands before it: {line[:60]!r}.",
                Place(self.file, number),
                why="A line that begins with a comma belongs to the statement above it.",
                cure="put the statement's keyword on the line above, or remove the leading comma.",
            )
        )


def _id_too_long(place: Place, keyword: str, id: str) -> Message:
    what = f"The id {id[:12]}... of this {keyword} has {len(id)} digits."
    return Message("error", "E104", what, place, cure=f"use a whole number of at most {LONGEST_ID} digits.")


def _not_a_statement(place: Place, text: str) -> Message:
    return Message(
        "error",
        "E102",
        f"This is not a statement: {text[:60]!r}.",
        place,
        why="A statement begins with a keyword such as PART/2; a line that continues one begins with a comma.",
        cure="begin the line with a comma if it belongs to the statement above, or with ! if it is a comment.",
    )
