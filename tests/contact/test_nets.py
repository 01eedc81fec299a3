"""Nets from files: a box is a box whatever its file, a bore is a bore, other nets stand where they must."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.errors import UnsupportedError
from bellcrank.geometry import recognise
from bellcrank.geometry.shapes.box import Box
from bellcrank.model import load
from bellcrank.system.contact import layout, shapes
from bellcrank.testing.transmit import Transmit
from bellcrank.testing.transmit_solids import box as box_faces
from bellcrank.testing.transmit_solids import tube

from .poses import Poses
from .scenes import at, ball, impact
from .test_simple_solids import FLOOR, PLANE, box

G = 9.81


def written(folder, statements, gravity=PLANE):
    """A model in a folder, beside the files of its solids."""
    g = ", ".join(f"{axis}GRAV={value!r}" for axis, value in zip("IJK", gravity))
    head = "nets\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nGRAPHICS/1, PLANE, RM=1\n"
    text = f"{head}{statements}\nACCGRAV/{g}\nEND\n"
    path = folder / "model.adm"
    path.write_text(text)
    model, report = load(path)
    assert not report.errors, report.render()
    return model


def files(folder):
    """A box of 0.1 x 0.06 x 0.05 m as STL, OBJ and Parasolid."""
    mesh = Box(0.1, 0.06, 0.05).mesh()
    facets = ""
    for t in mesh.points[mesh.corners].tolist():
        corners = "".join(f"vertex {x!r} {y!r} {z!r}\n" for x, y, z in t)
        facets += f"facet normal 0 0 1\nouter loop\n{corners}endloop\nendfacet\n"
    (folder / "box.stl").write_text(f"solid box\n{facets}endsolid\n")
    points = "".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in mesh.points.tolist())
    (folder / "box.obj").write_text(points + "".join(f"f {a} {b} {c}\n" for a, b, c in mesh.corners + 1))
    t = Transmit()
    t.body(box_faces(t, 0.1, 0.06, 0.05), "BODY")
    (folder / "box.xmt_txt").write_bytes(t.text())


@pytest.mark.parametrize("known", [True, False], ids=["recognised", "as a net"])
def test_a_box_is_a_box_whatever_its_file(tmp_path, monkeypatch, known):
    """BOX, STL, OBJ and Parasolid, thrown on the floor with friction: the same run to 1e-6.

    As nets their steps differ a little, and with them the last digits of a run at 1e-7.
    """
    files(tmp_path)
    if not known:
        monkeypatch.setattr(recognise, "recognise", lambda mesh: None)
    shapes._known.clear()
    law = impact(1e6, 1.5, 300, 1e-4, (0.3, 0.2, 0.05, 0.25))
    text = box(0.1, 0.06, 0.05, 1.0, (0, 0, 0.06), turn=(0.2, 0.1, 0.3), v=(0.4, 0, 0))
    runs = []
    for shape in (None, "box.stl", "box.obj", "box.xmt_txt"):
        other = (
            text if shape is None else text[: text.index("GRAPHICS/2")] + f"GRAPHICS/2, EXTERNAL, RM=21, FILE={shape}\n"
        )
        m = written(tmp_path, other + f"CONTACT/1, IGEOM=2, JGEOM=1, {law}")
        runs.append(m.simulate(end=0.3, steps=30, error=1e-7))
    for run in runs[1:]:
        for name in ("X", "Y", "Z", "WX", "WY", "WZ"):
            assert run[f"PART_2.{name}"] == pytest.approx(runs[0][f"PART_2.{name}"], abs=1e-6 if known else 2e-5)


def test_a_ball_in_a_bore(tmp_path):
    """1.8: a hollow cylinder of radius 1, a ball of 0.2 in it; the bore of a Parasolid tube is exact."""
    t = Transmit()
    t.body(tube(t, 1.3, 1.0, 2.0), "TUBE")
    (tmp_path / "tube.xmt_txt").write_bytes(t.text())
    pipe = "MARKER/8, PART=1, QP=0,1,0, ZP=0,0,0, XP=1,1,0\nGRAPHICS/8, EXTERNAL, RM=8, FILE=tube.xmt_txt\n"
    start = ball(2, 0.2, 1.0, (0.51447670085128, 0, -0.61312945654553))
    m = written(tmp_path, pipe + start + f"CONTACT/1, IGEOM=2, JGEOM=8, {impact(1e6, 1.5)}")
    run = m.simulate(end=2.0, steps=20, error=1e-8)
    wanted = {0.5: (-0.070976979218, -0.797436157158, -1.89294361699, 0.168651660163)}
    wanted[1.0] = -0.501064391372, -0.624155610585, 0.362283336228, -0.291331967436
    wanted[2.0] = 0.460183631811, -0.654924254871, -0.740184262938, -0.520871096249
    for time, values in wanted.items():
        got = at(run, time, "PART_2.X", "PART_2.Z", "PART_2.VX", "PART_2.VZ")
        assert got == pytest.approx(values, abs=1e-4), time


@pytest.mark.parametrize("floor", [1, 9], ids=["plane", "box"])
def test_an_angle_comes_to_rest_on_its_side(tmp_path, floor):
    """An L of extrusion, dropped askew: at rest half its length high, the forces are its weight."""
    shape = "EXTRUSION, RM=21, LENGTH=0.05, POINTS=0,0,0, .1,0,0, .1,.03,0, .04,.03,0, .04,.09,0, 0,.09,0, 0,0,0"
    part = (
        "PART/2, MASS=2, CM=20, IP=0.002,0.002,0.003, QG=0,0,0.045, REULER=0.3,0.05,0\nMARKER/20, PART=2\n"
        f"MARKER/21, PART=2, QP=-0.04,-0.035,-0.025\nGRAPHICS/2, {shape}\n"
    )
    law = impact(1e6, 1.0, 2e3, 1e-5, (0.3, 0.2, 0.01, 0.1))
    run = written(tmp_path, FLOOR + part + f"CONTACT/1, IGEOM=2, JGEOM={floor}, {law}").simulate(end=2.0, steps=20)
    assert run["PART_2.CM_Z"][-1] == pytest.approx(0.025, abs=1e-4)
    assert run["CONTACT_1.FZ"][-1] == pytest.approx(2 * G, rel=1e-2)
    assert np.abs(run["PART_2.VZ"][-1]) < 1e-3


def test_an_open_net_is_refused(tmp_path):
    (tmp_path / "open.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    m = written(tmp_path, ball(2, 0.1, 1.0, (0, 0, 1)) + "GRAPHICS/8, EXTERNAL, RM=1, FILE=open.obj\n"
                + f"CONTACT/1, IGEOM=2, JGEOM=8, {impact(1e6, 1.5)}")  # fmt: skip
    with pytest.raises(UnsupportedError, match="encloses no volume"):
        m.simulate(end=0.1)


@pytest.mark.parametrize("other", ["NET", "CYLINDER", "BOX"])
def test_what_is_remembered_of_a_pair_changes_no_force(other):
    """A walk around a net in small steps, with the lists made on the way, with a new one for each pose, and without."""
    rng, poses = np.random.default_rng(4), Poses("NET", other)
    lists = poses.work.context.arrays[poses.index + int(layout.SHORT)]
    assert len(lists) == 2, "one pair has a list"
    x, turn, touched, made, walked = np.array([0.3, 0.2, 0.6]), np.zeros(3), 0, 0, []
    for _ in range(300):
        x = x + rng.normal(0.0, 2e-3, 3) - 0.01 * (x - 0.2)
        turn = turn + rng.normal(0.0, 4e-3, 3)
        poses.place(x, turn)
        before = lists[1, 3:15].copy()
        walked.append((x, turn, *poses.evaluate()))
        made += (lists[1, 3:15] != before).any()
        touched += walked[-1][2] > 0.0
    assert touched > 20 and made < 150, "it touches, and a list serves more than one pose"
    for x, turn, *found in walked:
        poses.place(x, turn)
        lists[:] = 0.0
        for before, now in zip(found, poses.evaluate(), strict=True):
            np.testing.assert_array_equal(before, now)
    pairs = poses.work.context.arrays[poses.index + int(layout.PAIRS)]
    pairs.setflags(write=True)  # tables of a system are closed
    pairs[:, layout.PAIR_SHORT] = 0  # no list: all features
    for x, turn, *found in walked:
        poses.place(x, turn)
        for before, now in zip(found, poses.evaluate(), strict=True):
            np.testing.assert_allclose(before, now, rtol=1e-9, atol=1e-9 * np.abs(now).max())


def test_places_whose_nearest_face_is_known_change_no_force():
    """A pin in a cup of known surfaces, asked triangle by triangle: with places remembered on the way, with new ones
    for each pose, and without."""
    cup = "REVOLUTION, RM={m}, POINTS=0,0,0, .5,0,0, .5,0,1, .4,0,1, .4,0,.1, 0,0,.1"
    rng, poses = np.random.default_rng(5), Poses(cup, "CYLINDER, CM={m}, LENGTH=0.6, RADIUS=0.395")
    arrays = poses.work.context.arrays
    geo, pairs = arrays[poses.index + int(layout.GEO)], arrays[poses.index + int(layout.PAIRS)]
    placed = arrays[poses.index + int(layout.PLACED)]
    for table in (geo, pairs):
        table.setflags(write=True)  # tables of a system are closed
    geo[:, layout.S_SIDES] = 0.0  # no profile
    x, turn, touched, walked = np.array([0.002, 0.001, -0.2]), np.zeros(3), 0, []
    for _ in range(200):
        x = 0.97 * x + rng.normal(0.0, 1e-3, 3) - (0, 0, 0.006)
        turn = 0.97 * turn + rng.normal(0.0, 1e-3, 3)
        poses.place(x, turn)
        walked.append((x, turn, *poses.evaluate()))
        touched += walked[-1][2] > 0.0
    assert touched > 20 and placed[:, layout.K_NEXT].max() > 16, "it touches, and places are remembered"
    for x, turn, *found in walked:
        placed[:] = 0.0
        poses.place(x, turn)
        for before, now in zip(found, poses.evaluate(), strict=True):
            np.testing.assert_array_equal(before, now)
    pairs[:, layout.PAIR_SHORT] = 0
    for x, turn, *found in walked:
        poses.place(x, turn)
        for before, now in zip(found, poses.evaluate(), strict=True):
            np.testing.assert_allclose(before, now, rtol=1e-9, atol=1e-9 * max(1e-6, np.abs(now).max()))
