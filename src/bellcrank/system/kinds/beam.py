"""BEAM: six elastic deformations seen from a frame halfway between two markers, with exact derivatives.

The frame in the middle is turned from J by half of the rotation of I, so that neither end is preferred and rigid
motions deform nothing. phi is the rotation vector of I from J, n its axis, t = tan(|phi|/4) n, M the middle frame:
    q = (M^T p - e_0, phi),  p = r_I - r_J (elastic.py), phi in axes of J                                           (1)
With the turn psi of I seen from J, axes of ground (a~ b = a x b, R the axes of J):
    M turns by G psi, G = (1 - t~)/2;  dt = (1 - t~ + t t^T) G psi/2;  d phi = R^T A psi,  A = 1 - phi~/2 + c phi~^2 (2)
    c = (1 - |phi|/2 cot(|phi|/2))/phi^2
    dq = B (dp, psi),  B = [M^T, M^T p~ G; 0, R^T A]                                                                (3)
A law gives s = -K q - C q' + F_0, with q' = B (v, w); virtual power gives force and torque:
    F = M s_F,  T = A^T R s_T + G^T (F x p)                                                                         (4)
Where k is not zero, the axial strain knows that the beam is bent: energy k e^2/2,
    e = q_1 + (g_y q_2^2 + g_z q_3^2)/(2 L) + L (phi_y^2 + phi_z^2)/24,  s = -k e de more                           (5)
The last term makes an arc of the length L free of tension. g = (6/5 + 2 P + P^2)/(1 + P)^2 of the shear P is 1/L times
the integral of w'^2 of the antisymmetric cubic of unit mean slope.
Fails when  the ends have turned by half a turn against each other.
Numbers: as those of field.py.
References  Crisfield & Jelenic (1999), Proc. R. Soc. A 455, 1125-1147 (invariance); Felippa & Haugen (2005), Comput.
            Methods Appl. Mech. Eng. 194, 2285-2335, section 3 (corotated frames).
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import (
    cross,
    dot,
    mat_minus,
    mat_mul,
    mat_plus,
    mat_times,
    minus,
    outer,
    plus,
    quaternion_matrix,
    rotate,
    rotate_back,
    row3,
    tilde,
    times,
)
from bellcrank.numerics.context import index2, view2
from bellcrank.registry import KINDS, entry
from bellcrank.system.elastic import axes_of, block6, put_law_slopes, relative, transposed
from bellcrank.system.kind import EQUATIONS, INTS, I, J, Kind
from bellcrank.system.kinds.field import CONSTANT, DAMP, FREE, STIFF, STRING, diagonal, times6
from bellcrank.system.layout import MARK
from bellcrank.system.wrench import apply_wrench, clear_slopes, put_wrench_matrix

ONE = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)  # kernel constants


@kernel(inline=True)
def quarter(m):
    """t of a rotation matrix; its quaternion by the largest of the four squares (Shepperd 1978)."""
    trace = m[0] + m[4] + m[8]
    if trace > 0.0:
        e = (1.0 + trace, m[7] - m[5], m[2] - m[6], m[3] - m[1])
    elif m[0] >= m[4] and m[0] >= m[8]:
        e = (m[7] - m[5], 1.0 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6])
    elif m[4] >= m[8]:
        e = (m[2] - m[6], m[1] + m[3], 1.0 - m[0] + m[4] - m[8], m[5] + m[7])
    else:
        e = (m[3] - m[1], m[2] + m[6], m[5] + m[7], 1.0 - m[0] - m[4] + m[8])
    size = math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3])
    sign = 1.0 if e[0] >= 0.0 else -1.0
    return times(sign / (size + abs(e[0])), (e[1], e[2], e[3]))


@kernel(inline=True)
def rotation_vector(t):
    """phi of t: 4 atan(|t|) along t."""
    s = math.sqrt(dot(t, t))
    return times(4.0 * math.atan(s) / s if s > 1e-5 else 4.0 - 4.0 / 3.0 * s * s, t)


@kernel(inline=True)
def curvature(x):
    """c of (2) and twice its derivative, of x = phi^2."""
    if x < 0.25:
        a, b, d, e, f, g = 720.0, 30240.0, 1209600.0, 47900160.0, 1307674368000.0 / 691.0, 74724249600.0
        c = 1.0 / 12.0 + x * (1.0 / a + x * (1.0 / b + x * (1.0 / d + x * (1.0 / e + x * (1.0 / f + x / g)))))
        slope = 1.0 / a + x * (2.0 / b + x * (3.0 / d + x * (4.0 / e + x * (5.0 / f + x * 6.0 / g))))
        return c, 2.0 * slope
    angle = math.sqrt(x)
    cot, sin = 1.0 / math.tan(0.5 * angle), math.sin(0.5 * angle)
    c = (1.0 - 0.5 * angle * cot) / x
    return c, (0.5 * angle / (sin * sin) - cot) / (2.0 * x * angle) - 2.0 * c / x


@kernel(inline=True)
def frames(mark, i, j):
    """The axes of J, of the middle, t, phi (ground axes), A and G of (2)."""
    axes = axes_of(mark, j)
    t = quarter(mat_mul(axes_of(mark, i), transposed(axes)))
    phi = rotation_vector(t)
    c, _ = curvature(dot(phi, phi))
    turn = tilde(phi)
    a = mat_plus(mat_minus(ONE, mat_times(0.5, turn)), mat_times(c, mat_mul(turn, turn)))
    g = mat_times(0.5, mat_minus(ONE, tilde(t)))
    return axes, mat_mul(quaternion_matrix(1.0, t[0], t[1], t[2]), axes), t, phi, a, g


@kernel(inline=True)
def deformation(c, k, n):
    """q and q' of (1) and (3), in halves."""
    ints, numbers, mark = index2(c, k), view2(c, k + 1), view2(c, MARK)
    p, v, w = relative(mark, ints[n, I], ints[n, J])
    axes, middle, _, phi, a, g = frames(mark, ints[n, I], ints[n, J])
    e = minus(rotate_back(middle, p), row3(numbers, n, FREE))
    rate = rotate_back(middle, plus(v, cross(p, rotate(g, w))))
    return e, rotate_back(axes, phi), rate, rotate_back(axes, rotate(a, w))


@kernel(inline=True)
def strain(numbers, n, e, phi):
    """k, e and de of (5), in halves."""
    length, g_y, g_z = numbers[n, STRING + 1], numbers[n, STRING + 2], numbers[n, STRING + 3]
    g = (1.0, g_y * e[1] / length, g_z * e[2] / length)
    h = (0.0, length * phi[1] / 12.0, length * phi[2] / 12.0)
    return numbers[n, STRING], e[0] + 0.5 * (g[1] * e[1] + g[2] * e[2] + h[1] * phi[1] + h[2] * phi[2]), g, h


@kernel(inline=True)
def law(c, k, n):
    """s of (4) and (5), in halves."""
    numbers = view2(c, k + 1)
    e, phi, e_rate, phi_rate = deformation(c, k, n)
    f, t = times6(numbers, n, STIFF, e, phi)
    f_v, t_v = times6(numbers, n, DAMP, e_rate, phi_rate)
    f, t = plus(plus(f, f_v), row3(numbers, n, CONSTANT)), plus(plus(t, t_v), row3(numbers, n, CONSTANT + 3))
    if numbers[n, STRING] != 0.0:
        stiff, much, g, h = strain(numbers, n, e, phi)
        f, t = minus(f, times(stiff * much, g)), minus(t, times(stiff * much, h))
    return f, t


@kernel(inline=True)
def wrench(c, k, n):
    """F and T of (4) in ground axes."""
    ints, mark = index2(c, k), view2(c, MARK)
    s_f, s_t = law(c, k, n)
    p, _, _ = relative(mark, ints[n, I], ints[n, J])
    axes, middle, _, _, a, g = frames(mark, ints[n, I], ints[n, J])
    f = rotate(middle, s_f)
    return f, plus(rotate_back(a, rotate(axes, s_t)), rotate_back(g, cross(f, p)))


@kernel
def residual(c, k):
    ints = index2(c, k)
    for n in range(ints.shape[0]):
        f, t = wrench(c, k, n)
        apply_wrench(c, ints, n, f, t)


@kernel(inline=True)
def bending(phi, y, sign):
    """The derivative of A y (sign 1) or A^T y (sign -1) by phi."""
    c, slope = curvature(dot(phi, phi))
    across = cross(phi, y)
    twice = mat_plus(tilde(across), mat_mul(tilde(phi), tilde(y)))
    return mat_plus(
        mat_minus(mat_times(0.5 * sign, tilde(y)), mat_times(c, twice)),
        mat_times(slope, outer(cross(phi, across), phi)),
    )


@kernel(inline=True)
def stiffness(c, k, n, at):
    """The tangent of -s by e and by phi: of its upper half (at 0) or lower half (at 3)."""
    numbers = view2(c, k + 1)
    by_e, by_phi = block6(numbers, n, STIFF + 6 * at), block6(numbers, n, STIFF + 6 * at + 3)
    if numbers[n, STRING] == 0.0:
        return by_e, by_phi
    e, phi, _, _ = deformation(c, k, n)
    length = numbers[n, STRING + 1]
    stiff, much, g, h = strain(numbers, n, e, phi)
    if at == 0:
        own = diagonal(0.0, much * numbers[n, STRING + 2] / length, much * numbers[n, STRING + 3] / length)
        by_e = mat_plus(by_e, mat_times(stiff, mat_plus(outer(g, g), own)))
        return by_e, mat_plus(by_phi, mat_times(stiff, outer(g, h)))
    own = diagonal(0.0, much * length / 12.0, much * length / 12.0)
    by_e = mat_plus(by_e, mat_times(stiff, outer(h, g)))
    return by_e, mat_plus(by_phi, mat_times(stiff, mat_plus(outer(h, h), own)))


@kernel
def law_slopes(c, k, n, at):
    """The derivatives of s_F (at 0) or s_T (at 3) by p, psi, v, w: minus K_t dq and C dq'."""
    ints, numbers, mark = index2(c, k), view2(c, k + 1), view2(c, MARK)
    p, v, w = relative(mark, ints[n, I], ints[n, J])
    axes, middle, t, phi, a, g = frames(mark, ints[n, I], ints[n, J])
    back, home = transposed(middle), transposed(axes)
    spin = rotate(g, w)
    moving = plus(v, cross(p, spin))
    by_t = mat_mul(mat_times(0.5, mat_plus(mat_minus(ONE, tilde(t)), outer(t, t))), g)
    e_psi, phi_psi = mat_mul(back, mat_mul(tilde(p), g)), mat_mul(home, a)
    rate_p = mat_times(-1.0, mat_mul(back, tilde(spin)))
    swing = mat_times(0.5, mat_mul(tilde(p), mat_mul(tilde(w), by_t)))
    rate_psi = mat_mul(back, mat_plus(mat_mul(tilde(moving), g), swing))
    turn_psi = mat_mul(home, mat_mul(bending(phi, w, 1.0), a))
    by_e, by_phi = stiffness(c, k, n, at)
    damp_e, damp_phi = block6(numbers, n, DAMP + 6 * at), block6(numbers, n, DAMP + 6 * at + 3)
    s_p = mat_plus(mat_mul(by_e, back), mat_mul(damp_e, rate_p))
    s_psi = mat_plus(
        mat_plus(mat_mul(by_e, e_psi), mat_mul(by_phi, phi_psi)),
        mat_plus(mat_mul(damp_e, rate_psi), mat_mul(damp_phi, turn_psi)),
    )
    s_w = mat_plus(mat_mul(damp_e, e_psi), mat_mul(damp_phi, phi_psi))
    return s_p, s_psi, mat_mul(damp_e, back), s_w


@kernel
def slopes(c, k, n, f):
    """The derivatives of (4), into SLOPE; f is the force in ground axes, and returned is the torque."""
    ints, mark = index2(c, k), view2(c, MARK)
    p, _, _ = relative(mark, ints[n, I], ints[n, J])
    axes, middle, t, phi, a, g = frames(mark, ints[n, I], ints[n, J])
    _, s_t = law(c, k, n)
    s_t = rotate(axes, s_t)
    s_p, s_psi, s_v, s_w = law_slopes(c, k, n, 0)
    out = mat_times(-1.0, middle)
    f_p, f_v, f_w = mat_mul(out, s_p), mat_mul(out, s_v), mat_mul(out, s_w)
    f_psi = mat_minus(mat_mul(out, s_psi), mat_mul(tilde(f), g))
    put_law_slopes(c, k, n, 0, f, f_p, f_psi, f_v, f_w)
    t_p, t_psi, t_v, t_w = law_slopes(c, k, n, 3)
    out = mat_times(-1.0, mat_mul(transposed(a), axes))
    lever = mat_times(-1.0, mat_mul(transposed(g), tilde(p)))
    moment = cross(f, p)
    by_t = mat_mul(mat_times(0.5, mat_plus(mat_minus(ONE, tilde(t)), outer(t, t))), g)
    t_p = mat_plus(mat_mul(out, t_p), mat_plus(mat_mul(lever, f_p), mat_mul(transposed(g), tilde(f))))
    t_psi = mat_plus(mat_mul(out, t_psi), mat_mul(lever, f_psi))
    t_psi = mat_plus(t_psi, mat_mul(bending(phi, s_t, -1.0), a))
    t_psi = mat_minus(t_psi, mat_times(0.5, mat_mul(tilde(moment), by_t)))
    t_v = mat_plus(mat_mul(out, t_v), mat_mul(lever, f_v))
    t_w = mat_plus(mat_mul(out, t_w), mat_mul(lever, f_w))
    torque = plus(rotate_back(a, s_t), rotate_back(g, moment))
    put_law_slopes(c, k, n, 3, torque, t_p, t_psi, t_v, t_w)


@kernel
def matrix(c, k):
    ints = index2(c, k)
    for n in range(ints.shape[0]):
        f, _ = wrench(c, k, n)
        clear_slopes(c, k)
        slopes(c, k, n, f)
        put_wrench_matrix(c, k, n, INTS, f[0], f[1], f[2])


class BeamKind(Kind):
    """The kind BEAM."""

    @property
    def stage(self) -> int:
        """Before the equations that read its forces: exact in the residual, without derivatives in the matrix."""
        return EQUATIONS


BEAM = entry(KINDS, "BEAM")(BeamKind("BEAM", residual, matrix))
