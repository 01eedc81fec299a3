"""Tree -> tape: a flat list of instructions, each writing one number.

A number lives in a slot: first the leaves, then the constants, then one slot per instruction, written at most once in
one evaluation. An instruction is five whole numbers, the operation and up to four operands:

    NEG a | ADD a b | SUB a b | MUL a b | DIV a b         slots
    POW a b . s                                           s: where the two slopes are kept
    CALL f first n s                                      function f of n arguments, slots arguments[first...];
                                                          s: room for the value and n slopes
    USER f first n s                                      the same for a user's function
    SPLINE a b f s                                        table f at x = slot a, z = slot b; s: two slopes
    BRANCH a zero positive                                go on when slot a < 0, else go to instruction zero or positive
    JUMP to                                               go to an instruction
    SELECT a n z p                                        slot n, z or p, as slot a is below, at or above 0

IF is BRANCH, the negative branch, JUMP, the zero branch, JUMP, the positive branch, SELECT: only the chosen branch is
evaluated. Equal sub-expressions share one slot; what was computed inside a branch is not known outside of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import NamedTuple, TypeVar

from bellcrank.errors import Report, UnsupportedError
from bellcrank.expression.check import unsupported, whole_number
from bellcrank.expression.declaration import Function, declarations
from bellcrank.expression.simplify import constant, simplify
from bellcrank.expression.tree import Binary, Call, If, Node, Number, Unary, UserCall

# kernel constants
NEG, ADD, SUB, MUL, DIV, POW, CALL, USER, SPLINE, BRANCH, JUMP, SELECT = range(12)

Instruction = tuple[int, int, int, int, int]
T = TypeVar("T")
_OPERATIONS = {"+": ADD, "-": SUB, "*": MUL, "/": DIV, "**": POW}


class Leaf(NamedTuple):
    """A number that the system supplies: DX(1, 2, 0) is ("DX", (1, 2, 0)); arguments left out are 0."""

    name: str
    arguments: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))})" if self.arguments else self.name


class SplineUse(NamedTuple):
    """A function that reads the table of a SPLINE or CURVE: its name, the id, the order of the derivative, and the
    other constants of the call as they are declared (method of INTERP, component of CURVE, ...; 0 when left out)."""

    function: str
    id: int
    order: int = 0
    constants: tuple[float, ...] = ()


@dataclass
class Tape:
    """One expression, flat; see the module docstring. `nodes[i]` is the sub-expression that instruction i computes."""

    source: str = ""
    leaves: list[Leaf] = field(default_factory=list)
    constants: list[float] = field(default_factory=list)
    code: list[Instruction] = field(default_factory=list)
    arguments: list[int] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    splines: list[SplineUse] = field(default_factory=list)
    users: list[UserCall] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    storage: int = 0
    result: int = 0

    @property
    def inputs(self) -> int:
        """The number of slots before the first instruction."""
        return len(self.leaves) + len(self.constants)

    @property
    def slots(self) -> int:
        """The number of slots."""
        return self.inputs + len(self.code)

    @cached_property
    def divides(self) -> list[int]:
        """The instructions that divide by something that may be zero."""
        fixed = {len(self.leaves) + n for n, value in enumerate(self.constants) if value != 0.0}
        return [at for at, (operation, _, b, _, _) in enumerate(self.code) if operation == DIV and b not in fixed]


def flatten(root: Node, source: str = "") -> Tape:
    """The tape of an expression; UnsupportedError when it uses functions that are not simulated.

    `source`, the text it was read from, serves only messages.
    """
    missing = unsupported(root)
    if missing:
        raise UnsupportedError(Report([m.message(source) for m in missing]))
    return _Flattener(simplify(root), source).run()


def leaf_of(node: Call, declared: Function) -> Leaf:
    """The leaf a call stands for."""
    given = [whole_number(child) or 0 for child in node.arguments]
    return Leaf(declared.name, tuple(given + [0] * (len(declared.arguments) - len(given))))


class _Flattener:
    """One walk over the tree with a list of things to do instead of recursion."""

    def __init__(self, root: Node, source: str) -> None:
        self.root = root
        self.tape = Tape(source)
        self.known = declarations()
        self.todo: list[Callable[[], None]] = []
        self.slots: list[int] = []
        self.scopes: list[dict[tuple[object, ...], int]] = [{}]
        self.leaves: dict[Leaf, int] = {}
        self.constants: dict[float, int] = {}

    def run(self) -> Tape:
        """The whole tape."""
        self.collect()
        self.tape.leaves, self.tape.constants = list(self.leaves), list(self.constants)
        self.todo.append(partial(self.visit, self.root))
        while self.todo:
            self.todo.pop()()
        self.tape.result = self.slots.pop()
        return self.tape

    def collect(self) -> None:
        """Number the leaves and constants, so that every slot is known before the first instruction."""
        todo = [self.root]
        while todo:
            node = todo.pop()
            if isinstance(node, Number):
                self.constants.setdefault(node.radians, len(self.constants))
            elif isinstance(node, Call) and self.known[node.name].leaf:
                self.leaves.setdefault(leaf_of(node, self.known[node.name]), len(self.leaves))
            else:
                todo.extend(reversed(self.computed_children(node)))
                if isinstance(node, Call) and self.known[node.name].family == "spline":
                    self.constants.setdefault(0.0, len(self.constants))

    def constant(self, value: float) -> int:
        """The slot of a constant."""
        return len(self.leaves) + self.constants[value]

    def visit(self, node: Node) -> None:
        """Arrange that the slot of a node is pushed on `slots`."""
        if isinstance(node, Number):
            self.slots.append(self.constant(node.radians))
        elif isinstance(node, If):
            self.visit_if(node)
        elif isinstance(node, Call) and self.known[node.name].leaf:
            self.slots.append(self.leaves[leaf_of(node, self.known[node.name])])
        else:
            children = self.computed_children(node)
            self.todo.append(partial(self.finish, node, len(children)))
            self.todo.extend(partial(self.visit, child) for child in reversed(children))

    def computed_children(self, node: Node) -> tuple[Node, ...]:
        """The arguments that are numbers at run time (not the ids)."""
        if isinstance(node, Call) and self.known[node.name].family == "spline":
            arguments = zip(node.arguments, self.known[node.name].arguments)
            return tuple(child for child, argument in arguments if argument.kind == "expr")
        return node.children

    def finish(self, node: Node, count: int) -> None:
        """The instruction of a node whose operands are the last slots pushed."""
        first = len(self.slots) - count
        operands = self.slots[first:]
        del self.slots[first:]
        self.slots.append(self.instruction(node, operands))

    def instruction(self, node: Node, operands: list[int]) -> int:
        """The slot of a node, from an equal one before or by a new instruction."""
        if isinstance(node, Unary):
            return self.emit(node, NEG, operands)
        if isinstance(node, Binary):
            return self.binary(node, operands)
        if isinstance(node, UserCall):
            users = self.tape.users
            users.append(node)
            return self.call(node, USER, len(users) - 1, operands)
        assert isinstance(node, Call)
        declared = self.known[node.name]
        if declared.family == "spline":
            return self.spline(node, declared, operands)
        return self.call(node, CALL, _index(self.tape.functions, declared), operands)

    def binary(self, node: Binary, operands: list[int]) -> int:
        """One of the five operators; a square is a product."""
        if node.operator != "**":
            return self.emit(node, _OPERATIONS[node.operator], operands)
        if isinstance(node.right, Number) and node.right.radians == 2.0:
            return self.emit(node, MUL, [operands[0], operands[0]])
        return self.emit(node, POW, [*operands, 0], room=2)

    def spline(self, node: Call, declared: Function, operands: list[int]) -> int:
        """A spline function: x, and z where it has one."""
        given = [constant(child) or 0.0 for child in node.arguments] + [0.0] * len(declared.arguments)
        pairs = [(a, value) for a, value in zip(declared.arguments, given) if a.kind != "expr"]
        id = next(int(value) for a, value in pairs if a.keyword)
        order = next((int(value) for a, value in pairs if a.name == "iord"), 0)
        constants = tuple(value for a, value in pairs if not a.keyword and a.name != "iord")
        use = SplineUse(declared.name, id, order, constants)
        z = operands[1] if len(operands) > 1 else self.constant(0.0)
        return self.emit(node, SPLINE, [operands[0], z, _index(self.tape.splines, use)], room=2)

    def call(self, node: Node, operation: int, function: int, operands: list[int]) -> int:
        """A function with its arguments."""
        key = (operation, function, *operands)
        count = len(operands)
        return self.emit(node, operation, [function, len(self.tape.arguments), count], count + 1, key, operands)

    def emit(
        self,
        node: Node,
        operation: int,
        operands: list[int],
        room: int = 0,
        key: tuple[object, ...] = (),
        arguments: Sequence[int] = (),
    ) -> int:
        """Append an instruction unless an equal one is known here; its slot."""
        key = key or (operation, *operands)
        for scope in self.scopes:
            if key in scope:
                return scope[key]
        self.tape.arguments.extend(arguments)
        words = [*operands, 0, 0, 0, 0][:4]
        if room:
            words[3] = self.tape.storage
            self.tape.storage += room
        slot = self.append(node, operation, words)
        self.scopes[-1][key] = slot
        return slot

    def append(self, node: Node, operation: int, words: list[int]) -> int:
        """Append an instruction in any case; its slot."""
        self.tape.code.append((operation, words[0], words[1], words[2], words[3]))
        self.tape.nodes.append(node)
        return self.tape.slots - 1

    def visit_if(self, node: If) -> None:
        """Arrange the parts of an IF in the order of the tape."""
        places: list[int] = []
        self.todo.append(partial(self.select, node, places))
        for child in (node.positive, node.zero, node.negative):
            self.todo.append(partial(self.close, node, places))
            self.todo.append(partial(self.visit, child))
            self.todo.append(partial(self.open, node, places))
        self.todo.append(partial(self.visit, node.condition))

    def open(self, node: If, places: list[int]) -> None:
        """Before a branch: the BRANCH itself (first), a scope of its own."""
        if not places:
            self.append(node, BRANCH, [self.slots[-1], 0, 0, 0])
        places.append(len(self.tape.code))
        self.scopes.append({})

    def close(self, node: If, places: list[int]) -> None:
        """After a branch: the JUMP to the end, but not after the last."""
        self.scopes.pop()
        if len(places) < 3:
            self.append(node, JUMP, [0, 0, 0, 0])

    def select(self, node: If, places: list[int]) -> None:
        """After all branches: fill in where to go, and choose the result."""
        condition, *branches = self.slots[-4:]
        del self.slots[-4:]
        negative, zero, positive = places
        code = self.tape.code
        code[negative - 1] = (BRANCH, condition, zero, positive, 0)
        for jump in (zero - 1, positive - 1):
            code[jump] = (JUMP, len(code), 0, 0, 0)
        self.slots.append(self.append(node, SELECT, [condition, *branches]))


def _index(things: list[T], thing: T) -> int:
    """The place of a thing in a list, appended when it is new."""
    if thing not in things:
        things.append(thing)
    return things.index(thing)
