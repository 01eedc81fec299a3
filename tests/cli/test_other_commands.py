"""`info`, `fmt`, `diff`, `demo`."""

import pytest

from bellcrank.cli.commands.demo import SHOWS
from bellcrank.cli.gallery import GALLERY
from bellcrank.model import read
from bellcrank.model.shipped import examples

from .conftest import CONTACT


def test_info_tells_units_gravity_mass_and_freedoms(bellcrank):
    text = bellcrank("info", examples()["four-bar"]).out
    assert "UCF = 1000" in text
    assert "gravity: 1 g along -y" in text
    assert "mass: 2.3 kg in 3 moving bodies" in text
    assert "18 - 17 constraint equations = 1" in text
    assert "UNIVERSAL  coupler - rocker  takes 4" in text


def test_info_mentions_mistakes(bellcrank, broken):
    outcome = bellcrank("info", broken)
    assert outcome.code == 1 and "1 error" in outcome.out


def test_info_cuts_long_lists(bellcrank, tmp_path):
    path = tmp_path / "many.adm"
    path.write_text("title\nPART/1, GROUND\n" + "".join(f"PART/{n}\n" for n in range(2, 40)) + "END\n")
    assert "... 27 more" in bellcrank("info", path).out
    assert "PART/39" in bellcrank("info", path, "--all").out


def test_fmt_prints_checks_and_writes(bellcrank, contact):
    tidy = bellcrank("fmt", contact).out
    assert contact.read_text() == CONTACT
    assert bellcrank("fmt", contact, "--check").code == 1
    assert bellcrank("fmt", contact, "--write").code == 0
    assert contact.read_text() == tidy
    assert bellcrank("fmt", contact, "--check").code == 0
    assert "the layout of this statement must survive" in tidy


def test_fmt_does_not_touch_a_file_with_mistakes(bellcrank, broken):
    before = broken.read_text()
    assert bellcrank("fmt", broken, "--write").code == 1
    assert broken.read_text() == before


def test_diff(bellcrank, contact, tmp_path):
    other = tmp_path / "other.adm"
    other.write_text(CONTACT.replace("PART/3, MASS=1", "PART/3, MASS=2").replace("JOINT/1, SPHERICAL, I=30, J=1\n", ""))
    outcome = bellcrank("diff", contact, other)
    assert outcome.code == 0
    assert outcome.out.splitlines() == ["PART/3: mass 1 -> 2", "JOINT/1: removed"]
    assert bellcrank("diff", contact, other, "--exit-code").code == 1
    assert bellcrank("diff", contact, contact).out == "no difference\n"


def test_demo_copies(bellcrank, tmp_path):
    assert bellcrank("demo", "pendulum", "--copy", tmp_path).code == 0
    assert (tmp_path / "pendulum.adm").read_bytes() == examples()["pendulum"].read_bytes()
    assert bellcrank("demo", "pendulum", "--copy", tmp_path).code == 2


@pytest.mark.parametrize("name", sorted(examples()))
def test_every_example_is_in_order(name, bellcrank):
    outcome = bellcrank("check", examples()[name], "--strict")
    assert outcome.code == 0 and "no errors, no warnings, no notes" in outcome.out
    assert 30 <= len(examples()[name].read_text().splitlines()) <= 1000
    model = read(examples()[name])
    assert SHOWS[name].look
    assert model.all("GRAPHICS") or name in GALLERY  # there bodies are drawn by their inertia
    assert all(part.name for part in model.all("PART"))
