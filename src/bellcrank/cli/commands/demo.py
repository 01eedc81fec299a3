"""`bellcrank demo`: run a shipped example and say what to look at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bellcrank.cli.gallery import GALLERY

if TYPE_CHECKING:
    from bellcrank.results import Results

FIRST = "four-bar"
FOLDER = "bellcrank-demo"
EPILOG = """\b
Examples:
  bellcrank demo                     the list of all, and the first one run
  bellcrank demo --list              the list only
  bellcrank demo double-wishbone     another one
  bellcrank demo pendulum --copy .   put the dataset into this folder, to play with"""


class Show(NamedTuple):
    """How long an example runs, and what to look at: sentences with a number each."""

    end: float
    steps: int
    look: tuple[tuple[str, Callable[[Any], float]], ...]


GRIPS = tuple(f"{claw}_grip.NORMAL" for claw in ("east", "north", "west", "south"))


def _first_grip(run: Any) -> list[float]:
    """The rows in which the levers of clamp-docking touch their handles first."""
    return [float((run[channel] > 0).argmax()) for channel in GRIPS]


SHOWS = {
    "boom-docking": Show(
        40,
        800,
        (
            (
                "the tip touches the funnel {:.0f} mm off its axis",
                lambda run: 1e3 * run["docking.RADIUS"][(run["wall.NORMAL"] > 0).argmax()],
            ),
            ("the wall of the funnel pushes it with up to {:.0f} N", lambda run: run["wall.NORMAL"].max()),
            ("in the end it sits {:.1f} mm from the axis", lambda run: 1e3 * run["docking.RADIUS"][-1]),
        ),
    ),
    "clamp-docking": Show(
        8,
        800,
        (
            ("the first lever grips at {:.2f} s", lambda run: 0.01 * min(_first_grip(run))),
            ("the last one at {:.2f} s", lambda run: 0.01 * max(_first_grip(run))),
            ("in the end the levers hold with {:.1f} N and more", lambda run: min(run[c][-1] for c in GRIPS)),
        ),
    ),
    "bouncing-ball": Show(
        2,
        800,
        (
            ("the ball hits the table with {:.2f} m/s", lambda run: -1e-3 * run["gap_and_force.GAP_RATE"].min()),
            ("the contact force rises to {:.0f} N", lambda run: run["gap_and_force.FORCE"].max()),
            ("and the ball sinks in by {:.2f} mm", lambda run: -run["gap_and_force.GAP"].min()),
        ),
    ),
    "double-wishbone": Show(
        2,
        800,
        (
            ("the wheel travels up by {:.1f} mm over the bump", lambda run: run["wheel_travel.TRAVEL"].max()),
            ("its camber changes by {:.2f} deg", lambda run: swing(run["wheel_travel.CAMBER_DEG"])),
            ("its toe changes by {:.2f} deg", lambda run: swing(run["wheel_travel.TOE_DEG"])),
            ("the load of the tyre rises from 4000 N to {:.0f} N", lambda run: run["wheel_travel.TYRE"].max()),
        ),
    ),
    "four-bar": Show(
        2,
        400,
        (
            ("the crank turns {:.2f} times in 2 s", lambda run: swing(run["angles.CRANK_DEG"]) / 360),
            ("the rocker swings over {:.1f} deg", lambda run: swing(run["angles.ROCKER_DEG"])),
            ("the motor gives up to {:.2f} N m", lambda run: 1e-3 * run["angles.MOTOR_TORQUE"].max()),
            ("the point on the coupler draws a curve {:.0f} mm high", lambda run: swing(run["coupler_curve.F3"])),
        ),
    ),
    "pendulum": Show(
        5,
        500,
        (
            ("the rod swings over {:.2f} deg", lambda run: swing(run["swing.ANGLE_DEG"])),
            ("one swing takes {:.4f} s (exact: 1.7037 s)", lambda run: period(run)),
            ("the pin carries up to {:.2f} N", lambda run: run["swing.PIN_FORCE"].max()),
        ),
    ),
    "slider-crank": Show(
        0.5,
        500,
        (
            ("the stroke of the piston is {:.1f} mm", lambda run: swing(run["piston_motion.X"])),
            ("its speed reaches {:.2f} m/s", lambda run: 1e-3 * run["piston_motion.SPEED"].max()),
            ("the drive needs up to {:.1f} N m", lambda run: 1e-3 * run["piston_motion.TORQUE"].max()),
        ),
    ),
    "spring-mass": Show(
        2,
        400,
        (
            ("the block rises to {:.1f} mm", lambda run: run["motion_of_the_block.HEIGHT"].max()),
            ("and comes to rest near {:.1f} mm", lambda run: run["motion_of_the_block.HEIGHT"][-40:].mean()),
            ("where the spring carries {:.2f} N", lambda run: run["motion_of_the_block.SPRING_FORCE"][-40:].mean()),
        ),
    ),
}


SHOWS |= {name: Show(*entry) for name, entry in GALLERY.items()}


def swing(values: Any) -> float:
    """From the smallest to the largest value."""
    return float(values.max() - values.min())


def period(run: Results) -> float:
    """The time of a full swing of the pendulum, from its falling passes through the vertical."""
    import numpy as np

    angle, t = run["swing.ANGLE_DEG"] + 90.0, run.time
    down = np.flatnonzero((angle[:-1] > 0.0) & (angle[1:] <= 0.0))
    passes = t[down] + (t[down + 1] - t[down]) * angle[down] / (angle[down] - angle[down + 1])
    return float(np.diff(passes).mean())


@click.command(epilog=EPILOG, short_help="Run a shipped example.")
@click.argument("name", required=False)
@click.option("--copy", "folder", type=click.Path(file_okay=False), help="Only copy the dataset into this folder.")
@click.option(
    "--out", type=click.Path(file_okay=False), default=FOLDER, show_default=True, help="Folder of the results."
)
@click.option("--list", "only_list", is_flag=True, help="Only list the examples.")
def command(name: str | None, folder: str | None, out: str, only_list: bool) -> int:
    """Run a shipped example, write its results and an animated report; without a name list all and run the first."""
    if only_list:
        list_examples()
        return 0
    if name is None:
        list_examples()
    path = find_example(name or FIRST)
    if folder is not None:
        return copy(path, Path(folder))
    return present(path, Path(out))


def find_example(name: str) -> Path:
    """The dataset of a name; a usage error with a suggestion for a wrong one."""
    from bellcrank.cli import did_you_mean
    from bellcrank.model.shipped import examples

    known = examples()
    if name not in known:
        raise click.UsageError(
            f"There is no example '{name}'.{did_you_mean(name, [*known])} Known: {', '.join(known)}."
        )
    return known[name]


def list_examples() -> None:
    """Names and titles."""
    from bellcrank.model.shipped import examples

    for name, path in examples().items():
        with path.open(encoding="utf-8") as text:
            click.echo(f"{name:18} {text.readline().strip()}")
    click.echo()


def copy(path: Path, folder: Path) -> int:
    """Put a dataset into a folder; an existing file is left alone."""
    from bellcrank.whole_files import write_whole

    target = folder / path.name
    if target.exists():
        raise click.UsageError(f"{target} exists already.")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(target, path.read_bytes())
    click.echo(f"{target} written; next: bellcrank run {target} --end {SHOWS[path.stem].end:g}")
    return 0


def present(path: Path, folder: Path) -> int:
    """Show what is in the example, run it, write the report and say what to look at."""
    from bellcrank.analysis.script import Options, ScriptRun
    from bellcrank.cli.commands.run import print_summary
    from bellcrank.cli.overview import print_overview
    from bellcrank.cli.terminal import Terminal
    from bellcrank.model import load
    from bellcrank.viewer import write_report

    show = SHOWS[path.stem]
    model, _ = load(path)
    print_overview(model, path.name)
    click.echo(f"\nbellcrank run {path.name} --end {show.end:g} --steps {show.steps}")
    terminal = Terminal()
    run = ScriptRun(Options(folder), [terminal])
    with terminal.stoppable():
        run.run_dataset(path, f"simulate/transient, end={show.end!r}, steps={show.steps}")
    print_summary(run, terminal)
    if run.results is not None and run.code == 0:
        tell(run.results, show, write_report(run.results, folder / "report.html", model), path.stem)
    return run.code


def tell(run: Results, show: Show, report: Path, name: str) -> None:
    """The numbers of the example, and where to look."""
    click.echo("\nWhat to look at:")
    for sentence, value in show.look:
        click.echo(f"  {sentence.format(value(run))}")
    click.echo(f"\nOpen {report} in a browser: the animation, all curves, the model.")
    results = report.with_name(f"{name}.h5")
    click.echo(f"Then: bellcrank table {results}    bellcrank demo {name} --copy .")
