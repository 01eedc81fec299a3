"""Building as a person would: points and axes, names, arrays, degrees, and cures where something is wrong."""

from __future__ import annotations

import inspect
import math

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.errors import BellcrankError, ModelError
from bellcrank.model import load_text


def box() -> tuple[bc.Model, bc.Element]:
    m = bc.Model("box", units="SI", gravity=-9.81)
    return m, m.part("box", mass=2, ip=(1, 1, 1), at=(0, 0, 1))


def test_si_units_and_gravity_as_one_number():
    m, _ = box()
    assert m.units.label("length") == "meter" and m.gravity == (0.0, 0.0, -9.81)
    m.gravity = np.array([0.0, -9.81, 0.0])
    assert m.gravity == (0.0, -9.81, 0.0)


def test_arrays_and_axes_by_letter():
    m = bc.Model("arrays")
    part = m.part("p", mass=1, cm=np.array([1.0, 0, 0]), at=np.zeros(3), z=np.array([1.0, 0, 0]), x="z")
    assert m["p.cm"].qp == (1.0, 0.0, 0.0)
    assert m.body_frame(part.id)[1] == pytest.approx((0, 0, 1, 0, -1, 0, 1, 0, 0))
    joint = m.revolute("j", part, at=np.array([1, 2, 3]), axis="-y")
    r, R = m.frame_of(joint.i)
    assert r == pytest.approx((1, 2, 3)) and (R[2], R[5], R[8]) == pytest.approx((0, -1, 0))


def test_joints_of_turned_parts_fit_without_an_axis():
    m = bc.Model("turned")
    part = m.part("p", mass=1, euler=("90D", "30D", 0))
    joint = m.fixed("weld", part)
    assert m.frame_of(joint.i)[1] == pytest.approx(m.frame_of(joint.j)[1])


def test_forces_between_points_of_parts():
    m, part = box()
    spring = m.springdamper("spring", i=part, j=m.ground, at=((0, 0, 1), (0, 0, 0)), k=100, length=1)
    assert m.frame_of(spring.i)[0] == (0, 0, 1) and m.frame_of(spring.j)[0] == (0, 0, 0)
    assert m.markers["spring.i"].part == part.id and m.markers["spring.j"].part == m.ground.id
    wind = m.vforce("wind", i=part, at=(0, 0, 1.5), fx=5)
    assert m.markers[wind.jfloat].floating and m.markers[wind.jfloat].part == m.ground.id
    assert m.sforce("push", i="box", at=(0, 0, 1), axis="x", actiononly=True, function=3).j in m.markers
    assert not load_text(m.text())[1].errors


def test_a_point_may_be_a_marker_or_a_body():
    """The ids of bodies and markers overlap: the second part has the id of the marker of another place."""
    m, part = box()
    m.part("first", at=(5, 6, 7), mass=1, ip=(1, 1, 1))
    second = m.part("second", at=(1, 2, 3), mass=1, ip=(1, 1, 1))
    assert second.id in m.markers or m.marker("", part) is not None
    assert m.frame_of(m.marker("there", part, at=second).id)[0] == pytest.approx((1, 2, 3))
    assert m.frame_of(m.marker("again", second, at=m.markers["there"]).id)[0] == pytest.approx((1, 2, 3))
    hinge = m.revolute("hinge", part, second, at=second, axis="x")
    assert m.frame_of(hinge.i)[0] == pytest.approx((1, 2, 3))


def test_an_axis_for_each_side():
    m, part = box()
    other = m.part("other", mass=1, ip=(1, 1, 1))
    cross = m.universal("cross", part, other, at=(0, 0, 1), axis=("x", "y"))
    zi, zj = (m.frame_of(id)[1][2::3] for id in (cross.i, cross.j))
    assert zi == pytest.approx((1, 0, 0)) and zj == pytest.approx((0, 1, 0))
    with pytest.raises(ModelError, match="two axes"):
        m.universal("cross2", part, other, at=(0, 0, 1), axis="x")


def test_names_in_expressions():
    m, part = box()
    tip, base = m.marker("tip", part, at=(0, 0, 2)), m.marker("my base", at=(0, 0, 0))
    force = m.sforce("f", i=tip, j=base, function="-10*(DX(tip, 'my base', tip) + 1.5E2*TIME)")
    assert force.function.text == f"-10*(DX({tip.id}, {base.id}, {tip.id}) + 1.5E2*TIME)"
    force.function = "VZ(box, ground)"
    assert force.function.text == f"VZ({m['box.origin'].id}, 0)"
    m.variable("u", function="2*PI")
    assert m.variable("w", function="VARVAL(u)").function.text == f"VARVAL({m['u'].id})"
    law = bc.user(lambda z: -z, "DZ(tip, ground)")
    assert m.sforce("g", i=tip, j=base, function=law).function.arguments[0].text == f"DZ({tip.id}, 0)"
    assert m.couplers is not None and m.request("r", f2="DX(tip)").f2.text == f"DX({tip.id})"


def test_a_wrong_function_is_refused_where_it_is_given():
    m, part = box()
    tip = m.marker("tip", part)
    for function, what in (("STEEP(TIME,0,0,1,1)", "STEP"), ("DX(tipp, 0)", "did you mean tip"), ("2*(3", "E301")):
        with pytest.raises(ModelError, match=what) as caught:
            m.sforce("f", i=tip, j=m.marker(), function=function)
        assert "SFORCE" in str(caught.value)
    with pytest.raises(ModelError, match="bc.user"):
        m.variable("v", function=lambda t: t)


def test_the_joint_decides_what_a_motion_drives():
    m, part = box()
    pin, slide = m.revolute("pin", part), m.translational("slide", part)
    assert m.motion("a", joint=pin, function="TIME").axis == "ROTATION"
    assert m.motion("b", joint="slide", function="TIME").axis == "TRANSLATION"
    assert m.motion("g", "rotation", joint=pin, function="TIME").axis == "ROTATION"
    assert m.motion("c", joint=slide, axis="translation", function="TIME").axis == "TRANSLATION"
    with pytest.raises(ModelError, match="ROTATION"):
        m.motion("d", joint=m.cylindrical("both", part), function="TIME")
    with pytest.raises(ModelError, match="i=, j="):
        m.motion("e", joint=m.spherical("ball", part), function="TIME")
    with pytest.raises(ModelError, match="can turn, and axis is TRANSLATION"):
        m.motion("h", joint=pin, axis="TRANSLATION", function="TIME")
    with pytest.raises(ModelError, match="JOINT is missing"):
        m.motion("k", function="TIME")
    free = m.motion("f", i=part, axis="Z", at=(0, 0, 1), function="1")
    assert m.markers[free.j].part == m.ground.id


def test_velocities_and_inertia_in_ground_axes():
    m = bc.Model("fast")
    J = np.array([[3.0, 0.1, 0.2], [0.1, 4.0, 0.3], [0.2, 0.3, 5.0]])
    part = m.part("p", mass=1, inertia=J, euler=("90D", 0, 0), v=(1, 2, 3), w=(1, 0, 0))
    assert (part.vx, part.vy, part.vz) == (1, 2, 3)
    assert (part.wx, part.wy, part.wz) == pytest.approx((0, -1, 0))
    assert part.ip == pytest.approx((3, 4, 5, -0.1, -0.2, -0.3))
    marker = m.marker("turned", part, euler=("90D", "90D", 0))
    other = m.part("q", mass=1, cm=m.marker("c", part), inertia=np.eye(3))
    assert marker and other.ip == pytest.approx((1, 1, 1))
    for wrong, what in ((np.eye(2), "3x3"), ([[1, 2, 0], [0, 1, 0], [0, 0, 1]], "symmetric"), (5, "3x3")):
        with pytest.raises(ModelError, match=what):
            m.part("bad", mass=1, inertia=wrong)


def test_degrees_that_were_meant():
    m = bc.Model("angles")
    with pytest.raises(ModelError, match='"90D"'):
        m.part("p", euler=(90, 0, 0))
    assert m.part("q", euler=("90D", 0, 0)).reuler[0] == pytest.approx(math.pi / 2)
    assert m.marker("m", reuler=("45D", 0, 0)).reuler[0] == pytest.approx(math.pi / 4)


def test_columns_of_a_request_by_name():
    m, part = box()
    request = m.request("angles", phi="AZ(box, ground)", height="DZ(box)")
    assert request.cnames == ("phi", "height") and request.f1.text.startswith("AZ(")
    place = m.request("place", x="DX(box)", z="DZ(box)")
    assert place.cnames == ("x", "z") and place.f1.text.startswith("DX(")
    m.fixed("weld", part)
    run = m.simulate(end=0.01, steps=1)
    assert run["angles.height"][0] == pytest.approx(1.0)


def test_wrong_arguments_are_refused_with_a_cure():
    m, part = box()
    for call, what in (
        (lambda: m.part("p", mas=3), "did you mean mass"),
        (lambda: m.sforce("f", i=part), "function missing"),
        (lambda: m.revolute("r", part, axs="z"), "did you mean axis"),
        (lambda: m.revolute("r", part, axis="w"), '"x", "-z"'),
        (lambda: m.revolute("r", part, at=(1, 2)), "three numbers"),
        (lambda: m.part("p", mass="heavy"), "not a number"),
        (lambda: m.part("p", mass=-1), "below 0"),
        (lambda: m.revolute("r", "boxx"), "no MARKER named 'boxx'"),
        (lambda: m.motion("m", "twist", joint=1, function=0), "TWIST is not one of"),
        (lambda: m.motion("m", "Z", "X", joint=1, function=0), "help"),
    ):
        with pytest.raises(ModelError, match=what):
            call()
    before = len(m)
    with pytest.raises(ModelError):
        m.variable("v", function="NONE(1)")
    assert len(m) == before


def test_a_model_made_in_python_has_a_ground():
    m = bc.Model("lonely", units="SI")
    m.part("p", mass=1, ip=(1, 1, 1))
    assert not load_text(m.text())[1].errors


def test_every_builder_has_a_signature_and_a_docstring():
    for name in ("part", "revolute", "sforce", "motion", "request", "bushing", "integrator", "inline"):
        method = getattr(bc.Model, name)
        assert "Any" not in str(inspect.signature(method).return_annotation)
        assert (
            not any(p.kind is p.VAR_KEYWORD for p in inspect.signature(method).parameters.values()) or name == "request"
        )
        assert len(inspect.getdoc(method).splitlines()) > 2
    assert "end" in inspect.signature(bc.Model.simulate).parameters
    m, part = box()
    assert {"simulate", "revolute", "parts", "examine"} <= set(dir(m))
    assert "mass" in dir(part) and "fields" not in dir(part) and "lower" not in dir(part)


def test_pictures_for_notebooks():
    m, part = box()
    part.name = "a<b"
    assert "a&lt;b" in m._repr_html_()
    m.fixed("weld", part)
    run = m.simulate(end=0.1, steps=2)
    assert "<table>" in run._repr_html_() and "a&lt;b" in run._repr_html_()


def test_a_value_at_a_time():
    m, _ = box()
    run = m.simulate(end=1.0, steps=100)
    assert run.at(0.5, "box.Z") == pytest.approx(1 - 9.81 / 8, abs=2e-4)
    assert run.at(0.5)["box.VZ"] == pytest.approx(-9.81 / 2, rel=1e-5)
    with pytest.raises(bc.errors.ResultsError, match="from 0 to 1"):
        run.at(2.0)


def test_examine_tells_what_check_tells():
    m, part = box()
    part.ip = (1, 1, 5)
    assert any("moment" in message.what.lower() or message.rule.startswith("C") for message in m.examine())


def test_new_names_count_at_once():
    m, part = box()
    tip = m.marker("tip", part)
    m.variable("a", function="DX(tip)")
    tip.name = "top"
    assert m.variable("b", function="DX(top)").function.text == f"DX({tip.id})"
    with pytest.raises(ModelError, match="no MARKER named 'tip'"):
        m.variable("c", function="DX(tip)")
    m.remove(m["a"], m["b"], tip)
    assert m.variable("d", function=f"DX({m.marker('top', part).id}) + DY(top)").function is not None


def test_names_are_resolved_in_changes_and_lists():
    m, part = box()
    a, b = m.revolute("a", part), m.translational("b", part)
    coupler = m.coupler("c", joints=("a", b), scales=(1, 2))
    assert coupler.joints == (a.id, b.id)
    coupler.joints = ("b", "a")
    assert coupler.joints == (b.id, a.id)


def test_a_name_that_is_no_text_is_refused():
    """Else the sides would be taken for each other: m.revolute(rod, m.ground) has no name."""
    m = bc.Model("m", units="SI")
    rod = m.part("rod", mass=1, ip=(1, 1, 1))
    with pytest.raises(bc.errors.ModelError, match=r'begin with a text: m.revolute\("name", ...\)'):
        m.revolute(rod, m.ground, at=(0, 0, 0), axis="y")


def test_words_of_other_programs_are_translated():
    m = bc.Model("m", units="SI")
    for word, ours in (("hinge", "revolute"), ("spring", "springdamper"), ("prismatic", "translational")):
        with pytest.raises(AttributeError, match=f"it is called {ours} here"):
            getattr(m, word)


def test_degrees_of_a_start_are_refused_and_a_vector_function_that_would_do_nothing():
    m, part = box()
    with pytest.raises(ModelError, match="60D"):
        m.revolute("pin", part, axis="y", ic=(0, 60))
    assert m.revolute("hinge", part, axis="y", ic=(0, "60D")).ic[1] == pytest.approx(math.pi / 3)
    assert m.translational("slide", part, axis="y", ic=(0, 60)).ic == (0, 60)
    m, part = box()
    m.vforce("drag", i=part, function=bc.user(lambda v: (-v, 0, 0), "VX(box)"))
    with pytest.raises(BellcrankError, match=r"USER\(\.\.\.\)(?s:.*)FX, FY, FZ"):
        m.simulate(end=0.1)


def test_the_road_of_a_tyre_is_the_ground_where_nothing_is_said():
    m, part = box()
    tyre = m.tire("tyre", law="FIALA", i=part, at=((0, 0, 1), (0, 0, 0)), axis=("y", "z"), radius=1.0, k=1e5)
    assert m.markers[tyre.j].part == m.ground.id


def test_a_call_that_cannot_be_tells_how_it_is_meant():
    m, part = box()
    for call, words in (
        (lambda: m.revolute("pin", part, m.ground, (0, 0, 0), "y"), "name the others: at=, axis="),
        (lambda: m.simulate(step=3), "did you mean steps"),
        (lambda: m.simulate(), "give end="),
        (lambda: m.spline("law", x=[0, 1], y=[0]), "2 abscissae, but 1 ordinates"),
        (lambda: m.part("box"), "named 'box' already"),
    ):
        with pytest.raises(ModelError, match=words):
            call()
    assert not m.splines and len(m.parts) == 2
    assert m.revolute("box", part, axis="y").label == "box"  # another statement


def test_a_curve_of_too_few_points_has_a_number_and_a_cure():
    m, part = box()
    m.spline("law", x=[0, 1], y=[0, 1])
    m.sforce("push", i=part, axis="x", actiononly=True, function="AKISPL(TIME, 0, law)")
    with pytest.raises(BellcrankError, match=r"E106(?s:.*)2 points(?s:.*)give more points"):
        m.simulate(end=0.1)


def test_one_redundant_constraint_is_one(caplog):
    m = bc.Model("door", units="SI", gravity=-9.81)
    door = m.part("door", mass=1, cm=(0.5, 0, 0), ip=(1, 1, 1))
    m.spherical("upper", door, m.ground, at=(0, 0, 1))
    m.spherical("lower", door, m.ground, at=(0, 0, 0))
    m.simulate(end=0.01, steps=1)
    assert "1 redundant constraint was left out" in caplog.text


def test_modes_are_told_in_hertz():
    m = bc.Model("block", units="SI", gravity=0)
    block = m.part("block", mass=1, ip=(1, 1, 1))
    m.translational("guide", block, m.ground, axis="z")
    m.springdamper("spring", i=block, at=((0, 0, 0), (0, 0, -1)), k=(2 * math.pi) ** 2, c=0, length=1)
    table = m.modes().table().splitlines()
    assert table[1].split() == ["Hz", "Hz", "1/sec", "rad/sec"]
    assert float(table[2].split()[1]) == pytest.approx(1.0)


@pytest.mark.parametrize("start", ["30D", ("30D",)])
def test_an_angle_alone_is_no_rate(start):
    model = bc.Model("pendulum", units="SI")
    rod = model.part("rod", mass=1, ip=(1, 1, 1))
    with pytest.raises(ModelError, match=r'ic=\(0, "30D"\)'):
        model.revolute("pin", rod, model.ground, axis="y", ic=start)


def test_a_solid_is_drawn_where_it_is_in_ground_and_adds_no_mass():
    m = bc.Model("m", units="SI")
    arm = m.part("arm", at=(1, 2, 3), z="x", x="y", mass=2, ip=(1, 1, 1))
    m.draw(arm, bc.Solid.rod((1, 2, 3), (1, 5, 3), 0.1), bc.Solid.sphere(0.2, at=(1, 5, 3)))
    m.draw("arm", bc.Solid.plate([(0, 0, 0), (1, 0, 0), (1, 0, 1)], 0.1))
    m.draw(m.ground, bc.Solid.box(1, 1, 1))
    rod, ball, plate, box = m.graphics.values()
    r, R = m.frame_of(rod.hangs_on)
    assert r == pytest.approx((1, 2, 3)) and R[2::3] == pytest.approx((0, 1, 0)) and rod.length == 3
    assert m.frame_of(ball.hangs_on)[0] == pytest.approx((1, 5, 3))
    assert (plate.kind, plate.points) == ("EXTRUSION", (0, 0, 0, 1, 0, 0, 1, 1, 0))
    assert m.frame_of(box.hangs_on)[0] == pytest.approx((-0.5, -0.5, -0.5)) and arm.mass == 2
    with pytest.raises(ModelError, match="no body"):
        m.draw(rod, bc.Solid.box(1, 1, 1))
    with pytest.raises(ModelError, match="no Solid"):
        m.draw(arm, "box")


def test_a_part_with_a_mass_needs_no_density_of_its_solid():
    m = bc.Model("m", units="SI")
    given, told = (m.part(mass=12, solid=bc.Solid.box(1, 2, 3, at=(1, 0, 0), **how)) for how in ({}, {"mass": 12}))
    assert given.ip == told.ip and m.markers[given.cm].qp == (1, 0, 0)
