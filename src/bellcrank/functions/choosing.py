"""ABS, SIGN, DIM, MAX, MIN, IF: functions made of pieces. At a kink the slope is that of one side."""

from bellcrank.expression.declaration import declare, expr, function
from bellcrank.kernel import kernel


@function("ABS", "X", a=expr("X"))
@kernel
def absolute(n, x, out):
    """|a|."""
    out[0] = abs(x[0])
    out[1] = 1.0 if x[0] >= 0.0 else -1.0


@function("SIGN", "X", a=expr("X"), b=expr("Y"))
@kernel
def sign(n, x, out):
    """|a| with the sign of b: |a| when b ≥ 0, -|a| otherwise."""
    s = 1.0 if x[1] >= 0.0 else -1.0
    out[0] = s * abs(x[0])
    out[1] = s if x[0] >= 0.0 else -s
    out[2] = 0.0


@function("DIM", "X", a=expr("X"), b=expr("X"))
@kernel
def dim(n, x, out):
    """Positive difference max(0, a - b): DIM(20, 5) = 15."""
    inside = 1.0 if x[0] > x[1] else 0.0
    out[0] = x[0] - x[1] if x[0] > x[1] else 0.0
    out[1] = inside
    out[2] = -inside


@function("MAX", "X", a=expr("X"), b=expr("X"), rest=expr("X"))
@kernel
def maximum(n, x, out):
    """Largest of two or more values."""
    best = 0
    for i in range(1, n):
        if x[i] > x[best]:
            best = i
    for i in range(n):
        out[1 + i] = 0.0
    out[0] = x[best]
    out[1 + best] = 1.0


@function("MIN", "X", a=expr("X"), b=expr("X"), rest=expr("X"))
@kernel
def minimum(n, x, out):
    """Smallest of two or more values."""
    best = 0
    for i in range(1, n):
        if x[i] < x[best]:
            best = i
    for i in range(n):
        out[1 + i] = 0.0
    out[0] = x[best]
    out[1 + best] = 1.0


declare(
    "IF",
    "Y",
    "math",
    """IF(condition: negative, zero, positive): the second value when the condition is below 0, the third when
    it is 0, the fourth
    when it is above 0. Only the chosen one is evaluated. The parser makes a node of its own of it.""",
    condition=expr("X"),
    negative=expr("Y"),
    zero=expr("Y"),
    positive=expr("Y"),
)
