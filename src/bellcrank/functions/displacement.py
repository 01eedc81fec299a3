"""DX DY DZ DM: where marker i is, seen from marker j.

d = r_i - r_j; components along the axes of marker k. Left out or 0: j the global origin, k the global axes.
"""

from bellcrank.expression.declaration import MARKER0, declare

J, K = MARKER0.or_left_out(), MARKER0.or_left_out()

for axis in "xyz":
    declare(f"D{axis.upper()}", "length", "measure", f"Displacement d·{axis}_k, d = r_i - r_j.", i=MARKER0, j=J, k=K)
declare("DM", "length", "measure", "Distance |r_i - r_j|.", i=MARKER0, j=J)
