"""Pulses in functions of time whose corners no rule tells: they are looked at before the run.

A part of an expression that reads nothing but TIME can be looked at beforehand. Where its bends lie at straight lines
in TIME (corners.py) and all between is smooth and lively, there is nothing to find. Of any other part LOOKS values
over the time of the analysis are taken, and steps end where a quiet stretch of them ends (bursts.py): from there on
the error control sees what comes. A pulse shorter than the time between two looks may still be missed; HMAX helps.
"""

from __future__ import annotations

from bellcrank.expression import Binary, Call, Node, Number, constant
from bellcrank.expression.declaration import declarations
from bellcrank.expression.reference import Tables, evaluate
from bellcrank.expression.tape import flatten
from bellcrank.expression.tree import If, Unary, UserCall, postorder
from bellcrank.system.bursts import bursts
from bellcrank.system.corners import SPLINES, bends, straight

LOOKS = 1000
"""Twenty for each of the fifty steps that a quiet run takes at least; some 15 ms for a function, once for all runs."""
LIVELY = ("TIME", "PI", "DTOR", "RTOD", "SIN", "COS", "SHF", "FORSIN", "FORCOS", "POLY", "CHEBY", "SWEEP")
"""Functions that are nowhere quiet for long and then sudden."""


def hidden(tree: Node) -> list[Node]:
    """The largest parts of an expression that read nothing but TIME and may have pulses that no rule tells."""
    known, reads_time, alone = declarations(), set(), set()
    for node in postorder(tree):
        parts = node.children
        is_time = isinstance(node, Call) and node.name == "TIME"
        if is_time or any(id(part) in reads_time for part in parts):
            reads_time.add(id(node))
        families = ("math", "spline")
        plain = not isinstance(node, Call) or (node.name in known and known[node.name].family in families)
        if is_time or (plain and all(id(part) in alone for part in parts)):
            alone.add(id(node))
    found, todo = [], [tree]
    while todo:
        node = todo.pop()
        if id(node) not in alone:
            todo.extend(node.children)
        elif id(node) in reads_time and any(map(may_hide, postorder(node))):
            found.append(node)
    return found


def may_hide(node: Node) -> bool:
    """Whether a node may be quiet for long and then sudden, at a time that corners.py does not tell."""
    if isinstance(node, Number | Unary):
        return False
    if isinstance(node, Binary):
        return node.operator in ("/", "**") and constant(node.right) is None
    if isinstance(node, UserCall):
        return True
    at = bends(node)
    if at:
        return any(straight(argument) is None or constant(value) is None for argument, value in at)
    if isinstance(node, Call) and node.name in SPLINES:
        return straight(node.arguments[0]) is None
    return not isinstance(node, If) and not (isinstance(node, Call) and node.name in LIVELY)


def pulses(part: Node, tables: Tables, start: float, end: float) -> list[float]:
    """Times at which a quiet stretch of a function of time ends; none where it has no value everywhere.

    Whatever a user's function raises, the run tells it with the element and the time when it comes there.
    """
    tape = flatten(part)
    times = [start + (end - start) * n / LOOKS for n in range(LOOKS + 1)]
    try:
        values = [evaluate(tape, [t] * len(tape.leaves), tables)[0] for t in times]
    except Exception:
        return []
    return bursts(times, values)
