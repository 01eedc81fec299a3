"""MJCF: defaults, orientations, inertia of geoms, relations, and what is told."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import bellcrank as bc
from bellcrank.importers.mjcf.mjcf import load_mjcf
from bellcrank.model import Model, load

ROBOTS = Path(__file__).parent / "robots"


def model_of(body: str, head: str = "", tail: str = "") -> Model:
    model, report = load_mjcf(f"<mujoco>{head}<worldbody>{body}</worldbody>{tail}</mujoco>", "m.xml")
    assert not report.errors, report.render()
    return model


def test_moments_of_geoms():
    """Against the text-book values of a cylinder, an ellipsoid and a box; a capsule is a tube with two half balls."""
    for geom, mass, moments in (
        ('type="cylinder" size="0.1 0.3" mass="2"', 2, (2 * (0.03 + 0.36) / 12, 2 * (0.03 + 0.36) / 12, 0.01)),
        ('type="box" size="1 2 3" mass="3"', 3, (13.0, 10.0, 5.0)),
        ('type="ellipsoid" size="1 2 3" mass="5"', 5, (13.0, 10.0, 5.0)),
        ('size="0.5"', 1000 * math.pi / 6, (100 * math.pi / 6,) * 3),
    ):
        part = model_of(f'<body name="b"><freejoint/><geom {geom}/></body>')["b"]
        assert part.mass == pytest.approx(mass) and part.ip == pytest.approx(moments)


def test_two_geoms_about_their_common_centre():
    """Two balls of 1 kg at x = 0 and 2: centre at 1, Iyy = 2 (2/5 r^2 + 1)."""
    balls = '<geom size="0.1" mass="1"/><geom size="0.1" mass="1" pos="2 0 0"/>'
    model = model_of(f'<body name="b"><freejoint/>{balls}</body>')
    assert model["b.cm"].qp == (1.0, 0.0, 0.0)
    assert model["b"].ip == pytest.approx((0.008, 2.008, 2.008))


def test_defaults_by_class_childclass_and_inheritance():
    head = """<default><joint damping="1"/><default class="a"><joint damping="2" stiffness="5"/>
      <default class="b"><joint damping="3"/></default></default></default>"""
    body = '<body name="{0}"><joint name="j{0}" {1}/><geom size="1"/></body>'
    model = model_of(
        body.format("w", "")
        + f'<body childclass="a">{body.format("x", "")}{body.format("y", "class=@b@".replace("@", chr(34)))}</body>',
        head,
    )
    found = {name: (model[f"j{name}.spring"].ct, model[f"j{name}.spring"].kt) for name in "wxy"}
    assert found == {"w": (1.0, 0.0), "x": (2.0, 5.0), "y": (3.0, 5.0)}


def test_the_mass_can_be_set():
    model = model_of(
        '<body name="a"><freejoint/><geom size="1"/></body><body name="b"><freejoint/><geom size="2"/></body>',
        '<compiler settotalmass="9"/>',
    )
    assert (model["a"].mass, model["b"].mass) == pytest.approx((1.0, 8.0))


def test_a_loop_closed_by_an_equality_constraint():
    """The pins of coupler and rocker stay together, and d turns twice as far as a."""
    model, report = load(ROBOTS / "linkage.xml")
    assert not report.errors and any("exact here" in m.what for m in report)
    run = model.simulate(end=0.4, steps=4)
    pins = [m for m in model.markers.values() if m.id in (model.all("JOINT")[-1].i, model.all("JOINT")[-1].j)]
    assert len(pins) == 2 and run.attrs["audit"]["position"] < 1e-8
    a, d = (turned(run, model, name) for name in ("crank", "slave"))
    assert abs(a).max() > 0.2 and d == pytest.approx(2 * a, abs=1e-8)


def turned(run, model, name):
    """The angle about y, from the path of the mass centre about the origin of the part."""
    import numpy as np

    psi, theta, phi = (run[f"{name}.{angle}"] for angle in ("PSI", "THETA", "PHI"))
    x = np.cos(psi) * np.cos(phi) - np.sin(psi) * np.cos(theta) * np.sin(phi)
    z = np.sin(theta) * np.sin(phi)
    return np.arctan2(-z, x)


def test_an_actuator_is_a_force_with_a_control():
    model = bc.read(ROBOTS / "hopper.xml")
    assert model["hip_servo.control"].keyword == "VARIABLE"
    servo = model["hip_servo"].function.text
    assert servo.startswith("MAX(-40.0, MIN(40.0, 20.0*MAX(-1.0, MIN(1.0, VARVAL(") and "- 20.0*AZ(" in servo
    assert "2.0*(3.0*VARVAL(" in model["spring_drive"].fz.text


def test_only_files_beside_the_model_are_included(tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "part.xml").write_text('<mujoco><body name="b"><freejoint/><geom size="1"/></body></mujoco>')
    (tmp_path / "secret.xml").write_text("<mujoco/>")
    main = folder / "main.xml"
    main.write_text('<mujoco><worldbody><include file="part.xml"/></worldbody></mujoco>')
    assert "b" in bc.read(main)
    for file in ("../secret.xml", str(tmp_path / "secret.xml")):
        main.write_text(f'<mujoco><worldbody><include file="{file}"/></worldbody></mujoco>')
        assert "is not read" in load(main)[1].errors[0].what
    main.write_text('<mujoco><include file="main.xml"/></mujoco>')
    assert load(main)[1].errors


def test_what_is_left_out_is_told():
    text = """<mujoco><option density="1.2"/><worldbody><body><joint name="j" frictionloss="1" range="0 1"/>
    <geom type="mesh" mesh="m"/></body></worldbody><tendon/><sensor/><keyframe/>
    <actuator><muscle joint="j"/></actuator></mujoco>"""
    report = load_mjcf(text, "m.xml")[1]
    told = {m.what.split(":")[0].split(" (")[0]: m.severity for m in report}
    for loss in ("frictionloss", "limits of joints", "mass of a mesh", "tendon", "actuator muscle"):
        assert told[loss] == "warning"
    assert told["sensor"] == told["keyframe"] == "note"


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ('<body><joint type="screw"/></body>', "no joint type"),
        ('<body><joint axis="0 0 0"/></body>', "no direction"),
        ('<body quat="0 0 0 x"/>', "not made of numbers"),
        ('<geom type="box" size="1"/>', "3 positive numbers"),
        ('<body><joint class="none"/></body>', "no such default"),
        ("<replicate count='3'/>", "cannot be imported"),
        ('<body axisangle="0 0 0 1"/>', "orientation cannot be found"),
    ],
)
def test_mistakes_are_named(body, what):
    report = load_mjcf(f"<mujoco><worldbody>{body}</worldbody></mujoco>", "m.xml")[1]
    assert any(what in m.what for m in report.errors), report.render()


def test_other_xml_is_no_model():
    assert "no model" in load_mjcf("<html/>", "x.xml")[1].errors[0].what
    assert load_mjcf((ROBOTS / "scara.urdf").read_text(), "scara.xml")[0].dof() == 3
