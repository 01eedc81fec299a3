"""AX AY AZ: how far marker i has turned about one axis of marker j, full turns counted.

    AX = atan2(-z_i·y_j, z_i·z_j)      AY = atan2(z_i·x_j, z_i·z_j)      AZ = atan2(x_i·y_j, x_i·x_j)

At the start the principal value in (-π, π]; later multiples of 2π are added so that the value is continuous
over accepted steps. Meaningful while the rotations about the two other axes stay small (about 10 degrees).
"""

from bellcrank.expression.declaration import MARKER0, declare

J = MARKER0.or_left_out()

declare(
    "AX",
    "angle",
    "measure",
    "Angle of i about the x axis of j, turns counted: atan2(-z_i·y_j, z_i·z_j).",
    i=MARKER0,
    j=J,
)
declare(
    "AY",
    "angle",
    "measure",
    "Angle of i about the y axis of j, turns counted: atan2(z_i·x_j, z_i·z_j).",
    i=MARKER0,
    j=J,
)
declare(
    "AZ",
    "angle",
    "measure",
    "Angle of i about the z axis of j, turns counted: atan2(x_i·y_j, x_i·x_j).",
    i=MARKER0,
    j=J,
)
