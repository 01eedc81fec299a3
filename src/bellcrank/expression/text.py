"""Tree -> text, with the fewest parentheses that give the same tree back."""

from __future__ import annotations

from bellcrank.expression.tree import Binary, Call, If, Node, Number, Unary, UserCall, fold

SUM, TERM, SIGN, POWER, PRIMARY = 1, 2, 3, 4, 5
_LEVELS = {"+": SUM, "-": SUM, "*": TERM, "/": TERM, "**": POWER}


def to_text(node: Node) -> str:
    """The expression as the dataset writes it; `parse(to_text(node)) == node` when it holds no UserCall."""
    return fold(node, _print)[0]


def number_text(value: float) -> str:
    """The shortest text that reads back as the same number."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return repr(value).upper()


def _print(node: Node, parts: list[tuple[str, int]]) -> tuple[str, int]:
    """The text of a node and how strongly its outermost operator binds."""
    if isinstance(node, Number):
        return number_text(node.value) + ("D" if node.degrees else ""), PRIMARY
    if isinstance(node, Unary):
        return node.operator + _guard(parts[0], POWER), SIGN
    if isinstance(node, Binary):
        return _print_binary(node.operator, parts[0], parts[1])
    texts = [text for text, _ in parts]
    if isinstance(node, If):
        return f"IF({texts[0]}: {', '.join(texts[1:])})", PRIMARY
    if isinstance(node, UserCall):
        return f"<{node.name}>({', '.join(texts)})", PRIMARY
    assert isinstance(node, Call)
    return (f"{node.name}({', '.join(texts)})" if texts else node.name), PRIMARY


def _print_binary(operator: str, left: tuple[str, int], right: tuple[str, int]) -> tuple[str, int]:
    level = _LEVELS[operator]
    if operator == "**":
        return f"{_guard(left, PRIMARY)}**{_guard(right, POWER)}", level
    # a sign right after an operator is legal (a*-b) but not every reader of datasets takes it
    shown = f"({right[0]})" if right[0].startswith("-") else _guard(right, level + 1)
    space = " " if level == SUM else ""
    return f"{_guard(left, level)}{space}{operator}{space}{shown}", level


def _guard(part: tuple[str, int], least: int) -> str:
    """The text, in parentheses when it binds less strongly than its place needs."""
    text, level = part
    return text if level >= least else f"({text})"
