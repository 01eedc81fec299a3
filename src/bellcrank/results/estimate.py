"""What a verified run keeps in its attributes about the error of each channel; `distances.py` says how it is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import Message, ResultsError


@dataclass(frozen=True)
class Estimate:
    """The error of a channel: in its own unit, when it is largest, and as a part of the channel's size."""

    error: float
    time: float
    relative: float

    def __str__(self) -> str:
        return f"{self.error:.2g} at time {self.time:.6g} ({self.relative:.1e} of its size)"


def estimate_of(attrs: Mapping[str, Any], channel: str) -> Estimate:
    """The error of a channel that a verified run keeps in its attributes."""
    found = attrs.get("verify")
    if not found:
        why, cure = "the run was not verified", "run with verify=True, or bellcrank run --verify"
    elif channel in found["errors"]:
        return Estimate(*found["errors"][channel])
    elif channel in attrs.get("non_unique", ()):
        why, cure = "redundant constraints leave it undetermined", "look at channels that are unique"
    else:
        why, cure = str(found["text"]), "see run.trust"
    raise ResultsError(Message("error", "E909", f"the error of {channel} is not known", why=why, cure=cure))
