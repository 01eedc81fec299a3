"""Broken datasets: each mistake is told with its file, line and element, and with a cure.

The lines of a case are counted from the first line behind the sound beginning `SOUND`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bellcrank as bc
from bellcrank.errors import DatasetError, Message
from bellcrank.model import load_text

SOUND = """\
a sound beginning
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/21, PART=2
"""
SOUND_LINES = SOUND.count("\n")


def read_cases() -> list[tuple[str, str, int, str, str, str, str]]:
    """The cases of the text file: name, text, line, rule, element, what, cure."""
    cases = []
    source = (Path(__file__).parent / "broken_datasets.txt").read_text(encoding="utf-8")
    for block in re.split(r"(?m)^== ", source)[1:]:
        head, _, told = block.partition("\n-> line ")
        name, _, text = head.partition("\n")
        first, what, cure = (line.strip() for line in told.rstrip().split("\n"))
        line, rule, *element = first.split(" ", 2)
        cases.append((name, text, int(line), rule, "".join(element), what, cure))
    return cases


CASES = read_cases()


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_a_mistake_is_told_with_place_element_and_cure(case):
    _, text, line, rule, element, what, cure = case
    _, report = load_text(f"{SOUND}{text}\nEND\n", "broken.adm")
    found = [m for m in report if m.what.split("\n")[0] == what]
    assert found, report.render()
    message: Message = found[0]
    assert message.place is not None
    assert (message.place.file, message.place.line - SOUND_LINES) == ("broken.adm", line)
    assert (message.rule, message.element, message.cure) == (rule, element, cure)
    assert len(report) <= 2, "one mistake must not cause a heap of messages"


def test_the_table_is_long_enough():
    assert len({case[0] for case in CASES}) == len(CASES) >= 60


WHOLE_FILES = [
    ("continuation first", "title\n, MASS=1\nEND\n", 2, "E102", "put the statement's keyword on the line above"),
    ("no ground", "title\nPART/2\nEND\n", 1, "E112", "add PART/1, GROUND"),
    ("marker before any part", "title\nMARKER/1\nPART/1, GROUND\nEND\n", 2, "E108", "add , PART = id"),
    ("statement as title", "PART/1, GROUND\nMARKER/1, PART=1\nEND\n", 1, "W101", "put a title line before it"),
    ("no end", "title\nPART/1, GROUND\n", 3, "W105", "write END"),
    ("units twice", "title\nPART/1, GROUND\nUNITS/SYSTEM=MKS\nUNITS/UCF=1\nEND\n", 4, "W104", "write one statement"),
    ("view file", "! CMD Version:2\nmodel create &\n model_name = m\n", 1, "E101", "suffix .cmd"),
]


@pytest.mark.parametrize("case", WHOLE_FILES, ids=[case[0] for case in WHOLE_FILES])
def test_mistakes_of_the_whole_file(case):
    _, text, line, rule, cure = case
    _, report = load_text(text, "broken.adm")
    found = [m for m in report if m.rule == rule and m.place is not None and m.place.line == line]
    assert found and cure in found[0].cure, report.render()


def test_reading_tells_all_mistakes_at_once(tmp_path):
    path = tmp_path / "broken.adm"
    path.write_text(f"{SOUND}JOIMT/1\nPART/3, MASS=heavy\nJOINT/1, REVOLUTE, I=21, J=99\nEND\n")
    with pytest.raises(DatasetError) as caught:
        bc.read(path)
    assert [m.rule for m in caught.value.report] == ["E102", "E104", "E107"]
    assert str(path) in str(caught.value)


def test_a_missing_file_is_told_with_its_neighbours(tmp_path):
    (tmp_path / "crank.adm").write_text("title\nEND\n")
    with pytest.raises(DatasetError, match=r"crank\.adm"):
        bc.read(tmp_path / "krank.adm")


def test_a_binary_file_is_no_dataset(tmp_path):
    path = tmp_path / "model.bin"
    path.write_bytes(b"\0\1\2")
    with pytest.raises(DatasetError, match="binary"):
        bc.read(path)
