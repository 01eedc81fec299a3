"""How messages look on a terminal."""

from __future__ import annotations

from collections.abc import Iterable

import click

from bellcrank.errors import Message, Report

COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


def print_messages(messages: Iterable[Message]) -> None:
    """Every message, its headline in the colour of its severity, separated by blank lines."""
    for message in messages:
        head, _, rest = message.render().partition("\n")
        click.secho(head, fg=COLOURS[message.severity], bold=message.severity == "error")
        click.echo(rest + "\n")


def summary(report: Report) -> str:
    """`2 errors, 1 warning, no notes`."""
    notes = len(report) - len(report.errors) - len(report.warnings)
    counts = ((len(report.errors), "error"), (len(report.warnings), "warning"), (notes, "note"))
    return ", ".join(f"{n or 'no'} {word}{'' if n == 1 else 's'}" for n, word in counts)
