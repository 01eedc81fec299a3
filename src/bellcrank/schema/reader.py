"""From a statement to an element: find the class, split the arguments, read every value by its kind.

Nothing here stops at a mistake: it is reported, and reading goes on with the next argument.
"""

from __future__ import annotations

import re
from typing import Any

from bellcrank.dataset.statement import COMMA_LINE, JOINED_LINE, Argument, Statement, as_line, list_items
from bellcrank.errors import Message, Report
from bellcrank.schema.abbreviation import Ambiguous
from bellcrank.schema.element import Element, title_of
from bellcrank.schema.family import Family
from bellcrank.schema.fields import Field
from bellcrank.schema.kinds import BadValue, Kind, Strings
from bellcrank.schema.variant import variant_of

MOST_UNKNOWN = 10
"""Unknown arguments told for one statement; the rest is usually the consequence."""
_SEPARATORS = re.compile(r"[,\n\\]")
_KEY_INSIDE = re.compile(r"(?<=\s)([A-Za-z_]\w*)\s*=")
_ANYTHING = Strings()
_LAST_WORD = re.compile(r"[,\n]\s*([A-Za-z_]\w*)\s*$")


def read_element(statement: Statement, family: Family, report: Report) -> Element | None:
    """The element of a statement; mistakes go into the report. None when not even its kind is known."""
    head, arguments = statement.arguments()
    cls = family.single or variant_of(statement, family, head, arguments, report)
    if cls is None:
        return None
    _number(statement, cls, report)
    reader = _Reader(statement, cls, family, report)
    reader.run(head, arguments)
    element = cls.from_statement(statement, reader.values)
    if reader.unread:
        element.__dict__["unread"] = tuple(reader.unread)
    if reader.others:
        element.__dict__["others"] = tuple(reader.others)
    return element


def read_values(statement: Statement, cls: type[Element], report: Report) -> dict[str, Any]:
    """The arguments of a statement by the fields of a class, for commands."""
    head, arguments = statement.arguments()
    reader = _Reader(statement, cls, None, report)
    reader.run(head, arguments)
    return reader.values


def _number(statement: Statement, cls: type[Element], report: Report) -> None:
    """A statement must have an id, or must not."""
    if cls.numbered and not statement.id:
        what = f"{statement.keyword} needs an id above 0."
        cure = f"write {statement.keyword}/id with a number that is still free."
        why = "Other statements refer to it by its id."
        report.add(Message("error", "E102", what, statement.place, statement.keyword, why, cure))
        statement.id = 0
    elif not cls.numbered:
        statement.id = None


class _Reader:
    """Reading the arguments of one statement into `values`."""

    __slots__ = ("cls", "family", "others", "report", "statement", "strange", "unread", "values")

    def __init__(self, statement: Statement, cls: type[Element], family: Family | None, report: Report) -> None:
        self.statement, self.cls, self.family, self.report = statement, cls, family, report
        self.values: dict[str, Any] = {}
        self.unread: list[str] = []
        self.others: list[str] = []
        self.strange = 0

    def run(self, head: str, arguments: list[Argument]) -> None:
        if head and not head.isspace():
            self.flags(head, 0)
        by_key = self.cls.by_key
        k, count = 0, len(arguments)
        while k < count:
            argument = arguments[k]
            field = by_key.get(argument.key) or self.find(argument)
            k += 1
            if field is None:
                continue
            kind = field.kind
            assert kind is not None
            if kind.extent in ("text", "rest"):
                k = self.rejoin(arguments, k, argument, kind.extent)
            if kind.extent in ("text", "expression"):
                self.shorten(field, kind, argument)
            try:
                value = kind.read(argument.value)
            except ValueError:
                value = self.carefully(field, kind, argument)
                if value is None:
                    continue
            self.store(field, value, argument.position)
        if self.others:
            self.tell_others()

    def store(self, field: Field, value: Any, position: int) -> None:
        if field.kind is not None and field.kind.repeated:
            self.values[field.attribute] = (*self.values.get(field.attribute, ()), value)
        elif field.attribute in self.values and self.values[field.attribute] != value:
            self.error("E103", f"{field.name} is given twice.", position, cure="keep one of the two.")
        else:
            self.values[field.attribute] = value

    def rejoin(self, arguments: list[Argument], k: int, text: Argument, extent: str) -> int:
        """Free text may hold `, word =`: take back what the splitting cut off; returns the next argument's index."""
        body = self.statement.body
        end = text.position + len(text.value)
        while k < len(arguments):
            follower = arguments[k]
            cut = body[end : follower.position]
            if extent == "text" and (COMMA_LINE in cut or self.cls.keys.knows(follower.key)):
                break
            end = follower.position + len(follower.value)
            k += 1
        text.value = body[text.position : end]
        return k

    def shorten(self, field: Field, kind: Kind, argument: Argument) -> None:
        """Cut flags off the end of free text and expressions, which could swallow them."""
        value = argument.value.rstrip()
        if kind.extent == "expression" and "=" in value and (match := _KEY_INSIDE.search(value)):
            key = match[1].upper()
            if self.cls.keys.knows(key):
                what = f"The expression of {field.name} runs on into {key} =."
                why = "An expression ends at a backslash or at the end of the statement."
                cure = f"write a backslash and a comma before {key}: {field.name} = ...\\ , {key} = ..."
                self.error("E103", what, argument.position, why, cure)
                argument.value = value = value[: match.start()]
        if kind.extent == "text" and COMMA_LINE in value.strip():
            argument.value = value.lstrip().partition(COMMA_LINE)[0]
            self.flags(value.lstrip()[len(argument.value) :], argument.position)
        elif kind.extent == "expression" and ("\\" in value.rstrip("\\ ") or _LAST_WORD.search(value[-80:])):
            argument.value, rest = self.cut(kind, value)
            if rest:
                self.flags(rest, argument.position + len(argument.value))

    def find(self, argument: Argument) -> Field | None:
        """The field of an abbreviated key; an error when there is none."""
        key = argument.key
        try:
            name = self.cls.keys.find(key)
        except Ambiguous as error:
            self.error("E103", f"{error}.", argument.position, cure="write more letters.")
            return None
        if name is not None:
            return self.cls.by_key[name]
        if self.cls.flags.knows(key):
            self.error("E103", f"{key} takes no value.", argument.position, cure=f"write {key} alone.")
        elif self.may_keep(key):
            self.keep(argument)
        else:
            self.unknown(key, argument.position)
        return None

    def may_keep(self, word: str) -> bool:
        """Whether an argument that is not known is kept; one of another kind of the statement is a mistake."""
        return self.cls.open_arguments and not (self.family and self.family.homes(word))

    def keep(self, argument: Argument) -> None:
        """An argument that is not known, as it is written."""
        text, rest = self.cut(_ANYTHING, argument.value)
        lines = [piece.strip() for piece in text.replace(JOINED_LINE, " ").strip(" ,\n\\").split(COMMA_LINE)]
        if any(line.endswith("&") for line in lines):
            self.stray_ampersand(argument.position)
        else:
            self.others.append("\n".join([f"{argument.key} = {lines[0]}", *lines[1:]]))
        if rest:
            self.flags(rest, argument.position + len(text))

    def stray_ampersand(self, position: int) -> None:
        """An & inside of a line: written again, it would stand at the end of one and join the next."""
        what = "An & ends a line that goes on; this one stands inside of a line."
        self.error("E103", what, position, cure="remove it.")

    def tell_others(self) -> None:
        keyword = f"{self.statement.keyword} {self.cls.kind}".rstrip()
        words = [other.partition(" = ")[0] for other in self.others]
        near = self.cls.keys.nearest(words[0]) or self.cls.flags.nearest(words[0])
        place, title = self.statement.place, self.title
        what = f"{', '.join(words)}: not known here as argument{'s' * (len(words) > 1)} of {keyword}; kept as written."
        why = "Nothing of this statement is simulated, so that the motion does not depend on it."
        self.report.add(Message("warning", "W107", what, place, title, why, near or "nothing, where it is right."))

    def unknown(self, word: str, position: int) -> None:
        self.strange += 1
        if self.strange > MOST_UNKNOWN:
            if self.strange == MOST_UNKNOWN + 1:
                self.error("E103", "Further arguments that are not known are not told.", position)
            return
        if self.cls.keys.knows(word):
            return self.without_value(word, position)
        keyword = f"{self.statement.keyword} {self.cls.kind}".rstrip()
        homes = self.family.homes(word.upper()) if self.family else []
        if homes and "" not in homes:
            why = f"It belongs to {self.statement.keyword} {' and '.join(homes)}."
            cure = f"remove it, or make it a {self.statement.keyword}, {homes[0]}."
        else:
            why = f"{keyword} knows: {', '.join([*self.cls.by_flag, *self.cls.by_key])}."
            cure = self.cls.keys.nearest(word) or self.cls.flags.nearest(word) or "remove it."
        self.error("E103", f"{word} is no argument of {keyword}.", position, why, cure)

    def without_value(self, word: str, position: int) -> None:
        """The name of an argument alone, as a flag stands."""
        try:
            name = str(self.cls.keys.find(word))
        except Ambiguous as error:
            return self.error("E103", f"{error}.", position, cure="write more letters, and a value.")
        kind = self.cls.by_key[name].kind
        assert kind is not None
        self.error("E103", f"{name} has no value.", position, cure=f"write {name} = ..., {kind.wanted()}.")

    def carefully(self, field: Field, kind: Kind, argument: Argument) -> Any:
        """Read a value that flags may follow, or that is wrong."""
        text, rest = self.cut(kind, argument.value)
        if rest:
            self.flags(rest, argument.position + len(text))
        try:
            return kind.read(text)
        except BadValue as error:
            what, cure = str(error), error.cure
        except ValueError as error:
            what, cure = str(error), ""
        self.unread.append(field.attribute)
        given = " ".join(text.split())
        self.error(
            "E104",
            f"{field.name} = {given[:60]}{'...' if len(given) > 60 else ''}: {what}.",
            argument.position,
            f"{field.name}: {field.doc}." if field.doc else "",
            cure or f"give {kind.wanted()}",
        )
        return None

    def cut(self, kind: Kind, text: str) -> tuple[str, str]:
        """The part of a text that belongs to a value of this kind, and the flags behind it."""
        before, backslash, after = text.partition("\\")
        if backslash:
            return before, after
        if kind.extent == "one":
            match = _SEPARATORS.search(text.lstrip())
            at = match.start() + len(text) - len(text.lstrip()) if match else len(text)
            return text[:at], text[at:]
        if kind.extent in ("many", "expression"):
            end = len(text)
            while (match := _LAST_WORD.search(text[max(0, end - 80) : end])) and self.cls.flags_known(match[1].upper()):
                end = max(0, end - 80) + match.start()
            return text[:end], text[end:]
        return text, ""

    def flags(self, text: str, position: int) -> None:
        """The words of a text without `=`."""
        by_flag = self.cls.by_flag
        for item in list_items(text.replace("\\", ",")):
            word = item.upper()
            if not word or (self.family is not None and word == self.cls.kind):
                continue
            found = by_flag.get(word) or self.find_flag(word)
            if found:
                self.store(found[0], found[1], position)
            elif found is None and item[-1] == "&":
                self.stray_ampersand(position)
            elif found is None and "=" not in item and self.may_keep(word):
                self.others.append(as_line(item))
            elif found is None:
                self.unknown(item[:60], position)

    def find_flag(self, word: str) -> tuple[Field, Any] | tuple[()] | None:
        """The flag of an abbreviated word; () when it was the kind or is reported already."""
        try:
            name = self.cls.flags.find(word)
        except Ambiguous as error:
            self.error("E103", f"{error}.", 0, cure="write more letters.")
            return ()
        if name is not None:
            return self.cls.by_flag[name]
        if self.family is not None and self.cls.kind and self.family.kind(word) == self.cls.kind:
            return ()
        return None

    @property
    def title(self) -> str:
        statement = self.statement
        return title_of(statement.keyword, statement.id or None, statement.name, self.cls.kind)

    def error(self, rule: str, what: str, position: int, why: str = "", cure: str = "") -> None:
        if cure and cure[-1] not in ".?":
            cure += "."
        self.report.add(Message("error", rule, what, self.statement.place_at(position), self.title, why, cure))
