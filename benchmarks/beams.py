"""A clamped elastic bar swings down under gravity: chains of BEAMs beside the cables of exudyn (ANCFCable2D).

    python benchmarks/beams.py [20 100]          numbers of members

1 m, E A = 1E4 N, E I = 0.5 N m^2, 1 kg/m, released horizontally, tip after 0.5 s. A chain has a part at every joint
(lumped mass, rotary inertia 1/12 m h^2); a cable is a beam element of third order. The reference is the cable of 64
elements with a step of 2E-5 s. Nothing is damped, so that backward differences would need the steps of the fastest
mode (100 beams: 76 000 steps); HHT does not. Times are CPU seconds of the integration alone, one core for each program.
"""

from __future__ import annotations

import sys
import time

import numpy as np

LENGTH, AXIAL, BENDING, MASS, END, G = 1.0, 1e4, 0.5, 1.0, 0.5, 9.81


def chain(n: int) -> str:
    """The dataset of n beams."""
    h = LENGTH / n
    lines = ["bar", "UNITS/SYSTEM=MKS", f"ACCGRAV/JGRAV={-G}", "PART/1, GROUND", "MARKER/11, PART=1"]
    for k in range(2, n + 2):
        m = MASS * h * (0.5 if k == n + 1 else 1.0)
        j = m * h * h / 12
        lines += [
            f"PART/{k}, MASS={m!r}, CM={k}0, IP={j!r},{j!r},{j!r}, QG={(k - 1) * h!r},0,0",
            f"MARKER/{k}0, PART={k}",
        ]
        lines += [f"MARKER/{k}1, PART={k}", f"JPRIM/{2 * k}, INPLANE, I={k}0, J=11"]
        before = "11" if k == 2 else f"{k - 1}1"
        size = f"LENGTH={h!r}, AREA=1, IXX=1, IYY=1, IZZ={BENDING / AXIAL!r}, EMODULUS={AXIAL!r}, GMODULUS={AXIAL!r}"
        lines.append(f"BEAM/{k}, I={k}0, J={before}, {size}, FORMULATION=NONLINEAR")
        lines.append(f"JPRIM/{2 * k + 1}, PARALLEL_AXES, I={k}0, J=11")
    return "\n".join([*lines, "END", ""])


def ours(n: int, error: float) -> tuple[np.ndarray, float, int]:
    """Tip, CPU seconds and steps; the first run of a process also compiles, so that the second one counts."""
    from bellcrank.model import load_text

    model, report = load_text(chain(n))
    assert not report.errors, report.render()
    model.simulate(end=1e-3, steps=1, error=error, method="HHT")
    run = model.simulate(end=END, steps=1, error=error, method="HHT")
    found = run.attrs["statistics"]
    return np.array([run[f"PART_{n + 1}.{axis}"][-1] for axis in "XY"]), float(found["cpu"]), int(found["steps"])


def exudyn(n: int, steps: int) -> tuple[np.ndarray, float, int]:
    """The same with cables of exudyn: generalised alpha, no output."""
    import exudyn as exu
    from exudyn.beams import GenerateStraightLineANCFCable2D
    from exudyn.itemInterface import ObjectANCFCable2D

    system = exu.SystemContainer().AddSystem()
    cable = ObjectANCFCable2D(
        nodeNumbers=[0, 0], physicsMassPerLength=MASS, physicsBendingStiffness=BENDING, physicsAxialStiffness=AXIAL
    )
    nodes = GenerateStraightLineANCFCable2D(
        system, [0, 0, 0], [LENGTH, 0, 0], n, cable, massProportionalLoad=[0, -G, 0], fixedConstraintsNode0=[1, 1, 0, 1]
    )[0]
    system.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = steps, END
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    settings.solutionSettings.writeSolutionToFile = False
    settings.linearSolverType = exu.LinearSolverType.EigenSparse
    begin = time.process_time()
    system.SolveDynamic(settings)
    spent = time.process_time() - begin
    place = system.GetNodeOutput(nodes[-1], exu.OutputVariableType.Position)
    return np.array(place[:2]), spent, steps


def main(numbers: list[int]) -> None:
    """The table."""
    exact, _, _ = exudyn(64, 25_000)
    print("| members | program | setting | CPU s | steps | error of the tip, m |\n|---|---|---|---|---|---|")
    for n in numbers:
        for error in (1e-3, 1e-4, 1e-6):
            tip, cpu, steps = ours(n, error)
            print(
                f"| {n} | bellcrank | {error:g} | {cpu:.3f} | {steps} | {np.linalg.norm(tip - exact):.1e} |", flush=True
            )
        for steps in (250, 1000, 4000):
            tip, cpu, steps = exudyn(n, steps)
            print(
                f"| {n} | exudyn | h = {END / steps:g} | {cpu:.3f} | {steps} | {np.linalg.norm(tip - exact):.1e} |",
                flush=True,
            )


if __name__ == "__main__":
    main([int(n) for n in sys.argv[1:]] or [20, 100])
