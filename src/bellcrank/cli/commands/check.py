"""`bellcrank check`: every mistake and every doubt, with cures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bellcrank.errors import Report

LIMIT = 10
"""Findings of one rule that are shown without --all."""
EPILOG = """\b
Examples:
  bellcrank check model.adm             what is wrong, why, and what to do
  bellcrank check model.adm --fix       apply the cures that are changes of text (keeps model.adm.bak)
  bellcrank check run.acf               the commands, and the dataset they name
  bellcrank check model.adm --json      for programs
  bellcrank check --rules               all rules with their explanations

Exit code: 0 no errors, 1 errors (with --strict: or warnings)."""


@click.command(epilog=EPILOG, short_help="Mistakes and doubts in a dataset, with cures.")
@click.argument("file", type=click.Path(), required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the messages as JSON.")
@click.option("--fix", is_flag=True, help="Apply the cures that are changes of text; print the difference.")
@click.option("--all", "show_all", is_flag=True, help="Show all findings of a rule, however many.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--rules", "list_rules", is_flag=True, help="List all rules.")
def command(file: str | None, as_json: bool, fix: bool, show_all: bool, strict: bool, list_rules: bool) -> int:
    """Look for mistakes and doubts in a dataset (.adm) or a command file (.acf), without simulating it."""
    if list_rules:
        return show_rules(as_json)
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.")
    dataset, report = look_at(file)
    if fix:
        report = mend(dataset, report, quiet=as_json)
    if as_json:
        show_json(file, report)
    else:
        show(file, report, fixed=fix, limit=len(report) if show_all else LIMIT)
    return 1 if report.errors or (strict and report.warnings) else 0


def look_at(file: str) -> tuple[str, Report]:
    """Read a dataset, or a command file with its dataset, and apply every rule; with the name of the dataset."""
    from bellcrank.cli.reading import load_model
    from bellcrank.model.checks import examine

    model, read = load_model(file)
    return model.file, examine(model, read)


def show(file: str, report: Report, fixed: bool, limit: int) -> None:
    """The messages for a person, errors first, at most `limit` of a rule, and a closing line."""
    from collections import Counter

    from bellcrank.cli.printing import print_messages, summary

    order = ("error", "warning", "note")
    seen: Counter[str] = Counter()
    for message in sorted(report, key=lambda m: order.index(m.severity)):
        seen[message.rule] += 1
        if seen[message.rule] <= limit:
            print_messages([message])
    for rule, count in seen.items():
        if count > limit:
            click.echo(f"... and {count - limit} more of {rule} (--all shows them)\n")
    fixable = sum(m.fix is not None for m in report)
    hint = f" ({fixable} can be cured with --fix)" if fixable and not fixed else ""
    click.echo(f"{file}: {summary(report)}{hint}")


def show_json(file: str, report: Report) -> None:
    """The messages for a program."""
    import json

    counts = {"errors": len(report.errors), "warnings": len(report.warnings)}
    counts["notes"] = len(report) - sum(counts.values())
    click.echo(json.dumps({"file": file, **counts, "messages": [m.to_json() for m in report]}, indent=2))


def show_rules(as_json: bool) -> int:
    """All rules, with what they look for."""
    import json
    import textwrap

    from bellcrank.model.checks import rules

    if as_json:
        fields = [
            {"rule": r.number, "severity": r.severity, "title": r.title, "text": r.explanation}
            for r in rules().values()
        ]
        click.echo(json.dumps(fields, indent=2))
        return 0
    for rule in rules().values():
        click.secho(f"{rule.number}  {rule.severity:8} {rule.title}", bold=True)
        click.echo(textwrap.indent(rule.explanation, "    ") + "\n")
    return 0


def mend(file: str, report: Report, quiet: bool) -> Report:
    """Apply fixes until there is nothing left to fix; the original is kept beside the file."""
    from bellcrank.dataset.files import read_text, write_text
    from bellcrank.model.checks import apply_fixes
    from bellcrank.whole_files import write_whole

    before = text = read_text(file)
    for _ in range(10):  # a fix may uncover another one; ten rounds are more than any text needs
        text, made, _ = apply_fixes(text, [m.fix for m in report if m.fix is not None])
        if not made:
            break
        if read_text(file) == before:
            with open(file, "rb") as original:
                write_whole(f"{file}.bak", original.read())
        write_text(file, text)
        _, report = look_at(file)
    if not quiet:
        show_difference(file, before, text)
    return report


def show_difference(file: str, before: str, after: str) -> None:
    """What --fix has changed."""
    import difflib

    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), file, f"{file} (fixed)", lineterm="", n=1)
    for line in lines:
        click.secho(line, fg={"+": "green", "-": "red"}.get(line[:1]))
    click.echo(f"The original is kept as {file}.bak.\n" if after != before else "There is nothing to fix.\n")
