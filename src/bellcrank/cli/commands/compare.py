"""`bellcrank compare`: two result files channel by channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bellcrank.results.compare import Comparison, Difference

EPILOG = """\b
Examples:
  bellcrank compare run.h5 adams.res                     all channels both have, worst first
  bellcrank compare run.h5 adams.req --tolerance 1e-3    exit code 1 if one differs by more
  bellcrank compare a.h5 b.h5 -c "JOINT_1.*"             some channels
  bellcrank compare run.h5 x.txt --pair REQ_1.F2=X_Pos   columns under other names

Exit code: 0 compared (and within --tolerance), 1 a difference is larger, or nothing could be compared."""


@click.command(epilog=EPILOG)
@click.argument("first", type=click.Path())
@click.argument("second", type=click.Path())
@click.option("-c", "--channel", "channels", multiple=True, help="Name or pattern of FIRST; may be repeated.")
@click.option("--pair", "pairs", multiple=True, metavar="A=B", help="Compare expression A of FIRST with B of SECOND.")
@click.option("--tolerance", type=float, help="Largest relative difference that is accepted.")
@click.option("--absolute", type=float, default=0.0, help="Differences up to this (in FIRST's units) are accepted too.")
@click.option("--top", type=int, default=20, show_default=True, help="How many channels to show; 0 for all.")
@click.option("--partial", is_flag=True, help="Take the whole rows of a damaged file.")
def command(
    first: str,
    second: str,
    channels: tuple[str, ...],
    pairs: tuple[str, ...],
    tolerance: float | None,
    absolute: float,
    top: int,
    partial: bool,
) -> int:
    """Compare two result files of any formats.

    Names are matched free of case and by aliases (REQ_1 is the request with id 1, whatever its name); units are
    converted, angles unwrapped, and the finer run is interpolated onto the times of the coarser one.
    """
    from bellcrank.results import load
    from bellcrank.results.compare import compare

    split = [tuple(pair.split("=", 1)) for pair in pairs]
    if any(len(pair) != 2 for pair in split):
        raise click.BadParameter("write A=B", param_hint="--pair")
    chosen = channels or (() if pairs else None)
    runs = load(first, partial=partial), load(second, partial=partial)
    result = compare(*runs, chosen, [(pair[0].strip(), pair[1].strip()) for pair in split])
    show(result, first, second, runs[0].units("TIME"), top)
    return verdict(result, tolerance, absolute)


def show(result: Comparison, first: str, second: str, time_unit: str, top: int) -> None:
    """The table, worst first, and what could not be compared."""
    from bellcrank.cli.columns import number, table_lines

    click.echo(f"A: {first}\nB: {second}")
    click.echo(f"{result.times} times from {result.start:g} to {result.stop:g} {time_unit}, {counted(result)}\n")
    ranked = sorted(result.differences, key=severity, reverse=True)
    shown = ranked[:top] if top > 0 else ranked
    head = ["channel", "unit", "largest", "relative", "RMS", "at time", "A there", "B there"]
    rows = [
        [
            d.channel,
            d.units,
            *(number(v, 4) for v in (d.largest, d.relative, d.rms)),
            *(number(v) for v in (d.time, d.first, d.second)),
        ]
        for d in shown
    ]
    for line in table_lines([head], rows, left=2):
        click.echo(line)
    if len(ranked) > len(shown):
        click.echo(f"... {len(ranked) - len(shown)} more with smaller differences (--top 0 shows them)")
    for channel, mine, its in result.incompatible:
        click.echo(f"{channel} is not compared: {mine} in A, {its} in B")


def counted(result: Comparison) -> str:
    """How many channels were compared and how many only one file has."""
    lonely = (("A", result.only_first), ("B", result.only_second))
    parts = [f"{len(names)} only in {where} ({some(names)})" for where, names in lonely if names]
    return ", ".join([f"{len(result.differences)} channels in both", *parts])


def some(names: list[str]) -> str:
    """The first few names."""
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")


def severity(difference: Difference) -> float:
    """For sorting: a difference that is NaN comes first."""
    return difference.relative if difference.relative == difference.relative else float("inf")


def verdict(result: Comparison, tolerance: float | None, absolute: float) -> int:
    """The closing line and the exit code."""
    if not result.differences:
        click.echo("Nothing to compare: the two files have no channel in common (see --pair).", err=True)
        return 1
    if tolerance is None:
        return 0
    beyond = result.beyond(tolerance, absolute)
    if beyond:
        click.echo(f"\n{len(beyond)} of {len(result.differences)} channels differ by more than {tolerance:g}.")
        return 1
    click.echo(f"\nAll {len(result.differences)} channels agree within {tolerance:g}.")
    return 0
