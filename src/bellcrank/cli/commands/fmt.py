"""`bellcrank fmt`: a dataset in one clean layout."""

from __future__ import annotations

from pathlib import Path

import click

EPILOG = """\b
Examples:
  bellcrank fmt model.adm             the tidy dataset on the terminal
  bellcrank fmt model.adm --write     change the file
  bellcrank fmt *.adm --check         exit code 1 if a file is not tidy
  bellcrank fmt robot.urdf --write    the dataset robot.adm of a robot"""


@click.command(epilog=EPILOG, short_help="A dataset in one clean layout.")
@click.argument("files", type=click.Path(), nargs=-1, required=True, metavar="FILE...")
@click.option("--write", is_flag=True, help="Write the result into the file.")
@click.option("--check", is_flag=True, help="Only tell whether the file is tidy.")
def command(files: tuple[str, ...], write: bool, check: bool) -> int:
    """Lay out datasets in one way: one argument per line, angles in degrees, names and comments kept.

    A model of another program (.urdf, .xml, ...) is shown as a dataset; --write makes a new file beside it.
    """
    if write and check:
        raise click.UsageError("--write and --check exclude each other.")
    untidy = 0
    for file in files:
        before, after = texts(file)
        untidy += before != after
        if check:
            click.echo(f"{file}: {'tidy' if before == after else 'would be changed'}")
        elif write:
            save(file, before, after)
        else:
            click.echo(after, nl=False)
    return 1 if check and untidy else 0


def texts(file: str) -> tuple[str, str]:
    """The text of a dataset as it is and as it should be; a dataset with mistakes is not touched."""
    from bellcrank.dataset.files import read_text
    from bellcrank.model import read

    return read_text(file), read(file).text()


def save(file: str, before: str, after: str) -> None:
    """Write the tidy text if it differs; a file of another program stays as it is, and gets a dataset beside it."""
    from bellcrank.dataset.files import write_text

    if is_foreign(file):
        file, before = new_dataset(file), ""
    if before != after:
        write_text(file, after)
    click.echo(f"{file}: {'left as it was' if before == after else 'written'}")


def is_foreign(file: str) -> bool:
    """Whether the file is a model of another program."""
    from bellcrank.model.load import importers

    return Path(file).suffix.lower() in importers()


def new_dataset(file: str) -> str:
    """The name of the dataset beside a file; one that is there already is not touched."""
    from bellcrank.errors import DatasetError, Message, Place

    path = Path(file).with_suffix(".adm")
    if path.exists():
        raise DatasetError(
            Message("error", "E101", "The file exists already.", Place(str(path), 1), cure="move it, or take it away.")
        )
    return str(path)
