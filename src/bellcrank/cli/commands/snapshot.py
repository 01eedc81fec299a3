"""`bellcrank snapshot`: pictures of the mechanism."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

EPILOG = """\b
Examples:
  bellcrank snapshot run.h5                              writes run.png: six frames, evenly spaced
  bellcrank snapshot run.h5 --times 0,0.2,0.5 -o strip.png
  bellcrank snapshot run.h5 --frames 8 --strobe          all frames in one picture, the earlier ones faint
  bellcrank snapshot run.h5 --gif --seconds 4            writes run.gif, an animation of 4 seconds
  bellcrank snapshot adams.res --model model.adm         results of another program, with their dataset

The pictures are those of the report, drawn by a Chromium without a window, where the package playwright and a Chromium
are there; else, or with --plain, a simpler program that needs neither draws them."""


@click.command(epilog=EPILOG, short_help="Frames of a run as a picture, or an animated GIF.")
@click.argument("results", type=click.Path())
@click.option("-o", "--output", type=click.Path(), help="File to write: .png or .gif; default RESULTS.png.")
@click.option("--times", metavar="T,T,...", help="Times to show, in the time unit of the model.")
@click.option("--frames", type=click.IntRange(1, 100), default=6, show_default=True, help="How many, if no --times.")
@click.option("--gif", "animated", is_flag=True, help="An animation instead of a strip.")
@click.option("--seconds", type=click.FloatRange(min=0.1), help="How long the animation lasts; default real time.")
@click.option("--strobe", is_flag=True, help="All frames in one picture.")
@click.option("--columns", type=click.IntRange(min=0), default=0, help="Frames side by side; default up to five.")
@click.option("--size", nargs=2, type=click.IntRange(64, 4096), metavar="W H", help="Pixels of one frame.")
@click.option("--angle", default="best", show_default=True, help="View: best, iso, front, right, top.")
@click.option("--dark", is_flag=True, help="Dark background.")
@click.option(
    "--browser/--plain", default=None, help="Draw as the report does, by a Chromium (where there is one), or simply."
)
@click.option("--model", "dataset", type=click.Path(), help="Dataset of the run, where the results do not carry it.")
@click.option("--allow-outside", is_flag=True, help="Read shapes from files outside the folder of the dataset too.")
def command(
    results: str,
    output: str | None,
    times: str | None,
    frames: int,
    animated: bool,
    seconds: float | None,
    strobe: bool,
    columns: int,
    size: tuple[int, int] | None,
    angle: str,
    dark: bool,
    browser: bool | None,
    dataset: str | None,
    allow_outside: bool,
) -> None:
    """Draw the mechanism of a run: a strip of frames (PNG) or an animation (GIF)."""
    path = target(results, output, animated)
    animated = path.suffix.lower() == ".gif"
    if animated and (times or strobe):
        raise click.UsageError("--times and --strobe are for pictures; an animation shows the whole run.")
    if seconds and not animated:
        raise click.UsageError("--seconds is for animations: add --gif.")
    from bellcrank.cli.reading import load_run, numbers
    from bellcrank.plots import pictures
    from bellcrank.viewer import painter

    if browser and not painter.available():
        cure = "Install them (pip install playwright, and Chromium by your system), or leave --browser out."
        raise click.UsageError(f"--browser needs the package playwright and a Chromium. {cure}")
    wanted = numbers(times, "--times") if times is not None else frames
    run, model = load_run(results, dataset, allow_outside)
    how: dict[str, Any] = {"columns": columns, "strobe": strobe, "seconds": seconds or 0.0, "dark": dark}
    pictures.draw(run, path, wanted, model, angle=angle, size=size, browser=browser, progress=tell, **how)
    click.echo(f"Wrote {path} ({path.stat().st_size / 1e3:.0f} kB)")


def tell(done: int, frames: int) -> None:
    """Progress at a terminal, nothing elsewhere."""
    if sys.stderr.isatty():
        click.echo(f"\r{done} of {frames} frames", nl=done == frames, err=True)


def target(results: str, output: str | None, animated: bool) -> Path:
    """The file to write."""
    path = Path(output) if output else Path(results).with_suffix(".gif" if animated else ".png")
    suffixes = (".gif",) if animated else (".png", ".gif")
    if path.suffix.lower() not in suffixes:
        raise click.UsageError(f"'{path.name}' cannot be written; use {' or '.join(suffixes)}.")
    return path
