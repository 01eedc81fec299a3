"""Mass, centre and inertia of solids against textbook formulas and against the nets of the same solids."""

import math

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.errors import ModelError
from bellcrank.geometry.mass import mass_of

SOLIDS = {
    "box": bc.Solid.box(1, 2, 3, density=2.0),
    "cylinder": bc.Solid.cylinder(0.5, 2, density=3.0, axis=(1, 0, 0)),
    "frustum": bc.Solid.frustum(0.5, 0.2, 2, density=1.0, axis=(1, 2, -2), at=(3, 4, 5)),
    "cone": bc.Solid.cone(0.5, 2, density=1.0, axis=(0, 0, -1)),
    "sphere": bc.Solid.sphere(2, mass=7.0),
    "ellipsoid": bc.Solid.ellipsoid(1, 2, 3, mass=1.0, at=(1, 1, 1)),
    "rod": bc.Solid.rod((1, 0, 0), (2, 2, -2), 0.5, density=1.0),
    "torus": bc.Solid.torus(2, 0.5, density=1.0, axis=(0, 1, 1)),
}


@pytest.mark.parametrize("name", SOLIDS)
def test_closed_forms_agree_with_the_net_of_the_same_shape(name):
    solid = SOLIDS[name]
    mesh, expected = solid.mesh, solid.shape_alone
    found = mass_of(mesh)
    assert mesh.closed
    assert found.mass == pytest.approx(expected.mass, rel=2e-4)  # curved triangles of 0.2 rad; the tip of a cone 1e-4
    assert np.abs(found.cm - expected.cm).max() < 2e-4 * solid.size
    assert np.abs(found.inertia - expected.inertia).max() < 2e-4 * np.trace(expected.inertia)


def test_textbook_numbers():
    rod = bc.Solid.cylinder(0.1, 2.0, mass=3.0)
    assert rod.mass == 3.0 and rod.cm == (0, 0, 0)
    assert rod.ip == pytest.approx((3 * (3 * 0.01 + 4) / 12, 3 * (3 * 0.01 + 4) / 12, 3 * 0.01 / 2))
    ball = bc.Solid.sphere(0.2, density=1000.0, at=(1, 0, 0))
    assert ball.mass == pytest.approx(1000 * 4 / 3 * math.pi * 0.008)
    assert ball.ip == pytest.approx([0.4 * ball.mass * 0.04] * 3)
    cone = bc.Solid.cone(0.3, 0.8, density=1.0)
    assert cone.cm == pytest.approx((0, 0, 0.2))
    assert cone.inertia[0, 0] == pytest.approx(cone.mass * (3 / 20 * 0.09 + 3 / 80 * 0.64))


def test_a_turned_box_keeps_its_principal_moments_and_has_products():
    box = bc.Solid.box(0.4, 0.2, 0.1, mass=2.0)
    c, s = math.cos(0.3), math.sin(0.3)
    turned = box.moved(rotation=[[c, -s, 0], [s, c, 0], [0, 0, 1]], at=(1, 2, 3))
    assert np.linalg.eigvalsh(turned.inertia) == pytest.approx(np.linalg.eigvalsh(box.inertia))
    assert len(box.ip) == 3 and len(turned.ip) == 6
    assert turned.ip[3] == pytest.approx((box.ip[1] - box.ip[0]) * c * s)  # int x y dm
    assert turned.cm == pytest.approx((1, 2, 3))


def test_solids_add_up_and_holes_are_taken_away():
    plate = bc.Solid.box(0.4, 0.4, 0.02, density=7800)
    hole = bc.Solid.cylinder(0.05, 0.02, density=7800, at=(0.1, 0, 0))
    pierced = plate - hole
    assert pierced.mass == pytest.approx(7800 * (0.16 * 0.02 - math.pi * 0.0025 * 0.02))
    assert pierced.cm[0] == pytest.approx(-0.1 * hole.mass / pierced.mass)
    assert pierced.mesh.closed and mass_of(pierced.mesh).mass == pytest.approx(pierced.volume, rel=1e-5)
    two = bc.Solid.sphere(0.1, mass=1.0, at=(-1, 0, 0)) + bc.Solid.sphere(0.1, mass=1.0, at=(1, 0, 0))
    assert two.cm == (0, 0, 0) and two.ip[1] == pytest.approx(2 * (0.4 * 0.01 + 1.0))


def test_a_solid_fills_a_part_and_is_drawn():
    m = bc.Model("flywheel", units="MKS")
    wheel = bc.Solid.cylinder(0.3, 0.1, density=7800, at=(0.2, 0, 0))
    part = m.part("wheel", solid=wheel)
    assert part.mass == pytest.approx(wheel.mass) and part.ip == pytest.approx(wheel.ip)
    assert m.get("MARKER", part.cm).qp == pytest.approx((0.2, 0, 0))
    (graphic,) = m.graphics.values()
    assert graphic.kind == "CYLINDER"
    assert graphic.solid(m).volume == pytest.approx(wheel.volume)
    assert m.part("light", solid=wheel, mass=1.0).mass == 1.0


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: bc.Solid.box(1, 1, 1).mass, "density of this solid is not known"),
        (lambda: bc.Solid.box(1, 1, 1, density=1, mass=1), "not both"),
        (lambda: bc.Solid.sphere(-1, density=1), "not above 0"),
        (lambda: bc.Solid.sphere(float("nan"), density=1), "not above 0"),
        (lambda: bc.Solid.frustum(1, -1, 1, density=1), "must not be negative"),
        (lambda: bc.Solid.cylinder(1, 1, density=1, axis=(0, 0, 0)), "axis is zero"),
        (lambda: bc.Solid.box(1, 1, 1, density=1, at=(1, 2)), "no vector"),
        (lambda: (bc.Solid.box(1, 1, 1, density=1) - bc.Solid.box(2, 2, 2, density=1)).mass, "weigh more"),
    ],
)
def test_bad_input_is_told(make, says):
    with pytest.raises(ModelError, match=says):
        make()


def test_a_rod_is_a_cylinder_between_its_points():
    rod = bc.Solid.rod((1, 2, 3), (1, 2, 7), 0.5, mass=2.0)
    cylinder = bc.Solid.cylinder(0.5, 4.0, mass=2.0, at=(1, 2, 5))
    assert rod.cm == pytest.approx(cylinder.cm) and rod.ip == pytest.approx(cylinder.ip)
    with pytest.raises(ModelError, match="begins where it ends"):
        bc.Solid.rod((1, 2, 3), (1, 2, 3), 0.5)


def test_a_plate_has_the_outline_of_its_points():
    """An L of three squares, upright in the x-z plane; and the same as boxes."""
    corners = ((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2))
    plate = bc.Solid.plate([(x, 5.0, z) for x, z in corners], 0.2, density=3.0)
    boxes = bc.Solid.box(2, 0.2, 1, at=(1, 5, 0.5), density=3.0) + bc.Solid.box(
        1, 0.2, 1, at=(0.5, 5, 1.5), density=3.0
    )
    assert plate.mass == pytest.approx(boxes.mass) and plate.cm == pytest.approx(boxes.cm)
    assert np.allclose(plate.inertia, boxes.inertia, rtol=1e-9, atol=1e-9) and plate.mesh.closed
    for points, why in (
        ([(0, 0, 0), (1, 0, 0)], "no area"),
        ([(0, 0, 0), (1, 0, 0), (2, 0, 0)], "no area"),
        ([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0.1)], "one plane"),
    ):
        with pytest.raises(ModelError, match=why):
            bc.Solid.plate(points, 0.1)


def test_a_solid_without_density_has_a_shape_but_no_mass():
    box = bc.Solid.box(1, 2, 3)
    assert box.volume == pytest.approx(6.0) and box.weighing(mass=3.0).mass == pytest.approx(3.0)


def test_an_extrusion_begins_where_its_profile_lies():
    from bellcrank.model import load_text

    head, profile = "t\nPART/1, GROUND\nMARKER/1, PART=1\nGRAPHICS/1, EXTRUSION, RM=1", "0,0,{0}, 2,0,{0}, 0,1,{0}"
    for z in (0.0, -3.0):
        text = f"{head}, LENGTH=4, POINTS={profile.format(z)}\nEND\n"
        solid = load_text(text)[0].graphics[1].solid(None)
        assert solid.volume == pytest.approx(4.0) and solid.shape_alone.cm == pytest.approx((2 / 3, 1 / 3, z + 2.0))
