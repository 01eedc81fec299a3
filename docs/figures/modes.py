"""The report of modes with its charts: the models of the tests of modes.

python docs/figures/modes.py        # writes docs/_static/modes.png; needs playwright and Chromium
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tests" / "analyses")]

import make  # noqa: E402
import resting  # noqa: E402
import test_modes  # noqa: E402


def main() -> None:
    """Compute the modes, open their report, keep its picture."""
    linear = test_modes.cart().linearize(["force"], ["x", "th"])
    diagram = test_modes.rotor(0.0).campbell([0.0, 400.0, 800.0], test_modes.spin)
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "modes.html"
        resting.hung_block().modes().view(page, charts=[diagram, (linear, np.linspace(1, 10, 100))])
        make.screenshot(page, make.PICTURES / "modes.png")


if __name__ == "__main__":
    main()
