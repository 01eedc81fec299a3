"""STICTION: a spring that holds while surfaces stick, by the displacement since they did.

Creep       x = x_old + (displacement of the point of I in J since the last accepted step), across n, while |v| < vs;
            from zero where |v| falls below vs in this step                                                          (1)
Force       -N mus (1 - b) p(|x|/D) x/|x| beside the friction of sliding, b = (3 u - u^3)/2, u = |v|/vs: at rest
            the spring alone, at vs sliding alone; p of friction_law.py                                              (2)
Memory      of a contact: the mean creep of its points by their normal forces, at most D; the pose of I in J. It changes
            when a step is accepted. Turning about the normal is not held.                                           (3)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, minus, plus, put3, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.contact.field import into, turned_in, turned_out
from bellcrank.system.contact.layout import (
    CREEP,
    HELD,
    KNOWN,
    M_SPEED,
    MU_S,
    REL_AXES,
    REL_R,
    STUCK,
    V_S,
    WHEN,
)
from bellcrank.system.friction_law import creep_since, ramp
from bellcrank.system.kind import I, J
from bellcrank.system.layout import MARK, NUM, X_AXIS, Y_AXIS, Z_AXIS, R, T


@kernel
def creep_at(c, k, n, x, normal, v):
    """(1) for the point x of contact n, which slides with v."""
    ints, numbers, memory, mark = index2(c, k), view2(c, k + 1), view2(c, k + 2), view2(c, MARK)
    if memory[n, KNOWN] == 0.0:
        return 0.0, 0.0, 0.0
    i, j = ints[n, I], ints[n, J]
    if memory[n, STUCK] == 0.0:
        h = view1(c, NUM)[T] - memory[n, WHEN]
        return creep_since(v, row3(memory, n, M_SPEED), h, numbers[n, V_S])[0]
    a = into(mark, i, x)
    before = plus(
        row3(memory, n, REL_R), plus(times(a[0], row3(memory, n, REL_AXES)), times(a[1], row3(memory, n, REL_AXES + 3)))
    )
    before = plus(before, times(a[2], row3(memory, n, REL_AXES + 6)))
    d = turned_out(mark, j, plus(row3(memory, n, CREEP), minus(into(mark, j, x), before)))
    return minus(d, times(dot(d, normal), normal))


@kernel
def held(c, k, n, x, normal, v, square):
    """The creep and the factors of (2): force -N hold x; hold, its slope over |x|, its slope by |v| over |v|."""
    numbers = view2(c, k + 1)
    vs, most = numbers[n, V_S], numbers[n, HELD]
    none = (0.0, 0.0, 0.0)
    if most == 0.0 or square >= vs * vs:
        return none, 0.0, 0.0, 0.0
    u = math.sqrt(square) / vs
    part = 1.0 - 0.5 * u * (3.0 - u * u)
    d = creep_at(c, k, n, x, normal, v)
    p, slope = ramp(math.sqrt(dot(d, d)) / most, most)
    mu = numbers[n, MU_S]
    thinner = -1.5 * (1.0 - u * u) / vs
    return d, mu * part * p, mu * part * slope, mu * thinner * p / max(u * vs, 1e-9 * vs)


@kernel
def remember(c, k, n, creep, v, touching, assembling):
    """(3) after an accepted step; creep and v are means over the points that touch."""
    ints, numbers, memory, mark, num = (
        index2(c, k), view2(c, k + 1), view2(c, k + 2), view2(c, MARK), view1(c, NUM)
    )  # fmt: skip
    i, j = ints[n, I], ints[n, J]
    if assembling:
        creep, v, memory[n, STUCK] = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 1.0
    else:
        memory[n, STUCK] = 1.0 if touching and dot(v, v) < numbers[n, V_S] ** 2 else 0.0
    size = math.sqrt(dot(creep, creep))
    keep = (min(1.0, numbers[n, HELD] / size) if size > 0.0 else 1.0) if memory[n, STUCK] == 1.0 else 0.0
    put3(memory, n, CREEP, turned_in(mark, j, times(keep, creep)))
    put3(memory, n, M_SPEED, v)
    put3(memory, n, REL_R, into(mark, j, row3(mark, i, R)))
    put3(memory, n, REL_AXES, turned_in(mark, j, row3(mark, i, X_AXIS)))
    put3(memory, n, REL_AXES + 3, turned_in(mark, j, row3(mark, i, Y_AXIS)))
    put3(memory, n, REL_AXES + 6, turned_in(mark, j, row3(mark, i, Z_AXIS)))
    memory[n, WHEN], memory[n, KNOWN] = num[T], 1.0
