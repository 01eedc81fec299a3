"""`bellcrank demo`: the shipped examples."""

from __future__ import annotations

from pathlib import Path

import click

FIRST = "four-bar"
EPILOG = """\b
Examples:
  bellcrank demo                     the first example and the list of all
  bellcrank demo double-wishbone     another one
  bellcrank demo pendulum --copy .   put the dataset into this folder, to play with"""


@click.command(epilog=EPILOG, short_help="The shipped examples.")
@click.argument("name", required=False)
@click.option("--copy", "folder", type=click.Path(file_okay=False), help="Copy the dataset into this folder.")
def command(name: str | None, folder: str | None) -> int:
    """Show a shipped example; without a name the first one, and the list of all."""
    if name is None:
        list_examples()
    path = find_example(name or FIRST)
    if folder is not None:
        return copy(path, Path(folder))
    return present(path)


def examples() -> dict[str, Path]:
    """Name -> dataset."""
    import bellcrank

    folder = Path(bellcrank.__file__).parent / "examples"
    return {path.stem: path for path in sorted(folder.glob("*.adm"))}


def find_example(name: str) -> Path:
    """The dataset of a name; a usage error with a suggestion for a wrong one."""
    from bellcrank.cli import did_you_mean

    known = examples()
    if name not in known:
        raise click.UsageError(
            f"There is no example '{name}'.{did_you_mean(name, [*known])} Known: {', '.join(known)}."
        )
    return known[name]


def list_examples() -> None:
    """Names and titles."""
    for name, path in examples().items():
        with path.open(encoding="utf-8") as text:
            click.echo(f"{name:18} {text.readline().strip()}")
    click.echo()


def copy(path: Path, folder: Path) -> int:
    """Put a dataset into a folder; an existing file is left alone."""
    target = folder / path.name
    if target.exists():
        raise click.UsageError(f"{target} exists already.")
    folder.mkdir(parents=True, exist_ok=True)
    target.write_bytes(path.read_bytes())
    click.echo(f"{target} written; next: bellcrank check {target}")
    return 0


def present(path: Path) -> int:
    """What is in the example and what `check` has to say."""
    from bellcrank.cli.overview import print_overview
    from bellcrank.cli.printing import print_messages, summary
    from bellcrank.model import load
    from bellcrank.model.checks import examine

    model, read = load(path)
    print_overview(model, path.name)
    report = examine(model, read)
    click.echo(f"\ncheck: {summary(report)}")
    print_messages(report)
    return 1 if report.errors else 0
