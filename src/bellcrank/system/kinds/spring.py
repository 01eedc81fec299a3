"""SPRING: a linear spring and damper along the line between two markers, with exact derivatives.

    F = f n on I, n = d/l, d = r_I - r_J, l = |d|,  f = -C v.n - K (l - L) + F0,  v = v_I - v_J                      (1)
    dF = [f/l (1 - n n^T) - K n n^T - C n (v^T - (v.n) n^T)/l] dd - C n n^T dv                                      (2)
The opposite force acts on J along the same line: where on it makes no difference.
Numbers: K, C, L, F0.
References  Haug (1989), 11.4.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross_mat, dot, mat_minus, mat_mul, minus, outer, row3, tilde, times
from bellcrank.numerics.context import index1, index2, view2
from bellcrank.registry import KINDS, entry
from bellcrank.system.kind import BODY_J, INTS, I, J, Kind
from bellcrank.system.layout import B_R, BODY, M_BODY, MARK, OMEGA, SLOPE, VEL, R
from bellcrank.system.wrench import add_slope, apply_wrench, clear_slopes, put_wrench_matrix


@kernel(inline=True)
def line(c, k, n):
    """Direction n, length l, relative velocity v and force f of (1)."""
    ints, numbers, mark = index2(c, k), view2(c, k + 1), view2(c, MARK)
    i, j = ints[n, I], ints[n, J]
    d, v = minus(row3(mark, i, R), row3(mark, j, R)), minus(row3(mark, i, VEL), row3(mark, j, VEL))
    length = math.sqrt(dot(d, d))
    along = times(1.0 / length, d)
    f = -numbers[n, 1] * dot(v, along) - numbers[n, 0] * (length - numbers[n, 2]) + numbers[n, 3]
    return along, length, v, f


@kernel
def residual(c, k):
    ints = index2(c, k)
    for n in range(ints.shape[0]):
        along, _, _, f = line(c, k, n)
        apply_wrench(c, ints, n, times(f, along), (0.0, 0.0, 0.0))


@kernel
def slopes(c, k, n):
    """Equation (2) by positions and velocities of the bodies, into SLOPE."""
    ints, numbers, mark, body, d = index2(c, k), view2(c, k + 1), view2(c, MARK), view2(c, BODY), view2(c, SLOPE)
    i, j = ints[n, I], ints[n, J]
    rho_i = tilde(minus(row3(mark, i, R), row3(body, index1(c, M_BODY)[i], B_R)))
    rho_j = tilde(minus(row3(mark, j, R), row3(body, ints[n, BODY_J], B_R)))
    along, length, v, f = line(c, k, n)
    nn, nv = outer(along, along), outer(along, minus(v, times(dot(v, along), along)))
    a, b, damp = f / length, numbers[n, 1] / length, numbers[n, 1]
    s = a + numbers[n, 0]
    by_d = (
        a - s * nn[0] - b * nv[0],
        -s * nn[1] - b * nv[1],
        -s * nn[2] - b * nv[2],
        -s * nn[3] - b * nv[3],
        a - s * nn[4] - b * nv[4],
        -s * nn[5] - b * nv[5],
        -s * nn[6] - b * nv[6],
        -s * nn[7] - b * nv[7],
        a - s * nn[8] - b * nv[8],
    )
    turn_i = mat_mul(nn, cross_mat(row3(mark, i, OMEGA), rho_i))  # of dv = w x (theta x rho)
    turn_j = mat_mul(nn, cross_mat(row3(mark, j, OMEGA), rho_j))
    add_slope(d, 0, 0, 1.0, by_d)
    add_slope(d, 0, 3, 1.0, mat_minus(scaled(damp, turn_i), mat_mul(by_d, rho_i)))
    add_slope(d, 0, 6, -1.0, by_d)
    add_slope(d, 0, 9, -1.0, mat_minus(scaled(damp, turn_j), mat_mul(by_d, rho_j)))
    add_slope(d, 6, 0, -damp, nn)
    add_slope(d, 6, 3, damp, mat_mul(nn, rho_i))
    add_slope(d, 6, 6, damp, nn)
    add_slope(d, 6, 9, -damp, mat_mul(nn, rho_j))


@kernel(inline=True)
def scaled(s, m):
    """s M."""
    return s * m[0], s * m[1], s * m[2], s * m[3], s * m[4], s * m[5], s * m[6], s * m[7], s * m[8]


@kernel
def matrix(c, k):
    ints = index2(c, k)
    for n in range(ints.shape[0]):
        clear_slopes(c, k)
        slopes(c, k, n)
        along, _, _, f = line(c, k, n)
        put_wrench_matrix(c, k, n, INTS, f * along[0], f * along[1], f * along[2])


SPRING = entry(KINDS, "SPRING")(Kind("SPRING", residual, matrix, spans=True))
