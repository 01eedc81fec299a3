"""Rule C305, with and without a finding."""

from __future__ import annotations

import pytest

from bellcrank.model import load_text
from bellcrank.model.checks import examine

MODEL = """ball over a table
UNITS/SYSTEM = MKS
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 2, CM = 20, IP = 1, 1, 1, QG = 0, 0, 0.5
MARKER/20, PART = 2
JOINT/1, TRANSLATIONAL, I = 20, J = 1
SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 1
, FUNCTION = IMPACT(DZ(20,1,1), VZ(20,1,1,1), 0.05, {k}, 1.5, {c}, {d})
END
"""


def told(k: float, c: float, d: float) -> list[str]:
    model, report = load_text(MODEL.format(k=k, c=c, d=d))
    assert not report.errors, report.render()
    return [message.what for message in examine(model) if message.rule == "C305"]


def test_numbers_that_fit_are_not_told():
    """A fall of 0.5 m, 3.1 m/s: p = (2.5*2*9.81/(2e6))^0.4 = 14 mm, critical damping 2 sqrt(2*1.5e6*0.12) = 1200."""
    assert told(1e6, 100.0, 1e-3) == []


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((1e6, 100.0, 0.5), "never acts fully"),
        ((1e6, 1e5, 1e-3), "times the critical damping"),
        ((100.0, 1.0, 1e-3), "sinks in by 0.34"),
    ],
)
def test_numbers_out_of_scale_are_told_with_the_formula(numbers, words):
    found = told(*numbers)
    assert len(found) == 1 and words in found[0], found


def test_the_depth_is_that_of_the_formula():
    """p = ((e+1) m v^2/(2k))^(1/(e+1)) with v^2 = 2 g 0.5: 0.0144 m for k = 1e6."""
    deep = (2.5 * 2 * 9.81 / 2e6) ** 0.4
    assert f"only {deep:.2g} meter deep" in told(1e6, 100.0, 0.5)[0]
