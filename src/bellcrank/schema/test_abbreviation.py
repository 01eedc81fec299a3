"""Abbreviated keywords as they appear in real command files."""

from __future__ import annotations

import pytest

import bellcrank.model  # noqa: F401  (loads every element)
from bellcrank.registry import ELEMENTS
from bellcrank.schema.abbreviation import Ambiguous, Spellings
from bellcrank.schema.family import command_names, statement_names


@pytest.mark.parametrize(
    ("word", "keyword"),
    [
        ("ACCG", "ACCGRAV"), ("EQUIL", "EQUILIBRIUM"), ("INT", "INTEGRATOR"), ("SIM", "SIMULATE"), ("VAR", "VARIABLE"),
        ("LIN", "LINEAR"), ("RES", "RESULTS"), ("REQ", "REQUEST"), ("REL", "RELOAD"), ("PAR", "PART"),
        ("MARK", "MARKER"), ("MAT", "MATRIX"), ("FIL", "FILE"), ("STO", "STOP"), ("DEACT", "DEACTIVATE"),
        ("IC", "IC"), ("SHO", "SHOW"),
        ("SPRINGD", "SPRINGDAMPER"), ("SFOR", "SFORCE"), ("GRAPHIC", "GRAPHICS"), ("POINTMASS", "POINT_MASS"),
    ],
)  # fmt: skip
def test_short_statements_and_commands(word, keyword):
    assert command_names().find(word) == keyword


@pytest.mark.parametrize(
    ("keyword", "word", "name"),
    [
        ("EQUILIBRIUM", "STAB", "STABILITY"), ("EQUILIBRIUM", "IMB", "IMBALANCE"),
        ("EQUILIBRIUM", "IMBAL", "IMBALANCE"),
        ("EQUILIBRIUM", "ERR", "ERROR"), ("EQUILIBRIUM", "TLIM", "TLIMIT"), ("EQUILIBRIUM", "ALIM", "ALIMIT"),
        ("EQUILIBRIUM", "MAXIT", "MAXIT"), ("VARIABLE", "FUN", "FUNCTION"), ("VARIABLE", "FUNC", "FUNCTION"),
        ("REQUEST", "C", "COMMENT"), ("INTEGRATOR", "ERR", "ERROR"), ("PART", "MASS", "MASS"), ("BUSHING", "C", "C"),
        ("BUSHING", "K", "K"), ("BUSHING", "KT", "KT"),
    ],
)  # fmt: skip
def test_short_arguments(keyword, word, name):
    assert ELEMENTS[keyword, ""].keys.find(word) == name


def test_both_directions_and_underscores():
    words = Spellings(["ROTATION", "STATIC", "ACTION_ONLY", "MILLISECOND"])
    assert words.find("ROTATIONAL") == "ROTATION"
    assert words.find("STATICS") == "STATIC"
    assert words.find("ACTIONONLY") == words.find("ACTION") == "ACTION_ONLY"
    assert words.find("ROTATIONALLY") is None


def test_ambiguous_words_are_told_not_guessed():
    with pytest.raises(Ambiguous, match="VX"):
        ELEMENTS["PART", ""].keys.find("V")
    with pytest.raises(Ambiguous):
        statement_names().find("S")
