"""Every example runs, and one number of each is right."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
EXPECTED = {
    "chain_in_python": "freedoms: 10",
    "motor_position_loop": "after 2 s 1.01558 rad",
    "wheel_brakes": "hardest braking 2666 N",
    "press_of_solids": "ram      12.530 kg",
    "find_wrong_rates": "1 wrong rates in 1 files",
}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda p: p.stem)
def test_an_example_runs(path, tmp_path):
    done = subprocess.run([sys.executable, str(path)], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert EXPECTED.get(path.stem, "") in done.stdout
