"""CONTACT: the forces between the solids of two bodies; see system/contact.

A contact is a list of pairs of shapes, all on the same two bodies: each has its own shared depth, all share one block
of the matrix. After every accepted step the longest next step is told (contact/longest_step.py).
Integers: first pair, number of pairs. Numbers: contact/layout.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bellcrank import registry
from bellcrank.expression.user import UserFunction
from bellcrank.kernel import Kernel, kernel
from bellcrank.math.vec3 import dot, minus, plus, row3, times
from bellcrank.numerics.context import addresses, index1, index2, view1, view2
from bellcrank.registry import KINDS, entry
from bellcrank.system.contact import layout as of
from bellcrank.system.contact import pairs as folder
from bellcrank.system.contact.clusters import LEAF
from bellcrank.system.contact.force import (
    add_slopes,
    find_samples,
    sample_force,
    share,
    shared_slopes,
    sliding,
    twist,
)
from bellcrank.system.contact.layout import (
    HELD,
    IS_NEAR,
    LISTED,
    N_NEAR,
    NEAR,
    NORMAL,
    NOW,
    SAMPLES,
    SHARE,
    WRITTEN,
)
from bellcrank.system.contact.longest_step import ENOUGH, longest_step
from bellcrank.system.contact.matrix import add_block, clear_between, clear_blocks
from bellcrank.system.contact.near import apart, near_contacts, time_to_look
from bellcrank.system.contact.stiction import creep_at, remember
from bellcrank.system.contact.tables import bases, curves_of, laws_of, numbers_of, stacked, tables_of
from bellcrank.system.kind import BODY_J, EQUATIONS, INTS, I, Kind, Own, Use, pair_places
from bellcrank.system.layout import HSIZE, LONGEST, M_BODY, MARK, MODE, NUM, PATTERN, R
from bellcrank.system.wrench import apply_wrench, clear_slopes

if TYPE_CHECKING:
    from bellcrank.system.contact.shapes import Placed
    from bellcrank.system.system import System

registry.load_all(folder)

ASSEMBLY = 3.0
"""MODE while parts are put together."""
SMALL = 1e-4
"""Samples with less of the force are left out of the matrix."""


@kernel
def residual(c, k):
    ints, outputs, mark, of_marker = index2(c, k), view2(c, k + 3), view2(c, MARK), index1(c, M_BODY)
    near = view2(c, k + NEAR)
    for listed in range(near_contacts(c, k)):
        n = int(near[listed, LISTED])
        i, b_j = ints[n, I], ints[n, BODY_J]
        b_i, r = of_marker[i], row3(mark, i, R)
        f, t, rub, p = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        deepest, slip, push = 0.0, 0.0, 0.0
        for m in range(ints[n, INTS], ints[n, INTS] + ints[n, INTS + 1]):
            count = find_samples(c, k, m, 0.0) if apart(c, k, m) < 0.0 else 0
            depth = share(c, k, count) if count > 0 else 0.0
            deepest = max(deepest, depth)
            if count > 0:
                force, torque = twist(c, k, n, depth, r)
                f, t = plus(f, force), plus(t, torque)
            for s in range(count):
                x, force, normal, speed, drag = sample_force(c, k, n, s, depth, b_i, b_j)
                arm = minus(x, r)
                f, rub = plus(f, force), plus(rub, drag)
                t = plus(t, cross3(arm, force))
                p, slip, push = plus(p, times(normal, x)), slip + normal * speed, push + normal
        apply_wrench(c, ints, n, f, t)
        outputs[n, 0], outputs[n, 1] = deepest, slip / push if push > 0.0 else 0.0
        outputs[n, 2], outputs[n, 3] = push, math.sqrt(dot(rub, rub))
        for a in range(3):
            outputs[n, 4 + a] = p[a] / push if push > 0.0 else 0.0


@kernel(inline=True)
def cross3(a, b):
    """a x b"""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@kernel
def matrix(c, k):
    ints, of_marker, near, now = index2(c, k), index1(c, M_BODY), view2(c, k + NEAR), view1(c, k + NOW)
    clear_blocks(c, k)
    for listed in range(int(now[N_NEAR])):
        n = int(near[listed, LISTED])
        i, b_j = ints[n, I], ints[n, BODY_J]
        b_i = of_marker[i]
        f, touches = (0.0, 0.0, 0.0), False
        for m in range(ints[n, INTS], ints[n, INTS] + ints[n, INTS + 1]):
            count = find_samples(c, k, m, 0.0) if apart(c, k, m) < 0.0 else 0
            if count > 0:
                if not touches:
                    clear_slopes(c, k)
                touches = True
                depth = share(c, k, count)
                shared_slopes(c, k, count, depth, b_i, b_j)
                for s in range(count):
                    f = plus(f, sample_force(c, k, n, s, depth, b_i, b_j)[1])
                    if abs(view2(c, k + SAMPLES)[s, SHARE]) > SMALL:
                        add_slopes(c, k, n, s, depth, b_i, b_j, i)
        if touches:
            add_block(c, k, n, f[0], f[1], f[2])
        elif near[n, WRITTEN] == 1.0:
            clear_between(c, k, n)


@kernel
def keep_creep(c, k, n, b_i, b_j):
    """What a contact with STICTION remembers: means over its points by their normal forces."""
    ints, samples = index2(c, k), view2(c, k + SAMPLES)
    total, creep, v = 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for m in range(ints[n, INTS], ints[n, INTS] + ints[n, INTS + 1]):
        count = find_samples(c, k, m, 0.0) if apart(c, k, m) < 0.0 else 0
        depth = share(c, k, count) if count > 0 else 0.0
        for s in range(count):
            x, _, push, _, _ = sample_force(c, k, n, s, depth, b_i, b_j)
            normal, slip = row3(samples, s, NORMAL), sliding(c, b_i, b_j, x)
            slip = minus(slip, times(dot(slip, normal), normal))
            total, v = total + push, plus(v, times(push, slip))
            creep = plus(creep, times(push, creep_at(c, k, n, x, normal, slip)))
    part = 1.0 / total if total > 0.0 else 0.0
    remember(c, k, n, times(part, creep), times(part, v), total > 0.0, view1(c, NUM)[MODE] == ASSEMBLY)


@kernel
def accept(c, k):
    """LONGEST, by longest_step.py; creep. Contacts that are not near count where a step might go beyond their reach."""
    ints, of_marker, num, numbers = index2(c, k), index1(c, M_BODY), view1(c, NUM), view2(c, k + 1)
    near, count = view2(c, k + NEAR), near_contacts(c, k)
    for listed in range(count):
        n = int(near[listed, LISTED])
        if numbers[n, HELD] > 0.0:
            keep_creep(c, k, n, of_marker[ints[n, I]], ints[n, BODY_J])
        num[LONGEST] = min(num[LONGEST], longest_step(c, k, n))
    if count == ints.shape[0]:
        return
    safe = time_to_look(c, k)
    if safe < ENOUGH * num[HSIZE]:
        safe = math.inf
        for n in range(ints.shape[0]):
            if near[n, IS_NEAR] == 0.0:
                safe = min(safe, longest_step(c, k, n))
    num[LONGEST] = min(num[LONGEST], safe)


class Pair(NamedTuple):
    """Two placed shapes, I first, and the kernel that finds their samples."""

    i: Placed
    j: Placed
    kernel: Kernel
    swapped: bool


@dataclass(frozen=True)
class Touch(Use):
    """A CONTACT: its pairs."""

    pairs: tuple[Pair, ...] = ()
    functions: tuple[Any, ...] = ()
    """The user's laws of the normal force and of friction (UserCall or None)."""


class ContactKind(Kind):
    """The kind CONTACT: tables of pairs and shapes beside those of all kinds."""

    @property
    def stage(self) -> int:
        """Before the equations that read its forces: exact in the residual, without derivatives in the matrix."""
        return EQUATIONS

    def markers(self, use: Any) -> tuple[int, ...]:
        return (use.i, use.j, *(shape.marker for pair in use.pairs for shape in (pair.i, pair.j)))

    def frames(self, use: Any, system: System) -> dict[int, float]:
        """The frame of a solid may be anywhere; the solid reaches as far as its bounding sphere."""
        found: dict[int, float] = {}
        for pair in use.pairs:
            for marker, solid in ((use.i, pair.i), (use.j, pair.j)):
                local = system.marker_local[solid.marker]
                centre = local[:3] + np.asarray(solid.shape.centre) @ local[3:].reshape(3, 3)
                reach = float(np.linalg.norm(centre)) + solid.shape.radius
                found |= {m: max(reach, found.get(m, 0.0)) for m in (marker, solid.marker)}
        return found

    def tabulate(self, system: System, uses: Sequence[Any]) -> Own:
        pairs = [pair for use in uses for pair in use.pairs]
        first = np.cumsum([0, *(len(use.pairs) for use in uses)])
        laws: list[tuple[int, UserFunction]] = []
        numbered = [
            replace(use, ints=(int(f), len(use.pairs)), numbers=numbers_of(use, laws)) for use, f in zip(uses, first)
        ]
        system.laws_of_users += laws
        blocks = self._blocks(system, uses)
        own = super().tabulate(system, numbered)
        sides = np.column_stack([system.marker_body[own.tables[0][:, I]], own.tables[0][:, BODY_J]])
        moves = sides < system.n_bodies
        own.tables[0][:, -3:-1][moves] = blocks[sides[moves]]
        shapes = list({id(s): s for pair in pairs for s in (pair.i, pair.j)}.values())
        number = {id(s): n for n, s in enumerate(shapes)}
        kernels = list(dict.fromkeys(pair.kernel for pair in pairs))
        rows, lists = [], 1
        for pair in pairs:
            a, b = (pair.j, pair.i) if pair.swapped else (pair.i, pair.j)
            many = max(len(a.shape.features), len(b.shape.features)) > LEAF
            rows.append(
                (number[id(a)], number[id(b)], a.marker, b.marker, int(pair.swapped), kernels.index(pair.kernel),
                 lists if many else 0)
            )  # fmt: skip
            lists += int(many)
        own.tables += [np.array(rows, np.uint32).reshape(-1, 7), addresses(kernels), *tables_of(shapes)]
        own.tables += [*laws_of([law for _, law in laws]), stacked([pieces for _, pieces in curves_of(shapes)])]
        own.tables.append(np.zeros((lists, of.SHORT_COLUMNS)))
        own.tables += [np.zeros((len(shapes), 7)), np.zeros((len(uses), 4)), blocks[np.unique(sides[moves])]]
        profiles = [s.shape.profile for s in shapes if s.shape.profile is not None]
        own.tables.append(np.concatenate([*profiles, np.zeros((0, 10))]))
        own.tables.append(np.zeros((2 * lists, of.PLACED_COLUMNS)))
        geo = own.tables[int(of.GEO)]
        moves = np.asarray(system.marker_body)[geo[:, of.S_MARKER].astype(int)] < system.n_bodies
        geo[:, of.S_BASE] = bases(geo[:, of.S_RADIUS], moves)
        scratch = (of.SAMPLES, of.NOW, of.ROOM, of.LAW_WORK, of.SHORT, of.CENTRES, of.NEAR, of.PLACED)
        own.scratch = tuple(int(k) for k in scratch)
        return own

    def _blocks(self, system: System, uses: Sequence[Any]) -> np.ndarray:
        """Where the block of each body with contacts begins in ENTRIES: one for all its contacts."""
        bodies = np.unique([system.marker_body[m] for use in uses for m in (use.i, use.j)]).astype(np.int64)
        bodies = bodies[bodies < system.n_bodies]
        unknowns, starts = system.body_columns(bodies), np.zeros(system.n_bodies, np.uint32)
        places = np.stack(np.broadcast_arrays(unknowns[:, :, None], unknowns[:, None, :]), axis=-1)
        starts[bodies] = system.contributions.add(places.reshape(-1, 2)) + 36 * np.arange(len(bodies))
        return starts

    def idle(self, arrays: Sequence[Any], first: int) -> np.ndarray:
        """The blocks between bodies of contacts that are not near, and of all while no one has asked (matrix.py)."""
        near, starts = arrays[first + int(of.NEAR)], arrays[first][:, -3:].astype(np.int64)
        if arrays[first + int(of.NOW)][of.LOOKED] == 0.0:
            return super().idle(arrays, first)
        near[:, of.IN_FACTORS] = near[:, of.IS_NEAR] if arrays[int(NUM)][PATTERN] > 0.0 else 0.0
        return (starts[near[:, of.IN_FACTORS] == 0.0, 2:] + np.arange(72)).ravel()


OUTPUTS = (
    ("DEPTH", "length"), ("SLIP", "length/time"), ("NORMAL", "force"), ("FRICTION", "force"), ("PX", "length"),
    ("PY", "length"), ("PZ", "length"),
)  # fmt: skip
"""Largest shared depth of a pair, mean speed of sliding, normal force, size of the friction, centre of the forces."""
CONTACT = entry(KINDS, "CONTACT")(
    ContactKind(
        "CONTACT", residual, matrix, accept=accept, memory=(0.0,) * of.MEMORY_SIZE, outputs=OUTPUTS, beside=True,
        strikes=True, places=lambda row, i, j: [[], [], pair_places(row, i, j)[2]],
    )
)  # fmt: skip
