"""Reading what the user named: a dataset, a command file with the dataset it names, results with their model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bellcrank.errors import DatasetError, Message, ModelError, Place, Report

if TYPE_CHECKING:
    from bellcrank.model import Model


def load_model(file: str) -> tuple[Model, Report]:
    """The model of a dataset (.adm), or of the dataset that a command file (.acf) names; and all that is wrong."""
    from bellcrank.model import load

    return load_through_commands(file) if file.lower().endswith(".acf") else load(file)


def load_through_commands(file: str) -> tuple[Model, Report]:
    """The model of a command file; its commands are tried on a copy, so that wrong ids in them are found too."""
    from bellcrank.model import Change, load, load_commands

    script, report = load_commands(file)
    if not script.model:
        raise DatasetError(
            Message(
                "error",
                "E101",
                "The command file names no model.",
                Place(file, 1),
                cure="write the name of the dataset on the first line, or file/model=name after an empty first line.",
            )
        )
    model, read = load(script.model_path())
    trial = model.copy()
    for command in script.commands:
        if isinstance(command, Change):
            try:
                command.apply(trial)
            except ModelError as error:
                report.extend(error.report)
    return model, Report([*read, *report])


def load_run(results: str, dataset: str | None, allow_outside: bool = False) -> tuple[Any, Any]:
    """A result file and its model: of the dataset named, or the one stored with the results (None: there is none)."""
    from bellcrank.results import load
    from bellcrank.scene import stored_model

    run = load(results)
    model = read_model(dataset) if dataset else stored_model(run, results)
    if model is not None:
        model.allow_outside = allow_outside
    return run, model


def read_model(dataset: str) -> Model:
    """The model of a dataset, as far as it can be understood."""
    from bellcrank.model import load

    return load(dataset)[0]


def numbers(text: str, option: str) -> list[float]:
    """A list of numbers as typed after an option.

    >>> numbers("0, 0.5 1", "--times")
    [0.0, 0.5, 1.0]
    """
    try:
        found = [float(word) for word in text.replace(",", " ").split()]
    except ValueError:
        found = []
    if not found:
        raise click.BadParameter(f"{text!r} is not a list of numbers", param_hint=option)
    return found
