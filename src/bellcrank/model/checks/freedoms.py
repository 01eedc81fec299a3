"""Rule C504: more constraints than freedoms (the count of Gruebler).

freedoms = 6 (parts - ground) + 3 point masses - equations of all constraints
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model


@rule("C504", "note", "more constraints than freedoms")
def more_constraints_than_freedoms(model: Model) -> Iterator[Finding]:
    """The constraints take away more freedoms than the parts have: some of them must be redundant.

    The solver leaves redundant equations out and the motion is right all the same, but the reactions of the joints
    concerned are not unique. Typical is a plane loop closed by revolute joints only: replace one by a SPHERICAL and
    one by a UNIVERSAL joint, or by a CYLINDRICAL and a SPHERICAL one, where the reactions matter.
    """
    free = model.dof()
    if free < 0:
        yield Finding(
            None,
            f"By the count of Gruebler the model has {free} degrees of freedom: at least {-free} constraint "
            f"equation{'s are' if free < -1 else ' is'} redundant.",
            "Redundant equations are left out; reactions in the loops concerned are not unique.",
            "where reactions matter, use CYLINDRICAL, SPHERICAL or UNIVERSAL joints in closed loops.",
        )
