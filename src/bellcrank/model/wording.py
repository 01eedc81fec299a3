"""Names in expressions: `DX(tip, base)` is `DX(12, 3)` where the markers 12 and 3 have these names.

A name may stand wherever a function wants the id of an element. It is written as it is, or in quotes where it has
other signs than letters, digits, underscores and dots. The name of a body in place of a marker means a marker at the
frame of the body; the ground is the global frame, 0. A name with a dot anywhere else is a channel of the results,
`pin.ANGLE` (channels.py). Names become ids as soon as the expression is given, so a model and its dataset hold only
ids.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bellcrank.errors import Message, ModelError
from bellcrank.expression import declarations
from bellcrank.model.channels import channel
from bellcrank.schema.abbreviation import did_you_mean
from bellcrank.schema.expression import Expression
from bellcrank.schema.user_function import PythonExpression

if TYPE_CHECKING:
    from bellcrank.model.model import Model

_TOKEN = re.compile(
    r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?[dD]?)|(?P<quoted>'[^']*'|\"[^\"]*\")"
    r"|(?P<word>[A-Za-z_][\w.]*)(?P<call>\s*\()?|(?P<open>\()|(?P<close>\))|(?P<comma>,)"
)


def with_ids(model: Model, value: Any) -> Any:
    """An expression (text, Expression, call of a Python function) with ids in place of names."""
    if isinstance(value, PythonExpression):
        return value.with_arguments([with_ids(model, argument) for argument in value.arguments])
    if isinstance(value, Expression):
        text = ids_for_names(model, value.text)
        return value if text == value.text else Expression(text)
    return ids_for_names(model, value) if isinstance(value, str) else value


def ids_for_names(model: Model, text: str) -> str:
    """The text with ids in place of names."""
    pieces: list[str] = []
    calls: list[tuple[str, int]] = []
    done = 0
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "call":
            calls.append((match["word"].upper(), 0))
        elif kind == "open":
            calls.append(("", 0))
        elif kind == "close" and calls:
            calls.pop()
        elif kind == "comma" and calls:
            calls[-1] = (calls[-1][0], calls[-1][1] + 1)
        elif kind in ("word", "quoted") and (found := _meant(model, match[0], kind, calls)) is not None:
            pieces += [text[done : match.start()], found]
            done = match.end()
    return "".join(pieces) + text[done:] if pieces else text


def _meant(model: Model, word: str, kind: str, calls: list[tuple[str, int]]) -> str | None:
    """The id a name stands for, or the expression of a channel; None where the word is neither."""
    known = declarations()
    if kind == "word" and word.upper() in known and not known[word.upper()].greatest:
        return None
    function = known.get(calls[-1][0]) if calls else None
    argument = function.argument(calls[-1][1]) if function is not None else None
    name = word.strip("'\"")
    if argument is None or not argument.keyword:
        return channel(model, name, lambda body: _origin(model, body)) if "." in name else None
    return str(id_of(model, name, argument.keyword, calls[-1][0]))


def id_of(model: Model, name: str, keyword: str, function: str = "") -> int:
    """The id of the element with a name; a body gives a marker at its frame where a marker is wanted."""
    found = model.labelled(keyword, name)
    if len(found) == 1:
        return found[0].id or 0
    if not found and keyword == "MARKER":
        for body in (b for k in ("PART", "POINT_MASS", "FLEX_BODY") for b in model.labelled(k, name)):
            return 0 if getattr(body, "ground", False) else _origin(model, body)
    where = f" in {function}(...)" if function else ""
    if found:
        raise ModelError(
            Message("error", "E111", f"{len(found)} {keyword} elements are named {name!r}{where}.", cure="use the id.")
        )
    near = did_you_mean(name, [e.label for e in model.all(keyword)])
    raise ModelError(
        Message(
            "error", "E111", f"There is no {keyword} named {name!r}{where}.", cure=near or f"make the {keyword} first."
        )
    )


def _origin(model: Model, body: Any) -> int:
    """The marker at the frame of a body, made when first asked for."""
    name = f"{body.label}.origin"
    for marker in model.labelled("MARKER", name):
        if getattr(marker, "owner", None) == (body.keyword, body.id):
            return marker.id or 0
    return model.new("MARKER", name, **{body.keyword.lower(): body}).id or 0
