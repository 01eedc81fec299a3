"""`bellcrank studio`: move the numbers of a model and see the motion follow."""

from __future__ import annotations

from pathlib import Path

import click

EPILOG = """\b
Examples:
  bellcrank studio model.adm --end 2                              sliders for the numbers of forces, motions, masses
  bellcrank studio model.adm --end 2 --slider spring.k=10:90      a slider of your choice, from 10 to 90
  bellcrank studio model.adm --end 2 --slider SFORCE/1.FUNCTION#0 the first number of a function

The page is served to this computer only (127.0.0.1), to whoever knows its address, until Ctrl-C. Save writes a
dataset into the folder of the model."""


@click.command(epilog=EPILOG, short_help="Sliders for the numbers of a model; the motion follows.")
@click.argument("model", type=click.Path())
@click.option("--end", type=float, required=True, metavar="T", help="End time of each run.")
@click.option("--steps", type=click.IntRange(1, 20000), default=400, metavar="N", help="Output intervals; default 400.")
@click.option("--slider", "sliders", multiple=True, metavar="X.ARG[=A:B]", help="A number to move; may be repeated.")
@click.option("--port", default=0, metavar="N", help="Port; default any free one.")
@click.option("--no-browser", is_flag=True, help="Print the address only.")
def command(model: str, end: float, steps: int, sliders: tuple[str, ...], port: int, no_browser: bool) -> None:
    """Open MODEL in the browser with sliders for its numbers; each move simulates it again."""
    from bellcrank.cli.reading import load_model
    from bellcrank.errors import ModelError
    from bellcrank.viewer.studio import Bench, server

    found, report = load_model(model)
    if report.errors:
        raise ModelError(report)
    path = Path(model)
    bench = Bench(found, end, steps, dict(map(slider, sliders)), path.resolve().parent, path.stem)
    click.echo("Preparing the model (the first time on a computer takes longer)")
    bench.run()
    server.serve(bench, port, not no_browser, lambda address: click.echo(f"{address}   (Ctrl-C ends it)"))


def slider(text: str) -> tuple[str, tuple[float, float] | None]:
    """The number of a slider and its range.

    >>> slider("spring.k=10:90")
    ('spring.k', (10.0, 90.0))
    """
    key, equals, span = text.partition("=")
    if not equals:
        return key, None
    low, colon, high = span.partition(":")
    try:
        found = (float(low), float(high)) if colon else None
    except ValueError:
        found = None
    if found is None or not -float("inf") < found[0] < found[1] < float("inf"):
        raise click.BadParameter(f"{span!r} is no range; write {key}=10:90.", param_hint="--slider")
    return key, found
