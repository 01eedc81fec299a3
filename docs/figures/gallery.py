"""The gallery: datasets from the Python versions of the machines, and one picture of each.

    python docs/figures/gallery.py [NAME ...]     # writes src/bellcrank/examples/*.adm, docs/_static/gallery-*.png

gallery-governor.png gallery-gyroscope.png gallery-inverted-pendulum.png gallery-quarter-car.png
gallery-stewart-platform.png gallery-six-axis-arm.png gallery-geared-linkage.png gallery-excavator.png
gallery-body-on-a-circle.png gallery-ball-in-a-bowl.png gallery-half-car.png gallery-paper-feed.png
"""

from __future__ import annotations

import importlib.util
import sys
import tempfile
from pathlib import Path
from types import ModuleType

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


def main(names: list[str]) -> None:
    """All machines, or some."""
    from bellcrank.cli import run

    for path in sorted(MACHINES.glob("*.py")):
        name = path.stem.replace("_", "-")
        if names and name not in names:
            continue
        made = machine(path)
        dataset = DATASETS / f"{name}.adm"
        made.build().write(dataset)
        with tempfile.TemporaryDirectory() as folder:
            words = ["--end", str(made.END), "--steps", str(made.STEPS), "--out", folder, "--quiet"]
            assert run(["run", str(dataset), *words]) == 0, name
            picture = PICTURES / f"gallery-{name}.png"
            times = [str(part * made.END) for part in getattr(made, "SHOWN", (0.0, 0.5, 1.0))]
            results = str(Path(folder) / f"{name}.h5")
            assert (
                run(["snapshot", results, "--times", ",".join(times), "--size", "300", "240", "-o", str(picture)]) == 0
            )
        print(dataset, picture)


if __name__ == "__main__":
    main(sys.argv[1:])
