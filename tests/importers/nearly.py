"""Differences between two models beyond the ten digits that Adams View writes into a dataset."""

from __future__ import annotations

import math
import re
from typing import Any

DIGITS = 2e-9
"""Adams View rounds to ten digits; angles are rounded in degrees."""
_NUMBER = re.compile(r"(?<![\w.])(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


def differences(a: Any, b: Any) -> list[str]:
    """`STATEMENT/id attribute`, or `STATEMENT/id only in first`, ... of what differs."""
    found = []
    keywords = {e.keyword for e in [*a, *b]}
    for keyword in sorted(keywords):
        mine, its = ({e.id: e for e in model.all(keyword)} for model in (a, b))
        found += [f"{keyword}/{id} only in first" for id in mine.keys() - its.keys()]
        found += [f"{keyword}/{id} only in second" for id in its.keys() - mine.keys()]
        for id in mine.keys() & its.keys():
            one, two = mine[id], its[id]
            if type(one) is not type(two) or one.name != two.name:
                found.append(f"{keyword}/{id} is another one")
                continue
            for name in one.fields:
                if not same(getattr(one, name), getattr(two, name), "angle" in str(one.fields[name].dimension)):
                    found.append(f"{keyword}/{id} {name}")
    return found


def same(a: Any, b: Any, angle: bool = False) -> bool:
    """Whether two values agree to ten digits."""
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        size = max((abs(x) for x in a if isinstance(x, float)), default=0.0)
        return all(same(x, y, angle) or (isinstance(x, float) and abs(x - y) < DIGITS * size) for x, y in zip(a, b))
    if isinstance(a, float) and isinstance(b, float):
        turn = abs(math.remainder(a - b, 2 * math.pi)) if angle else abs(a - b)
        return turn <= DIGITS * max(abs(a), abs(b), 1.0 if angle else 0.0)
    if hasattr(a, "text") and hasattr(b, "text"):
        one, two = ("".join(e.text.upper().split()) for e in (a, b))
        return _NUMBER.sub("#", one) == _NUMBER.sub("#", two) and all(
            same(float(x), float(y)) for x, y in zip(_NUMBER.findall(one), _NUMBER.findall(two))
        )
    return a == b
