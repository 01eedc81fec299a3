"""Studies: many runs of one model, spread over processes; see `study.py`."""

from __future__ import annotations

from bellcrank.study.evaluation import StudyProgress as StudyProgress
from bellcrank.study.study import Study as Study
from bellcrank.study.table import Table as Table
