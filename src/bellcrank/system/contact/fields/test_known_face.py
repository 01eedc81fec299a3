"""Places that are remembered give what a search gives, to the last bit; lowest points where a field jumps."""

import math

import numpy as np
import pytest

from bellcrank.geometry.mesh import Mesh
from bellcrank.system.contact import layout as of
from bellcrank.system.contact import sampling
from bellcrank.system.contact.fields import known_face, net
from bellcrank.system.contact.mesh import pack_net


def star(count=40):
    """A prism with a star as its base: sharp edges, long triangles, hollow corners."""
    angle = np.arange(count) * 2.0 * np.pi / count
    radius = np.where(np.arange(count) % 2, 1.0, 0.7)
    ring = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    points = [[*p, z] for z in (0.0, 0.5) for p in ring] + [[0.0, 0.0, 0.0], [0.0, 0.0, 0.5]]
    corners = []
    for n in range(count):
        m = (n + 1) % count
        corners += [
            [n, m, count + m],
            [n, count + m, count + n],
            [m, n, 2 * count],
            [count + n, count + m, 2 * count + 1],
        ]
    return Mesh(np.array(points), np.array(corners), np.zeros(len(corners), int))


@pytest.fixture
def context():
    """The arrays that the field of a net reads, for one pair of the net with itself."""
    packed = pack_net(star())
    table = packed.net
    geo = np.zeros((1, 22))
    geo[0, : len(packed.row(0, 0, (0.0, 0.0, 0.0)))] = packed.row(0, 0, (0.0, 0.0, 0.0))
    c = [np.zeros((1, 1)) for _ in range(30)]
    c[of.GEO], c[of.TRIANGLES], c[of.BOXES], c[of.LINKS], c[of.FACES] = (
        geo, table.triangles, table.boxes, table.links, table.faces
    )  # fmt: skip
    c[of.PAIRS] = np.array([[0, 0, 0, 0, 0, 0, 1]], np.uint32)
    c[of.NOW], c[of.ROOM], c[of.PLACED] = np.zeros(of.NOW_SIZE), np.zeros((112, 9)), np.zeros((4, of.PLACED_COLUMNS))
    return c


def test_what_is_remembered_is_what_a_search_finds(context):
    rng, c = np.random.default_rng(4), context
    seen = set()
    places = rng.uniform(-1.2, 1.2, (12, 3)) * (1.0, 1.0, 0.5) + (0.0, 0.0, 0.25)
    for _ in range(600):
        x = tuple(places[rng.integers(len(places))] + rng.normal(size=3) * 10.0 ** rng.uniform(-9.0, -1.5))
        c[of.NOW][of.SEED_NET] = -1.0
        seen.add(min(known_face.face_at(c, 0, 0, x), 0))
        found = net.net(c, 0, 0, x)
        kept, c[of.PLACED] = c[of.PLACED], np.zeros_like(c[of.PLACED])
        c[of.NOW][of.SEED_NET] = -1.0
        assert found == net.net(c, 0, 0, x)
        c[of.PLACED] = kept
    assert known_face.SEVERAL in seen


def test_lists_of_places_are_in_the_order_of_their_distances(context):
    c, x = context, (0.9, 0.1, 0.6)
    net.net(c, 0, 0, x)
    row, begin = c[of.PLACED][3], int(of.K_LISTS)
    count = int(np.argmax(row[begin : begin + of.NEAREST] < 0.0))
    far = row[begin + of.NEAREST : begin + of.NEAREST + count]
    assert count > 3 and (np.diff(far) >= 0.0).all()
    t = c[of.TRIANGLES]
    right = sorted(math.sqrt(known_face.to_triangle(t, m, x)) for m in range(len(t)))
    assert far == pytest.approx(right[:count], abs=1e-15)


def test_the_nearer_surface_is_right_where_a_field_jumps():
    low, high = 0.3, 0.3 + 1e-13
    assert low - 1e-10 < sampling.right_side(low, high, -0.01, 0.2, high, 5.0) < low
    assert high < sampling.right_side(low, high, -0.08, -3e-5, low, 5.0) < high + 1e-10
    assert sampling.right_side(low, high, 0.01, 0.01, low, 5.0) == low
