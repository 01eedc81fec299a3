"""Rotations as vectors and quaternions, for kernels.

exp(x)     the rotation about x by |x|; as a quaternion (cos t/2, x sin(t/2)/t), t = |x|                          (1)
dexp(x)    w = dexp(x) x' is the angular velocity of exp(x(t)), axes at rest:
           dexp(x) y = y + f x * y + g x * (x * y),  f = (1 - cos t)/t^2,  g = (t - sin t)/t^3                     (2)
           exp(x) y = y + s x * y + f x * (x * y),   s = sin t/t                                                   (3)
           its inverse: y - x * y/2 + e x * (x * y),  e = 1/12 + t^2/720 + t^4/30240 + ...                         (4)
Small x are the rule: below one radian all coefficients are power series in t^2, exact to rounding, summed two terms at
a time, which do not wait for each other.
References Iserles, Munthe-Kaas, Norsett & Zanna (2000), Acta Numerica 9, 215-365, section 4 and appendix B.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, dot, plus, times

A, B, C, D, E, F = (1.0 / (4.0**n * math.factorial(2 * n)) for n in range(1, 7))
A1, B1, C1, D1, E1, F1 = (0.5 / (4.0**n * math.factorial(2 * n + 1)) for n in range(1, 7))
A2, B2, C2, D2, E2, F2 = (1.0 / math.factorial(2 * n + 3) for n in range(6))
G2 = 1.0 / math.factorial(15)
"""Coefficients of the series of cos(t/2), sin(t/2)/t and (t - sin t)/t^3: a division costs as much as ten products."""
A0, B0, C0, D0, E0, F0, G0, H0 = (1.0 / math.factorial(2 * n) for n in range(1, 9))
"""Those of cos t."""
QUARTER, QUARTER_REST, PER_QUARTER = 1.57079632673412561417, 6.07710050650619224932e-11, 2.0 / math.pi
LARGE = 1e6
"""pi/2 in two parts, the first of 33 bits: its products with whole numbers below a million are exact (Cody & Waite
1980, Software Manual for the Elementary Functions, chapter 8)."""


@kernel(inline=True)
def half_angle(t2):
    """cos(t/2) and sin(t/2)/t of t^2."""
    if t2 < 1.0:
        t4 = t2 * t2
        co = (1.0 - A * t2) + t4 * ((B - C * t2) + t4 * ((D - E * t2) + t4 * F))
        si = (0.5 - A1 * t2) + t4 * ((B1 - C1 * t2) + t4 * ((D1 - E1 * t2) + t4 * F1))
        return co, si
    t = math.sqrt(t2)
    return math.cos(0.5 * t), math.sin(0.5 * t) / t


@kernel(inline=True)
def cosine_and_sine(a):
    """cos a and sin a from one reduction to |r| <= pi/4, a = r + k pi/2, and the power series there."""
    if abs(a) > LARGE:
        return math.cos(a), math.sin(a)
    k = math.floor(a * PER_QUARTER + 0.5)
    r = (a - k * QUARTER) - k * QUARTER_REST
    r2 = r * r
    co = 1.0 - r2 * (A0 - r2 * (B0 - r2 * (C0 - r2 * (D0 - r2 * (E0 - r2 * (F0 - r2 * (G0 - r2 * H0)))))))
    si = r - r * r2 * (A2 - r2 * (B2 - r2 * (C2 - r2 * (D2 - r2 * (E2 - r2 * (F2 - r2 * G2))))))
    across = (k & 1) == 1
    x, y = si if across else co, co if across else si
    return -x if ((k + 1) & 2) == 2 else x, -y if (k & 2) == 2 else y


@kernel(inline=True)
def third(t2, s):
    """g = (t - sin t)/t^3 of t^2 and s = sin t/t."""
    if t2 < 1.0:
        t4 = t2 * t2
        return (A2 - B2 * t2) + t4 * ((C2 - D2 * t2) + t4 * (E2 - F2 * t2))
    return (1.0 - s) / t2


@kernel(inline=True)
def twist(a, b, x, y):
    """y + a x * y + b x * (x * y): the form of (2), (3) and (4)."""
    xy = cross(x, y)
    return plus(y, plus(times(a, xy), times(b, cross(x, xy))))


@kernel(inline=True)
def velocity(s, f, g, x, rate, spin):
    """dexp(x) x' + exp(x) spin of (2) and (3): both products with x at once."""
    once = plus(times(f, rate), times(s, spin))
    twice = cross(x, plus(times(g, rate), times(f, spin)))
    return plus(plus(rate, spin), cross(x, plus(once, twice)))


@kernel(inline=True)
def untwisted(x, y):
    """(4): the change of x by a small turn y, axes at rest."""
    return twist(-0.5, inverse_third(dot(x, x)), x, y)


A3, B3, C3, D3 = 1.0 / 12.0, 1.0 / 720.0, 1.0 / 30240.0, 1.0 / 1209600.0
A4, B4, C4, D4 = 1.0 / 12.0, 1.0 / 180.0, 1.0 / 6720.0, 1.0 / 453600.0
A5, B5, C5, D5 = 1.0 / 60.0, 1.0 / 1260.0, 1.0 / 60480.0, 1.0 / 4989600.0


@kernel(inline=True)
def inverse_third(t2):
    """e of (4): the first neglected term is t^8/47900160."""
    return A3 + t2 * (B3 + t2 * (C3 + t2 * D3))


@kernel(inline=True)
def twice_slopes(t2):
    """Twice the derivatives of f and g of (2) by t^2."""
    return -A4 + t2 * (B4 - t2 * (C4 - t2 * D4)), -A5 + t2 * (B5 - t2 * (C5 - t2 * D5))


@kernel(inline=True)
def turn_of(x):
    """(1): the quaternion of a rotation vector."""
    co, si = half_angle(dot(x, x))
    return co, si * x[0], si * x[1], si * x[2]


@kernel(inline=True)
def product(a, b):
    """The quaternion a o b: first b, then a."""
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


@kernel(inline=True)
def turned(e, v):
    """A vector turned by a unit quaternion."""
    t = times(2.0, cross((e[1], e[2], e[3]), v))
    return plus(v, plus(times(e[0], t), cross((e[1], e[2], e[3]), t)))


@kernel(inline=True)
def turned_back(e, v):
    """A vector turned by the inverse of a unit quaternion."""
    return turned((e[0], -e[1], -e[2], -e[3]), v)


@kernel(inline=True)
def unit(e):
    """The unit quaternion of e."""
    f = 1.0 / math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3])
    return f * e[0], f * e[1], f * e[2], f * e[3]
