"""WX WY WZ WM: angular velocity of marker i relative to marker j, (ω_i - ω_j) along the axes of k."""

from bellcrank.expression.declaration import MARKER0, declare

OPTIONAL = MARKER0.or_left_out()

for axis in "xyz":
    doc = f"Angular velocity (ω_i - ω_j)·{axis}_k."
    declare(f"W{axis.upper()}", "angle/time", "measure", doc, i=MARKER0, j=OPTIONAL, k=OPTIONAL)
declare("WM", "angle/time", "measure", "Magnitude |ω_i - ω_j| of the relative angular velocity.", i=MARKER0, j=OPTIONAL)
