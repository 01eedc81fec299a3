"""Amplitude and power spectra of a channel.

The signal is brought onto even times (Akima) and its mean is removed; a Hann window w keeps lines from leaking.

    amplitude  A_k = 2 |FFT(w x)_k| / sum(w)             a sine of amplitude a shows the height a       (1)
    density    S_k = 2 |FFT(w x)_k|^2 / (f_s sum(w^2))   mean over half-overlapping blocks (Welch)      (2)

The integral of S over the frequency is the variance of the signal. Reference: P. D. Welch, IEEE Trans. Audio
Electroacoust. AU-15 (1967) 70-73.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..errors import Message, ResultsError
from ..results.grid import akima, rising

Array = NDArray[np.float64]
FEWEST = 8


def even(time: Array, x: Array) -> tuple[float, Array]:
    """Sampling frequency and the signal on as many even times, without its mean."""
    times, rows = rising(time)
    if len(times) < FEWEST:
        why = f"there are {len(times)} rows at different times, a spectrum needs at least {FEWEST}"
        raise ResultsError(Message("error", "E908", "the run is too short for a spectrum", why=why))
    grid = np.linspace(times[0], times[-1], len(times))
    values = x[rows]
    if not np.allclose(grid, times, rtol=0.0, atol=1e-6 * (times[-1] - times[0]) / len(times)):
        values = akima(times, values, grid)
    return (len(times) - 1) / float(times[-1] - times[0]), values - values.mean()


def amplitude(time: Array, x: Array) -> tuple[Array, Array]:
    """Frequencies and amplitudes, equation (1)."""
    rate, values = even(time, x)
    window = _hann(len(values))
    lines = np.abs(np.fft.rfft(window * values))
    return _frequencies(len(values), rate), 2.0 * lines / window.sum()


def density(time: Array, x: Array, blocks: int = 8) -> tuple[Array, Array]:
    """Frequencies and power density, equation (2); about `blocks` blocks are averaged."""
    rate, values = even(time, x)
    length = max(FEWEST, 2 * len(values) // (blocks + 1))
    window = _hann(length)
    starts = range(0, len(values) - length + 1, max(1, length // 2))
    power: Array = np.mean([np.abs(np.fft.rfft(window * values[s : s + length])) ** 2 for s in starts], axis=0)
    power *= 2.0 / (rate * np.sum(window**2))
    power[0] *= 0.5
    if length % 2 == 0:
        power[-1] *= 0.5
    return _frequencies(length, rate), power


def _frequencies(length: int, rate: float) -> Array:
    return np.asarray(np.fft.rfftfreq(length, 1.0 / rate), dtype=np.float64)


def _hann(length: int) -> Array:
    """The periodic Hann window."""
    return np.asarray(0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(length) / length))
