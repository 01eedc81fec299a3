"""Models and arguments that once broke something, or were accepted without a word (items S7, S8, S10)."""

from __future__ import annotations

import time

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.errors import BellcrankError, ResultsError
from bellcrank.model import load_text
from bellcrank.model.checks import examine
from bellcrank.numerics.ordering import block_minimum_degree
from bellcrank.numerics.triplets import Triplets
from bellcrank.results import Entity, Results, load

HEAD = """t
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=1,1,1
MARKER/30, PART=3
"""
CHAIN = "".join(f"VARIABLE/{n}, FUNCTION=VARVAL({n + 1})+1\n" for n in range(1, 1000))
CHAIN += "VARIABLE/1000, FUNCTION=TIME\n"
PUSH = "SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION="


def told(statements: str, head: str = HEAD) -> list[str]:
    """What `check` says, by rule and text."""
    model, report = load_text(head + statements + "END\n", "x.adm")
    return [f"{m.rule} {m.severity} {m.what}" for m in examine(model, report)]


def test_s7_check_tells_all_messages_where_a_rule_stumbles():
    """S7: JPRIM POINT_POINT without OFFSET was a TypeError, and all other messages were lost."""
    said = told("JPRIM/1, POINT_POINT, I=20, J=1\nMARKER/99, PART=77\n")
    assert any("OFFSET is missing" in text for text in said) and any("77" in text for text in said)


@pytest.mark.parametrize(
    "statement",
    ["GRAPHICS/5((, OUTLINE=20,1", "GRAPHICS/1,00, ARC, CM=20, RADIUS=1, RANGLE=1", "OUTPUT/REQSAVE, E, E, DSCALE=1,2",
     "RESULTS/XRF, NO&\nFORCES"],
)  # fmt: skip
def test_s7_words_that_are_not_known_are_kept_where_they_are_read_again(statement):
    """S7: written behind a list they were read as part of it."""
    model, report = load_text(f"{HEAD}{statement}\nEND\n")
    assert [m.rule for m in report] == ["W107"]
    again, report = load_text(model.text())
    assert [m.rule for m in report] == ["W107"] and again.text() == model.text()


def test_s7_an_ampersand_behind_user_is_refused_and_a_quoted_word_over_two_lines_is_one():
    """S7: what was written joined the next statement; the break of a line stayed in a text."""
    _, report = load_text(f"{HEAD}VARIABLE/1, FUNCTION=USER(1,2)&, IC=0\nEND\n")
    assert [m.rule for m in report.errors] == ["E104"] and "inside of a line" in report.errors[0].what
    model, _ = load_text(f'{HEAD}VARIABLE/1, FUNCTION=1\nREQUEST/3, VARIABLES=1, CUNITS="m&\nm"\nEND\n')
    assert model.requests[3].cunits == ("m m",)


def test_s7_a_rule_that_leaves_the_range_of_numbers_says_so():
    """S7: the critical damping of such an IMPACT is below 1e-308: a division by zero in rule C305."""
    force = "SFORCE/1, TRANSLATION, I=20, J=30, FUNCTION=IMPACT(DM(20,30),VR(20,30),2,5E-324,1E3,2,.1)\n"
    assert any(text.startswith("C305 note Rule C305") for text in told(force + "ACCGRAV/KGRAV=-9.81\n"))


def test_s7_an_element_that_lacks_an_argument_says_only_that():
    """S7: NFORCE without I looked for the size of its matrix, a TypeError."""
    matrix = "MATRIX/1, FULL=RORDER, ROWS=1, COLUMNS=1, VALUES=1\n"
    said = told(f"{matrix}NFORCE/1, J=1, K=1\nMARKER/99, PART=77\n")
    assert any("I is missing" in text for text in said) and any("77" in text for text in said)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_s7_linear_equations_beyond_the_range_of_numbers_are_refused():
    """S7: a mass of 5e-324 gave a matrix of NaN and no word."""
    model, _ = load_text(HEAD.replace("PART/2, MASS=1", "PART/2, MASS=5E-324") + "END\n")
    with pytest.raises(BellcrankError, match="too large or too small"):
        model.linearize(at="input")


@pytest.mark.parametrize("number", ["9" * 400, "1e400", "nan", "inf", "1_0"])
def test_s7_constants_that_are_no_numbers_are_told(number):
    """S7: Python's float() takes them; a VARIABLE that reads such a one was an ExpressionError of `check`."""
    said = told(f"VARIABLE/1, FUNCTION={number}\n{PUSH}VARVAL(1)\n")
    assert any(text.startswith("E30") for text in said), said


@pytest.mark.parametrize("length", [240, 251, 255, 300])
def test_s7_a_file_name_that_no_file_can_have(length):
    """S7: an OSError of the operating system; with the suffix of a stand-in the name may become too long."""
    name = "a." + "x" * (length - 6) + ".stl"
    said = told(f"GRAPHICS/1, EXTERNAL, RM=20, FILE={name}\nSPLINE/1, FILE={name}\nMATRIX/1, FILE={name}\n")
    assert said and (length < 300 or any("is no file name" in text for text in said)), said


def test_s7_many_wrong_rows_are_one_message():
    """S7: 2000 rows of a SPLINE with a wrong length took longer than 5 s."""
    started = time.process_time()
    said = told(f"SPLINE/1, X=1,2,3,4{', Y=1, 1,2,3' * 2000}\n")
    assert len(said) < 10 and time.process_time() - started < 4.0


def test_s7_headings_that_end_with_a_comma():
    """S7: written and read it was another text."""
    model, _ = load_text(f"{HEAD}REQUEST/1, F2=TIME\\ TITLE=a:b,\nEND\n")
    assert model.get("REQUEST", 1).headings == ("a", "b")
    assert load_text(model.text())[0].text() == model.text()


def test_s7_long_chains_of_variables():
    """S7: 200 of them were a RecursionError."""
    assert told(CHAIN + PUSH + "VARVAL(1)\n") == ["C301 warning FUNCTION is time, and must be force."]


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (f"MARKER/{'9' * 5000}, PART=2\n", "has 5000 digits"),
        (f"JOINT/1, REVOLUTE, I={'9' * 5000}, J=1\n", "too large"),
        (f"SPLINE/1, X=1,2,3,4, Y=1,1,1,1\n{PUSH}INVPSD(TIME,1,1,3,1E12,0,1)\n", "from 1 to 100000"),
        ("MARKER/\u00b2, PART=2\n", "E102"),
    ],
)  # fmt: skip
def test_s7_numbers_that_are_too_large_are_told(statements, said):
    """S7: 5000-digit ids, INVPSD with 1e12 frequencies, an id that is no digit."""
    assert any(said in text for text in told(statements))


def test_s7_points_that_are_too_close_for_a_curve():
    """S7: gaps of 5e-324 were a division by zero."""
    model, _ = load_text(f"{HEAD}SPLINE/1, X=0,5e-324,1e-323,1, Y=0,1,2,3\n{PUSH}CUBSPL(TIME,0,1)\nEND\n", "x.adm")
    with pytest.raises(BellcrankError, match="no finite slopes") as error:
        model.simulate(end=0.1)
    assert "SFORCE/1" in str(error.value)


def test_s7_singular_matrices_of_assembly_are_no_exception():
    """S7: LinAlgError in triplets and ordering."""
    zero = Triplets((2, 2), np.array([0]), np.array([0]), np.array([0.0]))
    assert np.isnan(zero.solver()(np.ones(2))).all()
    large = Triplets((400, 400), np.arange(399), np.arange(399), np.ones(399))
    assert np.isnan(large.solver()(np.ones(400))).all()
    nothing = np.full(4, np.nan)
    block_minimum_degree(np.array([0, 0]), np.array([0, 1, 0, 1]), np.array([0, 0, 1, 1]), nothing)


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        ("JOINT/1, RACKPIN, I=20, J=30, PD=0\n", "E104 error PD = 0."),
        ("JOINT/1, REVOLUTE, I=20, J=1\nCOUPLER/1, JOINTS=1,1, TYPE=R:R, SCALES=1,-1\n", "coupled with itself"),
        ("INTEGRATOR/GSTIFF, HMIN=1, HMAX=0.1\n", "E106 error HMIN = 1 is larger than HMAX = 0.1."),
        ("INTEGRATOR/GSTIFF, ERROR=1E-30\n", "W108 warning ERROR = 1e-30 cannot be met."),
        ("MOTION/1, I=20, J=20, X, FUNCTION=1\n", "E106 error I and J are both MARKER/20."),
    ],
)  # fmt: skip
def test_s8_what_makes_no_sense_is_told_where_it_is_given(statements, said):
    """S8: all of these were accepted without a word."""
    assert any(said in text for text in told(statements))


def test_s8_a_screw_is_a_cylindrical_joint_coupled_with_itself():
    """S8: translation and rotation of one joint are two coordinates."""
    text = "JOINT/1, CYLINDRICAL, I=20, J=1\nCOUPLER/1, JOINTS=1,1, TYPE=T:R, SCALES=1,-0.1\n"
    assert not any("itself" in message for message in told(text))


@pytest.mark.parametrize(
    "inertia",
    ["IP=1,1,-1", "IP=1,1,1,5,0,0", "IP=1,1,1, IM=21\nMARKER/21, PART=2, QP=9,0,0"],
)  # fmt: skip
def test_s8_a_negative_principal_moment_is_refused(inertia):
    """S8: `run` said "good"; the moment may come from IP, from products, or from the distance of IM and CM."""
    head = HEAD.replace("CM=20, IP=1,1,1", f"CM=20, {inertia}", 1)
    model, report = load_text(head + "END\n", "x.adm")
    assert not report.errors
    assert any("egative" in m.what and m.severity == "error" for m in examine(model, report))
    with pytest.raises(BellcrankError, match="principal moment of inertia is negative"):
        model.simulate(end=0.1)


def test_s8_an_id_of_a_results_file_begins_with_1(tmp_path):
    """S8: id 0 was the last column."""
    path = Results([Entity("A", "Request", 1, ("F2",))], np.ones((2, 2))).save(tmp_path / "x.res")
    text = path.read_text().rpartition("<!--")[0].replace("bellcrank", "other")
    (tmp_path / "y.res").write_text(text.replace('id="2"', 'id="0"'))
    with pytest.raises(ResultsError, match="an id from 1 on"):
        load(tmp_path / "y.res")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda t: t.replace("UTF-8", "klingon"), "unknown encoding"),
        (lambda t: t.replace("<StepMap", '<Entity name="x"><StepMap'), "an Entity stands inside"),
        (lambda t: t.replace('objectId="1"', 'objectId="\u00b2"'), None),
    ],
)  # fmt: skip
def test_s7_strange_results_files(tmp_path, change, said):
    """S7: nested Entity, id that is no digit, unknown encoding."""
    text = Results([Entity("A", "Request", 1, ("F2",))], np.ones((2, 2))).save(tmp_path / "x.res").read_text()
    (tmp_path / "y.res").write_text(change(text.rpartition("<!--")[0].replace("bellcrank", "other")))
    if said is None:
        assert len(load(tmp_path / "y.res")) == 2
        return
    with pytest.raises(ResultsError, match=said):
        load(tmp_path / "y.res")


def test_s10_a_control_character_in_a_name_stays_readable(tmp_path):
    """S10: a .res that we could not read ourselves."""
    run = Results([Entity("a\x01b\ud800", "Request", 1, ("F\x02",))], np.ones((2, 2)), {"title": "x\x00y"})
    assert len(load(run.save(tmp_path / "x.res"))) == 2


def test_s10_names_carry_no_orders_for_the_terminal(tmp_path):
    """S10: an escape in a name, of a dataset or a result file, was carried out by the terminal that showed it."""
    order = "\x1b]0;x\x07"
    model, report = load_text(f"t{order}\n! adams_view_name='a{order}'\nPART/2, MASS=1, CM=9{order}, IP=1,1,1\nEND\n")
    assert not {"\x1b", "\x07"} & set(report.render() + model.title + model.get("PART", 2).name)
    run = Results([Entity(f"a{order}", "Request", 1, (f"F{order}",))], np.ones((2, 2)), {"title": order})
    for suffix in (".h5", ".csv", ".res", ".parquet"):
        again = load(run.save(tmp_path / f"x{suffix}"))
        assert not {"\x1b", "\x07"} & set("".join((*again.channels, again.attrs.get("title", "")))), suffix


def test_s10_ten_thousand_misspelt_functions():
    """S10: they took over 60 s; the limit allows for a busy machine."""
    text = "".join(f"VARIABLE/{n}, FUNCTION=STPE{n}(TIME,0,0,1,1)\n" for n in range(1, 3001))
    started = time.process_time()
    said = told(text)
    assert time.process_time() - started < 15.0
    assert sum("E302" in message for message in said) == 3000
    assert "did you mean STEP" in load_text(f"{HEAD}VARIABLE/1, FUNCTION=STPE(TIME,0,0,1,1)\nEND\n")[1].render()


def test_s10_a_name_behind_a_statement_does_not_name_the_next_one():
    """S10: `, ! adams_view_name='X'` stood on a line of its own after `fmt`."""
    model, _ = load_text("t\nPART/1, GROUND ! adams_view_name='X'\nPART/2, MASS=0\nEND\n")
    again, _ = load_text(model.text())
    assert [part.name for part in model.all("PART")] == [part.name for part in again.all("PART")] == ["", ""]
    assert "X" in model.text()
    assert bc.Model("t").title == "t"


def test_s7_a_part_out_of_the_range_of_numbers_is_refused(capfd):
    """S7: LAPACK wrote a line of its own, and an exception of NumPy came out."""
    joints = (
        "JOINT/6, REVOLUTE, I=20, J=1\nJOINT/7, TRANSLATIONAL, I=30, J=1\nCOUPLER/1, JOINTS=6,7, TYPE=R:T, SCALES=1,-.3"
    )
    far = HEAD.replace(
        "PART/3, MASS=1, CM=30, IP=1,1,1", "PART/3, MASS=1, CM=30, IP=1,1,1, QG=-1E308,0.4,0.5, VX=0.1, WZ=1"
    )
    model, _ = load_text(f"{far}{joints}\nEND\n")
    with pytest.raises(BellcrankError, match="no numbers of a computer"):
        model.linearize(at="input")
    assert "DLASCL" not in "".join(capfd.readouterr())


def test_s7_points_too_far_apart_for_a_direction_are_refused():
    """S7: the square of 1E200 is no number."""
    with pytest.raises(BellcrankError, match="too far apart"):
        bc.Model("far", units="SI").marker("m", at=(0, 0, 0), z=(1.7e308, 1.7e308, 1.7e308))
