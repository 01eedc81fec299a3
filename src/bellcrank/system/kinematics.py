"""Position, velocity and acceleration of bodies and markers.

Body      A = R(p)                     rotation matrix of the quaternion
          w, al = w'                   angular velocity and acceleration
Marker    rho = A s,  r = r_cm + rho,  axes = A R_loc                               (1)
          v = v_cm + w x rho                                                        (2)
          a = a_cm + al x rho + w x (w x rho)                                       (3)
References  Haug (1989), Computer-Aided Kinematics and Dynamics, sections 9.2 and 9.3.
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import cross, plus, put3, quaternion_matrix, rotate, row3, row9
from bellcrank.numerics.context import index1, view1, view2
from bellcrank.system.layout import (
    ACC,
    ALPHA,
    B_AL,
    B_R,
    B_W,
    BODY,
    M_BODY,
    M_LOC,
    M_MOVING,
    M_USED,
    MARK,
    NUM,
    OMEGA,
    READS_ACC,
    UD,
    VEL,
    WITH_ACC,
    X_AXIS,
    Y_AXIS,
    Z_AXIS,
    Q,
    R,
    U,
)


@kernel(inline=True)
def place_body(q, u, ud, body, b, with_acc):
    """Fill row b of BODY; accelerations that nobody reads are zero: what an output left may be no number."""
    a = quaternion_matrix(q[b, 3], q[b, 4], q[b, 5], q[b, 6])
    put3(body, b, 0, (a[0], a[1], a[2]))
    put3(body, b, 3, (a[3], a[4], a[5]))
    put3(body, b, 6, (a[6], a[7], a[8]))
    put3(body, b, B_W, row3(u, b, 3))
    put3(body, b, B_R, row3(q, b, 0))
    put3(body, b, B_AL, row3(ud, b, 3) if with_acc else (0.0, 0.0, 0.0))


@kernel(inline=True)
def place_marker(u, ud, body, loc, mark, m, b, with_acc):
    """Fill row m of MARK: a marker on the moving body b."""
    a = row9(body, b, 0)
    w = row3(body, b, B_W)
    rho = rotate(a, row3(loc, m, 0))
    w_rho = cross(w, rho)
    put3(mark, m, R, plus(row3(body, b, B_R), rho))  # (1)
    put3(mark, m, X_AXIS, rotate(a, row3(loc, m, 3)))
    put3(mark, m, Y_AXIS, rotate(a, row3(loc, m, 6)))
    put3(mark, m, Z_AXIS, rotate(a, row3(loc, m, 9)))
    put3(mark, m, VEL, plus(row3(u, b, 0), w_rho))  # (2)
    put3(mark, m, OMEGA, w)
    if with_acc:
        al = row3(body, b, B_AL)
        put3(mark, m, ACC, plus(plus(row3(ud, b, 0), cross(al, rho)), cross(w, w_rho)))  # (3)
        put3(mark, m, ALPHA, al)


@kernel
def kinematics(c, k):
    """Fill BODY and MARK from Q, U, UD; markers that no equation reads only where WITH_ACC asks for all of them."""
    q, u, ud, body = view2(c, Q), view2(c, U), view2(c, UD), view2(c, BODY)
    of, loc, mark, num = index1(c, M_BODY), view2(c, M_LOC), view2(c, MARK), view1(c, NUM)
    with_acc = num[WITH_ACC] != 0.0 or num[READS_ACC] != 0.0
    for b in range(q.shape[0]):
        place_body(q, u, ud, body, b, with_acc)
    markers = index1(c, M_MOVING if num[WITH_ACC] == 1.0 else M_USED)
    for n in range(markers.shape[0]):
        m = markers[n]
        place_marker(u, ud, body, loc, mark, m, of[m], with_acc)
