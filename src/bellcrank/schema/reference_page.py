"""The reference page of a statement, from its files: theory, class, what is done with it, arguments."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any

from bellcrank.schema.element import Element
from bellcrank.schema.family import family
from bellcrank.schema.fields import Field


def page(keyword: str, shown: Callable[[str, str], str] = lambda keyword, kind: "") -> str:
    """All kinds of one statement as Markdown; KeyError when there is no such statement.

    shown  (keyword, kind) -> what stands below the headline: a picture, an example
    """
    found = family(keyword)
    if found is None:
        raise KeyError(keyword)
    parts = [f"# {keyword}"]
    theories: set[str] = set()
    for kind, cls in found.kinds.items():
        if kind:
            parts.append(f"## {keyword}, {kind}")
        parts.append(shown(keyword, kind))
        theory = sys.modules[cls.__module__].__doc__ or ""
        if theory not in theories:
            theories.add(theory)
            parts.append(f"```text\n{inspect.cleandoc(theory)}\n```")
        parts += [f"{inspect.getdoc(cls) or ''}", f"**{support(cls)}**", table(cls)]
    return "\n\n".join(part for part in parts if part.strip()) + "\n"


def support(cls: type[Element]) -> str:
    """What the program does with an element."""
    theory = sys.modules[cls.__module__].__doc__ or ""
    if "\nEffect        none" in theory:
        return "Read and written back; it changes nothing here."
    if cls.lower is not Element.lower:
        return "Simulated."
    if cls.passive and "\nKept " not in theory:
        return "Supported: other elements, analyses or pictures read it."
    if cls.passive:
        return "Read, kept and written back; nothing uses it."
    return "Read, kept and written back; a model that has one is not simulated, and one message says so."


def table(cls: type[Element]) -> str:
    """The arguments of an element, a row each."""
    rows = ["| argument | attribute | value | dimension | default | meaning |", "|---|---|---|---|---|---|"]
    for field in cls.fields.values():
        name = " / ".join(group_words(field)) if field.words else field.name
        value = field.kind.describe() if field.kind else ("one of the words" if field.words else "flag")
        cells = [f"`{name}`", f"`{field.attribute}`", value, dimension(field), default(field), field.doc]
        rows.append("| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows) if len(rows) > 2 else ""


def group_words(field: Field) -> list[str]:
    """The words of a group of flags, other spellings left out."""
    return [word for word, value in (field.words or {}).items() if word == value]


def dimension(field: Field) -> str:
    """The dimension of a field in words."""
    dims: Any = field.dimension
    if callable(dims):
        return "depends on the kind"
    if isinstance(dims, tuple):
        return ", ".join(dict.fromkeys(str(d) for d in dims))
    return dims or ""


def default(field: Field) -> str:
    """What an argument is when it is not given."""
    if field.required:
        return "required"
    nothing = field.default is None or field.default is False or field.default in ("", ())
    return "" if nothing else field.show(field.default)
