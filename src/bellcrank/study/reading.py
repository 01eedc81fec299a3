"""A study from a file, STUDY.toml.

    model = "quarter-car.adm"         beside this file; .adm, or a robot
    end = 2.0                         steps or dtout, error, formulation, h_max, without as for `bellcrank run`
    timeout = 60                      seconds of processor time for a run; a longer one is recorded as failed
    sampling = "lhs"                  grid, lhs, sobol, random; indices: Sobol indices
    runs = 200
    seed = 1
    minimise = "comfort"              or maximise: a search in place of a sampling; starts, method
    [variables]
    c = {sets = "SPRINGDAMPER/1.c", low = 500, high = 3000}
    m = {sets = ["body.mass", "BUSHING/1.k[2] = 1e3*m"], values = [200, 300, 400]}
    [responses]
    comfort = "rms(body.ACCZ)"
    [constraints]
    soft = "comfort < 2"

Nothing in such a file is executed, and only a model in its own folder is read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bellcrank.dataset.files import inside, read_text
from bellcrank.errors import BellcrankError, DatasetError, Message, Place
from bellcrank.schema.abbreviation import did_you_mean
from bellcrank.study.optimise import METHOD, check
from bellcrank.study.study import RUNS, STARTS, Study
from bellcrank.study.table import Table
from bellcrank.study.variables import SAMPLINGS

PLAN: dict[str, Any] = {
    "sampling": "grid", "runs": RUNS, "seed": 1, "minimise": "", "maximise": "", "starts": STARTS, "method": METHOD,
}  # fmt: skip
SETTINGS = ("error", "formulation", "integrator", "h_max")  # `method` is that of a search
TABLES = ("variables", "responses", "constraints")
KNOWN = ("model", "end", "steps", "dtout", "without", "timeout", "start", "title", *SETTINGS, *PLAN, *TABLES)
OF_VARIABLE = ("sets", "low", "high", "values", "levels", "spread")


@dataclass
class Plan:
    """A study and what is to be done with it."""

    study: Study
    sampling: str = "grid"
    runs: int = RUNS
    seed: int = 1
    minimise: str = ""
    maximise: str = ""
    starts: int = STARTS
    method: str = METHOD
    title: str = ""

    def run(self, **how: Any) -> Table:
        """Do it; `how`: workers, cluster, watch."""
        if goal := self.minimise or self.maximise:
            search = self.study.minimise if self.minimise else self.study.maximise
            return search(goal, self.starts, self.runs, self.seed, method=self.method, **how)
        if self.sampling == "indices":
            return self.study.indices(self.runs, self.seed, **how)
        return self.study.run(self.sampling, self.runs, self.seed, **how)


def read_plan(path: str | Path, folder: str | Path | None = None, allow_outside: bool = False) -> Plan:
    """The study of a file; DatasetError with file and line of what is wrong."""
    file = _File(Path(path))
    values = file.values
    for name in values:
        if name not in KNOWN:
            file.refuse(name, f"{name} is not known.", did_you_mean(name, KNOWN) or f"known: {', '.join(KNOWN)}.")
    for name in ("model", "end", "variables", "responses"):
        if name not in values:
            file.refuse("", f"{name} is missing.", "see `bellcrank study --help` for an example.")
    model = file.model(str(values["model"]), allow_outside)
    given = {name: values[name] for name in ("steps", "dtout", "timeout", "start", *SETTINGS) if name in values}
    without = values.get("without", ())
    left_out = [w.strip().upper() for w in (without.split(",") if isinstance(without, str) else without)]
    study = file.told("model", lambda: Study(model, values["end"], folder=folder, without=left_out, **given))
    _fill(file, study)
    plan = Plan(study, title=str(values.get("title", Path(path).stem)))
    for name, usual in PLAN.items():
        if not isinstance(values.get(name, usual), type(usual)):
            file.refuse(name, f"{name} = {values[name]!r} makes no sense.", f"the usual value is {usual!r}.")
        setattr(plan, name, values.get(name, usual))
    if plan.sampling not in (*SAMPLINGS, "indices"):
        file.refuse("sampling", f"There is no sampling {plan.sampling!r}.", f"use {', '.join(SAMPLINGS)}, indices.")
    if goal := plan.minimise or plan.maximise:
        file.told("minimise" if plan.minimise else "maximise", partial(check, study, goal, plan.method))
    return plan


def _fill(file: _File, study: Study) -> None:
    """Variables, responses, constraints."""
    for table in TABLES:
        entries = file.values.get(table, {})
        if not isinstance(entries, dict):
            file.refuse(table, f"{table} is no table.", f"write [{table}] and one line for each.")
        for name, value in entries.items():
            if table != "variables":
                add = study.response if table == "responses" else study.constraint
                file.told(name, partial(add, name, str(value)))
                continue
            if not isinstance(value, dict):
                file.refuse(
                    name, f"{name} is no variable.", f'write {name} = {{sets = "PART/2.mass", low = 1, high = 2}}.'
                )
            for word in value:
                if word not in OF_VARIABLE:
                    file.refuse(name, f"{name}: {word} is not known.", f"known: {', '.join(OF_VARIABLE)}.")
            file.told(name, partial(study.variable, name, **value))


class _File:
    """The file, its values, and the lines at which they stand."""

    def __init__(self, path: Path) -> None:
        self.path, self.text = path, read_text(path)
        try:
            self.values = tomllib.loads(self.text)
        except (ValueError, RecursionError) as error:  # also numbers of thousands of digits, nested too deep
            found = re.search(r"line (\d+)", str(error))
            place = Place(str(path), int(found[1]) if found else 1)
            what = f"This is no TOML file: {error}."
            raise DatasetError(Message("error", "E951", what, place, cure="see https://toml.io.")) from None

    def refuse(self, name: str, what: str, cure: str = "") -> None:
        """What is wrong, and where."""
        raise DatasetError(Message("error", "E951", what, self.place(name), cure=cure))

    def place(self, name: str) -> Place:
        """The line that begins with a name."""
        start = re.compile(rf"\s*\[?\s*(?:\w+\.)?{re.escape(name)}\b")
        lines = self.text.splitlines()
        return Place(str(self.path), next((n for n, line in enumerate(lines, 1) if name and start.match(line)), 1))

    def told(self, name: str, make: Callable[[], Any]) -> Any:
        """Do something; what is wrong with it is told with the line of `name`."""
        try:
            return make()
        except BellcrankError as error:
            message = next(iter(error.report))
            if message.place is not None:
                raise
            told = Message(
                "error", message.rule, message.what, self.place(name), message.element, message.why, message.cure
            )
            raise DatasetError(told) from None
        except TypeError as error:
            raise DatasetError(Message("error", "E951", f"{name}: {error}.", self.place(name))) from None

    def model(self, name: str, allow_outside: bool) -> Path:
        """The model file, in the folder of this one."""
        if not allow_outside and inside(self.path.parent, name) is None:
            self.refuse("model", f"{name} is not read: it is outside the folder of the study.", "use --allow-outside.")
        return self.path.parent / name
