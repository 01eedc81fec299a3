"""SAVE and RELOAD: the state of a session kept in a file or in memory, and put back bit for bit.

A saved state holds the text of the model, the elements that are switched off, the constraint equations that are left
out, their compliances, and all numbers of the State. SAVE lets the integrator start anew, as RELOAD does: what follows
a SAVE and what follows its RELOAD are the same numbers, bit for bit.
File   .sav: arrays of NumPy without objects (nothing in it is executed); `head` is a JSON text with its version.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bellcrank.analysis.redundancy import Redundant
from bellcrank.analysis.session import Session
from bellcrank.analysis.simulation import Simulation
from bellcrank.errors import Message, ModelError
from bellcrank.model import load_text
from bellcrank.system.state import State
from bellcrank.whole_files import write_whole

VERSION = 1
OTHER = "reload it with RELOAD/SYSTEM, or save it again with this model."


@dataclass(frozen=True)
class Saved:
    """Everything that RELOAD needs."""

    text: str
    """The dataset."""
    inactive: tuple[tuple[str, int], ...]
    time: float
    left_out: tuple[tuple[int, tuple[int, ...]], ...]
    state: bytes
    compliance: np.ndarray
    length: float
    reach: float

    def to_bytes(self) -> bytes:
        """The content of a .sav file."""
        head = {"version": VERSION, "text": self.text, "inactive": self.inactive, "time": self.time,
                "left_out": self.left_out, "length": self.length, "reach": self.reach}  # fmt: skip
        file = io.BytesIO()
        np.savez(
            file,
            head=np.frombuffer(json.dumps(head).encode(), np.uint8),
            state=np.frombuffer(self.state, np.uint8),
            compliance=self.compliance,
        )
        return file.getvalue()

    @classmethod
    def read(cls, path: Path) -> Saved:
        """From a .sav file; ModelError when it is none."""
        try:
            with np.load(path, allow_pickle=False) as file:
                head = json.loads(file["head"].tobytes().decode())
                state, compliance = file["state"].tobytes(), file["compliance"]
            if head["version"] != VERSION:
                raise ValueError(f"version {head['version']}")
            inactive = tuple((str(keyword), int(id)) for keyword, id in head["inactive"])
            left_out = tuple((int(row), tuple(int(r) for r in loop)) for row, loop in head["left_out"])
            numbers = (float(head["time"]), float(head["length"]), float(head["reach"]))
            text = str(head["text"])
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, EOFError) as error:
            cure = "save it with SAVE of this program; files of Adams are for Adams only."
            what = f"{path} is no saved state that can be read ({error})."
            raise ModelError(Message("error", "E101", what, cure=cure)) from error
        return cls(text, inactive, numbers[0], left_out, state, compliance, *numbers[1:])


def saved(session: Session) -> Saved:
    """The present state; the integrator will start anew, as after a RELOAD."""
    sim = session.prepare()
    session.forget_course()
    left_out = tuple((r.row, tuple(r.loop)) for r in sim.redundant)
    inactive = tuple(sorted(session.inactive))
    return Saved(
        session.model.text(), inactive, session.time, left_out, sim.state.to_bytes(), sim.work.diag.copy(), sim.length,
        sim.reach,
    )  # fmt: skip


def write(path: Path, state: Saved) -> None:
    """Into a file."""
    try:
        write_whole(path, state.to_bytes())
    except OSError as error:
        raise ModelError(Message("error", "E101", f"{path} cannot be written: {error}.")) from error


def model_of(state: Saved) -> Any:
    """The model that was saved."""
    model, report = load_text(state.text)
    if report.errors:
        raise ModelError(report)
    return model


def put_back(session: Session, state: Saved) -> None:
    """Time, states and all that was remembered; ModelError where they are of another model."""
    session.forget_course()
    sim = session.prepare()
    fits = len(state.compliance) == sim.work.n_rows
    try:
        kept = State.read(sim.system, state.state)
    except (ValueError, OSError, zipfile.BadZipFile) as error:
        raise not_of_this_model() from error
    if not fits:
        raise not_of_this_model()
    _leave_out(sim, state)
    if kept.past.shape != sim.state.past.shape:
        sim.work.put_past(np.zeros_like(kept.past), int(kept.past_now[-1]))
    sim.state.put(kept)
    sim.work.diag[:] = state.compliance
    sim.length, sim.reach = state.length, state.reach
    session.time = state.time


def not_of_this_model() -> ModelError:
    """The saved numbers do not fit."""
    return ModelError(Message("error", "E104", "The saved states belong to another model.", cure=OTHER))


def _leave_out(sim: Simulation, state: Saved) -> None:
    """The redundant rows of the saved state."""
    rows = sim.work.n_rows
    if any(not 0 <= row < rows or not all(0 <= r < rows for r in loop) for row, loop in state.left_out):
        raise not_of_this_model()
    sim.leave_out([Redundant(row, loop) for row, loop in state.left_out])
