"""What an element's `lower` may say: the words in which its equations are given to the system.

Markers are meant by their ids, expressions are text, a tree or a field of the element. `system/lowering.py` speaks this
language; elements know nothing else of the system.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class Vocabulary(Protocol):
    """See the module docstring."""

    model: Any

    # ---- bodies
    def body(self, element: Any, mass: float, inertia: Any, cm: int | None, turns: bool = True) -> None:
        """A moving part; `inertia` is the 3x3 tensor about the mass centre in the axes of the marker `cm`."""

    def gravity(self, g: Sequence[float]) -> None:
        """The acceleration of gravity."""

    def hidden_marker(self, on: int, like: int) -> int:
        """A new marker on the body of marker `on`, where `like` is in the input position; returns its id."""

    # ---- constraints
    def constrain(self, element: Any, i: int, j: int, conditions: Sequence[Sequence[str]]) -> None:
        """Conditions between markers: ("AT_POINT",), ("PERPENDICULAR", "Z", "X"), ("NO_SLIDE", "X"), ..."""

    def hold(self, element: Any, i: int, j: int, expression: Any, label: str, from_start: bool = False) -> None:
        """An expression that stays zero, or `from_start` at its value in the assembled position."""

    def follow_curve(
        self,
        element: Any,
        markers: tuple[int, int],
        curves: tuple[Any, Any],
        numbers: Sequence[float],
        second: bool = False,
    ) -> None:
        """A point (None) or curve of I stays on a curve of J (CurveData); numbers: system/curve_contact.py."""

    def joint_start(self, element: Any, coordinate: str, displacement: float | None, rate: float | None) -> None:
        """Initial displacement and rate of a joint coordinate (an expression): constraints of the assembly only."""

    def inner_state(self, element: Any, expression: Any, start: float) -> int:
        """A hidden differential equation x' = e, or e(id) of its own id; returns the id to read it with DIF."""

    def inner_variable(self, element: Any, expression: Any, name: str = "", quantity: str = "") -> int:
        """A hidden VARIABLE V = e, a channel of the element where it has a name; its id for VARVAL is returned."""

    def array_state(
        self, element: Any, array: int, n: int, expression: Any, start: float, implicit: bool = False
    ) -> None:
        """x' = e of item n of an ARRAY, or e = 0, which ARYVAL reads; `element.items` has announced it."""

    def sample(self, element: Any, items: Any, law: Any, starts: Sequence[float], times: tuple[float, float]) -> None:
        """Sampled items of ARRAYs: new values by functions and their arguments, starts, period and first sample."""

    def difference(self, measured: str, prescribed: Any) -> Any:
        """measured - prescribed, as a tree."""

    # ---- forces
    def act(self, element: Any, kind: str, i: int, j: int, numbers: Sequence[float], ints: Sequence[int] = ()) -> None:
        """An element of a kind with kernels of its own (system/kinds) between markers, with its parameters."""

    def touch(
        self,
        element: Any,
        i: Sequence[int],
        j: Sequence[int],
        numbers: Sequence[float],
        functions: Sequence[Any] = (),
    ) -> None:
        """Contact between the GRAPHICS i of one body and j of another; the numbers: system/contact/layout.py.

        functions  the user's laws of the normal force and of friction (UserCall), None where there is none
        """

    def act_by_reaction(
        self,
        element: Any,
        kind: str,
        of: Any,
        numbers: Sequence[float],
        ints: Sequence[int] = (),
        states: Sequence[int] = (),
    ) -> None:
        """An element of a kind between the markers of another one, on whose reaction and inner states it depends."""

    def angles(self, element: Any, i: int, j: int) -> int:
        """The number of an expression whose three leaves are AX, AY and AZ of I in J, with full turns."""

    def is_read(self, element: Any) -> bool:
        """Whether expressions of equations read the force of an element: then it must be made of expressions."""

    def push_apart(self, element: Any, i: int, j: int, expression: Any) -> None:
        """A force along the line of sight, positive when it pushes I and J apart."""

    def load(self, element: Any, i: int, reaction: int | None, rm: int, components: Mapping[int, Any]) -> None:
        """Force (0..2) and torque (3..5) components on the axes of rm at I, the opposite on the body of `reaction`."""

    # ---- equations and results
    def variable(self, element: Any, expression: Any, start: float) -> None:
        """V = e."""

    def diff(self, element: Any, expression: Any, start: float, implicit: bool, rate: float = 0.0) -> None:
        """x' = e, or e = 0; `rate` is a first guess of x'."""

    def sensor(self, element: Any, function: Any, kept: Any) -> None:
        """An event, and the value to keep when it comes."""

    def request(self, element: Any, column: str, expression: Any) -> None:
        """One column of results."""
