"""WSTIFF: backward differences of order 1 to 6 with variable coefficients: formula.py, everything else as GSTIFF.

References   Van Bokhoven (1975), IEEE Trans. Circuits Syst. 22, 109-115; Wielenga (1986), as named in Adams.
"""

from __future__ import annotations

from bellcrank.integrators import gstiff
from bellcrank.integrators.method import METHODS, Method
from bellcrank.integrators.problem import INTS
from bellcrank.integrators.stepper import I_VARIABLE
from bellcrank.kernel import kernel
from bellcrank.numerics.context import table
from bellcrank.registry import entry


@kernel
def begin(c, k):
    """As GSTIFF, with coefficients by the steps taken."""
    table(c, INTS)[I_VARIABLE] = 1
    gstiff.begin(c, k)


@kernel
def restart(c, k):
    """As GSTIFF, with coefficients by the steps taken."""
    table(c, INTS)[I_VARIABLE] = 1
    gstiff.restart(c, k)


WSTIFF = entry(METHODS, "WSTIFF")(
    Method(
        "WSTIFF",
        "backward differences of order 1 to 6, variable coefficients",
        ("SI2", "I3"),
        6,
        begin,
        restart,
        gstiff.advance,
        gstiff.shrink,
        gstiff.write_now,
        keeps_past=True,
    )
)
