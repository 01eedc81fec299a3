"""From the named model to the Builder: what an element's `lower` may say.

The vocabulary is that of the dataset: ids of markers, expressions as text or as the model holds them, conditions
between markers. An element lowers to primitives and expressions; its equations therefore stand once, in its own file.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bellcrank.errors import BellcrankError, Message, ModelError, Report, UnsupportedError, by_kind
from bellcrank.expression import Binary, Call, Node, Number, Tape
from bellcrank.expression import Leaf as Measure
from bellcrank.expression.curves import CurveData, curve_table
from bellcrank.expression.tree import UserCall
from bellcrank.model.frames import Frame
from bellcrank.registry import KINDS
from bellcrank.schema.subroutine import attached
from bellcrank.system import differentiable
from bellcrank.system.builder import AXES, Builder, SensorUse
from bellcrank.system.kind import Kind, Use
from bellcrank.system.leaf_kinds import HIDDEN
from bellcrank.system.leaves import Lowered
from bellcrank.system.placing import Placing
from bellcrank.system.reading import Reading, tree_of
from bellcrank.system.samples import NEVER, Sampler, clock, no_slopes
from bellcrank.system.spline_reads import SplineRead, spline_reads
from bellcrank.system.touching import Touching

Active = frozenset[tuple[str, int]]


class Lowering(Placing, Reading, Touching):
    """One pass over the active elements of a model; see the module docstring."""

    def __init__(self, model: Any, inactive: Active = frozenset(), with_starts: bool = False) -> None:
        self.model = model
        self.inactive = inactive
        self.builder = Builder()
        self.markers: dict[int, int] = {0: self.builder.ground_marker}
        self.bodies: dict[tuple[str, int], int] = {}
        self.frames: dict[int, Frame] = {}
        self.body_frames: dict[tuple[str, int], Frame] = {}
        self.owners: dict[tuple[str, int], int] = {}
        self.force_parts: dict[tuple[str, int], list[tuple[int, Any, int, int]]] = {}
        self.variable_numbers: dict[int, int] = {}
        self.diff_numbers: dict[int, int] = {}
        self.with_starts = with_starts
        self.has_starts = False
        self.starts_elsewhere: list[Any] = []
        self.starts_going: list[Any] = []
        """Whether a joint is asked to start at a displacement of its own."""
        self.start_rows: dict[int, tuple[float | None, float | None]] = {}
        self.request_columns: list[tuple[Any, str]] = []
        self.own_columns: list[tuple[Any, str, str]] = []
        self.spline_reads: list[SplineRead] = []
        """Element, name and quantity of the channels that elements have of their own, behind those of requests."""
        self.report = Report()
        self.curve_starts: dict[CurveData, int] = {}
        self.with_functions: dict[tuple[str, int], Any] = {}
        """Elements with user subroutines, as copies that have the functions."""
        self.refused: set[Any] = set()
        """Elements whose subroutine is not there: others may name them."""
        self.hidden = HIDDEN
        self.hidden_variables: dict[int, Lowered] = {}
        self.hidden_starts: dict[int, float] = {}
        self.algebraic: dict[int, int] = {}
        self.rates: dict[int, int] = {}
        self.delayed: dict[Node, int] = {}
        self.inner: dict[int, tuple[Lowered, float, Any]] = {}
        """Number of a hidden state -> its rate, its start, and the source of the rate."""
        self.implicit: set[int] = set()
        """Numbers of those whose expression is not the rate but an equation e = 0."""
        self.inner_channels: list[tuple[Any, str, int, str]] = []
        """Element, name, id and quantity of hidden variables that are results."""
        self.samplers: dict[int, SensorUse] = {}
        """Number of a sensor that the program makes -> the sensor."""
        self.states_held: dict[int, Any] = {}
        self.placed = {}

    # ---- the whole model
    def run(self) -> Builder:
        """Lower everything; raises UnsupportedError with all that cannot be simulated, one message for each kind."""
        ucf = self.model.units.ucf
        self.mass_unit = 1.0 / ucf
        elements = self._attached(e for e in self.model.all() if (e.keyword, e.id) not in self.inactive)
        variables, diffs = ([e.id for e in elements if e.keyword == keyword] for keyword in ("VARIABLE", "DIFF"))
        self.variable_numbers.update({id: n for n, id in enumerate(variables)})
        self._find_algebraic(elements)
        self.diff_numbers.update({id: n for n, id in enumerate(id for id in diffs if id not in self.algebraic)})
        self.sensor_numbers = {e.id: n for n, e in enumerate(e for e in elements if e.keyword == "SENSOR")}
        elements.sort(key=lambda e: e.rank)
        self._find_array_items(elements)
        self._find_forces_read(elements)
        elements.sort(key=lambda e: (e.rank, (e.keyword, e.id) not in self.forces_read))
        for element in elements:
            try:
                if element not in self.refused:
                    element.lower(self)
            except BellcrankError as error:
                self.report.extend(self._placed(message, element) for message in error.report)
        self._show(elements if not self.report.errors else [])
        for hidden in sorted(self.hidden_variables):
            self.builder.variable(self.hidden_variables[hidden], self.hidden_starts.get(hidden, 0.0))
        for number, (lowered, start, _) in sorted(self.inner.items()):
            self.builder.diff(lowered, start, number in self.implicit)
        self.builder.sensors += [use for _, use in sorted(self.samplers.items())]
        self._count_on()
        try:
            self._second_rates()
        except BellcrankError as error:
            self.report.extend(error.report)
        if self.report.errors:
            raise UnsupportedError(Report(by_kind(self.report)))
        if not (self.builder.bodies or self.builder.variables or self.builder.diffs):
            raise ModelError(
                Message("error", "E507", "There is nothing to simulate: no part moves.",
                        why="There is no PART beside ground, no POINT_MASS, no DIFF and no VARIABLE that is active.",
                        cure="add a part with mass, or activate one.")
            )  # fmt: skip
        return self.builder

    def _attached(self, elements: Iterable[Any]) -> list[Any]:
        """The elements, those with user subroutines as copies that have the functions."""
        found = []
        for element in elements:
            try:
                found.append(attached(element, self.model))
            except BellcrankError as error:
                self.report.extend(self._placed(message, element) for message in error.report)
                found.append(element)
                self.refused.add(element)
            if found[-1] is not element:
                self.with_functions[element.keyword, element.id] = found[-1]
        return found

    def get(self, keyword: str, id: int) -> Any:
        """An element of the model, with its functions."""
        return self.with_functions.get((keyword, id)) or self.model.get(keyword, id)

    def _show(self, elements: Sequence[Any]) -> None:
        """The channels that elements have of their own; a plain measure needs no parser."""
        for element in elements:
            for name, source, quantity in element.channels(self.model):
                if isinstance(source, tuple):
                    call = Measure(source[0], tuple(source[1:]))
                    lowered = Lowered(Tape(leaves=[call]), [self._leaf(call, True)], str(call), element)
                else:
                    lowered = self.expression(source, element, seen=True)
                self.builder.requests.append(self.builder.expression(lowered))
                self.own_columns.append((element, name, quantity))

        for element, name, id, quantity in self.inner_channels if elements else ():
            lowered = self.expression(Call("VARVAL", (Number(float(id)),)), element, seen=True)
            self.builder.requests.append(self.builder.expression(lowered))
            self.own_columns.append((element, name, quantity))

        for read in spline_reads(elements, self.model):
            lowered = self.expression(read.argument, read.element, seen=True)
            self.builder.requests.append(self.builder.expression(lowered))
            self.spline_reads.append(read)

    def _count_on(self) -> None:
        """Angles of elements that are switched off go on counting turns, for the time when they act again."""
        if not self.inactive:
            return
        everything = Lowering(self.model)
        try:
            expressions = everything.run().expressions
        except BellcrankError:  # what cannot be simulated is never switched on
            return
        for lowered in expressions:
            if (lowered.element.keyword, lowered.element.id) in self.inactive:
                for leaf, call in zip(lowered.leaves, lowered.tape.leaves, strict=True):
                    if leaf.counts_turns and max(call.arguments) < HIDDEN:
                        angle = Call(call.name, tuple(Number(float(n)) for n in call.arguments))
                        self.builder.expression(self.expression(angle, lowered.element))

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
        owner, first, second = self.owner(element, i, j), self.marker(i), self.marker(j)
        for kind, axes, labels in primitives(tuple(map(tuple, conditions))):
            use = Use(first, second, owner, row=len(self.builder.rows), ints=axes)
            self.builder.use(kind, use, labels)

    def hold(self, element: Any, i: int, j: int, expression: Any, label: str, from_start: bool = False) -> None:
        """An expression that stays zero, or `from_start` at its value in the assembled position."""
        lowered = self._steady(expression, element)
        velocity = any(leaf.kind in differentiable.VELOCITIES for leaf in lowered.leaves)
        if not velocity:
            for state in differentiable.states_of(lowered.leaves):
                self.states_held.setdefault(state, element)
        owner = self.owner(element, i, j)
        self.builder.constraint(owner, lowered, self.marker(i), self.marker(j), label, from_start, velocity)

    def follow_curve(
        self,
        element: Any,
        markers: tuple[int, int],
        curves: tuple[CurveData | None, CurveData],
        numbers: Sequence[float],
        second: bool = False,
    ) -> None:
        """A point (None) or curve of I stays on a curve of J; numbers, second normal: system/curve_contact.py."""
        i, j = markers
        starts = [self._curve(curve) if curve is not None else 0 for curve in curves]
        ints = (int(curves[0] is not None), int(second), *starts)
        use = Use(self.marker(i), self.marker(j), self.owner(element, i, j), ints=ints, numbers=tuple(numbers))
        self.builder.use(KINDS["CURVE_CONTACT"], use, ("gap",))

    def _curve(self, data: CurveData) -> int:
        """Where the table of a curve begins."""
        if data not in self.curve_starts:
            self.curve_starts[data] = len(self.builder.curves)
            self.builder.curves += curve_table(data)
        return self.curve_starts[data]

    def _steady(self, expression: Any, element: Any) -> Lowered:
        """An expression whose rates are known; see differentiable.py."""
        tree = differentiable.without_variables(self._resolve(tree_of(expression), False, element), self)
        lowered = self.expression(tree, element)
        differentiable.check_rates(lowered)
        return lowered

    def _second_rates(self) -> None:
        """The rates of the states that constraints read, as expressions of their own."""
        ids = {n: id for id, n in self.diff_numbers.items() if id < HIDDEN}
        for state, reader in self.states_held.items():
            diff: Any
            if state in self.inner:
                known, _, source = self.inner[state]
                diff, implicit = known.element, state in self.implicit
            else:
                diff = self.get("DIFF", ids[state])
                source, implicit = diff.function, diff.implicit
            if implicit:
                what = f"{reader.title} reads {diff.title}, which is IMPLICIT."
                why = "A constraint is differentiated twice in time; an implicit state has no known second rate."
                raise UnsupportedError(reader.message("E506", what, why, "write its equations in their explicit form."))
            self.builder.second_rates.append((state, self.builder.expression(self._steady(source, diff))))

    def joint_start(self, element: Any, coordinate: str, displacement: float | None, rate: float | None) -> None:
        """Initial displacement and rate of a joint coordinate (an expression): constraints of the assembly only."""
        if displacement is None and rate is None:
            return
        self.has_starts = True
        self.starts_elsewhere += [element] if displacement is not None else []
        self.starts_going += [element] if rate is not None else []
        if self.with_starts:
            i, j = self.marker(element.i), self.marker(element.j)
            self.start_rows[len(self.builder.rows)] = displacement, rate
            lowered = self.expression(f"{coordinate}-({displacement or 0.0!r})", element)
            self.builder.constraint(self.owner(element, element.i, element.j), lowered, i, j, "IC", False, False)

    # ---- forces
    def act(self, element: Any, kind: str, i: int, j: int, numbers: Sequence[float], ints: Sequence[int] = ()) -> None:
        """An element of a kind with kernels of its own (system/kinds) between markers, with its parameters."""
        use = Use(self.marker(i), self.marker(j), self.owner(element, i, j), ints=tuple(ints), numbers=tuple(numbers))
        self.builder.use(KINDS[kind], use)

    def act_by_reaction(
        self,
        element: Any,
        kind: str,
        of: Any,
        numbers: Sequence[float],
        ints: Sequence[int] = (),
        states: Sequence[int] = (),
    ) -> None:
        """An element of a kind between the markers of another one, on whose reaction it depends, and on inner states.

        Its integers begin with the first row of that reaction, their number, and end with the numbers of the states.
        Where the other one is off it is off too.
        """
        if (of.keyword, of.id) not in self.owners:
            return
        first, count = self.builder.owners[self.owners[of.keyword, of.id]].rows[0], of.equations()
        i, j, owner = self.marker(of.i), self.marker(of.j), self.owner(element, of.i, of.j)
        x = [self.diff_numbers[id] for id in states]
        reads = (*(("row", first + n) for n in range(count)), *(("x", n) for n in x))
        whole = (first, count, *ints, *(*x, 0, 0, 0)[:3])
        self.builder.use(KINDS[kind], Use(i, j, owner, ints=whole, numbers=tuple(numbers), reads=reads))

    def angles(self, element: Any, i: int, j: int) -> int:
        """The number of an expression whose three leaves are AX, AY and AZ of I in J, with full turns."""
        ids = Number(float(i)), Number(float(j))
        ax, ay, az = (Call(name, ids) for name in ("AX", "AY", "AZ"))
        return self.builder.expression(self.expression(Binary("+", Binary("+", ax, ay), az), element))

    def is_read(self, element: Any) -> bool:
        """Whether expressions of equations read the force of an element: then it must be made of expressions."""
        return (element.keyword, element.id) in self.force_parts

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

    def _force_source(self, element: Any, axis: int, expression: Any, i: int, rm: int) -> Lowered:
        """The value of a force component: its expression, or a hidden unknown when other expressions read it."""
        key = (element.keyword, element.id)
        if key not in self.force_parts:
            return self.expression(expression, element)
        part = next(p for p in self.force_parts[key] if p[0] == axis)
        self.hidden_variables[part[3]] = self.expression(expression, element)
        return self.expression(Call("VARVAL", (Number(float(part[3])),)), element)

    # ---- equations and requests
    def variable(self, element: Any, expression: Any, start: float) -> None:
        """V = e."""
        self.builder.variable(self.expression(expression, element), start)

    def diff(self, element: Any, expression: Any, start: float, implicit: bool, rate: float = 0.0) -> None:
        """x' = e, or e = 0; `rate` is a first guess of x'. Without any rate x is the VARIABLE x = x - e."""
        if (hidden := self.algebraic.get(element.id)) is not None:
            own = Number(float(element.id))
            x = Binary("-", Call("DIF", (own,)), tree_of(expression))
            self.hidden_variables[hidden], self.hidden_starts[hidden] = self.expression(x, element), start
            if element.id in self.rates:
                w = Binary("-", Call("DIF1", (own,)), self.algebraic_rate(element))
                self.hidden_variables[self.rates[element.id]] = self.expression(w, element)
            self.inner_channels.append((element, "Q", hidden, ""))
            return
        self.builder.diff(self.expression(expression, element), start, implicit, rate)

    def inner_state(self, element: Any, expression: Any, start: float) -> int:
        """A hidden differential equation x' = e (or e(id)); returns the id to read it with DIF."""
        self.hidden += 1
        self.diff_numbers[self.hidden] = number = len(self.diff_numbers)
        law = expression(self.hidden) if callable(expression) else expression
        self.inner[number] = self._steady(law, element), start, law
        return self.hidden

    def inner_variable(self, element: Any, expression: Any, name: str = "", quantity: str = "") -> int:
        """A hidden VARIABLE V = e; returns the id to read it by VARVAL."""
        self.hidden += 1
        id, self.variable_numbers[self.hidden] = self.hidden, len(self.variable_numbers)
        self.hidden_variables[id] = self.expression(expression, element)
        if name:
            self.inner_channels.append((element, name, id, quantity))
        return id

    def array_state(
        self, element: Any, array: int, n: int, expression: Any, start: float, implicit: bool = False
    ) -> None:
        """x' = e of item n of an ARRAY, or e = 0."""
        number = self.diff_numbers[self.array_states[array, n]]
        self.inner[number] = self.expression(expression, element), start, expression
        if implicit:
            self.implicit.add(number)

    def sensor(self, element: Any, function: Any, kept: Any) -> None:
        """An event, and the value to keep when it comes."""
        numbers = [
            self.builder.expression(self.expression(e, element, seen=True)) for e in (function, kept or function)
        ]
        self.builder.sensors.append(SensorUse(element, *numbers))

    def sample(self, element: Any, items: Any, law: Any, starts: Sequence[float], times: tuple[float, float]) -> None:
        """Sampled items of ARRAYs: see samples.py."""
        functions, arguments = law
        last = self._next_sampler()
        given = (*arguments, Call("SENVAL", (Number(float(last)),)))
        kept = {
            self.array_samples[item]: UserCall(f, given, no_slopes) for item, f in zip(items, functions, strict=True)
        }
        begin = dict(zip(kept, starts, strict=True)) | {last: NEVER}
        for n, (id, value) in enumerate({**kept, last: Call("TIME", ())}.items()):
            sampler = Sampler(element, (element.keyword, element.id, n))
            when, what = (
                self.builder.expression(self.expression(e, element, seen=True)) for e in (clock(*times), value)
            )
            self.samplers[self.sensor_numbers[id]] = SensorUse(sampler, when, what, begin[id])
        self.builder.periods.add(times)

    def difference(self, measured: str, prescribed: Any) -> Node:
        """measured - prescribed, as a tree."""
        name, _, rest = measured.partition("(")  # names with $ are not known to the parser
        call = Call(name, tuple(Number(float(n)) for n in rest.rstrip(")").split(",")))
        return Binary("-", call, tree_of(prescribed))

    def request(self, element: Any, column: str, expression: Any) -> None:
        """One column of results."""
        self.builder.requests.append(self.builder.expression(self.expression(expression, element, seen=True)))
        self.request_columns.append((element, column))


@functools.cache
def primitives(conditions: tuple[tuple[str, ...], ...]) -> list[tuple[Kind, tuple[int, ...], Sequence[str]]]:
    """Kind, axes and names of the equations of each condition."""
    found = []
    for name, *letters in pairs_joined(conditions):
        found.append((KINDS[name], (*(AXES[a] for a in letters), 0, 0, 0)[:3], KINDS[name].label(letters)))
    return found


def pairs_joined(conditions: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """The conditions, two PERPENDICULAR with the same axis of I that follow each other made one PARALLEL."""
    joined: list[Sequence[str]] = []
    for condition in conditions:
        before = joined[-1] if joined else ("",)
        if condition[0] == before[0] == "PERPENDICULAR" and condition[1] == before[1]:
            joined[-1] = ("PARALLEL", *before[1:], condition[2])
        else:
            joined.append(condition)
    return joined
