"""What OUTPUT says of requests: yaw, pitch and roll instead of 3-1-3 angles, and scales of measures."""

from __future__ import annotations

import pytest

from bellcrank.model import load_text

MODEL = """a free body
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=1,2,3, WX=1, WY=2, WZ=0.5, VX=1
MARKER/20, PART=2, REULER=20D,30D,40D
REQUEST/1, DISPLACEMENT, I=20, J=1
REQUEST/2, VELOCITY, I=20, J=1
REQUEST/3, F2=DX(20,1)\\ F3=VX(20,1)\\ F4=WY(20,1)\\ F6=YAW(20,1)\\ F7=PITCH(20,1)\\ F8=ROLL(20,1)
{output}
END
"""


def simulate(output):
    model, report = load_text(MODEL.format(output=output))
    assert not report.errors
    return model.simulate(end=1.0, steps=4)


def test_yaw_pitch_and_roll():
    run = simulate("OUTPUT/YPR, REQSAVE")
    for column, name in zip(("F6", "F7", "F8"), ("YAW", "PITCH", "ROLL"), strict=True):
        assert run[f"REQ_1.{column}"] == pytest.approx(run[f"REQ_3.{column}"], abs=1e-12)
        assert run[f"REQ_1.{name}"] == pytest.approx(run[f"REQ_3.{column}"], abs=1e-12)


def test_scales_of_measures():
    run = simulate("OUTPUT/DSCALE=1000, VSCALE=100, 10")
    assert run["REQ_1.F2"] == pytest.approx(1000.0 * run["REQ_3.F2"])
    assert run["REQ_2.F2"] == pytest.approx(100.0 * run["REQ_3.F3"])
    assert run["REQ_2.F7"] == pytest.approx(10.0 * run["REQ_3.F4"])
    assert run["REQ_1.F7"].max() < 3.2  # an angle, with no scale given
