"""DELAY(e, d, eh): the value of e at TIME - d; before the start of the simulation (TIME - d < 0) that of eh.

In a simulation e becomes an algebraic unknown whose past is kept as the polynomials of the steps (system/past.py): the
delayed value is as accurate as the solution. d >= 0 may vary; TIME in eh means TIME - d.
"""

from bellcrank.expression.declaration import declare, expr

declare(
    "DELAY",
    "Y",
    "state",
    "Value of e at TIME - d; before the start of the simulation that of eh.",
    e=expr("Y"),
    d=expr("time"),
    eh=expr("Y"),
)
