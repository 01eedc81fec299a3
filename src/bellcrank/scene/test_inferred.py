import numpy as np
import pytest

from bellcrank.scene.frames import matrix
from bellcrank.scene.inferred import ellipsoid_of_inertia, part_shapes

NO_INERTIA = np.zeros((3, 3))
P = [np.array(p, dtype=float) for p in ([0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1])]


def kinds(shapes):
    return [s.name for s in shapes]


def test_the_ellipsoid_of_a_uniform_ellipsoid_is_itself():
    m, (a, b, c) = 3.0, (0.3, 0.2, 0.5)
    inertia = m / 5 * np.diag([b * b + c * c, a * a + c * c, a * a + b * b])
    half, axes = ellipsoid_of_inertia(m, inertia)
    assert np.allclose(np.abs(axes.T @ inertia @ axes), np.diag(np.diag(axes.T @ inertia @ axes)))
    assert sorted(half) == pytest.approx(sorted([a, b, c]))
    assert np.linalg.det(axes) == pytest.approx(1.0)


def test_two_points_are_joined_by_one_rod_with_its_mass_in_the_middle():
    shapes = part_shapes(P[:2], np.array([0.5, 0, 0]), 2.0, np.diag([0.01, 0.2, 0.2]), 2.0)
    assert kinds(shapes) == ["rod", "end", "end", "inertia"]
    rod = shapes[0]
    assert rod.length == pytest.approx(1.0)
    assert np.allclose(matrix(rod.frame[3:])[:, 2], [1, 0, 0])
    assert all(s.inferred for s in shapes)


def test_three_points_make_a_star_about_the_mass_centre():
    shapes = part_shapes(P[1:], np.zeros(3), 1.0, NO_INERTIA, 1.0)
    assert kinds(shapes).count("rod") == 3 and kinds(shapes)[-1] == "mass"


def test_a_mass_far_off_the_line_of_two_points_is_joined_to_both():
    assert kinds(part_shapes(P[:2], np.array([0.5, 0.5, 0]), 1.0, NO_INERTIA, 1.0)).count("rod") == 2


def test_a_huge_inertia_does_not_hide_the_rods():
    body = part_shapes(P[:2], np.array([0.5, 0, 0]), 1.0, np.diag([1e6, 1e6, 1e6]), 2.0)[-1]
    assert max(body.x, body.y, body.z) < 1.0


def test_a_ball_stays_a_bead_and_a_disc_is_seen_as_a_disc():
    """Half axes: of a ball at most 0.12 of the longest rod from the mass centre, of a disc 0.45."""
    ball, disc = (
        part_shapes(P[:2], P[0], 1.0, np.diag(moments), 1.0)[-1] for moments in ([1e3, 1e3, 1e3], [1e3, 1e3, 1999.0])
    )
    assert (ball.x, ball.y, ball.z) == pytest.approx((0.24, 0.24, 0.24))
    assert sorted((disc.x, disc.y, disc.z)) == pytest.approx([0.0384, 0.9, 0.9])


def test_a_body_without_rods_is_small_beside_the_model():
    body = part_shapes(P[:1], P[0], 1.0, np.diag([1e6, 1e6, 1e6]), 2.0)[-1]
    assert (body.x, body.y, body.z) == pytest.approx((0.2, 0.2, 0.2))


def test_points_that_coincide_count_once_and_nothing_gives_a_point():
    assert kinds(part_shapes([P[0], P[0]], None, 0.0, NO_INERTIA, 1.0)) == ["end"]
    assert kinds(part_shapes([], None, 0.0, NO_INERTIA, 1.0)) == ["point"]
