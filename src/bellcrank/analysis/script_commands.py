"""Commands of a script besides SIMULATE/DYNAMICS: STATICS, LINEAR, SAVE, RELOAD."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bellcrank.analysis import linear, run_files, saving
from bellcrank.analysis.quasistatic import quasi_static
from bellcrank.analysis.session import Session
from bellcrank.analysis.settings import end_time, output_times
from bellcrank.analysis.static import static_analysis
from bellcrank.analysis.terms import Reason
from bellcrank.errors import ModelError, UnsupportedError

STATES = "save the states only: SAVE/STATES, BUFFER=name."


class EndOfRun(Exception):
    """STOP, or something after which the commands that follow make no sense."""


class Commands:
    """Methods `_keyword` of a `ScriptRun`, which gives the attributes."""

    options: Any
    session: Session | None
    files: list[Path]
    log: Any
    _buffers: dict[str, saving.Saved]
    _now: Callable[[], Session]
    _tell: Callable[..., None]
    _begin: Callable[[Any, str, str], None]

    def _statics(self, session: Session, command: Any) -> None:
        if command.end is None and command.duration is None:
            static_analysis(session)
            return
        outputs, dtout = output_times(session.time, end := end_time(command, session), command.steps, command.dtout)
        quasi_static(session, end, outputs, dtout)
        if session.reason is Reason.HALTED:
            raise EndOfRun

    def _linear(self, command: Any) -> None:
        session = self._now()
        linear.not_obeyed(session, command)
        if command.analysis == "EIGENSOL":
            found = linear.eigenvalues(session, damping=not command.nodampin)
            for text in linear.tables(found, command):
                self.log.text(text)
        elif command.analysis in ("STATEMAT", "MKB"):
            self._matrices(session, command)
        else:
            what = f"LINEAR/{command.analysis} is not there yet: the run ends here."
            raise UnsupportedError(command.message("E507", what))

    def _matrices(self, session: Session, command: Any) -> None:
        """The files of STATEMAT and MKB."""
        name, warning = run_files.file_stem(command.file or "statemat", self.options.out, self.options.allow_outside)
        if warning is not None:
            self._tell("say", warning)
        path, matlab = self.options.out / name, command.format == "MATLAB"
        run_files.refuse_links(path, self.options.out, self.options.allow_outside)
        if command.analysis == "MKB":
            files = linear.write_matrices(linear.mass_stiffness_damping(session), path, matlab)
        else:
            ids = (("PINPUT", command.pinput), ("POUTPUT", command.poutput))
            groups = [[session.model.get(keyword, id)] if id is not None else [] for keyword, id in ids]
            files = linear.write_state_matrices(linear.state_space(session, *groups), path, matlab)
        self.files += files
        self._tell("text", f" Matrices of LINEAR/{command.analysis} are written to {', '.join(map(str, files))}")

    def _save(self, command: Any) -> None:
        session = self._now()
        if command.autosave is not None:
            what = "AUTOSAVE has no effect: the state is saved once, here; results are on disk all the time."
            self._tell("say", command.message("N502", what, severity="note"))
        if command.content == "SYSTEM" and any(e.is_user for x in session.model.all() for _, e in x.expressions()):
            raise ModelError(command.message("E507", "Python functions cannot be saved: it is left out.", cure=STATES))
        state = saving.saved(session)
        if command.file:
            path = run_files.refuse_links(self._save_file(command), self.options.out, self.options.allow_outside)
            self.files.append(path)
            saving.write(path, state)
        self._buffers[command.buffer] = state
        kept = command.file or f"buffer {command.buffer or '(without a name)'}"
        self._tell("text", f" SAVE to {kept} successful.  System time is {session.time:.9g}")

    def _save_file(self, command: Any) -> Path:
        stem, warning = run_files.file_stem(command.file, self.options.out, self.options.allow_outside)
        if warning is not None:
            self._tell("say", warning)
        return Path(self.options.out) / (stem if stem.lower().endswith(".sav") else f"{stem}.sav")

    def _reload(self, command: Any) -> None:
        state = saving.Saved.read(self._save_file(command)) if command.file else self._buffers.get(command.buffer)
        if state is None:
            raise ModelError(command.message("E111", "Nothing was saved there.", cure="write SAVE/ before RELOAD/."))
        if command.content == "SYSTEM":
            self._reload_model(command, state)
        saving.put_back(session := self._now(), state)
        name = command.file or f"buffer {command.buffer or '(without a name)'}"
        self._tell("text", f" RELOAD from {name} successful.  System time is now {session.time:.9g}")

    def _reload_model(self, command: Any, state: saving.Saved) -> None:
        """The model that was saved: in files of its own, or in place of the present one."""
        model = saving.model_of(state)
        model.title = command.model_title or model.title
        model.allow_outside = self.options.allow_outside
        if self.session is None or command.output_prefix:
            self._begin(model, command.output_prefix or Path(command.file or "reload").stem, "reload")
        session = self._now()
        session.model, session.inactive = model, set(state.inactive)
        session.changed()
