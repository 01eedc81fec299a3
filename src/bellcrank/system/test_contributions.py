"""Contributions of elements to the matrix."""

from __future__ import annotations

import numpy as np

from bellcrank.system.contributions import Contributions, _numbered_keys
from bellcrank.system.primitives.places import Shape
from bellcrank.testing.sample import Sample


def test_contributions_are_summed_ground_and_held_rows_count_nothing():
    c = Contributions(4)
    own = c.add(np.array([(k, k) for k in range(4)]))
    shape = Shape([[(0, 1), (1, 2)], [(3, 0), (0, 4), (3, 3)]])
    table = c.table([(7,), (8,)], np.array([(0, 1, 0, -1, -1), (0, 1, 3, 2, -1)]), shape)
    c.fix(0, 1, 5.0)  # number 1 of the first group of both elements
    pattern = c.pattern(still=[3], own=4)
    assert own == 0 and table[:, 0].tolist() == [7, 8]
    first, second = table[:, 1].tolist(), table[:, 2].tolist()
    assert first == [4, 6] and second == [pattern.count, 8], "the group of ground is in the scratch area"
    assert pattern.size == pattern.count + 3
    values = np.zeros(pattern.size)
    pattern.begin(values)
    values[:4] = 1.0
    for start, value in zip(first, (10.0, 20.0), strict=True):
        values[start] = value
    values[second[0] : second[0] + 3] = values[second[1] : second[1] + 3] = 99.0
    wanted = np.eye(4)
    wanted[0, 1], wanted[1, 0], wanted[2, 0], wanted[2, 2] = 30.0, 5.0, 99.0, 100.0
    assert np.array_equal(pattern.matrix(values).dense(), wanted)
    wanted[0] = wanted[:, 0] = 0.0
    wanted[0, 0] = 1.0
    assert np.array_equal(pattern.without([0], 4).matrix(values).dense(), wanted)


def test_an_element_without_a_shape_has_the_places_of_the_one_before():
    c = Contributions(3)
    one, two = Shape([[(0, 0)]]), Shape([[(0, 1), (1, 0)]])
    table = c.table([(0,), (1,), (2,), (3,)], np.array([(0, -1), (1, -1), (1, 2), (1, 2)]), [one, None, two, None])
    assert table[:, 1].tolist() == [0, 0, 1, 1]


MEASURES = ("DX", "DY", "DZ", "AX", "AY", "AZ")


def test_the_components_of_one_force_share_their_entries():
    """Six rows of twelve columns for each body, and eight blocks; the sum begins anew with every matrix."""
    laws = [
        f"{name}={value}(21,31)\\" for name, value in zip(("FX", "FY", "FZ", "TX", "TY", "TZ"), MEASURES, strict=True)
    ]
    sample = Sample(f"GFORCE/1, I=21, JFLOAT=39, RM=31, {' '.join(laws)}")
    assert sample.system.pattern.count - Sample("").system.pattern.count == 2 * 72 + 8 * 9
    first = sample.matrix(1.0, 0.5, 0.25)
    assert np.array_equal(sample.matrix(1.0, 0.5, 0.25), first)


def test_keys_too_large_to_be_sorted_with_their_places_give_the_same_entries():
    rng = np.random.default_rng(1)
    keys = rng.integers(-1, 20, 60)
    keys[-3:] = -1
    unique, entry = _numbered_keys(keys)
    large, same = _numbered_keys(np.where(keys < 0, -1, keys + 2**60))
    assert np.array_equal(unique, np.unique(keys[keys >= 0])) and np.array_equal(large - 2**60, unique)
    assert np.array_equal(entry, same) and len(entry) <= 57
    known = np.append(unique, -1)[entry]
    assert np.array_equal(known, keys[: len(entry)])
