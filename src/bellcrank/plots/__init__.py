"""Pictures of results: `plot(run, "PART_2.X")`. Matplotlib is imported when the first one is drawn."""

from __future__ import annotations

from .lines import plot

__all__ = ["plot"]
