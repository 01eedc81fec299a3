"""Systems of equations beside mechanics: LSE, TFSISO, closed loops; numbers of PROBLEMS2, 6."""

from __future__ import annotations

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.analysis.session import Session
from bellcrank.analysis.settings import settings_of
from bellcrank.errors import BellcrankError
from bellcrank.model import load, load_text
from bellcrank.schema.subroutine import SUBROUTINES

HEAD = "control\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\n"

LSE = """VARIABLE/1, FUNCTION={u}
ARRAY/1, X, SIZE=3
ARRAY/2, U, VARIABLES=1
ARRAY/3, Y, SIZE=1
ARRAY/4, IC, NUMBERS=1,0,-0.5
MATRIX/1, FULL=RORDER, ROWS=3, COLUMNS=3, VALUES=-1,2,0,-3,-2,1,0,-1,-4
MATRIX/2, FULL=RORDER, ROWS=3, COLUMNS=1, VALUES=0,1,2
MATRIX/3, FULL=RORDER, ROWS=1, COLUMNS=3, VALUES=1,0,-1
MATRIX/4, FULL=RORDER, ROWS=1, COLUMNS=1, VALUES=0.5
LSE/1, X=1, A=1, U=2, B=2, Y=3, C=3, D=4, IC=4{more}
END
"""


def model_of(text, file=""):
    model, report = load_text(HEAD + text, file)
    assert not report.errors, report.render()
    return model


def test_a_transfer_function_answers_a_step():
    """6.1: residues; ERROR = 1e-9 leaves some 1e-8."""
    model = model_of("""VARIABLE/1, FUNCTION=1
ARRAY/1, X, SIZE=2
ARRAY/2, U, VARIABLES=1
ARRAY/3, Y, SIZE=1
TFSISO/1, X=1, U=2, Y=3, NUMERATOR=20,3, DENOMINATOR=20,4,1
END
""")
    run = model.simulate(end=1.5, steps=15, error=1e-9)
    wanted = {0: 0.0, 1: 0.3256062319144, 5: 1.236719822984, 15: 0.9487181166658}
    assert [run["TFSISO_1.Y1"][n] for n in wanted] == pytest.approx(list(wanted.values()), abs=1e-7)


def test_a_linear_system_is_driven_by_a_sine():
    """6.2: matrix exponential."""
    run = model_of(LSE.format(u="2*SIN(3*TIME)", more="")).simulate(end=4.0, steps=40, error=1e-9)
    wanted = {
        3: (0.5923096456696, -0.3431886942538, 0.2507514491816, 1.124885106115),
        10: (0.4041560471439, 0.234818228008, 0.5215083723525, 0.02376768285121),
        40: (-0.4025184087013, -0.8138232010302, -0.57020026178, -0.3688910649217),
    }
    for n, values in wanted.items():
        found = [run[f"LSE_1.{name}"][n] for name in ("X1", "X2", "X3", "Y1")]
        assert found == pytest.approx(values, abs=1e-7)


def test_feed_through_alone_is_a_gain():
    model = model_of("""VARIABLE/1, FUNCTION=TIME
ARRAY/1, X
ARRAY/2, U, VARIABLES=1
ARRAY/3, Y, SIZE=1
TFSISO/1, X=1, U=2, Y=3, NUMERATOR=3, DENOMINATOR=2
DIFF/1, FUNCTION=ARYVAL(3,1)
END
""")
    run = model.simulate(end=2.0, steps=2, error=1e-9)
    assert run["TFSISO_1.Y1"][-1] == pytest.approx(3.0)
    assert run["DIFF_1.Q"][-1] == pytest.approx(3.0, abs=1e-7)


MOTOR = """PART/2, MASS=1, CM=20, IP=0.01,0.01,0.01
MARKER/20, PART=2
JOINT/1, REVOLUTE, I=20, J=1
VARIABLE/1, FUNCTION=20*(1-AZ(20,1)) + 15*DIF(1) - WZ(20,1,1)
VARIABLE/2, FUNCTION=WZ(20,1,1)
DIFF/1, FUNCTION=1-AZ(20,1)
ARRAY/1, X, SIZE=1
ARRAY/2, U, VARIABLES=1,2
ARRAY/3, Y, SIZE=1
MATRIX/1, FULL=RORDER, ROWS=1, COLUMNS=1, VALUES=-20
MATRIX/2, FULL=RORDER, ROWS=1, COLUMNS=2, VALUES=20,-10
MATRIX/3, FULL=RORDER, ROWS=1, COLUMNS=1, VALUES=0.5
LSE/1, X=1, A=1, U=2, B=2, Y=3, C=3
SFORCE/1, ROTATION, ACTIONONLY, I=20, J=1, FUNCTION=ARYVAL(3,1) - 0.1*WZ(20,1,1)
END
"""


def test_a_position_loop_with_a_motor():
    """6.4: PID control of a DC motor; its windings are an LSE, x' = (V - R i - Ke w)/L."""
    run = model_of(MOTOR).simulate(end=2.0, steps=20, error=1e-9)
    wanted = {
        1: (0.8378600969387, 8.597741202018, -3.130716155309),
        4: (1.039295702508, 0.4681569160326, 0.232251155774),
        20: (1.015583180089, -0.01253310264384, -0.002305237650829),
    }
    for n, values in wanted.items():
        found = run["JOINT_1.ANGLE"][n], run["PART_2.WZ"][n], run["LSE_1.X1"][n]
        assert found == pytest.approx(values, abs=3e-6)


def test_a_motion_may_follow_the_output_of_a_transfer_function():
    """A lag of second order answers a ramp: x'' = (t - x - x')/1; the slider moves by y, its acceleration is y''."""
    model = model_of("""PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=1
VARIABLE/1, FUNCTION=TIME
ARRAY/1, X, SIZE=2
ARRAY/2, U, VARIABLES=1
ARRAY/3, Y, SIZE=1
TFSISO/1, X=1, U=2, Y=3, NUMERATOR=1, DENOMINATOR=1,1,1
MOTION/1, JOINT=1, TRANSLATION, FUNCTION=ARYVAL(3,1)
END
""")
    run = model.simulate(end=3.0, steps=30, error=1e-9)
    t, w = run.time, np.sqrt(0.75)
    rate = 1 - np.exp(-t / 2) * (np.cos(w * t) + 0.5 / w * np.sin(w * t))
    assert np.abs(run["PART_2.VZ"] - rate).max() < 1e-7
    assert np.abs(run["PART_2.ACCZ"] - np.exp(-t / 2) * np.sin(w * t) / w).max() < 1e-5


@pytest.mark.parametrize(("more", "wanted"), [("", None), (", STATIC_HOLD", (1.0, 0.0, -0.5))])
def test_a_linear_system_at_rest(more, wanted):
    """A x + B u = 0 with u = 1, or the initial values where they are held."""
    found = model_of(LSE.format(u="1", more=more)).statics()
    a, b = np.array([[-1, 2, 0], [-3, -2, 1], [0, -1, -4.0]]), np.array([0, 1, 2.0])
    wanted = wanted or -np.linalg.solve(a, b)
    assert [found[f"LSE_1.X{n}"][-1] for n in (1, 2, 3)] == pytest.approx(wanted, abs=1e-9)


def test_matrices_and_splines_come_from_files_beside_the_dataset(tmp_path):
    (tmp_path / "a.txt").write_text("! a table\n-1, 2 0\n-3 -2 1D0\n0 -1 -4\n")
    (tmp_path / "b.txt").write_text("[other]\n7\n[B]\n{u}\n0\n1\n2\n")
    (tmp_path / "s.txt").write_text("0 5 0\n1 6 1\n2 7 4\n3 8 9\n4 9 16\n")
    numbers = "FULL=RORDER, ROWS=3, COLUMNS=3, VALUES=-1,2,0,-3,-2,1,0,-1,-4"
    text = LSE.format(u="2*SIN(3*TIME)", more="").replace(numbers, "FILE=a.txt")
    text = text.replace("MATRIX/2, FULL=RORDER, ROWS=3, COLUMNS=1, VALUES=0,1,2", "MATRIX/2, FILE=b.txt, NAME=B")
    text = text.replace("END\n", "SPLINE/1, FILE=s.txt, CHANNEL=2\nVARIABLE/2, FUNCTION=CUBSPL(2.0,0,1)\nEND\n")
    (tmp_path / "m.adm").write_text(HEAD + text)
    model, report = load(tmp_path / "m.adm")
    assert not report.errors, report.render()
    run = model.simulate(end=1.0, steps=10, error=1e-9)
    assert run["LSE_1.Y1"][-1] == pytest.approx(0.02376768285121, abs=1e-7)
    assert run["VARIABLE_2.Q"][-1] == pytest.approx(4.0, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("../secret.txt", "1 2\n", "outside of the folder"),
        ("none.txt", None, "No such file"),
        ("words.txt", "1 2\nthree 4\n", "line 2"),
        ("long.txt", "1 2\n3 4 5\n", "3 numbers"),
        ("old.txt", "ADAMSMAT title\n1 2\n", "form ADAMSMAT"),
    ],
)
def test_a_file_that_makes_no_matrix_is_refused(tmp_path, name, text, says):
    folder = tmp_path / "in"
    folder.mkdir()
    if text is not None:
        (folder / name).write_text(text)
    (folder / "m.adm").write_text(HEAD + f"MATRIX/1, FILE={name}\nEND\n")
    model, _ = load(folder / "m.adm")
    with pytest.raises(BellcrankError, match=says):
        model.matrices[1].entries(model)


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("LSE/1, X=1, A=4, U=2, B=2, Y=3, C=3, D=4", "B has 3 rows"),
        ("LSE/1, X=3, A=1", "no array of this kind"),
        ("LSE/1, X=1, A=1, B=2", "U is missing"),
        ("LSE/1, X=5, A=1", "2 items; the system needs 3"),
        ("TFSISO/1, X=5, U=2, Y=3, NUMERATOR=1,1,1, DENOMINATOR=1,1", "cannot differentiate"),
    ],
)
def test_systems_that_do_not_fit_are_told(statement, says):
    text = LSE.format(u="1", more="").replace("LSE/1, X=1, A=1, U=2, B=2, Y=3, C=3, D=4, IC=4", statement)
    _, report = load_text(HEAD + text.replace("END", "ARRAY/5, X, SIZE=2\nEND"))
    assert says in report.render()


SAMPLED = """PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=1
VARIABLE/1, FUNCTION=DZ(20,1)
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=ARYVAL(2,1) - 2*VZ(20,1)
ARRAY/1, U, VARIABLES=1
ARRAY/2, Y, SIZE=1
ARRAY/3, X, SIZE=2
GSE/1, U=1, Y=2, XD=3, NO=1, ND=2, SAMPLE_PERIOD=0.05\\, FUNCTION=USER(0)
END
"""
PERIOD = 0.05


def pi_controller(calls):
    def update(t, x, u, xd):
        calls.append(t)
        return [xd[0] + PERIOD * (1.0 - u[0]), 1.0 - u[0]]

    return bc.equations(outputs=lambda t, x, u, xd: [8.0 * xd[1] + 5.0 * xd[0]], update=update)


SAMPLES = {
    1: (0.009977174699167, 0.3925456506017, 0.09950114126504, 8.417688308732),
    10: (0.7244256984532, 2.216110064049, 0.3969887892528, 4.189538358638),
    40: (0.8960511536103, -0.8819463311078, -0.09056671907025, 0.3787571757661),
    100: (0.9369821116551, 0.1079703035106, 0.01248633909055, 0.5665748022122),
}
"""6.3: k -> y, y', and after the update the sum of errors and the force; recurrence with 40 digits."""


def test_a_sampled_controller_holds_its_output():
    """Rows lie at the samples and in the middle between them, where what was sampled last is seen."""
    model = model_of(SAMPLED)
    model.gses[1].function = pi_controller([])
    run = model.simulate(end=5.1, steps=204, error=1e-9)
    for k, (y, rate, total, force) in SAMPLES.items():
        assert (run["PART_2.Z"][2 * k], run["PART_2.VZ"][2 * k]) == pytest.approx((y, rate), abs=2e-7)
        after = run["GSE_1.XD1"][2 * k + 1], run["GSE_1.Y1"][2 * k + 1]
        assert after == pytest.approx((total, force), abs=2e-6)
    assert len(np.unique(run["GSE_1.Y1"].round(12))) <= 103


def test_two_analyses_sample_as_one():
    """The end of the first is a sample: it is taken once."""
    model = model_of(SAMPLED)
    model.gses[1].function = pi_controller([])
    session = Session(model)
    for end in (0.5, 2.0):
        session.transient(end, 10, settings_of(model, error=1e-9))
    run = session.finish()
    assert (run["PART_2.Z"][-1], run["PART_2.VZ"][-1]) == pytest.approx(SAMPLES[40][:2], abs=2e-7)


MIXED = np.array([[2, 1, 0], [0, 1, -1], [1, 0, 3.0]])


@pytest.mark.parametrize("implicit", [False, True])
def test_a_general_system_follows_python_functions(implicit):
    """The same LSE (6.2) written as functions, called once for all states; IMPLICIT: its equations mixed."""
    gse = f"GSE/1, X=1, U=2, Y=3, IC=4, NS=3, NO=1{', IMPLICIT' * implicit}, FUNCTION=USER(0)"
    text = LSE.format(u="2*SIN(3*TIME)", more="").replace("LSE/1, X=1, A=1, U=2, B=2, Y=3, C=3, D=4, IC=4", gse)
    a, b, c = np.array([[-1, 2, 0], [-3, -2, 1], [0, -1, -4.0]]), np.array([0, 1, 2.0]), np.array([1, 0, -1.0])
    model = model_of(text)
    model.gses[1].function = bc.equations(
        rates=(lambda t, x, u, xd, v: MIXED @ (v - a @ x - b * u[0])) if implicit
        else lambda t, x, u, xd: a @ x + b * u[0],
        outputs=lambda t, x, u, xd: [c @ x + 0.5 * u[0]],
    )  # fmt: skip
    run = model.simulate(end=4.0, steps=40, error=1e-9)
    found = [run[f"GSE_1.{name}"][-1] for name in ("X1", "X2", "X3", "Y1")]
    assert found == pytest.approx((-0.4025184087013, -0.8138232010302, -0.57020026178, -0.3688910649217), abs=1e-7)


def test_a_mistake_in_a_function_is_told_with_its_place():
    model = model_of(SAMPLED)
    model.gses[1].function = bc.equations(outputs=lambda t, x, u, xd: [1.0, 2.0], update=lambda t, x, u, xd: xd)
    with pytest.raises(BellcrankError, match="must return 1 numbers, and has returned 2"):
        model.simulate(end=0.1, steps=1)


def test_a_dataset_cannot_bring_functions_along():
    with pytest.raises(BellcrankError, match="gse_output, which is not there") as refused:
        model_of(SAMPLED).simulate(end=0.1, steps=1)
    assert [message.element for message in refused.value.report] == ["GSE/1"]


@pytest.fixture
def registered():
    before = dict(SUBROUTINES)
    yield
    SUBROUTINES.clear()
    SUBROUTINES.update(before)


def test_registered_subroutines_serve_a_dataset(registered):
    """INTERFACE names two functions of the dataset's numbers; the sampled loop of 6.3 again."""

    @bc.subroutine(name="PI_OUT")
    def output(par, t, x, u, xd):
        return [par[0] * xd[1] + par[1] * xd[0]]

    @bc.subroutine(name="PI_NEXT")
    def update(par, t, x, u, xd):
        return [xd[0] + PERIOD * (1.0 - u[0]), 1.0 - u[0]]

    model = model_of(SAMPLED.replace("USER(0)", "USER(8, 5)\\, INTERFACE=lib::none, lib::pi_out, lib::pi_next"))
    assert not model.examine().warnings
    run = model.simulate(end=0.5, steps=10, error=1e-9)
    assert (run["PART_2.Z"][-1], run["PART_2.VZ"][-1]) == pytest.approx(SAMPLES[10][:2], abs=2e-7)


def test_one_subroutine_may_give_rates_and_outputs(registered):
    @bc.subroutine(name="LAG")
    def lag(par, t, x, u, xd):
        return [(u[0] - x[0]) / par[0]], [2.0 * x[0]]

    model = model_of("""VARIABLE/1, FUNCTION=1
ARRAY/1, X, SIZE=1
ARRAY/2, U, VARIABLES=1
ARRAY/3, Y, SIZE=1
GSE/1, X=1, U=2, Y=3, NS=1, NO=1, FUNCTION=USER(0.5)\\, ROUTINE=lib::lag, lib::lag_xx
END
""")
    run = model.simulate(end=1.0, steps=4, error=1e-9)
    assert np.abs(run["GSE_1.Y1"] - 2 * (1 - np.exp(-2 * run.time))).max() < 1e-7
