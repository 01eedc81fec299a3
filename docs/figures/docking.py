"""The pictures of docs/guide/docking.md and clamp-docking.md: both manoeuvres, the two ways in which the boom fails,
the map of 400 runs.

python docs/figures/docking.py
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from bellcrank.plots.snapshot import snapshot
from bellcrank.study.reading import read_plan

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples"))

from boom_docking import boom_docking  # noqa: E402
from clamp_docking import clamp_docking  # noqa: E402

PICTURES = ROOT / "docs" / "_static"


def main() -> None:
    """Run four cases and draw them."""
    for name, model, end, times in (
        ("boom-fast.png", boom_docking(approach=0.3), 20.0, [0.0, 2.9, 6.0, 12.0, 20.0]),
        ("boom-slow-latch.png", boom_docking(latch=8.0), 30.0, [0.0, 7.9, 9.3, 14.0, 30.0]),
        ("clamp-docking.png", clamp_docking(), 8.0, [0.0, 2.5, 2.7, 3.2, 8.0]),
    ):
        run = model.simulate(end=end, steps=800)
        size = (380, 380) if name == "clamp-docking.png" else (380, 230)
        snapshot(run, times, PICTURES / name, model, size=size, view="front")
    model = boom_docking()
    run = model.simulate(end=40.0, steps=800)
    snapshot(run, [0.0, 4.0, 7.9, 10.0, 40.0], PICTURES / "docking.png", model, size=(400, 240), view="front")
    success_map()


def success_map() -> None:
    """Which of 400 approaches dock."""
    with tempfile.TemporaryDirectory() as folder:
        boom_docking().write(Path(folder) / "boom-docking.adm")
        shutil.copy(ROOT / "examples" / "docking_map.toml", folder)
        table = read_plan(Path(folder) / "docking_map.toml").run()
    table.plot("success", "approach", "latch", path=PICTURES / "docking-map.png")


if __name__ == "__main__":
    main()
