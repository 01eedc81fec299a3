"""Elastic elements between two markers: their relative motion, and the derivatives of a wrench that depends on it.

Seen from J       p = r_I - r_J,  v = v_I - v_J - w_J x p,  w = w_I - w_J                                            (1)
A law gives the force F and the torque T on I at I, and how they change, seen from J, with
    dp, the turn psi of I, dv, dw:   dF = F_p dp + F_psi psi + F_v dv + F_w dw,  the same for T                      (2)
all of it in ground axes. With the turns phi_i, phi_j of the bodies and the arms rho_i, rho_j of the markers
    dp = dr - phi_j x p,  psi = phi_i - phi_j,  dw = dw_i - dw_j - phi_j x w
    dv = dv_I - dv_J - dw_J x p - w_J x dr - phi_j x v,  and  dF in ground has phi_j x F more                        (3)
Matrices of a law are six by six, by rows, in the numbers of the element.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, cross_mat, mat_minus, mat_mul, minus, row3, tilde
from bellcrank.numerics.context import index1, index2, view2
from bellcrank.system.kind import BODY_J, I, J
from bellcrank.system.layout import B_R, BODY, M_BODY, MARK, OMEGA, SLOPE, VEL, X_AXIS, Y_AXIS, Z_AXIS, R
from bellcrank.system.wrench import add_slope


@kernel(inline=True)
def relative(mark, i, j):
    """p, v and w of (1)."""
    p, w_j = minus(row3(mark, i, R), row3(mark, j, R)), row3(mark, j, OMEGA)
    v = minus(minus(row3(mark, i, VEL), row3(mark, j, VEL)), cross(w_j, p))
    return p, v, minus(row3(mark, i, OMEGA), w_j)


@kernel(inline=True)
def axes_of(mark, m):
    """The matrix of a marker: its axes are the columns."""
    x, y, z = row3(mark, m, X_AXIS), row3(mark, m, Y_AXIS), row3(mark, m, Z_AXIS)
    return x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]


@kernel(inline=True)
def transposed(m):
    """M^T."""
    return m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]


@kernel(inline=True)
def block6(numbers, n, at):
    """The 3x3 block of a six by six matrix that begins at number `at` of row n."""
    return (
        numbers[n, at],
        numbers[n, at + 1],
        numbers[n, at + 2],
        numbers[n, at + 6],
        numbers[n, at + 7],
        numbers[n, at + 8],
        numbers[n, at + 12],
        numbers[n, at + 13],
        numbers[n, at + 14],
    )


@kernel
def put_law_slopes(c, k, n, row, load, by_p, by_turn, by_v, by_w):
    """Equations (2) and (3): the derivatives of F (row 0) or T (row 3) of element n, into SLOPE."""
    ints, mark, body, d = index2(c, k), view2(c, MARK), view2(c, BODY), view2(c, SLOPE)
    i, j = ints[n, I], ints[n, J]
    p, v, w = relative(mark, i, j)
    r_i, b_j = row3(mark, i, R), row3(body, ints[n, BODY_J], B_R)
    rho_i = tilde(minus(r_i, row3(body, index1(c, M_BODY)[i], B_R)))
    rho_j, arm = tilde(minus(row3(mark, j, R), b_j)), tilde(minus(r_i, b_j))
    w_i, w_j = row3(mark, i, OMEGA), row3(mark, j, OMEGA)
    by_r = mat_minus(by_p, mat_mul(by_v, tilde(w_j)))
    add_slope(d, row, 0, 1.0, by_r)
    add_slope(d, row, 3, -1.0, mat_mul(by_r, rho_i))
    add_slope(d, row, 3, -1.0, mat_mul(by_v, cross_mat(w_i, rho_i)))
    add_slope(d, row, 3, 1.0, by_turn)
    add_slope(d, row, 6, -1.0, by_r)
    add_slope(d, row, 9, 1.0, mat_mul(by_r, rho_j))
    add_slope(d, row, 9, 1.0, mat_mul(by_v, cross_mat(w_j, rho_j)))
    add_slope(d, row, 9, -1.0, by_turn)
    add_slope(d, row, 9, -1.0, tilde(load))
    add_slope(d, row, 9, 1.0, mat_mul(by_p, tilde(p)))
    add_slope(d, row, 9, 1.0, mat_mul(by_v, tilde(v)))
    add_slope(d, row, 9, 1.0, mat_mul(by_w, tilde(w)))
    add_slope(d, 6 + row, 0, 1.0, by_v)
    add_slope(d, 6 + row, 3, -1.0, mat_mul(by_v, rho_i))
    add_slope(d, 6 + row, 3, 1.0, by_w)
    add_slope(d, 6 + row, 6, -1.0, by_v)
    add_slope(d, 6 + row, 9, 1.0, mat_mul(by_v, arm))
    add_slope(d, 6 + row, 9, -1.0, by_w)
