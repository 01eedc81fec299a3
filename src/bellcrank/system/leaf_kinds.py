"""From the calls of the expression language to leaf records: DX(1,2,3) -> displacement on axis 0 of marker 3."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bellcrank.expression.declaration import MARKER0, declare, integer
from bellcrank.system import layout as at
from bellcrank.system.leaves import Leaf

X, Y, Z, MAGNITUDE = 0, 1, 2, 3
HIDDEN = 10**9
"""Ids from here on belong to elements the program itself makes (markers, variables)."""

declare(
    "$COSINE",
    "1",
    "measure",
    "Direction cosine of an axis of i and an axis of j.",
    i=MARKER0,
    a=integer(0, 2),
    j=MARKER0,
    b=integer(0, 2),
)

declare(
    "$NFORCE",
    lambda arguments: "force" if arguments[2] <= 4 else "force*length",
    "element",
    "Force of the share of an NFORCE at one marker, as of any other force element.",
    id=integer(1),
    jflag=integer(0, 1),
    comp=integer(1, 8),
    rm=MARKER0,
)

ANGLES: dict[str, tuple[int, tuple[int, ...], bool]] = {
    # name: kind, (axis of i, axis of j, minus) of the sine and of the cosine, counts turns
    "AX": (at.L_ATAN2, (Z, Y, 1, Z, Z, 0), True),
    "AY": (at.L_ATAN2, (Z, X, 0, Z, Z, 0), True),
    "AZ": (at.L_ATAN2, (X, Y, 0, X, X, 0), True),
    "YAW": (at.L_ATAN2, (X, Y, 0, X, X, 0), False),
    "ROLL": (at.L_ATAN2, (Y, Z, 0, Z, Z, 0), False),
    "$B1": (at.L_ATAN2, (Z, Y, 1, Z, Z, 0), True),
    "$B3": (at.L_ATAN2, (Y, X, 1, X, X, 0), True),
    "PITCH": (at.L_ASIN, (X, Z, 0), False),
    "$B2": (at.L_ASIN, (Z, X, 0), False),
    "THETA": (at.L_ACOS, (Z, Z, 0), False),
    "PSI": (at.L_EULER, (Z, X, 0, Z, Y, 1), False),
    "PHI": (at.L_EULER, (X, Z, 0, Y, Z, 0), False),
}
for _name in ("$B1", "$B2", "$B3"):
    declare(_name, "angle", "measure", "Body-fixed 1-2-3 angle of i in j.", i=MARKER0, j=MARKER0)

VECTORS = {"D": at.L_D, "V": at.L_VEL, "W": at.L_W, "ACC": at.L_ACC, "WDT": at.L_WDT}
BOOKKEEPING = {
    "MODE": at.MODE,
    "HSIZE": at.HSIZE,
    "ORDER": at.ORDER,
    "NJAC": at.NJAC,
    "NRHS": at.NRHS,
    "CPU": at.CPU_TIME,
}


def measure(name: str, arguments: tuple[int, ...], marker: Callable[[int], int]) -> Leaf | None:
    """The leaf of a measure between markers or a bookkeeping number; None when the name is neither."""
    if name == "TIME":
        return Leaf(at.L_TIME, (0, 0, 0, 0))
    if name in BOOKKEEPING:
        return Leaf(at.L_NUM, (0, 0, 0, 0), {at.IN_NUMBER: int(BOOKKEEPING[name])})
    if name in ANGLES:
        kind, cosines, turns = ANGLES[name]
        return Leaf(kind, (marker(arguments[0]), marker(arguments[1]), 0, 0), from_sine(cosines), turns)
    if name == "VR":
        return Leaf(at.L_VR, (marker(arguments[0]), marker(arguments[1]), 0, 0))
    if name == "INCANG":
        i, j, k = (marker(m) for m in arguments[:3])
        return Leaf(at.L_INCANG, (i, j, k, 0), counts_turns=True)
    if name == "ORIENT":
        return Leaf(
            at.L_PARAMETER, (marker(arguments[2]), marker(arguments[3]), 0, 0), {at.IN_NUMBER: arguments[1] - 1}
        )
    if name == "$COSINE":
        return Leaf(
            at.L_COSINE, (marker(arguments[0]), marker(arguments[2]), 0, 0), from_sine((arguments[1], arguments[3], 0))
        )
    return vector(name, arguments, marker)


def vector(name: str, arguments: tuple[int, ...], marker: Callable[[int], int]) -> Leaf | None:
    """DX, VM, WDTY, ...: a component or the magnitude of a vector measure."""
    kind = VECTORS.get(name[:-1])
    if kind is None or name[-1] not in "XYZM":
        return None
    given = list(arguments) + [0] * (4 - len(arguments))
    if name[-1] == "M":  # i, j, l: no frame of resolution
        i, j, l, k = given[0], given[1], given[2], 0
    else:
        i, j, k, l = given[:4]
    return Leaf(kind, (marker(i), marker(j), marker(k), marker(l)), {at.IN_AXIS: "XYZM".index(name[-1])})


def seen(owner: int, i: int, j: int, rm: int, component: int, on_j: bool) -> Leaf:
    """Force function of an element for requests: component 1 FM, 2..4 FX FY FZ, 5 TM, 6..8 TX TY TZ."""
    return Leaf(at.L_SEEN, (i, j, rm, 0), {at.IN_NUMBER: owner, **of_load(component, on_j)})


def reaction(rows: list[int], i: int, j: int, rm: int, component: int, on_j: bool) -> Leaf:
    """Force function of a constraint inside an equation: depends on the multipliers of its rows."""
    columns = {at.IN_ROW: rows[0], at.IN_ROWS: len(rows), **of_load(component, on_j)}
    return Leaf(at.L_WRENCH, (i, j, rm, 0), columns, scalars=tuple(("row", r) for r in rows))


def of_load(component: int, on_j: bool) -> dict[int, int]:
    """The columns of a component of a force or torque."""
    return {at.IN_ALONG: axis_of(component), at.IN_TORQUE: int(component > 4), at.IN_ON_J: int(on_j)}


def from_sine(cosines: tuple[int, ...]) -> dict[int, int]:
    """The columns of one direction cosine, or of two."""
    return {at.IN_SINE + k: value for k, value in enumerate(cosines)}


def axis_of(component: int) -> int:
    """Axis 0..2, or 3 for the magnitude."""
    return (component - 2) % 4 if component not in (1, 5) else MAGNITUDE


def state(kind: Any, number: int, letter: str) -> Leaf:
    """A state, its rate, or an algebraic unknown."""
    return Leaf(kind, (0, 0, 0, 0), {at.IN_NUMBER: number}, scalars=((letter, number),))
