"""`bellcrank run`: simulate a dataset, or carry out a command file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from bellcrank.analysis.script import ScriptRun
    from bellcrank.cli.live_view import LiveView
    from bellcrank.cli.terminal import Terminal

EPILOG = """\b
Examples:
  bellcrank run model.adm --end 5 --steps 500         integrate from 0 to 5, 500 output intervals
  bellcrank run model.adm --end 5 --dtout 0.01        the same by their length
  bellcrank run model.adm --end 5 --error 1e-6        more exactly
  bellcrank run model.adm --end 5 --verify            and know the error, channel by channel
  bellcrank run model.adm --end 5 --view              and see it move meanwhile, in the browser
  bellcrank run model.adm --end 5 --set SPRINGDAMPER/1.k=90 --set arm.mass=2    arguments of elements changed
  bellcrank run model.adm --statics                   static equilibrium; with --end the motion from there
  bellcrank run model.acf --without CONTACT,STATICS   leave out what cannot be simulated, and say so
  bellcrank run model.acf                             what the command file says
  bellcrank run model.acf --out results --name run7   into another folder, under another name

Written: PREFIX.h5 (results, on disk while the run goes on) and PREFIX.msg; .req .res .gra .out as OUTPUT and
RESULTS ask, or all of them with --adams-files.

--view serves the page to this computer only, until Ctrl-C at a terminal, else until the run has ended.
Ctrl-C ends the run and keeps the results. Exit codes: 0 done, 1 the model or input is wrong (also: a command
was left out), 2 wrong usage, 3 the solver could not go on, 130 stopped by Ctrl-C."""

FORMS = ["si2", "i3", "complement"]
METHODS = ["gstiff", "wstiff", "abam", "rkf45", "dop853", "radau5", "hht", "newmark", "auto"]


@click.command(epilog=EPILOG, short_help="Simulate a dataset or a command file.")
@click.argument("file", type=click.Path())
@click.option("--statics", is_flag=True, help="Find the static equilibrium first (.adm).")
@click.option("--end", type=float, metavar="T", help="End time (.adm).")
@click.option("--steps", type=click.IntRange(min=1), metavar="N", help="Number of output intervals (.adm; 100).")
@click.option("--dtout", type=float, metavar="D", help="Output interval (.adm).")
@click.option(
    "--error",
    type=float,
    metavar="E",
    help="Error tolerance, of the size of each part (1e-6). Without it ERROR of INTEGRATOR, in the file's units.",
)
@click.option(
    "--formulation", type=click.Choice(["si2", "i3", "complement"], case_sensitive=False), help="Form of the equations."
)
@click.option(
    "--method", "--integrator", "method", type=click.Choice(METHODS, case_sensitive=False), help="Integration."
)
@click.option("--out", type=click.Path(file_okay=False), default=".", metavar="DIR", help="Folder of the output files.")
@click.option("--name", default="", metavar="PREFIX", help="First part of their names.")
@click.option("--adams-files", is_flag=True, help="Write .req, .res, .gra and .out too.")
@click.option(
    "--without", default="", metavar="A,B", help="Leave out: CONTACT, FIELD/7, USER (subroutines), STATICS, ..."
)
@click.option("--set", "changes", multiple=True, metavar="X.ARG=V", help="Change an argument; may be repeated.")
@click.option("--verify", is_flag=True, help="Repeat the run more exactly and tell the error of every channel.")
@click.option("--allow-outside", is_flag=True, help="Let the files read and write outside of their folders.")
@click.option("--allow-code", is_flag=True, help="Run Python files beside the dataset for its user subroutines.")
@click.option("--view", is_flag=True, help="Follow the run in the browser; write PREFIX.html too.")
@click.option("--quiet", is_flag=True, help="Print errors only.")
def command(file: str, **options: Any) -> int:
    """Simulate FILE: a dataset (.adm) until --end, or a command file (.acf)."""
    commands = "" if file.lower().endswith(".acf") else simulate_command(file, options)
    if not commands:
        refuse_times(options)
    from bellcrank.analysis.script import Options, ScriptRun
    from bellcrank.cli.terminal import Terminal
    from bellcrank.dataset.files import read_text

    read_text(file)  # a misspelt name is told before any file is written
    terminal = Terminal(options["quiet"])
    settings = {name: options[name] for name in ("error", "formulation", "method")}
    left_out = tuple(word.strip().upper() for word in options["without"].split(",") if word.strip())
    wishes = Options(
        Path(options["out"]), options["name"], options["adams_files"], settings, left_out, options["changes"],
        verify=options["verify"], allow_outside=options["allow_outside"], allow_code=options["allow_code"],
    )  # fmt: skip
    run = ScriptRun(wishes, [terminal])
    live = live_view(run, options["quiet"]) if options["view"] else None
    try:
        with terminal.stoppable():
            run.run_dataset(file, commands) if commands else run.run_file(file)
        if not options["quiet"]:
            print_summary(run, terminal)
        if options["view"]:
            show(run, live, options["quiet"])
    finally:
        if live is not None:
            live.close()
    return run.code


def live_view(run: ScriptRun, quiet: bool) -> LiveView | None:
    """The page that follows the run; None, and a word about it, where its packages are not installed."""
    from bellcrank.cli.live_view import LiveView, missing

    if absent := missing():
        what = f"The page cannot follow the run: {' and '.join(absent)} not installed; it is shown at the end."
        click.echo(f"{what} Cure: pip install 'bellcrank[serve]'.", err=True)
        return None
    live = LiveView(lambda: run.session.path if run.session is not None else None, quiet)
    run.watchers.append(live)
    return live


def show(run: ScriptRun, live: LiveView | None, quiet: bool) -> None:
    """Write the report; show it, or leave the live page open."""
    if run.results is None or run.session is None or run.session.path is None:
        return
    from bellcrank.cli.commands.view import write

    report = run.session.path.with_suffix(".html")
    write(run.results, None, report, show=live is None, quiet=quiet)
    if live is not None:
        live.stay(report)


def simulate_command(file: str, options: dict[str, Any]) -> str:
    """The SIMULATE command that the options of a dataset mean."""
    if options["statics"] and options["end"] is None:
        return "simulate/statics"
    if options["end"] is None:
        raise click.UsageError(
            "A dataset does not say how long to simulate: --end is missing.\n"
            f"Example: bellcrank run {file} --end 5 --steps 500"
        )
    if options["steps"] is not None and options["dtout"] is not None:
        raise click.UsageError("--steps and --dtout are two ways to say the same; leave one out.")
    if options["end"] <= 0.0:
        raise click.BadParameter(f"{options['end']:g} is not after 0.", param_hint="--end")
    for name in ("dtout", "error"):
        if options[name] is not None and options[name] <= 0.0:
            raise click.BadParameter(f"{options[name]:g} is not positive.", param_hint=f"--{name}")
    words = [f"{name}={options[name]!r}" for name in ("end", "steps", "dtout") if options[name] is not None]
    first = "simulate/statics\n" if options["statics"] else ""
    return first + ", ".join(["simulate/transient", *words])


def refuse_times(options: dict[str, Any]) -> None:
    """A command file says itself how long to simulate."""
    given = [f"--{name}" for name in ("end", "steps", "dtout", "statics") if options[name] not in (None, False)]
    if given:
        raise click.UsageError(f"{', '.join(given)} is for datasets (.adm); the command file says it with SIMULATE.")


def print_summary(run: ScriptRun, terminal: Terminal) -> None:
    """Statistics, the verdict of the audit, and the files."""
    from bellcrank.analysis.audit import NOT_SEEN
    from bellcrank.cli.terminal import MOST_MESSAGES

    if terminal.said > MOST_MESSAGES:
        click.echo(f"{terminal.said - MOST_MESSAGES} more messages in {run.files[-1]}")
    session = run.session
    if session is not None and session.statistics:
        click.echo(f"{outcome(run)} at time {session.time:g}")
        click.echo(f"  cost    {cost(session.statistics)}")
        if parts := session.where_time_goes():
            told = ", ".join(f"{name} {share:.0%}" for name, share in parts.items())
            click.echo(
                f"          {session.statistics['steps'] / session.statistics['cpu']:.3g} steps a second; {told}"
            )
        verdict = session.audit.verdict
        click.echo(f"  audit   {verdict.removesuffix(NOT_SEEN) if run.verification is not None else verdict}")
        if run.verification is not None and run.results is not None:
            click.echo("  verify  " + "\n          ".join(run.verification.lines(run.results)))
        if words := session.without.summary():
            click.echo(f"  without {words}: left out, as asked")
        if session.redundancies:
            click.echo(f"  note    {len(run.results.non_unique) if run.results else 0} channels are not unique "
                       "(redundant constraints)")  # fmt: skip
    if run.ignored:
        commands = "1 command was" if run.ignored == 1 else f"{run.ignored} commands were"
        click.echo(f"{commands} left out, see above")
    click.echo(f"  files   {'  '.join(str(path) for path in run.files)}")


def outcome(run: ScriptRun) -> str:
    """One word or two about how it ended."""
    if run.stopped:
        return "stopped by the user"
    return "failed" if run.failed is not None else "done"


def cost(statistics: dict[str, Any]) -> str:
    """Steps and what they took."""
    s = statistics
    unsettled = f", reactions of {s['unsettled']} rows did not settle" if s.get("unsettled") else ""
    return (
        f"{s['steps']} steps, {s['rejected_error']} rejected for their error and {s['rejected_newton']} by Newton, "
        f"{s['iterations']} iterations, {s['matrices']} matrices, {s['cpu']:.2f} s CPU{unsettled}"
    )
