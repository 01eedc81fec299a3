"""Before the runs of a study: what no run could do is told at once, and once; which units its columns have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from bellcrank.analysis.columns import of_model
from bellcrank.errors import BellcrankError, Message, ModelError
from bellcrank.results import Results
from bellcrank.study.assignments import Assignment
from bellcrank.study.responses import Response
from bellcrank.study.variables import Variable


def channels_of(model: Any) -> Results | None:
    """The channels of a run of the model, without rows; None where it cannot be simulated as it is."""
    try:
        entities = of_model(model)
    except BellcrankError:  # a point may cure it; else each run tells by itself
        return None
    return Results(entities, np.zeros((0, 1 + sum(len(entity.components) for entity in entities))))


def check_responses(responses: Mapping[str, str], channels: Results) -> None:
    """ModelError where a response reads a channel that no run will have."""
    for name, text in responses.items():
        for channel in Response(text).channels():
            try:
                channels.names.column(channel)
            except BellcrankError as error:
                first = error.report.messages[0]
                what = f"Response {name} = {text!r}: {first.what}."
                raise ModelError(Message("error", first.rule, what, why=first.why, cure=first.cure)) from None


def units_of(
    model: Any, variables: Mapping[str, Variable], responses: Mapping[str, str], channels: Results | None
) -> dict[str, str]:
    """The units of variables and responses, as far as they are known."""
    found = {name: _unit_of_variable(model, variable) for name, variable in variables.items()}
    if channels is not None:
        for name, text in responses.items():
            try:
                found[name] = Response(text).unit(channels.units, channels.units("TIME"))
            except BellcrankError:  # such a channel is not in every model of a builder
                continue
    return {name: unit for name, unit in found.items() if unit}


def _unit_of_variable(model: Any, variable: Variable) -> str:
    """The unit of the argument that the variable is; "" where it is part of a formula."""
    for text in variable.sets if model is not None else ():
        assignment = Assignment.read(text, variable.name)
        if assignment.formula == variable.name:
            element, attribute = assignment.target(model)
            dimension = element.fields[attribute].dimension
            if isinstance(dimension, str) and dimension:
                return str(model.units.label(dimension))
    return ""
