"""`bellcrank explain`: what a message number, a function or a statement means."""

from __future__ import annotations

import click

EPILOG = """\b
Examples:
  bellcrank explain E702         the mechanism locks: why, and what to do
  bellcrank explain C001         a rule of `bellcrank check`
  bellcrank explain STEP         a function of expressions; IMPACT, DZ, VARVAL, ...
  bellcrank explain SFORCE       a statement of the dataset, or a kind: REVOLUTE
  bellcrank explain functions    all functions, one line each; statements, messages
  bellcrank explain              all message numbers"""


@click.command(epilog=EPILOG, short_help="What a message number, a function or a statement means.")
@click.argument("word", required=False)
def command(word: str | None) -> int:
    """Explain WORD: the number in brackets of a message, as in [E702 error]; a function of expressions; a statement."""
    from bellcrank.model.reference import text_of

    click.echo(text_of(word or "messages"))
    return 0
