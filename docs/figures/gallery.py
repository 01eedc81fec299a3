"""The gallery: datasets from the Python versions of the machines, and one picture of each.

    python docs/figures/gallery.py [NAME ...]     # writes src/bellcrank/examples/*.adm, docs/_static/gallery-*.png

A machine says which moments are shown (SHOWN, parts of its time), from where (VIEW), whether all of them in one picture
(STROBE), and what is plotted (`curves`); the datasets of machines BY_HAND are left alone.
"""

from __future__ import annotations

import importlib.util
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MACHINES = ROOT / "examples" / "gallery"
DATASETS = ROOT / "src" / "bellcrank" / "examples"
PICTURES = ROOT / "docs" / "_static"


def machine(path: Path) -> ModuleType:
    """The module of a machine."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plotted(curves: dict[str, Any], picture: Path) -> None:
    """One panel for each curve, side by side; the first entry is what they are plotted over."""
    import matplotlib.pyplot as plt
    import numpy as np

    (under, x), *others = curves.items()
    figure, axes = plt.subplots(1, len(others), figsize=(3.2 * len(others), 2.6), layout="constrained", squeeze=False)
    for ax, (label, values) in zip(axes[0], others, strict=True):
        for line in np.atleast_2d(values):
            ax.plot(x, line)
        ax.set(xlabel=under, ylabel=label)
        ax.grid(alpha=0.3)
    figure.savefig(picture, dpi=110)
    plt.close(figure)


def shown(made: ModuleType, dataset: Path, name: str, folder: str) -> None:
    """The strip of pictures of a machine, and its curves."""
    import bellcrank as bc
    from bellcrank.cli import run

    words = ["--steps", str(made.STEPS), "--out", folder, "--quiet"]
    moments = [part * made.END for part in getattr(made, "SHOWN", (0.0, 0.5, 1.0))]
    look = ["--times", ",".join(map(str, moments)), "--angle", getattr(made, "VIEW", "best"), "--size", "300", "240"]
    strobe = ["--strobe", "--size", "900", "360"] if hasattr(made, "STROBE") else []
    end = moments[-1] if strobe else made.END
    look.append("--plain")  # the same everywhere, with a browser and without
    results = str(Path(folder) / f"{name}.h5")
    assert run(["run", str(dataset), "--end", str(end), *words]) == 0, name
    assert run(["snapshot", results, *look, *strobe, "-o", str(PICTURES / f"gallery-{name}.png")]) == 0
    if hasattr(made, "curves"):
        assert run(["run", str(dataset), "--end", str(made.END), *words]) == 0
        plotted(made.curves(bc.load(results)), PICTURES / f"gallery-{name}-curves.png")


def main(names: list[str]) -> None:
    """All machines, or some."""
    for path in sorted(MACHINES.glob("*.py")):
        name = path.stem.replace("_", "-")
        if names and name not in names:
            continue
        made, dataset = machine(path), DATASETS / f"{name}.adm"
        if not getattr(made, "BY_HAND", False):
            made.build().write(dataset)
        with tempfile.TemporaryDirectory() as folder:
            shown(made, dataset, name, folder)
        print(dataset)


if __name__ == "__main__":
    main(sys.argv[1:])
