"""The tree of a function expression.

    Number    2.5, 30D            Unary   -a             Binary   a+b  a-b  a*b  a/b  a**b
    Call      STEP(...), TIME     If      IF(a: b, c, d) UserCall a Python function or a C address

Nodes are immutable and compare by content, not by position. Trees may be very deep on the left (a sum of a
thousand terms), so nothing here recurses: `postorder` lists the nodes, children first, and `fold` computes
something from the leaves up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


class Node:
    """One place of the tree; `position` counts characters of the source text from 0."""

    __slots__ = ()
    position: int

    @property
    def children(self) -> tuple[Node, ...]:
        """The sub-expressions, left to right."""
        return ()

    @property
    def label(self) -> Any:
        """What the node is, apart from its children and its position."""
        raise NotImplementedError

    @classmethod
    def make(cls, label: Any, children: Sequence[Node], position: int) -> Node:
        """The node again from its parts."""
        raise NotImplementedError

    def with_children(self, children: Sequence[Node]) -> Node:
        """The same node over other sub-expressions."""
        return type(self).make(self.label, children, self.position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and _content(self) == _content(other)

    def __hash__(self) -> int:
        return hash(tuple(_content(self)))

    def __deepcopy__(self, memo: Any) -> Node:
        return self

    def __reduce__(self) -> Any:
        return _rebuild, ([(type(n), n.label, len(n.children), n.position) for n in postorder(self)],)


@dataclass(frozen=True, slots=True, eq=False)
class Number(Node):
    """A number that is not negative; `degrees` for 30D, whose `value` is 30 and whose `radians` is pi/6."""

    value: float
    degrees: bool = False
    position: int = 0

    @property
    def label(self) -> Any:
        return self.value, self.degrees

    @property
    def radians(self) -> float:
        """The number that enters the computation."""
        return math.radians(self.value) if self.degrees else self.value

    @classmethod
    def make(cls, label: Any, children: Sequence[Node], position: int) -> Node:
        return cls(label[0], label[1], position)


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Node):
    """The sign `-`."""

    operator: str
    operand: Node
    position: int = 0

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand,)

    @property
    def label(self) -> Any:
        return self.operator

    @classmethod
    def make(cls, label: Any, children: Sequence[Node], position: int) -> Node:
        return cls(label, children[0], position)


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Node):
    """One of + - * / **; `position` is that of the operator."""

    operator: str
    left: Node
    right: Node
    position: int = 0

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.left, self.right)

    @property
    def label(self) -> Any:
        return self.operator

    @classmethod
    def make(cls, label: Any, children: Sequence[Node], position: int) -> Node:
        return cls(label, children[0], children[1], position)


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    """A function of the language by its name in capitals; TIME, PI and the like have no arguments."""

    name: str
    arguments: tuple[Node, ...] = ()
    position: int = 0

    @property
    def children(self) -> tuple[Node, ...]:
        return self.arguments

    @property
    def label(self) -> Any:
        return self.name

    @classmethod
    def make(cls, label: Any, children: Sequence[Node], position: int) -> Node:
        return cls(label, tuple(children), position)


@dataclass(frozen=True, slots=True, eq=False)
class If(Node):
    """IF(condition: negative, zero, positive)."""

    condition: Node
    negative: Node
    zero: Node
    positive: Node
    position: int = 0

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.condition, self.negative, self.zero, self.positive)

    @property
    def label(self) -> Any:
        return "IF"

    @classmethod
    def make(cls, label: Any, children: Sequence[Node], position: int) -> Node:
        return cls(children[0], children[1], children[2], children[3], position)


@dataclass(frozen=True, slots=True, eq=False)
class UserCall(Node):
    """A user's function of numbers, used from Python.

    function     a callable f(x1, ..., xn) -> float, or the address (int) of a C function void f(int64 n,
    double *x, double *out)
    derivatives  for a callable: another callable giving the n partial derivatives; for an address: True when
    the function
                 fills out[1..n] itself. Otherwise central differences are taken.
    """

    function: Callable[..., float] | int
    arguments: tuple[Node, ...] = ()
    derivatives: Callable[..., Sequence[float]] | bool | None = None
    position: int = 0

    @property
    def children(self) -> tuple[Node, ...]:
        return self.arguments

    @property
    def label(self) -> Any:
        return self.function, self.derivatives

    @property
    def name(self) -> str:
        """The name of the function, for messages."""
        if isinstance(self.function, int):
            return f"function_at_{self.function:#x}"
        return str(getattr(self.function, "__name__", type(self.function).__name__))

    @classmethod
    def make(cls, label: Any, children: Sequence[Node], position: int) -> Node:
        return cls(label[0], tuple(children), label[1], position)


def postorder(root: Node) -> list[Node]:
    """Every node of the tree, children before their parent, left to right."""
    found: list[Node] = []
    todo = [root]
    while todo:
        node = todo.pop()
        found.append(node)
        todo.extend(node.children)
    found.reverse()
    return found


def fold(root: Node, rule: Callable[[Node, list[T]], T]) -> T:
    """Compute `rule(node, results of its children)` from the leaves up to the root."""
    results: list[T] = []
    for node in postorder(root):
        first = len(results) - len(node.children)
        inputs = results[first:]
        del results[first:]
        results.append(rule(node, inputs))
    return results[0]


def number(value: float, position: int = 0) -> Node:
    """A node for any finite number, with a sign when it is negative."""
    if math.copysign(1.0, value) < 0.0:
        return Unary("-", Number(-value, False, position), position)
    return Number(value, False, position)


def _content(root: Node) -> list[Any]:
    return [(type(n).__name__, n.label, len(n.children)) for n in postorder(root)]


def _rebuild(parts: list[tuple[type[Node], Any, int, int]]) -> Node:
    nodes: list[Node] = []
    for kind, label, count, position in parts:
        first = len(nodes) - count
        children = nodes[first:]
        del nodes[first:]
        nodes.append(kind.make(label, children, position))
    return nodes[0]
