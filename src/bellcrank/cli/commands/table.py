"""`bellcrank table`: numbers of a result file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from bellcrank.results import Results

EPILOG = """\b
Examples:
  bellcrank table run.h5                            all channels with extremes and RMS
  bellcrank table run.h5 PART_2.X JOINT_1.FX        two columns over time
  bellcrank table run.h5 "PART_2.*" --every 10      every tenth row
  bellcrank table run.h5 PART_2.X --times 0,0.5,1   at these times
  bellcrank table run.res "sqrt(PART_2.VX**2+PART_2.VY**2)" --summary
  bellcrank table model.req REQ_1.F2 --csv > x.csv  full precision, for other programs"""


@click.command(epilog=EPILOG)
@click.argument("results", type=click.Path())
@click.argument("channels", nargs=-1)
@click.option("--csv", "as_csv", is_flag=True, help="Commas between the columns, every digit.")
@click.option("--times", metavar="T1,T2,...", help="Only these times, interpolated where there is no row.")
@click.option("--every", type=click.IntRange(min=1), default=1, metavar="N", help="Every Nth row.")
@click.option("--summary", is_flag=True, help="Minimum, maximum, mean, RMS and last value instead of rows.")
@click.option("--partial", is_flag=True, help="Take the whole rows of a damaged file.")
def command(
    results: str,
    channels: tuple[str, ...],
    as_csv: bool,
    times: str | None,
    every: int,
    summary: bool,
    partial: bool,
) -> None:
    """Print channels of a result file (.h5 .csv .parquet .res .req .gra .msg).

    CHANNEL is a name ("PART_2.X"), a pattern ("PART_2.*") or an expression ("JOINT_1.FX/9.81").
    """
    from bellcrank.results import load
    from bellcrank.results.expressions import is_arithmetic

    simple = channels and not any(is_arithmetic(c) for c in channels)
    run = load(results, channels if simple else None, partial=partial)
    if summary or not channels:
        show_summary(run, channels, as_csv)
        return
    wanted = run.select(channels)
    rows = rows_at(run, wanted, times) if times is not None else all_rows(run, wanted, every)
    show(run, wanted, rows, as_csv)


def all_rows(run: Results, wanted: list[str], every: int) -> Any:
    """Time and columns, every nth row."""
    import numpy as np

    return np.column_stack([run.time, *(run.evaluate(c) for c in wanted)])[::every]


def rows_at(run: Results, wanted: list[str], times: str) -> Any:
    """Time and columns at given times."""
    import numpy as np

    from bellcrank.cli.reading import numbers
    from bellcrank.errors import Message, ResultsError
    from bellcrank.results.grid import akima, rising

    at = np.array(numbers(times, "--times"))
    if not len(run) or at.min() < run.time.min() or at.max() > run.time.max():
        span = f"the run goes from {run.time.min():g} to {run.time.max():g}" if len(run) else "the run has no rows"
        raise ResultsError(Message("error", "E907", f"a time of --times {times} is outside of the run", why=span))
    grid, rows = rising(run.time)
    return np.column_stack([at, *(akima(grid, run.evaluate(c)[rows], at) for c in wanted)])


def show(run: Results, wanted: list[str], rows: Any, as_csv: bool) -> None:
    """Rows as text."""
    from bellcrank.cli.columns import number, table_lines

    names, units = ["time", *wanted], [run.units("TIME"), *(run.units(c) for c in wanted)]
    if as_csv:
        show_csv([f"{n} [{u}]" if u else n for n, u in zip(names, units)], rows.tolist())
        return
    units = [f"[{u}]" if u else "" for u in units]
    for line in table_lines([names, units], ([number(v) for v in row] for row in rows.tolist())):
        click.echo(line)
    show_doubts(run, wanted)


def show_summary(run: Results, channels: tuple[str, ...], as_csv: bool) -> None:
    """One line per channel."""
    import numpy as np

    from bellcrank.cli.columns import table_lines
    from bellcrank.results.noise import floors

    figures = run.summary(run.select(channels) if channels else None)
    head = ["channel", "unit", "minimum", "at", "maximum", "at", "mean", "RMS", "last"]
    if as_csv:
        show_csv(head, figures)
        return
    click.echo(repr(run).strip("<>"))
    least = floors([f.units for f in figures], np.array([max(abs(f.minimum), abs(f.maximum)) for f in figures]))
    rows = ([f.name, f.units, *_figures(f, floor)] for f, floor in zip(figures, least, strict=True))
    for line in table_lines([head], rows, left=2):
        click.echo(line)
    show_doubts(run, [f.name for f in figures])


def _figures(f: Any, floor: float) -> list[str]:
    """The numbers of a line; a channel that is rounding is 0."""
    from bellcrank.cli.columns import number

    if max(abs(f.minimum), abs(f.maximum)) < floor:
        return ["0", "", "0", "", "0", "0", "0"]
    return [number(v, 5) for v in f[2:]]


def show_csv(head: list[str], rows: Any) -> None:
    """Comma-separated values with every digit."""
    import csv
    import sys

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([[repr(v) if isinstance(v, float) else v for v in row] for row in rows])


def show_doubts(run: Results, wanted: list[str]) -> None:
    """A warning about reactions that are not unique, and about a run that has not ended."""
    doubtful = [c for c in wanted if c in run.non_unique]
    if doubtful:
        click.echo(f"Not unique because of redundant constraints: {', '.join(doubtful)}", err=True)
    if run.attrs.get("finished") is False:
        click.echo(f"Note: {run.attrs.get('end_reason')}.", err=True)
