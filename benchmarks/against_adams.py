"""How far we are from the exact motion, and how far Adams is, with the settings of the file.

    python benchmarks/against_adams.py [CASE ...]        the table of docs/adams.md

runs       every command file of ../shared/corpus that has results of Adams (its .req beside it, or the tables of
           ../shared/reference), and the models of ../shared/reference without a command file. Their settings are
           not known. The tables were made more exactly than the command files ask (that of Distance_Case03 is 2000
           times nearer to the exact motion than its .req): ERROR 1e-6, HMAX 1e-5 are taken
exact      the same model with SI2 and an error of 1e-12 of its size; where there is an independent solution
           (exact_*.csv, minimal coordinates, 12 digits) the distance to that is measured too                    (1)
distance   the largest difference over all output times and components of a quantity; of Euler parameters with the
           nearer sign. Adams' files have six digits: rounding of up to 5e-6 of a value is part of its distance     (2)
zero       what is below 1e-9 of a quantity's scale, ours and Adams': the exact motion is not known better (1). The
           scale is the largest value; of a turning or a torque, which may vanish, at least v / l, a / l and F l    (3)
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT / ".." / "shared"
MODELS = ROOT / "tests" / "models"
OWN = {
    "RevSpherical_Case01": "rev_spherical", "RotSpring_Case01": "rot_spring", "TranSpring_Case02": "tran_spring",
    "TranSpringCB_Case03": "tran_spring_cb", "LinActuator_Case01": "lin_actuator",
}  # fmt: skip
"""Runs of Adams whose dataset was not published: the models are ours (tests/models)."""
QUANTITIES = ("Pos", "Vel", "Acc", "Quat", "Avel", "Aacc", "Rforce", "Rtorque")
EXACT = 1e-12
KNOWN = 1e-9
"""The part of its scale to which a quantity of the exact motion is known."""
ROUNDED = 5e-6
"""Largest rounding error of six digits, of the value."""


@dataclass
class Distances:
    """Of one run: quantity -> largest distance to the exact motion, and its largest value."""

    case: str
    ours: dict[str, float] = field(default_factory=dict)
    adams: dict[str, float] = field(default_factory=dict)
    size: dict[str, float] = field(default_factory=dict)
    witness: dict[str, float] = field(default_factory=dict)
    """Distance of our exact run to the independent solution."""
    steps: int = 0

    def zero(self, name: str) -> float:
        """The distance below which both programs are exact (3)."""
        largest = {q: max((v for n, v in self.size.items() if n.endswith(f".{q}")), default=0.0) for q in QUANTITIES}
        length, quantity = largest["Pos"] or 1.0, name.partition(".")[2]
        least = {
            "Quat": 1.0,
            "Avel": largest["Vel"] / length,
            "Aacc": largest["Acc"] / length,
            "Rtorque": largest["Rforce"] * length,
        }
        return KNOWN * max(largest[quantity], least.get(quantity, 0.0))


def cases() -> list[str]:
    """The runs that have results of Adams here."""
    corpus = [p.stem.removeprefix("test_") for p in sorted((SHARED / "corpus" / "chrono").glob("*.acf"))]
    return [*corpus, *OWN] if (SHARED / "reference" / "data" / "chrono_adams").is_dir() else corpus


def measure(case: str) -> Distances:
    """Run a case with the settings of its file, and exactly; compare."""
    from bellcrank.analysis.script import Options, ScriptRun
    from bellcrank.model import load_text

    acf = SHARED / "corpus" / "chrono" / f"test_{case}.acf"
    with tempfile.TemporaryDirectory() as folder:
        run = ScriptRun(Options(Path(folder)))
        if case in OWN:
            settings = "integrator/gstiff, error=1.0e-6, hmax=1e-5\nsimulate/transient, end=5.0, dtout=1.0E-2"
            run.run_dataset(MODELS / f"{OWN[case]}.adm", settings)
        else:
            run.run_file(acf)
        assert run.code == 0 and run.results is not None, f"{case} failed"
        results, model = run.results, run.session.model  # type: ignore[union-attr]
        ours, steps = series(results), results.attrs["statistics"]["steps"]
    exact = series(load_text(model.text())[0].simulate(5.0, 500, error=EXACT, formulation="SI2", integrator="gstiff"))
    found = Distances(case, steps=steps)
    for name, theirs in adams(case).items():
        if name in ours:
            found.size[name] = float(np.abs(exact[name]).max())
            found.ours[name] = distance(ours[name], exact[name], name)
            found.adams[name] = distance(theirs, exact[name], name)
    for name, solution in independent(case).items():
        if name in exact:
            found.witness[name] = distance(exact[name][::10], solution, name)
    return found


def series(run: Any) -> dict[str, np.ndarray]:
    """Request number and quantity -> columns: the requests of these models are displacement, velocity, acceleration,
    Euler parameters (four functions) and reactions (six)."""
    found: dict[str, np.ndarray] = {}
    for entity in run.entities:
        if entity.type != "Request":
            continue
        kind, comment = str(entity.info.get("kind")), str(entity.info.get("comment", "")).upper()
        names = {"displacement": ("Pos", ""), "velocity": ("Vel", "Avel"), "acceleration": ("Acc", "Aacc")}
        first, second = names.get(kind, ("Rforce", "Rtorque"))
        columns = dict(zip(entity.slots, entity.channels, strict=True))
        tag = f"{entity.object_id}."
        if "EULER" in comment:
            found[tag + "Quat"] = np.column_stack([run[columns[n]] for n in (2, 3, 4, 6)])
            continue
        for name, slots in ((first, (2, 3, 4)), (second, (6, 7, 8))):
            if name and all(n in columns for n in slots):
                found[tag + name] = np.column_stack([run[columns[n]] for n in slots])
    return found


def adams(case: str) -> dict[str, np.ndarray]:
    """The results of Adams: its request file, or the tables."""
    import bellcrank as bc

    req = SHARED / "corpus" / "chrono" / f"test_{case}_ADAMS.req"
    if req.exists():
        return series(bc.load(req))
    folder = SHARED / "reference" / "data" / "chrono_adams" / case
    numbers = dict(zip(QUANTITIES, (1, 2, 3, 4, 2, 3, 5, 5), strict=True))
    spellings = {"Rforce": ("Rforce", "Rforce_Body1", "RforceP"), "Rtorque": ("Rtorque", "Rtorque_Body1", "RtorqueP")}
    found = {}
    for name, number in numbers.items():
        paths = [folder / f"{case}_ADAMS_{spelled}.txt" for spelled in spellings.get(name, (name,))]
        path = next((p for p in paths if p.exists()), None)
        if path is not None:
            found[f"{number}.{name}"] = np.loadtxt(path, skiprows=3)[:, 1:]
    return found


def independent(case: str) -> dict[str, np.ndarray]:
    """The solution in minimal coordinates, every 0.1 s."""
    path = SHARED / "reference" / "data" / "chrono_adams" / case / f"exact_{case}.csv"
    if not path.exists():
        return {}
    table = np.genfromtxt(path, delimiter=",", names=True)
    numbers = dict(zip(QUANTITIES, (1, 2, 3, 4, 2, 3, 5, 5), strict=True))
    names = {q: ("e0", "e1", "e2", "e3") if q == "Quat" else tuple(q + axis for axis in "XYZ") for q in QUANTITIES}
    return {f"{numbers[q]}.{q}": np.column_stack([table[n] for n in columns]) for q, columns in names.items()}


def distance(got: np.ndarray, wanted: np.ndarray, name: str) -> float:
    """The largest difference (2)."""
    plus, minus = np.abs(got - wanted).max(axis=1), np.abs(got + wanted).max(axis=1)
    return float((np.minimum(plus, minus) if name.endswith("Quat") else plus).max())


def table(measured: list[Distances]) -> str:
    """Markdown: for each run and quantity ours / Adams."""
    head = ["run", *QUANTITIES, "exact to"]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for d in measured:
        cells = [d.case]
        for quantity in QUANTITIES:
            names = [n for n in d.ours if n.endswith("." + quantity)]
            ours, theirs = (max((of[n] for n in names), default=np.nan) for of in (d.ours, d.adams))
            zero = max(map(d.zero, names), default=0.0)
            cells.append(" / ".join(f"{x:.1e}" if x > zero else "0" for x in (ours, theirs)) if names else "")
        witness = max((d.witness[n] / max(1.0, d.size.get(n, 1.0)) for n in d.witness), default=np.nan)
        cells.append(f"{witness:.0e}" if d.witness else "")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    if not cases():
        sys.exit("The runs of Adams (../shared/corpus, ../shared/reference) are not here.")
    print(table([measure(case) for case in sys.argv[1:] or cases()]))
