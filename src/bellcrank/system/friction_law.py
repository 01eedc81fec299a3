"""The law of friction in joints: coefficient and direction from slip velocity v and creep x, with exact derivatives.

Saturation    |v| >= vs:  G = -v/|v|                                                                          (1)
vector        |v| <  vs:  G = -(b/|v|) v - (1-b) (s/|x|) x,  b = p(|v|/vs), s = p(|x|/D)                      (2)
              p(u) = (15 u - 10 u^3 + 3 u^5)/8, 1 beyond u = 1: STEP5 from -1 to 1, so b and s start at zero
Coefficient   mu = MU_STATIC below vs, STEP5(|v|, vs, MU_STATIC, q vs, MU_DYNAMIC) up to q vs, then MU_DYNAMIC  (3)
Creep         x' = v while |v| < vs, from zero at the time when |v| falls below vs. In a step with this time, v taken
              as linear in time, v_c the velocity and tau the part of the step h at which |v| = vs:
              x = h (1-tau)/2 (v_c + v),  dx = h/2 [(1-tau^2) + 2 tau v_c v_c^T / (v_c . (v - v_old))] dv      (4)
Effect        SLIDING: no creep, MU_DYNAMIC everywhere: G = -(b/|v|) v;  STICTION: MU_DYNAMIC = 0              (5)
Bristles      LUGRE: z' = v - s0 |v| z/g, g = mud + (mus - mud) exp(-(|v|/v0)^n), mu G = -(s0 z + s1 z' + s2 v)      (6)
Vectors have three components; those that a joint does not have are zero.
References    (1)-(3) were fitted to a published run of another solver (FRICTION in the reference); STEP5: functions.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, mat_minus, mat_plus, mat_times, minus, outer, plus, times

ALL, STICTION, SLIDING, LUGRE = 0.0, 1.0, 2.0, 3.0  # kernel constants
UNITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@kernel(inline=True)
def ramp(u, width):
    """p(u)/(u width), and d/dr of it over r, where r = u width: both are finite at u = 0."""
    if u >= 1.0:
        r = u * width
        return 1.0 / r, -1.0 / (r * r * r)
    return (15.0 - 10.0 * u * u + 3.0 * u**4) / (8.0 * width), (12.0 * u * u - 20.0) / (8.0 * width**3)


@kernel(inline=True)
def coefficient(speed, vs, q, mu_s, mu_d):
    """Equation (3): mu and its slope by the speed."""
    if speed < vs:
        return mu_s, 0.0
    if speed >= q * vs:
        return mu_d, 0.0
    width = (q - 1.0) * vs
    s = (speed - vs) / width
    share, slope = s**3 * (10.0 - 15.0 * s + 6.0 * s * s), 30.0 * s * s * (1.0 - s) ** 2 / width
    return mu_s + (mu_d - mu_s) * share, (mu_d - mu_s) * slope


@kernel(inline=True)
def saturation(v, x, vs, d, effect):
    """Equations (1), (2), (5): G, dG/dv, dG/dx and b."""
    speed, creep = math.sqrt(dot(v, v)), math.sqrt(dot(x, x))
    p, p_slope = ramp(speed / vs, vs)
    by_v = mat_plus(mat_times(-p, UNITY), mat_times(-p_slope, outer(v, v)))
    g, by_x, b = times(-p, v), mat_times(0.0, UNITY), p * speed
    if speed < vs and effect != SLIDING:
        s, s_slope = ramp(creep / d, d)
        g = minus(g, times((1.0 - b) * s, x))
        by_x = mat_times(b - 1.0, mat_plus(mat_times(s, UNITY), mat_times(s_slope, outer(x, x))))
        if speed > 0.0:
            u = speed / vs
            b_slope = 1.875 * (1.0 - u * u) ** 2 / vs
            by_v = mat_plus(by_v, mat_times(b_slope * s / speed, outer(x, v)))
    return g, by_v, by_x, b


@kernel(inline=True)
def creep_since(v, v_old, h, vs):
    """Equation (4): the creep since |v| fell below vs in this step, and its derivative by v."""
    dv = minus(v, v_old)
    a, b, c = dot(dv, dv), dot(v_old, dv), dot(v_old, v_old) - vs * vs
    root = math.sqrt(max(b * b - a * c, 0.0))
    if a == 0.0 or root == 0.0:
        return (0.0, 0.0, 0.0), mat_times(0.0, UNITY)
    tau = min(max((-b - root) / a, 0.0), 1.0)
    v_c = plus(v_old, times(tau, dv))
    x = times(0.5 * h * (1.0 - tau), plus(v_c, v))
    by_v = mat_minus(mat_times(1.0 - tau * tau, UNITY), mat_times(2.0 * tau / root, outer(v_c, v_c)))
    return x, mat_times(0.5 * h, by_v)


@kernel(inline=True)
def bristles(v, z, mu_s, mu_d, stiffness, damping, viscous, v0, exponent):
    """Equation (6): mu G, its derivatives by v and z."""
    speed = math.sqrt(dot(v, v))
    u = (speed / v0) ** exponent
    fading = (mu_s - mu_d) * math.exp(-u)
    level = mu_d + fading
    slip = stiffness * speed / level
    rate = minus(v, times(slip, z))
    g = times(-1.0, plus(times(stiffness, z), plus(times(damping, rate), times(viscous, v))))
    by_v = mat_times(-damping - viscous, UNITY)
    if speed > 0.0:
        slope = stiffness / level + stiffness * fading * exponent * u / (level * level)
        by_v = mat_plus(by_v, mat_times(damping * slope / speed, outer(z, v)))
    return g, by_v, mat_times(damping * slip - stiffness, UNITY)
