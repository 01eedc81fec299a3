"""YAW PITCH ROLL: 3-2-1 angles of marker i relative to marker j, A = R_jᵀ R_i = Rz(y) Ry(p) Rx(r). PITCH is -p
by definition.
"""

from bellcrank.expression.declaration import MARKER0, declare

J = MARKER0.or_left_out()

declare("YAW", "angle", "measure", "First 3-2-1 angle y = atan2(A21, A11) of i relative to j.", i=MARKER0, j=J)
declare(
    "PITCH",
    "angle",
    "measure",
    "Second 3-2-1 angle of i relative to j, with its sign reversed: -p = asin(A31).",
    i=MARKER0,
    j=J,
)
declare("ROLL", "angle", "measure", "Third 3-2-1 angle r = atan2(A32, A33) of i relative to j.", i=MARKER0, j=J)
