"""Python processes of our own: they find the modules that this one finds, in the same order, and no others.

`python -m` and `python -c` look for modules in the working folder first. That is where datasets of strangers lie, and
a `numpy.py` beside one of them would be executed by every process that helps with it. `Popen(..., env=own())` does not.
"""

from __future__ import annotations

import os
import sys


def own(**more: str) -> dict[str, str]:
    """The environment of a process that helps this one; an empty entry of the path is the working folder."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    return os.environ | {"PYTHONSAFEPATH": "1", "PYTHONPATH": path} | more


def leave_working_folder() -> None:
    """Undo what `python -m bellcrank` did: the working folder is no place for modules, unless bellcrank is there."""
    here, home = os.path.realpath("."), os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    first = os.path.realpath(sys.path[0] or ".") if sys.path and not sys.flags.safe_path else ""
    if first == here and here != home:
        del sys.path[0]
