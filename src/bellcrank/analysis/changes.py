"""Commands that change the model between two analyses: arguments of statements, elements switched on and off."""

from __future__ import annotations

from typing import Any

from bellcrank.analysis.session import Session
from bellcrank.errors import ModelError, Report
from bellcrank.model import Change
from bellcrank.model.references import check_expressions


def change_statement(session: Session, change: Change) -> Any:
    """Change some arguments of a statement; what makes no sense is taken back. Returns the element."""
    model = session.model
    element = model.find(change.keyword, change.id) if change.id is not None else model.single(change.keyword)
    before = dict(element.__dict__) if element is not None else {}
    try:
        changed: Any = change.apply(model)
        wrong = [m for m in (*changed.check(model), *check_expressions(changed, model)) if m.severity == "error"]
        if wrong:
            raise ModelError(Report(wrong))
    except ModelError:
        if element is not None:
            element.__dict__.clear()
            element.__dict__.update(before)
        raise
    if not change.lists:
        changed.__dict__["statement"] = change.statement
        if changed.numbered or changed.keyword == "ACCGRAV":
            session.changed()
    return changed


def switch(session: Session, command: Any, on: bool) -> None:
    """ACTIVATE and DEACTIVATE."""
    there = [element.id for element in session.model.all(command.type)]
    ids = [id for id in there if command.selects(id)]
    missing = [id for id in command.ids or () if id not in there]
    if missing or not ids:
        names = ", ".join(f"{command.type}/{id}" for id in missing) or f"such {command.type}"
        raise ModelError(command.message("E111", f"There is no {names}.", cure="correct the id."))
    keys = {(command.type, id) for id in ids}
    session.inactive = session.inactive - keys if on else session.inactive | keys
    session.changed()
