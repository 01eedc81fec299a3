"""One row of results from a consistent state.

Columns   time; for each part X Y Z PSI THETA PHI VX VY VZ WX WY WZ ACCX ACCY ACCZ WDX WDY WDZ of the part frame and
          CM_X CM_Y CM_Z CM_VX .. CM_ACCX .. of the mass centre (ground axes); for each element FX FY FZ TX TY TZ on I;
          algebraic unknowns; states; request columns; what kinds of elements add; kinetic energy, potential energy of
          gravity, work done.
Reaction  on I, at I:  F, T = - sum lam UNIT over the element's constraint rows                                   (1)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, put3, rotate, rotate_back, row3, row9
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.system.bodies import inertia
from bellcrank.system.expressions import evaluate
from bellcrank.system.layout import (
    ACC,
    ALPHA,
    BODY,
    DONE,
    E_WRENCH,
    GX,
    KIND_OUT,
    LAM,
    MARK,
    MASS,
    NUM,
    OMEGA,
    OUT,
    OUT_BODY,
    OUT_EXPR,
    OUT_OWNER,
    UD,
    UNIT,
    VEL,
    X_AXIS,
    Y_AXIS,
    Z_AXIS,
    Q,
    R,
    T,
    U,
    V,
    X,
)


@kernel(inline=True)
def put_euler(out, at, x, y, z):
    """Body-fixed 3-1-3 angles of the axes x, y, z in ground."""
    s = z[0] * z[0] + z[1] * z[1]
    if s < 1e-24:
        out[at] = math.atan2(x[1], x[0])
        out[at + 1] = 0.0 if z[2] > 0.0 else math.pi
        out[at + 2] = 0.0
    else:
        out[at] = math.atan2(z[0], -z[1])
        out[at + 1] = math.atan2(math.sqrt(s), z[2])
        out[at + 2] = math.atan2(x[2], y[2])


@kernel(inline=True)
def copy3(out, at, v):
    """Three numbers into a row."""
    out[at] = v[0]
    out[at + 1] = v[1]
    out[at + 2] = v[2]


@kernel
def report_bodies(c, k):
    """27 columns for each body, from column k; returns the next column."""
    out, origin, mark = view1(c, OUT), index1(c, OUT_BODY), view2(c, MARK)
    q, u, ud = view2(c, Q), view2(c, U), view2(c, UD)
    at = k
    for b in range(q.shape[0]):
        m = origin[b]
        copy3(out, at, row3(mark, m, R))
        put_euler(out, at + 3, row3(mark, m, X_AXIS), row3(mark, m, Y_AXIS), row3(mark, m, Z_AXIS))
        copy3(out, at + 6, row3(mark, m, VEL))
        copy3(out, at + 9, row3(mark, m, OMEGA))
        copy3(out, at + 12, row3(mark, m, ACC))
        copy3(out, at + 15, row3(mark, m, ALPHA))
        copy3(out, at + 18, row3(q, b, 0))
        copy3(out, at + 21, row3(u, b, 0))
        copy3(out, at + 24, row3(ud, b, 0))
        at += 27
    return at


@kernel
def add_reactions(c, k):
    """Complete E_WRENCH, which the last residual filled with applied forces, by the reactions (1) of constraints."""
    owner, wrench, unit, lam = index2(c, OUT_OWNER), view2(c, E_WRENCH), view2(c, UNIT), view1(c, LAM)
    for e in range(owner.shape[0]):
        if owner[e, 4] == 0:
            put3(wrench, e, 0, (0.0, 0.0, 0.0))
            put3(wrench, e, 3, (0.0, 0.0, 0.0))
        for row in range(owner[e, 0], owner[e, 0] + owner[e, 1]):
            for n in range(6):
                wrench[e, n] -= lam[row] * unit[row, n]


@kernel
def report_forces(c, k):
    """Six columns for each owner; returns the next column."""
    out, wrench = view1(c, OUT), view2(c, E_WRENCH)
    add_reactions(c, k)
    at = k
    for e in range(wrench.shape[0]):
        for n in range(6):
            out[at + n] = wrench[e, n]
        at += 6
    return at


@kernel
def kinetic_energy(c, k):
    """Sum of 1/2 m v.v + 1/2 w.J w."""
    mass, u, body = view2(c, MASS), view2(c, U), view2(c, BODY)
    total = 0.0
    for b in range(u.shape[0]):
        v, w = row3(u, b, 0), rotate_back(row9(body, b, 0), row3(u, b, 3))
        total += 0.5 * mass[b, 0] * dot(v, v)
        if mass[b, 7] != 0.0:
            total += 0.5 * dot(w, rotate(inertia(mass, b), w))
    return total


@kernel
def gravity_energy(c, k):
    """Minus the sum of m g.r."""
    mass, q, num = view2(c, MASS), view2(c, Q), view1(c, NUM)
    total = 0.0
    for b in range(q.shape[0]):
        total -= mass[b, 0] * (num[GX] * q[b, 0] + num[GX + 1] * q[b, 1] + num[GX + 2] * q[b, 2])
    return total


@kernel
def report_kinds(c, k):
    """Further columns of kinds of elements, from column k; returns the next column."""
    out, arrays = view1(c, OUT), index1(c, KIND_OUT)
    at = k
    for n in range(arrays.shape[0]):
        found = view2(c, arrays[n])
        for e in range(found.shape[0]):
            for m in range(found.shape[1]):
                out[at] = found[e, m]
                at += 1
    return at


@kernel
def report(c, k):
    """Fill OUT; the last residual must have computed marker accelerations."""
    out, num, v, x, expressions = view1(c, OUT), view1(c, NUM), view1(c, V), view1(c, X), index1(c, OUT_EXPR)
    out[0] = num[T]
    at = report_forces(c, report_bodies(c, 1))
    for n in range(v.shape[0]):
        out[at + n] = v[n]
    at += v.shape[0]
    for n in range(x.shape[0]):
        out[at + n] = x[n]
    at += x.shape[0]
    for n in range(expressions.shape[0]):
        out[at + n] = evaluate(c, expressions[n])
    at = report_kinds(c, at + expressions.shape[0])
    out[at] = kinetic_energy(c, k)
    out[at + 1] = gravity_energy(c, k)
    out[at + 2] = view1(c, DONE)[0]
