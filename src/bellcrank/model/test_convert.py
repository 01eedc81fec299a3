"""Other units, same motion: converted expressions give the same force in the new unit."""

from __future__ import annotations

import random

import pytest

from bellcrank.errors import ModelError
from bellcrank.expression import quantity
from bellcrank.expression.reference import evaluate
from bellcrank.expression.tape import flatten
from bellcrank.model import Model, load_text
from bellcrank.model.rescale import Rescaler
from bellcrank.schema.expression import Expression
from bellcrank.schema.units import Units

DIMENSIONS = {
    "DX": "length", "DM": "length", "VX": "length/time", "VR": "length/time", "AZ": "angle", "WZ": "angle/time",
    "FX": "force", "TIME": "time", "ACCX": "length/time**2", "TZ": "force*length",
}  # fmt: skip

EXPRESSIONS = [
    ("-20*(DM(1,2)-300)-0.5*VR(1,2)+7", "force"),
    ("IMPACT(DX(1,2),VX(1,2),10,3800,2,1.5,0.1)", "force"),
    ("BISTOP(DX(1,2),VX(1,2),-5,5,100,1.5,2,0.1)", "force"),
    ("1E4*(STEP(DX(1,2),3.782,0,14.218,5.660)-DX(1,2))-10*VX(1,2)", "force"),
    ("DX(1,2)", "force"),
    ("5", "force*length"),
    ("2*3*TIME**2 - (4)/VX(1,2)", "force"),
    ("SIN(DX(1,2)/5)*COS(3*TIME)+EXP(-TIME/2)", "force"),
    ("SQRT(DX(1,2)**2+VX(1,2)**2)", "length"),
    ("IF(DX(1,2)-3: 1, 2, DX(1,2))", "length/time"),
    ("MIN(WZ(1,2),0)+MAX(1,DX(1,2),3)", "angle/time"),
    ("AINT(DX(1,2))+ANINT(2.5*TIME)", "length"),
    ("CHEBY(DX(1,2),1,1,2,3)", "force"),
    ("POLY(DX(1,2),1,1,2,3)", "force"),
    ("FORCOS(TIME,0,3,1,2,3)*FX(1,2)", "force"),
    ("SHF(TIME,0.5,2,3,0.1,4)", "length"),
    ("-(16.0)+STEP5(TIME,1.9,0,2,(16.0))", "length"),
    ("2**DX(1,2)+DX(1,2)**TIME", "force"),
    ("MOD(AZ(1,2)+PI,2*PI)-PI", "angle"),
    ("TZ(1,2)*6/24.0/1.016**2*145.03774", ""),
    ("SIGN(DX(1,2),VX(1,2))+DIM(DX(1,2),2)+ABS(VX(1,2))", "length"),
    ("- -8.3E-03*RTOD*(AZ(1,2)-0.0*DTOR)", "force*length"),
    ("ATAN2(DX(1,2),VX(1,2))*3", "angle"),
]


def value(tree, units_factor, values):
    tape = flatten(tree)
    leaves = [values[leaf.name] * units_factor(quantity(DIMENSIONS[leaf.name])) for leaf in tape.leaves]
    return evaluate(tape, leaves)[0]


@pytest.mark.parametrize("target", ["MKS", "IPS", "cm g dyne ms"])
@pytest.mark.parametrize(("text", "dimension"), EXPRESSIONS)
def test_a_converted_expression_gives_the_converted_value(text, dimension, target):
    old, new = Units.named("MMKS"), Units.named(target)

    def factor(d):
        return old.factor_to(new, tuple(float(p) for p in d))

    tree = Expression(text).tree
    converted = Rescaler(factor, lambda keyword, id: None).rewrite(tree, quantity(dimension))
    numbers = random.Random(text)
    for _ in range(10):
        values = {name: numbers.uniform(0.5, 12.0) for name in DIMENSIONS}
        before = value(tree, lambda d: 1.0, values)
        after = value(converted, factor, values)
        assert after == pytest.approx(before * factor(quantity(dimension)), rel=1e-9, abs=1e-300)


MODEL = """\
springs
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
PART/1, GROUND
MARKER/1
PART/2, MASS=2, CM=2, IP=1,2,3, QG=100,0,0, VX=5
MARKER/2, QP=1,2,3, REULER=90D,0,0.3
SFORCE/1, TRANSLATION, I=1, J=2, FUNCTION=IMPACT(DM(1,2),VR(1,2),10,3800,2,1.5,0.1)
GRAPHICS/1, ELLIPSOID, CM=1, XSCALE=2
GRAPHICS/2, ELLIPSOID, CM=2, XSCALE=2
CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=3800, EXPONENT=2, DAMPING=3, DMAX=0.1
JOINT/1, REVOLUTE, I=1, J=2, IC=10D, 5D
FRICTION/1, JOINT=1, MU_STATIC=0.3, MU_DYNAMIC=0.2
VARIABLE/1, IC=3, FUNCTION=DX(1,2)-400
VARIABLE/2, FUNCTION=2*TIME
VARIABLE/3, FUNCTION=DX(1,2)
PINPUT/1, VARIABLES=3
DIFF/1, IC=2, FUNCTION=VZ(1,2)+3
SENSOR/1, FUNCTION=DX(1,2)\\, VALUE=12, GE, RETURN
MATRIX/1, FULL=RORDER, ROWS=2, COLUMNS=3, VALUES=1,2,3,4,5,6
CURVE/1, OPEN, MATRIX=1, CURVE_POINTS
MATRIX/2, SPARSE, VALUES=1,1,-1, 1,2,50, 2,3,70, 2,4,8
CURVE/2, OPEN, MATRIX=2, CURVE_POINTS
VARIABLE/4, FUNCTION=CURVE(TIME,0,1,1)-400
SPLINE/1, X=1,2, Y=3,4
SFORCE/3, ROTATION, I=1, J=2, FUNCTION=200*INVPSD(TIME,1,1,2,10,0,3)
SFORCE/2, ROTATION, I=1, J=2, FUNCTION=USER(1,2,3)
ACCGRAV/KGRAV=-9806.65
END
"""


def model() -> Model:
    result, report = load_text(MODEL)
    assert not report.errors, report.render()
    return result


def test_stiffness_is_scaled_with_the_power_of_the_exponent():
    """3800 N/mm with exponent 2 is 3800 N/mm**2 = 3.8e9 N/m**2."""
    new = model().convert("MKS")
    assert new.contacts[1].stiffness == 3.8e9
    assert new.sforces[1].function == Expression("IMPACT(DM(1,2),VR(1,2),0.01,3800000000,2,1500,0.0001)")


def test_the_whole_model_is_converted():
    new = model().convert("MKS")
    assert new.units == Units.named("MKS") and new.units.ucf == 1.0
    assert (new.parts[2].qg, new.parts[2].vx, new.parts[2].mass) == ((0.1, 0.0, 0.0), 0.005, 2.0)
    assert new.parts[2].ip == (1e-6, 2e-6, 3e-6)
    assert new.markers[2].reuler == model().markers[2].reuler
    assert new.joints[1].ic == model().joints[1].ic
    assert new.gravity == (0.0, 0.0, -9.80665)
    assert (new.diffs[1].ic, new.diffs[1].function.text) == ((0.002,), "VZ(1, 2) + 0.003")
    assert (new.sensors[1].value, new.sensors[1].error) == (0.012, 1e-6)
    assert (new.variables[1].ic, new.variables[1].function.text) == (0.003, "DX(1, 2) - 0.4")
    assert new.matrices[1].values == (0.001, 0.002, 0.003, 0.004, 0.005, 0.006)


def test_defaults_in_user_units_are_written_out():
    friction = model().convert("MKS").frictions[1]
    assert (friction.stiction_transition_velocity, friction.initial_overlap) == (1e-4, 1.0)


def test_what_feeds_a_control_system_keeps_its_numbers():
    assert model().convert("MKS").variables[3].function.text == "1000*DX(1, 2)"


def test_what_cannot_be_converted_is_told():
    notes = model().convert("MKS").notes
    assert {m.element.split(" ")[0] for m in notes} == {"VARIABLE/2", "SFORCE/2"}
    assert all(m.severity == "note" for m in notes)


def test_there_and_back_again():
    old = model()
    back = old.convert("IPS").convert("MMKS")
    assert back.contacts[1].stiffness == pytest.approx(3800.0, rel=1e-12)
    assert back.parts[2].qg == pytest.approx(old.parts[2].qg, rel=1e-12)


def test_unit_names_of_requests_that_stay_are_told():
    text = 't\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nREQUEST/1, F2=1, CUNITS="","{}"\nEND\n'
    for word, notes in (("torque", 0), ("mm", 1)):
        converted = load_text(text.replace("F2=1", "F2=1\\").format(word))[0].convert("MMKS")
        assert len([m for m in converted.notes if "CUNITS" in m.what]) == notes


def test_a_model_without_units_cannot_be_converted():
    with pytest.raises(ModelError, match="no units"):
        Model("plain").convert("MKS")


def test_the_points_of_a_sparse_curve_are_lengths_and_its_parameters_are_not():
    assert model().convert("MKS").matrices[2].values == (1, 1, -1, 1, 2, 0.05, 2, 3, 0.07, 2, 4, 0.008)


def test_curves_are_lengths_and_signals_compensate():
    new = model().convert("MKS")
    assert new.variables[4].function.text == "CURVE(TIME, 0, 1, 1) - 0.4"
    assert new.sforces[3].function.text == "0.2*INVPSD(TIME, 1, 1, 2, 10, 0, 3)"
    assert new.splines[1].y == ((3.0, 4.0),)


def test_a_signal_keeps_its_frequencies_in_another_time_unit():
    """The density is given over the old frequencies: TIME is converted back instead."""
    new = model().convert(Units("NEWTON", "KILOGRAM", "MILLIMETER", "MILLISECOND"))
    assert "INVPSD(0.001*TIME, 1, 1, 2, 10, 0, 3)" in new.sforces[3].function.text
