"""A run that knows its own error: it is compared with two runs that are more exact.

Runs       A  the run itself, tolerance ERROR
           B  the reference: SI2 with ERROR/10
           C  the witness: I3 with ERROR/100 (SI2 where I3 does not suit), another method as good as B
Error      d = the largest |A - B| of a channel over the output times (results/distances.py): the error of A, to
           within the error of B
Witness    e = the largest |B - C|: the error of B or of C; where it is more than d, A and B may err alike           (1)
Estimate   d / 0.9, since errors are proportional to ERROR and B errs by a tenth of A, or e where that is more than d,
           but at most 10 d (beyond that C is wrong itself); docs/theory/trust.md compares it with the true error   (2)
Trust      converged where d is at most 10 % of the channel's size in every channel, and, where it is more than 1 %,
           e < 0.7 d: the difference falls when the tolerance does                                                  (3)
           not converged otherwise: too loose where it falls, else chaos or another branch, with the time from which;
           or B did not come to the end.
           The energies are left to the audit: with I3 the work of motions scatters.

Energy and constraints (audit.py) cannot see errors of phase: only a second run can.
References   Hairer, Norsett & Wanner (1993), Solving Ordinary Differential Equations I, II.4: two runs with different
             tolerances (tolerance proportionality), after Stetter (1980).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bellcrank.analysis.companions import Companions
from bellcrank.analysis.repeat import TIGHTER, Repeated
from bellcrank.errors import ResultsError
from bellcrank.results import Results
from bellcrank.results.distances import Distances, sizes
from bellcrank.results.formats.hdf5 import seal

MOST = 0.1
"""The largest part of a channel's size that is still an answer."""
LITTLE = 0.01
"""Below this part it does not matter whether the difference falls."""
FALLS = 0.7
WITNESS = 10.0
"""How much more than d a witness is believed."""
SHOWN = 5


@dataclass
class Verification:
    """The outcome of (1) to (3)."""

    converged: bool = False
    text: str = ""
    """One line: converged or not, and why."""
    error: float = 0.0
    """ERROR of the run."""
    runs: list[dict[str, Any]] = field(default_factory=list)
    """The companions: formulation, error, time reached, steps, failure."""
    errors: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    """Channel -> error, time of the largest, part of the channel's size; channels that are not unique are absent."""
    excluded: int = 0
    """How many channels are not unique."""

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return dict(vars(self))

    def worst(self, most: int = SHOWN) -> list[str]:
        """The channels with the largest errors by size, one for each entity and unit at most."""
        found: dict[tuple[str, float], str] = {}
        for name, (_, time, relative) in sorted(self.errors.items(), key=lambda item: -item[1][2]):
            if relative > 0.0 and not name.startswith("ENERGY."):
                found.setdefault((name.rpartition(".")[0], time), name)
        return list(found.values())[:most]

    def lines(self, run: Results) -> list[str]:
        """The outcome as text: the line, then a table of the worst channels."""
        names = self.worst()
        width = max([7, *map(len, names)])
        rows = [f"{'channel':{width}}  {'error':>9}  {'of size':>9}  {'at time':>9}  unit"] if names else []
        for name in names:
            error, time, relative = self.errors[name]
            rows.append(f"{name:{width}}  {error:9.2e}  {relative:9.1e}  {time:9.4g}  {run.units(name)}")
        left = [f"{self.excluded} channels are not unique: no error"] if self.excluded else []
        return [self.text, *rows, *left]


def judge(run: Results, error: float, reference: Repeated, witness: Repeated) -> Verification:
    """Compare a run, made with ERROR, with its companions."""
    found = Verification(error=error, runs=[r.to_json() for r in (reference, witness)])
    if reference.results is None or not len(reference.results):
        found.text = f"not verified: the run {reference.label} came to nothing ({reference.failure})"
        return found
    unique = np.array([name not in run.non_unique for name in run.channels], bool)
    found.excluded = int((~unique).sum())
    try:
        d = Distances(run, reference.results)
        there = witness.results is not None and len(witness.results) > 0
        e = Distances(reference.results, witness.results) if there else None  # type: ignore[arg-type]
    except ResultsError as none:
        found.text = f"not verified: {none}"
        return found
    size, judged = sizes(run, error), unique & _not_energy(run)
    left = e.largest if e is not None else np.zeros(len(unique))
    alike = (left > d.largest) & judged
    own = d.largest / (1.0 - TIGHTER)
    largest = np.where(alike, np.maximum(own, np.minimum(left, WITNESS * d.largest)), own)
    when = np.where(alike, e.when, d.when) if e is not None else d.when
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.where(largest > 0.0, largest / size, 0.0)
    for k in np.flatnonzero(unique):
        found.errors[run.channels[k]] = (float(largest[k]), float(when[k]), float(relative[k]))
    found.converged, found.text = _verdict(run, d, np.where(judged, relative, 0.0), left, size, reference, witness)
    return found


def _not_energy(run: Results) -> Any:
    """The channels that are not energies."""
    return np.array([entity.type != "Energy" for entity in run.entities for _ in entity.components], bool)


def _verdict(
    run: Results, d: Distances, relative: Any, left: Any, size: Any, reference: Repeated, witness: Repeated
) -> tuple[bool, str]:
    """Converged or not (3), and the line that says so."""
    beside = " and ".join(f"{r.label} ({r.failure or f'{r.steps} steps'})" for r in (reference, witness))
    missing = float(run.time[-1] - d.time[-1])
    if missing > 1e-9 * abs(float(run.time[-1])):
        why = reference.failure or "a sensor"
        return False, f"not converged: the run {reference.label} ends at time {reference.time:.6g} ({why})"
    falls = left < FALLS * d.largest
    worst = int(np.argmax(relative)) if len(relative) else 0
    doubtful = np.flatnonzero((relative > LITTLE) & ~falls)
    if len(relative) == 0:
        return True, "converged: nothing to compare"
    if relative[worst] <= MOST and not len(doubtful):
        what = f"{run.channels[worst]} {relative[worst] * size[worst]:.1e} {run.units(run.channels[worst])}".rstrip()
        part = f"{relative[worst]:.1e} of its size; the error is at most about twice that"
        return True, f"converged: worst {what}, {part}; beside {beside}"
    if relative[worst] <= MOST:
        worst = int(doubtful[np.argmax(relative[doubtful])])
    name = run.channels[worst]
    since = d.beyond(size, min(MOST, 0.5 * relative[worst]), worst)
    told = f"{name} differs by {relative[worst]:.1e} of its size, from time {since:.4g} on"
    reason = (
        "too loose: ask for a smaller ERROR" if falls[worst] else "it does not fall with ERROR: chaos or another branch"
    )
    return False, f"not converged: {told}; {reason}; beside {beside}"


def verified(run: Results, companions: Companions, path: Path | None = None) -> Verification:
    """Wait for the companions of a run, compare, and keep the outcome in its attributes, also those of its file."""
    acts = companions.acts
    try:
        reference, witness = companions.finish()
        found = judge(run, acts[0].settings.error, reference, witness)
    except KeyboardInterrupt:
        found = Verification(text="not verified: stopped by the user")
    run.attrs["verify"] = found.to_json()
    if path is not None:
        seal(path, run.attrs)
    return found
