"""Gaps of the results: values that are not numbers, and requests that are not there at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from bellcrank.errors import Message
from bellcrank.results.entity import Entity
from bellcrank.schema.subroutine import unattached

SHOWN = 5


class Gaps:
    """Counts over the rows of an analysis where a request has no value (1/0, the root of a negative number)."""

    def __init__(self, entities: Sequence[Entity]) -> None:
        self.entities = entities
        self.counts = np.zeros(sum(len(entity.components) for entity in entities), np.int64)
        self.first = 0.0
        self.rows = 0

    def add(self, rows: np.ndarray) -> None:
        """More rows, time first."""
        self.rows += len(rows)
        bad = ~np.isfinite(rows[:, 1:])
        if bad.any():
            if not self.counts.any():
                self.first = float(rows[np.flatnonzero(bad.any(axis=1))[0], 0])
            self.counts += bad.sum(axis=0)

    def messages(self) -> Iterator[Message]:
        """One warning for all of them."""
        columns = np.flatnonzero(self.counts)
        if len(columns):
            channels = [channel for entity in self.entities for channel in entity.channels]
            named = [f"{channels[n]} ({self.counts[n]} of {self.rows})" for n in columns[:SHOWN]]
            more = f" and {len(columns) - SHOWN} more" if len(columns) > SHOWN else ""
            what = f"No value at some output times, first at time {self.first:.6g}: {', '.join(named)}{more}."
            why = (
                "An expression was outside the domain of a function there: a division by zero, the root of a negative."
            )
            yield Message("warning", "W506", what, why=why, cure="look at the expressions of these columns.")


def requests_left_out(model: Any) -> Iterator[Message]:
    """A warning for each REQUEST whose columns come from a user subroutine."""
    for request in model.all("REQUEST"):
        if unattached(request, model) and not request.columns():
            what = f"FUNCTION = {request.function} calls a user subroutine: the request is not in the results."
            cure = (
                "give its columns as expressions (F2 = ..., F3 = ...), or register a Python function (bc.subroutine)."
            )
            yield request.message("W505", what, cure=cure, at="function", severity="warning")
