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
  bellcrank modes model.adm --json modes.json  everything, for other programs"""


@click.command(epilog=EPILOG, short_help="Frequencies, damping and mode shapes.")
@click.argument("file", type=click.Path())
@click.option("--at", default="rest", metavar="STATE", help='"rest" (static equilibrium), "input", or a time.')
@click.option("--no-damping", is_flag=True, help="Leave damping out.")
@click.option("--count", type=click.IntRange(min=1), default=30, help="Modes of a large model (30).")
@click.option("--energy", default="", metavar="A-B", help="Energy tables of these modes.")
@click.option("--json", "target", type=click.Path(dir_okay=False), metavar="FILE", help="Write all modes to FILE.")
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
    found = modes(model, at=at, damping=not options["no_damping"], count=options["count"], without=left_out)
    click.echo(found.table())
    click.echo(found.words())
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
