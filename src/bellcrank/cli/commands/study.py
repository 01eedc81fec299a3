"""`bellcrank study`: many runs of one model."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from bellcrank.study import StudyProgress, Table

EPILOG = """\b
Example of a study:
  model = "spring-mass.adm"       beside the study
  end = 2.0
  timeout = 60                    seconds of processor time for a run
  sampling = "lhs"                grid, lhs, sobol, random, indices; or minimise = "peak"
  runs = 200
  [variables]
  k = {sets = "SPRINGDAMPER/1.k", low = 0.5, high = 2.0}
  m = {sets = "block.mass", values = [1, 2, 4]}
  [responses]
  peak = "max(block.Z)"
  settled = "first_above(block.Z, 90)"
  [constraints]
  low = "peak < 120"

Written into the folder STUDY.study: runs.jsonl (each run as it is done), table.csv, table.parquet,
study.html (click a run, see it move), pictures.
A study that was ended goes on where it was; a changed one does only what is new.
Exit codes: 0 done, 1 the study or model is wrong, 3 some runs failed, 130 stopped by Ctrl-C."""


@click.command(epilog=EPILOG, short_help="Many runs of one model: grids, samples, the best.")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--out", type=click.Path(file_okay=False), metavar="DIR", help="Folder of the results (STUDY.study).")
@click.option("--workers", type=click.IntRange(min=0), metavar="N", help="Processes; 0: this one only (all cores).")
@click.option("--runs", type=click.IntRange(min=1), metavar="N", help="Number of runs of a sample.")
@click.option("--cluster", default="", metavar="ADDRESS", help="Scheduler of a Dask cluster: tcp://host:8786.")
@click.option(
    "--animations", default="8", metavar="N,..|all", help="How many runs, or which (3,7), get an animation (8)."
)
@click.option("--view", is_flag=True, help="Show the page; a click on any run computes and shows it.")
@click.option("--fresh", is_flag=True, help="Forget what was run before.")
@click.option("--allow-outside", is_flag=True, help="Let the study name a model outside of its folder.")
@click.option("--quiet", is_flag=True, help="Print errors only.")
def command(file: str, **options: Any) -> int:
    """Run the study FILE (.toml): design variables, samples, responses."""
    from bellcrank.study.reading import read_plan
    from bellcrank.study.store import NAME

    folder = Path(options["out"] or Path(file).with_suffix(".study"))
    plan = read_plan(file, folder, options["allow_outside"])
    if options["fresh"]:
        (folder / NAME).unlink(missing_ok=True)
    plan.runs = options["runs"] or plan.runs
    show = Bar(options["quiet"])
    try:
        table = plan.run(workers=options["workers"], cluster=options["cluster"], watch=show.progress)
    except KeyboardInterrupt:
        show.close()
        click.echo("Stopped; the same command goes on.", err=True)
        return 130
    show.close()
    files = write(table, folder)
    files += report(plan, table, folder, file, options["animations"])
    if not options["quiet"]:
        tell(table, files)
    if options["view"]:
        from bellcrank.cli.study_view import serve

        serve(plan, table)
    return 3 if table.failed else 0


def write(table: Table, folder: Path) -> list[Path]:
    """The table, as text and, where pyarrow is there, as Parquet."""
    import importlib.util

    files = [table.save(folder / "table.csv")]
    if importlib.util.find_spec("pyarrow") is not None:
        files.append(table.save(folder / "table.parquet"))
    return files


def report(plan: Any, table: Table, folder: Path, file: str, asked: str) -> list[Path]:
    """The page, the animations that were asked for, and pictures where matplotlib is there."""
    import importlib.util

    from bellcrank.study.report import interesting, name_of, page
    from bellcrank.viewer import write_report
    from bellcrank.whole_files import write_whole

    numbers = [int(word) for word in asked.split(",") if word.strip().isdecimal()]
    if asked != "all" and len(numbers) != len(asked.split(",")):
        raise click.BadParameter(f"{asked!r} is no number, list of runs or all.", param_hint="--animations")
    count = len(table) if asked == "all" else numbers[0]
    chosen = numbers if len(numbers) > 1 else interesting(table, count)
    animations: dict[int, str] = {}
    (folder / "runs").mkdir(parents=True, exist_ok=True)
    for run in chosen:
        if 1 <= run <= len(table) and table.columns["status"][run - 1] == "done":
            point = tuple(table.columns[name][run - 1] for name in table.variables)
            write_report(plan.study.results(point), folder / name_of(run))
            animations[run] = name_of(run)
    target = folder / "study.html"
    write_whole(target, page(table, plan.title, file, animations).encode())
    return [target, *(pictures(table, folder) if importlib.util.find_spec("matplotlib") is not None else [])]


def pictures(table: Table, folder: Path) -> list[Path]:
    """The scatter matrix, each response over the first variables, and the map of successes."""
    from bellcrank.plots.study import draw, success

    draw(table, path=folder / "matrix.png")
    first, second = table.variables[0], table.variables[1] if len(table.variables) > 1 else ""
    for name in table.responses:
        draw(table, name, first, second, path=folder / f"{name}.png")
    success(table, first, second, path=folder / "success.png")
    return [folder / "matrix.png", *(folder / f"{name}.png" for name in table.responses), folder / "success.png"]


def tell(table: Table, files: list[Path]) -> None:
    """What came out."""
    import numpy as np

    click.echo(table.told())
    width = max([8, *map(len, table.responses)])
    click.echo(f"  {'response':{width}}  {'least':>11}  {'run':>5}  {'mean':>11}  {'most':>11}  {'run':>5}")
    for name in table.responses:
        values = table[name]
        if np.isnan(values).all():
            click.echo(f"  {name:{width}}  no value in any run")
            continue
        low, high = int(np.nanargmin(values)), int(np.nanargmax(values))
        numbers = f"{values[low]:11.5g}  {low + 1:5d}  {np.nanmean(values):11.5g}  {values[high]:11.5g}  {high + 1:5d}"
        click.echo(f"  {name:{width}}  {numbers}")
    if table.best is not None:
        row = list(table.rows())[table.best - 1]
        shown = ", ".join(f"{name} = {row[name]:.6g}" for name in (*table.variables, *table.responses))
        click.echo(f"  best    run {table.best}: {shown}")
    for name, found in table.indices.items():
        for n, variable in enumerate(table.variables):
            first, total = (f"{found[k][n]:.3f} +- {found[k + '_error'][n]:.3f}" for k in ("first", "total"))
            click.echo(f"  index   {name} by {variable}: alone {first}, with others {total}")
    click.echo("  files   " + ", ".join(str(path) for path in files))


class Bar:
    """The progress of a study, on one line of a terminal."""

    def __init__(self, quiet: bool) -> None:
        self.live = sys.stderr.isatty() and not quiet
        self.quiet, self._told = quiet, False

    def progress(self, p: StudyProgress) -> None:
        """How far it is."""
        if self.quiet:
            return
        if not self._told and p.known:
            click.echo(f"{p.known} of {p.total} runs are known from before", err=True)
        self._told = True
        if self.live:
            left = f", {p.left:.0f} s left" if p.left == p.left else ""
            click.echo(f"\r{p.done}/{p.total} runs, {p.failed} failed{left}      ", err=True, nl=False)

    def close(self) -> None:
        """The line is finished."""
        if self.live:
            click.echo(err=True)
