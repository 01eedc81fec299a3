"""CONTACT: the forces between the solids of two bodies; see system/contact.

A contact is a list of pairs of shapes, all on the same two bodies: each has its own shared depth, all share one block
of the matrix. After every accepted step the longest next step is told, so that no contact is stepped over: with the gap
d of a pair, its closing speed v and the acceleration a of its bodies,

    v h + a h^2/2 <= d + LOOK l,  l the thickness of the thinner shape                                             (1)

A damped contact that opens may have no force, where damping would pull, and then a little again near the end, where
IMPACT damps less: while it has none, a step goes half of the way out,

    v h <= max(g/2, LEAVING l),  g the depth, v the speed of opening                                               (2)

In contact v h <= LOOK l. Of convex bodies that move straight ahead the gap closes never faster than now; turning adds
w^2 times the arm to a. For others, contact/ahead.py looks at what is in the way. Far away, between bounding spheres, v
is the relative speed.
Integers: first pair, number of pairs. Numbers: contact/layout.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bellcrank import registry
from bellcrank.expression import Number
from bellcrank.expression.user import UserFunction
from bellcrank.geometry import plane_curve
from bellcrank.kernel import Kernel, compiling, kernel
from bellcrank.math.vec3 import dot, minus, plus, row3, times
from bellcrank.numerics.context import addresses, index1, index2, view1, view2
from bellcrank.registry import KINDS, entry
from bellcrank.system.contact import layout as of
from bellcrank.system.contact import pairs as folder
from bellcrank.system.contact.ahead import smaller, time_ahead
from bellcrank.system.contact.clusters import LEAF, cluster
from bellcrank.system.contact.force import (
    add_slopes,
    find_samples,
    place,
    sample_force,
    share,
    shared_slopes,
    sliding,
    twist,
)
from bellcrank.system.contact.layout import (
    CENTRES,
    DEPTH,
    GEO,
    HELD,
    IS_NEAR,
    LISTED,
    N_NEAR,
    NEAR,
    NORMAL,
    NOW,
    PAIR_A,
    PAIR_B,
    PAIR_SHORT,
    PAIRS,
    PLANE,
    S_KIND,
    S_THIN,
    SAMPLES,
    SHARE,
    SWAPPED,
    WRITTEN,
)
from bellcrank.system.contact.matrix import add_block, clear_between, clear_blocks
from bellcrank.system.contact.mesh import Net
from bellcrank.system.contact.near import SKIN, apart, near_contacts, rushing, time_to_go, time_to_look
from bellcrank.system.contact.stiction import creep_at, remember
from bellcrank.system.kind import BODY_J, EQUATIONS, INTS, I, Kind, Own, Use, pair_places
from bellcrank.system.layout import B_R, B_W, BODY, HSIZE, LONGEST, M_BODY, MARK, MODE, NUM, PATTERN, R
from bellcrank.system.wrench import apply_wrench, body_velocity, clear_slopes

if TYPE_CHECKING:
    from bellcrank.system.contact.shapes import Placed
    from bellcrank.system.system import System

registry.load_all(folder)

ASSEMBLY = 3.0
"""MODE while parts are put together."""
LOOK = 0.2
"""The part of the thinner shape that a step may go beyond the touch."""
ENOUGH = 4.0
"""Steps do not grow by more: what allows so many times the last step is no limit."""
SMALL = 1e-4
"""Samples with less of the force are left out of the matrix."""
LEAVING = 1e-4
"""The last step out of a contact, as a part of the thinner shape."""


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
                shared_slopes(c, k, count, b_i, b_j)
                for s in range(count):
                    f = plus(f, sample_force(c, k, n, s, depth, b_i, b_j)[1])
                    if abs(view2(c, k + SAMPLES)[s, SHARE]) > SMALL:
                        add_slopes(c, k, n, s, depth, b_i, b_j, i)
        if touches:
            add_block(c, k, n, f[0], f[1], f[2])
        elif near[n, WRITTEN] == 1.0:
            clear_between(c, k, n)


@kernel
def time_to_leave(c, k, count, thin, b_i, b_j):
    """The longest step of (2) at the samples of a pair."""
    samples = view2(c, k + SAMPLES)
    longest = math.inf
    for s in range(count):
        speed = dot(row3(samples, s, NORMAL), sliding(c, b_i, b_j, place(samples, s)))
        if speed > 0.0:
            longest = min(longest, max(0.5 * samples[s, DEPTH], LEAVING * thin) / speed)
    return longest


@kernel
def closing(c, k, count, b_i, b_j):
    """The largest speed with which samples go deeper, never 0: a tolerance may be larger than a thin body."""
    samples, speed = view2(c, k + SAMPLES), 1e-300
    for s in range(count):
        speed = max(speed, -dot(row3(samples, s, NORMAL), sliding(c, b_i, b_j, place(samples, s))))
    return speed


@kernel(inline=True)
def approach(c, k, m, b_i, b_j):
    """The largest speed of a point of the smaller shape of pair m relative to the other, and its acceleration."""
    body = view2(c, BODY)
    _, x, radius = smaller(c, k, m)
    v, w = sliding(c, b_i, b_j, x), minus(row3(body, b_i, B_W), row3(body, b_j, B_W))
    return math.sqrt(dot(v, v)) + radius * math.sqrt(dot(w, w)), rushing(c, b_i, x) + rushing(c, b_j, x)


@kernel
def time_apart(c, k, m, b_i, b_j, gap):
    """The longest step of (1) where the bounding spheres of pair m are `gap` apart."""
    pairs, geo, centres, body = index2(c, k + PAIRS), view2(c, k + GEO), view2(c, k + CENTRES), view2(c, BODY)
    a, b = pairs[m, PAIR_A], pairs[m, PAIR_B]
    x, y = row3(centres, a, 0), row3(centres, b, 0)
    if pairs[m, SWAPPED] == 1:
        x, y = y, x
    v = minus(
        body_velocity(c, b_i, minus(x, row3(body, b_i, B_R))), body_velocity(c, b_j, minus(y, row3(body, b_j, B_R)))
    )
    way = gap + LOOK * min(geo[a, S_THIN], geo[b, S_THIN])
    return time_to_go(math.sqrt(dot(v, v)), rushing(c, b_i, x) + rushing(c, b_j, y), way)


@kernel
def time_to_touch(c, k, m, b_i, b_j, touching, pushed):
    """The longest step of (1) and (2) for pair m; `touching`, `pushed`: its contact has a depth, a force.

    Of pairs with a shortlist nothing is looked for where (1) with no gap and the largest speed is no limit.
    """
    pairs, geo = index2(c, k + PAIRS), view2(c, k + GEO)
    gap = apart(c, k, m)
    if gap > 0.0 and geo[pairs[m, PAIR_B], S_KIND] != PLANE:
        return time_apart(c, k, m, b_i, b_j, gap)
    thin, enough = min(geo[pairs[m, PAIR_A], S_THIN], geo[pairs[m, PAIR_B], S_THIN]), ENOUGH * view1(c, NUM)[HSIZE]
    fastest, rush = approach(c, k, m, b_i, b_j)
    if pairs[m, PAIR_SHORT] > 0 and (pushed or not touching):
        h = time_to_go(fastest, rush, LOOK * thin)
        if h > enough:
            return h
    ahead = time_ahead(c, k, m, b_i, b_j, fastest, rush, LOOK * thin, enough)
    return min(ahead, time_to_nearest(c, k, m, b_i, b_j, thin, pushed))


@kernel
def time_to_nearest(c, k, m, b_i, b_j, thin, pushed):
    """The longest step of (1) and (2) by the samples of pair m."""
    samples, count = view2(c, k + SAMPLES), find_samples(c, k, m, 1.0)
    if count > 0:
        deeper = LOOK * thin / closing(c, k, count, b_i, b_j)
        return deeper if pushed else min(deeper, time_to_leave(c, k, count, thin, b_i, b_j))
    x = place(samples, 0)
    speed = max(0.0, -dot(row3(samples, 0, NORMAL), sliding(c, b_i, b_j, x)))
    rush = rushing(c, b_i, x) + rushing(c, b_j, x)
    return time_to_go(speed, rush, max(0.0, -samples[0, DEPTH]) + LOOK * thin)


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
    """LONGEST, by (1) and (2); creep. Contacts that are not near count where a step might go beyond their reach."""
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


@kernel
def longest_step(c, k, n):
    """(1) and (2) for contact n."""
    ints, outputs, b_i = index2(c, k), view2(c, k + 3), index1(c, M_BODY)[index2(c, k)[n, I]]
    longest = math.inf
    for m in range(ints[n, INTS], ints[n, INTS] + ints[n, INTS + 1]):
        h = time_to_touch(c, k, m, b_i, ints[n, BODY_J], outputs[n, 0] > 0.0, outputs[n, 2] > 0.0)
        longest = min(longest, h)
    return longest


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

    def tabulate(self, system: System, uses: Sequence[Any]) -> Own:
        pairs = [pair for use in uses for pair in use.pairs]
        first = np.cumsum([0, *(len(use.pairs) for use in uses)])
        laws: list[tuple[int, UserFunction]] = []
        numbered = [
            replace(use, ints=(int(f), len(use.pairs)), numbers=_numbers(use, laws)) for use, f in zip(uses, first)
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
        geo = own.tables[int(of.GEO)]
        moves = np.asarray(system.marker_body)[geo[:, of.S_MARKER].astype(int)] < system.n_bodies
        geo[:, of.S_BASE] = bases(geo[:, of.S_RADIUS], moves)
        scratch = (of.SAMPLES, of.NOW, of.ROOM, of.LAW_WORK, of.SHORT, of.CENTRES, of.NEAR)
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


def bases(radius: np.ndarray, moves: np.ndarray) -> np.ndarray:
    """b of near.py: of points that of the largest shape, of planes that move infinite."""
    finite = radius[np.isfinite(radius)]
    largest = float(finite.max(initial=0.0)) or np.inf
    return np.where(moves, SKIN * np.where(radius > 0.0, radius, largest), 0.0)


def _numbers(use: Touch, laws: list[tuple[int, UserFunction]]) -> tuple[float, ...]:
    """The numbers of a contact; of laws of the user the row in LAWS and how many arguments they have."""
    numbers = list(use.numbers)
    for call, (at, count) in zip(use.functions, ((of.STIFFNESS, of.EXPONENT), (of.MU_S, of.MU_D))):
        if call is not None:
            numbers[at], numbers[count] = float(len(laws)), float(len(call.arguments))
            laws.append((use.owner, UserFunction(call)))
    return tuple(numbers)


def laws_of(laws: Sequence[UserFunction]) -> list[Any]:
    """LAWS and LAW_WORK, with the constant arguments in their places."""
    room = np.zeros((max(1, len(laws)), of.LAW_COLUMNS))
    for row, law in zip(room, laws):
        numbers = [constant.value for constant in law.call.arguments if isinstance(constant, Number)]
        row[: len(numbers)] = numbers
    known: Any = np.array([law.address for law in laws] or [0], np.int64) if compiling() else [*laws, None]
    return [known, room]


def curves_of(shapes: Sequence[Placed]) -> list[tuple[int, np.ndarray]]:
    """The pieces of each curve."""
    return list({id(s.shape.net): s.shape.net.pieces for s in shapes if s.shape.kind == "CURVE"}.items())


def stacked(pieces: Sequence[np.ndarray]) -> np.ndarray:
    """PIECES."""
    return np.concatenate([*pieces, np.zeros((0, plane_curve.COLUMNS))])


def tables_of(shapes: Sequence[Placed]) -> list[np.ndarray]:
    """GEO and all behind it."""
    packed = [s.shape for s in shapes]
    nets = list({id(s.net): s.net for s in packed if s.kind == "MESH"}.values())
    clusters = [cluster(s.features) for s in packed]
    first = np.cumsum([0, *(len(rows) for rows, _ in clusters)])
    roots = np.cumsum([0, *(len(nodes) for _, nodes in clusters)])
    sizes = np.array([(0, 0, 0), *((len(n.boxes), len(n.triangles), len(n.faces)) for n in nets)])
    starts = dict(zip((id(n) for n in nets), np.cumsum(sizes, axis=0).astype(float).tolist()))
    curves = curves_of(shapes)
    along = np.cumsum([0.0, *(len(pieces) for _, pieces in curves)]).tolist()
    starts |= {key: [at] for (key, _), at in zip(curves, along)}
    turned = np.cumsum([0, *(len(s.profile) if s.profile is not None else 0 for s in packed)])
    none = [Net(np.zeros((0, 37)), np.zeros((0, 6)), np.zeros((0, 2), np.uint32), np.zeros((0, 10)))]
    stack = lambda name: np.concatenate([getattr(n, name) for n in nets or none])
    return [
        np.array(
            [
                [*s.shape.row(int(f), int(r), starts.get(id(s.shape.net), ()), int(p)), s.marker, 0.0]
                for s, f, r, p in zip(shapes, first, roots, turned)
            ]
        ),
        np.zeros((of.MOST_SAMPLES, of.SAMPLE_COLUMNS)),
        np.zeros(of.NOW_SIZE),
        np.concatenate([rows for rows, _ in clusters]),
        np.zeros((64, 4)),
        *(stack(name) for name in ("triangles", "boxes", "links", "faces")),
        np.concatenate([nodes for _, nodes in clusters]),
    ]


OUTPUTS = (
    ("DEPTH", "length"), ("SLIP", "length/time"), ("NORMAL", "force"), ("FRICTION", "force"), ("PX", "length"),
    ("PY", "length"), ("PZ", "length"),
)  # fmt: skip
"""Largest shared depth of a pair, mean speed of sliding, normal force, size of the friction, centre of the forces."""
CONTACT = entry(KINDS, "CONTACT")(
    ContactKind(
        "CONTACT", residual, matrix, accept=accept, memory=(0.0,) * of.MEMORY_SIZE, outputs=OUTPUTS, beside=True,
        places=lambda row, i, j: [[], [], pair_places(row, i, j)[2]],
    )
)  # fmt: skip
