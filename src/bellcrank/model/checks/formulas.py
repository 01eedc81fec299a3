"""The function expressions of a model as the rules see them: with owner and text, and sums taken apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bellcrank.errors import ExpressionError
from bellcrank.expression import Binary, Call, Node, Unary, to_text, whole_number
from bellcrank.expression.tree import postorder
from bellcrank.schema.element import Element
from bellcrank.schema.fields import Field

if TYPE_CHECKING:
    from bellcrank.model import Model


@dataclass(frozen=True)
class Formula:
    """One function expression: the element it stands in, its argument, its text and its tree."""

    owner: Element
    field: Field
    text: str
    tree: Node

    def calls(self, *names: str) -> Iterator[Call]:
        """The calls of some functions, in the order of the tree."""
        for node in postorder(self.tree):
            if isinstance(node, Call) and node.name in names:
                yield node

    def source(self, call: Call) -> str:
        """The text of a call as it was written."""
        return self.text[call.position : self.end(call)]

    def end(self, call: Call) -> int:
        """Where the text of a call ends: behind its closing parenthesis."""
        depth = 0
        for position in range(call.position, len(self.text)):
            depth += {"(": 1, ")": -1}.get(self.text[position], 0)
            if depth == 0 and self.text[position] == ")":
                return position + 1
        return call.position + len(call.name)


def formulas(model: Model) -> Iterator[Formula]:
    """All expressions of a model that can be read; the others were reported by the reader."""
    for element in model.all():
        yield from formulas_of(element)


def formulas_of(element: Element) -> Iterator[Formula]:
    """The expressions of one element; USER(...) has nothing to look at."""
    for field, expression in element.expressions():
        if not expression.is_user:
            try:
                yield Formula(element, field, expression.text, expression.tree)
            except ExpressionError:
                continue


def terms(node: Node, sign: int = 1) -> Iterator[tuple[int, Node]]:
    """The terms of a sum with their signs: a - (b - c) gives +a, -b, +c."""
    todo = [(sign, node)]
    while todo:
        sign, node = todo.pop()
        if isinstance(node, Unary):
            todo.append((-sign, node.operand))
        elif isinstance(node, Binary) and node.operator in "+-":
            todo.append((sign if node.operator == "+" else -sign, node.right))
            todo.append((sign, node.left))
        else:
            yield sign, node


def factors(node: Node) -> Iterator[Node]:
    """The factors of a product; a quotient by something counts as its numerator and 1/something."""
    todo = [node]
    while todo:
        node = todo.pop()
        if isinstance(node, Binary) and node.operator in ("*", "/"):
            todo.extend((node.right, node.left))
        elif isinstance(node, Unary):
            todo.append(node.operand)
        else:
            yield node


def sums(root: Node) -> Iterator[Node]:
    """Every sum of the tree that is not itself a term of a larger sum, the whole expression included."""
    inner = {id(child) for node in postorder(root) if is_sum(node) for child in node.children}
    for node in postorder(root):
        if (is_sum(node) and id(node) not in inner) or node is root:
            yield node


def is_sum(node: Node) -> bool:
    """a + b, a - b, or a sign."""
    return isinstance(node, Unary) or (isinstance(node, Binary) and node.operator in "+-")


def number_of(node: Node) -> int:
    """A marker or element id inside a function; 0 when it is not a whole number."""
    return whole_number(node) or 0


def short(node: Node, limit: int = 60) -> str:
    """The text of a node for a message."""
    text = to_text(node)
    return text if len(text) <= limit else text[: limit - 3] + "..."
