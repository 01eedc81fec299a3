"""bellcrank: multibody dynamics of mechanical systems, from Adams datasets or Python."""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

_LAZY = {
    "load": "bellcrank.results",
    "read": "bellcrank.model",
    "Model": "bellcrank.model",
    "user": "bellcrank.schema.user_function",
}
"""Public name -> where it lives; imported when first used, so that `import bellcrank` costs nothing."""


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'bellcrank' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_LAZY])
