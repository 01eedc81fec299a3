"""Rule C403: tolerances and steps that do not fit the size of the model."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bellcrank.errors import BellcrankError
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.model import Model

LOOSE = 1e-2
"""Of the size of the model: a tolerance that leaves nothing of the motion."""
SETTINGS = {"INTEGRATOR": "error", "KINEMATICS": "error", "EQUILIBRIUM": "error"}


@rule("C403", "warning", "settings are out of scale")
def settings_out_of_scale(model: Model) -> Iterator[Finding]:
    """ERROR counts in the length unit of the dataset. A tolerance of 1E-3 is fine for a machine of 1000 mm and is a
    fifth of a watch part written in metres. Told is one above a hundredth of the distance over which the markers are
    spread, and a largest step in which a part that turns at the start turns by more than half a turn.
    """
    size = _spread(model)
    for keyword, attribute in SETTINGS.items():
        settings: Any = model.single(keyword)
        error = settings.given.get(attribute) if settings is not None else None
        if error and 0.0 < size < error / LOOSE:
            unit = model.units.label("length")
            yield Finding(
                settings,
                f"ERROR = {error:g} is {error / size:.1g} of the model: its markers are spread over {size:.3g} {unit}.",
                "ERROR counts in the length unit of the dataset: positions are that uncertain.",
                f"give ERROR of about {1e-5 * size:.0e}.",
            )
    yield from _long_steps(model)


def _long_steps(model: Model) -> Iterator[Finding]:
    """HMAX against the turning at the start."""
    settings: Any = model.single("INTEGRATOR")
    longest = settings.given.get("hmax") if settings is not None else None
    for part in model.all("PART") if longest else ():
        spin = math.hypot(*(float(getattr(part, w, None) or 0.0) for w in ("wx", "wy", "wz")))
        if longest and spin * longest > math.pi:
            yield Finding(
                settings,
                f"HMAX = {longest:g} is {spin * longest / (2 * math.pi):.1f} turns of {part.title}.",
                "What happens within a turn (a contact, a sensor) lies between two steps.",
                f"give HMAX of about {0.1 / spin:.1g}, or none.",
            )
            return


def _spread(model: Model) -> float:
    """The diagonal of the box around all markers in the input position; zero where it cannot be told."""
    try:
        places = [model.frame_of(m.id)[0] for m in model.all("MARKER") if m.id and not getattr(m, "floating", False)]
    except BellcrankError:
        return 0.0
    return math.dist(*([f(x) for x in zip(*places, strict=True)] for f in (min, max))) if places else 0.0
