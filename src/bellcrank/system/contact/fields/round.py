"""Shapes of revolution about z: from the half plane of radius s and height z to space.

phi(s, z) with normal (u, v) and curvature k along its tangent (-v, u): n = u e_s + v e_z,
C = k t t^T + (u/s) e_a e_a^T,  t = -v e_s + u e_z, e_a the direction around                                         (1)
On the axis u/s is taken as 0 where the surface there is flat.
"""

from bellcrank.kernel import kernel


@kernel(inline=True)
def turned_about_z(x, s, phi, u, v, k):
    """phi, n (3), C (6) from the half plane."""
    e, f = (x[0] / s, x[1] / s) if s > 0.0 else (1.0, 0.0)
    around = u / s if s > 0.0 else k
    tx, ty, tz = -v * e, -v * f, u
    return (
        phi,
        u * e,
        u * f,
        v,
        k * tx * tx + around * f * f,
        k * ty * ty + around * e * e,
        k * tz * tz,
        k * tx * ty - around * e * f,
        k * tx * tz,
        k * ty * tz,
    )


@kernel(inline=True)
def off_segment(s, z, s0, z0, s1, z1):
    """Squared distance of (s, z) from a segment, the vector from its nearest point, 1 where that is an end."""
    d, e = s1 - s0, z1 - z0
    size = d * d + e * e
    t = ((s - s0) * d + (z - z0) * e) / size if size > 0.0 else 0.0
    end = 1.0 if t <= 0.0 or t >= 1.0 else 0.0
    t = min(1.0, max(0.0, t))
    p, q = s - s0 - t * d, z - z0 - t * e
    return p * p + q * q, p, q, end
