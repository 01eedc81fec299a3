import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bellcrank.scene.columns import pack, unpack

TIME = np.linspace(0.0, 10.0, 2000)


@pytest.mark.parametrize("bits", [16, 18, 20, 24])
def test_the_error_is_at_most_half_a_step(bits):
    columns = np.array([np.sin(3 * TIME), 1e6 + 1e-3 * np.cos(TIME), TIME**3 - 40.0])
    back = unpack(pack(columns, bits), *columns.shape)
    step = np.ptp(columns, axis=1) / (2**bits - 1)
    assert np.all(np.abs(back - columns).max(axis=1) <= 0.51 * step + 1e-15 * np.abs(columns).max(axis=1))


def test_a_constant_column_comes_back_exactly():
    columns = np.full((1, 50), 0.1)
    assert np.array_equal(unpack(pack(columns, 20), 1, 50), columns)


def test_columns_with_holes_are_kept_as_float32():
    columns = np.array([[1.0, np.nan, np.inf, -2.5], [0.0, 1.0, 2.0, 3.0]])
    back = unpack(pack(columns, 20), 2, 4)
    assert np.array_equal(back[0], columns[0], equal_nan=True)
    assert np.allclose(back[1], columns[1], atol=2e-6)


def test_smooth_motion_needs_less_than_eight_bits_a_value():
    phases = np.linspace(0.0, 6.0, 60)[:, None]
    columns = np.sin(5.0 * TIME + phases) + 0.3 * np.sin(17.0 * TIME - phases)
    assert 8 * len(pack(columns, 20)) / columns.size < 8.0


@given(st.lists(st.floats(-1e12, 1e12), min_size=1, max_size=40))
@settings(max_examples=60, deadline=None)
def test_any_finite_column_comes_back_within_a_step(values):
    columns = np.array([values])
    back = unpack(pack(columns, 20), *columns.shape)
    assert np.abs(back - columns).max() <= 0.51 * np.ptp(columns) / (2**20 - 1) + 1e-12 * np.abs(columns).max()
