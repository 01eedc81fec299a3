"""Building, finding, editing, comparing."""

from __future__ import annotations

import math

import pytest

import bellcrank as bc
from bellcrank.errors import ModelError
from bellcrank.model import diff, load_text, tree


def pendulum() -> bc.Model:
    m = bc.Model("pendulum", units="MKS")
    rod = m.part("rod", mass=2, cm=(0.5, 0, 0), ip=(0.02, 0.02, 1e-4), at=(0, 0, 0))
    m.revolute("pin", rod, m.ground, at=(0, 0, 0), axis=(0, 0, 1))
    m.gravity = (0, -9.80665, 0)
    return m


def test_a_model_made_in_python_reads_back_as_itself():
    m = pendulum()
    again, report = load_text(m.text())
    assert not report, report.render()
    assert again == m and diff(m, again) == []
    assert m.dof() == 1


def test_elements_are_found_by_id_name_label_and_statement():
    m = pendulum()
    assert m["rod"] is m.parts["rod"] is m.get("PART", m["rod"].id) is m[f"PART/{m['rod'].id}"]
    assert m.ground is m["ground"] and m["pin"].kind == "REVOLUTE"
    assert m["ACCGRAV"].jgrav == -9.80665
    assert "rod" in m and "rodd" not in m and m["rod"] in m
    with pytest.raises(ModelError, match="did you mean"):
        m["rodd"]
    with pytest.raises(ModelError, match="near it"):
        m.get("PART", 77)
    m.new("PART", "rod")  # as two statements of a dataset may be named
    with pytest.raises(ModelError, match="2 elements"):
        m["rod"]


def test_statements_without_id():
    m = pendulum()
    assert m.single("INTEGRATOR") is None
    assert m.settings("INTEGRATOR").maxit == 10
    m.integrator(error=1e-6)
    m.integrator(hmax=0.1, method="hht")
    assert (m.single("INTEGRATOR").error, m.single("INTEGRATOR").method) == (1e-6, "HHT")
    assert len(m.all("INTEGRATOR")) == 1


def test_markers_at_points_with_axes():
    m = bc.Model("frames")
    part = m.part("p", at=(1, 2, 3), euler=(math.pi / 2, 0, 0))
    marker = m.marker("m", part, at=(2, 2, 3), z=(1, 0, 0), x=(0, 0, 1))
    r, R = m.frame_of(marker.id)
    assert r == pytest.approx((2, 2, 3))
    assert (R[2], R[5], R[8]) == pytest.approx((1, 0, 0)) and (R[0], R[3], R[6]) == pytest.approx((0, 0, 1))
    assert marker.qp == pytest.approx((0, -1, 0))
    assert m.body_frame(part.id)[1] == pytest.approx((0, -1, 0, 1, 0, 0, 0, 0, 1))


def test_frames_by_points_and_reference_markers():
    m, report = load_text(
        "t\nPART/1, GROUND\nPART/2, QG=1,0,0, ZG=1,0,-1, XG=2,0,0\nMARKER/1, PART=2, QP=0,1,0, ZP=0,1,1, XP=1,1,0\n"
        "MARKER/2, PART=2, QP=0,0,0, XP=0,1,0, ZP=0,0,1, USEXP\nMARKER/3, PART=2, RM=1, QP=1,0,0\n"
        "MARKER/4, PART=2, RM=5\nMARKER/5, PART=2, RM=4\nMARKER/6, PART=2, ZP=0,0,0\nEND\n"
    )
    assert not report.errors
    assert m.body_frame(2)[1] == pytest.approx((1, 0, 0, 0, -1, 0, 0, 0, -1))
    assert m.frame_of(1)[0] == pytest.approx((1, -1, 0))
    assert m.frame_of(2)[1] == pytest.approx((0, -1, 0, -1, 0, 0, 0, 0, -1))
    assert m.frame_of(3)[0] == pytest.approx((2, -1, 0))
    with pytest.raises(ModelError, match="leads back"):
        m.frame_of(4)
    with pytest.raises(ModelError, match="coincide"):
        m.frame_of(6)


def test_elements_are_accepted_instead_of_ids():
    m = pendulum()
    tip = m.marker("tip", m["rod"], at=(1, 0, 0))
    wall = m.marker("wall", at=(2, 0, 0))
    force = m.sforce("f", i=tip, j=wall, function="-10*DX(1,2)")
    assert (force.i, force.j, force.kind) == (tip.id, wall.id, "TRANSLATION")
    with pytest.raises(ModelError, match="MARKER is needed"):
        force.i = m["rod"]
    m.springdamper("s", "ROTATION", i=tip, j=wall, kt=3)
    m.motion("drive", joint=m["pin"], axis="rotational", function="30D*TIME")
    assert m["drive"].axis == "ROTATION" and m.dof() == 0


def test_missing_and_wrong_arguments_in_python():
    m = pendulum()
    with pytest.raises(ModelError, match="J"):
        m.new("SFORCE", "f", "ROTATION", i=1, function=1)
    with pytest.raises(ModelError, match="did you mean REVOLUTE"):
        m.joint("REVOLVE", "j", m["rod"])
    with pytest.raises(ModelError, match="did you mean SFORCE"):
        m.new("SFORCCE")
    with pytest.raises(AttributeError, match="did you mean revolute"):
        m.revolut("j")
    with pytest.raises(ModelError, match="exists already"):
        m.add(m["pin"].copy())
    with pytest.raises(ModelError, match="no unit system"):
        bc.Model("x", units="metric")


def test_removing_is_refused_while_something_refers():
    m = pendulum()
    rod, pin = m["rod"], m["pin"]
    with pytest.raises(ModelError, match="MARKER"):
        m.remove(rod)
    cm = m["rod.cm"]
    m.variable("v", function=f"DX({cm.id})")
    with pytest.raises(ModelError, match="VARIABLE"):
        m.remove(cm, rod, pin, m["pin.i"], m["pin.j"])
    m.remove(m["v"], cm, rod, pin, m["pin.i"], m["pin.j"])
    assert len(m.parts) == 1 and len(m.markers) == 0


def test_a_new_id_is_followed_by_everything_that_refers():
    m = pendulum()
    pin, marker = m["pin"], m["pin.i"]
    m.variable("v", function=f"DX({marker.id}, 0) + 2*DZ(0, {marker.id}, {marker.id})")
    m.renumber(marker, 900)
    assert pin.i == 900 and m.markers[900] is marker
    assert m["v"].function.text == "DX(900, 0) + 2*DZ(0, 900, 900)"
    assert load_text(m.text())[0] == m
    with pytest.raises(ModelError, match="not free"):
        m.renumber(marker, pin.j)
    with pytest.raises(ModelError, match="renumber"):
        marker.id = 7


def test_duplicates_get_a_new_id():
    m = pendulum()
    other = m.duplicate(m["rod"], "rod2", mass=5)
    assert (other.id, other.mass, other.ip) == (max(m.parts), 5.0, m["rod"].ip)


def test_a_copy_is_independent():
    m = pendulum()
    other = m.copy()
    assert other == m
    other["rod"].mass = 3
    assert m["rod"].mass == 2 and other != m
    assert diff(m, other) == ["PART/1 (rod): mass 2 -> 3" if m["rod"].id == 1 else "PART/2 (rod): mass 2 -> 3"]


def test_differences_in_words():
    start = "a\nPART/1, GROUND\nMARKER/1\nMARKER/2\nPART/2\nMARKER/12\nMARKER/31\n!adams_view_name='elbow'\n"
    a, _ = load_text(start + "JOINT/7, REVOLUTE, I=12, J=1\nSFORCE/1, TRANSLATION, I=1, J=12, FUNCTION=1\nEND\n")
    b, _ = load_text(start.replace("a\n", "b\n", 1) + "JOINT/7, FIXED, I=31, J=1\nVARIABLE/1, FUNCTION=2\nEND\n")
    assert diff(a, b) == [
        "title: 'a' -> 'b'",
        "JOINT/7 (elbow): kind REVOLUTE -> FIXED",
        "JOINT/7 (elbow): i 12 -> 31",
        "SFORCE/1: removed",
        "VARIABLE/1: added",
    ]


def test_the_tree_names_bodies_and_connections():
    text = "\n".join(tree(pendulum()))
    for part in ("mass 2 kg", "rod - ground", "degrees of freedom (Gruebler count): 1", "1 ACCGRAV"):
        assert part in text


def test_comments_survive_writing():
    text = "t\nPART/1, GROUND\n! the long arm\n!------ ARMS ------\nPART/2 ! two\n, QG = 1,2,3\n! last words\nEND\n"
    m, _ = load_text(text)
    written = m.text()
    for comment in ("! the long arm", "!------ ARMS ------", "! two", "! last words"):
        assert comment in written
    assert load_text(written)[0].text() == written


def test_the_minimal_example_of_the_language():
    m, report = load_text(
        "pendulum, own example\n! adams_view_name='ground'\nPART/1, GROUND\nMARKER/1, PART=1\n! adams_view_name='rod'\n"
        "PART/2, MASS=2, CM=20, IP=0.02,0.02,1E-4, QG=0,0,0\nMARKER/20, QP=0.5,0,0, REULER=90D,90D,0D\nMARKER/21\n"
        "JOINT/1, REVOLUTE, I=21, J=1\n, IC=10D, 0\nUNITS/SYSTEM=MKS\nACCGRAV/JGRAV=-9.80665\n"
        "REQUEST/1, COMMENT=angle, F2=AZ(21,1)*RTOD\\\n, F3=WZ(21,1,1)\\ , F4=JOINT(1,0,3,0)\nOUTPUT/REQSAVE, GRSAVE\n"
        "RESULTS/XRF\nEND\n"
    )
    assert not report, report.render()
    assert m.markers[20].part == 2, "a marker belongs to the part before it"
    assert m.joints[1].ic == (10 * math.pi / 180, 0.0)
    request = m.requests[1]
    assert (request.comment, request.f4.text) == ("angle", "JOINT(1,0,3,0)")
    assert m.single("OUTPUT").grsave and m.single("RESULTS").xrf and m.units.label("length") == "meter"
