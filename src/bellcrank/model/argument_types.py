"""What the arguments of `m.revolute(...)` and its like may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = Sequence[float | str | None] | NDArray[Any] | float
    """Numbers; angles may be texts such as "90D"."""
    Rows = Sequence[Any] | NDArray[Any]
    Point = Sequence[float] | NDArray[Any] | Element
    """Three numbers in ground, or a marker."""
    Points = Point | tuple[Point, Point]
    """One point, or one for each side."""
    Direction = str | Sequence[float] | NDArray[Any]
    """Three numbers in ground, or "x", "-z"."""
    Directions = Direction | tuple[Direction, Direction]
    """One direction, or one for each side."""
    Angles = Sequence[float | str] | NDArray[Any]
    """3-1-3 angles in radians, or with a D in degrees: ("90D", 0, 0)."""
    Reference = Element | int | str
    """An element, its id or its name."""
    References = Sequence[Element | int | str] | Element | int
    Formula = str | float | Expression
    """An expression of the dataset, a number, or bc.user(...)."""
    Words = str | Sequence[str]
