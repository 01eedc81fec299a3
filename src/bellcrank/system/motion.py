"""From the unknowns of a linear solve to positions, velocities and rates.

Corrector     y = psi + h beta y'                                     (any backward difference formula)   (1)
Translation   r = psi_r + h beta v
Rotation      p = psi_p + h beta (1/2) p o (0, w) is linear in p:
              p = psi_p o (1, a w) / (1 + a^2 w.w),  a = h beta / 2                                       (2)
Unknowns      D = (dv, d theta / h beta):  A dw = P D, P = 1 + a w~ + a^2 w w^T makes d theta = h beta D exact  (3)
Correction    r += delta_r,  p = (1, delta_theta / 2) o p: closes the position constraints                (4)
References    (2) follows from p o (1 - a w) = psi; the inverse of a quaternion 1 - a w is (1 + a w)/(1 + a^2 w.w).
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import minus, plus, put3, rotate, rotate_back, row3, row9, times
from bellcrank.numerics.context import view1, view2
from bellcrank.system.bodies import rotation_unknown
from bellcrank.system.layout import B_W, BODY, C_Q, DELTA, HALF, LAM, NUM, PSI, SCALE, STEP, UD, XD, Q, U, V, X


@kernel
def follow(c, k):
    """Q, UD and XD from U, X and the corrector (1), (2), with the correction DELTA (4)."""
    num, psi, q, u, ud, delta = view1(c, NUM), view1(c, PSI), view2(c, Q), view2(c, U), view2(c, UD), view2(c, DELTA)
    hb, a, x, xd = num[C_Q], num[HALF], view1(c, X), view1(c, XD)
    per_hb = 1.0 / hb
    for b in range(q.shape[0]):
        follow_body(psi, q, u, ud, delta, b, hb, a, per_hb)
    follow_states(psi, x, xd, 13 * q.shape[0], per_hb)


@kernel(inline=True)
def follow_states(psi, x, xd, at, per_hb):
    """XD from X (1); `at`: where the states are in PSI."""
    for n in range(x.shape[0]):
        xd[n] = (x[n] - psi[at + n]) * per_hb


@kernel(inline=True)
def follow_body(psi, q, u, ud, delta, b, hb, a, per_hb):
    """Rows b of Q and UD from row b of U."""
    at = 7 * q.shape[0] + 6 * b
    v, w = row3(u, b, 0), row3(u, b, 3)
    put3(ud, b, 0, times(per_hb, minus(v, (psi[at], psi[at + 1], psi[at + 2]))))  # (1)
    put3(ud, b, 3, times(per_hb, minus(w, (psi[at + 3], psi[at + 4], psi[at + 5]))))
    at = 7 * b
    put3(q, b, 0, plus(plus((psi[at], psi[at + 1], psi[at + 2]), times(hb, v)), row3(delta, b, 0)))
    x, y, z = a * w[0], a * w[1], a * w[2]
    f = 1.0 / (1.0 + x * x + y * y + z * z)
    p0, p1, p2, p3 = psi[at + 3], psi[at + 4], psi[at + 5], psi[at + 6]
    e0 = f * (p0 - p1 * x - p2 * y - p3 * z)  # (2)
    e1 = f * (p1 + p0 * x + p2 * z - p3 * y)
    e2 = f * (p2 + p0 * y + p3 * x - p1 * z)
    e3 = f * (p3 + p0 * z + p1 * y - p2 * x)
    turn(q, b, e0, e1, e2, e3, 0.5 * delta[b, 3], 0.5 * delta[b, 4], 0.5 * delta[b, 5])  # (4)


@kernel(inline=True)
def turn(q, b, e0, e1, e2, e3, x, y, z):
    """p = (1, x, y, z) o (e0, e1, e2, e3), stored in Q."""
    q[b, 3] = e0 - x * e1 - y * e2 - z * e3
    q[b, 4] = e1 + x * e0 + y * e3 - z * e2
    q[b, 5] = e2 + y * e0 + z * e1 - x * e3
    q[b, 6] = e3 + z * e0 + x * e2 - y * e1


@kernel
def advance(c, k):
    """Add the unknowns STEP to U, LAM, X, V (3), and what follows from them."""
    num, psi, q, u, ud, delta = view1(c, NUM), view1(c, PSI), view2(c, Q), view2(c, U), view2(c, UD), view2(c, DELTA)
    step, body, lam, x, xd, v = view1(c, STEP), view2(c, BODY), view1(c, LAM), view1(c, X), view1(c, XD), view1(c, V)
    hb, a = num[C_Q], num[HALF]
    per_hb, per_scale = 1.0 / hb, 1.0 / num[SCALE]
    for b in range(u.shape[0]):
        at = 6 * b
        put3(u, b, 0, plus(row3(u, b, 0), (step[at], step[at + 1], step[at + 2])))
        p = rotation_unknown(row3(body, b, B_W), a)
        dw = rotate_back(row9(body, b, 0), rotate(p, (step[at + 3], step[at + 4], step[at + 5])))
        put3(u, b, 3, plus(row3(u, b, 3), dw))
        follow_body(psi, q, u, ud, delta, b, hb, a, per_hb)
    at = 6 * u.shape[0]
    for n in range(lam.shape[0]):
        lam[n] += step[at + n] * per_scale
    at += lam.shape[0]
    for n in range(x.shape[0]):
        x[n] += step[at + n]
    at += x.shape[0]
    for n in range(v.shape[0]):
        v[n] += step[at + n]
    follow_states(psi, x, xd, 13 * q.shape[0], per_hb)


@kernel
def shift_positions(c, k):
    """Move the bodies by the body part of STEP (translation, rotation vector): assembly, projection, statics."""
    step, q = view1(c, STEP), view2(c, Q)
    for b in range(q.shape[0]):
        at = 6 * b
        for n in range(3):
            q[b, n] += step[at + n]
        e0, e1, e2, e3 = q[b, 3], q[b, 4], q[b, 5], q[b, 6]
        turn(q, b, e0, e1, e2, e3, 0.5 * step[at + 3], 0.5 * step[at + 4], 0.5 * step[at + 5])


@kernel
def shift_velocities(c, k):
    """Add the body part of STEP (ground axes) to the velocities."""
    step, u, body = view1(c, STEP), view2(c, U), view2(c, BODY)
    for b in range(u.shape[0]):
        at = 6 * b
        for n in range(3):
            u[b, n] += step[at + n]
        dw = rotate_back(row9(body, b, 0), (step[at + 3], step[at + 4], step[at + 5]))
        for n in range(3):
            u[b, 3 + n] += dw[n]


@kernel
def apply_accelerations(c, k):
    """Add STEP to UD, LAM, XD, V: the unknowns of the acceleration analysis."""
    step, ud, body, lam, xd, v = view1(c, STEP), view2(c, UD), view2(c, BODY), view1(c, LAM), view1(c, XD), view1(c, V)
    for b in range(ud.shape[0]):
        at = 6 * b
        for n in range(3):
            ud[b, n] += step[at + n]
        dw = rotate_back(row9(body, b, 0), (step[at + 3], step[at + 4], step[at + 5]))
        for n in range(3):
            ud[b, 3 + n] += dw[n]
    at = 6 * ud.shape[0]
    for n in range(lam.shape[0]):
        lam[n] += step[at + n]
    at += lam.shape[0]
    for n in range(xd.shape[0]):
        xd[n] += step[at + n]
    at += xd.shape[0]
    for n in range(v.shape[0]):
        v[n] += step[at + n]
