"""Pages that the program writes about itself: messages, support, commands, Python.

Written at build time into docs/generated/, which is not kept in git. (Elements, functions and rules have
reference_pages.py.)
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

import bellcrank as bc
import bellcrank.elements
from bellcrank import registry
from bellcrank.cli import group
from bellcrank.explanations import explanations
from bellcrank.expression import declarations
from bellcrank.model.builders import Builders
from bellcrank.model.checks import rules
from bellcrank.schema.element import Element
from bellcrank.study.table import Table


def write_all(folder: Path) -> None:
    """Write every page; only what has changed is touched, so that Sphinx need not read it again."""
    registry.load_all(bellcrank.elements)
    folder.mkdir(parents=True, exist_ok=True)
    pages = {"messages": message_page(), "support": support_page(), "commands": command_page(), "python": python_page()}
    for name, text in pages.items():
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def cell(text: Any) -> str:
    """Text that may stand in a cell of a table."""
    return " ".join(str(text).split()).replace("|", "\\|")


# ---- messages


def message_page() -> str:
    """Every number that a message may have."""
    parts = [
        "# Messages by number\n",
        "Every message ends its first line with a number: `model.adm:212  JOINT/7  [E601 error]`. "
        "`bellcrank explain E601` prints what stands here. "
        "E is an error, W a warning, N a note, C a rule of `bellcrank check`.\n",
    ]
    for number, (title, text) in explanations().items():
        linked = re.sub(r"\]\(((?:guide|reference|theory)/[^)]+)\)", r"](../\1)", text).replace("(generated/", "(")
        parts.append(f"## {number}: {title}\n\n" + linked.replace("\n**What", "\n\n**What") + "\n")
    parts.append("## C001 to C802: the rules of check\n\n| rule | |\n|---|---|")
    for rule in rules().values():
        anchor = re.sub(r"[^\w\- ]", "", f"{rule.number}: {rule.title}".lower()).replace(" ", "-")
        parts.append(f"| [{rule.number}](../reference/generated/rules.md#{anchor}) | {cell(rule.title)} |")
    return "\n".join(parts) + "\n"


# ---- support


def state_of(cls: Any) -> str:
    """What becomes of an element in a run."""
    if cls.keyword in NO_EFFECT:
        return "no effect"
    if cls.lower is not Element.lower:
        return "simulated"
    return "used" if cls.passive else "**not simulated**"


NO_EFFECT = (
    "LSOLVER",
    "PREFERENCES",
    "DEBUG",
    "FEMDATA",
    "ENVIRONMENT",
    "MATERIAL",
    "SECTION",
    "LIST",
    "NOLIST",
    "STRING",
)
SUPPORT = """Made from the register of the program. Every statement is read, checked, kept and written. In a run it is
*simulated* (it has equations or results), *used* (data, settings, pictures), without *effect*, or *not simulated*: then
a run is refused with one clear line, unless `--without` leaves it out.
"""
LIMITS = {
    "CONTACT": "closed solids, planes, points, curves in a plane: [contact](../guide/contact.md)",
    "TIRE": "Fiala and Pacejka 2002 on flat and spline roads",
    "BEAM": "LINEAR, STRING, NONLINEAR",
    "MOTION": "joint, point and general motions",
    "GSE": "Python functions, sampled states",
    "CURVE": "points, control points, Python function",
}


def support_page() -> str:
    """Elements, functions, commands, formats: what is there and what is not."""
    parts = ["# What is supported\n", SUPPORT]
    parts.append("## Statements of the dataset\n\n| statement | kinds | in a run | |\n|---|---|---|---|")
    keywords: dict[str, list[Any]] = {}
    for (keyword, _), cls in sorted(registry.ELEMENTS.items()):
        keywords.setdefault(keyword, []).append(cls)
    for keyword, classes in keywords.items():
        kinds = ", ".join(cls.kind for cls in classes if cls.kind)
        link = f"[{keyword}](../reference/generated/element-{keyword.lower()}.md)"
        parts.append(f"| {link} | {kinds} | {state_of(classes[0])} | {LIMITS.get(keyword, '')} |")
    parts.append("\n## Functions\n\n| family | evaluated | understood, not simulated |\n|---|---|---|")
    families: dict[str, list[Any]] = {}
    for function in declarations().values():
        families.setdefault(function.family, []).append(function)
    for family, functions in families.items():
        good = ", ".join(sorted(f.name for f in functions if not f.unsupported))
        bad = ", ".join(f"{f.name} ({f.unsupported})" for f in functions if f.unsupported)
        parts.append(f"| {family} | {good} | {cell(bad)} |")
    parts += [command_table(), format_table(), SHORT_OF_ADAMS]
    return "\n".join(parts) + "\n"


def command_table() -> str:
    """Commands of command files."""
    from bellcrank.analysis.script import ScriptRun

    lines = ["\n## Commands of command files\n\n| command | |\n|---|---|"]
    for keyword, cls in sorted(registry.COMMANDS.items()):
        done = hasattr(ScriptRun, f"_{keyword.lower()}") or keyword in ("FILE", "STOP", "EXIT", "QUIT")
        what = cell((inspect.getdoc(cls) or "").split("\n")[0])
        lines.append(f"| `{keyword}` | {what if done else 'no effect: of use at a keyboard only'} |")
    lines.append("| `JOINT/`, `SFORCE/`, ... | every statement of the dataset changes the arguments that are given |")
    return "\n".join(lines) + "\n"


def format_table() -> str:
    """Files that are read and written."""
    import bellcrank.geometry.files
    import bellcrank.importers
    import bellcrank.results.formats

    for package in (bellcrank.importers, bellcrank.results.formats, bellcrank.geometry.files):
        registry.load_all(package)
    rows = [("`.adm`", "datasets", "read, write"), ("`.acf`", "command files", "carried out")]
    rows += [(f"`{suffix}`", "models of other programs", "read") for suffix in sorted(registry.IMPORTERS)]
    for suffix, form in sorted(registry.FORMATS.items()):
        able = ", ".join(word for word, can in (("read", form.read), ("write", form.write)) if can)
        rows.append((f"`{suffix}`", f"results: {form.what}", able))
    rows += [(f"`{suffix}`", "solids", "read") for suffix in sorted(registry.SOLID_FILES)]
    table = "\n".join(f"| {' | '.join(map(cell, row))} |" for row in rows)
    return f"## Files\n\n| suffix | what | |\n|---|---|---|\n{table}\n"


SHORT_OF_ADAMS = """## Not there

Flexible bodies (FLEX_BODY, FE_PART), MFORCE, EXTERNAL_SYSTEM, LINEAR/NASTRAN_EXPORT, compiled user subroutines
(`.dll`, `.so`): they are read, kept and told, and `--without` runs the rest.
Menus, macros and scripts of Adams View are not executed."""


# ---- command line


def command_page() -> str:
    """The help of every command of the program."""
    context = click.Context(group, info_name="bellcrank", terminal_width=110, max_content_width=110)
    parts = ["# The command line\n", "As `bellcrank COMMAND --help` prints it.\n"]
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        inner = click.Context(found, info_name=name, parent=context, terminal_width=110, max_content_width=110)
        parts.append(f"## {name}\n\n```text\n{found.get_help(inner)}\n```\n")
    return "\n".join(parts)


# ---- Python


def python_page() -> str:
    """Every public name with signature and docstring."""
    building = [name for name, thing in inspect.getmembers(Builders, inspect.isfunction) if not name.startswith("_")]
    tables = [name for name, thing in inspect.getmembers(Builders) if isinstance(thing, property)]
    table = [name for name in [*public(Table), "rows"] if name not in Table.__dataclass_fields__]
    own = [n for n in public(bc.Model) if n not in building and n not in tables]
    analyses = [n for n in own if is_analysis(function_of(bc.Model, n))]
    parts = [PYTHON_HEAD]
    parts += section("bc.Model", bc.Model, [*(n for n in own if n not in analyses)], "model")
    parts += ["## Analyses\n", *members(bc.Model, analyses, "model")]
    parts += ["## Building\n", BUILDING, *members(bc.Model, building, "model")]
    parts.append(
        "## Collections\n\nBy id or name: `model.parts[2]`, `model.joints['elbow']`; loops go over the elements.\n\n"
        + ", ".join(f"`model.{name}`" for name in tables)
        + "\n"
    )
    parts += section("bc.Results", bc.Results, public(bc.Results), "run")
    parts += section("bc.Solid", bc.Solid, public(bc.Solid), "bc.Solid")
    parts += section("bc.Study", bc.Study, public(bc.Study), "study")
    parts += ["## Table of a study\n", TABLE, *members(Table, table, "table")]
    parts.append("## Functions\n")
    parts += [
        entry(f"bc.{name}", getattr(bc, name)) for name in ("read", "load", "diff", "user", "equations", "subroutine")
    ]
    parts.append(f"## Errors\n\n```text\n{inspect.getdoc(bc.errors)}\n```\n")
    parts += [entry("error.report", bc.errors.Report), entry("message in error.report", bc.errors.Message)]
    return "\n".join(parts)


PYTHON_HEAD = """# Python reference

Everything that is public: `import bellcrank as bc`. The guide is [Python](../guide/python.md);
`help(bc.Model.revolute)` shows the same texts as this page.
"""
TABLE = """What `study.run(...)`, `study.indices(...)` and `study.minimise(...)` give: `table["k"]` is a column,
`len(table)` the number of runs, `print(table)` shows the first rows. The columns: `run`, variables, responses,
constraints (whether they are met), `success`, `status`, `time`, `steps`, `verdict`, `message`; `table.units` has units,
`table.best` the number of the best run of a search, `table.indices` Sobol indices by response.
"""
BUILDING = """One method for each statement of the dataset and each kind of joint. Each gives the element it has made;
arguments that are left out are those of the dataset.
`at`, `axis` and bodies in place of markers: [Python](../guide/python.md#build).
"""


INSIDE = {
    "labelled",
    "relabelled",
    "new",
    "resolve",
    "of",
    "shape_alone",
    "collection",
    "rows",
    "blocks",
    "setup",
    "look",
}
"""What is public for other folders of the package only."""


def public(cls: type) -> list[str]:
    """The names of a class that are for users, in the order of the alphabet."""
    names = (name for name in dir(cls) if not name.startswith("_") and name not in INSIDE)
    return [name for name in names if inspect.getdoc(getattr(cls, name))]


def section(title: str, cls: type, names: Iterable[str], owner: str) -> list[str]:
    """A class and its members."""
    return [f"## {title}\n", call(title, cls), text_of(cls), *members(cls, names, owner)]


def members(cls: type, names: Iterable[str], owner: str) -> list[str]:
    """An entry for each name of a class."""
    return [entry(f"{owner}.{name}", inspect.getattr_static(cls, name), function_of(cls, name)) for name in names]


def function_of(cls: type, name: str) -> Any:
    """The function behind a method or property."""
    found = inspect.getattr_static(cls, name)
    if isinstance(found, property):
        return found.fget
    return inspect.unwrap(getattr(cls, name))


def entry(title: str, thing: Any, function: Callable[..., Any] | None = None) -> str:
    """One name: heading, signature, docstring."""
    body = function or thing
    head = f"`{title}`\n" if isinstance(thing, property) else call(title, body)
    return f"### {title.rpartition('.')[2]}\n\n{head}\n{text_of(body)}"


def call(title: str, function: Any) -> str:
    """The signature as a block of code."""
    signature = inspect.signature(function)
    given = list(signature.parameters.values())
    if given and (given[0].name in ("self", "cls") or (given[0].name == "model" and is_analysis(function))):
        given = given[1:]
    words = [parameter(p) for p in given]
    stars = [n for n, p in enumerate(given) if p.kind is p.KEYWORD_ONLY]
    if stars and not any(p.kind is p.VAR_POSITIONAL for p in given):
        words.insert(stars[0], "*")
    line = f"{title}({', '.join(words)})"
    if len(line) > 100:
        line = f"{title}(\n    " + ",\n    ".join(words) + "\n)"
    return f"```text\n{line}\n```\n"


def is_analysis(function: Any) -> bool:
    """Whether a function is a method of a model by its place: its first argument is the model."""
    return inspect.isfunction(function) and function.__module__.startswith("bellcrank.analysis")


def parameter(p: inspect.Parameter) -> str:
    """One parameter with its type and default."""
    stars = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
    kind = p.annotation if isinstance(p.annotation, str) else getattr(p.annotation, "__name__", "")
    typed = f": {kind}" if p.annotation is not p.empty else ""
    return f"{stars}{p.name}{typed}" + ("" if p.default is p.empty else f" = {p.default!r}")


def text_of(thing: Any) -> str:
    """The docstring: its first paragraph as text, the rest as it is written."""
    first, _, rest = (inspect.getdoc(thing) or "").partition("\n\n")
    rest = rest.strip("\n")
    pieces = re.split(r"(`[^`]*`)", " ".join(first.split()))
    plain = "".join(p if p.startswith("`") else re.sub(r"([*_<>|$\[\]])", r"\\\1", p) for p in pieces)
    return plain + "\n" + (f"\n```text\n{rest}\n```\n" if rest else "")


__all__ = ["write_all"]
