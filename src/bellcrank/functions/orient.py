"""ORIENT(type, n, i, j): the n-th rotation parameter of marker i relative to marker j.

Type 27 are the Euler parameters e0..e3 (n = 1..4) of A = R_jᵀ R_i. The other types of Adams are not simulated.
"""

from bellcrank.expression.declaration import MARKER0, declare, integer

declare(
    "ORIENT",
    "1",
    "measure",
    "n-th rotation parameter of marker i relative to marker j; type 27: Euler parameters e0 to e3, n = 1 to 4.",
    type=integer(1, 99),
    n=integer(1, 4),
    i=MARKER0,
    j=MARKER0.or_left_out(),
)
