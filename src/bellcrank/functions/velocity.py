"""VX VY VZ VM VR: how fast the separation of two markers changes, for an observer turning with marker l.

    ᴸḋ = v_i - v_j - ω_l × (r_i - r_j)                                                                   (1)

Left out or 0: j the global origin, k the global axes, l the inertial frame.
VX(i, j, k) is in general not the derivative of DX(i, j, k); VX(i, j, k, k) is.
"""

from bellcrank.expression.declaration import MARKER0, declare

OPTIONAL = MARKER0.or_left_out()

for axis in "xyz":
    doc = f"Velocity ᴸḋ·{axis}_k of i relative to j, seen by an observer turning with l."
    declare(f"V{axis.upper()}", "length/time", "measure", doc, i=MARKER0, j=OPTIONAL, k=OPTIONAL, l=OPTIONAL)
declare("VM", "length/time", "measure", "Speed |ᴸḋ| of i relative to j.", i=MARKER0, j=OPTIONAL, l=OPTIONAL)
declare(
    "VR",
    "length/time",
    "measure",
    "Rate of the distance of i and j, ḋ·d/|d|, positive when they separate; 0 when they coincide.",
    i=MARKER0,
    j=OPTIONAL,
    l=OPTIONAL,
)
