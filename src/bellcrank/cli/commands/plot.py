"""`bellcrank plot`: pictures of a result file."""

from __future__ import annotations

import click

EPILOG = """\b
Examples:
  bellcrank plot run.h5 PART_2.X PART_2.VX              over time, writes run.png
  bellcrank plot run.h5 PART_2.Y --x PART_2.X -o path.svg
  bellcrank plot run.h5 JOINT_1.FX --overlay adams.res  two runs
  bellcrank plot run.h5 PART_2.ACCX --fft               amplitude spectrum (--psd: power density)
  bellcrank plot run.h5 "sqrt(JOINT_1.FX**2+JOINT_1.FY**2)" -o force.pdf"""


@click.command(epilog=EPILOG)
@click.argument("results", type=click.Path())
@click.argument("channels", nargs=-1, required=True)
@click.option("-o", "--output", type=click.Path(), help="Picture to write: .png, .svg or .pdf; default RESULTS.png.")
@click.option("--x", "x", default="", metavar="CHANNEL", help="Horizontal axis instead of the time.")
@click.option("--fft", "kind", flag_value="fft", help="Amplitude spectrum.")
@click.option("--psd", "kind", flag_value="psd", help="Power density spectrum.")
@click.option("--overlay", multiple=True, type=click.Path(), help="Another result file; may be repeated.")
@click.option("--title", help="Instead of the title of the model.")
@click.option("--size", nargs=2, type=float, metavar="W H", help="Inches; default 9 5.5, higher for many panels.")
@click.option("--partial", is_flag=True, help="Take the whole rows of a damaged file.")
def command(
    results: str,
    channels: tuple[str, ...],
    output: str | None,
    x: str,
    kind: str | None,
    overlay: tuple[str, ...],
    title: str | None,
    size: tuple[float, float] | None,
    partial: bool,
) -> None:
    """Draw channels of a result file.

    CHANNEL is a name ("PART_2.X"), a pattern ("PART_2.*") or an expression. Channels of a second unit get the right
    axis, of more units panels of their own; reactions that are not unique are dashed.
    """
    from pathlib import Path

    from bellcrank.plots import plot
    from bellcrank.results import load

    if kind and x:
        raise click.UsageError("--x does not go together with --fft or --psd.")
    path = Path(output) if output else Path(results).with_suffix(".png")
    runs = [load(file, partial=partial) for file in (results, *overlay)]
    names = [Path(file).name for file in (results, *overlay)]
    plot(runs[0], *channels, x=x, kind=kind or "time", overlay=runs[1:], names=names, title=title, path=path, size=size)
    click.echo(f"Wrote {path}")
