"""Results: named columns over time, their files, tables and comparison."""

from __future__ import annotations

from .entity import Entity, Event, Segment
from .files import load, save
from .results import Results
from .writer import ResultsWriter

__all__ = ["Entity", "Event", "Results", "ResultsWriter", "Segment", "load", "save"]
