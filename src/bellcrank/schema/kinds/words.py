"""Words of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from bellcrank.dataset.numbers import BadValue
from bellcrank.dataset.statement import as_list
from bellcrank.schema.abbreviation import Ambiguous, Spellings
from bellcrank.schema.kinds.kind import Kind


class Choice(Kind):
    """One word of a table; abbreviations are completed."""

    def __init__(self, words: Iterable[str], others: dict[str, str] | None = None) -> None:
        self.spellings = Spellings(words, others)

    def word(self, text: str) -> str:
        text = text.strip().strip('"').upper()
        try:
            found = self.spellings.find(text)
        except Ambiguous as error:
            raise BadValue(str(error), "write more letters") from None
        if found is None:
            raise BadValue(
                f"{text or 'nothing'} is not one of {', '.join(self.spellings.names)}", self.spellings.nearest(text)
            )
        return found

    def read(self, text: str) -> str:
        return self.word(as_list(text))

    def accept(self, value: Any) -> str:
        return self.word(str(value))

    def lines(self, key: str, value: str, ended: bool) -> list[str]:
        return [f", {key} = {value}"]

    def describe(self) -> str:
        return " | ".join(self.spellings.names)

    def wanted(self) -> str:
        return f"one of {', '.join(self.spellings.names)}"


class Switch(Choice):
    """ON or OFF; True or False in Python."""

    def __init__(self) -> None:
        super().__init__(("ON", "OFF"), {"YES": "ON", "NO": "OFF", "TRUE": "ON", "FALSE": "OFF"})

    def read(self, text: str) -> bool:  # type: ignore[override]
        return self.word(as_list(text)) == "ON"

    def accept(self, value: Any) -> bool:  # type: ignore[override]
        return value if isinstance(value, bool) else self.word(str(value)) == "ON"

    def lines(self, key: str, value: bool, ended: bool) -> list[str]:  # type: ignore[override]
        return [f", {key} = {'ON' if value else 'OFF'}"]


class Words(Choice):
    """A list of words of a table, joined by colons; `limit` is the largest number of them."""

    extent = "many"

    def __init__(self, words: Iterable[str], others: dict[str, str] | None = None, limit: int = 10**9) -> None:
        super().__init__(words, others)
        self.limit = limit
        self.letters = all(len(word) == 1 for word in self.spellings.names)

    def read(self, text: str) -> tuple[str, ...]:  # type: ignore[override]
        words = [word for word in re.split(r"[\s,:]+", as_list(text)) if word]
        if self.letters and len(words) == 1:
            words = [*words[0]]
        return self.accept(words)

    def accept(self, value: Any) -> tuple[str, ...]:  # type: ignore[override]
        words = tuple(self.word(str(v)) for v in (re.split(r"[\s,:]+", value) if isinstance(value, str) else value))
        if not 1 <= len(words) <= self.limit:
            raise BadValue(f"{len(words)} words given, 1 to {self.limit} needed")
        return words

    def lines(self, key: str, value: tuple[str, ...], ended: bool) -> list[str]:  # type: ignore[override]
        return [f", {key} = {':'.join(value)}"]

    def show(self, value: tuple[str, ...]) -> str:
        return ":".join(value)

    def describe(self) -> str:
        return "list of " + ", ".join(self.spellings.names)

    def wanted(self) -> str:
        return f"words out of {', '.join(self.spellings.names)}, with colons between them"
