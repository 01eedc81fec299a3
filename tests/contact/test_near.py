"""Contacts that are not near cost nothing and are there at once when they are; turned solids by their profile."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.analysis.session import Session
from bellcrank.analysis.terms import TransientSettings
from bellcrank.analysis.transient import Transient
from bellcrank.geometry.shapes.revolution import Revolution
from bellcrank.system import assemble, layout
from bellcrank.system.contact import layout as of
from bellcrank.system.contact.fields.profile import pack, profile, sides_of

from .scenes import ball, impact, model

G = 9.81


def column(gap):
    """Three balls of 0.1 m over the plane, each with all others."""
    law, text, n = impact(1e5, 1.0, 50, 1e-4), "", 1
    for k in range(3):
        text += ball(k + 2, 0.05, 0.1, (0, 0, 0.05 + gap + (0.1 + gap) * k))
        for other in range(1, k + 2):
            text += f"CONTACT/{n}, IGEOM={k + 2}, JGEOM={other}, {law}\n"
            n += 1
    return model(text, (0, 0, -G))


def test_contacts_are_near_wherever_bodies_are_put():
    sim = Session(column(1.0)).prepare()
    s, (_, k) = sim.work, next(found for found in sim.system.kinds if found[0].name == "CONTACT")
    now, outputs = s.context.arrays[k + int(of.NOW)], s.context.arrays[k + 3]
    s.call(assemble.residual)
    assert now[of.N_NEAR] == 0 and not outputs.any()
    s.q[1, :3] = s.q[0, :3] + [0.099, 0.0, 0.0]  # the second ball beside the first: CONTACT/3
    s.call(assemble.residual)
    assert now[of.N_NEAR] == 1 and outputs[:, 0] == pytest.approx([0, 0, 1e-3, 0, 0, 0])
    sim.seeds(1.0, 1.0, 1.0)
    s.call(assemble.matrix)
    assert np.count_nonzero(s.dense()[:6, 6:12])
    s.q[1, 2] += 5.0
    s.call(assemble.residual)
    s.call(assemble.matrix)
    assert now[of.N_NEAR] == 0 and not outputs.any() and not s.dense()[:6, 6:].any()


def test_a_column_comes_to_rest_with_the_blocks_it_needs():
    """Falling and bouncing steps are so short that bodies do not feel each other within one; at rest they do."""
    sim = Session(column(0.01)).prepare()
    run = Transient(sim, TransientSettings(error=1e-4), 0.0)
    assert sim.work.num[layout.PATTERN] == 0.0
    before = run.problem.linears[0].lu.indices.size
    run.begin(4.0, 4)
    run.run(lambda rows: None)
    assert sim.work.num[layout.PATTERN] > 0.0
    assert run.problem.linears[0].lu.indices.size == before + 2 * 72, "two pairs of balls are near"
    depths = np.array([3, 2, 1]) * 0.1 * G / 1e5
    heights = 0.05 + 0.1 * np.arange(3) - np.cumsum(depths)
    assert sim.work.q[:, 2] == pytest.approx(heights, abs=1e-6)


PROFILES = {
    "funnel": [(0, -0.1), (0.6, -0.1), (0.6, 0.7), (0.49, 0.7), (0, 0)],
    "ring": [(0.3, 0.0), (0.5, 0.1), (0.4, 0.4), (0.2, 0.3), (0.3, 0.0)],
    "spool": [(0, 0), (0.4, 0), (0.4, 0.1), (0.1, 0.2), (0.1, 0.5), (0.4, 0.6), (0.4, 0.7), (0, 0.7)],
}


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("turned", [False, True], ids=["forth", "back"])
def test_the_field_of_a_profile_is_its_distance(name, turned):
    """Against 2e5 points of the surface and the winding of the profile; normals against differences."""
    corners = np.array(PROFILES[name], float)[:: -1 if turned else 1]
    sides = sides_of(corners)
    t = np.linspace(0.0, 1.0, 4001)[:, None]
    line = np.concatenate([a + t * (b - a) for a, b in zip(corners[:-1], corners[1:])])  # noqa: RUF007
    rng = np.random.default_rng(3)
    for x in rng.uniform((-0.8, -0.8, -0.3), (0.8, 0.8, 0.9), (60, 3)):
        found = profile(sides, 0, len(sides), tuple(x))
        at = np.array([np.hypot(x[0], x[1]), x[2]])
        assert abs(found[0]) == pytest.approx(np.linalg.norm(line - at, axis=1).min(), abs=1e-4)
        d = np.append(corners - at, [corners[0] - at], axis=0)
        angle = np.arctan2(d[:-1, 0] * d[1:, 1] - d[:-1, 1] * d[1:, 0], (d[:-1] * d[1:]).sum(axis=1)).sum()
        assert (found[0] < 0.0) == (abs(angle) > 3.0)
        h = 1e-6
        values = [[profile(sides, 0, len(sides), tuple(x + s * h * e))[0] for s in (1, -1)] for e in np.eye(3)]
        assert np.array(found[1:4]) == pytest.approx(np.diff(values, axis=1)[:, 0] / (-2.0 * h), abs=1e-4)


def test_a_sector_and_an_open_profile_have_none():
    assert pack(Revolution(tuple(PROFILES["funnel"]), 1.0)) is None
    assert sides_of([(0.1, 0.0), (0.3, 0.2), (0.2, 0.5)]) is None
