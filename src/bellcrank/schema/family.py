"""All variants of one statement, and the keyword it is found by."""

from __future__ import annotations

import functools

from bellcrank.registry import COMMANDS, ELEMENTS
from bellcrank.schema.abbreviation import STATEMENT_SPELLINGS, Ambiguous, Spellings
from bellcrank.schema.element import Element
from bellcrank.schema.fields import Field, flag


class Family:
    """The element classes of one keyword, by kind."""

    def __init__(self, keyword: str, kinds: dict[str, type[Element]]) -> None:
        self.keyword, self.kinds = keyword, kinds
        self.single = next(iter(kinds.values())) if len(kinds) == 1 else None
        others = {word: kind for kind, cls in kinds.items() for word in cls.other_kinds}
        self.spellings = Spellings([kind for kind in kinds if kind], others)
        self.first = next(iter(kinds.values()))

    def kind(self, word: str) -> str | None:
        """The kind a flag stands for, or None."""
        try:
            return self.spellings.find(word)
        except Ambiguous:
            return None

    def homes(self, key: str) -> list[str]:
        """The kinds that know an argument."""
        return [kind for kind, cls in self.kinds.items() if key in cls.by_key or key in cls.by_flag]

    @functools.cached_property
    def union(self) -> type[Element]:
        """A class with the arguments of all kinds, for commands that change an element whose kind they do not say."""
        fields: dict[str, Field] = {}
        for cls in self.kinds.values():
            for name, argument in cls.fields.items():
                fields.setdefault(name, argument)
        for name in ("list", "default"):
            if name not in fields:
                fields[name] = flag("As a command: print the arguments, or take them back to their defaults")
                fields[name].bind(name)
        union = _union(self.keyword, fields)
        union.open_arguments = self.first.open_arguments
        return union


def _union(keyword: str, fields: dict[str, Field]) -> type[Element]:
    cls: type[Element] = type(f"Any{keyword.title()}", (Element,), {})
    cls.keyword = keyword
    cls.fields = fields
    cls._index()
    return cls


class _Tables:
    """Families by keyword, made anew when the registry has grown."""

    def __init__(self) -> None:
        self.size = -1
        self.families: dict[str, Family] = {}
        self.spellings = Spellings(())
        self.command_spellings = Spellings(())

    def refresh(self) -> None:
        size = len(ELEMENTS) + len(COMMANDS)
        if size == self.size:
            return
        kinds: dict[str, dict[str, type[Element]]] = {}
        for (keyword, kind), cls in ELEMENTS.items():
            kinds.setdefault(keyword, {})[kind] = cls
        self.families = {keyword: Family(keyword, classes) for keyword, classes in kinds.items()}
        self.spellings = _spellings(list(self.families))
        self.command_spellings = _spellings([*self.families, *COMMANDS])
        self.size = size


def _spellings(names: list[str]) -> Spellings:
    return Spellings(names, {word: name for word, name in STATEMENT_SPELLINGS.items() if name in names})


_tables = _Tables()


def family(keyword: str) -> Family | None:
    """The variants of a statement, or None."""
    _tables.refresh()
    return _tables.families.get(keyword)


def statement_names() -> Spellings:
    """The keywords of the dataset."""
    _tables.refresh()
    return _tables.spellings


def command_names() -> Spellings:
    """The keywords of command files: commands, and statements that can be changed."""
    _tables.refresh()
    return _tables.command_spellings
