"""The same file run by MuJoCo: positions of bodies, with its classical Runge-Kutta method at small steps.

Contacts, limits and dry friction are switched off, since the importer leaves them out. The error of the method is that
of a fourth-order formula at steps of 0.1 ms, some 1e-12 on the models here; the limit of 1e-6 is what the importer
promises, and the tests ask for more.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

STEP = 1e-4


def mujoco_model(path: Path) -> Any:
    """MuJoCo's model; of a URDF file without what is only drawn, and with no bodies merged."""
    import mujoco

    mujoco.set_mju_user_warning(lambda text: None)  # it would write a file
    if path.suffix != ".urdf":
        return mujoco.MjModel.from_xml_path(str(path))
    text = re.sub(r"<!--.*?-->", "", path.read_text(), flags=re.S)
    text = re.sub(r"<(visual|collision)[ >].*?</\1>", "", text, flags=re.S)
    text = re.sub(r"(<robot[^>]*>)", r'\1<mujoco><compiler fusestatic="false"/></mujoco>', text, count=1)
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.gravity[:] = (0.0, 0.0, -9.80665)
    return model


def motion(model: Any, end: float, steps: int, control: float) -> np.ndarray:
    """Positions of all bodies at the output times."""
    import mujoco

    off = mujoco.mjtDisableBit
    model.opt.integrator, model.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, STEP
    model.opt.disableflags |= off.mjDSBL_CONTACT | off.mjDSBL_LIMIT | off.mjDSBL_FRICTIONLOSS
    model.opt.density = model.opt.viscosity = 0.0
    data = mujoco.MjData(model)
    data.ctrl[:] = control
    found = []
    for k in range(steps + 1):
        mujoco.mj_forward(model, data)
        found.append(data.xpos.copy())
        for _ in range(round(end / steps / STEP) if k < steps else 0):
            mujoco.mj_step(model, data)
    return np.array(found)


def disagreement(model: Any, theirs: Any, end: float, steps: int, control: float = 0.0) -> tuple[float, float, int]:
    """Largest distance of a body from where MuJoCo has it, how far bodies moved, and how many were compared."""
    for element in model.variables.values():
        element.function = control
    reference = motion(theirs, end, steps, control)
    run = model.simulate(end=end, steps=steps, error=1e-9)
    worst = moved = 0.0
    count = 0
    for k in range(1, theirs.nbody):
        name = theirs.body(k).name
        if name in model.parts:
            ours = np.stack([run[f"{name}.{axis}"] for axis in "XYZ"], axis=1)
            worst = max(worst, float(abs(ours - reference[:, k]).max()))
            moved = max(moved, float(abs(reference[:, k] - reference[0, k]).max()))
            count += 1
    return worst, moved, count
