"""Reading expressions: trees become tapes with leaf records; forces that equations read become hidden unknowns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bellcrank.errors import BellcrankError, Message, Report, UnsupportedError
from bellcrank.expression import Binary, Call, CurveData, Node, Number, SplineData, parse, table_of
from bellcrank.expression.tape import flatten
from bellcrank.expression.text import to_text
from bellcrank.expression.time_rate import NoRate, time_rate
from bellcrank.expression.tree import Unary, fold, number, postorder
from bellcrank.model.acting import acting_between
from bellcrank.registry import ELEMENTS
from bellcrank.schema.equations import ITEM_RATE
from bellcrank.system import layout as at
from bellcrank.system import leaf_kinds
from bellcrank.system.builder import Builder, StopUse
from bellcrank.system.corners import corners, corners_of_lines
from bellcrank.system.delays import Delaying
from bellcrank.system.differentiable import without_variables
from bellcrank.system.leaves import Leaf, Lowered
from bellcrank.system.pulses import hidden as hidden_pulses
from bellcrank.system.stops import bends

RESULTS = 90
"""Rank from which elements only read: their functions are no equations."""
FORCE_FUNCTIONS = {"BUSH": "BUSHING", "SPDP": "SPRINGDAMPER", "VTORQ": "VTORQUE", "$NFORCE": "NFORCE"}


class Reading(Delaying):
    """The part of Lowering that knows what the functions of the language mean."""

    model: Any
    builder: Builder
    inactive: frozenset[tuple[str, int]]
    marker: Callable[[int], int]
    owners: dict[tuple[str, int], int]
    """(keyword, id) of an element with a force or reaction -> its number."""
    force_parts: dict[tuple[str, int], list[tuple[int, Any, int, int]]]
    """(keyword, id) of a force that equations read -> axis, marker I, frame and hidden unknown of each component."""
    forces_read: set[tuple[str, int]]
    """(keyword, id) of all forces that equations read."""
    force_elements: dict[tuple[str, int], Any]
    """The same keys -> the element, or the share of it."""
    variable_numbers: dict[int, int]
    diff_numbers: dict[int, int]
    sensor_numbers: dict[int, int]
    hidden: int
    refused: set[Any]
    """Elements whose subroutine is not there."""
    algebraic: dict[int, int]
    """Id of an IMPLICIT DIFF whose equation does not give its rate -> id of the hidden VARIABLE that it is."""
    rates: dict[int, int]
    """Id of such a DIFF whose rate is read -> id of the hidden VARIABLE of that."""
    array_states: dict[tuple[int, int], int]
    """(array, item) of a state of a system of equations -> id of its hidden DIFF."""
    array_samples: dict[tuple[int, int], int]
    """(array, item) of a sampled state -> id of the sensor that keeps it."""
    array_outputs: dict[tuple[int, int], Any]
    """(array, item) of an output -> its expression."""

    def _find_array_items(self, elements: Sequence[Any]) -> None:
        """States of systems of equations (LSE, ..) are hidden DIFFs: number them before anything is lowered."""
        self.array_states, self.array_outputs, self.array_samples = {}, {}, {}
        for element in elements:
            for item in element.sampled_items():
                self._next_sampler(item)
            for array, n, output in element.array_items(self.model):
                if output is not None:
                    self.array_outputs[array, n] = output
                    continue
                self.hidden += 1
                self.array_states[array, n] = self.hidden
                self.diff_numbers[self.hidden] = len(self.diff_numbers)

    def _find_algebraic(self, elements: Sequence[Any]) -> None:
        """IMPLICIT DIFFs e = 0 whose rate stands in no such equation have no state: x is an algebraic unknown.

        A rate that others read is another one, by e' = 0.
        """
        implicit = [e for e in elements if e.keyword == "DIFF" and e.implicit]
        given = {id for e in implicit for id in self._rates_in(e.function.tree, ())}
        read = {id for e in elements if implicit for _, f in e.expressions() for id in self._rates_in(f.tree, None)}
        for id in sorted({e.id for e in implicit} - given):
            for table in (self.algebraic, self.rates) if id in read else (self.algebraic,):
                self.hidden += 1
                table[id] = self.hidden
                self.variable_numbers[self.hidden] = len(self.variable_numbers)

    def _rates_in(self, tree: Node, seen: tuple[int, ...] | None) -> Iterator[int]:
        """The ids of DIF1(id) in a tree, and in the functions of the VARIABLEs that it reads (None: not there)."""
        for node in postorder(tree):
            if isinstance(node, Call) and node.arguments and isinstance(node.arguments[0], Number):
                id = int(node.arguments[0].value)
                if node.name == "DIF1":
                    yield id
                elif node.name == "VARVAL" and seen is not None and id not in seen:
                    variable = self.model.find("VARIABLE", id)
                    yield from self._rates_in(variable.function.tree, (*seen, id)) if variable is not None else ()

    def _next_sampler(self, item: tuple[int, int] | None = None) -> int:
        """The id of one more sensor that the program makes, behind those of the model."""
        self.hidden += 1
        self.sensor_numbers[self.hidden] = len(self.sensor_numbers)
        if item is not None:
            self.array_samples[item] = self.hidden
        return self.hidden

    def _find_forces_read(self, elements: Sequence[Any]) -> None:
        """Forces read inside equations become hidden unknowns: number them before anything is lowered."""
        read: dict[tuple[str, int], None] = {}
        for element in elements:
            for _, expression in element.expressions():
                if element.rank >= RESULTS and not has_delay(expression.tree):
                    continue
                for name, id in self._force_calls(expression):
                    read[name, id] = None
        self.forces_read, self.force_elements = set(read), {}
        for element, share in ((e, share) for e in elements for share in e.shares() if hasattr(share, "force_axes")):
            key = element.keyword, share.id
            if (key in read or (element.keyword, element.id) in read) and share.force_axes():
                self.force_parts[key], self.force_elements[key] = [], share
                for axis, i, rm in share.force_axes():
                    self.hidden += 1
                    self.variable_numbers[self.hidden] = len(self.variable_numbers)
                    self.force_parts[key].append((axis, i, rm, self.hidden))

    def _force_calls(self, expression: Any) -> Iterable[tuple[str, int]]:
        calls: list[tuple[str, int]] = []

        def look(node: Node, _: list[None]) -> None:
            if isinstance(node, Call) and node.arguments and isinstance(node.arguments[0], Number):
                first = int(node.arguments[0].value)
                if node.name in ("FX", "FY", "FZ", "FM", "TX", "TY", "TZ", "TM"):
                    second = int(node.arguments[1].value) if len(node.arguments) > 1 else 0  # type: ignore[attr-defined]
                    calls.extend((e.keyword, e.id) for e, _ in acting_between(self.model, first, second, self.inactive))
                else:
                    calls.append((FORCE_FUNCTIONS.get(node.name, node.name), first))

        fold(expression.tree, look)
        return calls

    def expression(self, source: Any, element: Any, seen: bool = False) -> Lowered:
        """Tape and leaves of an expression: text, a tree, or a field of an element; `seen` for results only."""
        text = source if isinstance(source, str) else getattr(source, "text", "")
        try:
            tree = self._resolve(tree_of(source), seen, element)
            tape = flatten(tree, text)
            for use in tape.splines:
                if use not in self.builder.tables:
                    self.builder.tables[use] = table_of(use, self._table_data)
            if not seen:
                bent = corners(tree, self._table_data)
                if element is not None and element.keyword == "MOTION":
                    bent |= corners_of_lines(tree, self._table_data)
                    self.builder.driven_corners |= bent
                self.builder.corners |= bent
                self.builder.hidden_pulses += hidden_pulses(tree)
                self._limit_steps(tree, element)
            return Lowered(tape, [self._leaf(leaf, seen) for leaf in tape.leaves], text, element)
        except BellcrankError as error:
            raise UnsupportedError(Report([self._placed(m, element) for m in error.report])) from None

    def _limit_steps(self, tree: Node, element: Any) -> None:
        """What limits the next step near the stops of an expression."""
        for bend in dict.fromkeys(bends(tree, lambda id: self.model.find("VARIABLE", id))):
            gap, rate = (self._aside(Call("$KNOWN", (node,)), element) for node in (bend.gap, bend.rate))
            push = None if bend.push is None else self._aside(bend.push, element)
            self.builder.stops_of_steps.append(StopUse(gap, rate, push))

    def _aside(self, node: Node, element: Any) -> int:
        """An expression beside the equations: its number."""
        tape = flatten(self._resolve(node, False, element))
        leaves = [self._leaf(leaf, False) for leaf in tape.leaves]
        return self.builder.expression(Lowered(tape, leaves, element=element))

    def _placed(self, message: Message, element: Any) -> Message:
        place, title = message.place or element.place, message.element or element.title
        return Message(message.severity, message.rule, message.what, place, title, message.why, message.cure)

    def _resolve(self, tree: Node, seen: bool, element: Any) -> Node:
        """Replace arrays by items, force sums by the elements between the markers; forces and delays by unknowns."""

        def rule(node: Node, children: list[Node]) -> Node:
            if not isinstance(node, Call):
                return node.with_children(children)
            ids = [int(c.value) for c in children if isinstance(c, Number)]
            if node.name in ("ARYVAL", "PINVAL", "POUVAL"):
                return self._array_item(node.name, ids[0], ids[1], seen, element)
            if node.name == ITEM_RATE:
                return Call("DIF1", (Number(float(self.array_states[ids[0], ids[1]])),))
            if node.name in ("FX", "FY", "FZ", "FM", "TX", "TY", "TZ", "TM"):
                return self._force_sum(node.name, ids)
            if node.name == "DELAY":
                return self._delay(children, element)
            if node.name in ("DIF", "DIF1") and ids and ids[0] in self.algebraic:
                return self._algebraic(node.name, ids[0])
            if node.name == "NFORCE":
                return self._share(seen, *ids[:4])
            keyword = FORCE_FUNCTIONS.get(node.name, node.name)
            if len(ids) == 4 and ((keyword, ids[0]) in self.inactive or (ids[1] and self._acts_alone(keyword, ids[0]))):
                return Number(0.0)
            if not seen and (keyword, ids[0] if ids else 0) in self.force_parts:
                return self._force_component((keyword, ids[0]), *ids[1:4])
            return node.with_children(children)

        return fold(tree, rule)

    def _algebraic(self, name: str, id: int) -> Node:
        """DIF or DIF1 of an IMPLICIT DIFF that has no state."""
        return Call("VARVAL", (Number(float((self.algebraic if name == "DIF" else self.rates)[id])),))

    def algebraic_rate(self, element: Any) -> Node:
        """e' of the equation e = 0 of such a DIFF, in which its own rate is an unknown."""

        def known(call: Call) -> Node | None:
            id = int(call.arguments[0].value) if call.arguments and isinstance(call.arguments[0], Number) else 0
            if call.name == "DIF" and id == element.id:
                return Call("DIF1", call.arguments)
            if call.name == "VARVAL" and (variable := self.model.find("VARIABLE", id)) is not None:
                return time_rate(without_variables(variable.function.tree, self.model, (id,)), known)
            return None

        try:
            return time_rate(element.function.tree, known)
        except NoRate as error:
            what = f"DIF1({element.id}) is not known: no rate of {to_text(error.node)} is known."
            why = "The equation contains no DIF1; its own rate in time would be needed."
            cure = "write the equation with DIF1, or with sums and products of states, TIME and displacements."
            raise UnsupportedError(element.message("E503", what, why, cure, at="function")) from None

    def _acts_alone(self, keyword: str, id: int) -> bool:
        """Whether a force acts on I only: there is nothing on J."""
        return bool(getattr(self.model.find(keyword, id), "actiononly", False))

    def _array_item(self, name: str, id: int, n: int, seen: bool, element: Any) -> Node:
        keyword = {"ARYVAL": "ARRAY", "PINVAL": "PINPUT", "POUVAL": "POUTPUT"}[name]
        if keyword == "ARRAY" and (id, n) in self.array_states:
            return Call("DIF", (Number(float(self.array_states[id, n])),))
        if keyword == "ARRAY" and (id, n) in self.array_samples:
            return Call("SENVAL", (Number(float(self.array_samples[id, n])),))
        if keyword == "ARRAY" and (id, n) in self.array_outputs:
            return self._resolve(tree_of(self.array_outputs[id, n]), seen, element)
        array = self.model.get(keyword, id)
        if array.variables and 1 <= n <= len(array.variables):
            return Call("VARVAL", (Number(float(array.variables[n - 1])),))
        if keyword == "ARRAY" and array.numbers and 1 <= n <= len(array.numbers):
            return number(array.numbers[n - 1])
        if any(id in (e.x, e.y, e.xd) for e in self.refused if e.keyword == "GSE"):
            return Number(0.0)  # the GSE says what is missing
        raise UnsupportedError(array.message("E503", f"{name}({id},{n}) has no value: the array holds no such item."))

    def _share(self, seen: bool, id: int, marker: int, component: int, rm: int) -> Node:
        """NFORCE(id, marker, comp, rm): the force at one of its I markers, or the sum of all reactions at J."""
        whole = self.model.get("NFORCE", id)
        if ("NFORCE", id) in self.inactive:
            return Number(0.0)
        on_j = marker not in whole.i
        if on_j and marker != whole.j:
            raise UnsupportedError(whole.message("E503", f"MARKER/{marker} is no marker of {whole.title}."))
        if on_j and component in (1, 5):
            squares = [Binary("**", self._share(seen, id, marker, component + n, rm), Number(2.0)) for n in (1, 2, 3)]
            return Call("SQRT", (Binary("+", Binary("+", squares[0], squares[1]), squares[2]),))
        total: Node = Number(0.0)
        for share in whole.shares():
            if on_j or share.i == marker:
                key, ids = ("NFORCE", share.id), (share.id, int(on_j), component, rm)
                known = not seen and key in self.force_parts
                one = Call("$NFORCE", tuple(Number(float(n)) for n in ids))
                total = Binary("+", total, self._force_component(key, *ids[1:]) if known else one)
        return total

    def _force_sum(self, name: str, ids: Sequence[int]) -> Node:
        i, j, k = (*ids, 0, 0)[:3]
        component = {"M": 1, "X": 2, "Y": 3, "Z": 4}[name[1]] + (4 if name[0] == "T" else 0)
        total: Node = Number(0.0)
        parts = acting_between(self.model, i, j, self.inactive)
        if name[1] == "M" and len(parts) > 1:
            squares = [self._force_sum(name[0] + axis, (i, j, k)) for axis in "XYZ"]
            for square in squares:
                total = Binary("+", total, Binary("**", square, Number(2.0)))
            return Call("SQRT", (total,))
        for element, on_j in parts:
            short = {v: k for k, v in FORCE_FUNCTIONS.items()}.get(element.keyword, element.keyword)
            call = Call(short, tuple(Number(float(n)) for n in (element.id, int(on_j), component, k)))
            key = (element.keyword, element.id)
            term = self._force_component(key, int(on_j), component, k) if key in self.force_parts else call
            total = Binary("+", total, term)
        return total

    def _force_component(self, key: tuple[str, int], on_j: int, component: int, rm: int) -> Node:
        """A component of a force element from its hidden unknowns, on the axes of rm; on J: -F, -T - d x F."""
        first = 2 if component < 5 else 6
        if component in (1, 5):
            total: Node = Number(0.0)
            for k in range(3):
                axis = self._force_component(key, on_j, first + k, 0)
                total = Binary("+", total, Binary("**", axis, Number(2.0)))
            return Call("SQRT", (total,))
        total = self._force_on_i(key, component > 4, component - first, rm)
        if not on_j:
            return total
        arm = getattr(self.force_elements[key], "j", None)  # a floating marker is at I
        if component > 4 and arm is not None and any(0 <= axis < 3 for axis, *_ in self.force_parts[key]):
            y, z = (component - 5) % 3, (component - 4) % 3
            i = self.force_parts[key][0][1]
            d = [Call("D" + axis, tuple(Number(float(n)) for n in (i, arm, rm))) for axis in "XYZ"]
            f = [self._force_on_i(key, False, axis, rm) for axis in range(3)]
            total = Binary("+", total, Binary("-", Binary("*", d[y], f[z]), Binary("*", d[z], f[y])))
        return Unary("-", total)

    def _force_on_i(self, key: tuple[str, int], torque: bool, axis: int, rm: int) -> Node:
        """The force or torque on I on an axis of rm."""
        total: Node = Number(0.0)
        for kind, i, frame, hidden in self.force_parts[key]:
            if (kind >= 3) != torque:
                continue
            value: Node = Call("VARVAL", (Number(float(hidden)),))
            if kind < 0:
                ids = tuple(Number(float(n)) for n in (i, frame, rm))
                value = Binary("/", Binary("*", value, Call("D" + "XYZ"[axis], ids)), Call("DM", ids[:2]))
            else:
                cosine = Call("$COSINE", tuple(Number(float(n)) for n in (frame, kind % 3, rm, axis)))
                value = Binary("*", value, cosine)
            total = Binary("+", total, value)
        return total

    def _leaf(self, leaf: Any, seen: bool) -> Leaf:
        name, ids = leaf.name, leaf.arguments
        found = leaf_kinds.measure(name, ids, self.marker)
        if found is not None:
            return found
        if name == "VARVAL":
            return leaf_kinds.state(at.L_V, self._number("VARIABLE", ids[0], self.variable_numbers), "v")
        if name in ("DIF", "DIF1"):
            kind = at.L_X if name == "DIF" else at.L_XD
            return leaf_kinds.state(kind, self._number("DIFF", ids[0], self.diff_numbers), "x")
        if name == "SENVAL":  # 0 for a sensor that is switched off
            latched = at.LATCHED + self.sensor_numbers[ids[0]] if ids[0] in self.sensor_numbers else at.NOTHING
            return Leaf(at.L_NUM, (0, 0, 0, 0), {at.IN_NUMBER: int(latched)})
        if name == "$DELAY":
            return self._past_leaf(*(self._number("VARIABLE", id, self.variable_numbers) for id in ids))
        return self._force_leaf(name, ids, seen)

    def _number(self, keyword: str, id: int, numbers: Mapping[int, int]) -> int:
        if id not in numbers:
            element = self.model.get(keyword, id)
            raise UnsupportedError(f"{element.title} is not active, but its value is read; activate it.")
        return numbers[id]

    def _force_leaf(self, name: str, ids: Sequence[int], seen: bool) -> Leaf:
        keyword = FORCE_FUNCTIONS.get(name, name)
        acts = any(cls.result_type for (word, _), cls in ELEMENTS.items() if word == keyword)  # type: ignore[attr-defined]
        if len(ids) != 4 or not acts:
            call = f"{name}({', '.join(map(str, ids))})"
            raise UnsupportedError(f"{call} cannot be simulated yet: {keyword} has no forces here; leave it out.")
        owner = self.owners.get((keyword, ids[0]))
        if keyword == "TIRE" and not seen:
            raise UnsupportedError("An equation reads the force of a TIRE; read it in a REQUEST or SENSOR only.")
        if owner is None:
            element = self.model.get(keyword, ids[0])
            raise UnsupportedError(
                element.message("E504", f"{name}({ids[0]}, ...) is read before the element is known.")
            )
        entry, rm = self.builder.owners[owner], self.marker(ids[3])
        if seen or not entry.rows:
            return leaf_kinds.seen(owner, entry.i, entry.j, rm, ids[2], bool(ids[1]))
        return leaf_kinds.reaction(entry.rows, entry.i, entry.j, rm, ids[2], bool(ids[1]))

    def _table_data(self, keyword: str, id: int) -> SplineData | CurveData:
        if keyword == "CURVE":
            curve: CurveData = self.model.get("CURVE", id).data(self.model)
            return curve
        spline = self.model.get("SPLINE", id)
        x, y = spline.points(self.model)
        surface = len(y) > 1 or spline.is_surface
        rows = tuple(tuple(row[1:]) for row in y) if surface else (tuple(y[0]),)
        z = tuple(row[0] for row in y) if surface else (0.0,)
        return SplineData(tuple(x), rows, z, spline.linear_extrapolate, spline.title)


def tree_of(source: Any) -> Node:
    """The tree of an expression: text, a tree, or a field of an element."""
    if isinstance(source, Node):
        return source
    tree: Node = parse(source) if isinstance(source, str) else source.tree
    return tree


def has_delay(tree: Node) -> bool:
    """Whether a tree calls DELAY: what it delays is an equation, even in a request."""
    return any(isinstance(node, Call) and node.name == "DELAY" for node in postorder(tree))
