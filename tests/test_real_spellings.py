"""R5: arguments that real files have and the manual excerpts did not: they are read, written and read again."""

import pytest

from bellcrank.model import load_text

HEAD = """spellings
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=21, IP=1,1,1
MARKER/21, PART=2
"""
CONTACT = """GRAPHICS/1, ELLIPSOID, CM=21, XSCALE=1, YSCALE=1, ZSCALE=1
GRAPHICS/2, ELLIPSOID, CM=1, XSCALE=1, YSCALE=1, ZSCALE=1
CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1E5, EXPONENT=2.2, DAMPING=10, DMAX=0.1
, COULOMB_FRICTION = ON, MU_STATIC = 0.3, MU_DYNAMIC = 0.2
, STICTION_TRANSITION_VELOCITY = 100, FRICTION_TRANSITION_VELOCITY = 1000
, STICTION = {}, MAX_STICTION_DEFORMATION = 0.01"""


def read(text):
    model, report = load_text(f"{HEAD}{text}\nEND\n")
    assert not report.messages, report.render()
    again, report = load_text(model.text())
    assert not report.messages, report.render()
    assert again == model
    return model


@pytest.mark.parametrize("word", ["ON", "OFF"])
def test_r5_stiction_of_a_contact(word):
    contact = read(CONTACT.format(word)).contacts[1]
    assert (contact.stiction, contact.max_stiction_deformation) == (word, 0.01)


@pytest.mark.parametrize("numbers", ["1:1:1", "1:2:3:4:5", "1, 2, 3, 4, 5"])
def test_r5_scale_of_the_integrator_has_three_or_five_numbers(numbers):
    scale = read(f"INTEGRATOR/GSTIFF, ERROR=1E-3, SCALE={numbers}\n").single("INTEGRATOR").scale
    assert len(scale) == len(numbers.replace(",", ":").split(":"))


@pytest.mark.parametrize(
    "words", ["WSTIFF", "WSTIFF, SI2", "GSTIFF, SI1", "HHT", "NEWMARK", "HHT, ERROR=1E-5, ALPHA=-0.2"]
)
def test_r5_methods_of_real_files_are_read(words):
    assert read(f"INTEGRATOR/{words}").single("INTEGRATOR").method == words.split(",")[0]
