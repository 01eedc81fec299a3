"""`bellcrank view`: the animated report of a run, or pictures of it."""

from __future__ import annotations

from typing import Any

import click

EPILOG = """\b
Examples:
  bellcrank view run.h5                        writes run.html: 3D animation, plots, model tree, messages
  bellcrank view run.h5 -o report.html --open  and shows it in the browser
  bellcrank view run.h5 --live                 follows a simulation that is still running
  bellcrank view run.h5 -o strip.png --frames 6
  bellcrank view run.h5 -o motion.gif
  bellcrank view adams.res --model model.adm   results of another program with the shapes of their dataset"""


@click.command(epilog=EPILOG, short_help="Animated report of a run: one HTML file.")
@click.argument("results", type=click.Path())
@click.option("-o", "--output", type=click.Path(), help="File to write: .html, .png or .gif; default RESULTS.html.")
@click.option("--model", "dataset", type=click.Path(), help="Dataset of the run, where the results do not carry it.")
@click.option("--open", "show", is_flag=True, help="Show the report in the browser.")
@click.option("--live", is_flag=True, help="Serve the report on this computer and follow the running simulation.")
@click.option("--port", default=0, metavar="N", help="Port of --live; default any free one.")
@click.option("--frames", default=6, show_default=True, help="Frames of a .png.")
@click.option("--strobe", is_flag=True, help="All frames of a .png in one picture.")
@click.option(
    "--angle", "view", default="best", show_default=True, help="View of a picture: best, iso, front, right, top."
)
def command(
    results: str,
    output: str | None,
    dataset: str | None,
    show: bool,
    live: bool,
    port: int,
    frames: int,
    strobe: bool,
    view: str,
) -> None:
    """Write the report of a run: one HTML file that needs no network, for anybody with a browser."""
    from pathlib import Path

    from bellcrank.results import load
    from bellcrank.scene import stored_model

    model = read_model(dataset) if dataset else None
    if live:
        from bellcrank.viewer.live import serve

        serve(results, model, port, announce=lambda address: click.echo(f"{address}   (Ctrl-C ends it)"))
        return
    run = load(results)
    model = model or stored_model(run, results)
    path = Path(output) if output else Path(results).with_suffix(".html")
    write(run, path, model, frames, strobe, view)
    click.echo(f"Wrote {path} ({path.stat().st_size / 1e6:.1f} MB)")
    if show:
        import webbrowser

        webbrowser.open(path.resolve().as_uri())


def write(run: Any, path: Any, model: Any, frames: int, strobe: bool, view: str) -> None:
    """A report or a picture, as the suffix says."""
    if path.suffix.lower() in (".html", ".htm"):
        from bellcrank.viewer import write_report

        write_report(run, path, model)
    elif path.suffix.lower() == ".png":
        from bellcrank.plots.snapshot import snapshot

        snapshot(run, frames, path, model, overlay=strobe, view=view)
    elif path.suffix.lower() == ".gif":
        from bellcrank.plots.snapshot import gif

        gif(run, path, model, view=view)
    else:
        raise click.UsageError(f"'{path.suffix}' is no picture or report; use .html, .png or .gif.")


def read_model(dataset: str) -> Any:
    """The model of a dataset, as far as it can be understood."""
    from bellcrank.model import load as load_model

    return load_model(dataset)[0]
