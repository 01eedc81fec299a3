"""Constraints are differentiated twice in time: what their expressions may contain, and what must be replaced first.

VARVAL(id)   is replaced by the function of the variable, whose rates are known
DIF(id)      has the rate of the DIFF and, as second rate, the rate of its function
ACCX, JOINT(..), DIF1, ORIENT, ... have no rate: a constraint that reads them cannot be held and is refused
"""

from __future__ import annotations

from typing import Any

from bellcrank.errors import Message, UnsupportedError
from bellcrank.expression import Call, Node, Number
from bellcrank.expression.tree import fold
from bellcrank.system import layout as at
from bellcrank.system.leaves import Leaf, Lowered

POSITIONS = frozenset(
    {at.L_D, at.L_ATAN2, at.L_ASIN, at.L_ACOS, at.L_EULER, at.L_INCANG, at.L_COSINE, at.L_TIME, at.L_X, at.L_NUM}
)
"""Leaves with a first and a second rate."""
VELOCITIES = frozenset({at.L_VEL, at.L_VR, at.L_W})
"""Leaves with a first rate."""


def without_variables(tree: Node, model: Any, seen: tuple[int, ...] = ()) -> Node:
    """The tree with every VARVAL replaced by the function of its VARIABLE."""

    def rule(node: Node, children: list[Node]) -> Node:
        if not (isinstance(node, Call) and node.name == "VARVAL" and isinstance(children[0], Number)):
            return node.with_children(children)
        id = int(children[0].value)
        variable = model.get("VARIABLE", id)
        if id in seen:
            raise UnsupportedError(
                variable.message(
                    "E506",
                    f"{variable.title} depends on itself and is read by a constraint.",
                    "A constraint is differentiated in time, and the rate of such a variable is not known.",
                    "write the function of the variable so that it does not use VARVAL of itself.",
                )
            )
        return without_variables(variable.function.tree, model, (*seen, id))

    return fold(tree, rule)


def check_rates(lowered: Lowered) -> None:
    """Raise UnsupportedError when an expression reads something whose rate is not known."""
    for leaf, call in zip(lowered.leaves, lowered.tape.leaves, strict=True):
        if leaf.kind not in POSITIONS and leaf.kind not in VELOCITIES:
            raise UnsupportedError(
                Message(
                    "error",
                    "E506",
                    f"{call} cannot be read by a constraint.",
                    place=lowered.element.place,
                    element=lowered.element.title,
                    why="A constraint is differentiated in time, and the rate of this value is not known.",
                    cure="use displacements, velocities, TIME, DIF and VARVAL of such values only.",
                )
            )


def states_of(leaves: list[Leaf]) -> list[int]:
    """The numbers of the states that are read."""
    return [leaf.columns[at.IN_NUMBER] for leaf in leaves if leaf.kind == at.L_X]
