"""Reading what the user named: a dataset, or a command file with the dataset it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
