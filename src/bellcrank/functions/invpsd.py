"""INVPSD: a signal in time from a power spectral density; known, not simulated."""

from bellcrank.expression.declaration import declare, expr, identifier, integer

declare(
    "INVPSD",
    "?",
    "spline",
    "Signal Σ √(2 S(f) Δf) cos(2π f x + φ) with the power spectral density S of a SPLINE and random phases φ.",
    x=expr("time"),
    spline=identifier("SPLINE"),
    f0=expr("1/time"),
    f1=expr("1/time"),
    nf=integer(1),
    logflag=integer(0, 1).or_left_out(),
    seed=integer().or_left_out(),
    unsupported="the random phases of Adams are not published; compute the signal before and give it as a SPLINE",
)
