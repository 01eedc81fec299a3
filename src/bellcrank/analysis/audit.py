"""The audit that ends every run: do the constraints close, does the energy balance?

Verdict    good      the energy balance within 200 ERROR, at most 1e-3, of the energy in play (balance.py); constraints
                     closed to 100 ERROR of the bodies they hold between the steps, their rates likewise, and to
                     10 ERROR in the rows of results (closure.py)                                                  (1)
           doubtful  more than that, or speeds off by half a per cent at a moment, or places by one per cent of the
                     sizes, as the energy shows of bodies on which nothing works (balance.py, (4), (5))
           wrong     an energy wrong by 10 % (speeds by about 5 %), or a joint open by a thousandth of its parts and by
                     more than 100 ERROR                                                                          (2)
           No limit grows with the number of steps: measured over all models of the tests, good runs keep the energy
           to 0.5 to 110 ERROR, however long they are.
Not seen   The work of motions is an integral of its own, of multipliers: its error is not one of the motion. What the
           steps estimate of it is allowed for. Where that is more than 5 % of the energy in play, and with I3, whose
           multipliers scatter from step to step, a balance that is off may be the fault of the work: such a run is
           doubtful, never wrong, and where motions leave no freedom the balance is not judged at all.
           Rates with I3, which does not hold them.
           Near rest: positions are asked for within ERROR L, and on the way of their errors a force F does the work
           F ERROR L; an energy in play of less than ten times that tells nothing.                                (3)
           Errors of phase but (5): a pendulum that is late keeps its energy. `verify` sees them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bellcrank.analysis.balance import ratio
from bellcrank.analysis.closure import LEFT

GOOD, DOUBTFUL, WRONG = range(3)
LEVELS = ("good", "doubtful", "wrong")
MOST_GOOD = 1e-3
"""Relative error of the energy that no tolerance excuses."""
NOT_SEEN = "; errors of phase are not seen (--verify)"
WRONG_ENERGY = 0.1
SLOW = 5e-3
"""Relative error of speeds, where the motion is slow: ten times what MOST_GOOD allows where it is the fastest."""
LATE = 1e-2
"""Error of places as a part of the sizes, added up from the errors of the energy (balance.py, (5))."""
VAGUE = 5e-2
"""An error of the work of motions above which the balance says little about the motion."""
WRONG_CLOSURE = 1e-3
CLOSED = 100.0
"""A joint may be open by so many ERROR between two steps, where positions are those of the polynomial."""
ROUNDING = 1e-8
"""Relative error of the energy, and of the closure, that is only rounding."""


@dataclass
class Audit:
    """Figures of merit of a run."""

    position: float = 0.0
    """Largest constraint violation, in length units or radians."""
    velocity: float = 0.0
    """Largest violation of the constraint rates."""
    closure: float = 0.0
    """Largest constraint violation in units of the bodies."""
    left: float = 0.0
    """The same in the rows of results, which are made consistent where that can be."""
    rate: float = 0.0
    """Largest violation of the rates in units of the bodies' speeds."""
    worst_constraint: str = ""
    """The constraint with the largest violation in units of the bodies."""
    energy_error: float = 0.0
    """Largest error of the energy balance."""
    energy_scale: float = 0.0
    """The energy in play: the largest T and the ranges of U and W together."""
    part_error: float = 0.0
    """The same of the part of the model whose balance is the worst, and that exchanges no energy with the rest."""
    part_scale: float = 0.0
    part: str = ""
    """Its first body; empty: it is the whole model."""
    part_rest: float = 0.0
    """Its weight times its size: what (3) is for the whole."""
    slow_error: float = 0.0
    """The error of the energy where it changes the speeds most, what it is compared with (balance.py, (4)) ..."""
    slow_scale: float = 0.0
    slow_rest: float = 0.0
    """... and the weight times the size of that part."""
    late: float = 0.0
    """The error of positions that the energy explains, as a part of the sizes (balance.py, (5))."""
    force: float = 0.0
    """The largest force component of an element, as it usually is (the median over the outputs)."""
    work_error: float = 0.0
    """The errors of the work, as the steps estimate them, added up."""
    driven: bool = False
    """Motions do work."""
    free: bool = True
    """Constraints and motions leave freedoms."""
    verdict: str = ""

    def see(self, balance: Any, closure: Any, seen: Any, work_error: float, driven: bool, free: bool) -> None:
        """Take the figures of one analysis."""
        position, velocity, _ = seen.max(axis=0, initial=0.0).tolist()
        self.position, self.velocity = max(self.position, position), max(self.velocity, velocity)
        if max(closure.left / LEFT, closure.closure) > max(self.left / LEFT, self.closure):
            self.worst_constraint = closure.worst_constraint
        self.closure, self.left = max(self.closure, closure.closure), max(self.left, closure.left)
        self.rate = max(self.rate, closure.rate)
        self.force, self.work_error = max(self.force, balance.force), self.work_error + work_error
        self.driven, self.free = self.driven or driven, free
        self.energy_error, self.energy_scale = (
            max(self.energy_error, balance.error),
            max(self.energy_scale, balance.scale),
        )
        worst = balance.worst
        if worst.relative >= (self.part_error / self.part_scale if self.part_scale > 0.0 else 0.0):
            self.part_error, self.part_scale, self.part = worst.error, worst.scale, worst.name
            self.part_rest = worst.rest
        self.late = max(self.late, balance.late)
        slowest = balance.slowest
        if ratio(slowest.slow) > ratio((self.slow_error, self.slow_scale)):
            (self.slow_error, self.slow_scale), self.slow_rest = slowest.slow, slowest.rest

    def judge(self, length: float, error: float, formulation: str, units: Any) -> None:
        """Write the one-line verdict; `error` is the tolerance as a part of the model's `length`."""
        found = [self._of_energy(length, error, formulation, units), self._of_constraints(error, formulation, units)]
        level = max(level for level, _ in found)
        words = ", ".join(words for _, words in sorted(found, key=lambda f: -f[0]))
        cure = "" if level == GOOD else "; ask for a smaller ERROR"
        self.verdict = f"{LEVELS[level]}: {words}{cure}{NOT_SEEN}"

    @property
    def level(self) -> str:
        """good, doubtful or wrong."""
        return self.verdict.partition(":")[0]

    def _of_energy(self, length: float, error: float, formulation: str, units: Any) -> tuple[int, str]:
        """Level and words about the energy."""
        off, scale = (
            (self.part_error, self.part_scale) if self.part_scale > 0.0 else (self.energy_error, self.energy_scale)
        )
        amount, allowance = f"{scale:.3g} {units.label('force*length')}", self.work_error if self.driven else 0.0
        rest = self.part_rest * error if self.part else error * length * self.force
        vague = self.driven and not self.part and (formulation == "I3" or allowance > VAGUE * scale)
        if vague and not self.free:
            return GOOD, "energy not judged (motions drive all freedoms, and their work is not known well enough)"
        if scale <= 10.0 * rest:
            return GOOD, f"no energy in play but {amount}"
        allowed = max(min(200.0 * error, MOST_GOOD), ROUNDING) * scale + allowance + min(rest, MOST_GOOD * scale)
        allowed = MOST_GOOD * scale if vague else allowed
        level = GOOD if off <= allowed else DOUBTFUL if vague or off <= WRONG_ENERGY * scale + allowance else WRONG
        if level == GOOD and self.slow_error > SLOW * self.slow_scale + self.slow_rest * error:
            speeds = ratio((self.slow_error, self.slow_scale))
            return DOUBTFUL, f"speeds off by {speeds:.1e} where the motion is slow, as its energy shows"
        if level == GOOD and self.late > LATE:
            return DOUBTFUL, f"places off by {self.late:.1e} of the sizes, as the errors of the energy add up"
        where = f" of the part with {self.part}" if self.part else ""
        fault = (
            " (perhaps the work of motions only: SI2 and a smaller ERROR tell more)" if vague and level > GOOD else ""
        )
        return (
            level,
            f"energy balance{where} {'within' if level == GOOD else 'off by'} {off / scale:.1e} of {amount}{fault}",
        )

    def _of_constraints(self, error: float, formulation: str, units: Any) -> tuple[int, str]:
        """Level and words about the constraints."""
        told = f"constraints closed to {self.position:.1e} {units.label('length')}"
        open_by = max(self.closure, self.left)
        if self.closure > max(CLOSED * error, ROUNDING) or self.left > max(LEFT * CLOSED * error, ROUNDING):
            level = WRONG if open_by > max(CLOSED * error, WRONG_CLOSURE) else DOUBTFUL
            return level, f"{self.worst_constraint} is open by {open_by:.1e} of the size of its parts"
        if formulation == "I3":
            return GOOD, told
        rates = f" and {self.velocity:.1e} {units.label('length/time')}"
        return (GOOD if self.rate <= max(CLOSED * error, ROUNDING) else DOUBTFUL), told + rates

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return dict(vars(self))
