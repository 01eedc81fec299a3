"""Comparison of runs with other names, units, grids and angles."""

import numpy as np
import pytest

from bellcrank.errors import ResultsError
from bellcrank.model.frames import rotation
from bellcrank.results import Entity, Results
from bellcrank.results.compare import compare
from bellcrank.results.orientation import angle_between, matrices

TIME = np.linspace(0.0, 2.0, 101)


def one_part(time, scale=1.0, unit="meter", name="PART_2", shift=0.0) -> Results:
    x, y = np.sin(3 * time) + shift, np.cos(3 * time)
    return Results([Entity(name, "Part", 2, ("X", "Y"), (unit, unit))], np.column_stack([time, scale * x, scale * y]))


def test_the_same_run_differs_by_nothing():
    result = compare(one_part(TIME), one_part(TIME))
    assert [d.largest for d in result.differences] == [0.0, 0.0] and not result.beyond(0.0)
    assert (result.start, result.stop, result.times) == (0.0, 2.0, 101)


def test_units_and_names_are_translated():
    result = compare(one_part(TIME), one_part(TIME, 1000.0, "mm", "crank"))
    difference = result.differences[0]
    assert (difference.channel, difference.other, difference.units) == ("PART_2.X", "crank.X", "meter")
    assert max(d.relative for d in result.differences) < 1e-15


def test_the_largest_difference_is_found_where_it_is():
    other = one_part(TIME)
    other.values[40, 1] += 0.25
    first, second = compare(one_part(TIME), other).differences
    assert first.largest == pytest.approx(0.25) and first.time == pytest.approx(0.8) and second.largest == 0.0
    assert first.rms == pytest.approx(0.25 / np.sqrt(101)) and first.relative == pytest.approx(0.25, rel=0.1)
    assert compare(one_part(TIME), other).beyond(1e-3) == [first] and not compare(one_part(TIME), other).beyond(
        1e-3, 0.3
    )


def test_a_finer_run_is_interpolated_onto_the_coarser():
    fine = np.linspace(0.0, 3.0, 3001)[::1] + 1e-4
    result = compare(one_part(fine), one_part(TIME))
    assert result.times == 100 and max(d.largest for d in result.differences) < 1e-7


def test_six_digits_of_the_time_are_enough():
    time = np.linspace(100.0, 101.0, 100_01)
    rounded = np.array([float(f"{t:.5E}") for t in time[::10]])
    coarse = one_part(time[::10])
    coarse.values[:, 0] = rounded
    assert max(d.largest for d in compare(one_part(time), coarse).differences) == 0.0


def test_whole_turns_do_not_count():
    angle = np.linspace(0.0, 12.0, 101)
    entity = Entity("hinge", "Request", 1, ("F6",), ("rad",))
    wrapped = np.column_stack([TIME, (angle + np.pi) % (2 * np.pi) - np.pi])
    degrees = Results([Entity("hinge", "Request", 1, ("F6",), ("deg",))], np.column_stack([TIME, np.degrees(angle)]))
    [difference] = compare(degrees, Results([entity], wrapped)).differences
    assert difference.units == "deg" and difference.largest < 1e-12


def test_orientations_are_compared_as_such():
    """psi + phi is the same, psi and phi are not: at theta = 0 the orientation is equal."""
    components = ("PSI", "THETA", "PHI")
    entity = Entity("PART_3", "Part", 3, components, ("rad",) * 3)
    turn = 3.0 * TIME
    a = Results([entity], np.column_stack([TIME, turn, 0 * TIME, 0 * TIME]))
    b = Results([entity], np.column_stack([TIME, turn - 0.7, 0 * TIME, 0 * TIME + 0.7 + 0.001]))
    [difference] = compare(a, b).differences
    assert difference.channel == "PART_3.ORIENTATION" and difference.largest == pytest.approx(0.001, rel=1e-6)
    assert len(compare(a, b, channels=["PART_3.PSI"]).differences) == 1


def test_rounding_noise_has_no_relative_size():
    names = ("FX", "TX")
    entity = [Entity("J", "Joint", 1, names, ("newton", "newton-meter")), Entity("P", "Part", 2, ("X",), ("meter",))]
    values = np.column_stack([TIME, 10 + TIME, 1e-15 * np.sin(TIME), TIME])
    other = values.copy()
    other[:, 2] *= -1
    assert not compare(Results(entity, values), Results(entity, other)).beyond(1e-3)


def test_different_things_are_not_compared():
    result = compare(one_part(TIME), one_part(TIME, unit="newton"))
    assert not result.differences and result.incompatible[0] == ("PART_2.X", "meter", "newton")
    with pytest.raises(ResultsError, match="no time in common"):
        compare(one_part(TIME), one_part(TIME + 10))


def test_pairs_of_expressions():
    result = compare(one_part(TIME), one_part(TIME), (), [("PART_2.X*2", "PART_2.X + PART_2.X")])
    assert [d.channel for d in result.differences] == ["PART_2.X*2"] and result.differences[0].largest < 1e-15


def test_euler_angles_and_matrices():
    given = np.array([[0.3, 1.1, -2.0], [2.5, 0.0, 0.0], [-1.0, 3.0, 0.5]])
    stack = matrices(*given.T)
    np.testing.assert_allclose(
        np.einsum("nij,nkj->nik", stack, stack), np.broadcast_to(np.eye(3), (3, 3, 3)), atol=1e-15
    )
    for row, matrix in zip(given, stack, strict=True):
        np.testing.assert_allclose(rotation(tuple(row)), matrix.ravel(), atol=1e-15)
    turned = matrices(given[:, 0] + 1e-8, given[:, 1], given[:, 2])
    np.testing.assert_allclose(angle_between(stack, turned), 1e-8, rtol=1e-6)


def two_parts(names, ids, speeds) -> Results:
    entities = [Entity(name, "Part", id, ("X",), ("meter",)) for name, id in zip(names, ids, strict=True)]
    return Results(entities, np.column_stack([TIME, *(speed * TIME for speed in speeds)]))


def test_r6_a_graphics_file_knows_ids_not_names():
    """R6: PART/3 is called PART_2 and PART/4 PART_3; PART_3 of a .gra is PART/3. It was a false difference of 4 m."""
    named, by_id = two_parts(("PART_2", "PART_3"), (3, 4), (1, 5)), two_parts(("PART_3", "PART_4"), (3, 4), (1, 5))
    for first, second in ((named, by_id), (by_id, named)):
        result = compare(first, second)
        assert [d.largest for d in result.differences] == [0.0, 0.0]
        assert not result.only_first and not result.only_second
    assert {(d.channel, d.other) for d in compare(named, by_id).differences} == {
        ("PART_2.X", "PART_3.X"), ("PART_3.X", "PART_4.X"),
    }  # fmt: skip


def test_r6_parts_with_names_of_their_own_are_matched_by_name_although_renumbered():
    result = compare(two_parts(("arm", "leg"), (3, 4), (1, 5)), two_parts(("leg", "arm"), (3, 4), (5, 1)))
    assert [d.largest for d in result.differences] == [0.0, 0.0]


def test_r6_requests_meet_by_id_and_function():
    """R6: our request "tip" with columns of its own names is request 7 of a file of Adams."""
    values = np.column_stack([TIME, TIME, 2 * TIME])
    ours = Results([Entity("tip", "Request", 7, ("height", "angle"), ("mm", "rad"), {"slots": [2, 6]})], values)
    adams = Results([Entity("REQ_7", "Request", 7, ("F2", "F3", "F6"), ("mm", "mm", "rad"))],
                    np.column_stack([TIME, TIME, 0 * TIME, 2 * TIME]))  # fmt: skip
    for first, second in ((ours, adams), (adams, ours)):
        assert [d.largest for d in compare(first, second).differences] == [0.0, 0.0]


def test_r6_noise_beside_large_values_is_no_difference():
    """R6: 5e-9 m in a part that should rest, beside lengths of 1 m, was a relative difference of 1."""
    entities = [Entity("A", "Part", 2, ("X",), ("meter",)), Entity("B", "Part", 3, ("X",), ("mm",))]
    moving = np.column_stack([TIME, TIME, 0.0 * TIME])
    noisy = np.column_stack([TIME, TIME, 5e-6 * np.sin(50 * TIME)])
    assert not compare(Results(entities, moving), Results(entities, noisy)).beyond(1e-3)
    noisy[:, 2] *= 1e3
    assert compare(Results(entities, moving), Results(entities, noisy)).beyond(1e-3)
