"""`bellcrank replay`: do again what a message file says was done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

EPILOG = """\b
Examples:
  bellcrank replay run.msg                        the commands of run.msg, on the dataset it names
  bellcrank replay run.msg --model other.adm      on another dataset
  bellcrank replay run.msg --commands again.acf   only write them as a command file

A message file echoes every command, those of a co-simulation too (inputs of each interval, SIMULATE). Written:
PREFIX_replay.h5 and PREFIX_replay.msg, or under --name. Exit codes as of run."""


@click.command(epilog=EPILOG, short_help="Do again what a message file (.msg) says was done.")
@click.argument("file", type=click.Path())
@click.option("--model", type=click.Path(), default="", metavar="FILE", help="Dataset instead of the one it names.")
@click.option("--commands", type=click.Path(), default="", metavar="ACF", help="Write a command file; run nothing.")
@click.option("--out", type=click.Path(file_okay=False), default=".", metavar="DIR", help="Folder of the output files.")
@click.option("--name", default="", metavar="PREFIX", help="First part of their names.")
@click.option("--error", type=float, metavar="E", help="Error tolerance, of the size of each part.")
@click.option("--without", default="", metavar="A,B", help="Leave out: CONTACT, FIELD/7, USER, STATICS, ...")
@click.option("--allow-outside", is_flag=True, help="Let the files read and write outside of their folders.")
@click.option("--allow-code", is_flag=True, help="Run Python files beside the dataset for its user subroutines.")
@click.option("--quiet", is_flag=True, help="Print errors only.")
def command(file: str, **options: Any) -> int:
    """Carry out the commands that FILE (.msg) echoes."""
    from bellcrank.analysis.replay import commands_of
    from bellcrank.analysis.script import Options, ScriptRun
    from bellcrank.cli.commands.run import print_summary
    from bellcrank.cli.terminal import Terminal
    from bellcrank.dataset.files import read_text, write_text

    model = str(Path(options["model"]).resolve()) if options["model"] else ""
    text = commands_of(read_text(file), file, model)
    if options["commands"]:
        write_text(options["commands"], text)
        return 0
    terminal = Terminal(options["quiet"])
    left_out = tuple(word.strip().upper() for word in options["without"].split(",") if word.strip())
    name = options["name"] or f"{Path(file).stem}_replay"
    wishes = Options(
        Path(options["out"]), name, settings={"error": options["error"]}, without=left_out,
        allow_outside=options["allow_outside"] or bool(model), allow_code=options["allow_code"],
    )  # fmt: skip
    run = ScriptRun(wishes, [terminal])
    with terminal.stoppable():
        run.run_text(text, file)
    if not options["quiet"]:
        print_summary(run, terminal)
    return run.code
