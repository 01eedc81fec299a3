"""URDF: what becomes of links and joints, and what is told."""

from __future__ import annotations

from pathlib import Path

import pytest

import bellcrank as bc
from bellcrank.errors import DatasetError
from bellcrank.importers.urdf import load_urdf
from bellcrank.model import load, load_text

ROBOTS = Path(__file__).parent / "robots"
LINK = '<link name="{}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>'
JOINT = '<joint name="{}" type="{}"><parent link="{}"/><child link="{}"/>{}</joint>'


def robot(*pieces: str) -> str:
    return "<robot name='r'>\n" + "\n".join(pieces) + "\n</robot>"


def errors(text: str) -> list[str]:
    return [m.what for m in load_urdf(text, "r.urdf")[1].errors]


def test_links_become_parts_and_frames_become_markers():
    model, report = load(ROBOTS / "two_link.urdf")
    assert not report.errors
    assert [p.name for p in model.parts.values()] == ["ground", "upper", "lower"]
    assert model["tool"].keyword == "MARKER" and model["tool"].part == model["lower"].id
    assert model.dof() == 2 and model.gravity == (0.0, 0.0, -9.80665)
    # products are integrals in a dataset, elements of the matrix in URDF
    assert model["upper"].ip == (0.02, 0.05, 0.06, -0.001, 0.002, -0.0005)
    assert model["shoulder.spring"].ct == 0.2
    kinds = [g.kind for g in model.graphics.values()]
    assert kinds == ["CYLINDER", "BOX", "ELLIPSOID", "EXTERNAL"]
    assert next(g.file for g in model.graphics.values() if g.kind == "EXTERNAL") == "meshes/upper.stl"


def test_what_is_left_out_is_told_with_its_line():
    _, report = load(ROBOTS / "two_link.urdf")
    told = {m.what.split(":")[0]: m for m in report}
    assert told["limits of joints"].place.line == 27 and told["collision"].severity == "warning"
    assert "lower=-1 upper=2" in bc.read(ROBOTS / "two_link.urdf").text()


def test_the_root_with_mass_stands_on_the_ground_until_it_is_freed():
    model = bc.read(ROBOTS / "scara.urdf")
    assert model["root"].kind == "FIXED" and model.dof() == 3
    model.remove(model["root"])
    assert model.dof() == 9


def test_the_dataset_of_a_robot_reads_back_as_itself(tmp_path):
    model = bc.read(ROBOTS / "scara.urdf")
    model.write(tmp_path / "scara.adm")
    again, report = load_text((tmp_path / "scara.adm").read_text())
    assert not report.errors and again == model


def test_a_joint_follows_another_with_factor_and_offset():
    """q_r = 0.01 - q_l/2; gravity moves q_l with -g (m_l - m_r/2)/(m_l + m_r/4)."""
    model = bc.read(ROBOTS / "gripper.urdf")
    run = model.simulate(end=0.1, steps=4, error=1e-8)
    left, right = run["left.Z"], run["right.Z"]
    assert right == pytest.approx(0.01 - 0.5 * left, abs=1e-12)
    acceleration = -9.80665 * (0.2 - 0.15) / (0.2 + 0.075)
    assert left == pytest.approx(0.5 * acceleration * run.time**2, abs=1e-9)


def test_inertia_without_mass_is_kept():
    text = robot(LINK.format("a"), LINK.format("b").replace('"1"', '"0"', 1), JOINT.format("j", "fixed", "a", "b", ""))
    model, _ = load_urdf(text, "")
    assert (model["b"].mass, model["b"].ip) == (0.0, (1.0, 1.0, 1.0)) and model["j"].kind == "FIXED"


def test_a_planar_joint():
    text = robot(LINK.format("a"), LINK.format("b"), JOINT.format("p", "planar", "a", "b", '<axis xyz="0 0 1"/>'))
    assert load_urdf(text, "")[0].dof() == 3


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (robot(LINK.format("a"), LINK.format("b")), "one root, this one the links a, b"),
        (robot(LINK.format("a"), JOINT.format("j", "fixed", "a", "c", "")), "no such link"),
        (robot(LINK.format("a"), LINK.format("a")), "second link"),
        (robot(LINK.format("a"), LINK.format("b"), JOINT.format("j", "hinge", "a", "b", "")), "no joint type 'hinge'"),
        (
            robot(
                *(LINK.format(n) for n in "abc"),
                JOINT.format("j", "fixed", "b", "c", ""),
                JOINT.format("k", "fixed", "c", "b", ""),
            ),
            "ring",
        ),
        (robot(LINK.format("a").replace('"1"', '"heavy"', 1)), "not made of numbers"),
        (robot(LINK.format("a").replace('"1"', '"nan"', 1)), "not made of numbers"),
        (robot(LINK.format("a").replace('"1"', '"-1"', 1)), "mass is -1"),
        ("<sdf/>", "root element is sdf"),
        (
            robot(
                LINK.format("a"),
                LINK.format("b"),
                JOINT.format("j", "revolute", "a", "b", '<axis xyz="0 0 0"/>'),
            ),
            "no direction",
        ),
        (
            robot(
                LINK.format("a"),
                LINK.format("b"),
                JOINT.format("j", "revolute", "a", "b", '<mimic joint="x"/>'),
            ),
            "no such joint",
        ),
    ],
)
def test_mistakes_are_named(text, what):
    assert any(what in message for message in errors(text)), errors(text)


def test_a_joint_with_the_name_of_a_link_gets_another_one():
    text = robot(LINK.format("a"), LINK.format("b"), JOINT.format("b", "continuous", "a", "b", ""))
    model, _ = load_urdf(text, "")
    assert model["b"].keyword == "PART" and model["b_joint"].keyword == "JOINT"


def test_entities_and_broken_xml_are_refused():
    bomb = '<!DOCTYPE robot [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><robot name="&b;"/>'
    outside = '<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<robot name="&x;"/>'
    for text in (bomb, outside):
        with pytest.raises(DatasetError, match="entities of its own"):
            load_urdf(text, "r.urdf")
    with pytest.raises(DatasetError, match="r.urdf:2.*\n.*no valid XML"):
        load_urdf("<robot>\n<link></robot>", "r.urdf")
    with pytest.raises(DatasetError, match="inside each other"):
        load_urdf("<robot>" + "<a>" * 600 + "</a>" * 600 + "</robot>", "r.urdf")


def test_messages_of_check_name_the_line_of_the_link():
    model = bc.read(ROBOTS / "two_link.urdf")
    assert model["upper"].place.line == 4 and model["elbow"].place.line == 34
