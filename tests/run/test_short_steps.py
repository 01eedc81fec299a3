"""Parts without mass can be integrated by every method: there is no energy that would set a tolerance of work."""

from pathlib import Path

import pytest

import bellcrank as bc

SUSPENSION = Path(bc.__file__).parent / "examples" / "suspension.adm"


@pytest.mark.parametrize("method", ["GSTIFF", "WSTIFF", "RADAU5", "HHT"])
def test_a_suspension_without_masses_moves_as_its_kinematics(method):
    """No freedoms and no masses: positions follow the motion to the tolerance, in tens of steps."""
    right = bc.read(SUSPENSION).simulate(end=0.1, steps=2)
    run = bc.read(SUSPENSION).simulate(end=0.1, steps=2, method=method, error=1e-6)
    assert run.attrs["statistics"]["steps"] < 200
    for channel in ("upright.X", "upright.Y", "upright.Z", "tie_rod.Y"):
        assert run[channel] == pytest.approx(right[channel], abs=1e-6 * 300)  # millimetres, of the size of a part
