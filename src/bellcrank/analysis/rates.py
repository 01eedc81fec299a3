"""The watch on rates: while a model runs, a velocity that stands for the rate of a displacement is compared with it.

Rule C001 (model/checks/velocity_as_rate.py) knows from the structure of a model that VZ(i,j,k) need not be the rate of
DZ(i,j,k). Here both are computed from the rows of results, for each pair that the rule looks at:

    rate      d/dt (d . a_k) = (v_i - v_j) . a_k + d . (w_k x a_k),   d = r_i - r_j, a_k the axis measured           (1)
    written   (v_i - v_j - w_l x d) . a_k                             l the observer, ground when left out           (2)

and the largest difference over the run is told, with its time. Nothing is told where they agree to 1e-6.
References    Medepalli and Harris, "A Note On ADAMS Functions DZ(i,j,k) and VZ(i,j,k)", eqs. (12) to (18).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from bellcrank.analysis.balance import WIDTH
from bellcrank.analysis.simulation import Simulation
from bellcrank.errors import Message
from bellcrank.model.checks.formulas import formulas
from bellcrank.model.checks.velocity_as_rate import Measure, contact_pairs, rate_text, spring_pairs
from bellcrank.results.orientation import matrices

AGREE = 1e-6
"""A difference of this part of the speeds is no difference."""


@dataclass
class Watched:
    """One pair, and what was seen of it."""

    displacement: Measure
    velocity: Measure
    worst: float = 0.0
    when: float = 0.0
    rate: float = 0.0
    written: float = 0.0
    """Both at that time."""
    speed: float = 0.0
    """The largest rate at all."""


class Rates:
    """Watches the rows of a simulation."""

    def __init__(self, sim: Simulation) -> None:
        self.sim, model = sim, sim.model
        self.pairs: list[Watched] = []
        seen: set[int] = set()
        for formula in formulas(model):
            for displacement, velocity in (*contact_pairs(model, formula), *spring_pairs(formula)):
                if id(velocity.call) not in seen and self._may_differ(displacement, velocity):
                    seen.add(id(velocity.call))
                    self.pairs.append(Watched(displacement, velocity))

    def _may_differ(self, displacement: Measure, velocity: Measure) -> bool:
        """Not where the observer is the frame itself, or a frame on ground that nobody turns."""
        if not all(map(self._is_rigid, (*displacement.markers, *velocity.markers))):
            return False
        i, j, k, _ = displacement.markers
        same = (displacement.axis, (i, j, k)) == (velocity.axis, velocity.markers[:3])
        body = self._body(k)
        observer = velocity.markers[3]
        return not (same and (observer == k or (body < 0 and self._body(observer) < 0)))

    def _is_rigid(self, marker: int) -> bool:
        """Whether a marker is fixed to ground, a part or a point mass: only these are followed here."""
        found: Any = self.sim.model.find("MARKER", marker) if marker else None
        if found is None:
            return not marker
        ground = found.part is not None and bool(getattr(self.sim.model.find("PART", found.part), "ground", False))
        return not getattr(found, "floating", False) and (ground or self._body(marker) >= 0)

    def _body(self, marker: int) -> int:
        """The number of the body of a marker; -1 for ground."""
        found: Any = self.sim.model.find("MARKER", marker) if marker else None
        if found is None:
            return -1
        owners = [("PART", found.part), ("POINT_MASS", getattr(found, "point_mass", None))]
        return next((self.sim.lowering.bodies.get((word, id), -1) for word, id in owners if id is not None), -1)

    def add(self, rows: np.ndarray) -> None:
        """More rows, as the simulation gives them."""
        known: dict[int, Any] = {}
        for pair in self.pairs if len(rows) else ():
            rate = self._rate(rows, pair.displacement, known)
            written = self._written(rows, pair.velocity, known)
            off = np.abs(written - rate)
            n = int(np.nanargmax(off)) if np.isfinite(off).any() else 0
            pair.speed = max(pair.speed, float(np.nanmax(np.abs(rate), initial=0.0)))
            if off[n] > pair.worst:
                pair.worst, pair.when = float(off[n]), float(rows[n, 0])
                pair.rate, pair.written = float(rate[n]), float(written[n])

    def _rate(self, rows: np.ndarray, measure: Measure, known: dict[int, Any]) -> np.ndarray:
        """(1)."""
        i, j, k, _ = measure.markers
        (r_i, v_i, _, _), (r_j, v_j, _, _), (_, _, axes, w) = (self._marker(rows, m, known) for m in (i, j, k))
        a = axes[:, :, "XYZ".index(measure.axis)]
        turning = (r_i - r_j) * np.cross(w, a)
        rate: np.ndarray = measure.sign * ((v_i - v_j) * a + turning).sum(axis=1)
        return rate

    def _written(self, rows: np.ndarray, measure: Measure, known: dict[int, Any]) -> np.ndarray:
        """(2)."""
        i, j, k, l = measure.markers
        r_i, v_i, _, _ = self._marker(rows, i, known)
        r_j, v_j, _, _ = self._marker(rows, j, known)
        axes, w = self._marker(rows, k, known)[2], self._marker(rows, l, known)[3]
        a = axes[:, :, "XYZ".index(measure.axis)]
        velocity: np.ndarray = measure.sign * np.einsum("ni,ni->n", v_i - v_j - np.cross(w, r_i - r_j), a)
        return velocity

    def _marker(self, rows: np.ndarray, marker: int, known: dict[int, Any]) -> Any:
        """Place, velocity, axes (columns) and angular velocity of a marker for each row."""
        if marker not in known:
            known[marker] = self._moved(rows, marker)
        return known[marker]

    def _moved(self, rows: np.ndarray, marker: int) -> Any:
        n, body = len(rows), self._body(marker)
        r, axes = (np.zeros(3), np.eye(3))
        if marker:
            place, turn = self.sim.model.frame_of(marker)
            r, axes = np.array(place, float), np.array(turn, float).reshape(3, 3)
        none = np.zeros((n, 3))
        if body < 0:
            return np.tile(r, (n, 1)), none, np.tile(axes, (n, 1, 1)), none
        element: Any = self.sim.builder.bodies[body].element
        place, turn = self.sim.model.body_frame(element.id) if element.keyword == "PART" else (element.qg, np.eye(3))
        of = np.array(turn, float).reshape(3, 3)
        local, inside = of.T @ (r - np.array(place, float)), of.T @ axes
        k = 1 + WIDTH * body
        now = matrices(*rows[:, k + 3 : k + 6].T)
        w = rows[:, k + 9 : k + 12]
        arm = now @ local
        return rows[:, k : k + 3] + arm, rows[:, k + 6 : k + 9] + np.cross(w, arm), now @ inside, w

    def messages(self) -> Iterator[Message]:
        """What differs."""
        unit = self.sim.model.units.label("length/time")
        for pair in self.pairs:
            if pair.worst <= AGREE * max(pair.speed, abs(pair.written)):
                continue
            velocity, owner = pair.velocity.text, pair.velocity.formula.owner
            numbers = f"{pair.written:.4g} where the rate is {pair.rate:.4g} {unit} at time {pair.when:.4g}"
            message: Message = owner.message(
                "W511",
                f"{velocity} is not the rate of {pair.displacement.text}: {numbers}.",
                f"They differ by up to {pair.worst:.3g} {unit} in this run; the largest rate is {pair.speed:.3g}.",
                f"write {rate_text(pair.displacement)} for {velocity}.",
                severity="warning",
            )
            yield message
