"""Calls with wrong arguments are refused with the cure that Python itself does not give."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from bellcrank.errors import Message, ModelError
from bellcrank.schema.abbreviation import did_you_mean

C = TypeVar("C", bound=type)


def explained(cls: C) -> C:
    """Let every public method of a class tell which argument is wrong, and what was probably meant."""
    for name, method in list(vars(cls).items()):
        if inspect.isfunction(method) and not name.startswith("_"):
            setattr(cls, name, _explained(method))
    return cls


def _explained(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return method(*arguments, **named)
        except TypeError as error:
            signature = inspect.signature(method)
            try:
                signature.bind(*arguments, **named)
            except TypeError:
                raise ModelError(_wrong_call(method.__name__, signature, named, error)) from None
            raise

    return call


def _wrong_call(name: str, signature: inspect.Signature, named: dict[str, Any], error: TypeError) -> Message:
    known = [parameter for parameter in signature.parameters if parameter != "self"]
    for word in named:
        if word not in known:
            cure = did_you_mean(word, known) or f"known: {', '.join(known)}."
            return Message("error", "E103", f"{name} has no argument {word!r}.", element=name, cure=cure)
    missing = [
        p.name for p in signature.parameters.values()
        if p.default is p.empty and p.kind is p.KEYWORD_ONLY and p.name not in named
    ]  # fmt: skip
    if missing:
        return Message(
            "error", "E105", f"{', '.join(missing)} missing.", element=name, cure=f"give {', '.join(missing)}=."
        )
    return Message("error", "E106", f"{error}.", element=name, cure=f"see help(bc.Model.{name}).")
