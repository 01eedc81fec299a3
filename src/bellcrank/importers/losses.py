"""What a file of another program holds and the model does not: collected, and told once for each kind of thing."""

from __future__ import annotations

from dataclasses import dataclass, field

from bellcrank.errors import Message, Report, Severity
from bellcrank.importers.xml_tree import Node


@dataclass
class _Loss:
    what: str
    first: Node
    why: str
    cure: str
    severity: Severity
    count: int = 0
    names: list[str] = field(default_factory=list)


class Losses:
    """Left out things by their kind; `told()` gives one message for each kind."""

    def __init__(self) -> None:
        self._kinds: dict[str, _Loss] = {}
        self.errors = Report()

    def changes(self, what: str, node: Node, why: str, cure: str = "") -> None:
        """Something that would change the motion (W120)."""
        self._add(what, node, why, cure, "warning")

    def unneeded(self, what: str, node: Node, why: str = "", cure: str = "") -> None:
        """Something that does not change the motion (N120)."""
        self._add(what, node, why, cure, "note")

    def error(self, node: Node, rule: str, what: str, cure: str = "", why: str = "") -> None:
        """A mistake of the file itself."""
        self.errors.add(Message("error", rule, what, node.place, node.title, why, cure))

    def _add(self, what: str, node: Node, why: str, cure: str, severity: Severity) -> None:
        loss = self._kinds.setdefault(what, _Loss(what, node, why, cure, severity))
        loss.count += 1
        if node.get("name") and len(loss.names) < 3 and node.get("name") not in loss.names:
            loss.names.append(node.get("name"))

    def told(self) -> Report:
        """The mistakes, then the losses."""
        report = Report(list(self.errors))
        for loss in self._kinds.values():
            names = ", ".join(loss.names) + (", ..." if loss.count > len(loss.names) > 0 else "")
            count = "" if loss.count == 1 else f" ({loss.count} times{': ' + names if names else ''})"
            rule = "W120" if loss.severity == "warning" else "N120"
            title = loss.first.title if loss.count == 1 else loss.first.tag
            report.add(
                Message(
                    loss.severity, rule, f"{loss.what}: left out{count}.", loss.first.place, title, loss.why, loss.cure
                )
            )
        return report
