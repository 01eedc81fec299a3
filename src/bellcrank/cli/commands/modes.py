"""`bellcrank modes`: eigenvalues and mode shapes of a dataset."""

from __future__ import annotations

from typing import Any

import click

EPILOG = """\b
Examples:
  bellcrank modes model.adm                    about the static equilibrium
  bellcrank modes model.adm --at input         about the input position with its velocities (steady rotation)
  bellcrank modes model.adm --at 2.5           about the state after a simulation until 2.5
  bellcrank modes model.adm --energy 1-3       with energy tables of the first three modes
  bellcrank modes model.adm --view modes.html  a page that animates the modes: the time axis is the phase
  bellcrank modes model.adm --json modes.json  everything, for other programs
  bellcrank modes rotor.adm --campbell 0:800:17 --set "MOTION/1.function={}*TIME" --set "rotor.wz={}" -o campbell.png"""


@click.command(epilog=EPILOG, short_help="Frequencies, damping and mode shapes.")
@click.argument("file", type=click.Path())
@click.option("--at", default="rest", metavar="STATE", help='"rest" (static equilibrium), "input", or a time.')
@click.option("--no-damping", is_flag=True, help="Leave damping out.")
@click.option("--count", type=click.IntRange(min=1), default=30, help="Modes of a large model (30).")
@click.option("--energy", default="", metavar="A-B", help="Energy tables of these modes.")
@click.option("--json", "target", type=click.Path(dir_okay=False), metavar="FILE", help="Write all modes to FILE.")
@click.option(
    "--view", "page", type=click.Path(dir_okay=False), metavar="FILE", help="Write a page with the modes moving."
)
@click.option("--campbell", default="", metavar="A:B:N", help="Frequencies over N values from A to B, put in by --set.")
@click.option("--set", "changes", multiple=True, metavar="X.ARG=V", help="Change an argument; {} is the value.")
@click.option("-o", "picture", type=click.Path(dir_okay=False), metavar="FILE", help="Picture of --campbell.")
@click.option("--without", default="", metavar="A,B", help="Leave out: CONTACT, FIELD/7, USER, ...")
def command(file: str, **options: Any) -> int:
    """Eigenvalues of small motions of FILE (.adm)."""
    from bellcrank.analysis.modes import modes
    from bellcrank.cli.reading import load_model
    from bellcrank.errors import ModelError

    at = state(options["at"])
    left_out = tuple(word.strip().upper() for word in options["without"].split(",") if word.strip())
    model, report = load_model(file)
    if report.errors:
        raise ModelError(report)
    if options["campbell"]:
        return diagram(model, at if options["at"] != "rest" else "input", options)
    change(model, options["changes"], "")
    found = modes(model, at=at, damping=not options["no_damping"], count=options["count"], without=left_out)
    click.echo(found.table())
    click.echo(found.words())
    for text in found.doubts:
        click.echo(text)
    if options["page"]:
        found.view(options["page"])
        click.echo(f"written: {options['page']}")
    first, last = bounds(options["energy"])
    for mode in found:
        if first <= mode.number <= last:
            for which in ("kinetic", "strain", "dissipated"):
                click.echo(f"\nmode {mode.number}: {which} energy, percent\n{mode.energies.table(which)}")
    if options["target"]:
        import json

        from bellcrank.whole_files import write_whole

        write_whole(options["target"], json.dumps(found.to_json(), indent=1).encode())
        click.echo(f"written: {options['target']}")
    return 0


def change(model: Any, texts: tuple[str, ...], value: str) -> None:
    """Put arguments into the model."""
    from bellcrank.analysis.changes import set_argument
    from bellcrank.analysis.session import Session

    session = Session(model)
    for text in texts:
        set_argument(session, text.replace("{}", value))


def diagram(model: Any, at: str | float, options: dict[str, Any]) -> int:
    """Frequencies over a speed: a table, and a picture where a file is named."""
    import numpy as np

    from bellcrank.analysis.campbell import campbell

    if not any("{}" in text for text in options["changes"]):
        raise click.UsageError('--campbell needs a --set with {}, for instance --set "MOTION/1.function={}*TIME".')
    try:
        low, high, count = options["campbell"].split(":")
        speeds = np.linspace(float(low), float(high), int(count))
    except ValueError:
        raise click.BadParameter(
            f"{options['campbell']!r} is no range such as 0:800:17.", param_hint="--campbell"
        ) from None
    texts = options["changes"]
    found = campbell(model, list(speeds), lambda m, speed: change(m, texts, repr(speed)), at=at)
    for speed, row in zip(found.speeds, found.frequencies, strict=True):
        click.echo(f"{speed:12.5g}  " + " ".join(f"{x:12.6g}" for x in row))
    click.echo(f"critical speeds (order 1): {', '.join(f'{x:.6g}' for x in found.crossings()) or 'none'}")
    if options["picture"]:
        found.plot(options["picture"])
        click.echo(f"written: {options['picture']}")
    if options["page"]:
        found.modes[-1].view(options["page"], charts=[found])
        click.echo(f"written: {options['page']}")
    return 0


def state(text: str) -> str | float:
    """rest, input, or a time."""
    if text in ("rest", "input"):
        return text
    try:
        return float(text)
    except ValueError:
        raise click.BadParameter(f'{text!r} is neither "rest", "input" nor a time.', param_hint="--at") from None


def bounds(text: str) -> tuple[int, int]:
    """1-3, or 2; empty: none."""
    if not text:
        return 1, 0
    first, _, last = text.partition("-")
    try:
        return int(first), int(last or first)
    except ValueError:
        raise click.BadParameter(f"{text!r} is no range such as 1-3.", param_hint="--energy") from None
