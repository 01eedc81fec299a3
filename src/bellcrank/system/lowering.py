"""From the named model to the Builder: what an element's `lower` may say.

The vocabulary is that of the dataset: ids of markers, expressions as text or as the model holds them, conditions
between markers. An element lowers to primitives and expressions; its equations therefore stand once, in its own file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from bellcrank.errors import BellcrankError, Message, ModelError, Report, UnsupportedError
from bellcrank.expression import Binary, Call, Node, Number, parse
from bellcrank.expression.piecewise import SplineData
from bellcrank.expression.tape import flatten
from bellcrank.expression.tree import Unary, fold, number
from bellcrank.system import differentiable, leaf_kinds
from bellcrank.system import layout as at
from bellcrank.system.builder import AXES, Body, Builder
from bellcrank.system.leaf_kinds import HIDDEN
from bellcrank.system.leaves import Leaf, Lowered

Active = frozenset[tuple[str, int]]
LABELS = {"AT_POINT": ("Xi-Xj", "Yi-Yj", "Zi-Zj"), "SAME_TURN": ("Xi.Yj-Yi.Xj",)}
FORCE_FUNCTIONS = {"BUSH": "BUSHING", "SPDP": "SPRINGDAMPER", "VTORQ": "VTORQUE"}


class Lowering:
    """One pass over the active elements of a model; see the module docstring."""

    def __init__(self, model: Any, inactive: Active = frozenset(), with_starts: bool = False) -> None:
        self.model = model
        self.inactive = inactive
        self.builder = Builder()
        self.builder.spline_data = self._spline_data
        self.markers: dict[int, int] = {0: self.builder.ground_marker}
        self.bodies: dict[tuple[str, int], int] = {}
        self.frames: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self.owners: dict[tuple[str, int], int] = {}
        self.force_parts: dict[tuple[str, int], list[tuple[int, Any, int, int]]] = {}
        self.variable_numbers: dict[int, int] = {}
        self.diff_numbers: dict[int, int] = {}
        self.with_starts = with_starts
        self.has_starts = False
        self.start_rows: dict[int, tuple[float | None, float | None]] = {}
        self.request_columns: list[tuple[Any, str, str]] = []
        self.report = Report()
        self.hidden = HIDDEN
        self.hidden_variables: dict[int, Lowered] = {}
        self.inner: list[tuple[Lowered, float]] = []
        self.states_held: dict[int, Any] = {}

    # ---- the whole model
    def run(self) -> Builder:
        """Lower everything; raises UnsupportedError with one line for each element that cannot be simulated."""
        ucf = self.model.units.ucf
        self.mass_unit = 1.0 / ucf
        elements = [e for e in self.model.all() if (e.keyword, e.id) not in self.inactive]
        for keyword, numbers in (("VARIABLE", self.variable_numbers), ("DIFF", self.diff_numbers)):
            numbers.update({e.id: n for n, e in enumerate(e for e in elements if e.keyword == keyword)})
        order = ["PART", "POINT_MASS", "JOINT", "JPRIM", "MOTION", "GCON", "COUPLER", "GEAR"]
        elements.sort(
            key=lambda e: order.index(e.keyword) if e.keyword in order else len(order) + (e.keyword == "REQUEST")
        )
        self._find_forces_read(elements)
        for element in elements:
            try:
                element.lower(self)
            except BellcrankError as error:
                self.report.extend(error.report)
        for hidden in sorted(self.hidden_variables):
            self.builder.variable(self.hidden_variables[hidden], 0.0)
        for lowered, start in self.inner:
            self.builder.diff(lowered, start, False)
        try:
            self._second_rates()
        except BellcrankError as error:
            self.report.extend(error.report)
        if self.report.errors:
            raise UnsupportedError(self.report)
        if not (self.builder.bodies or self.builder.variables or self.builder.diffs):
            raise ModelError(
                Message("error", "E507", "There is nothing to simulate: no part moves.",
                        why="There is no PART beside ground, no POINT_MASS, no DIFF and no VARIABLE that is active.",
                        cure="add a part with mass, or activate one.")
            )  # fmt: skip
        return self.builder

    # ---- bodies and markers
    def gravity(self, g: Sequence[float]) -> None:
        """The acceleration of gravity."""
        self.builder.gravity = (float(g[0]), float(g[1]), float(g[2]))

    def body(self, element: Any, mass: float, inertia: Any, cm: int | None, turns: bool = True) -> None:
        """A moving part; `inertia` is the 3x3 tensor about the mass centre in the axes of the marker `cm`."""
        r, a = self._body_frame(element)
        centre, axes = self._frame(cm) if cm else (r, a)
        local = a.T @ axes
        tensor = local @ np.asarray(inertia, float) @ local.T * self.mass_unit
        spin = a.T @ self._spin(element, axes)
        exact = {str(word).upper() for word in getattr(element, "exact", ())}
        body = Body(
            element.label,
            mass * self.mass_unit,
            (tensor[0, 0], tensor[1, 1], tensor[2, 2], tensor[0, 1], tensor[0, 2], tensor[1, 2]),
            tuple(centre),
            tuple(a.ravel()),
            tuple(self._velocity(element)),
            tuple(spin),
            turns,
            element,
            tuple(a.T @ (r - centre)),
            tuple(word in exact for word in ("X", "Y", "Z", "PSI", "THETA", "PHI")),
            tuple(getattr(element, word, None) is not None for word in ("vx", "vy", "vz", "wx", "wy", "wz")),
        )
        self.bodies[element.keyword, element.id] = self.builder.add_body(body)

    def _given(self, element: Any, names: Iterable[str]) -> np.ndarray:
        return np.array([getattr(element, n, None) or 0.0 for n in names])

    def _velocity(self, element: Any) -> np.ndarray:
        axes = self._frame(element.vm)[1] if getattr(element, "vm", None) else np.eye(3)
        return axes @ self._given(element, ("vx", "vy", "vz"))

    def _spin(self, element: Any, cm_axes: np.ndarray) -> np.ndarray:
        axes = self._frame(element.wm)[1] if getattr(element, "wm", None) else cm_axes
        return axes @ self._given(element, ("wx", "wy", "wz"))

    def _frame(self, marker: int) -> tuple[np.ndarray, np.ndarray]:
        if marker not in self.frames:
            r, a = self.model.frame_of(marker)
            self.frames[marker] = (np.array(r, float), np.array(a, float).reshape(3, 3))
        return self.frames[marker]

    def _body_frame(self, element: Any) -> tuple[np.ndarray, np.ndarray]:
        r, a = self.model.body_frame(element.id, element.keyword)
        return np.array(r, float), np.array(a, float).reshape(3, 3)

    def marker(self, id: int) -> int:
        """The number of a marker in the tables, by its id; 0 is ground."""
        if id not in self.markers:
            r, a = self._frame(id)
            self.markers[id] = self._place(self._owner_body(id), r, a)
        return self.markers[id]

    def _owner_body(self, marker: int) -> int:
        owner = self.model.get("MARKER", marker).owner
        if owner is not None and owner[0] in ("PART", "POINT_MASS"):
            return self.bodies.get(owner, -1)
        raise UnsupportedError(
            self.model.get("MARKER", marker).message(
                "E502", f"The marker is on {owner[0]}/{owner[1]}, which cannot be simulated."
            )
        )

    def _place(self, body: int, r: np.ndarray, a: np.ndarray) -> int:
        if body < 0:
            return self.builder.add_marker(-1, tuple(r), tuple(a.ravel()))
        b = self.builder.bodies[body]
        axes = np.array(b.axes).reshape(3, 3)
        return self.builder.add_marker(body, tuple(axes.T @ (r - np.array(b.position))), tuple((axes.T @ a).ravel()))

    def body_of(self, marker: int) -> int:
        """The body of a marker by its id; -1 for ground."""
        return self._owner_body(marker)

    def hidden_marker(self, on: int, like: int) -> int:
        """A new marker on the body of marker `on`, where `like` is in the input position; returns its id."""
        r, a = self._frame(like)
        self.hidden += 1
        self.markers[self.hidden] = self._place(self._owner_body(on), r, a)
        self.frames[self.hidden] = (r, a)
        return self.hidden

    # ---- constraints
    def owner(self, element: Any, i: int, j: int) -> int:
        """The entry of an element in the list of forces and reactions (marker ids)."""
        key = (element.keyword, element.id)
        if key not in self.owners:
            self.owners[key] = self.builder.owner(
                element, element.label, element.keyword, self.marker(i), self.marker(j)
            )
        return self.owners[key]

    def constrain(self, element: Any, i: int, j: int, conditions: Sequence[Sequence[str]]) -> None:
        """Primitive conditions between markers: ("AT_POINT",), ("PERPENDICULAR", "Z", "X"), ("NO_SLIDE", "X"), ..."""
        owner = self.owner(element, i, j)
        for name, *letters in conditions:
            labels: Sequence[str] = LABELS.get(name, ())
            if name == "PERPENDICULAR":
                labels = (f"{letters[0]}i.{letters[1]}j",)
            elif name == "NO_SLIDE":
                labels = (f"Di.{letters[0]}j",)
            self.builder.primitive(owner, name, self.marker(i), self.marker(j), [AXES[a] for a in letters], labels)

    def hold(self, element: Any, i: int, j: int, expression: Any, label: str, from_start: bool = False) -> None:
        """An expression that stays zero, or `from_start` at its value in the assembled position."""
        lowered = self._steady(expression, element)
        velocity = any(leaf.kind in differentiable.VELOCITIES for leaf in lowered.leaves)
        if not velocity:
            for state in differentiable.states_of(lowered.leaves):
                self.states_held.setdefault(state, element)
        owner = self.owner(element, i, j)
        self.builder.constraint(owner, lowered, self.marker(i), self.marker(j), label, from_start, velocity)

    def _steady(self, expression: Any, element: Any) -> Lowered:
        """An expression whose rates are known; see differentiable.py."""
        tree = differentiable.without_variables(self._resolve(tree_of(expression), False), self.model)
        lowered = self.expression(tree, element)
        differentiable.check_rates(lowered)
        return lowered

    def _second_rates(self) -> None:
        """The rates of the states that constraints read, as expressions of their own."""
        inner = dict(zip(sorted(n for id, n in self.diff_numbers.items() if id > HIDDEN), self.inner, strict=True))
        ids = {n: id for id, n in self.diff_numbers.items() if id < HIDDEN}
        for state, reader in self.states_held.items():
            if state in inner:
                lowered = inner[state][0]
            else:
                diff = self.model.get("DIFF", ids[state])
                if diff.implicit:
                    raise UnsupportedError(
                        reader.message(
                            "E506",
                            f"{reader.title} reads {diff.title}, which is IMPLICIT.",
                            "A constraint is differentiated twice in time; an implicit state has no known second rate.",
                            "write the DIFF in its explicit form.",
                        )
                    )
                lowered = self._steady(diff.function, diff)
            self.builder.second_rates.append((state, self.builder.expression(lowered)))

    def joint_start(self, element: Any, coordinate: str, given: Sequence[float | None] | None) -> None:
        """Initial displacement and rate of a joint coordinate (an expression): constraints of the assembly only."""
        displacement, rate = [*(given or ()), None, None][:2]
        if displacement is None and rate is None:
            return
        self.has_starts = True
        if self.with_starts:
            i, j = self.marker(element.i), self.marker(element.j)
            self.start_rows[len(self.builder.rows)] = displacement, rate
            lowered = self.expression(f"{coordinate}-({displacement or 0.0!r})", element)
            self.builder.constraint(self.owner(element, element.i, element.j), lowered, i, j, "IC", False, False)

    # ---- forces
    def push_apart(self, element: Any, i: int, j: int, expression: Any) -> None:
        """A force along the line of sight, positive when it pushes I and J apart."""
        owner = self.owner(element, i, j)
        source = self._force_source(element, -1, expression, i, j)
        self.builder.line_force(owner, source, self.marker(i), self.marker(j))

    def load(self, element: Any, i: int, reaction: int | None, rm: int, components: Mapping[int, Any]) -> None:
        """Force (0..2) and torque (3..5) components on the axes of rm at I, the opposite on the body of `reaction`."""
        body = -1 if reaction is None else self.body_of(reaction)
        owner = self.owner(element, i, i if reaction is None or self._floats(reaction) else reaction)
        for axis, expression in components.items():
            source = self._force_source(element, axis, expression, i, rm)
            self.builder.component(owner, source, self.marker(i), self.marker(rm), axis, body)

    def _floats(self, marker: int) -> bool:
        return bool(getattr(self.model.get("MARKER", marker), "floating", False))

    def _force_source(self, element: Any, axis: int, expression: Any, i: int, rm: int) -> Lowered:
        """The value of a force component: its expression, or a hidden unknown when other expressions read it."""
        key = (element.keyword, element.id)
        if key not in self.force_parts:
            return self.expression(expression, element)
        part = next(p for p in self.force_parts[key] if p[0] == axis)
        self.hidden_variables[part[3]] = self.expression(expression, element)
        return self.expression(Call("VARVAL", (Number(float(part[3])),)), element)

    def _find_forces_read(self, elements: Sequence[Any]) -> None:
        """Forces read inside equations become hidden unknowns: number them before anything is lowered."""
        read: dict[tuple[str, int], None] = {}
        for element in elements:
            if element.keyword in ("REQUEST", "SENSOR"):
                continue
            for _, expression in element.expressions():
                for name, id in self._force_calls(expression):
                    read[name, id] = None
        for key in read:
            element = self.model.find(*key)
            if element is not None and key not in self.inactive and hasattr(element, "force_axes"):
                self.force_parts[key] = []
                for axis, i, rm in element.force_axes():
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
                    calls.extend((e.keyword, e.id) for e, _ in self._between(first, second))
                else:
                    calls.append((FORCE_FUNCTIONS.get(node.name, node.name), first))

        fold(expression.tree, look)
        return calls

    # ---- equations and requests
    def variable(self, element: Any, expression: Any, start: float) -> None:
        """V = e."""
        self.builder.variable(self.expression(expression, element), start)

    def diff(self, element: Any, expression: Any, start: float, implicit: bool) -> None:
        """x' = e, or e = 0."""
        self.builder.diff(self.expression(expression, element), start, implicit)

    def inner_state(self, element: Any, expression: Any, start: float) -> int:
        """A hidden differential equation x' = e; returns the id to read it with DIF."""
        self.hidden += 1
        self.diff_numbers[self.hidden] = len(self.diff_numbers)
        self.inner.append((self._steady(expression, element), start))
        return self.hidden

    def difference(self, measured: str, prescribed: Any) -> Node:
        """measured - prescribed, as a tree."""
        name, _, rest = measured.partition("(")  # names with $ are not known to the parser
        call = Call(name, tuple(Number(float(n)) for n in rest.rstrip(")").split(",")))
        return Binary("-", call, tree_of(prescribed))

    def request(self, element: Any, column: str, expression: Any) -> None:
        """One column of results."""
        self.builder.requests.append(self.builder.expression(self.expression(expression, element, seen=True)))
        self.request_columns.append((element, column, ""))

    # ---- expressions
    def expression(self, source: Any, element: Any, seen: bool = False) -> Lowered:
        """Tape and leaves of an expression: text, a tree, or a field of an element; `seen` for results only."""
        text = source if isinstance(source, str) else getattr(source, "text", "")
        try:
            tape = flatten(self._resolve(tree_of(source), seen), text)
            return Lowered(tape, [self._leaf(leaf, seen) for leaf in tape.leaves], text, element)
        except BellcrankError as error:
            raise UnsupportedError(Report([self._placed(m, element) for m in error.report])) from None

    def _placed(self, message: Message, element: Any) -> Message:
        place, title = message.place or element.place, message.element or element.title
        return Message(message.severity, message.rule, message.what, place, title, message.why, message.cure)

    def _resolve(self, tree: Node, seen: bool) -> Node:
        """Replace arrays by their items, force sums by the elements between the markers, forces by hidden unknowns."""

        def rule(node: Node, children: list[Node]) -> Node:
            if not isinstance(node, Call):
                return node.with_children(children)
            ids = [int(c.value) for c in children if isinstance(c, Number)]
            if node.name in ("ARYVAL", "PINVAL", "POUVAL"):
                return self._array_item(node.name, *ids[:2])
            if node.name in ("FX", "FY", "FZ", "FM", "TX", "TY", "TZ", "TM"):
                return self._force_sum(node.name, ids)
            keyword = FORCE_FUNCTIONS.get(node.name, node.name)
            if not seen and (keyword, ids[0] if ids else 0) in self.force_parts:
                return self._force_component((keyword, ids[0]), *ids[1:4])
            if len(ids) == 4 and (keyword, ids[0]) in self.inactive:
                return Number(0.0)
            return node.with_children(children)

        return fold(tree, rule)

    def _array_item(self, name: str, id: int, n: int) -> Node:
        keyword = {"ARYVAL": "ARRAY", "PINVAL": "PINPUT", "POUVAL": "POUTPUT"}[name]
        array = self.model.get(keyword, id)
        if array.variables and 1 <= n <= len(array.variables):
            return Call("VARVAL", (Number(float(array.variables[n - 1])),))
        if keyword == "ARRAY" and array.numbers and 1 <= n <= len(array.numbers):
            return number(array.numbers[n - 1])
        raise UnsupportedError(array.message("E503", f"{name}({id},{n}) has no value: the array holds no such item."))

    def _between(self, i: int, j: int) -> list[tuple[Any, bool]]:
        """Elements with a force that connect markers i and j (j = 0: all at i), and whether i is their J marker.

        An element without J, such as GCON, acts between i and whatever its expression measures: any j will do.
        """
        found = []
        for e in self.model.all():
            first, second = getattr(e, "i", None), getattr(e, "j", None) or getattr(e, "jfloat", None)
            if e.keyword not in OWNERS or not isinstance(first, int) or (e.keyword, e.id) in self.inactive:
                continue
            if first == i and (second is None or j in (0, second)):
                found.append((e, False))
            elif second == i and (j in (0, first)):
                found.append((e, True))
        return found

    def _force_sum(self, name: str, ids: Sequence[int]) -> Node:
        i, j, k = (*ids, 0, 0)[:3]
        component = {"M": 1, "X": 2, "Y": 3, "Z": 4}[name[1]] + (4 if name[0] == "T" else 0)
        total: Node = Number(0.0)
        parts = self._between(i, j)
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
        arm = getattr(self.model.get(*key), "j", None)  # a floating marker is at I
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
        return self._force_leaf(name, ids, seen)

    def _number(self, keyword: str, id: int, numbers: Mapping[int, int]) -> int:
        if id not in numbers:
            element = self.model.get(keyword, id)
            raise UnsupportedError(f"{element.title} is not active, but its value is read; activate it.")
        return numbers[id]

    def _force_leaf(self, name: str, ids: Sequence[int], seen: bool) -> Leaf:
        keyword = FORCE_FUNCTIONS.get(name, name)
        if len(ids) != 4 or keyword not in OWNERS:
            raise UnsupportedError(f"{name}({', '.join(map(str, ids))}) cannot be simulated yet.")
        element = self.model.get(keyword, ids[0])
        owner = self.owners.get((keyword, ids[0]))
        if owner is None:
            raise UnsupportedError(
                element.message("E504", f"{name}({ids[0]}, ...) is read before the element is known.")
            )
        entry, rm = self.builder.owners[owner], self.marker(ids[3])
        if seen or not entry.rows:
            return leaf_kinds.seen(owner, entry.i, entry.j, rm, ids[2], bool(ids[1]))
        return leaf_kinds.reaction(entry.rows, entry.i, entry.j, rm, ids[2], bool(ids[1]))

    def _spline_data(self, id: int) -> SplineData:
        spline = self.model.get("SPLINE", id)
        surface = len(spline.y) > 1 or spline.is_surface
        rows = tuple(tuple(row[1:]) for row in spline.y) if surface else (tuple(spline.y[0]),)
        z = tuple(row[0] for row in spline.y) if surface else (0.0,)
        return SplineData(tuple(spline.x), rows, z, spline.linear_extrapolate, spline.title)


def tree_of(source: Any) -> Node:
    """The tree of an expression: text, a tree, or a field of an element."""
    if isinstance(source, Node):
        return source
    tree: Node = parse(source) if isinstance(source, str) else source.tree
    return tree


OWNERS = frozenset(
    {
        "JOINT",
        "JPRIM",
        "MOTION",
        "SFORCE",
        "VFORCE",
        "VTORQUE",
        "GFORCE",
        "SPRINGDAMPER",
        "BUSHING",
        "BEAM",
        "FIELD",
        "GCON",
    }
)
"""Statements whose force expressions can read."""
