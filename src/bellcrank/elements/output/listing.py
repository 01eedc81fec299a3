"""LIST, NOLIST: whether the dataset is echoed.

    LIST            NOLIST

Effect        none: `bellcrank fmt` shows a dataset.
References    Adams: LIST.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element


@element("LIST")
class List(Element):
    """Echo the dataset from here on."""

    plural = "lists"
    numbered = False
    repeatable = True
    passive = True


@element("NOLIST")
class Nolist(Element):
    """Do not echo the dataset from here on."""

    numbered = False
    repeatable = True
    passive = True
