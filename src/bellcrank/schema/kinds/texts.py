"""Free text, strings and function expressions."""

from __future__ import annotations

from typing import Any

from bellcrank.dataset.numbers import BadValue
from bellcrank.dataset.statement import as_line, list_items
from bellcrank.dataset.writer import expression_lines, list_lines, text_line
from bellcrank.schema.expression import Expression
from bellcrank.schema.kinds.kind import Dimensions, Kind
from bellcrank.schema.kinds.numbers import finite


class Text(Kind):
    """Free text up to the end of the line or the next known argument."""

    extent = "text"

    def read(self, text: str) -> str:
        text = as_line(text).rstrip("\\").strip()
        return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1] else text

    def accept(self, value: Any) -> str:
        text = " ".join(str(value).split())
        if '"' in text or "!" in text:
            raise BadValue('text may not contain " or !')
        return text

    def lines(self, key: str, value: str, ended: bool) -> list[str]:
        risky = "," in value or ";" in value or "=" in value or "\\" in value or "&" in value or not value
        return text_line(key, f'"{value}"' if (risky or "!" in value) and '"' not in value else value)

    def describe(self) -> str:
        return "text"


class Rest(Text):
    """Free text to the end of the statement, whatever it contains (STRING)."""

    extent = "rest"

    def read(self, text: str) -> str:
        return as_line(text)

    def accept(self, value: Any) -> str:
        text = super().accept(value)
        if ";" in text or text.endswith("&"):
            raise BadValue("this text may not contain ; or end with &")
        return text

    def lines(self, key: str, value: str, ended: bool) -> list[str]:
        return text_line(key, value)


class Strings(Kind):
    """A list of strings, quoted or not; `separator` ":" for headings such as TITLE=a:b:c."""

    extent = "many"

    def __init__(self, separator: str = ",", quoted: bool = True, limit: int = 10**9) -> None:
        self.separator, self.quoted, self.limit = separator, quoted, limit

    def read(self, text: str) -> tuple[str, ...]:
        items = list_items(text) if self.separator == "," else as_line(text).strip(" \\,").split(self.separator)
        return self.accept([item.strip().strip('"') for item in items])

    def accept(self, value: Any) -> tuple[str, ...]:
        strings = tuple(str(v) for v in ((value,) if isinstance(value, str) else value))
        for string in strings:
            if '"' in string or "\n" in string:
                raise BadValue('a string may not contain " or line ends')
        if len(strings) > self.limit:
            raise BadValue(f"{len(strings)} strings given, at most {self.limit} allowed")
        return strings

    def lines(self, key: str, value: tuple[str, ...], ended: bool) -> list[str]:
        if self.separator != ",":
            return text_line(key, self.separator.join(value))
        return list_lines(key, [f'"{v}"' if self.quoted else v for v in value])

    def describe(self) -> str:
        return "strings"


class Formula(Kind):
    """A function expression; `dimension` is the dimension of its value."""

    extent = "expression"

    def __init__(self, dimension: Dimensions = None) -> None:
        self.dimension = dimension

    def read(self, text: str) -> Expression:
        text = as_line(text).rstrip("\\").rstrip()
        if not text:
            raise BadValue("the expression is empty")
        if text.endswith("&"):  # written again, it would stand at the end of a line and join the next
            raise BadValue("an & ends a line that goes on; this one stands inside of a line", "remove it")
        return Expression(text)

    def accept(self, value: Any) -> Expression:
        if isinstance(value, Expression):
            return value
        if isinstance(value, str):
            if not value.strip():
                raise BadValue("the expression is empty")
            return Expression(" ".join(value.split()))
        if callable(value):
            raise BadValue(
                f"{getattr(value, '__name__', value)!r} is a Python function",
                'say what it is a function of: bc.user(f, "TIME")',
            )
        return Expression(finite(value))

    def lines(self, key: str, value: Expression, ended: bool) -> list[str]:
        return expression_lines(key, value.written, ended)

    def show(self, value: Expression) -> str:
        return value.text

    def describe(self) -> str:
        return "expression"

    def wanted(self) -> str:
        return "an expression such as -10*DX(1,2)"
