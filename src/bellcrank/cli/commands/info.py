"""`bellcrank info`: what is in a dataset."""

from __future__ import annotations

import click

EPILOG = """\b
Examples:
  bellcrank info model.adm          parts, joints, forces, mass, freedoms, units, gravity
  bellcrank info model.adm --all    every element, long lists too"""


@click.command(epilog=EPILOG, short_help="What is in a dataset.")
@click.argument("file", type=click.Path())
@click.option("--all", "show_all", is_flag=True, help="Show long lists in full.")
def command(file: str, show_all: bool) -> int:
    """Show the parts, joints, forces, units and freedoms of a dataset."""
    from bellcrank.cli.overview import print_overview
    from bellcrank.cli.printing import summary
    from bellcrank.cli.reading import load_model

    model, report = load_model(file)
    print_overview(model, file, limit=10**9 if show_all else 12)
    if report:
        click.echo(f"\n{summary(report)} while reading; `bellcrank check {file}` tells them.")
    return 1 if report.errors else 0
