"""Damaged robots give messages, not tracebacks: words of each file lost, exchanged, made huge."""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path

import pytest

from bellcrank.errors import BellcrankError
from bellcrank.importers.mjcf.mjcf import load_mjcf
from bellcrank.importers.urdf import load_urdf

ROBOTS = sorted((Path(__file__).parent / "robots").iterdir())
STRANGE = ["", "(", '"', "=", "<", ">", ",", "1e999", "0", "-1", "nan", "1e-300", "1e300"]


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.name)
def test_damaged(path):
    dice = random.Random(path.name)
    words = re.split(r'(\s+|")', path.read_text())
    reader = load_urdf if path.suffix == ".urdf" else load_mjcf
    for _ in range(60):
        damaged = list(words)
        for _ in range(dice.randint(1, 5)):
            damaged[dice.randrange(len(damaged))] = dice.choice([*STRANGE, *dice.choices(words, k=5)])
        with contextlib.suppress(BellcrankError):
            model, report = reader("".join(damaged), path.name)
            assert report.errors or model.text()
