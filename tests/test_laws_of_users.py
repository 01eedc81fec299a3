"""USER(...) of CONTACT, NFORCE and SPLINE FILE: Python functions do what the statements of the dataset do."""

from __future__ import annotations

import pytest
from tests.contact.scenes import ball, impact, model

import bellcrank as bc
from bellcrank.errors import BellcrankError, ConvergenceError, UnsupportedError
from bellcrank.model import load_text
from bellcrank.schema.subroutine import SUBROUTINES

THROWN = ball(2, 0.1, 1.0, (0, 0, 0.15), (2, 0, -1))
LAW = (1e6, 1.5, 300.0, 1e-3)
RUB = (0.3, 0.2, 0.05, 0.2)


@pytest.fixture(autouse=True)
def nothing_registered():
    before = dict(SUBROUTINES)
    SUBROUTINES.clear()
    yield
    SUBROUTINES.clear()
    SUBROUTINES.update(before)


def normal(par, g, rate):
    """IMPACT: par are k, e, c, d."""
    s = min(1.0, g / par[3])
    return max(0.0, par[0] * g ** par[1] + par[2] * s * s * (3.0 - 2.0 * s) * rate)


def rubbing(par, v):
    """Coulomb friction: par are mus, mud, vs, vd."""
    if v < par[2]:
        u = v / par[2]
        return par[0] * (3.0 * u - u**3) / 2.0
    s = min(1.0, (v - par[2]) / (par[3] - par[2]))
    return par[0] + (par[1] - par[0]) * s * s * (3.0 - 2.0 * s)


def thrown(law):
    """A ball that hits the floor at a slant and bounces: its run."""
    scene = model(f"{THROWN}CONTACT/1, IGEOM=2, JGEOM=1, {law}", (0, 0, -9.81))
    return scene.simulate(end=0.2, steps=20, error=1e-7)


USER = "NORMAL_FUNCTION=USER(1E6,1.5,300,1E-3)\\, FRICTION_FUNCTION=USER(0.3,0.2,0.05,0.2)"


def test_a_contact_with_laws_of_the_user_is_that_of_the_dataset():
    """The same functions, so the same motion; slopes by differences cost nothing but rounding."""
    wanted = thrown(impact(*LAW, friction=RUB))
    bc.subroutine(name="CNFSUB")(normal)
    bc.subroutine(name="CFFSUB")(rubbing)
    run = thrown(USER)
    for channel in ("PART_2.X", "PART_2.Z", "PART_2.VX", "PART_2.WY", "CONTACT_1.NORMAL"):
        assert run[channel] == pytest.approx(wanted[channel], rel=1e-5, abs=1e-5)
    assert wanted["PART_2.VZ"].max() > 0.3 and abs(wanted["PART_2.WY"]).max() > 5.0, "it bounced and began to roll"
    assert not any("N507" in message for message in run.attrs["messages"]), "it was not compiled"


def test_a_law_that_is_called_as_python():
    class Law:
        calls = 0

        def __call__(self, par, g, rate):
            self.calls += 1
            return normal(par, g, rate)

    law = Law()
    bc.subroutine(name="CNFSUB")(law)
    run = thrown("NORMAL_FUNCTION=USER(1E6,1.5,300,1E-3)")
    wanted = thrown(impact(*LAW))
    assert run["PART_2.Z"] == pytest.approx(wanted["PART_2.Z"], rel=1e-5, abs=1e-6)
    assert law.calls > 100 and any("N507" in m and "Law" in m for m in run.attrs["messages"])


def test_what_a_law_raises_stops_the_run_with_element_and_time():
    @bc.subroutine(name="CNFSUB")
    def broken(par, g, rate):
        raise ValueError("no such material")

    with pytest.raises(ConvergenceError, match="ValueError: no such material") as caught:
        thrown("NORMAL_FUNCTION=USER(1)")
    assert "CONTACT/1" in str(caught.value) and "time" in str(caught.value) and "in broken" in str(caught.value)


def test_laws_that_are_not_there_or_ask_for_measures():
    with pytest.raises(UnsupportedError, match="asks for the user subroutine cnfsub, which is not there"):
        thrown("NORMAL_FUNCTION=USER(1)")
    bc.subroutine("TIME", name="CNFSUB")(normal)
    with pytest.raises(UnsupportedError, match="declares measures"):
        thrown("NORMAL_FUNCTION=USER(1)")
    bc.subroutine(name="soft")(normal)
    run = thrown("NORMAL_FUNCTION=USER(1E6,1.5,300,1E-3)\\, NORMAL_ROUTINE=laws::soft")
    assert run["CONTACT_1.NORMAL"].max() > 0.0


BEAM = """two bodies on three springs each
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/11, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1, QG=0.3,0,0
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=1,1,1, QG=0,0.4,0, VZ=0.5
MARKER/30, PART=3
"""


def test_an_nforce_of_the_user_is_that_of_its_matrices():
    size = 12
    k = [[(60.0 if a == b else 3.0 * (a + b == 11)) for b in range(size)] for a in range(size)]
    values = ",".join(str(k[a][b]) for a in range(size) for b in range(size))
    given = f"{BEAM}MATRIX/1, FULL=RORDER, ROWS=12, COLUMNS=12, VALUES={values}\n"
    wanted = _run(given + "NFORCE/1, I=20,30, J=11, K=1, CRATIO=0.01")

    @bc.subroutine(name="NFOSUB")
    def coupled(par, *u):
        moved = u[:12]
        rates = u[12:]
        return tuple(
            -60.0 * (moved[a] + par[0] * rates[a]) - 3.0 * (moved[11 - a] + par[0] * rates[11 - a]) for a in range(12)
        )

    run = _run(f"{BEAM}NFORCE/1, I=20,30, J=11, FUNCTION=USER(0.01)")
    for channel in ("PART_2.X", "PART_3.Z", "PART_3.Y", "NFORCE_1_20.FX", "NFORCE_1_30.TX"):
        assert run[channel] == pytest.approx(wanted[channel], abs=1e-6)
    SUBROUTINES.clear()
    with pytest.raises(UnsupportedError, match="NFORCE/1"):
        _run(f"{BEAM}NFORCE/1, I=20,30, J=11, FUNCTION=USER(0.01)")


def _run(text):
    found, report = load_text(f"{text}\nEND\n")
    assert not report.errors, report.render()
    return found.simulate(end=0.5, steps=10, error=1e-8)


SPLINE = """spline
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/11, PART=1
SPLINE/1, FILE=points.txt, BLOCK=b, CHANNEL=2, ROUTINE=laws::reader
VARIABLE/1, FUNCTION=AKISPL(TIME, {z}, 1)
DIFF/1, FUNCTION=VARVAL(1)
END
"""


def test_a_reader_of_files(tmp_path):
    (tmp_path / "points.txt").write_text("0:1 1:2 2:5 3:10 4:17")
    path = tmp_path / "spline.adm"
    path.write_text(SPLINE.format(z=0))
    with pytest.raises(BellcrankError, match="reader, which is not there"):
        bc.read(path).simulate(end=1.0, steps=4)

    @bc.subroutine()
    def reader(path, block, channel):
        assert (block, channel) == ("b", 2)
        with open(path) as file:
            pairs = [word.split(":") for word in file.read().split()]
        return [float(x) for x, _ in pairs], [float(y) for _, y in pairs]

    run = bc.read(path).simulate(end=4.0, steps=4)
    assert run["VARIABLE_1.Q"] == pytest.approx([1, 2, 5, 10, 17], abs=1e-12)

    @bc.subroutine(name="reader")
    def surface(path, block, channel):
        return [0, 1, 2, 3], [0, 1], [[0, 1, 2, 3], [1, 2, 3, 4]]

    path.write_text(SPLINE.format(z=0.25))
    run = bc.read(path).simulate(end=2.0, steps=2)
    assert run["VARIABLE_1.Q"] == pytest.approx([0.25, 1.25, 2.25], abs=1e-12)
    bc.subroutine(name="reader")(lambda path, block, channel: ([0, 1], [1]))
    with pytest.raises(BellcrankError, match="do not fit"):
        bc.read(path).simulate(end=2.0, steps=2)
