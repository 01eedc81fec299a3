"""BUSHING: linear springs and dampers in six directions, with exact derivatives.

In the axes A of J: d = r_I - r_J, v = v_I - v_J - w_J x d, w = w_I - w_J, angles a = (AX, AY, AZ)(I,J)
    F = A (-K A^T d - C A^T v + F0),   T = A (-KT a - CT A^T w + T0)                                                (1)
With K_g = A K A^T, ...; phi_i, phi_j the rotations of the bodies, rho_i, rho_j the arms of the markers:
    dF = phi_j x F - K_g (dd - phi_j x d) - C_g (dv_I - dv_J - dw_J x d - w_J x dd - phi_j x v)                     (2)
    dT = phi_j x T - A KT da - CT_g (dw - phi_j x w),  da = G (phi_i - phi_j)                                       (3)
    angle atan2(s, c), s = +-p.q, c = p'.q' of axes of I and J:  its row of G is (c ds - s dc)/(s^2 + c^2),
    d(p.q) = (p x q).(phi_i - phi_j)                                                                              (4)
The angles count full turns: they are leaves, AX + AY + AZ is the expression of the first integer.
Numbers: K, C, KT, CT, F0, T0, three each.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, cross_mat, dot, mat_minus, mat_mul, minus, plus, row3, tilde, times
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.registry import KINDS, entry
from bellcrank.system.expressions import find_leaves
from bellcrank.system.kind import BODY_J, INTS, I, J, Kind
from bellcrank.system.layout import (
    B_R,
    BODY,
    E_INT,
    LEAF_VAL,
    M_BODY,
    MARK,
    OMEGA,
    SLOPE,
    VEL,
    X_AXIS,
    Y_AXIS,
    Z_AXIS,
    R,
)
from bellcrank.system.wrench import add_slope, apply_wrench, clear_slopes, put_wrench_matrix


@kernel(inline=True)
def on_axes(x, y, z, v):
    """A^T v."""
    return dot(x, v), dot(y, v), dot(z, v)


@kernel(inline=True)
def from_axes(x, y, z, a):
    """A a."""
    return plus(times(a[0], x), plus(times(a[1], y), times(a[2], z)))


@kernel(inline=True)
def law(numbers, n, at, a, b):
    """-k a - c b + constant, component by component; k, c at `at`, the constant after both pairs."""
    return (
        -numbers[n, at] * a[0] - numbers[n, at + 3] * b[0] + numbers[n, 12 + at // 2],
        -numbers[n, at + 1] * a[1] - numbers[n, at + 4] * b[1] + numbers[n, 13 + at // 2],
        -numbers[n, at + 2] * a[2] - numbers[n, at + 5] * b[2] + numbers[n, 14 + at // 2],
    )


@kernel(inline=True)
def relative(mark, i, j):
    """d, v and w of (1)."""
    d, w_j = minus(row3(mark, i, R), row3(mark, j, R)), row3(mark, j, OMEGA)
    v = minus(minus(row3(mark, i, VEL), row3(mark, j, VEL)), cross(w_j, d))
    return d, v, minus(row3(mark, i, OMEGA), w_j)


@kernel(inline=True)
def wrench(c, k, n):
    """F and T of (1); the angles are in LEAF_VAL."""
    ints, numbers, mark, leaf = index2(c, k), view2(c, k + 1), view2(c, MARK), view1(c, LEAF_VAL)
    j, first = ints[n, J], index2(c, E_INT)[ints[n, INTS], 0]
    x, y, z = row3(mark, j, X_AXIS), row3(mark, j, Y_AXIS), row3(mark, j, Z_AXIS)
    d, v, w = relative(mark, ints[n, I], j)
    angles = leaf[first], leaf[first + 1], leaf[first + 2]
    f = law(numbers, n, 0, on_axes(x, y, z, d), on_axes(x, y, z, v))
    t = law(numbers, n, 6, angles, on_axes(x, y, z, w))
    return from_axes(x, y, z, f), from_axes(x, y, z, t)


@kernel
def residual(c, k):
    ints = index2(c, k)
    for n in range(ints.shape[0]):
        find_leaves(c, ints[n, INTS])
        f, t = wrench(c, k, n)
        apply_wrench(c, ints, n, f, t)


@kernel(inline=True)
def scaled(x, y, z, a, b, c):
    """A diag(a, b, c) A^T, A with columns x, y, z."""
    xy = a * x[0] * x[1] + b * y[0] * y[1] + c * z[0] * z[1]
    xz = a * x[0] * x[2] + b * y[0] * y[2] + c * z[0] * z[2]
    yz = a * x[1] * x[2] + b * y[1] * y[2] + c * z[1] * z[2]
    return (
        a * x[0] * x[0] + b * y[0] * y[0] + c * z[0] * z[0],
        xy,
        xz,
        xy,
        a * x[1] * x[1] + b * y[1] * y[1] + c * z[1] * z[1],
        yz,
        xz,
        yz,
        a * x[2] * x[2] + b * y[2] * y[2] + c * z[2] * z[2],
    )


@kernel(inline=True)
def angle_slope(p, q, sign, a, b):
    """A row of G (4): atan2(sign p.q, a.b)."""
    s, co = sign * dot(p, q), dot(a, b)
    size = s * s + co * co
    return minus(times(sign * co / size, cross(p, q)), times(s / size, cross(a, b)))


@kernel(inline=True)
def turning_slopes(mark, numbers, n, i, j):
    """A KT G: the derivative of minus the torque by phi_i - phi_j."""
    x, y, z = row3(mark, j, X_AXIS), row3(mark, j, Y_AXIS), row3(mark, j, Z_AXIS)
    x_i, z_i = row3(mark, i, X_AXIS), row3(mark, i, Z_AXIS)
    a = times(numbers[n, 6], angle_slope(z_i, y, -1.0, z_i, z))
    b = times(numbers[n, 7], angle_slope(z_i, x, 1.0, z_i, z))
    g = times(numbers[n, 8], angle_slope(x_i, y, 1.0, x_i, x))
    return (
        x[0] * a[0] + y[0] * b[0] + z[0] * g[0],
        x[0] * a[1] + y[0] * b[1] + z[0] * g[1],
        x[0] * a[2] + y[0] * b[2] + z[0] * g[2],
        x[1] * a[0] + y[1] * b[0] + z[1] * g[0],
        x[1] * a[1] + y[1] * b[1] + z[1] * g[1],
        x[1] * a[2] + y[1] * b[2] + z[1] * g[2],
        x[2] * a[0] + y[2] * b[0] + z[2] * g[0],
        x[2] * a[1] + y[2] * b[1] + z[2] * g[1],
        x[2] * a[2] + y[2] * b[2] + z[2] * g[2],
    )


@kernel
def force_slopes(c, k, n, fx, fy, fz):
    """Equation (2) into SLOPE."""
    ints, numbers, mark, body, d = index2(c, k), view2(c, k + 1), view2(c, MARK), view2(c, BODY), view2(c, SLOPE)
    i, j = ints[n, I], ints[n, J]
    x, y, z = row3(mark, j, X_AXIS), row3(mark, j, Y_AXIS), row3(mark, j, Z_AXIS)
    stiff = scaled(x, y, z, numbers[n, 0], numbers[n, 1], numbers[n, 2])
    damp = scaled(x, y, z, numbers[n, 3], numbers[n, 4], numbers[n, 5])
    gap, v, _ = relative(mark, i, j)
    r_i, r_j = row3(mark, i, R), row3(mark, j, R)
    rho_i = tilde(minus(r_i, row3(body, index1(c, M_BODY)[i], B_R)))
    b_j = row3(body, ints[n, BODY_J], B_R)
    rho_j, arm = tilde(minus(r_j, b_j)), tilde(minus(r_i, b_j))
    w_i, w_j = row3(mark, i, OMEGA), row3(mark, j, OMEGA)
    by_d = mat_minus(mat_mul(damp, tilde(w_j)), stiff)
    add_slope(d, 0, 0, 1.0, by_d)
    add_slope(d, 0, 3, -1.0, mat_mul(by_d, rho_i))
    add_slope(d, 0, 3, 1.0, mat_mul(damp, cross_mat(w_i, rho_i)))
    add_slope(d, 0, 6, -1.0, by_d)
    add_slope(d, 0, 9, 1.0, mat_mul(by_d, rho_j))
    add_slope(d, 0, 9, -1.0, mat_mul(damp, cross_mat(w_j, rho_j)))
    add_slope(d, 0, 9, -1.0, tilde((fx, fy, fz)))
    add_slope(d, 0, 9, -1.0, mat_mul(stiff, tilde(gap)))
    add_slope(d, 0, 9, -1.0, mat_mul(damp, tilde(v)))
    add_slope(d, 6, 0, -1.0, damp)
    add_slope(d, 6, 3, 1.0, mat_mul(damp, rho_i))
    add_slope(d, 6, 6, 1.0, damp)
    add_slope(d, 6, 9, -1.0, mat_mul(damp, arm))


@kernel
def torque_slopes(c, k, n, tx, ty, tz):
    """Equation (3) into SLOPE."""
    ints, numbers, mark, d = index2(c, k), view2(c, k + 1), view2(c, MARK), view2(c, SLOPE)
    i, j = ints[n, I], ints[n, J]
    x, y, z = row3(mark, j, X_AXIS), row3(mark, j, Y_AXIS), row3(mark, j, Z_AXIS)
    damp = scaled(x, y, z, numbers[n, 9], numbers[n, 10], numbers[n, 11])
    turn = turning_slopes(mark, numbers, n, i, j)
    w = minus(row3(mark, i, OMEGA), row3(mark, j, OMEGA))
    add_slope(d, 3, 3, -1.0, turn)
    add_slope(d, 3, 9, 1.0, turn)
    add_slope(d, 3, 9, -1.0, tilde((tx, ty, tz)))
    add_slope(d, 3, 9, -1.0, mat_mul(damp, tilde(w)))
    add_slope(d, 9, 3, -1.0, damp)
    add_slope(d, 9, 9, 1.0, damp)


@kernel
def matrix(c, k):
    ints = index2(c, k)
    for n in range(ints.shape[0]):
        f, t = wrench(c, k, n)
        clear_slopes(c, k)
        force_slopes(c, k, n, f[0], f[1], f[2])
        torque_slopes(c, k, n, t[0], t[1], t[2])
        put_wrench_matrix(c, k, n, INTS + 1, f[0], f[1], f[2])


BUSHING = entry(KINDS, "BUSHING")(Kind("BUSHING", residual, matrix))
