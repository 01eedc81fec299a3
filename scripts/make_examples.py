"""Write the datasets of the examples that are built in Python: title, the story as comments, the model.

    python scripts/make_examples.py [FOLDER]        default: src/bellcrank/examples

`tests/examples` checks that the shipped datasets are the models of the Python files.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILT = ("boom_docking", "clamp_docking")


def build(name: str):  # type: ignore[no-untyped-def]
    """The module of an example and its model."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, getattr(module, name)()


def dataset(name: str) -> str:
    """The text of the dataset."""
    module, model = build(name)
    story = [line for line in module.__doc__.splitlines()[1:] if not line.startswith("    python")]
    title, rest = model.text().split("\n", 1)
    told = "\n".join(f"! {line}".rstrip() for line in "\n".join(story).strip().splitlines())
    return f"{title}\n!\n{told}\n!\n! The same model in Python: examples/{name}.py\n!\n{rest}"


def main(folder: Path) -> None:
    """Write them all."""
    for name in BUILT:
        (folder / f"{name.replace('_', '-')}.adm").write_text(dataset(name))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "src" / "bellcrank" / "examples")
