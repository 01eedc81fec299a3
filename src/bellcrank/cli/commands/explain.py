"""`bellcrank explain`: what a message number means."""

from __future__ import annotations

import click

EPILOG = """\b
Examples:
  bellcrank explain E702    the mechanism locks: why, and what to do
  bellcrank explain C001    a rule of `bellcrank check`
  bellcrank explain         all numbers"""


@click.command(epilog=EPILOG, short_help="What a message number means, and what to do.")
@click.argument("number", required=False)
def command(number: str | None) -> int:
    """Explain the message NUMBER that stands in brackets in a message, as in [E702 error]."""
    from bellcrank.errors import BellcrankError, Message

    known = texts()
    if number is None:
        for code, (title, _) in known.items():
            click.echo(f"{code}  {title}")
        return 0
    if number.upper() not in known:
        what = f"There is no message {number!r}."
        raise BellcrankError(Message("error", "E111", what, cure="`bellcrank explain` lists all numbers."))
    title, text = known[number.upper()]
    click.echo(f"{number.upper()}  {title}\n\n{text}")
    return 0


def texts() -> dict[str, tuple[str, str]]:
    """Number -> (title, plain text), of messages and rules."""
    from bellcrank.explanations import explanations, plain
    from bellcrank.model.checks import rules

    found = {code: (title, plain(text)) for code, (title, text) in explanations().items()}
    found |= {rule.number: (rule.title, rule.explanation) for rule in rules().values()}
    return dict(sorted(found.items()))
