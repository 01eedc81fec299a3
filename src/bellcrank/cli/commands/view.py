"""`bellcrank view`: the animated report of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

EPILOG = """\b
Examples:
  bellcrank view run.h5                        writes run.html: 3D animation, plots, model tree, messages
  bellcrank view run.h5 -o report.html --open  and shows it in the browser
  bellcrank view run.h5 stiff.h5 soft.h5       several runs of a model in one report, to be compared
  bellcrank view run.h5 --serve                follows a simulation that is still running
  bellcrank view adams.res --model model.adm   results of another program with the shapes of their dataset

Pictures and animated GIFs: bellcrank snapshot."""

GROWING = (".h5", ".nc")
"""Files that a run writes while it goes on."""


@click.command(epilog=EPILOG, short_help="Animated report of a run: one HTML file.")
@click.argument("results", type=click.Path(), nargs=-1, required=True)
@click.option("-o", "--output", type=click.Path(), help="File to write (.html); default RESULTS.html.")
@click.option("--model", "dataset", type=click.Path(), help="Dataset of the run, where the results do not carry it.")
@click.option("--open", "show", is_flag=True, help="Show the report in the browser.")
@click.option("--serve", is_flag=True, help="Serve the page to this computer only; it follows a running simulation.")
@click.option("--port", default=0, metavar="N", help="Port of --serve; default any free one.")
@click.option("--wait", default=60.0, metavar="S", help="Seconds --serve waits for RESULTS to appear; default 60.")
@click.option("--allow-outside", is_flag=True, help="Read shapes from files outside the folder of the dataset too.")
def command(
    results: tuple[str, ...],
    output: str | None,
    dataset: str | None,
    show: bool,
    serve: bool,
    port: int,
    wait: float,
    allow_outside: bool,
) -> None:
    """Write the report of a run: one HTML file that needs no network, for anybody with a browser.

    Further RESULTS are shown beside the first: as glass in the picture, dashed in the plots.
    """
    from bellcrank.cli.reading import load_run, read_model

    first, *others = results
    if serve and others:
        raise click.UsageError("--serve follows one run; compare several without it.")
    if serve:
        from bellcrank.viewer import live

        model = read_model(dataset) if dataset else None
        wait_for(Path(first), wait)
        live.serve(first, model, port, announce=lambda address: click.echo(f"{address}   (Ctrl-C ends it)"))
        return
    path = Path(output) if output else Path(first).with_suffix(".html")
    if path.suffix.lower() not in (".html", ".htm"):
        raise click.UsageError(f"'{path.name}' is no page: use .html. Pictures: bellcrank snapshot {first} -o {path}")
    beside = {name: load_run(file, None, allow_outside)[0] for name, file in names(others).items()}
    write(*load_run(first, dataset, allow_outside), path, show, others=beside)


def names(files: list[str]) -> dict[str, str]:
    """What runs are called: their file names, with the folder where two are alike."""
    stems = [Path(file).stem for file in files]
    return {(stem if stems.count(stem) == 1 else file): file for stem, file in zip(stems, files, strict=True)}


def wait_for(path: Path, seconds: float) -> None:
    """Wait for the result file of a run that is about to begin; whoever reads it says if it never came."""
    import time

    if path.exists() or path.suffix.lower() not in GROWING or seconds <= 0.0:
        return
    click.echo(f"Waiting for {path}, {seconds:g} s at most (Ctrl-C ends it)")
    until = time.monotonic() + seconds
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.1)


def write(
    run: Any, model: Any, path: Path, show: bool, quiet: bool = False, others: dict[str, Any] | None = None
) -> None:
    """Write the report, say so unless quiet, and open the browser if asked."""
    from bellcrank.viewer import write_report

    write_report(run, path, model, others)
    if not quiet:
        click.echo(f"Wrote {path} ({path.stat().st_size / 1e6:.1f} MB)")
    if show:
        import webbrowser

        webbrowser.open(path.resolve().as_uri())
