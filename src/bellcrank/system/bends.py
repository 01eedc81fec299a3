"""Steps that end at the bend of a force, where a stop or a solid is met: Newton's way to it (stops.py).

h <= max((g (1 + BEYOND) + tol)/v, PASSES times the last step),  g the way to the bend, v its speed              (1)
"""

from bellcrank.kernel import kernel
from bellcrank.numerics.context import view1, view2
from bellcrank.system.layout import HSIZE, NUM, W_ERROR, W_SIZE, WEIGHT

PASSES = 0.1
"""The part of the last step that a step takes at least: it ends on the other side of a bend. On the way to a stop that
is grazed steps are shorter than the touch, so that it is not passed."""
BEYOND = 1e-3
"""The part of the way that a step goes further. A force that jumps (IF) would come and go from iteration to iteration
where a step ends at the jump itself."""


@kernel
def tolerance_of_turn(c, b):
    """That of the angles of body b; 0 of ground."""
    weight = view2(c, WEIGHT)
    return weight[b, W_ERROR] if b < weight.shape[0] else 0.0


@kernel
def tolerance_of_place(c, b):
    """That of the places of body b; 0 of ground."""
    weight = view2(c, WEIGHT)
    return weight[b, W_ERROR] * weight[b, W_SIZE] if b < weight.shape[0] else 0.0


@kernel
def time_to_bend(c, way, speed, tol):
    """The longest step of (1)."""
    return max(((1.0 + BEYOND) * way + tol) / speed, PASSES * view1(c, NUM)[HSIZE])
