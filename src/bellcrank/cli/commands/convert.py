"""`bellcrank convert`: a result file in another format."""

from __future__ import annotations

import click

EPILOG = """\b
Examples:
  bellcrank convert adams.res run.h5                 any format to any other, by suffix
  bellcrank convert run.h5 part.csv -c "PART_2.*"    some channels
  bellcrank convert killed.h5 whole.h5               a run that was killed becomes a finished file
  bellcrank convert broken.res rest.h5 --partial     the whole rows of a damaged file

Formats: .h5 .nc .csv .tab .txt .parquet .res .req .gra; only read: .msg; only written: .out"""


@click.command(epilog=EPILOG)
@click.argument("source", type=click.Path())
@click.argument("target", type=click.Path())
@click.option("-c", "--channel", "channels", multiple=True, help="Name or pattern to keep; may be repeated.")
@click.option("--compress", is_flag=True, help="Pack the values (.h5).")
@click.option("--partial", is_flag=True, help="Take the whole rows of a damaged file.")
def command(source: str, target: str, channels: tuple[str, ...], compress: bool, partial: bool) -> None:
    """Write a result file in the format of the suffix of TARGET."""
    from pathlib import Path

    from bellcrank.results import load

    if compress and Path(target).suffix not in (".h5", ".nc"):
        raise click.UsageError("--compress is for .h5 and .nc only.")
    run = load(source, channels or None, partial=partial)
    run.save(target, **({"compression": 1} if compress else {}))
    click.echo(f"Wrote {target}: {len(run)} rows, {len(run.channels)} channels")
