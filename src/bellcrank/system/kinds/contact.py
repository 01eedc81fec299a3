"""CONTACT: the forces between the solids of two bodies; see system/contact.

A contact is a list of pairs of shapes, all on the same two bodies: each has its own shared depth, all share one block
of the matrix. After every accepted step the longest next step is told, so that no contact is stepped over: with the gap
d of a pair, its closing speed v and the acceleration a of its bodies,

    v h + a h^2/2 <= d + LOOK l,  l the thickness of the thinner shape                                             (1)

A damped contact that opens may have no force, where damping would pull, and then a little again near the end, where
IMPACT damps less: while it has none, a step goes half of the way out,

    v h <= max(g/2, LEAVING l),  g the depth, v the speed of opening                                               (2)

In contact v h <= LOOK l. Of convex bodies that move straight ahead the gap closes never faster than now; turning adds
w^2 times the arm to a. Far away, between bounding spheres, v is the relative speed.
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
from bellcrank.system.contact.clusters import cluster
from bellcrank.system.contact.field import out_of
from bellcrank.system.contact.force import (
    add_slopes,
    apart,
    find_samples,
    place,
    sample_force,
    share,
    shared_slopes,
    sliding,
    twist,
)
from bellcrank.system.contact.layout import (
    DEPTH,
    GEO,
    HELD,
    MARKER_A,
    MARKER_B,
    NORMAL,
    PAIR_A,
    PAIR_B,
    PAIRS,
    S_CENTRE,
    S_THIN,
    SAMPLES,
    SWAPPED,
)
from bellcrank.system.contact.mesh import Net
from bellcrank.system.contact.stiction import creep_at, remember
from bellcrank.system.kind import BODY_J, EQUATIONS, INTS, I, Kind, Own, Use
from bellcrank.system.layout import B_R, B_W, BODY, LONGEST, M_BODY, MARK, MODE, NUM, UD, R
from bellcrank.system.wrench import apply_wrench, body_velocity, clear_slopes, put_wrench_matrix

if TYPE_CHECKING:
    from bellcrank.system.contact.shapes import Placed
    from bellcrank.system.system import System

registry.load_all(folder)

ASSEMBLY = 3.0
"""MODE while parts are put together."""
LOOK = 0.2
"""The part of the thinner shape that a step may go beyond the touch."""
LEAVING = 1e-4
"""The last step out of a contact, as a part of the thinner shape."""


@kernel
def residual(c, k):
    ints, outputs, mark, of_marker = index2(c, k), view2(c, k + 3), view2(c, MARK), index1(c, M_BODY)
    for n in range(ints.shape[0]):
        i, b_j = ints[n, I], ints[n, BODY_J]
        b_i, r = of_marker[i], row3(mark, i, R)
        f, t, rub, p = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        deepest, slip, push = 0.0, 0.0, 0.0
        for m in range(ints[n, INTS], ints[n, INTS] + ints[n, INTS + 1]):
            count = find_samples(c, k, m) if apart(c, k, m) < 0.0 else 0
            depth = share(c, k, count) if count > 0 else 0.0
            deepest = max(deepest, depth)
            if count > 0:
                t = plus(t, twist(c, k, n, depth))
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
    ints, of_marker = index2(c, k), index1(c, M_BODY)
    for n in range(ints.shape[0]):
        i, b_j = ints[n, I], ints[n, BODY_J]
        b_i = of_marker[i]
        f = (0.0, 0.0, 0.0)
        clear_slopes(c, k)
        for m in range(ints[n, INTS], ints[n, INTS] + ints[n, INTS + 1]):
            count = find_samples(c, k, m) if apart(c, k, m) < 0.0 else 0
            if count > 0:
                depth = share(c, k, count)
                shared_slopes(c, k, count, b_i, b_j)
                for s in range(count):
                    f = plus(f, sample_force(c, k, n, s, depth, b_i, b_j)[1])
                    add_slopes(c, k, n, s, depth, b_i, b_j, i)
        put_wrench_matrix(c, k, n, INTS + 2, f[0], f[1], f[2])


@kernel(inline=True)
def rushing(c, b, x):
    """How fast a point of a body is accelerated: that of its mass centre, and of turning."""
    ud, body = view2(c, UD), view2(c, BODY)
    if b >= ud.shape[0]:
        return 0.0
    a, w, arm = row3(ud, b, 0), row3(body, b, B_W), minus(x, row3(body, b, B_R))
    return math.sqrt(dot(a, a)) + dot(w, w) * math.sqrt(dot(arm, arm))


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


@kernel
def time_to_touch(c, k, m, b_i, b_j, pushed):
    """The longest step of (1) and (2) for pair m; `pushed`: its contact has a force."""
    pairs, geo, mark, samples = index2(c, k + PAIRS), view2(c, k + GEO), view2(c, MARK), view2(c, k + SAMPLES)
    a, b = pairs[m, PAIR_A], pairs[m, PAIR_B]
    gap, speed, x, y = apart(c, k, m), 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    if gap > 0.0:
        x, y = (
            out_of(mark, pairs[m, MARKER_A], row3(geo, a, S_CENTRE)),
            out_of(mark, pairs[m, MARKER_B], row3(geo, b, S_CENTRE)),
        )
        if pairs[m, SWAPPED] == 1:
            x, y = y, x
        body = view2(c, BODY)
        v = minus(
            body_velocity(c, b_i, minus(x, row3(body, b_i, B_R))), body_velocity(c, b_j, minus(y, row3(body, b_j, B_R)))
        )
        speed = math.sqrt(dot(v, v))
    else:
        count = find_samples(c, k, m)
        if count > 0:
            thin = min(geo[a, S_THIN], geo[b, S_THIN])
            deeper = LOOK * thin / closing(c, k, count, b_i, b_j)
            return deeper if pushed else min(deeper, time_to_leave(c, k, count, thin, b_i, b_j))
        x = place(samples, 0)
        y, gap = x, max(0.0, -samples[0, DEPTH])
        speed = max(0.0, -dot(row3(samples, 0, NORMAL), sliding(c, b_i, b_j, x)))
    way, rush = gap + LOOK * min(geo[a, S_THIN], geo[b, S_THIN]), rushing(c, b_i, x) + rushing(c, b_j, y)
    if math.isinf(way):
        return math.inf
    fast = speed + math.sqrt(speed * speed + 2.0 * rush * way)
    return 2.0 * way / fast if fast > 0.0 else math.inf


@kernel
def keep_creep(c, k, n, b_i, b_j):
    """What a contact with STICTION remembers: means over its points by their normal forces."""
    ints, samples = index2(c, k), view2(c, k + SAMPLES)
    total, creep, v = 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for m in range(ints[n, INTS], ints[n, INTS] + ints[n, INTS + 1]):
        count = find_samples(c, k, m) if apart(c, k, m) < 0.0 else 0
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
    """LONGEST, by (1) and (2); creep."""
    ints, of_marker, num, numbers = index2(c, k), index1(c, M_BODY), view1(c, NUM), view2(c, k + 1)
    outputs = view2(c, k + 3)
    for n in range(ints.shape[0]):
        if numbers[n, HELD] > 0.0:
            keep_creep(c, k, n, of_marker[ints[n, I]], ints[n, BODY_J])
        for m in range(ints[n, INTS], ints[n, INTS] + ints[n, INTS + 1]):
            h = time_to_touch(c, k, m, of_marker[ints[n, I]], ints[n, BODY_J], outputs[n, 2] > 0.0)
            num[LONGEST] = min(num[LONGEST], h)


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
        own = super().tabulate(system, numbered)
        shapes = list({id(s): s for pair in pairs for s in (pair.i, pair.j)}.values())
        number = {id(s): n for n, s in enumerate(shapes)}
        kernels = list(dict.fromkeys(pair.kernel for pair in pairs))
        rows = []
        for pair in pairs:
            a, b = (pair.j, pair.i) if pair.swapped else (pair.i, pair.j)
            rows.append(
                (number[id(a)], number[id(b)], a.marker, b.marker, int(pair.swapped), kernels.index(pair.kernel))
            )
        own.tables += [np.array(rows, np.uint32).reshape(-1, 6), addresses(kernels), *tables_of(shapes)]
        own.tables += [*laws_of([law for _, law in laws]), stacked([pieces for _, pieces in curves_of(shapes)])]
        own.scratch = (int(of.SAMPLES), int(of.NOW), int(of.ROOM), int(of.LAW_WORK))
        return own


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
    none = [Net(np.zeros((0, 37)), np.zeros((0, 6)), np.zeros((0, 2), np.uint32), np.zeros((0, 10)))]
    stack = lambda name: np.concatenate([getattr(n, name) for n in nets or none])
    return [
        np.array([s.row(int(f), int(r), starts.get(id(s.net), ())) for s, f, r in zip(packed, first, roots)]),
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
        "CONTACT", residual, matrix, accept=accept, memory=(0.0,) * of.MEMORY_SIZE, outputs=OUTPUTS, beside=True
    )
)
