"""LINEAR in a session: eigenvalues, mode tables and state matrices at the present state.

EIGENSOL   eigenvalues in cycles per unit of time, tables of modes and energies to the message file and the results
STATEMAT   A, B, C, D and the names of the states to files beside the others: FILEa, FILEb, FILEc, FILEd, FILEst with
           FORMAT=MATLAB; else one file FILE with name, rows, columns and numbers of each matrix
MKB        the reduced mass, stiffness and damping matrices at rest, M z'' + B z' + K z = 0, in the same forms (m, k, b)
PSTATE, RM and ORIGINAL choose other coordinates in Adams; here they have no effect, which a note says.
References Adams: LINEAR.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bellcrank.analysis.eigen import Mode, Modes, modes_of
from bellcrank.analysis.large_modes import DENSE, lowest_modes
from bellcrank.analysis.linear_model import linear_model, reduced_matrices
from bellcrank.analysis.linearize import variables
from bellcrank.analysis.operating_point import OperatingPoint, about, operating_point
from bellcrank.analysis.session import Session
from bellcrank.analysis.state_space import LinearModel
from bellcrank.errors import Message, UnsupportedError
from bellcrank.whole_files import write_whole

DOUBTFUL = 1e-8
"""Residual of a pair above which its digits are in doubt: that of rounding is below 1e-13."""


def eigenvalues(session: Session, damping: bool = True) -> Modes:
    """All modes at the present state; they are kept in the results."""
    point = point_of(session)
    found = modes_at(point, damping)
    session.modes.append(found)
    session.tell("linearised", found)
    return found


def modes_at(point: OperatingPoint, damping: bool = True, count: int = 30) -> Modes:
    """All modes; of a large model the lowest ones; with what is to be kept in mind about them."""
    if point.rests and point.sim.work.n_motions > DENSE:
        found = lowest_modes(point, damping, count)
    else:
        found = modes_of(linear_model(point, damping=damping))
    doubts = [f"{message.what} {message.why}" for message in about(point)]
    if found.residual > DOUBTFUL:
        doubts.append(f"Pairs do not fit by {found.residual:.1g}: their eigenvalues are not to be relied on.")
    return replace(found, doubts=tuple(doubts))


def point_of(session: Session) -> OperatingPoint:
    """The operating point, with a warning where forces are out of balance there."""
    point = operating_point(session.prepare())
    for message in about(point):
        session.say_once(message)
    return point


def state_space(session: Session, inputs: Any, outputs: Any) -> LinearModel:
    """A, B, C, D at the present state."""
    model = session.model
    return linear_model(point_of(session), variables(model, inputs), variables(model, outputs))


def tables(modes: Modes, command: Any) -> Iterator[str]:
    """The tables that LINEAR/EIGENSOL asks for, of the modes in the ranges given."""
    if command.novector:
        return
    which = {name: getattr(command, name) or command.energy for name in ("kinetic", "strain", "dissipative")}
    for mode in modes:
        wanted = [name for name, bounds in which.items() if within(mode.number, bounds)]
        if within(mode.number, command.coords) or wanted:
            yield mode_table(modes, mode)
        for name in wanted:
            table = mode.energies.table("dissipated" if name == "dissipative" else name)
            yield f"\n  {name.capitalize()} energy, percent\n{table}"


def within(number: int, bounds: Any) -> bool:
    """Whether a mode lies in a range of the command."""
    return bounds is not None and bounds[0] <= number <= bounds[-1]


def mode_table(modes: Modes, mode: Mode) -> str:
    """Damping, frequency, generalized mass and stiffness, and the shape by part."""
    e = mode.energies
    lines = [
        f"\n  Mode number                   = {mode.number}",
        f"  Damping ratio                 = {mode.damping:.6E}",
        f"  Undamped natural freq.        = {mode.undamped:.6E}  (Cycles per unit time)",
        f"  Generalized stiffness         = {e.stiffness:.6E}",
        f"  Generalized mass              = {e.mass:.6E}",
        f"  Kinetic energy                = {0.5 * e.stiffness:.6E}",
        f"   {'normalized coordinates':<24}"
        + "".join(f"{a:>10} {'phase':>6}" for a in ("X", "Y", "Z", "RX", "RY", "RZ")),
    ]
    for title, row in zip(modes.titles, mode.shape, strict=True):
        phases = np.degrees(np.angle(row)) * (np.abs(row) > 1e-9)
        lines.append(
            f"   {title[:24]:<24}" + "".join(f"{abs(x):10.3e} {p:6.1f}" for x, p in zip(row, phases, strict=True))
        )
    return "\n".join(lines)


def not_obeyed(session: Session, command: Any) -> None:
    """A note about arguments that have no effect."""
    given = [name.upper() for name in ("pstate", "rm", "original") if getattr(command, name) not in (None, False)]
    if given:
        what = f"{', '.join(given)} has no effect: states are displacements along the freedoms, shapes in ground axes."
        session.say_once(command.message("N712", what, severity="note"))


def mass_stiffness_damping(session: Session) -> dict[str, np.ndarray]:
    """M, K and B along the freedoms, at rest."""
    point = point_of(session)
    if not point.rests:
        what = "LINEAR/MKB is there for a state of rest only: the parts move, or forces are out of balance."
        raise UnsupportedError(Message("error", "E508", what, cure="find the rest first with SIMULATE/STATICS."))
    m, k, c = reduced_matrices(point)
    return {"m": m, "k": k, "b": c}


def write_state_matrices(linear: LinearModel, stem: Path, matlab: bool) -> list[Path]:
    """The files of STATEMAT."""
    parts = {"a": linear.a, "b": linear.b, "c": linear.c, "d": linear.d}
    return write_matrices(parts, stem, matlab, linear.state_names)


def write_matrices(parts: dict[str, np.ndarray], stem: Path, matlab: bool, names: tuple[str, ...] = ()) -> list[Path]:
    """One file for each matrix and one of the names, or one file of all."""
    files = []
    if matlab:
        for letter, matrix in parts.items():
            files.append(stem.with_name(stem.name + letter))
            write_whole(files[-1], matrix_text(matrix).encode())
        if names:
            files.append(stem.with_name(stem.name + "st"))
            write_whole(files[-1], ("\n".join(names) + "\n").encode())
    else:
        text = "".join(f"{k.upper()} {m.shape[0]} {m.shape[1]}\n{matrix_text(m)}" for k, m in parts.items())
        files.append(stem)
        write_whole(stem, text.encode())
    return files


def matrix_text(matrix: np.ndarray) -> str:
    """Rows of numbers that read back as they were."""
    return "".join(" ".join(f"{x:24.16E}" for x in row) + "\n" for row in matrix)
