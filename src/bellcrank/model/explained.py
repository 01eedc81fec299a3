"""Calls with wrong arguments are refused with the cure that Python itself does not give."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from bellcrank.errors import BellcrankError, Message, ModelError
from bellcrank.schema.abbreviation import did_you_mean

C = TypeVar("C", bound=type)
OTHER_WORDS = {
    "at": ("position", "pos", "location", "loc", "origin", "point", "points", "anchor"),
    "axis": ("direction", "dir"),
    "v": ("velocity", "vel", "linear_velocity"),
    "w": ("omega", "angular_velocity", "spin"),
    "euler": ("orientation", "angles", "rotation"),
    "mass": ("m",),
    "length": ("l0", "free_length", "rest_length"),
    "k": ("stiffness",),
    "c": ("damping", "d"),
    "function": ("value", "law", "expression", "f", "force", "torque"),
    "i": ("body", "part", "body1", "part1", "a", "on"),
    "j": ("body2", "part2", "b", "to", "reference"),
    "end": ("t_end", "tend", "duration", "time", "tmax", "t", "end_time"),
    "steps": ("n", "outputs", "frames", "nsteps"),
    "dtout": ("dt", "output_step", "timestep"),
    "error": ("tol", "tolerance", "rtol", "atol", "accuracy"),
    "h_max": ("max_step", "hmax", "step_size"),
}
"""Arguments, and the words that other programs have for them."""


def explained(cls: C) -> C:
    """Let every public method of a class tell which argument is wrong, and what was probably meant."""
    for name, method in list(vars(cls).items()):
        if inspect.isfunction(method) and not name.startswith("_"):
            setattr(cls, name, explained_call(method))
    return cls


def explained_call(method: Callable[..., Any]) -> Callable[..., Any]:
    """The same method or analysis, whose first argument is the model."""

    @functools.wraps(method)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return method(*arguments, **named)
        except BellcrankError as error:  # the line of the caller and the message are what helps
            raise error.with_traceback(None) from None
        except TypeError:
            signature = inspect.signature(method)
            try:
                signature.bind(*arguments, **named)
            except TypeError:
                raise ModelError(_wrong_call(method.__name__, signature, arguments, named)) from None
            raise

    return call


def _wrong_call(name: str, signature: inspect.Signature, given: tuple[Any, ...], named: dict[str, Any]) -> Message:
    known = list(signature.parameters)[1:]
    for word in named:
        if word not in known:
            meant = next((own for own, others in OTHER_WORDS.items() if word.lower() in others and own in known), "")
            cure = f"it is called {meant} here." if meant else did_you_mean(word, known)
            cure = cure or f"known: {', '.join(known)}."
            return Message("error", "E103", f"{name} has no argument {word!r}.", element=name, cure=cure)
    missing = [
        p.name for n, p in enumerate(signature.parameters.values())
        if p.default is p.empty and p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
        and n >= len(given) and p.name not in named
    ]  # fmt: skip
    if missing:
        return Message(
            "error", "E105", f"{', '.join(missing)} missing.", element=name, cure=f"give {', '.join(missing)}=."
        )
    taken = [p.name for p in signature.parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD][1:]
    what = f"{len(given) - 1} arguments are given without a name; {name} takes {', '.join(taken) or 'none'} so."
    bodies = "bodies as i=, j=; " if "i" in known and "i" not in taken else ""
    columns = 'columns by their names, x="DX(tip)"; ' if name == "request" else ""
    usual = "".join(f"{word}=, " for word in ("at", "axis") if word in known and word not in taken).rstrip(", ")
    cure = f"name the others: {bodies}{columns}{usual}{'; ' if usual else ''}help(bc.Model.{name}) lists them."
    return Message("error", "E106", what, element=name, cure=cure)
