"""Contacts in Python, with numbers that fit the bodies, and what `check` says of those that do not."""

from __future__ import annotations

import math

import pytest

import bellcrank as bc
from bellcrank.errors import BellcrankError, ModelError
from bellcrank.model.contacts import creep

from .scenes import ball, impact, model


def test_a_ball_falls_on_the_floor_with_proposed_numbers():
    """A ball of 1 kg from 0.3 m: the blow goes about as deep as was meant, 1/200 of its size times (v/v_0)^(2/2.5)."""
    m = bc.Model("ball", units="MKS", gravity=(0, 0, -9.81))
    solid = bc.Solid.sphere(0.05, mass=1.0)
    part = m.part("ball", solid=solid, at=(0, 0, 0.35))
    m.new("GRAPHICS", "floor", "PLANE", rm=m.marker("top", m.ground))
    contact = m.contact("touch", part, m.ground, friction=0.3)
    assert (contact.law, contact.coulomb_friction, contact.mu_static) == ("IMPACT", "ON", 0.3)
    run = m.simulate(end=0.5, steps=5000, error=1e-6)
    size, fall = solid.size, 0.3
    wanted = size / 200.0 * (fall / size) ** (1.0 / 2.5)
    assert run["touch.DEPTH"].max() == pytest.approx(wanted, rel=0.2)
    assert 0.05 < run["ball.Z"][-1] < 0.35


def test_a_body_without_a_solid_is_refused():
    m = bc.Model("nothing", units="MKS")
    part = m.part("rod", mass=1.0)
    with pytest.raises(ModelError, match="no solid"):
        m.contact("touch", part, m.ground)


def test_check_proposes_numbers_and_tells_the_creep():
    """k of 1 N/m^1.5 lets a ball of 3 kg pass through the floor; 0.3 and 100 mm/s creep at 20 mm/s on 5 degrees."""
    law = impact(1.0, 1.5, 0, 1e-4, (0.3, 0.1, 0.1, 1))
    soft = model(ball(2, 0.1, 3.0, (0, 0, 1)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}", (0, 0, -9.81))
    found = {m.rule: m for m in soft.examine()}
    assert "STIFFNESS = " in found["C801"].cure and "deep" in found["C801"].what
    assert "creeps at 0.0197" in found["C802"].what
    assert creep(0.3, 0.1, math.tan(math.radians(5))) == pytest.approx(0.0197, rel=1e-2)
    good = model(ball(2, 0.1, 3.0, (0, 0, 1)) + f"CONTACT/1, IGEOM=2, JGEOM=1, {impact(1e6, 1.5)}", (0, 0, -9.81))
    assert not {"C801", "C802"} & {m.rule for m in good.examine()}


def falling():
    """A ball above a floor, and the floor."""
    m = bc.Model("ball", units="MKS", gravity=(0, 0, -9.81))
    ball = m.part("ball", solid=bc.Solid.sphere(0.05, mass=1.0), at=(0, 0, 0.35))
    (floor,) = m.draw(m.ground, bc.Solid.box(1, 1, 0.1, at=(0, 0, -0.05)))
    return m, ball, floor


def test_one_side_a_solid_of_no_body_and_what_the_law_needs_are_asked_for():
    """A ball on a law without numbers fell through the floor, and a single body ended in an IndexError."""
    m, ball, floor = falling()
    with pytest.raises(ModelError, match="b is missing"):
        m.contact("touch", ball)
    with pytest.raises(ModelError, match="belongs to no body"):
        m.contact("touch", ball, bc.Solid.box(1, 1, 1))
    m.contact("touch", ball, floor, law="POISSON")
    with pytest.raises(BellcrankError, match="PENALTY is missing"):
        m.simulate(end=0.1)
    m, ball, floor = falling()
    m.contact("touch", ball, floor, coulomb_friction="ON")
    with pytest.raises(BellcrankError, match="MU_STATIC is missing"):
        m.simulate(end=0.1)


def test_bodies_may_be_given_by_their_names():
    m, _, floor = falling()
    assert m.contact("touch", "ball", "ground").jgeom == (floor.id,)
