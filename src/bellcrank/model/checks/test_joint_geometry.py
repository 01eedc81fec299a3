"""Rule C201: joints whose markers do not fit together."""

import pytest

from bellcrank.testing.rules import findings


def found(kind, qp="0,0,0", reuler="0,0,0", more=""):
    text = (
        f"PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2, QP=500,0,0\nMARKER/21, PART=2, QP={qp}, REULER={reuler}\n"
    )
    return findings(f"{text}{kind}, I=21, J=1{more}", "C201")


ALL = ["SPHERICAL", "REVOLUTE", "FIXED", "TRANSLATIONAL", "CYLINDRICAL", "PLANAR", "HOOKE", "CONVEL"]


@pytest.mark.parametrize("kind", ALL)
def test_aligned_markers_fit(kind):
    assert found(f"JOINT/1, {kind}") == []


def test_the_bars_of_a_universal_joint_are_perpendicular():
    assert found("JOINT/1, UNIVERSAL", reuler="90D,90D,0") == []
    (message,) = found("JOINT/1, UNIVERSAL", reuler="90D,80D,0")
    assert "10 deg off the right angle" in message.what


@pytest.mark.parametrize("kind", ["SPHERICAL", "REVOLUTE", "FIXED", "HOOKE", "CONVEL"])
def test_origins_apart(kind):
    (message,) = found(f"JOINT/1, {kind}", qp="3,4,0")
    assert "MARKER/21 and MARKER/1 are 5 mm apart" in message.what


@pytest.mark.parametrize(
    ("kind", "qp", "words"),
    [
        ("JOINT/1, TRANSLATIONAL", "3,4,7", "5 mm off the z axis"),
        ("JOINT/1, CYLINDRICAL", "3,4,7", "5 mm off the z axis"),
        ("JPRIM/1, INLINE", "3,4,7", "5 mm off the z axis"),
        ("JOINT/1, PLANAR", "3,4,7", "7 mm off the x-y plane"),
        ("JPRIM/1, INPLANE", "3,4,7", "7 mm off the x-y plane"),
        ("JPRIM/1, ATPOINT", "3,4,0", "5 mm apart"),
    ],
)
def test_distances_by_kind(kind, qp, words):
    (message,) = found(kind, qp)
    assert words in message.what


@pytest.mark.parametrize(
    "kind", ["JOINT/1, REVOLUTE", "JOINT/1, CYLINDRICAL", "JOINT/1, PLANAR", "JPRIM/1, PARALLEL_AXES"]
)
def test_axes_apart(kind):
    (message,) = found(kind, reuler="0,8.3D,0")
    assert "8.3 deg apart" in message.what and "parallel" in message.what


def test_a_revolute_that_could_be_spherical():
    (message,) = found("JOINT/1, REVOLUTE", reuler="0,8.3D,0")
    assert "SPHERICAL" in message.cure


@pytest.mark.parametrize("kind", ["JOINT/1, FIXED", "JPRIM/1, ORIENTATION", "JOINT/1, CONVEL", "JOINT/1, HOOKE"])
def test_twisted_markers(kind):
    (message,) = found(kind, reuler="20D,0,0")
    assert "20 deg" in message.what


def test_distance_constraint():
    assert found("JPRIM/1, POINT_POINT", qp="3,4,0", more=", OFFSET=5") == []
    (message,) = found("JPRIM/1, POINT_POINT", qp="3,4,0", more=", OFFSET=7")
    assert "differs by 2 mm" in message.what


def test_opposite_axes_are_only_noted():
    (message,) = found("JOINT/1, REVOLUTE", reuler="0,180D,0")
    assert message.severity == "note" and "opposite" in message.what


def test_rounding_of_the_dataset_is_not_mentioned():
    assert found("JOINT/1, REVOLUTE", qp="1E-4,0,0", reuler="0,0.001D,0") == []
