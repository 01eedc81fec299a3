"""`bellcrank warm`: compile everything once."""

from __future__ import annotations

import sys

import click

EPILOG = """\b
Examples:
  bellcrank warm                                   a minute; afterwards no run compiles anything
  BELLCRANK_CACHE=/opt/bellcrank bellcrank warm    for everybody, as root: the folder is read by all and written by root

Functions of yours in Python are compiled in the process that uses them, every time."""


@click.command(epilog=EPILOG, short_help="Compile everything once, so that no run has to.")
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
def command(quiet: bool) -> None:
    """Compile all kernels of the solver into the cache; what is there already is left as it is.

    The cache is the folder $BELLCRANK_CACHE, or bellcrank in your cache folder. It must be yours, and closed to others.
    """
    import time

    from bellcrank.analysis import warm
    from bellcrank.kernel.cache import made_folder

    folder = made_folder()
    if folder is None:
        refuse("The folder must have an absolute path, be yours and writable for nobody else; used on Linux only.")
    started, wanted, made = time.monotonic(), len(warm.all_kernels()), 0
    for made, name in enumerate(warm.compile_all(), start=1):
        if not quiet and sys.stderr.isatty():
            click.echo(f"\r{made:4d} of {wanted}  {name:30.30}", err=True, nl=False)
        elif not quiet and made % 20 == 0:
            click.echo(f"{made:4d} of {wanted}", err=True)
    if not quiet and sys.stderr.isatty():
        click.echo(f"\r{'':50}\r", err=True, nl=False)
    if lost := warm.missing():
        why = "the disk is full, the package was changed, or other processes compile them just now"
        refuse(f"{len(lost)} of {made} are not there: {why}.")
    click.echo(f"{made} kernels are in {folder} ({time.monotonic() - started:.0f} s)")


def refuse(why: str) -> None:
    """There is no cache, or it could not be filled."""
    from bellcrank.errors import BellcrankError, Message
    from bellcrank.kernel.cache import cache_folder

    where = cache_folder()
    raise BellcrankError(
        Message(
            "error",
            "E101",
            f"Compiled kernels cannot be kept{f' in {where}' if where else ''}.",
            why=why,
            cure="set BELLCRANK_CACHE to a folder of your own that has room, or try again.",
        )
    )
