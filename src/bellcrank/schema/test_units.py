"""Unit tables against published factors."""

from __future__ import annotations

import pytest

from bellcrank.schema.units import Units, dimension_text, powers


@pytest.mark.parametrize(
    ("units", "ucf"),
    [
        ("mm kg N s", 1000.0),
        ("MKS", 1.0),
        ("IPS", 386.0886),
        ("FPS", 32.17405),
        ("foot slug pound_force second", 1.0),
        ("mm kg kN s", 1e6),
        ("CGS", 1.0),
        ("", 1.0),
    ],
)
def test_consistency_factor(units, ucf):
    assert Units.named(units).ucf == pytest.approx(ucf, rel=1e-6)


@pytest.mark.parametrize(
    ("dimension", "label"),
    [
        ("length", "mm"),
        ("length/time**2", "mm/sec**2"),
        ("force*length", "newton-mm"),
        ("angle/time", "rad/sec"),
        ("mass*length**2", "kg-mm**2"),
        ("force*time/length", "newton-sec/mm"),
        ("", ""),
    ],
)
def test_labels_are_those_of_result_files(dimension, label):
    assert Units.named("MMKS").label(dimension) == label


def test_quantities_by_their_words():
    units = Units.named("MMKS")
    assert units.named_label("torque") == "newton-mm" and units.named_label("Angular_Velocity") == "rad/sec"
    assert units.named_label("no_units") == "" and units.named_label("bar") == "bar"


def test_factors_between_systems():
    mm, m, inch = Units.named("MMKS"), Units.named("MKS"), Units.named("IPS")
    assert mm.factor_to(m, "length") == 0.001
    assert mm.factor_to(m, "force/length**2") == 1e6
    assert inch.factor_to(m, "force/length") == pytest.approx(4.4482216152605 / 0.0254)
    assert m.factor_to(m, "mass*length**2") == 1.0
    assert Units.named("m kg N ms").factor_to(m, "length/time") == 1000.0


def test_dimensions_go_there_and_back():
    for text in ("force*time/length", "mass*length**2", "1/time", "force/length**1.5", ""):
        assert powers(dimension_text(powers(text))) == powers(text)


def test_an_unknown_system_is_told():
    with pytest.raises(ValueError, match="MKS"):
        Units.named("mm kg")
