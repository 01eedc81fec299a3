"""The static analysis of a session: one equilibrium at the present time, one row of results.

Afterwards the parts rest; where motions go on at this time, the parts have the velocities that these ask for, so that
whatever follows starts from a consistent state.
"""

from __future__ import annotations

from bellcrank.analysis.closing import assemble_velocities
from bellcrank.analysis.rest import Rest, find_rest, row_at_rest
from bellcrank.analysis.session import Session
from bellcrank.errors import ConvergenceError, Message

LADDER = "Newton with a trust region, ramping, arc length and relaxation follow each other by themselves."
UNSTABLE = "a small push makes it leave: start nearer to the rest that is meant, or hold this motion."


def static_analysis(session: Session) -> Rest:
    """Move the session to an equilibrium; ConvergenceError where none is found."""
    sim = session.prepare()
    session.forget_course()
    try:
        rest = find_rest(sim)
    except ConvergenceError:
        session.successful, session.end_reason = False, "static equilibrium was not found"
        raise
    method = session.model.settings("EQUILIBRIUM").given.get("method")
    if method not in (None, "ORIGINAL"):
        session.say_once(Message("note", "N710", f"EQUILIBRIUM/METHOD={method} has no effect.", why=LADDER, cure=""))
    session.rests.append(rest)
    session.rows_for("static").append(session.visible(sim)(row_at_rest(sim)))
    session.tell("rested", rest)
    if rest.stability.unstable:
        why = f"The reduced stiffness has {rest.stability.unstable} negative eigenvalues, {rest.stability.verdict}."
        session.say(
            Message("warning", "W710", f"The equilibrium at time {rest.time:g} is unstable.", why=why, cure=UNSTABLE)
        )
    assemble_velocities(sim)
    return rest
