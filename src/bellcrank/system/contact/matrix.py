"""Contacts in the matrix: one block for each body, summed over its contacts, and one between the bodies of each.

The block between two bodies is needed for Newton's method only where it is not small against their inertia,

    b = max |B_mn| / sqrt(D_m D_n),  D = c_a s (m or the least moment)                                               (1)

Without it an iteration leaves b of the error: up to COUPLED it costs nothing, and a heap of balls that fly and bounce
falls into bodies. Where it is more, the contact asks for factors with room for it (PATTERN), and all that are near get
it.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.system.contact.layout import BLOCKS, DIRTY, IN_FACTORS, IS_NEAR, KEPT, NEAR, NOW, WRITTEN
from bellcrank.system.kind import BODY_J, INTS, I
from bellcrank.system.layout import C_A, ENTRIES, M_BODY, MASS, NUM, PATTERN, SCALE
from bellcrank.system.wrench import put_wrench_matrix

GROUPS = INTS + 2
"""The column where the beginnings of the blocks of both bodies, and of that between them, are."""
COUPLED = 0.1


@kernel
def clear_blocks(c, k):
    """Zeros in the blocks of bodies, and between the bodies of contacts that are no longer near."""
    ints, near, entries, blocks = index2(c, k), view2(c, k + NEAR), view1(c, ENTRIES), index1(c, k + BLOCKS)
    now = view1(c, k + NOW)
    for n in range(blocks.shape[0]):
        for m in range(blocks[n], blocks[n] + 36):
            entries[m] = 0.0
    if now[DIRTY] == 1.0:
        now[DIRTY] = 0.0
        for n in range(ints.shape[0]):
            if near[n, IS_NEAR] == 0.0 and near[n, WRITTEN] == 1.0:
                clear_between(c, k, n)


@kernel
def clear_between(c, k, n):
    """Zeros between the bodies of contact n."""
    entries, start = view1(c, ENTRIES), index2(c, k)[n, GROUPS + 2]
    for m in range(start, start + 72):
        entries[m] = 0.0
    view2(c, k + NEAR)[n, WRITTEN] = 0.0


@kernel
def add_block(c, k, n, fx, fy, fz):
    """The derivatives of contact n, in SLOPE, with its force: added to the blocks of its bodies."""
    ints, entries, now, near = index2(c, k), view1(c, ENTRIES), view1(c, k + NOW), view2(c, k + NEAR)
    for side in range(2):
        start = ints[n, GROUPS + side]
        for m in range(36):
            now[KEPT + 36 * side + m] = entries[start + m]
    put_wrench_matrix(c, k, n, GROUPS, fx, fy, fz)
    for side in range(2):
        start = ints[n, GROUPS + side]
        for m in range(36):
            entries[start + m] += now[KEPT + 36 * side + m]
    near[n, WRITTEN] = 1.0
    if near[n, IN_FACTORS] == 0.0 and coupling(c, k, n) > COUPLED:
        near[n, IN_FACTORS] = 1.0
        view1(c, NUM)[PATTERN] += 1.0


@kernel(inline=True)
def inertia_of(c, b, m):
    """D of (1) for unknown m of a body."""
    mass = view2(c, MASS)
    return mass[b, 0] if m < 3 else min(mass[b, 1], mass[b, 2], mass[b, 3])


@kernel
def coupling(c, k, n):
    """(1)"""
    ints, entries, mass, num = index2(c, k), view1(c, ENTRIES), view2(c, MASS), view1(c, NUM)
    i, j, start = index1(c, M_BODY)[ints[n, I]], ints[n, BODY_J], ints[n, GROUPS + 2]
    if i >= mass.shape[0] or j >= mass.shape[0]:
        return 0.0
    largest = 0.0
    for m in range(6):
        for o in range(6):
            both = inertia_of(c, i, m) * inertia_of(c, j, o)
            if both == 0.0:
                return math.inf
            b = entries[start + 6 * m + o]
            largest = max(largest, b * b / both)
    return math.sqrt(largest) / abs(num[C_A] * num[SCALE])
