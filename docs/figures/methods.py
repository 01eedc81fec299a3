"""The methods compared: work against precision, energy over a thousand swings; the orthogonal complement's example.

    python docs/figures/methods.py        # writes docs/_static/work-precision.png and guided-rod.png, prints the table

Work is counted in evaluations of the equations (residuals), which no other program on the computer changes; precision
is the largest error of the compared quantities, in units of their own largest value, against ABAM at 1e-13.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import bellcrank as bc

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "docs" / "_static"
METHODS = ("GSTIFF", "WSTIFF", "DOP853", "ABAM", "RKF45", "RADAU5", "HHT")
TOLERANCES = tuple(10.0**-k for k in range(3, 11))
PROBLEMS = (
    ("double pendulum, 2 s", "double_pendulum_points", 2.0, ("REQ_1.F2", "REQ_1.F3", "REQ_1.F6", "REQ_1.F7")),
    ("tumbling body, 40 s", "free_body", 40.0, ("REQ_2.F2", "REQ_2.F3", "REQ_2.F4")),
    ("Andrews' mechanism, 0.03 s", "andrews", 0.03, ("REQ_1.F2", "REQ_1.F3", "REQ_3.F2", "REQ_3.F3")),
)


def model(name: str) -> bc.Model:
    """A dataset of tests/models."""
    return bc.read(ROOT / "tests" / "models" / f"{name}.adm")


def motion(name: str, end: float, channels: tuple[str, ...], **settings: Any) -> tuple[np.ndarray, int]:
    """The compared quantities, one row for each, and the evaluations they took."""
    run = model(name).simulate(end=end, steps=50, h_max=end, **settings)
    return np.array([run[channel] for channel in channels]), int(run.attrs["statistics"]["residuals"])


def work_precision() -> None:
    """The picture of work against precision."""
    figure, all_axes = plots().subplots(1, 3, figsize=(10.5, 3.8), layout="constrained")
    for axes, (title, name, end, channels) in zip(all_axes, PROBLEMS, strict=True):
        exact, _ = motion(name, end, channels, method="ABAM", error=1e-13)
        size = np.abs(exact).max(axis=1, keepdims=True)
        for method in METHODS:
            tolerances = TOLERANCES if method != "HHT" else TOLERANCES[:6]
            runs = [motion(name, end, channels, method=method, error=t) for t in tolerances]
            errors = [(np.abs(found - exact) / size).max() for found, _ in runs]
            axes.loglog(errors, [work for _, work in runs], "o-", label=method, markersize=3)
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("largest relative error")
        axes.invert_xaxis()
        axes.grid(color="0.9")
    all_axes[0].set_ylabel("evaluations of the equations")
    all_axes[0].legend(fontsize=7, frameon=False)
    figure.savefig(STATIC / "work-precision.png", dpi=110)


def energy_table() -> str:
    """The energy of a pendulum over 1000 swings from 90 degrees (1.19 s each) at error 1e-6, in units of m g l."""
    lines = ["| method | change of the energy after 1000 swings | largest on the way | steps |", "|---|---|---|---|"]
    for method in (*METHODS, "NEWMARK"):
        m = bc.Model("pendulum", units="mks", gravity=(0, 0, -9.81))
        bob = m.part(name="bob", mass=1.0, cm=(1, 0, 0), ip=(0.01, 0.01, 0.01))
        m.revolute(i=bob, j=m.ground, at=(0, 0, 0), axis=(0, 1, 0))
        run = m.simulate(end=1185.0, steps=4000, error=1e-6, method=method)
        energy = (run["ENERGY.KINETIC"] + run["ENERGY.GRAVITY"]) / 9.81
        steps = run.attrs["statistics"]["steps"]
        lines.append(f"| {method} | {energy[-1] - energy[0]:.1e} | {np.abs(energy - energy[0]).max():.1e} | {steps} |")
    return "\n".join(lines)


def guided_rod() -> None:
    """The figures of the paper: angle, angular speed, coordinates of O1 and C, trajectory of C, velocity of O1."""
    run = model("guided_rod").simulate(end=10.0, steps=1000, error=1e-10, method="ABAM", formulation="complement")
    figure, axes = plots().subplots(3, 2, figsize=(8.4, 8.4), layout="constrained")
    panels = (
        ("angle of the rod [rad]", {"$\\varphi_1$": "REQ_1.F2"}),
        ("angular speed [rad/s]", {"$\\omega_1$": "REQ_1.F3"}),
        ("coordinates of O1 [m]", {"x": "PART_2.X", "y": "PART_2.Y"}),
        ("coordinates of C [m]", {"x": "PART_2.CM_X", "y": "PART_2.CM_Y"}),
        ("velocity of O1 on the axes of the rod [m/s]", {"along x1": "REQ_1.F4", "along y1": "REQ_1.F6"}),
    )
    for place, (title, lines) in zip((axes[0, 0], axes[0, 1], axes[1, 0], axes[1, 1], axes[2, 1]), panels, strict=True):
        for label, channel in lines.items():
            place.plot(run.time, run[channel], label=label, linewidth=1)
        place.set_title(title, fontsize=9)
        place.set_xlabel("t [s]")
        place.legend(fontsize=7, frameon=False)
        place.grid(color="0.9")
    axes[2, 0].plot(run["PART_2.CM_X"], run["PART_2.CM_Y"], linewidth=0.8)
    axes[2, 0].set_title("trajectory of C", fontsize=9)
    axes[2, 0].set_aspect("equal")
    axes[2, 0].grid(color="0.9")
    figure.savefig(STATIC / "guided-rod.png", dpi=100)


def plots() -> Any:
    """Matplotlib without a window."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    return plt


if __name__ == "__main__":
    guided_rod()
    print(energy_table())
    work_precision()
