"""Spectra against what is known of a sine and of white noise."""

import numpy as np
import pytest

from bellcrank.errors import ResultsError
from bellcrank.plots.spectrum import amplitude, density


def test_a_sine_shows_its_amplitude_at_its_frequency():
    time = np.linspace(0.0, 10.0, 2001)
    frequency, height = amplitude(time, 7.0 + 3.0 * np.sin(2 * np.pi * 5.0 * time))
    peak = int(np.argmax(height))
    assert frequency[peak] == pytest.approx(5.0, abs=0.06) and height[peak] == pytest.approx(3.0, rel=0.01)
    assert height[0] < 0.05


def test_uneven_times_are_brought_onto_even_ones():
    time = np.linspace(0.0, 10.0, 2001)
    time = time + 0.001 * np.sin(40 * time)
    frequency, height = amplitude(time, np.cos(2 * np.pi * 2.0 * time))
    assert height.max() == pytest.approx(1.0, rel=0.01) and frequency[np.argmax(height)] == pytest.approx(2.0, abs=0.06)


def test_the_integral_of_the_density_is_the_variance():
    """White noise of variance 4 sampled at 1000 Hz has the one-sided density 4/500."""
    noise = 2.0 * np.random.default_rng(5).normal(size=200_000)
    frequency, power = density(np.arange(200_000) / 1000.0, noise, blocks=100)
    assert np.trapezoid(power, frequency) == pytest.approx(noise.var(), rel=0.02)
    assert power[50:-50].mean() == pytest.approx(4.0 / 500.0, rel=0.02)


def test_too_short_a_run_is_refused():
    with pytest.raises(ResultsError, match="too short"):
        amplitude(np.zeros(30), np.zeros(30))
