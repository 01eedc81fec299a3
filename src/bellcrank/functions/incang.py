"""INCANG: the angle included by three markers."""

from bellcrank.expression.declaration import MARKER0, declare

declare(
    "INCANG",
    "angle",
    "measure",
    "Angle at m2 between the lines to m1 and m3: in [0, π] at the start, then it goes on beyond π and 0.",
    m1=MARKER0,
    m2=MARKER0,
    m3=MARKER0,
)
