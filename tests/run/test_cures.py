"""The likeliest cures of a run that stops are found in the model, in their order."""

from __future__ import annotations

from bellcrank.analysis.cures import likely_cures
from bellcrank.analysis.simulation import Simulation
from bellcrank.model import load_text

MODEL = """two masses
UNITS/SYSTEM = MKS
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 2, CM = 20, IP = 1, 1, 1, QG = 0, 0, 0.5
MARKER/20, PART = 2
PART/3, MASS = {light}, CM = 30, IP = 1, 1, 1, QG = 1, 0, 0.5
MARKER/30, PART = 3
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 1, FUNCTION = {first}
SFORCE/2, TRANSLATION, ACTIONONLY, I = 30, J = 1, FUNCTION = {second}
END
"""
JUMP, SMOOTH = "IF(DZ(20,1,1) - 0.4: 0, 0, 5)", "-3*DZ(20,1,1)"
CONTACT = "IMPACT(DZ(30,1,1), VZ(30,1,1,1), 0.05, 1E6, 0.8, 10, 1E-3)"


def cures(first=SMOOTH, second=SMOOTH, light=1.0, unknown=0) -> str:
    model, report = load_text(MODEL.format(first=first, second=second, light=light))
    assert not report.errors, report.render()
    return likely_cures(Simulation(model), unknown)


def test_a_jump_at_the_body_of_the_worst_equation_comes_first():
    """Unknowns 0 to 5 belong to PART/2, 6 to 11 to PART/3."""
    for unknown, order in ((2, ("SFORCE/1", "SFORCE/2")), (8, ("SFORCE/2", "SFORCE/1"))):
        text = cures(JUMP, JUMP, unknown=unknown)
        assert text.index(f"(1) {order[0]}") < text.index(f"(2) {order[1]}") and "use STEP" in text


def test_light_parts_and_contacts_are_named():
    text = cures(second=CONTACT, light=1e-9)
    assert text.startswith("(1) PART/3") and "5e-10 of the largest mass" in text
    assert "(2) SFORCE/2" in text and "exponent e = 0.8" in text and "(3) a smaller ERROR" in text


def test_nothing_is_made_up():
    assert cures().startswith("(1) a smaller ERROR") and "(2)" not in cures()
