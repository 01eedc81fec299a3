"""A circle that stands passes edges of a net: each counts once, and as deep as the nearer surface, not by chance."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.system.contact import circles
from bellcrank.system.contact.layout import DRIFT, MESH, NOW_SIZE, S_KIND

UP, ASLANT = (0.0, 0.0, 1.0), (0.6, 0.0, 0.8)


@pytest.fixture
def net(monkeypatch):
    """Tables of a net and NOW; kernels run as they are written."""
    now, geo = np.zeros(NOW_SIZE), np.zeros((1, 22))
    geo[0, S_KIND] = MESH
    monkeypatch.setattr(circles, "view1", lambda c, k: now)
    monkeypatch.setattr(circles, "view2", lambda c, k: geo)
    return now


@pytest.mark.parametrize("beside", [-1e-13, 0.0, 1e-13])
def test_an_edge_where_the_distance_jumps_is_as_deep_as_the_nearer_surface(net, monkeypatch, beside):
    """Triangles of a curved face take points beside its border for theirs: -0.05 beside -0.003. It was the one or the
    other as rounding put the point before or behind the edge."""
    field = lambda c, k, b, mark, mb, x: (-0.003, ASLANT) if x[0] < 0.0 else (-0.05, UP)
    monkeypatch.setattr(circles, "field_at", field)
    point = (beside, 0.0, 0.0)
    assert circles.add_bend.py_func(0, 0, 0, 0, 0, 0, 0, point, (-1.0, 0.0, 0.0), UP, 1.0, 0.0, 0.0, 1.0)
    assert not net[DRIFT : DRIFT + 3].any(), "it rises there: no valley"
    assert circles.add_bend.py_func(0, 0, 0, 0, 0, 0, 0, point, (1.0, 0.0, 0.0), UP, 1.0, 0.0, 0.0, 1.0) is True
    assert not net[DRIFT : DRIFT + 3].any()
    field = lambda c, k, b, mark, mb, x: (-0.003, (-0.6, 0.0, 0.8)) if x[0] < 0.0 else (-0.05, UP)
    monkeypatch.setattr(circles, "field_at", field)
    assert circles.add_bend.py_func(0, 0, 0, 0, 0, 0, 0, point, (1.0, 0.0, 0.0), UP, 1.0, 0.0, 0.0, 1.0)
    size = -(0.64 - 1.0) * 0.003**4 / (8.0 * np.pi * -0.6)
    assert net[DRIFT : DRIFT + 3] == pytest.approx(size * np.array([-0.6, 0.0, -0.2]), rel=1e-3, abs=1e-30)


@pytest.mark.parametrize(("edges", "low", "high", "counted"), [
    ((1.0,), 1.0 - 1e-11, 1.0 + 1e-12, 0), ((1.0 + 1e-11,), 1.0, 1.3, 0), ((1.0 + 1e-11, 1.2), 1.0, 1.3, 1),
    ((1.2,), 1.0, 1.3, 1),
])  # fmt: skip
def test_an_edge_beside_the_lowest_point_is_not_counted_again(net, monkeypatch, edges, low, high, counted):
    """Where the distance jumps the lowest point is put beside the edge, 1e-11 off: that one was counted there and up to
    twelve times more at the ends of shorter and shorter parts."""
    calls: list[float] = []

    def across(t, far):
        return any(abs(t - edge) <= far for edge in edges)

    def passes(c, k, b, mark, mb, samples, count, x, d, a, r, ball, side, factor):
        found = across(x, circles.ASIDE)
        if found and factor:
            calls.append(x)
        return found

    def between(c, k, b, mark, mb, samples, count, centre, a, e, f, r, ball, side, low, high, part):
        return count, float(any(low + 0.047 * (high - low) < edge < high - 0.047 * (high - low) for edge in edges))

    monkeypatch.setattr(circles, "add_bend", passes)
    monkeypatch.setattr(circles, "points_between", between)
    monkeypatch.setattr(circles, "on_circle", lambda centre, e, f, r, t: t)
    for name in ("tangent_at", "ring_in_field", "turned_in"):
        monkeypatch.setattr(circles, name, lambda *given: None)
    monkeypatch.setattr(circles, "upright_at", lambda c, k, b, ring, r, a, t: float(sum(t > edge for edge in edges)))
    monkeypatch.setattr(circles, "bend_between", circles.bend_between.py_func)
    circles.standing.py_func(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.0, 0.0, 0.0, low, high, 1.0)
    assert len(calls) == counted
    assert calls == pytest.approx([edge for edge in edges if low + 1e-3 < edge < high - 1e-3])
