"""What a word means: a message number, a function of expressions, a statement of the dataset, a method of a model.

bc.explain("STEP")                  prints what the reference says about it; `bellcrank explain STEP` does the same
text_of("REVOLUTE")                 the same as text; LookupError with the nearest words where nothing is known
bc.explain("functions")             one line for each; also "statements" and "messages"
"""

from __future__ import annotations

import difflib
import inspect
import re
import sys
from collections.abc import Iterator
from typing import Any

from bellcrank import elements, registry
from bellcrank.errors import Message, ModelError
from bellcrank.explanations import explanations, plain
from bellcrank.expression import declarations
from bellcrank.model.builders import Builders
from bellcrank.model.checks import rules
from bellcrank.schema.reference_page import page

LISTS = ("functions", "statements", "messages")


def explain(word: str = "functions") -> None:
    """Print what a word means: a message number ("E702"), a function ("STEP"), a statement ("SFORCE"), a kind of joint
    ("REVOLUTE"), a method of a model ("revolute"); "functions", "statements" and "messages" list all of them.
    """
    sys.stdout.write(text_of(word) + "\n")


def text_of(word: str) -> str:
    """What the reference says about a word; ModelError (E111) with the nearest words where it says nothing."""
    registry.load_all(elements)
    if word.lower() in LISTS:
        return "\n".join(f"{name:<34}  {meaning}" for name, meaning in listed(word.lower()))
    found = list(_found(word.upper().removeprefix("M.").removesuffix("()")))
    if found:
        return "\n\n".join(found)
    known = [*messages(), *declarations(), *_statements(), *(kind for _, kind in registry.ELEMENTS if kind)]
    near = difflib.get_close_matches(word.upper(), known, 3, 0.6)
    cure = f"{', '.join(dict.fromkeys(near))}? " if near else ""
    cure += f"{', '.join(LISTS)} list what there is."
    raise ModelError(Message("error", "E111", f"There is no message, function or statement {word!r}.", cure=cure))


def messages() -> dict[str, tuple[str, str]]:
    """Number -> (title, plain text), of messages and rules."""
    found = {code: (title, plain(text)) for code, (title, text) in explanations().items()}
    found |= {rule.number: (rule.title, inspect.cleandoc(rule.explanation)) for rule in rules().values()}
    return dict(sorted(found.items()))


def listed(what: str) -> Iterator[tuple[str, str]]:
    """Name and meaning of all functions, statements or messages."""
    if what == "functions":
        for function in sorted(set(declarations().values()), key=lambda f: f.name):
            if not (function.unsupported or function.name.startswith("$")):
                yield function.usage, " ".join(function.doc.split())
    elif what == "statements":
        for (keyword, kind), cls in sorted(registry.ELEMENTS.items()):
            yield f"{keyword}, {kind}" if kind else keyword, (inspect.getdoc(cls) or "").split("\n")[0]
    else:
        yield from ((number, title) for number, (title, _) in messages().items())


def _statements() -> set[str]:
    return {keyword for keyword, _ in registry.ELEMENTS}


def _found(word: str) -> Iterator[str]:
    """All that a word in capitals may mean."""
    if word in (known := messages()):
        yield "{}  {}\n\n{}".format(word, *known[word])
    if (function := declarations().get(word)) is not None:
        yield _function(function)
    method = getattr(Builders, word.lower(), None)
    if inspect.isfunction(method):
        yield f"In Python: model.{word.lower()}{_signature(method)}\n\n{inspect.getdoc(method) or ''}"

    keywords = _statements()
    kinds = {keyword for keyword, kind in registry.ELEMENTS if kind == word} if word not in keywords else {word}
    for keyword in sorted(kinds):
        text = page(keyword)
        if keyword != word:
            text = re.search(rf"## {keyword}, {word}\n.*?(?=\n## |\Z)", text, re.S).group(0)  # type: ignore[union-attr]
        yield re.sub(r"```(text)?\n", "", text).strip()


def _function(function: Any) -> str:
    """Usage, meaning, and the equations of its file."""
    note = f"\nNot simulated: {function.unsupported}." if function.unsupported else ""
    module = sys.modules.get(getattr(function.kernel, "__module__", None) or "")
    theory = inspect.cleandoc(module.__doc__ or "") if module is not None else ""
    return f"{function.usage}\n  {function.doc}{note}" + (f"\n\n{theory}" if theory else "")


def _signature(method: Any) -> str:
    """The arguments without their types."""
    parameters = list(inspect.signature(method).parameters.values())[1:]
    words = [p.name if p.default is p.empty else f"{p.name}={p.default!r}" for p in parameters if p.default is not None]
    more = ", ..." if len(words) < len(parameters) else ""
    return f"({', '.join(words)}{more})"
