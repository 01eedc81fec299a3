import numpy as np
import pytest

from bellcrank.scene.raster import Camera, Canvas

RED, BLUE = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)


def canvas(width=80, height=60):
    return Canvas(np.ones((height, width, 3)))


def triangle(points, near):
    return np.array([[(x, y, near) for x, y in points]], dtype=float)


def flat(color):
    return np.tile(color, (1, 3, 1)).astype(float)


def covered(picture):
    return int((picture.color.min(axis=2) < 0.5).sum())


@pytest.mark.parametrize(
    "points", [[(5, 5), (65, 10), (20, 55)], [(65, 10), (5, 5), (20, 55)], [(10, 10), (10, 50), (60, 10)]]
)
def test_as_many_pixels_are_covered_as_the_triangle_has_area(points):
    picture = canvas()
    picture.triangles(triangle(points, 1.0), flat(RED))
    (x0, y0), (x1, y1), (x2, y2) = points
    assert covered(picture) == pytest.approx(abs((x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)) / 2, rel=0.03)


def test_two_triangles_of_a_square_leave_no_gap():
    picture = canvas()
    square = [[(10, 10), (50, 10), (50, 40)], [(10, 10), (50, 40), (10, 40)]]
    picture.triangles(np.concatenate([triangle(t, 1.0) for t in square]), np.concatenate([flat(RED)] * 2))
    assert covered(picture) == 40 * 30


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_is_nearer_wins_whatever_comes_first(order):
    things = [
        (triangle([(0, 0), (79, 0), (0, 59)], 1.0), flat(RED)),
        (triangle([(0, 0), (40, 0), (0, 30)], 2.0), flat(BLUE)),
    ]
    picture = canvas()
    for k in order:
        picture.triangles(*things[k])
    assert tuple(picture.color[5, 5]) == BLUE
    assert tuple(picture.color[30, 20]) == RED


def test_colours_are_mixed_between_the_corners():
    picture = canvas()
    picture.triangles(triangle([(0, 0), (80, 0), (0, 60)], 1.0), np.array([[RED, BLUE, RED]]))
    assert picture.color[0, 40] == pytest.approx([0.5, 0, 0.5], abs=0.02)


def test_triangles_outside_or_without_area_draw_nothing():
    picture = canvas()
    picture.triangles(triangle([(-50, -50), (-10, -50), (-50, -10)], 1.0), flat(RED))
    picture.triangles(triangle([(5, 5), (50, 50), (20, 20)], 1.0), flat(RED))
    picture.triangles(np.empty((0, 3, 3)), np.empty((0, 3, 3)))
    assert covered(picture) == 0


def test_a_line_is_hidden_behind_a_nearer_triangle():
    picture = canvas()
    picture.triangles(triangle([(0, 0), (40, 0), (0, 59)], 2.0), flat(BLUE))
    ends = np.array([[(0, 5, 1.0), (79, 5, 1.0)]])
    picture.lines(ends, np.array([RED]), np.array([1.0]), width=2)
    assert tuple(picture.color[5, 5]) == BLUE and tuple(picture.color[5, 70]) == RED


def test_shade_darkens_once():
    picture = canvas()
    twice = np.concatenate([triangle([(0, 0), (40, 0), (0, 40)], 1.0)] * 2)
    picture.shade(twice, 0.5)
    assert picture.color[5, 5] == pytest.approx([0.5] * 3)


def test_the_camera_puts_its_target_in_the_middle_and_near_things_larger():
    camera = Camera(np.zeros(3), np.eye(3), 10.0, 0.5)
    middle, near, far = camera.project(np.array([[0, 0, 0], [1, 0, 2.0], [1, 0, -2.0]]), 80, 60)
    assert tuple(middle) == (40, 30, 0.1)
    assert near[0] - 40 == pytest.approx(30 / 0.5 / 8) and far[0] - 40 == pytest.approx(30 / 0.5 / 12)
