"""`.out`: the requests as printed tables, one after the other, with their comments.

REQUEST/1  tip    DISPLACEMENT: X Y Z PSI THETA PHI
     TIME          F2          F3  ...
     (sec)        (mm)       (mm)  ...
  0.0000E+00  2.0000E+00 ...
"""

from __future__ import annotations

from pathlib import Path
from typing import IO

from ... import __version__
from ...registry import FORMATS, entry
from ..entity import Entity
from ..files import Format, text_file
from ..results import Results
from ..rows import LARGE

COLUMN = 14


def write(results: Results, path: Path) -> None:
    """All requests of a run; where there are none, all entities."""
    requests = [e for e in results.entities if e.type == "Request"] or list(results.entities)
    with text_file(path) as file:
        file.write(f"bellcrank {__version__}\n{results.attrs.get('title', '')}\n\n")
        file.write(f"Analysis:   {', '.join(s.kind for s in results.segments)}\n")
        file.write(f"Ended:      {results.attrs.get('end_reason', '')}\n")
        for line in _verification(results):
            file.write(line + "\n")
        few = max(1, LARGE // (64 * max(len(results), 1)))  # requests in one pass over a large file
        for k in range(0, len(requests), few):
            some = results.pick([channel for entity in requests[k : k + few] for channel in entity.channels])
            for entity in requests[k : k + few]:
                _write_table(file, some, entity)


def _verification(results: Results) -> list[str]:
    """What was found out about the model before the run, as far as the run says it."""
    audit = results.attrs.get("audit") or {}
    lines = [f"{key}: {value}" for key, value in audit.items()] if isinstance(audit, dict) else [str(audit)]
    doubtful = sorted(results.non_unique)
    return lines + ([f"Reactions that are not unique: {', '.join(doubtful)}"] if doubtful else [])


def _write_table(file: IO[str], results: Results, entity: Entity) -> None:
    file.writelines(f"{line}\n" for line in ["", *_head(results, entity)])
    columns = [0, *(results.names.column(channel) for channel in entity.channels)]
    for block in results.blocks():
        file.writelines("".join(f"{v:{COLUMN}.5E}" for v in row) + "\n" for row in block[:, columns].tolist())


def _head(results: Results, entity: Entity) -> list[str]:
    head = f"{entity.type.upper()}/{entity.object_id}  {entity.name}  {entity.info.get('comment', '')}".rstrip()
    names = ["TIME", *(component or entity.name for component in entity.components)]
    units = [results.units("TIME"), *entity.units]
    lines = [head, "-" * len(head)]
    lines.append("".join(f"{name[: COLUMN - 1]:>{COLUMN}}" for name in names))
    lines.append("".join(f"{f'({unit})'[: COLUMN - 1] if unit else '':>{COLUMN}}" for unit in units).rstrip())
    return lines


entry(FORMATS, ".out")(Format("requests as printed tables", None, write))
