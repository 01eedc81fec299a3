"""The machine: compiled and plain Python give the same numbers as the reference."""

import ctypes
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bellcrank import kernel
from bellcrank.errors import ExpressionError
from bellcrank.expression import Call, SplineData, UserCall, declarations, evaluate, flatten, parse, table_of
from bellcrank.expression.foreign import SIGNATURE
from bellcrank.expression.machine import Machine
from bellcrank.expression.simplify import call_kernel
from bellcrank.functions.test_partials import FUNCTIONS, sample
from bellcrank.testing.expressions import trees

POINTS = st.lists(st.floats(-3, 3), min_size=4, max_size=4)
EXAMPLE = "IMPACT(DZ(1,2),VZ(1,2),1,1E5,1.5,25,0.1)+STEP(TIME,0,0,1,5)*SIN(3*TIME)"
BRANCHES = "IF(TIME-1: SIN(TIME), 1/(TIME-1), SIN(TIME)*TIME**2.5 + SQRT(TIME-3))"


@pytest.fixture(params=["plain", "compiled"])
def mode(request):
    kernel.compile_mode(request.param == "compiled")
    if request.param == "compiled" and not kernel.compiling():
        pytest.skip("compilation is switched off")
    yield request.param
    kernel.compile_mode(False)


def machine_of(*texts, **options):
    return Machine([flatten(parse(text), text) for text in texts], **options)


def test_several_expressions_share_their_leaves(mode):
    machine = machine_of(EXAMPLE, BRANCHES, "2**TIME/DX(1,2) - (-3)", "TIME", "7")
    assert [str(leaf) for leaf in machine.leaves] == ["DZ(1, 2, 0)", "VZ(1, 2, 0, 0)", "TIME", "DX(1, 2, 0)"]
    values = [0.95, -0.1, 0.5, 2.0]
    for e, tape in enumerate(machine.tapes):
        expected, slopes = evaluate(tape, [values[k] for k in machine.leaf_numbers(e)])
        value, partials = machine.evaluate(e, values)
        assert value == pytest.approx(expected, rel=1e-14)
        assert partials == pytest.approx(slopes, rel=1e-13)


def test_every_expression_may_have_leaves_of_its_own(mode):
    machine = machine_of("TIME+DX(1,2)", "TIME*2", share=False)
    assert machine.leaf_numbers(0) == [0, 1]
    assert machine.leaf_numbers(1) == [2]
    assert machine.evaluate(1, [1.0, 2.0, 3.0])[0] == 6.0


@given(trees(), POINTS)
def test_the_plain_machine_does_exactly_what_the_reference_does(tree, point):
    assert same_outcome(flatten(tree), point, rel=0.0)


@given(trees(), POINTS)
def test_the_compiled_machine_does_what_the_reference_does(tree, point):
    """Up to rounding: expressions that magnify a rounding error are left out."""
    tape = flatten(tree)
    x = point[: len(tape.leaves)]
    assume(well_conditioned(tape, x))
    kernel.compile_mode(True)
    try:
        assert same_outcome(tape, x, rel=1e-6)
    finally:
        kernel.compile_mode(False)


def same_outcome(tape, point, rel):
    x = point[: len(tape.leaves)]
    machine = Machine([tape])
    try:
        expected, slopes = evaluate(tape, x)
    except ExpressionError as error:
        with np.errstate(all="ignore"), pytest.raises(ExpressionError) as caught:
            machine.evaluate(0, x)
        return str(caught.value) == str(error)
    value, partials = machine.evaluate(0, x)
    assert value == pytest.approx(expected, rel=rel, abs=1e-9 if rel else 0.0)
    scale = 1.0 + max(map(abs, slopes), default=0.0)
    assert partials == pytest.approx(slopes, rel=rel, abs=1e-7 * scale if rel else 0.0)
    return True


def well_conditioned(tape, x):
    """Whether a change of the leaves by 1e-11 changes the value and the slopes by no more than 1e-7."""
    try:
        value, slopes = evaluate(tape, x)
        for s in (1e-11, -1e-11):
            near, near_slopes = evaluate(tape, [a + s * (1.0 + abs(a)) for a in x])
            scale = 1.0 + max(map(abs, slopes), default=0.0)
            if abs(near - value) > 1e-7 * (1.0 + abs(value)):
                return False
            if any(abs(a - b) > 1e-7 * scale for a, b in zip(slopes, near_slopes)):
                return False
    except ExpressionError:
        return False
    return bool(x)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_compiled_equals_the_function_in_python(name, compiled):
    declared = declarations()[name]
    prototype = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.POINTER(ctypes.c_double)] * 2)
    function = prototype(kernel.address(declared.kernel, SIGNATURE))
    for seed in range(10):
        x = sample(name, seed)
        numbers, out = (ctypes.c_double * len(x))(*x), (ctypes.c_double * (1 + len(x)))()
        function(len(x), numbers, out)
        expected = call_kernel(declared, x)
        assert list(out) == pytest.approx(expected, rel=1e-12, abs=1e-12 * max(map(abs, expected)))


def test_a_value_that_is_no_number_is_explained(mode):
    machine = machine_of("TIME", "DX(1,2) + 1/(TIME-1)")
    with (
        np.errstate(all="ignore"),
        pytest.raises(ExpressionError, match=r"1/\(TIME - 1\) is not a number \(TIME - 1 = 0\)"),
    ):
        machine.evaluate(1, [1.0, 5.0])
    assert machine.evaluate(1, [2.0, 5.0])[0] == 6.0


def test_a_leaf_that_is_no_number_is_explained(mode):
    with pytest.raises(ExpressionError, match=r"DX\(1, 2, 0\) is not a number"):
        machine_of("IF(DX(1,2): 1, 2, 3)").evaluate(0, [math.nan])


X = tuple(float(k) for k in range(6))
DATA = {
    1: SplineData(X, (tuple(math.sin(x) for x in X),)),
    2: SplineData(X, tuple(tuple(z * math.sin(x) for x in X) for z in (1.0, 2.0, 4.0)), (1.0, 2.0, 4.0)),
    3: SplineData(X, (tuple(math.exp(-x) for x in X),), linear_extrapolate=True),
}


def test_splines(mode):
    texts = [
        "AKISPL(TIME, 0, 1)",
        "CUBSPL(TIME, DX(1), 2)",
        "AKISPL(TIME, 0, 3, 1)",
        "INTERP(TIME, 3, 3, 2) + INTERP(TIME, 1, 1)",
    ]
    uses = [use for text in texts for use in flatten(parse(text)).splines]
    machine = machine_of(*texts, tables={use: table_of(use, lambda keyword, id: DATA[id]) for use in uses})
    for time in (-1.0, 0.0, 0.3, 2.5, 4.99, 5.0, 6.5):
        values = [time, 3.0]
        for e, tape in enumerate(machine.tapes):
            expected, slopes = evaluate(tape, [values[k] for k in machine.leaf_numbers(e)], machine.tables)
            value, partials = machine.evaluate(e, values)
            assert value == pytest.approx(expected, rel=1e-13)
            assert partials == pytest.approx(slopes, rel=1e-12)


def test_a_spline_without_data_is_refused():
    with pytest.raises(ValueError, match="SPLINE/1 is used"):
        machine_of("AKISPL(TIME, 0, 1)")


def test_users_functions_are_called(mode):
    times_cube = lambda t, y: t * y**3
    tapes = [
        flatten(UserCall(times_cube, (Call("TIME"), parse("DX(1)+1")))),
        flatten(UserCall(times_cube, (Call("TIME"), Call("DX", (parse("1"),))), lambda t, y: [y**3, 3.0 * t * y**2])),
    ]
    machine = Machine(tapes)
    value, partials = machine.evaluate(0, [5.0, 1.0])
    assert value == 40.0
    assert partials == pytest.approx([8.0, 60.0], rel=1e-8)
    value, partials = machine.evaluate(1, [5.0, 2.0])
    assert (value, list(partials)) == (40.0, [8.0, 60.0])


def test_what_a_users_function_raises_comes_through_compiled_code(mode):
    def broken(t):
        if t > 1.0:
            raise RuntimeError("no such tyre")
        return t

    machine = Machine([flatten(UserCall(broken, (Call("TIME"),)))])
    with pytest.raises(RuntimeError, match="no such tyre"):
        machine.evaluate(0, [2.0])
    assert machine.evaluate(0, [0.5])[0] == 0.5
    with pytest.raises(RuntimeError, match="no such tyre"):  # fails only beside the point
        machine.evaluate(0, [1.0])


def test_a_function_at_an_address_is_called(mode):
    prototype = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.POINTER(ctypes.c_double)] * 2)

    def body(n, x, out):
        out[0] = x[0] ** 2

    def body_with_slope(n, x, out):
        out[0], out[1] = x[0] ** 2, 2.0 * x[0]

    functions = [prototype(body), prototype(body_with_slope)]
    addresses = [ctypes.cast(f, ctypes.c_void_p).value for f in functions]
    tapes = [flatten(UserCall(a, (Call("TIME"),), slopes)) for a, slopes in zip(addresses, (None, True))]
    machine = Machine(tapes)
    assert machine.evaluate(0, [3.0])[0] == 9.0
    assert machine.evaluate(0, [3.0])[1] == pytest.approx([6.0], rel=1e-8)
    assert list(machine.evaluate(1, [3.0])[1]) == [6.0]


def test_no_expressions_make_an_empty_machine(mode):
    machine = Machine([])
    assert machine.leaves == [] and machine.most_leaves == 0
