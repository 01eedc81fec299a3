"""Adams View command files: a press of our own, files of other people with their datasets, damaged files."""

from __future__ import annotations

import contextlib
import math
import random
import sys
from pathlib import Path

import pytest

import bellcrank as bc
from bellcrank.errors import BellcrankError
from bellcrank.importers.view.cmd import load_cmd
from bellcrank.importers.view.places import Unknown
from bellcrank.importers.view.values import Values
from bellcrank.model import load

HERE = Path(__file__).parent
WEDGE = HERE / "wedge.cmd"
sys.path.insert(0, str(HERE))
from nearly import differences  # noqa: E402

PRESS = HERE / "press.cmd"
CORPUS = HERE.parents[1] / ".." / "shared" / "corpus"


def test_the_press():
    model, report = load(PRESS)
    assert not report.errors, report.render()
    assert model.units.label("length") == "mm" and model.gravity == (0.0, -9806.65, 0.0)
    assert (model.dof(), len(model.parts), len(model.joints)) == (-3, 4, 4)  # 3 redundant: it is a planar mechanism
    assert model["crank"].mass == pytest.approx(2.0) and model["crank"].ip == (1000.0, 1000.0, 3000.0)
    assert model.markers[10].qp == pytest.approx((-10, 0, 0)), "given in ground, wanted in the part"
    assert model.markers[11].qp == pytest.approx((40, 0, 0)), "50 mm less 1 cm; the value at the export is kept"
    assert model.markers[22].qp == pytest.approx((250, 0, 0))
    assert model["coil"].kt == pytest.approx(2 * 180 / math.pi) and model["coil"].angle == pytest.approx(math.pi / 6)
    assert model["work"].function.text == "-100*VX(30, 1, 1)"
    assert model["height"].function.text == "DX(30) - VARVAL(7)*0"
    assert model["drive"].axis == "ROTATION" and model["body"].radius == 25.0
    assert model["drive"].place.line == 54


def test_what_is_left_out_is_told():
    told = {m.what.split(":")[0]: m for m in load(PRESS)[1]}
    lost = told["constraint create user_defined"]
    assert lost.severity == "warning" and lost.place.line == 71


def test_the_press_runs_as_the_formula_says():
    """Ram of a slider-crank: x = r cos a + sqrt(l^2 - r^2 sin^2 a), r = 50, l = 200, a = 2 pi t."""
    run = bc.read(PRESS).simulate(end=0.4, steps=4)
    a = 2 * math.pi * run.time
    expected = [50 * math.cos(x) + math.sqrt(200**2 - (50 * math.sin(x)) ** 2) - 250 for x in a]
    assert run["ram.X"] == pytest.approx(expected, abs=1e-4)


def test_values():
    values = Values()
    values.model = "m"
    values.variables[".m.width"] = 3.0
    for text, value in {
        "12": 12.0, "-1.5E+02": -150.0, "1inch": 25.4, "(2 * 3 + .m.width ** 2 / 3)": 9.0, "90.0d": 90.0,
        "(7801.0(kg/meter**3))": 7.801e-6, "(SQRT(16) - abs(-1))": 3.0, "{1, 2, (1 + 2)}": [1.0, 2.0, 3.0],
        "(width)": 3.0,
        "1rad": 180 / math.pi, "(-2**2)": -4.0,
    }.items():  # fmt: skip
        assert values.of(text) == pytest.approx(value, rel=1e-12)
    assert values.of('("part_" // 3 // ".cm")') == "part_3.cm" and values.of(".m.a.b") == ".m.a.b"
    for wrong in ("(1/0)", "(SQRT(-1))", "(LOC_X(1))", "(" * 100, "(9**9**9**9)", "3furlongs", "(.m.none)"):
        with pytest.raises(Unknown):
            values.of(wrong)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("i_marker_name = .press.rod.big_end", "i_marker_name = .press.rod.bigend", ".press.rod.bigend"),
        ("real_value = (4 * .press.radius)", "real_value = (4 * .press.diameter)", "rod_length"),
        ("orientation_type = body313", "orientation_type = space112", "space112"),
        ("mass = 5.0", "mass = -5.0", "below 0"),
        ("VX(.press.ram.cm", "VXX(.press.ram.cm", "VXX"),
        ("model_name = press", "model_name = press\nmodel create model_name = second", "second model"),
    ],
)
def test_mistakes_are_named(old, new, what):
    text = PRESS.read_text()
    assert old in text
    report = load_cmd(text.replace(old, new), "press.cmd")[1]
    assert any(what in m.what for m in report.errors), report.render()


@pytest.mark.parametrize("file", [PRESS, WEDGE], ids=["press", "wedge"])
def test_damaged_files_give_messages_not_tracebacks(file):
    """Lines lost, doubled, cut and words exchanged; the same in every run."""
    dice, text = random.Random(3), file.read_text()
    words = text.split(" ")
    for _ in range(150):
        damaged = list(words)
        for _ in range(dice.randint(1, 6)):
            at = dice.randrange(len(damaged))
            damaged[at] = dice.choice(["", "(", '"', "=", "&", "!", "{", ",", "1e999", ".", dice.choice(words)])
        cut = " ".join(damaged)[: dice.randint(10, len(text))]
        with contextlib.suppress(BellcrankError):
            load_cmd(cut, "damaged.cmd")


@pytest.fixture(scope="module")
def wedge():
    model, report = load(WEDGE)
    assert not report.errors, report.render()
    return model, {m.what.split(":")[0]: m for m in report}


def axis(model, marker, k):
    return model.frame_of(marker)[1][k::3]


def test_places_and_orientations_of_expressions(wedge):
    """body123 angles; points; LOC_ and ORI_ functions name a place, whatever frame the command is in."""
    model, _ = wedge
    assert axis(model, 1, 2) == pytest.approx((1, 0, 0)), "turned by 90 degrees about y"
    assert model.parts[2].reuler == pytest.approx((math.pi / 6, 0, 0))
    assert model.frame_of(20)[0] == pytest.approx((0, 0, 0)) and axis(model, 20, 2) == pytest.approx((1, 0, 0))
    assert model.frame_of(40)[0] == pytest.approx((60, 80, 0)) and axis(model, 40, 2) == pytest.approx((0.6, 0.8, 0))
    assert axis(model, 41, 0) == pytest.approx((0.6, 0.8, 0)) and axis(model, 41, 1) == pytest.approx((-0.8, 0.6, 0))
    assert model["barrel"].length == pytest.approx(360.0), "3-4-5: 500 less 140"


def test_an_orientation_of_which_only_an_axis_is_asked_is_kept_where_it_fits():
    text = WEDGE.read_text()
    again = 'marker modify marker_name=.wedge.cylinder.across orientation = (ORI_ALONG_AXIS(A, B, "x"))\n'
    for turn, kept in (("0, 30, 0", False), ("ORI_IN_PLANE", True)):
        given = (
            text
            if kept
            else text.replace('(ORI_IN_PLANE(.wedge.ground.A, .wedge.ground.B, .wedge.ground.C, "x_xy"))', turn)
        )
        before, after = (
            load_cmd(given, "w.cmd")[0],
            load_cmd(given + again.replace("(A, B", "(.wedge.ground.A, .wedge.ground.B"), "w.cmd")[0],
        )
        assert axis(after, 41, 0) == pytest.approx((0.6, 0.8, 0))
        assert (before.markers[41].reuler == after.markers[41].reuler) is kept


def test_masses_from_shapes_and_material(wedge):
    """A prism on a triangle of 60 x 30, 50 long, about the plane of its marker; two cylinders, of 360 and 8, as one."""
    model, _ = wedge
    body, rod = model.parts[2], model.parts[4]
    assert body.mass == pytest.approx(7.8e-6 * 45000) and model.frame_of(body.cm)[0] == pytest.approx(
        (10 + 20 * math.cos(math.pi / 6) - 10 * math.sin(math.pi / 6), 20 * 0.5 + 10 * math.cos(math.pi / 6), 0),
        abs=1e-9,
    )
    m = body.mass
    assert body.ip[:4] == pytest.approx((m * (50 + 50**2 / 12), m * (200 + 50**2 / 12), m * 250, -m * 50))
    mass = 7.8e-6 * math.pi * 16 * 368
    assert rod.mass == pytest.approx(mass)
    assert model.frame_of(rod.cm)[0] == pytest.approx((0.6 * 276, 0.8 * 276, 0), abs=1e-9), (
        "from 92 to 460 along the line"
    )
    assert sum(rod.ip[:3]) == pytest.approx(mass * (2 * (4 + 368**2 / 12) + 8))
    assert model.parts[3].cm == 30, "the marker named cm"


def test_contacts_friction_measures_and_variables(wedge):
    model, told = wedge
    hit, rub = model["hit"], model["rub"]
    assert (hit.law, hit.igeom, hit.jgeom, hit.exponent, hit.coulomb_friction) == ("IMPACT", (2,), (1,), 2.2, "ON")
    assert (rub.joint, rub.mu_static, rub.inputs) == (1, 0.4, ("REACTION_FORCE",))
    assert model["buffer"].function.text.endswith("(-20.0), 50.0, 1e3, 1.5, 1, 0.1)")
    assert model["gap"].function.text == "DY(30,1,0)" and model["low"].function.text == f"VARVAL({model['gap'].id})"
    assert model["fall"].function.text == "VY(30,0,0)" and "measure" in told


def test_what_is_switched_off_or_deleted_is_not_there(wedge):
    model, told = wedge
    assert sorted(model.parts) == [1, 2, 3, 4] and sorted(model.joints) == [1, 2] and sorted(model.contacts) == [1]
    assert told["switched off (active = off)"].severity == "note"
    lost = told["what refers to something that is switched off"]
    assert lost.severity == "warning" and "spare_ball" in lost.why
    assert told["simulation single_run transient"].cure.endswith("wedge.cmd --end 2.0 --steps 100")


def test_solids_of_a_parasolid_file_are_shapes_of_their_parts():
    """Adams View writes the names of the solids behind the file; contacts name them too."""
    text = WEDGE.read_text().replace("force attributes  force_name = .wedge.idle  active = off\n", "") + (
        'file parasolid read  file_name = "wedge.xmt_txt"  model_name = .wedge\n'
        "geometry attributes  geometry_name = .wedge.ball.SOLID3  color = RED\n"
        "contact modify  contact_name = .wedge.idle  j_geometry_name = .wedge.body.SOLID4  no_friction = true\n"
    )
    told = load_cmd(text, "w.cmd")[1].errors
    assert ["wedge.xmt_txt cannot be read" in m.what for m in told] == [True], "the mass would follow from it"
    model, report = load_cmd(text.replace("body  material_type = .wedge.steel", "body  mass = 1"), "w.cmd")
    assert not report.errors, report.render()
    red, other = model["SOLID3"], model["SOLID4"]
    assert (red.kind, red.file, red.element) == ("EXTERNAL", "wedge.xmt_txt", "SOLID3")
    assert model.markers[red.rm].part == 3 and model.markers[other.rm].part == 2
    assert model["idle"].jgeom == (other.id,) and model["idle"].coulomb_friction == "OFF"


def test_names_in_quotes():
    """Version 2 of the command language: any letters in a name."""
    text = WEDGE.read_text().replace(".wedge.ball", '.wedge."Ball; no. 1 - left"').replace("(.wedge.WIDTH)", "50")
    model, report = load_cmd(text.replace('".wedge.gap"', '"DY(.wedge.""Ball; no. 1 - left"".cm)"'), "w.cmd")
    assert not report.errors, report.render()
    assert model.parts[3].name == "Ball; no. 1 - left" and model["low"].function.text == "DY(30)"


def test_turns_about_other_axes():
    from bellcrank.importers.view.bodies import body313
    from bellcrank.model.frames import rotation

    a = (0.3, -0.7, 1.1)
    assert body313("body313", a) == a
    assert rotation(body313("space313", a)) == pytest.approx(rotation(a[::-1]))
    for kind in ("body123", "space321", "body232"):
        reverse = kind.replace("body", "x").replace("space", "body").replace("x", "space")[:-3] + kind[-3:][::-1]
        assert rotation(body313(kind, a)) == pytest.approx(rotation(body313(reverse, a[::-1])))
    c, s = math.cos(0.2), math.sin(0.2)
    assert rotation(body313("body123", (0.0, 0.2, 0.0))) == pytest.approx((c, 0, s, 0, 1, 0, -s, 0, c))


def pair(command_file: str, dataset: str):
    if not CORPUS.is_dir():
        pytest.skip("the corpus ../shared/corpus is not there")
    model, report = load(CORPUS / command_file)
    return load(CORPUS / dataset)[0], model, report


@pytest.mark.parametrize("name", ["generic_model", "test_analysis_with_spikes"])
def test_command_files_give_the_models_of_their_datasets(name):
    """Nothing differs beyond the ten digits of the dataset, the masses of links included."""
    dataset, model, report = pair(f"adamspy/{name}.cmd", f"adamspy/{name}.adm")
    assert not report.errors and not report.warnings
    assert differences(dataset, model) == []


def test_the_quarter_car_lacks_only_what_its_instances_make():
    """Road, tyre and controls are instances of definitions that the file lacks; a box grew after the export."""
    dataset, model, report = pair("quarter-car/adams__quarter_car.cmd", "quarter-car/Controls_Plant.adm")
    assert not report.errors
    left_out = [m.what for m in report.warnings if m.what.startswith("instance")]
    assert len(left_out) == 3 and all(any(word in what for word in ("road", "tire", "controls")) for what in left_out)
    changed = [d for d in differences(dataset, model) if "only in" not in d]
    assert changed == ["GRAPHICS/1 x", "GRAPHICS/1 z", "MARKER/1 qp"]
    by_instances = ("road", "tire", "Controls_Plant", "for_suspension", "control_plant")
    for line in (d for d in differences(dataset, model) if "only in first" in d):
        keyword, id = line.split(" ")[0].split("/")
        element = dataset.get(keyword, int(id))
        named = element.name.startswith(by_instances) or "." in element.name or "tire" in element.name
        assert named or keyword in ("STRING", "ARRAY", "MARKER", "VARIABLE", "GRAPHICS"), element.title


def test_a_large_command_file_of_another_drill_string():
    """Its dataset is of another string (other parts in other places), so only what both share is compared."""
    dataset, model, report = pair("adamspy/drill_test_analysis_1.cmd", "adamspy/drill_test_analysis_1.adm")
    assert not report.errors and len(model.parts) == 117 and len(dataset.parts) == 108
    shared = {p.name for p in dataset.parts.values()} & {p.name for p in model.parts.values()}
    assert len(shared) > 80
    assert model["MotorBend"].kind == "ROTATION" and len(model.beams) == 43 and len(model.vforces) == 110
    bushings = [m.bushings[1] for m in (dataset, model)]
    assert bushings[0].ct == pytest.approx(bushings[1].ct), "per degree in the command file, per radian in the dataset"
