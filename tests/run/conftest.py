"""Running the command line inside this process, in a folder of its own."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from bellcrank.cli import run

sys.path.insert(0, str(Path(__file__).resolve().parent))
from small_models import HEAD


@dataclass
class Outcome:
    """Exit code, what was printed, and the folder of the files."""

    code: int
    out: str
    err: str
    folder: Path

    def results(self, name: str = "model"):
        """The results on disk."""
        import bellcrank as bc

        return bc.load(self.folder / f"{name}.h5")

    def messages(self, name: str = "model") -> str:
        """The text of the message file."""
        return (self.folder / f"{name}.msg").read_text()


class Bench:
    """A folder with a dataset `model.adm`, and the command line in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def dataset(self, body: str, name: str = "model.adm") -> Path:
        """Write a dataset: the usual head (units, gravity, ground, MARKER/1) and a body."""
        path = self.folder / name
        path.write_text(f"a test\n{HEAD}{body}END\n")
        return path

    def commands(self, text: str, name: str = "model.acf") -> Path:
        """Write a command file."""
        path = self.folder / name
        path.write_text(text)
        return path

    def run(self, *words: object) -> Outcome:
        """`bellcrank run ...`, results into the folder."""
        return self.call("run", *words, "--out", self.folder)

    def call(self, *words: object) -> Outcome:
        """Any command."""
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run([str(word) for word in words])
        return Outcome(code, out.getvalue(), err.getvalue(), self.folder)

    def simulate(self, body: str, *words: object) -> Outcome:
        """Write a dataset and run it."""
        return self.run(self.dataset(body), *(words or ("--end", 1)))

    def carry_out(self, body: str, commands: str) -> Outcome:
        """Write a dataset and a command file, and run that."""
        self.dataset(body)
        return self.run(self.commands(f"\nfile/model=model\n{commands}"))


@pytest.fixture
def bench(tmp_path, monkeypatch):
    """A Bench in a folder of its own, which is also the working folder."""
    monkeypatch.chdir(tmp_path)
    return Bench(tmp_path)
