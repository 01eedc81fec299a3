import pytest

from bellcrank.model import load_text
from bellcrank.model.checks import examine
from bellcrank.testing.transmit_solids import transmit_of

DATASET = """plate
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS={mass}, CM=20, IP={ip}, QG=5,6,7, REULER=90D,0,0
MARKER/20, PART=2, QP={cm}
MARKER/21, PART=2, QP=-150,-100,-50
GRAPHICS/1, EXTERNAL, RM=21, FILE={file}, ELEMENT=PLATE
END
"""
# a box of 300 x 200 x 100 mm about the origin of the part; aluminium
RIGHT = {"mass": 16.2, "cm": "0,0,0", "ip": "67500,135000,175500", "file": "plate.x_t"}


def findings(folder, density=2700.0, **other):
    (folder / "plate.x_t").write_bytes(transmit_of("box", "PLATE", density).text())
    model, report = load_text(DATASET.format(**{**RIGHT, **other}), str(folder / "m.adm"))
    return [m for m in examine(model, report) if m.rule in ("C104", "C105")]


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("BELLCRANK_CACHE", str(tmp_path / "cache"))


def test_a_part_with_the_numbers_of_its_solid_is_not_mentioned(tmp_path):
    assert findings(tmp_path) == []
    assert findings(tmp_path, density=None, mass=1.0, ip="4166.67,8333.33,10833.3") == []  # the density is not known


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"mass": 17.0}, "MASS is 17, theirs 16.2"),
        ({"cm": "0,5,0"}, "mass centre lies 5 from theirs"),
        ({"ip": "67500,135000,100000"}, "radii of gyration"),
        ({"ip": "67.5,135,175.5"}, "radii of gyration"),  # kg m2 instead of kg mm2
    ],
)
def test_a_part_that_does_not_fit_its_solid_is_told(tmp_path, other, says):
    (finding,) = findings(tmp_path, **other)
    assert finding.rule == "C104" and finding.severity == "note" and says in finding.what
    assert "PART/2" in finding.element


@pytest.mark.parametrize(
    ("file", "says"),
    [("absent.x_t", "absent.x_t cannot be read"), ("../up.x_t", "outside of the folder"), ("a.dxf", "no format")],
)
def test_a_solid_that_cannot_be_read_is_told(tmp_path, file, says):
    (tmp_path / "a.dxf").write_text("")
    (finding,) = findings(tmp_path, file=file)
    assert finding.rule == "C105" and says in finding.what and finding.place.line == 8


def test_the_material_of_a_part_weighs_its_shapes(tmp_path):
    text = (
        "t\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nMATERIAL/1, NAME=steel, DENSITY=7800\n"
        "PART/2, MASS={mass}, CM=2, IP=1,1,1, MATERIAL=steel\nMARKER/2, PART=2\nMARKER/3, PART=2, QP=-0.5,-0.5,-0.5\n"
        "GRAPHICS/1, BOX, CORNER=3, X=1, Y=1, Z=1\nEND\n"
    )
    right = load_text(text.format(mass=7800).replace("IP=1,1,1", "IP=1300,1300,1300"))[0]
    assert not [m for m in examine(right) if m.rule == "C104"]
    (finding,) = [m for m in examine(load_text(text.format(mass=10))[0]) if m.rule == "C104"]
    assert "MASS is 10, theirs 7800" in finding.what
