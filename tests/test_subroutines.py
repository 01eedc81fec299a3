"""USER(...) in datasets: Python functions, registered or beside the dataset; they do what expressions do."""

from __future__ import annotations

import math

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.errors import ConvergenceError, UnsupportedError
from bellcrank.model import load_text
from bellcrank.model.checks import examine
from bellcrank.schema.subroutine import SUBROUTINES

HEAD = """a box on a slide
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/11, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1, QG=0,0,0.1
MARKER/20, PART=2
MARKER/19, PART=1, FLOATING
ACCGRAV/KGRAV=-9.8
"""
SLIDE = "JOINT/1, TRANSLATIONAL, I=20, J=11\n"


@pytest.fixture(autouse=True)
def nothing_registered():
    before = dict(SUBROUTINES)
    SUBROUTINES.clear()
    yield
    SUBROUTINES.clear()
    SUBROUTINES.update(before)


def model_of(statements: str, file: str = "") -> bc.Model:
    model, report = load_text(f"{HEAD}{statements}\nEND\n", file)
    assert not report.errors, report.render()
    return model


def run_of(statements: str, **more):
    return model_of(statements).simulate(end=0.5, steps=10, error=1e-8, **more)


def strut(par, z, v):
    return -par[2] * z * (1.0 + z * z) - par[3] * v + math.sin(3.0 * z)


STRUT = ("DZ({0},{1},{1})", "VZ({0},{1},{1},{1})")
BY_EXPRESSION = "-(100*{0}*(1+{0}**2))-3*{1}+SIN(3*{0})".format("DZ(20,11,11)", "VZ(20,11,11,11)")


@pytest.mark.parametrize(
    ("statement", "components"),
    [
        ("SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=11, FUNCTION={}", 1),
        ("VFORCE/1, I=20, JFLOAT=19, RM=11, {}", 3),
        ("GFORCE/1, I=20, JFLOAT=19, RM=11, {}", 6),
    ],
)
def test_forces_are_those_of_the_expression(statement, components):
    """The same motion to rounding of the differences; the vectors have the force in z, the third place."""
    plain = BY_EXPRESSION if components == 1 else f"FZ={BY_EXPRESSION}"
    wanted = run_of(SLIDE + statement.format(plain))
    if components == 1:
        bc.subroutine(*STRUT)(strut)
    else:

        @bc.subroutine(*STRUT, name="strut")
        def vector(par, z, v):
            f = -par[2] * z * (1.0 + z * z) - par[3] * v + math.sin(3.0 * z)
            return (0.0, 0.0, f) if components == 3 else (0.0, 0.0, f, 0.0, 0.0, 0.0)

    user = "USER(20, 11, 100, 3)\\, ROUTINE=anything::strut"
    run = run_of(SLIDE + statement.format(user if components == 1 else f"FUNCTION={user}"))
    assert run["PART_2.Z"] == pytest.approx(wanted["PART_2.Z"], abs=1e-9)
    assert not any("N507" in message for message in run.attrs["messages"]), "it was not compiled"


def test_measures_may_name_the_markers_of_the_statement_itself():
    """{i} and {rm} are those of each force: one function serves two forces on different markers."""
    law = "VFORCE/{0}, I={1}, JFLOAT={2}, RM=11, "
    more = "MARKER/21, PART=2, QP=0.3,0,0\nMARKER/18, PART=1, FLOATING\n"
    markers = [(1, 20, 19), (2, 21, 18)]
    plain = "\n".join(law.format(*m) + f"FZ=-50*DZ({m[1]},11,11)" for m in markers)
    wanted = run_of(SLIDE + more + plain)

    @bc.subroutine("DZ({i},{rm},{rm})")
    def hold(par, z):
        return 0.0, 0.0, -par[0] * z

    user = "\n".join(law.format(*m) + "FUNCTION=USER(50)\\, ROUTINE=anything::hold" for m in markers)
    assert run_of(SLIDE + more + user)["PART_2.Z"] == pytest.approx(wanted["PART_2.Z"], abs=1e-9)

    bc.subroutine("DZ({i},{nothing})", name="hold")(hold)
    with pytest.raises(UnsupportedError, match=r"VFORCE/1.*has no number of that name"):
        run_of(SLIDE + more + user)


def test_several_components_are_one_call():
    """An object is not compiled, so its calls can be counted: six components cost no more than one.

    A residual asks once, and each of two measures twice more for the slopes.
    """
    asked: list[tuple[float, ...]] = []

    class Law:
        def __call__(self, par, z, v):
            asked.append((z, v))
            return 0.0, 0.0, -100 * z - 3 * v, 0.0, 0.0, 0.0

    bc.subroutine(*STRUT, name="GFOSUB")(Law())
    run = run_of(f"{SLIDE}GFORCE/1, I=20, JFLOAT=19, RM=11, FUNCTION=USER(20,11)")
    several = len(asked)
    asked.clear()
    bc.subroutine(*STRUT, name="SFOSUB")(lambda par, z, v: asked.append((z, v)) or -100 * z - 3 * v)
    one = run_of(f"{SLIDE}SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=11, FUNCTION=USER(20,11)")
    assert one["PART_2.Z"] == pytest.approx(run["PART_2.Z"], abs=1e-9)
    assert several <= 1.1 * len(asked)
    assert any("N507" in m and "Law" in m for m in run.attrs["messages"])


def test_variables_states_motions_requests_and_sensors():
    """V = 2 t^2, x' = -3 x, z = 0.1 sin 2t, two columns, and an event at z = 0.05 that ends the run."""
    bc.subroutine("TIME", name="VARSUB")(lambda par, t: par[0] * t * t)
    bc.subroutine("DIF({0})", name="DIFSUB")(lambda par, x: -par[1] * x)
    bc.subroutine("TIME", name="MOTSUB", derivatives=lambda par, t: (0.2 * math.cos(2 * t),))(
        lambda par, t: 0.1 * math.sin(2 * t)
    )
    bc.subroutine("DZ(20)", "VZ(20)", name="REQSUB")(lambda par, z, v: (z, v, 0.0, 0.0, 0.0, 0.0, 0.0, z + v))
    bc.subroutine("DZ(20)", name="SENSUB")(lambda par, z: z)
    run = run_of(
        "JOINT/1, TRANSLATIONAL, I=20, J=11\nVARIABLE/1, FUNCTION=USER(2)\nDIFF/7, IC=1, FUNCTION=USER(7,3)\n"
        "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=USER(0)\nREQUEST/1, FUNCTION=USER(0)\n"
        "SENSOR/1, FUNCTION=USER(0)\\, GE, VALUE=0.05, ERROR=1E-6, HALT"
    )
    t = run.time
    assert t[-1] == pytest.approx(math.asin(0.5) / 2, abs=1e-5)
    assert run["VARIABLE_1.Q"] == pytest.approx(2 * t * t, abs=1e-12)
    assert run["DIFF_7.Q"] == pytest.approx(np.exp(-3 * t), abs=1e-7)
    assert run["PART_2.Z"] == pytest.approx(0.1 * np.sin(2 * t), abs=1e-12)
    assert run["PART_2.ACCZ"] == pytest.approx(-0.4 * np.sin(2 * t), abs=1e-4)
    assert run["REQ_1.F8"] == pytest.approx(run["PART_2.Z"] + run["PART_2.VZ"], abs=1e-12)


def test_constraints_and_fields():
    """A point on a paraboloid (UCON), a field of six forces, a coupler: f of the measures is zero, forces as given."""
    bc.subroutine("DX(20)", "DY(20)", "DZ(20)", name="UCOSUB")(lambda par, x, y, z: z - par[0] * (x * x + y * y))
    model = model_of("UCON/1, FUNCTION=USER(0.4)")
    part = model.parts[2]
    part.qg = (0.5, 0.0, 0.1)
    run = model.simulate(end=1.0, steps=20, error=1e-8)
    x, y, z = (run[f"PART_2.{axis}"] for axis in "XYZ")
    assert np.abs(z - 0.4 * (x * x + y * y)).max() < 1e-9 and abs(x[-1] - x[0]) > 0.1
    energy = 0.5 * 2 * sum(run[f"PART_2.V{axis}"] ** 2 for axis in "XYZ") + 2 * 9.8 * z
    assert np.ptp(energy) < 1e-6 * energy[0]

    @bc.subroutine(name="FIESUB")
    def field(par, x, y, z, a, b, c, vx, vy, vz, wx, wy, wz):
        return -par[0] * x, -par[0] * y, -par[0] * z - par[1] * vz, -a, -b, -c

    run = run_of("FIELD/1, I=20, J=11, FUNCTION=USER(50, 2)")
    assert run["FIELD_1.FZ"] == pytest.approx(-50 * run["PART_2.Z"] - 2 * run["PART_2.VZ"], abs=1e-9)

    bc.subroutine(name="COUSUB")(lambda par, a, b: a - par[0] * b * b)
    run = run_of(
        f"{SLIDE}PART/3, MASS=1, CM=30, IP=1,1,1, QG=0,0,1\nMARKER/30, PART=3\nJOINT/2, TRANSLATIONAL, I=30, J=11\n"
        "COUPLER/1, JOINTS=1,2, TYPE=T:T, FUNCTION=USER(0.1)"
    )
    assert run["PART_2.Z"] == pytest.approx(0.1 * run["PART_3.Z"] ** 2, abs=1e-9)


def test_the_funnel_of_a_docking_device():
    """A ball in a cone, its normal force k depth^1.5: problem 7.1 of the reference collection (1e-13); 1e-6 at 1e-9."""
    beta, radius = math.radians(35.0), 0.05
    sine, cosine = math.sin(beta), math.cos(beta)

    @bc.subroutine("DX(20)", "DY(20)", "DZ(20)", name="GFOSUB")
    def funnel(par, x, y, z):
        rho = math.sqrt(x * x + y * y)
        depth = radius - (z * sine - rho * cosine)
        f = par[0] * depth ** par[1] if depth > 0.0 else 0.0
        return -f * cosine * x / rho, -f * cosine * y / rho, f * sine, 0.0, 0.0, 0.0

    s = 0.5
    place = (s * sine, 0.0, radius / sine + s * cosine)
    text = (
        f"funnel\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/11, PART=1\nMARKER/19, PART=1, FLOATING\n"
        f"PART/2, MASS=1, CM=20, IP=1,1,1, QG={place[0]!r},0,{place[2]!r}, VY=1.5\nMARKER/20, PART=2\n"
        "ACCGRAV/KGRAV=-9.81\nGFORCE/1, I=20, JFLOAT=19, RM=11, FUNCTION=USER(100000, 1.5)\nEND\n"
    )
    model, report = load_text(text)
    assert not report.errors
    for t, x, y, z in (
        (0.3, -0.075477728205, 0.20269998256, 0.3931651638),
        (0.8, 0.2852898771, -0.03981769796, 0.49218076828),
    ):
        run = model.simulate(end=t, steps=1, error=1e-9)
        assert [run[f"PART_2.{axis}"][-1] for axis in "XYZ"] == pytest.approx([x, y, z], abs=1e-6)


# ---- files beside the dataset
FORCE = "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=11, FUNCTION=USER(20, 11, 100, 3)\\, ROUTINE={}"
CODE = """
import pathlib
import bellcrank as bc
pathlib.Path(__file__).with_suffix(".ran").write_text("yes")

@bc.subroutine("DZ({0},{1},{1})", "VZ({0},{1},{1},{1})")
def strut(par, z, v):
    return -par[2] * z - par[3] * v
"""


def test_code_beside_a_dataset_needs_permission(tmp_path):
    (tmp_path / "laws.py").write_text(CODE)
    path = tmp_path / "box.adm"
    path.write_text(f"{HEAD}{SLIDE}{FORCE.format('laws::strut')}\nEND\n")
    model = bc.read(path)
    with pytest.raises(UnsupportedError) as refused:
        model.simulate(end=0.1)
    assert "asks for code: strut of laws.py" in str(refused.value) and "--allow-code" in str(refused.value)
    assert "SFORCE/1" in str(refused.value) and "box.adm:10" in str(refused.value)
    assert any(message.rule == "C601" for message in examine(model))
    assert not (tmp_path / "laws.ran").exists(), "it was executed"

    allowed = bc.read(path, allow_code=True)
    assert not any(message.rule == "C601" for message in examine(allowed))
    assert not (tmp_path / "laws.ran").exists(), "a check executes nothing"
    run = allowed.simulate(end=0.1, steps=2)
    assert run["SFORCE_1.FZ"][0] == pytest.approx(-10.0)
    assert (tmp_path / "laws.ran").exists()
    assert "strut" not in SUBROUTINES and "STRUT" not in SUBROUTINES
    assert "USER(20, 11, 100, 3)" in allowed.text() and allowed.copy().allow_code


@pytest.mark.parametrize("routine", ["../laws::strut", "/tmp/laws::strut", "laws.x::strut", "missing::strut"])
def test_only_modules_beside_the_dataset_are_found(tmp_path, routine):
    folder = tmp_path / "inner"
    folder.mkdir()
    (tmp_path / "laws.py").write_text(CODE)
    path = folder / "box.adm"
    path.write_text(f"{HEAD}{SLIDE}{FORCE.format(routine)}\nEND\n")
    with pytest.raises(UnsupportedError, match="strut, which is not there"):
        bc.read(path, allow_code=True).simulate(end=0.1)
    assert not (tmp_path / "laws.ran").exists()


def test_without_routine_the_file_of_the_dataset_is_asked(tmp_path):
    (tmp_path / "box.py").write_text("def varsub(par, time):\n    return par[0] * time\n")
    path = tmp_path / "box.adm"
    path.write_text(f"{HEAD}{SLIDE}VARIABLE/1, FUNCTION=USER(3)\nEND\n")
    run = bc.read(path, allow_code=True).simulate(end=1.0, steps=1)
    assert run["VARIABLE_1.Q"][-1] == pytest.approx(3.0)


def test_a_file_that_cannot_be_used_is_told(tmp_path):
    path = tmp_path / "box.adm"
    path.write_text(f"{HEAD}{SLIDE}{FORCE.format('laws::strut')}\nEND\n")
    for code, what in (("def other(par, t): return 0", "has no function strut"), ("1/0", "ZeroDivisionError")):
        (tmp_path / "laws.py").write_text(code)
        with pytest.raises(UnsupportedError, match=what):
            bc.read(path, allow_code=True).simulate(end=0.1)


def test_the_command_line_asks_for_permission(tmp_path, monkeypatch, capsys):
    from bellcrank.cli import main

    (tmp_path / "laws.py").write_text(CODE)
    (tmp_path / "box.adm").write_text(f"{HEAD}{SLIDE}{FORCE.format('laws::strut')}\nEND\n")
    monkeypatch.chdir(tmp_path)
    for words, code in (([], 1), (["--allow-code"], 0)):
        with pytest.raises(SystemExit) as ended:
            main(["run", "box.adm", "--end", "0.1", "--quiet", *words])
        assert (ended.value.code or 0) == code
    said = capsys.readouterr()
    assert "--allow-code" in said.out + said.err


def test_an_exception_names_element_time_and_the_lines_of_the_user():
    def deep(z):
        raise ValueError("the strut is broken")

    @bc.subroutine("DZ(20)", name="SFOSUB")
    def law(par, z):
        return -1.0 if z > 0.05 else deep(z)

    with pytest.raises(ConvergenceError, match="ValueError: the strut is broken") as caught:
        run_of(f"{SLIDE}SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=11, FUNCTION=USER(1)")
    text = str(caught.value)
    assert "SFORCE/1" in text and "in law; " in text and "in deep" in text and "time" in text


def test_wrong_numbers_of_values_are_told():
    bc.subroutine(name="VFOSUB")(lambda par, t: [1.0, 2.0])
    with pytest.raises(ConvergenceError, match="returned 2 values, but 3 are needed"):
        run_of(f"{SLIDE}VFORCE/1, I=20, JFLOAT=19, RM=11, FUNCTION=USER(1)")
