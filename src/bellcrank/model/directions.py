"""Points, directions and angles as a person gives them in Python.

point       three numbers (list, tuple, NumPy array), or a marker: its origin
direction   three numbers, or an axis of ground: "x", "-z"
angles      three numbers in radians, or with a D in degrees: ("90D", 0, 0)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import pi
from numbers import Real
from typing import Any

from bellcrank.dataset.numbers import BadValue, read_number
from bellcrank.errors import Message, ModelError
from bellcrank.model.frames import Matrix, NoDirection, Vector, from_axes, rotation
from bellcrank.schema.kinds.numbers import finite

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
FULL_TURN = 2 * pi


def three(value: Any, what: str = "point") -> Vector:
    """Three finite numbers; ModelError with a cure for anything else."""
    try:
        if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
            raise BadValue("")
        numbers = tuple(finite(v) for v in value)
        if len(numbers) != 3:
            raise BadValue("")
    except BadValue:
        cure = "give three numbers, for instance (0, 0, 1)"
        cure += ' or an axis: "x", "-z".' if what == "direction" else "."
        raise ModelError(Message("error", "E104", f"{value!r} is no {what}.", cure=cure)) from None
    return numbers


def direction(value: Any) -> Vector:
    """A direction in ground."""
    if isinstance(value, str) and value.lstrip("+-").lower() in AXES:
        x, y, z = AXES[value.lstrip("+-").lower()]
        return (-x, -y, -z) if value.startswith("-") else (x, y, z)
    found = three(value, "direction")
    if not any(found):
        cure = 'give three numbers that are not all 0, or an axis: "x", "-z".'
        raise ModelError(Message("error", "E104", f"{value!r} is no direction.", cure=cure))
    return found


def angles(value: Any) -> Vector:
    """3-1-3 angles in radians; more than a full turn is taken for forgotten degrees and refused."""
    try:
        given = [read_number(v, True) if isinstance(v, str) else v for v in value]
    except (BadValue, TypeError):
        cure = 'give three angles in radians, or with a D in degrees: ("90D", 0, 0).'
        raise ModelError(Message("error", "E104", f"{value!r} are no angles.", cure=cure)) from None
    found = three(given, "set of angles")
    refuse_degrees(value, found, ", ".join(f'"{angle:g}D"' if angle else "0" for angle in found))
    return found


def refuse_degrees(value: Any, found: Iterable[float], degrees: str, most: str = "full turn") -> None:
    """ModelError for angles beyond a full or a half turn; `degrees` is how they should have been written."""
    limit, words = {"full turn": (FULL_TURN, "2 pi"), "half turn": (pi, "pi")}[most]
    if any(abs(angle) > limit * (1 + 1e-9) for angle in found):
        raise ModelError(
            Message(
                "error",
                "E104",
                f"The angles {value!r} go beyond a {most}.",
                why="Angles are in radians; these look like degrees.",
                cure=f'write ({degrees}), or radians of at most {words}; more is meant with a D: "270D".',
            )
        )


def start_angle(cls: Any, values: dict[str, Any]) -> None:
    """Refuse (rate, angle) of a joint whose angle, a plain number, is beyond a half turn: the same place is nearer."""
    turns = ("icrot", "ic") if cls.coordinates[:1] == ("R",) else ("icrot",)
    for name in turns:
        given = values.get(name)
        alone = given[0] if isinstance(given, list | tuple) and len(given) == 1 else given
        if isinstance(alone, str) and alone.strip().upper().endswith("D"):
            what = f"{name} = {given!r} is a rate: an angle is the second number."
            raise ModelError(
                Message("error", "E104", what, cure=f'write {name}=(0, "{alone}") to start at that angle.')
            )
        if isinstance(given, Sequence) and not isinstance(given, str) and len(given) == 2:
            rate, angle = given
            if isinstance(angle, int | float):
                refuse_degrees(given, [angle], f'{rate}, "{angle:g}D"', "half turn")


def turn(z: Any = None, x: Any = None, euler: Any = None) -> Matrix:
    """The axes of a frame whose z (and x) point along directions, or that is turned by 3-1-3 angles."""
    if euler is not None:
        return rotation(angles(euler))
    try:
        return from_axes(direction(z) if z is not None else None, direction(x) if x is not None else None)
    except NoDirection as error:
        raise ModelError(
            Message("error", "E106", f"The axes cannot be found: {error}.", cure="give two different directions.")
        ) from None


def is_pair(value: Any) -> bool:
    """Whether two points or directions are given, one for each side."""
    both = not isinstance(value, str) and hasattr(value, "__len__") and len(value) == 2
    return both and not all(isinstance(each, Real) for each in value)
