"""Names, numbers and kinds of arguments: what can be said without a model; and what an expression refers to."""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.expression.declaration import MANY, Argument, Function, declarations
from bellcrank.expression.mistakes import MOST, Mistake, did_you_mean
from bellcrank.expression.simplify import constant
from bellcrank.expression.text import to_text
from bellcrank.expression.tree import Call, Node, Number, Unary, postorder

KNOWN_BEFORE = "It must be known before the simulation starts."


def check(root: Node) -> list[Mistake]:
    """Every mistake of names and arguments, in the order of the text (the first few)."""
    known = declarations()
    mistakes: list[Mistake] = []
    for node in postorder(root):
        if type(node) is Call:
            declared = known.get(node.name)
            if declared is None:
                mistakes.append(_unknown(node))
            else:
                mistakes.extend(_check_call(node, declared, node is root))
        if len(mistakes) >= MOST:
            break
    return sorted(mistakes, key=lambda m: m.position)


def references(root: Node) -> list[tuple[str, int, int]]:
    """(statement keyword, id, position) of every element an expression names; 0, the global frame, is none."""
    found: list[tuple[str, int, int]] = []
    for argument, child in _arguments(root):
        if argument.keyword:
            number = whole_number(child)
            if number:
                found.append((argument.keyword, number, child.position))
    return sorted(found, key=lambda r: r[2])


def unsupported(root: Node) -> list[Mistake]:
    """The functions that are understood but not simulated, each with the reason."""
    known = declarations()
    return [
        Mistake("E307", f"{n.name} is understood but not simulated: {known[n.name].unsupported}.", n.position)
        for n in postorder(root)
        if isinstance(n, Call) and n.name in known and known[n.name].unsupported
    ]


def whole_number(node: Node) -> int | None:
    """The value of a constant whole number, or None."""
    value = node.value if type(node) is Number and not node.degrees else constant(node)
    if value is None or value != value or abs(value) > 2**53 or value != int(value):
        return None
    return int(value)


def _arguments(root: Node) -> Iterator[tuple[Argument, Node]]:
    known = declarations()
    for node in postorder(root):
        if isinstance(node, Call) and node.name in known:
            for k, child in enumerate(node.arguments):
                argument = known[node.name].argument(k)
                if argument is not None:
                    yield argument, child


def _check_call(node: Call, declared: Function, whole: bool) -> Iterator[Mistake]:
    given = len(node.arguments)
    if not declared.least <= given <= declared.greatest:
        yield _wrong_count(node, declared)
        return
    if node.name == "USER" and not whole:
        yield Mistake(
            "E306",
            "USER(...) stands inside an expression.",
            node.position,
            "It is only allowed as the whole value of FUNCTION=: it passes numbers to the subroutine of the statement.",
            "move it to a VARIABLE of its own and use VARVAL",
        )
    for k, child in enumerate(node.arguments):
        argument = declared.argument(k)
        if argument is not None and argument.kind != "expr":
            check_one = _check_number if argument.kind == "number" else _check_whole
            yield from check_one(declared, argument, child)


def _check_number(declared: Function, argument: Argument, child: Node) -> Iterator[Mistake]:
    """Any number that does not change."""
    if constant(child) is None:
        what = f"{to_text(child)[:60]} is given for {argument.name} of {declared.usage}, which must be a number."
        yield Mistake("E304", what, _start(child), KNOWN_BEFORE, "write the number itself")


def _check_whole(declared: Function, argument: Argument, child: Node) -> Iterator[Mistake]:
    """An id or another whole number."""
    value = whole_number(child)
    if value is None:
        kind = f"the id of a {argument.keyword}" if argument.keyword else "a whole number"
        what = f"{to_text(child)[:60]} is given for {argument.name} of {declared.usage}, which must be {kind}."
        yield Mistake("E304", what, _start(child), KNOWN_BEFORE, "write the number itself")
    elif argument.keyword and value < (0 if argument.kind == "id0" else 1):
        what = f"{value} is given for {argument.name} of {declared.usage}, the id of a {argument.keyword}."
        why = "0 would be the global frame, which is not allowed here." if value == 0 else "Ids are positive."
        yield Mistake("E304", what, _start(child), why)
    elif not argument.keyword and not _inside(value, argument):
        what = f"{value} is given for {argument.name} of {declared.usage}, which must be {_range(argument)}."
        yield Mistake("E304", what, _start(child))


def _inside(value: int, argument: Argument) -> bool:
    below = argument.smallest is not None and value < argument.smallest
    above = argument.largest is not None and value > argument.largest
    return not (below or above)


def _range(argument: Argument) -> str:
    if argument.largest is None:
        return f"at least {argument.smallest}"
    return f"from {argument.smallest} to {argument.largest}"


def _start(node: Node) -> int:
    """Where the text of a node begins (the position of an operator is that of its sign)."""
    while node.children and not isinstance(node, Call | Unary):
        node = node.children[0]
    return node.position


def _wrong_count(node: Call, declared: Function) -> Mistake:
    given, most = len(node.arguments), declared.greatest
    if most == 0:
        return Mistake("E303", f"{node.name} takes no arguments.", node.position, cure=f"write {declared.usage}")
    if given == 0:
        return Mistake("E303", f"{node.name} needs arguments.", node.position, cure=f"write {declared.usage}")
    needed = str(declared.least) if most == declared.least else f"{declared.least} to {most}"
    if most >= MANY:
        needed = f"at least {declared.least}"
    what = f"{node.name} has {given} argument{'s' if given > 1 else ''} here and takes {needed}."
    return Mistake("E303", what, node.position, cure=f"write {declared.usage}")


OTHER_WORDS = {
    **dict.fromkeys(("T", "t"), "the time is called TIME."),
    "POW": "write a**b.", "POWER": "write a**b.",
    "LN": "the natural logarithm is called LOG.",
    "SIGNUM": "write SIGN(1, x).", "SGN": "write SIGN(1, x).",
    "HEAVISIDE": "use STEP(x, x0, h0, x1, h1), which rises smoothly.",
    "CLIP": "write MIN(MAX(x, low), high).", "CLAMP": "write MIN(MAX(x, low), high).",
    "ARCTAN2": "it is called ATAN2.", "ARCTAN": "it is called ATAN.", "ARCSIN": "it is called ASIN.",
    "ARCCOS": "it is called ACOS.",
}  # fmt: skip
"""Words of other languages -> what to write."""


def _unknown(node: Call) -> Mistake:
    kind = "function" if node.arguments else "name"
    cure = OTHER_WORDS.get(node.name) or did_you_mean(node.name, declarations())
    name = node.name if len(node.name) <= 40 else node.name[:40] + "..."
    return Mistake("E302", f"There is no {kind} {name}.", node.position, cure=cure)
