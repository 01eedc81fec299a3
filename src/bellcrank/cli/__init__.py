"""The command line. One file of `commands/` is one sub-command: it holds a click command named `command`.

Command files import only click at module level and everything else inside the function, so that `bellcrank --help`
answers at once. Exit codes: 0 done, 1 the model or input is wrong, 2 wrong usage, 3 the solver could not go on.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import signal
import sys
import threading
from collections.abc import Sequence
from typing import Any

import click

import bellcrank
from bellcrank.cli import commands
from bellcrank.errors import BellcrankError, ConvergenceError

EPILOG = """\b
Examples:
  bellcrank demo                   run a shipped example, list all of them
  bellcrank info model.adm         what is in the file
  bellcrank check model.adm        mistakes and doubts, with cures
  bellcrank run model.adm --end 5  simulate it

Exit codes: 0 done, 1 the model or input is wrong, 2 wrong usage, 3 the solver could not go on, 130 stopped."""


OTHER_WORDS = {
    "run FILE --statics": ("statics", "static", "equilibrium", "rest"),
    "run FILE --end T": ("simulate", "solve", "dynamics", "integrate", "sim"),
    "modes FILE": ("linear", "eigen", "linearize", "modal", "frequencies"),
    "check FILE": ("lint", "validate", "verify", "examine"),
    "view RESULTS": ("report", "animate", "show"),
    "snapshot RESULTS --gif": ("gif", "film", "video"),
    "convert FROM TO": ("export", "import"),
    "fmt FILE": ("format",),
    "demo --list": ("examples", "gallery", "list"),
    "COMMAND --help": ("help",),
    "explain WORD": ("doc", "docs", "reference"),
}
"""Commands, and the words that others have for them."""


class CommandFolder(click.Group):
    """A group whose sub-commands are the modules of a folder, imported when asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the command files."""
        return sorted(m.name for m in pkgutil.iter_modules(commands.__path__) if not m.name.startswith("test_"))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The `command` of one file."""
        if name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{commands.__name__}.{name}")
        found: click.Command = module.command
        return found

    def invoke(self, ctx: click.Context) -> Any:
        """As click does; the commands print themselves what there is to say."""
        import logging

        logging.getLogger("bellcrank").addHandler(logging.NullHandler())
        return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with a suggestion for a misspelt name."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            meant = next((own for own, others in OTHER_WORDS.items() if name.lower() in others), "")
            cure = f" It is: bellcrank {meant}" if meant else did_you_mean(name, self.list_commands(ctx))
            ctx.fail(f"No such command '{name}'.{cure}")
        return super().resolve_command(ctx, args)


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """A hint with the nearest known words, or nothing."""
    import difflib

    near = difflib.get_close_matches(word, known, n=2, cutoff=0.5)
    return f" Did you mean {' or '.join(near)}?" if near else ""


@click.command(cls=CommandFolder, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(bellcrank.__version__, prog_name="bellcrank")
@click.option("--debug", is_flag=True, help="Show the Python traceback of an error.")
def group(debug: bool) -> None:
    """Multibody dynamics: read, check and solve Adams datasets."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code; `--debug` may stand anywhere."""
    import warnings

    warnings.showwarning = lambda message, *_: click.echo(f"Warning: {message}", err=True)
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    sys.exit(run([word for word in given if word != "--debug"], debug))


def run(arguments: list[str], debug: bool = False) -> int:
    """Run one command; every error becomes a message and an exit code."""
    sys.unraisablehook = _again
    try:
        result = group.main(arguments, prog_name="bellcrank", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        return 130
    except BrokenPipeError:  # the reader of a pipe (`| head`) has gone: nobody is left to tell
        sys.stderr.close()
        return 0
    except Exception as error:
        if debug:
            raise
        return tell(error)


def _again(lost: Any) -> None:
    """Ctrl-C inside of a callback of Python's own (of a weak reference) would be printed and forgotten: once more."""
    if lost.exc_type is KeyboardInterrupt:
        threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGINT)).start()
    else:
        sys.__unraisablehook__(lost)


def tell(error: Exception) -> int:
    """Print an error as a message; the exit code says whose fault it was."""
    if isinstance(error, BellcrankError):
        click.echo(str(error), err=True)
        return 3 if isinstance(error, ConvergenceError) else 1
    if isinstance(error, OSError):
        click.echo(f"{error.filename or ''}: {error.strerror or error}".lstrip(": "), err=True)
        return 1
    click.echo(f"Internal error, please report it: {type(error).__name__}: {error}", err=True)
    click.echo("Run the same command with --debug for the traceback.", err=True)
    return 1
