"""A session at the state that a linear analysis asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellcrank.analysis import arguments
from bellcrank.analysis.session import Session
from bellcrank.analysis.settings import settings_of
from bellcrank.analysis.static import static_analysis
from bellcrank.errors import Message, ModelError


def session_at(model: Any, at: str | float, without: Sequence[str] = (), error: float | None = None) -> Session:
    """A session at the state asked for."""
    session = Session(model, None, (), without)
    if at == "rest":
        static_analysis(session)
    elif isinstance(at, (int, float)):
        if at != 0.0:  # the state at the start is that of the input
            session.transient(arguments.real("at", at, above=0.0), 1, settings_of(model, error=error))
    elif at != "input":
        cure = 'write at="rest", at="input" or a time.'
        raise ModelError(Message("error", "E104", f"at={at!r} is no state.", cure=cure))
    return session
