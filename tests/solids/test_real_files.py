"""Parasolid files of other people (../shared/corpus): every face, every body closed, masses as Adams computed them."""

import time
from pathlib import Path

import numpy as np
import pytest

from bellcrank.geometry.mass import mass_of
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.parasolid import bodies, nodes, tessellate
from bellcrank.model import load
from bellcrank.model.checks import examine

CORPUS = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus" / "adamspy"
CAMELOT, FRS5 = CORPUS / "camelot_1_pull0_offset0.xmt_txt", CORPUS / "FRS5_doe_8_LAUL_analysis.xmt_txt"

pytestmark = pytest.mark.skipif(not CAMELOT.exists(), reason="the corpus ../shared/corpus is not there")


def meshed(file, body, angle=tessellate.ANGLE):
    net = tessellate.mesh(file, body, angle)
    assert not net.failures and set(net.faces.tolist()) == set(range(len(net.nodes)))
    return Mesh.of(net.points, net.corners, net.faces, net.middles)


@pytest.mark.parametrize(("path", "count", "faces"), [(CAMELOT, 6, 246), (FRS5, 43, 1695)], ids=["camelot", "FRS5"])
def test_every_face_of_every_body_is_there_and_closed(path, count, faces):
    start = time.process_time()
    file = nodes.read(path.read_bytes())
    found = [meshed(file, body) for body in file.of_kind(bodies.BODY)]
    seconds = (time.process_time() - start) / (path.stat().st_size / 4e6)
    assert len(found) == count and sum(len(set(mesh.faces.tolist())) for mesh in found) == faces
    assert all(mesh.closed and mass_of(mesh).mass > 0.0 for mesh in found)
    assert seconds < 30.0  # for 4 MB: 10 s of an idle core; busy ones, and two threads of the library, count more


@pytest.mark.parametrize("which", [0, 2, 3])
def test_half_the_angle_changes_the_volume_by_less_than_1e_4(which):
    file = nodes.read(CAMELOT.read_bytes())
    body = file.of_kind(bodies.BODY)[which]
    coarse, fine = (mass_of(meshed(file, body, angle)) for angle in (0.2, 0.1))
    assert coarse.mass == pytest.approx(fine.mass, rel=1e-4)
    assert np.abs(coarse.inertia - fine.inertia).max() < 2e-4 * np.abs(fine.inertia).max()


def test_the_parts_of_camelot_have_centres_and_radii_of_gyration_of_their_solids():
    model, _ = load(CORPUS / "camelot.adm")
    assert sum(g.kind == "EXTERNAL" for g in model.all("GRAPHICS")) >= 6
    assert not [m for m in examine(model) if m.rule in ("C104", "C105")]


@pytest.mark.parametrize("part", ["fwd_gateF", "aft_gateF", "upper_front_sprocketF", "feed_rotorF"])
def test_masses_that_adams_computed_from_solids(part):
    model, _ = load(CORPUS / "FRS5_doe_8.adm")
    body = model.parts[part]
    own = [g for g in model.all("GRAPHICS") if g.kind == "EXTERNAL" and model.get("MARKER", g.rm).part == body.id]
    (solid,) = [g.solid(model) for g in own]
    assert body.mass == pytest.approx(solid.mass, rel=5e-5)  # mm, kg; the density stands in the file
