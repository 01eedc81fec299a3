"""Execution of command files (.acf): analyses, changes of the model in between, files at the end.

A command that cannot be understood or carried out is reported and left out, and the file goes on; a failed analysis and
anything that cannot be simulated ends the run. Whatever was computed until then is kept.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bellcrank.analysis import changes, questions, run_files, saving
from bellcrank.analysis.auto import choose
from bellcrank.analysis.companions import Companions
from bellcrank.analysis.failure import of_user
from bellcrank.analysis.kinematics import run_kinematics, takes_kinematics
from bellcrank.analysis.message_log import MessageLog
from bellcrank.analysis.script_commands import Commands, EndOfRun
from bellcrank.analysis.session import Session
from bellcrank.analysis.settings import end_time, output_times, settings_of
from bellcrank.analysis.terms import Reason
from bellcrank.analysis.verify import Verification, verified
from bellcrank.analysis.watcher import Watcher
from bellcrank.errors import BellcrankError, ConvergenceError, Message, ModelError, Place, Report, UnsupportedError
from bellcrank.model import Change, Script, load, load_commands
from bellcrank.model.commands import Entry, parse_commands
from bellcrank.results import Results
from bellcrank.schema.subroutine import find, missing, numbers_of

IGNORED = " errors found parsing command. command ignored."


@dataclass(frozen=True)
class Options:
    """What a user may ask of a run besides its command file."""

    out: Path = Path(".")
    """Folder of the output files."""
    name: str = ""
    """First part of their names; by default that of the command file, or the name of the dataset."""
    adams_files: bool = False
    """Write .req, .res, .gra and .out even if OUTPUT and RESULTS do not ask for them."""
    settings: dict[str, Any] = field(default_factory=dict)
    """error, formulation, method: instead of those of INTEGRATOR."""
    without: tuple[str, ...] = ()
    """What is left out: statements, elements, USER, commands (`model/without.py`)."""
    changes: tuple[str, ...] = ()
    """Arguments to change after reading: "SPRINGDAMPER/1.k=90"."""
    allow_outside: bool = False
    """Command files may read and write outside of their folders."""
    allow_code: bool = False
    """Python files beside the dataset may be run for its user subroutines."""
    verify: bool = False
    """Repeat the runs more exactly and tell their errors."""


class ScriptRun(Commands):
    """One run of commands; afterwards `code`, `results`, `files`, `session` tell how it went."""

    def __init__(self, options: Options | None = None, watchers: Sequence[Watcher] = ()) -> None:
        self.options = options or Options()
        self.log = MessageLog()
        self.watchers = [self.log, *watchers]
        self.session: Session | None = None
        self.results: Results | None = None
        self.files: list[Path] = []
        self.ignored = 0
        self.failed: BellcrankError | None = None
        self.stopped = False
        self.companions: Companions | None = None
        self.verification: Verification | None = None
        self._stem = Path("run")
        self._open: list[Path] = []
        self._buffers: dict[str, saving.Saved] = {}
        self._script: Script | None = None

    # ---- from outside
    def run_file(self, path: str | Path) -> ScriptRun:
        """Run a command file."""
        self._stem = self.options.out / (self.options.name or Path(path).stem)
        return self._guarded(lambda: self._command_file(Path(path)))

    def run_dataset(self, path: str | Path, commands: str) -> ScriptRun:
        """Run commands, given as text, on a dataset."""

        def job() -> None:
            self._load(Path(path), Path(path).stem)
            self._commands(parse_commands("\n" + commands, "command line")[0])

        return self._guarded(job)

    def run_text(self, commands: str, file: str) -> ScriptRun:
        """Run a command file given as text, with names seen from the folder of `file`."""
        self._stem = self.options.out / (self.options.name or Path(file).stem)
        return self._guarded(lambda: self._commands(parse_commands(commands, file)[0]))

    @property
    def code(self) -> int:
        """The exit code: 0 done, 1 the input is wrong, 3 the solver could not go on, 130 stopped by the user."""
        if self.stopped:
            return 130
        if self.failed is not None:
            return 3 if isinstance(self.failed, ConvergenceError) else 1
        return 1 if self.ignored else 0

    def _guarded(self, job: Any) -> ScriptRun:
        self.options.out.mkdir(parents=True, exist_ok=True)
        try:
            job()
        except EndOfRun:
            pass
        except KeyboardInterrupt:
            self.stopped = True
        except BellcrankError as error:
            self._fail(error)
        except BaseException as error:  # a bug, a full disk, a closed pipe: the results so far are kept all the same
            if self.session is not None:
                self.session.successful, self.session.end_reason = False, f"{type(error).__name__}: {error}"
            with contextlib.suppress(Exception):
                self._finish()
            raise
        try:
            self._finish()
        except BellcrankError as error:
            self._fail(error)
        return self

    def _tell(self, what: str, *about: Any) -> None:
        for watcher in self.watchers:
            getattr(watcher, what)(*about)

    def _fail(self, error: BellcrankError) -> None:
        self.failed = error
        for message in error.report:
            (self.session.fail if self.session is not None else lambda m: self._tell("say", m))(message)

    # ---- models and files
    def _load(self, path: Path, prefix: str) -> None:
        """Read a dataset; the output files are named from now on."""
        self._open_files(prefix, path.stem)
        model, report = load(path)
        model.allow_outside, model.allow_code = self.options.allow_outside, self.options.allow_code
        self._tell("loaded", model)
        for message in report:
            self._tell("say", message)
        if report.errors:
            self.failed = ModelError(report)
            raise EndOfRun
        session = self._new_session(model)
        session.messages += [message.render() for message in report]
        for text in self.options.changes:
            changes.set_argument(session, text)

    def _open_files(self, prefix: str, otherwise: str) -> None:
        """Output files are named from now on."""
        self._close()
        stem, warning = run_files.file_stem(prefix, self.options.out, self.options.allow_outside)
        self._stem = self.options.out / (self.options.name or stem or otherwise)
        self._stem.parent.mkdir(parents=True, exist_ok=True)
        run_files.refuse_links(self._stem, self.options.out, self.options.allow_outside)
        self.log.open(self._file(".msg"))
        if warning is not None and not self.options.name:
            self._tell("say", warning)

    def _new_session(self, model: Any) -> Session:
        self.session = Session(model, self._file(".h5"), self.watchers, self.options.without)
        if self.options.verify:
            self.companions = Companions(self.session)
            self.session.watchers = [*self.watchers, self.companions]
        return self.session

    def _begin(self, model: Any, prefix: str, otherwise: str) -> None:
        """A model that was reloaded, with files of its own."""
        self._open_files(prefix, otherwise)
        self._tell("loaded", model)
        self._new_session(model)

    def _file(self, suffix: str) -> Path:
        return self._stem.with_name(self._stem.name + suffix)

    def _finish(self) -> None:
        if self.log.file is None:  # no model was found: the messages are worth a file
            run_files.refuse_links(self._stem, self.options.out, self.options.allow_outside)
            self.log.open(self._file(".msg"))
        if self.session is not None and self.session.writer is None and self.failed is None and not self.stopped:
            self._tell("say", Message("note", "N503", "No analysis was carried out: there are no results.", cure=ASK))
        self._close()

    def _close(self) -> None:
        """Close the results of the model so far, and write the files it asks for."""
        session, self.results = self.session, None
        if self.log.file is None:
            return
        if session is not None:
            if self.stopped:
                session.successful, session.end_reason = False, Reason.STOPPED.value
            self.results = session.finish()
        if self.results is not None and session is not None:
            self.log.text(f"\n Audit: {session.audit.verdict}" if session.audit.verdict else "")
            self._verify(self.results)
            self.files.append(self._file(".h5"))
            self.files += run_files.write_files(self.results, session.model, self._stem, self.options.adams_files)
        self.files.append(self._file(".msg"))
        self.log.close()

    def _verify(self, results: Results) -> None:
        """Compare with the companion runs, unless the run itself has not come to its end."""
        companions, self.companions = self.companions, None
        if companions is None:
            return
        if self.stopped or self.failed is not None or not companions.acts:
            companions.close()
            self.verification = Verification(text="not verified: the run has not come to its end")
        else:
            self._tell("text", "verifying: the run is repeated more exactly and with the other formulation")
            self.verification = verified(results, companions, self._file(".h5"))
        self.log.text("\n Verified: " + "\n   ".join(self.verification.lines(results)))

    # ---- commands
    def _command_file(self, path: Path) -> None:
        if path.resolve() in self._open:
            raise ModelError(Message("error", "E106", f"The command file {path} runs itself.", Place(str(path), 1)))
        script, report = load_commands(path)
        said = [message for entry in script.entries for message in entry.report]
        for message in report:
            if message not in said:
                self._tell("say", message)
                self.ignored += message.severity == "error"
        self._open.append(path.resolve())
        self._commands(script)
        self._open.pop()

    def _commands(self, script: Script) -> None:
        """Echo and execute every command of a script."""
        self._script, folder = script, Path(script.file).parent
        told = 0
        if script.header:
            told = min([2, *(entry.statement.lines[0] - 1 for entry in script.entries)])
            self._echo(script.lines[:told])
            self._find_model(script.header, script.output_prefix, folder, Place(script.file, 1))
        for entry in script.entries:
            last = entry.statement.lines[-1]
            self._echo(script.lines[told:last])
            told = max(told, last)
            self._execute(entry, folder)
        self._echo(script.lines[told:])

    def _echo(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._tell("command", line)

    def _execute(self, entry: Entry, folder: Path) -> None:
        try:
            for message in entry.report:
                self._tell("say", message)
            if entry.report.errors or entry.command is None:
                raise ModelError(Report())
            self._do(entry.command, folder)
        except ModelError as error:
            for message in error.report:
                self._tell("say", replace(message, place=entry.statement.place))
            self.ignored += 1
            self.log.text(IGNORED)
            if getattr(entry.command, "keyword", "") == "RELOAD":  # what follows is meant for another state
                self._tell("text", " The commands end here: the state that they go on from is not there.")
                raise EndOfRun from None

    def _do(self, command: Any, folder: Path) -> None:
        if name_of(command) in self.options.without:
            self._tell("say", command.message("W509", f"{name_of(command)} is left out, as asked.", severity="warning"))
        elif isinstance(command, Change):
            self._change(command)
        elif command.keyword == "FILE":
            self._file_command(command, folder)
        else:
            getattr(self, f"_{command.keyword.lower()}", self._without_effect)(command)

    def _now(self) -> Session:
        """The session; ModelError where no model was read."""
        if self.session is None:
            raise ModelError(Message("error", "E105", "There is no model yet.", cure="write file/model=name first."))
        return self.session

    def _file_command(self, command: Any, folder: Path) -> None:
        if command.model:
            self._find_model(command.model, command.output_prefix, folder, command.place)
        if command.command:
            path, warning = self._locate(command.command, folder, ".acf", command.place)
            if warning is not None:
                self._tell("say", warning)
            self._command_file(path)

    def _locate(self, name: str, folder: Path, suffix: str, place: Place | None) -> tuple[Path, Message | None]:
        return run_files.locate(name, folder, suffix, place, self.options.allow_outside)

    def _find_model(self, name: str, prefix: str, folder: Path, place: Place | None) -> None:
        path, warning = self._locate(name, folder, ".adm", place)
        if warning is not None:
            self._tell("say", warning)
        self._load(path, prefix or path.stem)

    def _change(self, change: Change) -> None:
        changed = changes.change_statement(self._now(), change)
        if change.lists:
            self._tell("text", "\n".join(changed.lines()))

    def _simulate(self, command: Any) -> None:
        session = self._now()
        if command.analysis == "STATICS":
            self._statics(session, command)
            return
        settings = settings_of(session.model, **self.options.settings)
        if settings.method == "AUTO":
            settings = choose(session, settings)
        if command.analysis == "INITIAL_CONDITIONS":
            session.initial_conditions(settings)
            return
        outputs, dtout = output_times(session.time, end := end_time(command, session), command.steps, command.dtout)
        for note in changes.still_acting(session) if session.sim is None else ():
            session.say(note)
        fresh = session.sim is None
        if command.analysis == "DYNAMICS" and session.freedoms() == 0 and fresh:
            session.say(command.message("W502", DETERMINATE, severity="warning"))
        if command.analysis == "KINEMATICS":
            run_kinematics(session, end, outputs, dtout)
        else:
            asked = command.analysis == "DYNAMICS" or self.options.settings.get("formulation")
            asked = asked or self.options.settings.get("method") not in (None, "auto")
            session.transient(end, outputs, settings if asked else takes_kinematics(session, settings), dtout)
        self.stopped = session.reason is Reason.STOPPED
        if session.reason in (Reason.STOPPED, Reason.HALTED):
            raise EndOfRun

    def _activate(self, command: Any) -> None:
        changes.switch(self._now(), command, on=True)

    def _deactivate(self, command: Any) -> None:
        changes.switch(self._now(), command, on=False)

    def _stop(self, command: Any) -> None:
        raise EndOfRun

    _exit = _quit = _stop

    def _time(self, command: Any) -> None:
        self._tell("text", f" Time = {self._now().time:.9E}")

    def _info(self, command: Any) -> None:
        self._tell("text", questions.measured(self._now(), command))

    def _help(self, command: Any) -> None:
        self._tell("text", questions.commands_there())

    _menu = _help

    def _control(self, command: Any) -> None:
        """CONSUB: a Python function that gives commands, f(par, give)."""
        session, script = self._now(), self._script
        known = find(command, "function", "CONSUB", session.model)
        if known is None:
            raise UnsupportedError(missing(command, "function", "CONSUB", session.model))
        folder = script.file if script is not None else ""

        def give(text: str) -> float:
            """Carry out commands; returns the time."""
            self._commands(parse_commands(f"\n{text}", folder)[0])
            return self._now().time

        try:
            known.function(numbers_of(command.function), give)
        except (EndOfRun, KeyboardInterrupt, BellcrankError):
            raise
        except Exception as error:
            what = of_user(str(command.function), error)
            raise UnsupportedError(command.message("E508", what)) from error
        finally:
            self._script = script

    def _show(self, command: Any) -> None:
        if command.element:
            self._tell("text", questions.elements_there(self._now()))
            return
        figures = "\n".join(f"   {name:16} {value}" for name, value in self._now().statistics.items())
        self._tell("text", f" Simulation Statistics at time {self._now().time:.9E}\n{figures}")

    def _without_effect(self, command: Any) -> None:
        """PAUSE: of use at a keyboard only."""
        what = f"{command.keyword} has no effect here."
        self._tell("say", command.message("N502", what, severity="note"))


ASK = "write SIMULATE/DYNAMICS, END = time, STEPS = number."
DETERMINATE = (
    "The model is kinematically determinate: no freedom is left by its constraints and motions. The equations of "
    "motion are integrated; a kinematic analysis would be more efficient."
)


def name_of(command: Any) -> str:
    """The word for a command: that of the analysis of a SIMULATE, else its keyword; "" for a change of the model."""
    if command is None or isinstance(command, Change):
        return ""
    return str(command.analysis if command.keyword == "SIMULATE" else command.keyword)
