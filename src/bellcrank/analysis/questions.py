"""Questions of command files: INFO measures between markers now, SHOW/ELEMENT and HELP list what there is."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bellcrank.analysis import columns
from bellcrank.analysis.handover import hand_over
from bellcrank.analysis.initial import initial_conditions
from bellcrank.analysis.session import Session
from bellcrank.analysis.settings import settings_of
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.transient import Transient
from bellcrank.errors import ModelError
from bellcrank.registry import COMMANDS, ELEMENTS

HEADS = {"DISPLACEMENT": "D", "VELOCITY": "V", "ACCELERATION": "ACC", "FORCE": "F"}


def measured(session: Session, command: Any) -> str:
    """INFO: what a REQUEST of the same measure would give at the present state."""
    if command.i is None:
        raise ModelError(command.message("E105", "I is missing.", cure="add , I = id."))
    model = session.model.copy()
    id = 1 + max((request.id for request in model.all("REQUEST")), default=0)
    wanted = {"measure": command.measure, "i": command.i, "j": command.j, "rm": command.rm}
    request = ELEMENTS["REQUEST", ""](id=id, **{k: v for k, v in wanted.items() if v is not None})
    model.add(request)
    now = Simulation(model, session.without.keys | session.inactive)
    hand_over(session.prepare(), now)
    initial_conditions(now, session.time, first=False)
    run = Transient(now, settings_of(model), session.time)
    run.begin(session.time + 1.0, 1)
    run.integration.advance(0)
    (entity,) = (e for e in columns.shown(now) if e.type == "Request" and e.object_id == id)
    values = run.integration.rows()[0][columns.places(now, [entity])[1:]]
    found = "\n".join(f"   {name:4} {value: .9E}" for name, value in zip(entity.components, values, strict=True))
    seen = f"I = {command.i}, J = {command.j or 'ground'}, RM = {command.rm or 'ground'}"
    return f" {command.measure} at time {session.time:.9E}: {seen}\n{found}"


def elements_there(session: Session) -> str:
    """SHOW/ELEMENT: how many elements of each statement there are, and which are switched off."""
    counts = Counter(element.keyword for element in session.model.all() if element.numbered)
    off = Counter(keyword for keyword, _ in session.inactive)
    lines = [f"   {keyword:16}{count:6}" + (f"   {off[keyword]} off" if off[keyword] else "") for keyword, count in
             sorted(counts.items())]  # fmt: skip
    return "\n".join([" Elements of the model", *lines])


def commands_there() -> str:
    """HELP, MENU: the commands; every statement is one too, and changes an element."""
    return f" Commands: {', '.join(sorted(COMMANDS))}; and every statement, to change it"
