"""Every element of the registry: arguments, defaults, pages; and an element that exists only here."""

from __future__ import annotations

import pytest

import bellcrank.model
from bellcrank import registry
from bellcrank.errors import ModelError, UnsupportedError
from bellcrank.model import Model, diff, load_text
from bellcrank.registry import ELEMENTS, element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import choice, expression, flag, quantity, reference, vector
from bellcrank.schema.reference_page import page

SPECIFIED = """
ACCGRAV ARRAY BEAM BUSHING CONTACT COUPLER CURVE CVCV DEBUG DIFF ENVIRONMENT EQUILIBRIUM EXTERNAL_SYSTEM FEMDATA FE_LOAD
FE_NODE FE_PART FIELD FLEX_BODY FRICTION GCON GEAR GFORCE GRAPHICS GSE IC INTEGRATOR JOINT JPRIM KINEMATICS LIST LSE
LSOLVER MARKER MATERIAL MATRIX MFORCE MOTION MREQUEST NFORCE NOLIST OUTPUT PART PINPUT POINT_MASS POUTPUT PREFERENCES
PSTATE PTCV REQUEST RESULTS ROAD SECTION SENSOR SFORCE SPLINE SPRINGDAMPER STRING SURFACE TFSISO TIRE UCON UNITS
VARIABLE VFORCE VTORQUE
"""


def test_every_statement_is_there():
    assert {keyword for keyword, _ in ELEMENTS} >= set(SPECIFIED.split())


@pytest.mark.parametrize(
    ("keyword", "kind", "count"),
    [
        ("JOINT", "SPHERICAL", 3), ("JOINT", "REVOLUTE", 5), ("JOINT", "FIXED", 6), ("JOINT", "TRANSLATIONAL", 5),
        ("JOINT", "CYLINDRICAL", 4), ("JOINT", "PLANAR", 3), ("JOINT", "UNIVERSAL", 4), ("JOINT", "HOOKE", 4),
        ("JOINT", "CONVEL", 4), ("JOINT", "SCREW", 1), ("JOINT", "RACKPIN", 1), ("JPRIM", "ATPOINT", 3),
        ("JPRIM", "INLINE", 2), ("JPRIM", "INPLANE", 1), ("JPRIM", "ORIENTATION", 3), ("JPRIM", "PARALLEL_AXES", 2),
        ("JPRIM", "PERPENDICULAR", 1), ("JPRIM", "POINT_POINT", 1), ("MOTION", "", 1), ("GEAR", "", 1),
        ("COUPLER", "", 1),         ("PTCV", "", 2), ("CVCV", "", 2), ("GCON", "", 1), ("SFORCE", "ROTATION", 0),
        ("BUSHING", "", 0),
    ],
)  # fmt: skip
def test_equations_of_constraints(keyword, kind, count):
    assert ELEMENTS[keyword, kind](1).equations() == count


@pytest.mark.parametrize("key", sorted(ELEMENTS), ids="/".join)
def test_every_element_has_documented_arguments_and_a_page(key):
    cls = ELEMENTS[key]
    for field in cls.fields.values():
        assert field.doc, f"{key} {field.name} has no description"
        assert getattr(cls, field.attribute) == field.default
    assert f"# {key[0]}" in page(key[0])
    assert cls.__doc__


def test_the_attribute_is_the_argument_in_small_letters():
    renamed = {
        ("REQUEST", "headings"), ("SENSOR", "return_"), ("MATRIX", "matrix_name"), ("MATERIAL", "material_name"),
        ("ENVIRONMENT", "variable"), ("FE_NODE", "number"),
    }  # fmt: skip
    for (keyword, _), cls in ELEMENTS.items():
        for field in cls.fields.values():
            if field.name != "-" and (keyword, field.attribute) not in renamed:
                assert field.attribute == field.name.lower()


def test_an_element_in_one_file_is_read_written_checked_converted_and_documented():
    @element("FLYWHEEL")
    class Flywheel(Element):
        """A wheel that exists only in this test."""

        marker: int = reference("MARKER", required=True, doc="Where it is")
        radius: float = quantity("length", 1.0, above=0.0, doc="Radius")
        axis: tuple[float, ...] = vector("", (0.0, 0.0, 1.0), doc="Direction")
        material: str = choice("STEEL BRASS", "STEEL", doc="Material")
        spinning: bool = flag("It turns")
        torque: Expression | None = expression("force*length", doc="Torque on it")

    try:
        start = "t\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1\n"
        model, report = load_text(
            start + "FLYWHEEL/7, MARKER=1, RAD=2, SPIN, TORQUE=-3*WZ(1)*\n, 4\\ , MATERIAL=brass\nEND\n"
        )
        assert not report.errors, report.render()
        wheel = model.flywheels[7]
        assert (wheel.radius, wheel.material, wheel.spinning, wheel.axis) == (2.0, "BRASS", True, (0.0, 0.0, 1.0))
        again, _ = load_text(model.text())
        assert again == model and diff(model, again) == []
        assert model.convert("MMKS").flywheels[7].radius == 2000.0
        assert "A wheel that exists only in this test." in page("FLYWHEEL") and "`RADIUS`" in page("FLYWHEEL")
        with pytest.raises(ModelError, match="refer"):
            model.remove(model.markers[1])
        with pytest.raises(UnsupportedError, match="cannot be simulated"):
            wheel.lower(None)

        _, report = load_text(start + "FLYWHEEL/7, MARKER=5, RADIUS=0, COLOUR=red\nEND\n", "w.adm")
        assert sorted(m.rule for m in report) == ["E103", "E104", "E107"]
        made = Model("made")
        made.flywheel("wheel", marker=made.marker("here"), radius=3)
        assert made["wheel"].radius == 3.0
    finally:
        del registry.ELEMENTS["FLYWHEEL", ""]


def test_arguments_that_are_not_known_are_kept_where_nothing_is_simulated():
    text = "t\nSECTION/1, HOLLOW, AREA = 3, FLANGE = 4, 5\n, 6, 7\nPREFERENCES/NTHREADS=2, NEWER=ON\nEND\n"
    model, report = load_text(text)
    assert [(m.rule, m.severity) for m in report if m.rule != "E112"] == [("W107", "warning")] * 2
    assert report.messages[0].what.startswith("HOLLOW, FLANGE: not known here as arguments of SECTION")
    section = model.sections[1]
    assert section.others == ("HOLLOW", "FLANGE = 4, 5\n6, 7") and section.area == 3.0
    again, _ = load_text(model.text())
    assert again == model and diff(model, again) == []
    other, _ = load_text(text.replace("FLANGE = 4", "FLANGE = 5"))
    assert len(diff(model, other)) == 1


@pytest.mark.parametrize("argument", [" &", ", HOLLOW &", ", FLANGE = 4 &", ", FLANGE = 4\n, 5 &"])
def test_s7_an_ampersand_inside_of_a_line_is_refused(argument):
    """S7: kept as written it stood at the end of a line, and joined the next one."""
    _, report = load_text(f"t\nPART/1, GROUND\nSECTION/1{argument}, AREA = 3\nEND\n")
    assert [(m.rule, m.severity) for m in report] == [("E103", "error")]


def test_only_statements_without_effect_on_the_motion_keep_unknown_arguments():
    for key, cls in ELEMENTS.items():
        assert not cls.open_arguments or cls.lower is Element.lower or key == ("TIRE", ""), key
    tire = "TIRE/1, FIALA, I=20, J=1{}\n"
    marked = "t\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2\nMARKER/20, PART=2\n"
    for more, kept in (("", False), (", NEWER=3", True)):
        model, _ = load_text(f"{marked}{tire.format(more)}END\n")
        assert model.tires[1].only_kept is kept, "with an argument that is not known it is not simulated"


def test_given_values_and_defaults_are_told_apart():
    marker = ELEMENTS["MARKER", ""](3, part=2)
    assert marker.given == {"part": 2} and marker.qp == (0.0, 0.0, 0.0)
    marker.qp = [1, 2, 3]
    assert marker.given["qp"] == (1.0, 2.0, 3.0)
    marker.qp = None
    assert "qp" not in marker.given


def test_wrong_values_from_python_are_refused():
    part = ELEMENTS["PART", ""](3)
    for attribute, value in (("mass", -1), ("mass", "2"), ("qg", (1, 2)), ("cm", "pin"), ("ip", (1, float("nan"), 1))):
        with pytest.raises(ModelError, match=attribute.upper()):
            setattr(part, attribute, value)
    with pytest.raises(ModelError, match="mass"):
        part.mas = 1


def test_texts_that_would_not_read_back_are_refused():
    for value in ("a; PART/1", "go on &", 'say "no"', "stop!"):
        with pytest.raises(ModelError, match="STRING"):
            ELEMENTS["STRING", ""](1, string=value)
    with pytest.raises(ModelError, match="name"):
        ELEMENTS["PART", ""](1, "it's")
    part = ELEMENTS["PART", ""](1)
    part.comments = ("a remark",)
    assert part.lines()[0] == "! a remark"


def test_expressions_are_equal_when_only_blanks_and_case_differ():
    assert Expression("-10 * dx(1, 2)") == Expression("-10*DX(1,2)")
    assert Expression("USER(1,2)").is_user and not Expression("USERS").is_user
    assert Expression(2.5).constant == 2.5
    assert bellcrank.model is not None
