"""The register of everything that is one file: elements, functions, rules, kinds of equations, formats.

A decorator registers, `load_all` imports every module of a folder: a new file is a new feature,
and no list is kept by hand.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from bellcrank.plugins import load_plugins

T = TypeVar("T")

ELEMENTS: dict[tuple[str, str], type] = {}
"""(statement keyword, kind or "") -> element class."""
COMMANDS: dict[str, type] = {}
"""Keyword of a command file -> command class."""
FUNCTIONS: dict[str, Any] = {}
"""Function name of the expression language -> its declaration."""
RULES: dict[str, Any] = {}
"""Rule number of `bellcrank check` -> rule."""
KINDS: dict[str, Any] = {}
"""Name of a kind of elements -> its kernels (system/kind.py)."""
INTEGRATORS: dict[str, Any] = {}
"""Name of a method of integration -> method (integrators/method.py)."""
FORMATS: dict[str, Any] = {}
"""File suffix of a result format -> reader and writer."""
SHAPES: dict[str, Any] = {}
"""Kind of GRAPHICS -> class of the shape it encloses."""
SOLID_FILES: dict[str, Any] = {}
"""File suffix -> reader of solids."""
PAIRS: dict[tuple[str, str], Any] = {}
"""Two kinds of shapes -> the kernel of their contact (system/contact/pair.py)."""
IMPORTERS: dict[str, Any] = {}
"""File suffix of a model of another program -> function of text and file that gives a model and a report."""


def element(keyword: str, kind: str = "") -> Callable[[type[T]], type[T]]:
    """Register an element class for a statement, for instance `@element("JOINT", "REVOLUTE")`."""

    def register(cls: type[T]) -> type[T]:
        cls.keyword, cls.kind = keyword, kind  # type: ignore[attr-defined]
        ELEMENTS[keyword, kind] = cls
        return cls

    return register


def command(keyword: str) -> Callable[[type[T]], type[T]]:
    """Register a class for a command of the command language, for instance `@command("SIMULATE")`."""

    def register(cls: type[T]) -> type[T]:
        cls.keyword = keyword  # type: ignore[attr-defined]
        COMMANDS[keyword] = cls
        return cls

    return register


def entry(table: dict[str, Any], name: str) -> Callable[[T], T]:
    """Register any object under a name in one of the tables above."""

    def register(thing: T) -> T:
        table[name] = thing
        return thing

    return register


def load_all(package: ModuleType) -> None:
    """Import every module below a package, test files left out, and the plug-ins for it."""
    for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        leaf = info.name.rpartition(".")[2]
        if not leaf.startswith(("test_", "conftest")):
            importlib.import_module(info.name)
    load_plugins(package.__name__)
