"""CURVE: components and derivatives, slopes, the same compiled; and INVPSD compiled."""

import math

import pytest

from bellcrank import kernel
from bellcrank.expression import CurveData, SplineData, evaluate, flatten, parse, table_of
from bellcrank.expression.machine import Machine

HELIX = CurveData(tuple((math.cos(0.5 * k), math.sin(0.5 * k), 0.1 * k) for k in range(12)), order=6)
RING = CurveData((*((math.cos(k), math.sin(k), 0.2 * (k % 2)) for k in range(6)), (1.0, 0.0, 0.0)), closed=True)
DATA = {
    ("CURVE", 1): HELIX,
    ("CURVE", 2): RING,
    ("SPLINE", 1): SplineData((1.0, 4.0, 9.0), ((2.0, 1.0, 6.0),)),
}


def tables_of(*tapes):
    return {use: table_of(use, lambda keyword, id: DATA[keyword, id]) for tape in tapes for use in tape.splines}


def value(text, x):
    tape = flatten(parse(text))
    return evaluate(tape, [x], tables_of(tape))


def test_components_of_a_helix():
    """By chord length twelve points are equally far apart: the parameter is proportional to the angle."""
    for alpha in (-1.0, -0.3, 0.5, 1.0):
        angle = 2.75 * (alpha + 1.0)
        expected = [math.cos(angle), math.sin(angle), 0.2 * angle]
        for comp, wanted in enumerate(expected, 1):
            assert value(f"CURVE(TIME, 0, {comp}, 1)", alpha)[0] == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("order", [0, 1, 2])
@pytest.mark.parametrize("id", [1, 2])
def test_every_derivative_is_the_slope_of_the_one_before(order, id):
    h = 1e-6
    for alpha in (-1.4, -0.95, -0.21, 0.33, 0.8, 1.6):
        for comp in (1, 2, 3):
            found, (slope,) = value(f"CURVE(TIME, {order}, {comp}, {id})", alpha)
            ends = [value(f"CURVE(TIME, {order}, {comp}, {id})", alpha + s)[0] for s in (-h, h)]
            assert slope == pytest.approx((ends[1] - ends[0]) / (2.0 * h), abs=1e-6 * (1.0 + abs(found)))
            if order < 2:
                derivative = value(f"CURVE(TIME, {order + 1}, {comp}, {id})", alpha)[0]
                assert slope == pytest.approx(derivative, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("compiled", [False, True])
def test_curves_and_signals_in_the_machine(compiled):
    texts = [f"CURVE(TIME, {iord}, {comp}, {id})" for iord in (0, 1, 2) for comp in (1, 3) for id in (1, 2)]
    texts += ["2*CURVE(TIME**2-1, 0, 2, 1)*CURVE(-TIME, 1, 2, 2)", "INVPSD(TIME, 1, 1, 9, 50, 1, 4) + TIME"]
    tapes = [flatten(parse(text), text) for text in texts]
    kernel.compile_mode(compiled)
    try:
        if compiled and not kernel.compiling():
            pytest.skip("compilation is switched off")
        machine = Machine(tapes, tables_of(*tapes))
        for x in (-7.3, -1.0, -0.2, 0.0, 0.77, 1.0, 2.5):
            for e, tape in enumerate(tapes):
                expected, slopes = evaluate(tape, [x], machine.tables)
                found, partials = machine.evaluate(e, [x])
                assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)
                assert partials == pytest.approx(slopes, rel=1e-12, abs=1e-10)
    finally:
        kernel.compile_mode(False)
