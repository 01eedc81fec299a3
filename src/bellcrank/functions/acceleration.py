"""ACCX ACCY ACCZ ACCM, WDTX WDTY WDTZ WDTM: accelerations of marker i relative to marker j, for an observer
turning with l.

ᴸd̈ = a_i - a_j - α_l × d - 2 ω_l × (v_i - v_j) + ω_l × (ω_l × d)                                      (1)
angular: α_i - α_j - ω_l × (ω_i - ω_j)                                                               (2)
"""

from bellcrank.expression.declaration import MARKER0, declare

OPTIONAL = MARKER0.or_left_out()
LINEAR, ANGULAR = "length/time**2", "angle/time**2"

for axis in "xyz":
    doc = f"Acceleration ᴸd̈·{axis}_k of i relative to j, seen by an observer turning with l."
    declare(f"ACC{axis.upper()}", LINEAR, "measure", doc, i=MARKER0, j=OPTIONAL, k=OPTIONAL, l=OPTIONAL)
    doc = f"Angular acceleration of i relative to j along {axis}_k, seen by an observer turning with l."
    declare(f"WDT{axis.upper()}", ANGULAR, "measure", doc, i=MARKER0, j=OPTIONAL, k=OPTIONAL, l=OPTIONAL)
declare(
    "ACCM", LINEAR, "measure", "Magnitude of the acceleration of i relative to j.", i=MARKER0, j=OPTIONAL, l=OPTIONAL
)
declare("WDTM", ANGULAR, "measure", "Magnitude of the angular acceleration.", i=MARKER0, j=OPTIONAL, l=OPTIONAL)
