"""DELAY(e, d, eh): the value of e at TIME - d, before the start that of the history expression eh; known, not
simulated.
"""

from bellcrank.expression.declaration import declare, expr

declare(
    "DELAY",
    "Y",
    "math",
    "Value of e at TIME - d; before the start of the simulation that of eh.",
    e=expr("Y"),
    d=expr("time"),
    eh=expr("Y"),
    unsupported="no history of expressions is kept; replace it by a TFSISO (Padé approximation of the dead time)",
)
