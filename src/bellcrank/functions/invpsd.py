"""INVPSD(x, spline, f0, f1, nf[, logflag[, seed]]): a signal with the power spectral density of a SPLINE.

    y(x) = Σ_k √(2 S(f_k) Δf_k) cos(2π f_k x + φ_k),  k = 1 .. nf                                           (1)

Frequencies  the middles of nf bands between f0 and f1; logflag 0: bands of equal width, logflag 1: of equal ratio,
             f_k their geometric mean                                                                        (2)
S            one-sided density over f, the SPLINE read as straight lines between its points; logflag 1: straight in
             log S over log f                                                                                (3)
φ_k          = 2π u_k, u_k the first nf numbers of splitmix64 started with the seed (its 53 highest bits over 2^53)

The mean square of y is Σ S(f_k) Δf_k, the integral of S by the midpoint rule. x may be TIME (S over Hz) or a distance
(S over cycles per length, such as roads). With bands of equal width the signal repeats itself after 2/Δf, if f0 is a
multiple of Δf/2.

The phases of Adams are not published: the statistics are the same, the signals are not.

References   M. Shinozuka, C.-M. Jan, "Digital simulation of random processes and its applications",
             J. Sound Vib. 25 (1972) 111-128
             G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014
"""

import math
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice, pairwise

from bellcrank.errors import Message, ModelError
from bellcrank.expression import SplineData, SplineUse
from bellcrank.expression.declaration import declare, expr, identifier, integer, number
from bellcrank.expression.harmonics import harmonic_table

WORD = 2**64 - 1
MOST = 100_000
"""Frequencies: every value of the signal is a sum over all of them."""


def splitmix64(seed: int) -> Iterator[float]:
    """Pseudo-random numbers between 0 and 1, the same for the same seed everywhere."""
    state = seed & WORD
    while True:
        state = (state + 0x9E3779B97F4A7C15) & WORD
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        yield ((z ^ (z >> 31)) >> 11) / 2.0**53


def bands(f0: float, f1: float, nf: int, logarithmic: bool) -> list[tuple[float, float]]:
    """(2): middle and width of every band."""
    if logarithmic:
        ends = [f0 * (f1 / f0) ** (k / nf) for k in range(nf + 1)]
        return [(math.sqrt(a * b), b - a) for a, b in pairwise(ends)]
    width = (f1 - f0) / nf
    return [(f0 + (k + 0.5) * width, width) for k in range(nf)]


def density(data: SplineData, f: float, logarithmic: bool) -> float:
    """(3)"""
    x, y = data.x, data.rows[0]
    i = min(max(bisect_right(x, f) - 1, 0), len(x) - 2)
    if not logarithmic:
        return y[i] + (y[i + 1] - y[i]) * (f - x[i]) / (x[i + 1] - x[i])
    if f <= x[i]:
        return y[i]
    return float(y[i] * (y[i + 1] / y[i]) ** (math.log(f / x[i]) / math.log(x[i + 1] / x[i])))


def signal(data: SplineData, use: SplineUse) -> list[float]:
    """The table of the harmonics (1)."""
    f0, f1, nf, logflag, seed = use.constants
    _check(data, f0, f1, logflag != 0.0)
    terms = []
    for (f, width), u in zip(bands(f0, f1, int(nf), logflag != 0.0), islice(splitmix64(int(seed)), int(nf))):
        amplitude = math.sqrt(2.0 * density(data, f, logflag != 0.0) * width)
        terms.append((amplitude, 2.0 * math.pi * f, 2.0 * math.pi * u))
    return harmonic_table(terms)


def _check(data: SplineData, f0: float, f1: float, logarithmic: bool) -> None:
    first, last, least = data.x[0], data.x[-1], min(data.rows[0])
    slack = 1e-9 * (last - first)
    if len(data.rows) > 1 or len(data.x) < 2:
        raise _refused(f"{data.title} is not one curve.", "INVPSD reads a density over the frequency.")
    if not 0.0 <= f0 < f1:
        raise _refused(f"INVPSD has f0 = {f0:g} and f1 = {f1:g}.", "They are the ends of a range: 0 <= f0 < f1.")
    if f0 < first - slack or f1 > last + slack:
        raise _refused(
            f"INVPSD asks for {f0:g} to {f1:g}, but {data.title} goes from {first:g} to {last:g}.",
            "The density outside is not known.",
            "choose f0 and f1 inside, or add points to the SPLINE.",
        )
    if least < 0.0:
        raise _refused(f"{data.title} holds {least:g}.", "A power spectral density is not negative.")
    if logarithmic and (f0 == 0.0 or first <= 0.0 or least == 0.0):
        raise _refused(
            f"INVPSD has logflag = 1, but f0 = {f0:g}, and {data.title} begins at {first:g} and falls to {least:g}.",
            "Logarithms need positive numbers.",
            "give positive frequencies and densities, or logflag 0.",
        )


def _refused(what: str, why: str, cure: str = "") -> ModelError:
    return ModelError(Message("error", "E511", what, why=why, cure=cure))


declare(
    "INVPSD",
    "?",
    "spline",
    "Signal Σ √(2 S(f) Δf) cos(2π f x + φ) with the power spectral density S(f) of a SPLINE at nf frequencies from f0 "
    "to f1; logflag 1: logarithmic scales; seed: of the random phases φ, which are not those of Adams.",
    builder=signal,
    x=expr(),
    spline=identifier("SPLINE"),
    f0=number(),
    f1=number(),
    nf=integer(1, MOST),
    logflag=integer(0, 1).or_left_out(),
    seed=number().or_left_out(),
)
