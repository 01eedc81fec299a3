"""`bellcrank diff`: what changed between two datasets."""

from __future__ import annotations

import click

EPILOG = """\b
Examples:
  bellcrank diff old.adm new.adm              JOINT/7 (elbow): i 12 -> 31
  bellcrank diff old.adm new.adm --exit-code  exit code 1 when they differ, for scripts"""


@click.command(epilog=EPILOG, short_help="What changed between two datasets.")
@click.argument("a", type=click.Path())
@click.argument("b", type=click.Path())
@click.option("--exit-code", is_flag=True, help="Leave with 1 when the models differ.")
def command(a: str, b: str, exit_code: bool) -> int:
    """Compare two datasets element by element; layout, order and comments do not count."""
    from bellcrank.model import diff, read

    lines = diff(read(a), read(b))
    for line in lines:
        colour = "green" if line.endswith(": added") else "red" if line.endswith(": removed") else None
        click.secho(line, fg=colour)
    if not lines:
        click.echo("no difference")
    return 1 if lines and exit_code else 0
