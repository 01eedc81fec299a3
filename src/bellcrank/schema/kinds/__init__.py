"""The kinds of values an argument can have."""

from bellcrank.dataset.numbers import BadValue
from bellcrank.schema.kinds.kind import Dimension, Dimensions, Kind
from bellcrank.schema.kinds.numbers import Integer, Integers, Real, RealRows, Reals
from bellcrank.schema.kinds.references import Reference, References
from bellcrank.schema.kinds.texts import Formula, Rest, Strings, Text
from bellcrank.schema.kinds.words import Choice, Switch, Words

__all__ = [
    "BadValue",
    "Choice",
    "Dimension",
    "Dimensions",
    "Formula",
    "Integer",
    "Integers",
    "Kind",
    "Real",
    "RealRows",
    "Reals",
    "Reference",
    "References",
    "Rest",
    "Strings",
    "Switch",
    "Text",
    "Words",
]
