"""Commands that change the model between two analyses: arguments of statements, elements switched on and off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bellcrank.analysis.session import Session
from bellcrank.errors import Message, ModelError, Report
from bellcrank.model import Change
from bellcrank.model.commands import parse_commands
from bellcrank.model.references import check_expressions
from bellcrank.schema.family import family


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


def set_argument(session: Session, text: str) -> None:
    """Change one argument: "SPRINGDAMPER/1.k=90", "spring.k=90" by name, "INTEGRATOR.error=1e-4" without id."""
    left, equals, value = text.partition("=")
    target, _, argument = left.strip().rpartition(".")
    if not (equals and target and argument and value.strip()):
        cure = "write ELEMENT.ARGUMENT=VALUE, for instance SPRINGDAMPER/1.k=90."
        raise ModelError(Message("error", "E104", f'"{text}" changes nothing.', cure=cure))
    single = family(target.strip().upper())
    if single is not None and not single.first.numbered:
        head = f"{target.strip().upper()}/"
    else:
        element: Any = session.model[target.strip()]
        head = f"{element.keyword}/{element.id}, "
    script, report = parse_commands(f"\n{head}{argument.strip().upper()}={value.strip()}", "--set")
    changed = [entry.command for entry in script.entries if isinstance(entry.command, Change)]
    if report.errors or len(changed) != 1:
        cannot = Message("error", "E104", f'"{text}" changes nothing: the argument or its value is not understood.')
        raise ModelError(Report(report.errors or [cannot]))
    change_statement(session, changed[0])


def still_acting(session: Session) -> Iterator[Message]:
    """Motions, couplers and gears on joints that are switched off: they go on, which may not be meant."""
    off = {id for keyword, id in session.inactive if keyword == "JOINT"}
    for element in session.model.all() if off else ():
        if element.keyword not in ("MOTION", "COUPLER", "GEAR") or (element.keyword, element.id) in session.inactive:
            continue
        joints = [id for field, id in element.references() if "JOINT" in (field.targets or ()) and id in off]
        if joints:
            yield element.message(
                "W503",
                f"It still acts, though JOINT/{joints[0]} is switched off.",
                "It holds the markers of the joint as before.",
                f"write deactivate/{element.keyword.lower()}, id={element.id} if this is not meant.",
                severity="warning",
            )


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
