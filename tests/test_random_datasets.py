"""Random models go to text and back; random and damaged text gives messages, never an exception."""

from __future__ import annotations

import time

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bellcrank.dataset.files import decode, encode
from bellcrank.model import Model, diff, load_text
from bellcrank.model.commands import parse_commands
from bellcrank.registry import ELEMENTS
from bellcrank.schema.kinds import (
    Choice,
    Formula,
    Integer,
    Integers,
    Real,
    RealRows,
    Reals,
    Reference,
    References,
    Rest,
    Strings,
    Switch,
    Text,
    Words,
)

PRINTABLE = st.characters(min_codepoint=32, max_codepoint=255, exclude_categories=("Cc", "Zs", "Zl", "Zp"))
WORDS = st.text(st.one_of(PRINTABLE, st.just(" ")), max_size=30)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
FORMULAS = st.sampled_from(
    [
        "TIME",
        "-10*DX(1,2)",
        "STEP(TIME, 0, 0, 1, 10D)",
        "2**TIME",
        "IF(TIME-1: 0, 1, 2)",
        "IMPACT(DX(1,2),VX(1,2),1,2,2,3,4)",
    ]
).flatmap(lambda term: st.integers(1, 12).map(lambda n: " + ".join([term] * n)))


def values_of(field):
    """A strategy for the values of a field."""
    kind = field.kind
    if kind is None:
        words = [word for word, value in field.words.items() if word == value]
        return st.sampled_from(words) if words else st.just(True)
    if isinstance(kind, RealRows):
        return st.lists(st.lists(FLOATS, min_size=1, max_size=5), min_size=1, max_size=3)
    if isinstance(kind, Reals):
        item = st.one_of(st.none(), FLOATS) if kind.holes else FLOATS
        lists = st.lists(item, min_size=kind.low, max_size=min(kind.high, kind.low + 30))
        return lists.filter(lambda values: values[-1] is not None)
    if isinstance(kind, Real):
        low = kind.minimum if kind.minimum is not None else kind.above
        return st.floats(low, kind.maximum, exclude_min=kind.above is not None, allow_nan=False, allow_infinity=False)
    if isinstance(kind, Integer):
        return st.integers(kind.minimum if kind.minimum is not None else -(10**6), kind.maximum or 10**6)
    if isinstance(kind, Integers):
        return st.lists(st.integers(0, 10**8), min_size=kind.low, max_size=min(kind.high, kind.low + 4))
    if isinstance(kind, References):
        return st.lists(st.integers(1, 10**8), min_size=kind.low, max_size=min(kind.high, kind.low + 30))
    if isinstance(kind, Reference):
        return st.integers(0, 10**8)
    if isinstance(kind, Words):
        return st.lists(st.sampled_from(kind.spellings.names), min_size=1, max_size=min(kind.limit, 6))
    if isinstance(kind, Switch):
        return st.booleans()
    if isinstance(kind, Choice):
        return st.sampled_from(kind.spellings.names)
    if isinstance(kind, Formula):
        return FORMULAS
    if isinstance(kind, Strings):
        plain = st.text(
            st.characters(min_codepoint=35, max_codepoint=126, exclude_characters='"!,:;\\&= '), max_size=12
        )
        return st.lists(plain.filter(bool), min_size=1, max_size=12)
    assert isinstance(kind, Text)
    words = WORDS.filter(lambda text: '"' not in text and "!" not in text)
    if isinstance(kind, Rest):
        return words.filter(lambda text: ";" not in text and not text.rstrip().endswith("&"))
    return words


@st.composite
def elements(draw):
    """A random element with a random choice of its arguments; nothing of it needs to make sense."""
    cls = ELEMENTS[draw(st.sampled_from(sorted(ELEMENTS)))]
    name = draw(st.one_of(st.just(""), st.from_regex(r"[A-Za-z_][\w.]{0,20}", fullmatch=True)))
    element = cls(None, name)
    for field in cls.fields.values():
        if field.required or draw(st.integers(0, 3)) == 0:
            setattr(element, field.attribute, draw(values_of(field)))
    return element


def meaning(element):
    """The values of an element as reading gives them back: trimmed texts, flags that are set."""
    result = {}
    for attribute, value in element.given.items():
        if isinstance(value, str) and isinstance(element.fields[attribute].kind, Text):
            value = " ".join(value.split())
        if value not in ("", ()) and value is not False:
            result[attribute] = value
    return type(element), element.id, element.name, result


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(elements(), max_size=6), st.text(PRINTABLE, max_size=40))
def test_random_models_go_to_text_and_back(things, title):
    model = Model(title)
    for thing in things:
        if thing.numbered or model.single(thing.keyword) is None:
            model.add(thing)
    text = decode(encode(model.text()))
    again, report = load_text(text, "random.adm")
    nonsense = {m.what for element in again.all() for m in element.check(again)}  # was read, and makes no sense
    unreadable = [m for m in report if m.rule in ("E101", "E102", "E103", "E104") and m.what not in nonsense]
    assert not unreadable, unreadable[0].render() + "\n" + text
    mine = [e for e in model.all() if not (e.keyword == "MARKER" and e.owner is None)]
    its = {(e.keyword, e.id or 0): e for e in again.all()}
    for element in mine:
        assert meaning(its[element.keyword, element.id or 0]) == meaning(element)


SOUND = """\
title
!   adams_view_name='arm'
PART/2, MASS=2, CM=20, IP=0.02,0.02,1E-4, QG=0,0,0
MARKER/20, QP=0.5,0,0, REULER=90D,90D,0D
PART/1, GROUND
MARKER/1
JOINT/1, REVOLUTE, I=20, J=1
, IC=10D, 0
SFORCE/1, I=20, J=1, ROTATION
, FUNCTION = -IMPACT(DX(20,1),VX(20,1),
, 1, 2, 2, 3, 4)\\
, ROUTINE = lib::sub
REQUEST/1, COMMENT=angle: x y z, F2=AZ(20,1)*RTOD\\
, F3=WZ(20,1,1)\\ , CNAMES="", "a, b"
ARRAY/1, IC, SIZE=3, NUMBERS=1,
, 2, 3
STRING/1, STRING = any, text = here
UNITS/SYSTEM=MKS; ACCGRAV/JGRAV=-9.80665
END
"""
DAMAGE = st.one_of(
    st.text(max_size=6), st.sampled_from([",", "\n", "\n,", "\\", "&\n", "!", '"', "=", "(", ")", ";", "/", "D", " "])
)


@st.composite
def damaged(draw):
    """A sound dataset with pieces cut out, doubled and put in."""
    text = SOUND
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 12))
        text = text[:at] + draw(DAMAGE) + text[at + length :]
    return text


@settings(max_examples=400)
@given(st.one_of(damaged(), st.text(), st.text("PARTMJOINT/,=\n!&\\;\"'() 0123456789.ED")))
@example("\n/")
@example("t\nPART/2,,,=\nEND")
@example("t\nSFORCE/1, FUNCTION=\\\\\\,=")
def test_no_text_is_answered_by_an_exception(text):
    model, report = load_text(text, "damaged.adm")
    for message in report:
        assert message.what and message.rule
        assert message.place is None or message.place.line >= 1
    assert load_text(model.text(), "again.adm")[0] is not None
    parse_commands(text, "damaged.acf")


def test_a_sound_dataset_has_nothing_to_report():
    model, report = load_text(SOUND)
    assert not report, report.render()
    assert diff(model, load_text(model.text())[0]) == []


@settings(max_examples=25)
@given(
    st.text(min_size=1, max_size=30),
    st.sampled_from(["t\n", "t\nPART/1, ", "t\nSFORCE/1, FUNCTION=", "t\nREQUEST/1, C="]),
)
def test_time_does_not_explode_with_the_length_of_the_text(piece, start):
    """Some 100 kB of anything: a fraction of a second when the time is linear, minutes when it is quadratic."""
    text = start + piece * (100_000 // len(piece))
    begin = time.process_time()
    load_text(text, "long.adm")
    assert time.process_time() - begin < 5.0
