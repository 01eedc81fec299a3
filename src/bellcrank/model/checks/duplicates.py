"""Rules C502, C503: the same thing twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model


LOCAL = ("MARKER", "GRAPHICS")
"""Names of these count only within their part: every part may have its "cm"."""


@rule("C502", "warning", "two elements of a kind have one name")
def names_twice(model: Model) -> Iterator[Finding]:
    """Results are found by name; with one name for two elements of a kind they cannot be told apart.

    Names of markers and graphics count only within their part, and may be repeated.
    """
    seen: dict[tuple[str, str], Any] = {}
    for element in model.all():
        if element.name and element.keyword not in LOCAL:
            first = seen.setdefault((element.keyword, element.name.upper()), element)
            if first is not element:
                yield Finding(
                    element,
                    f'{first.keyword}/{first.id} has the name "{element.name}" too.',
                    "Results and messages name elements; the two cannot be told apart.",
                    "change one of the adams_view_name comments.",
                )


@rule("C503", "warning", "two constraints do the same")
def constraints_twice(model: Model) -> Iterator[Finding]:
    """Two joints of one kind between the same two markers, or two motions on one joint: the second adds nothing.

    Redundant equations are left out by the solver; which of the two then carries the reaction is arbitrary.
    """
    seen: dict[Any, Any] = {}
    for keyword in ("JOINT", "JPRIM", "MOTION"):
        for element in model.all(keyword):
            ids = frozenset((field.attribute if keyword == "MOTION" else "", id) for field, id in element.references())
            words = frozenset(str(element.given.get(f.attribute)) for f in element.fields.values() if f.is_flag)
            first = seen.setdefault((keyword, element.kind, ids, words), element)
            if first is not element:
                yield Finding(
                    element,
                    f"It repeats {first.title}: the same kind between the same markers or on the same joint.",
                    "The second adds nothing; which of the two carries the reaction is arbitrary.",
                    "remove one of the two.",
                )
