"""Contributions of elements to the matrix."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.numerics.sparse_lu import solve
from bellcrank.system import assemble
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


ACTING = """JOINT/1, REVOLUTE, I=21, J=11
JOINT/2, SPHERICAL, I=32, J=22
SPRINGDAMPER/1, TRANSLATION, I=22, J=32, K=3, C=2, LENGTH=1
BUSHING/1, I=22, J=32, K=1,2,3, C=4,5,6, KT=1,2,3, CT=1,2,3
SFORCE/1, TRANSLATIONAL, I=22, J=12, FUNCTION=-3*VR(22,12)+DIF(1)
DIFF/1, IC=1, FUNCTION=-DIF(1)+DX(22)
"""


def test_accelerations_need_masses_and_constraints_alone():
    """What else connects motions is zero by its place, and the matrix without it is the same."""
    sample = Sample(ACTING)
    s, system = sample.work, sample.system
    whole = sample.matrix(0.0, 0.0, 1.0)
    forces = system.pattern.between(s.n_motions, system.first_coupling)
    assert len(forces) > 100 and not s.values[forces].any()
    by_name = {kind.name: only for (kind, _), only in zip(system.kinds, system.only_forces, strict=True)}
    assert by_name["SPRING"] and by_name["BUSHING"] and not by_name["AT_POINT"] and not by_name["DIFF"]
    sample.matrix(0.3, 1.0, 1.0 / 0.3)
    assert s.values[forces].any()
    sample.matrix(0.0, 0.0, 1.0)
    s.u += 0.1
    s.q[:, 3:] += 0.05
    sample.call(assemble.residual)
    sample.call(assemble.masses)
    again = s.dense()
    assert again == pytest.approx(sample.matrix(0.0, 0.0, 1.0), abs=0.0) and not np.array_equal(again, whole)
    b = np.arange(1.0, s.n + 1.0)
    wanted = np.linalg.lstsq(again, b, rcond=None)[0]
    lu = s.factorisation(quick=True, masses_only=True)
    found = b.copy()
    solve(lu.arrays, found)
    assert again @ found == pytest.approx(again @ wanted, rel=1e-9, abs=1e-9)
    assert lu.indices.size < s.factorisation().indices.size
