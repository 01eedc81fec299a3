"""What cannot touch says so, in one line with the contact."""

from __future__ import annotations

import pytest

import bellcrank.system.system  # noqa: F401  the kinds of elements
from bellcrank.errors import BellcrankError
from bellcrank.model import load_text
from bellcrank.system.lowering import Lowering

from .scenes import ball, impact, model

CASES = {
    "BOX, CORNER=20, X=0, Y=1, Z=1": "no thickness",
    "ELLIPSOID, CM=20, XSCALE=0": "no thickness",
    "CYLINDER, CM=20, LENGTH=0, RADIUS=1": "no thickness",
    "FRUSTUM, CM=20, LENGTH=1": "no thickness",
    "CIRCLE, CM=20, RADIUS=1": "not parallel",
    "CIRCLE, CM=20, RADIUS=0": "no radius",
    "FORCE, ETYPE=CONTACT, EID=1, EMARKER=20": "encloses nothing",
    "SHELL, RM=20, FILE=none.shl": "cannot be read",
    "PLANE, RM=20": "cannot be simulated",
    "BOX, CORNER=1, X=1, Y=1, Z=1": "on the same part",
}


@pytest.mark.parametrize("shape", CASES)
def test_a_shape_that_cannot_touch_is_refused_with_its_contact(shape):
    text = ball(2, 0.1, 1.0, (0, 0, 1)) + f"GRAPHICS/8, {shape}\nCONTACT/1, IGEOM=8, JGEOM=1, {impact(1e5, 1.5)}"
    with pytest.raises(BellcrankError, match=CASES[shape]) as error:
        Lowering(model(text)).run()
    assert "CONTACT/1" in str(error.value)


def test_speeds_of_friction_in_the_wrong_order_are_refused():
    """The coefficient would have gone from MU_STATIC to MU_DYNAMIC backwards, without a word."""
    rubs = "COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.2"
    text = f"x\nCONTACT/1, IGEOM=2, JGEOM=1, {impact(1e5, 1.5)}, {rubs}, FRICTION_TRANSITION_VELOCITY=0.1\nEND\n"
    assert "less than STICTION_TRANSITION_VELOCITY" in load_text(text)[1].render()
