"""Attacks on readers: texts in, a model or messages out; what is written is read as the same model."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
from random import Random

from bellcrank.errors import BellcrankError, Report
from bellcrank.testing.attack import seeds
from bellcrank.testing.attack.mutations import spoil_text
from bellcrank.testing.attack.robots import MJCF, URDF, VIEW

LARGE = 0.02
"""Part of the cases that are made from a shipped example."""


def model_text(chance: Random) -> str:
    """A small model, or now and then a shipped example."""
    if chance.random() > LARGE:
        return seeds.small(chance)
    return chance.choices(seeds.shipped(), [1.0 / len(text) for text in seeds.shipped()])[0]


def dataset(number: int) -> None:
    """Read, check, write, read: no exception, and what is written is read as the same model."""
    from bellcrank.model import load_text

    chance = Random(f"dataset {number}")
    _again(*load_text(spoil_text(model_text(chance), chance), "x.adm"))


def robots(number: int) -> None:
    """A spoiled URDF, MJCF or View file becomes a dataset that can be read, or is refused."""
    from bellcrank.model import load

    chance = Random(f"robots {number}")
    text, suffix = chance.choice(((URDF, ".urdf"), (MJCF, ".xml"), (VIEW, ".cmd")))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"x{suffix}"
        path.write_text(spoil_text(text, chance), encoding="utf-8")
        with contextlib.suppress(BellcrankError):
            _again(*load(path))


def _again(model: object, report: Report) -> None:
    from bellcrank.model import Model, load_text
    from bellcrank.model.checks import examine

    assert isinstance(model, Model)
    examine(model, report).render()
    text = model.text()
    if report.errors:
        return
    again, second = load_text(text, "y.adm")
    if second.errors:
        raise AssertionError(f"written and not readable: {second.errors[0].render()}")
    if again.text() != text:
        raise AssertionError("written and read is another text")


def commands(number: int) -> None:
    """A command file is read, and its changes are made to a model, which can still be written."""
    from bellcrank.analysis.replay import commands_of
    from bellcrank.model import load_text
    from bellcrank.model.commands import Change, parse_commands

    chance = Random(f"commands {number}")
    text = spoil_text(seeds.script(chance), chance)
    if number % 10 == 0:
        try:
            text = commands_of(spoil_text(seeds.MESSAGES, chance), "x.msg")
        except BellcrankError:
            return
    script, report = parse_commands(text, "x.acf")
    report.render()
    changes = [command for command in script.commands if isinstance(command, Change)]
    if not changes:
        return
    model = load_text(seeds.small(chance), "x.adm")[0]
    for change in changes:
        with contextlib.suppress(BellcrankError):
            change.apply(model)
    model.text()


def studies(number: int) -> None:
    """A spoiled study is read, or refused with a message."""
    from bellcrank.study.reading import read_plan

    chance = Random(f"studies {number}")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "x.adm").write_text(f"{seeds.FRAME}SPRINGDAMPER/1, TRANSLATION, I=20, J=11, K=9\nEND\n")
        (place / "s.toml").write_text(spoil_text(seeds.STUDY, chance), encoding="utf-8")
        with contextlib.suppress(BellcrankError):
            read_plan(place / "s.toml", place / "out")
        if made := sorted(path.name for path in place.rglob("*") if path.name not in ("x.adm", "s.toml", "out")):
            raise AssertionError(f"reading a study has made {', '.join(made)}")
