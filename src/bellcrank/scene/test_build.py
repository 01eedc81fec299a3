import numpy as np
import pytest

from bellcrank.model import load_text
from bellcrank.results.entity import Entity
from bellcrank.results.results import Results
from bellcrank.scene import scene_from
from bellcrank.scene.build import plain_title, up_of
from bellcrank.scene.frames import matrix
from bellcrank.scene.selection import choose_channels, choose_frames

DATASET = """! ADAMS/View model name: crank
PART/1, GROUND
MARKER/10, PART=1, QP=0,0,0
MARKER/11, PART=1, QP=2,0,0
!                 adams_view_name='crank'
PART/2, MASS=3, CM=20, IP=0.1,0.2,0.3, QG=0,0,1
MARKER/20, PART=2, QP=0.5,0,0
MARKER/21, PART=2, QP=0,0,-1
MARKER/22, PART=2, QP=1,0,0, REULER=90D,0,0
!                 adams_view_name='bob'
PART/3, MASS=1, CM=30, IP=0.4,0.4,0.4, QG=1,0,0
MARKER/30, PART=3
MARKER/31, PART=3, QP=0,1,0
JOINT/1, REVOLUTE, I=21, J=10
JOINT/2, SPHERICAL, I=30, J=22
MOTION/1, ROTATIONAL, JOINT=1, FUNCTION=TIME
SPRINGDAMPER/1, TRANSLATION, I=31, J=11, K=10
SFORCE/1, TRANSLATION, I=31, J=11, FUNCTION=-4
GRAPHICS/1, BOX, CORNER=20, X=1, Y=-2, Z=3
GRAPHICS/2, CYLINDER, CM=22, LENGTH=-4, RADIUS=0.5, RANGLE=0D, 90D
GRAPHICS/3, FRUSTUM, CM=22, LENGTH=1, TOP=0.1, BOTTOM=0.2
GRAPHICS/4, ELLIPSOID, CM=20, XSCALE=2, YSCALE=3, ZSCALE=4
GRAPHICS/5, TORUS, CM=20, RADIUS=2, RING_RADIUS=0.25
GRAPHICS/6, ARC, CM=10, RADIUS=1, RANGLE=90D
GRAPHICS/7, CIRCLE, CM=10, RADIUS=1
GRAPHICS/8, PLANE, RM=10, XMIN=-1, XMAX=1, YMIN=-2, YMAX=2
GRAPHICS/9, POINT, RM=10
GRAPHICS/10, OUTLINE=10,22,30
GRAPHICS/11, FORCE, ETYPE=SFORCE, EID=1, EMARKER=11
GRAPHICS/12, EXTERNAL, RM=20, FILE=nowhere.stl
GRAPHICS/13, CURVE, CID=1, CRM=10
CURVE/1, OPEN, MATRIX=1, CURVE_POINTS
MATRIX/1, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=0,0,0, 1,0,0, 1,1,0, 0,1,0
ACCGRAV/KGRAV=-9.81
UNITS/SYSTEM=MKS
END
"""
N = 25
POSE = ("X", "Y", "Z", "PSI", "THETA", "PHI")


@pytest.fixture
def model():
    return load_text(DATASET)[0]


def run(**attrs):
    t = np.linspace(0.0, 2.0, N)
    entities = [
        Entity("crank", "Part", 2, POSE, ("meter",) * 3 + ("rad",) * 3),
        Entity("bob", "Part", 3, POSE, ("meter",) * 3 + ("deg",) * 3),
        Entity("SFORCE_1", "Single_Component_Force", 1, ("FX", "FY", "FZ"), ("newton",) * 3),
        Entity("JOINT_1", "Joint", 1, ("FX", "FY", "FZ", "TX", "TY", "TZ"), ("newton",) * 3 + ("newton-meter",) * 3),
        Entity("MOTION_1", "Motion", 1, ("TZ",), ("newton-meter",)),
    ]
    zero = 0 * t
    crank = [zero, zero, zero + 1, t, zero, zero]
    bob = [np.cos(t), np.sin(t), zero, zero + 90.0, zero, zero]
    loads = [t, -t, zero] + [t] * 6 + [zero + 5]
    return Results(entities, np.array([t, *crank, *bob, *loads]).T, {"title": "ADAMS/View model name: crank", **attrs})


@pytest.fixture
def scene(model):
    return scene_from(model, run())


def shapes(scene, part):
    return {s.name: s for s in next(p for p in scene.header.parts if p.name == part).shapes}


def test_parts_joints_and_forces_have_their_names_and_places(scene):
    header = scene.header
    assert [p.name for p in header.parts] == ["PART_1", "crank", "bob"]
    assert [p.pose for p in header.parts] == [-1, 0, 1]
    assert [(j.name, j.kind) for j in header.joints] == [("JOINT_1", "revolute"), ("JOINT_2", "spherical")]
    revolute = header.joints[0]
    assert (header.markers[revolute.i].id, header.markers[revolute.j].id) == (21, 10)
    assert header.title == "crank" and header.up == (0, 0, 1)
    assert (header.units.length, header.units.force, header.units.time) == ("meter", "newton", "sec")


def test_every_kind_of_graphics_becomes_its_shape_at_its_marker(scene):
    crank, ground = shapes(scene, "crank"), shapes(scene, "PART_1")
    assert (crank["GRAPHICS_1"].x, crank["GRAPHICS_1"].y, crank["GRAPHICS_1"].z) == (1, -2, 3)
    assert crank["GRAPHICS_1"].frame[:3] == (0.5, 0, 0)
    cylinder = crank["GRAPHICS_2"]
    assert (cylinder.length, cylinder.bottom, cylinder.top) == (-4, 0.5, 0.5)
    assert (cylinder.start, cylinder.sweep) == pytest.approx((0, np.pi / 2))
    assert np.allclose(matrix(cylinder.frame[3:])[:, 0], [0, 1, 0])
    assert (crank["GRAPHICS_3"].bottom, crank["GRAPHICS_3"].top) == (0.2, 0.1)
    assert (crank["GRAPHICS_4"].x, crank["GRAPHICS_4"].z) == (2, 4)
    assert (crank["GRAPHICS_5"].major, crank["GRAPHICS_5"].minor) == (2, 0.25)
    assert ground["GRAPHICS_6"].sweep == pytest.approx(np.pi / 2)
    assert ground["GRAPHICS_7"].sweep == pytest.approx(2 * np.pi)
    assert (ground["GRAPHICS_8"].xmin, ground["GRAPHICS_8"].ymax) == (-1, 2)
    assert "GRAPHICS_9" in ground
    ends = np.array(ground["GRAPHICS_13"].points)[[0, -1]]
    assert np.allclose(ends, [[0, 0, 0], [0, 1, 0]])


def test_a_part_without_graphics_is_drawn_from_its_inertia(scene):
    bob = [s for p in scene.header.parts if p.name == "bob" for s in p.shapes]
    assert bob and all(s.inferred for s in bob)
    # two points act on it, one at the mass centre: one rod between them
    assert [s.name for s in bob].count("rod") == 1


def test_poses_are_position_and_quaternion_in_radians_or_degrees(scene):
    crank, bob = scene.pose(1, N - 1), scene.pose(2, 0)
    assert np.allclose(crank, [0, 0, 1, 0, 0, np.sin(1.0), np.cos(1.0)])
    assert np.allclose(bob, [1, 0, 0, 0, 0, np.sqrt(0.5), np.sqrt(0.5)])
    assert np.allclose(scene.pose(0, 3), [0, 0, 0, 0, 0, 0, 1])


def test_an_arrow_on_the_j_side_points_the_other_way(scene):
    forces = {f.name: f for f in scene.header.forces}
    arrow = forces["SFORCE_1"]
    assert arrow.drawn and arrow.sign == -1 and scene.header.markers[arrow.marker].id == 11
    names = [scene.header.channels[k].name for k in arrow.channels if k >= 0]
    assert names == ["SFORCE_1.FX", "SFORCE_1.FY", "SFORCE_1.FZ"]
    assert forces["JOINT_1"].reaction and not forces["JOINT_1"].drawn
    assert scene.header.markers[forces["MOTION_1"].marker].id == 21


def test_springs_and_outlines_join_markers(scene):
    spring = next(l for l in scene.header.lines if l.name == "SPRINGDAMPER_1")
    outline = next(l for l in scene.header.lines if l.name == "GRAPHICS_10")
    ids = [m.id for m in scene.header.markers]
    assert (ids[spring.i], ids[spring.j]) == (31, 11)
    assert [ids[k] for k in outline.markers] == [10, 22, 30]


def test_what_cannot_be_drawn_is_said(scene):
    note = next(n for n in scene.header.messages if "nowhere.stl" in n.text)
    assert note.severity == "note" and "GRAPHICS/12" in note.where


def test_a_part_without_motion_stands_where_the_dataset_puts_it_and_is_named(model):
    scene = scene_from(model, run().pick(["crank.*"]))
    assert np.allclose(scene.pose(2, 7), [1, 0, 0, 0, 0, 0, 1])
    assert any("no motion of bob" in n.text for n in scene.header.messages)


def test_results_that_carry_their_dataset_need_no_model():
    assert [p.name for p in scene_from(None, run(dataset=DATASET)).header.parts] == ["PART_1", "crank", "bob"]


def test_results_without_any_model_show_boxes_and_say_so():
    scene = scene_from(None, run())
    assert [p.name for p in scene.header.parts] == ["ground", "crank", "bob"]
    assert np.allclose(scene.pose(1, 0)[:3], [0, 0, 1])
    assert any("no dataset" in n.text for n in scene.header.messages)


def test_a_run_without_rows_still_gives_a_scene(model):
    results = run()
    empty = Results(results.entities, results.values[:0], results.attrs)
    assert scene_from(model, empty).header.frames == 0


def test_words_of_the_run_come_from_its_attributes(model):
    audit = {"drift": {"value": 1e-9, "unit": "m", "ok": True, "element": "JOINT/1"}, "energy": 3e-5}
    messages = [{"severity": "warning", "rule": "W1", "what": "a", "why": "b", "cure": "c", "file": "x.adm", "line": 3}]
    attrs = {"audit": audit, "messages": messages, "statistics": {"steps": 12}, "non_unique": ["JOINT_1.FX"]}
    header = scene_from(model, run(**attrs)).header
    assert [(k.name, k.value, k.ok) for k in header.audit[:2]] == [
        ("drift", "1e-09 m", True),
        ("energy", "3e-05", None),
    ]
    assert "JOINT_1" in header.audit[2].why
    assert header.messages[0].text == "a\nb" and header.messages[0].where == "x.adm:3"
    assert ("steps", "12") in [row for table in header.summary for row in table.rows]


def test_a_verified_run_shows_its_errors(model):
    verify = {"text": "converged: worst bob.X 1e-05 m; beside SI2 1e-07", "errors": {"bob.X": [1.23e-5, 0.5, 1e-5]}}
    header = scene_from(model, run(verify=verify)).header
    assert ("verified", "converged", True) in [(k.name, k.value, k.ok) for k in header.audit]
    errors = {channel.name: channel.error for channel in header.channels}
    assert errors["bob.X"] == "1.2e-05 at time 0.5" and errors["bob.Y"] == ""


def test_the_first_plots_show_what_moves_most_and_a_force(scene):
    names = [[scene.header.channels[k].name for k in plot] for plot in scene.header.plots]
    assert names == [["bob.X", "bob.Y"], ["SFORCE_1.FX", "SFORCE_1.FY"]]


def test_a_large_run_is_thinned_and_says_so():
    rows = choose_frames(100_001, 1000)
    assert len(rows) == 1000 and rows[0] == 0 and rows[-1] == 100_000
    names = [f"P{k}.{c}" for k in range(10) for c in ("X", "VX", "ACCX")]
    kept, left = choose_channels(names, 100, 2000)
    assert len(kept) == 20 and all(name.endswith("ACCX") for name in left)


@pytest.mark.parametrize(
    ("gravity", "up"), [((0, 0, 0), (0, 1, 0)), ((0, -9.81, 1e-6), (0, 1, 0)), ((3, 0, -4), (-0.6, 0, 0.8))]
)
def test_up_is_against_gravity(gravity, up):
    assert up_of(gravity) == pytest.approx(up)


def test_titles_lose_what_programs_put_before_them():
    assert plain_title("!ADAMS/View model name: four_bar") == "four_bar"
    assert plain_title("  ") == "untitled run"


def test_a_mesh_beside_the_dataset_is_drawn_and_measured_in_its_part(tmp_path):
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    faces = ["f 1 3 2", "f 1 2 4", "f 2 3 4", "f 1 4 3"]
    (tmp_path / "tip.obj").write_text("\n".join([f"v {x} {y} {z}" for x, y, z in corners] + faces))
    text = DATASET.replace("nowhere.stl", "tip.obj")
    scene = scene_from(load_text(text, str(tmp_path / "crank.adm"))[0], run())
    mesh = shapes(scene, "crank")["GRAPHICS_12"]
    assert (mesh.vertices, mesh.triangles, mesh.edges) == (12, 4, 6)  # three normals at every corner
    points = np.frombuffer(scene.meshes, "<f4", 36, mesh.offset).reshape(12, 3)
    assert {tuple(p) for p in points.tolist()} == set(corners)
    assert not any("tip.obj" in n.text for n in scene.header.messages)
