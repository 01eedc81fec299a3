"""The press of examples/press_of_solids.py in four positions.

python docs/figures/solids.py        # writes docs/_static/solids.png
"""

from __future__ import annotations

import importlib.util
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "_static" / "solids.png"


def main() -> None:
    """Run the example and draw it."""
    from bellcrank.plots.snapshot import snapshot

    spec = importlib.util.spec_from_file_location("press", ROOT / "examples" / "press_of_solids.py")
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    with tempfile.TemporaryDirectory() as folder:
        model = example.press(Path(folder))
        run = model.simulate(end=0.8, steps=40)
        snapshot(run, [0.0, 0.2, 0.4, 0.6], PICTURE, model, size=(300, 330))


if __name__ == "__main__":
    main()
