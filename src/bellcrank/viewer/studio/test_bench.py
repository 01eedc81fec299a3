import time
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.errors import ModelError
from bellcrank.viewer.studio import Bench, numbers

EXAMPLES = Path(bc.__file__).parent / "examples"
LIMIT = 0.1
"""Seconds of this thread from a changed number to a new picture: a hundredth of a second is not noticed, a tenth is."""


def bench(name, **more):
    return Bench(bc.read(EXAMPLES / f"{name}.adm"), 2.0, 400, **more)


@pytest.fixture(scope="module")
def wishbone():
    return bench("double-wishbone", sliders={"spring_and_damper.k": (10.0, 90.0), "SFORCE/1.FUNCTION#1": None})


def test_arguments_items_and_numbers_in_functions_are_found(wishbone):
    keys = {at.key: numbers.value_of(at) for at in numbers.addresses(wishbone.model)}
    assert keys["SPRINGDAMPER/1.K"] == 70.0
    assert keys["SFORCE/1.FUNCTION#1"] == 200.0
    assert "SFORCE/1.FUNCTION#5" not in keys  # ids of markers and variables are no numbers
    assert [k for k in keys if k.startswith("MARKER/41.QP")] == [f"MARKER/41.QP[{k}]" for k in range(3)]
    assert not any(key.startswith(("GRAPHICS", "REQUEST")) for key in keys)


def test_the_page_is_told_what_a_number_means(wishbone):
    k = next(n for n in wishbone.described().numbers if n.key == "SPRINGDAMPER/1.K")
    assert (k.element, k.words, k.unit, k.low, k.high, k.chosen) == (
        "spring_and_damper",
        "Stiffness",
        "newton/mm",
        10,
        90,
        True,
    )
    tyre = next(n for n in wishbone.described().numbers if n.key == "SFORCE/1.FUNCTION#1")
    assert tyre.text[tyre.place :].startswith("200*") and (tyre.low, tyre.high) == (20.0, 400.0)


@pytest.mark.parametrize(
    ("text", "k", "value", "new"),
    [
        ("4 - 200*DZ(41,1,1)", 1, -3.5, "4 - (-3.5)*DZ(41,1,1)"),
        ("4 - (-3.5)*DZ(41,1,1)", 1, 2.0, "4 - 2*DZ(41,1,1)"),
        ("SIN(-3)", 0, 2.0, "SIN(-2)"),
        ("STEP(TIME, 0, 0, 1D, 30D)", 2, 2.0, "STEP(TIME, 0, 0, 2D, 30D)"),
    ],
)
def test_a_number_in_a_function_is_replaced_and_found_again(text, k, value, new):
    from bellcrank.schema.expression import Expression

    assert numbers.replaced(text, numbers.literals(Expression(text))[k], value) == new
    found = numbers.literals(Expression(new))[k].value
    assert found == (value if text != "SIN(-3)" else 2.0)


def test_a_changed_number_gives_the_run_of_the_changed_dataset(wishbone, tmp_path):
    before = wishbone.run().channels
    wishbone.change({"SPRINGDAMPER/1.K": 40.0, "SFORCE/1.FUNCTION#1": 150.0})
    scene = wishbone.run()
    wishbone.folder = tmp_path
    saved = wishbone.save("softer.adm")
    fresh = Bench(bc.read(saved), 2.0, 400).run()
    wishbone.change({"SPRINGDAMPER/1.K": 70.0, "SFORCE/1.FUNCTION#1": 200.0})
    assert np.abs(scene.channels - before).max() > 1.0
    # the same equations from the same start: rounding differs, and the run magnifies it to its tolerance
    assert np.allclose(scene.poses, fresh.poses, rtol=1e-6, atol=1e-4)
    assert bc.read(saved)["spring_and_damper"].k == 40.0


def test_what_makes_no_sense_is_taken_back(wishbone):
    with pytest.raises(ModelError, match="below 0"):
        wishbone.change({"SPRINGDAMPER/1.K": 10.0, "PART/2.MASS": -1.0})
    assert wishbone.model["spring_and_damper"].k == 70.0
    with pytest.raises(ModelError, match="names no number"):
        wishbone.change({"SPRINGDAMPER/1.I": 3.0})
    with pytest.raises(ModelError, match="finite"):
        wishbone.change({"SPRINGDAMPER/1.K": float("inf")})
    with pytest.raises(ModelError):
        wishbone.edit("SFORCE/1", "FUNCTION", "4*(DZ(41")
    assert wishbone.model["tyre"].function.text.startswith("4000")


def test_an_argument_is_edited_as_text(wishbone):
    before = wishbone.model["tyre"].function.text
    wishbone.edit("SFORCE/1", "FUNCTION", "4100 - 200*(DZ(41, 1, 1) - 300)")
    functions = wishbone.run().header.studio.functions
    assert ("tyre", "SFORCE/1", "FUNCTION", "4100 - 200*(DZ(41, 1, 1) - 300)") in [
        (f.element, f.statement, f.argument, f.text) for f in functions
    ]
    wishbone.edit("SFORCE/1", "FUNCTION", before)


@pytest.mark.parametrize("name", ["../x.adm", "/tmp/x.adm", "x.txt", ".adm", ".hidden.adm", "a/b.adm", ""])
def test_a_dataset_is_saved_beside_the_model_only(wishbone, name):
    with pytest.raises(ModelError, match="no name for a dataset"):
        wishbone.save(name)


def test_no_file_is_replaced_unasked(wishbone, tmp_path):
    wishbone.folder = tmp_path
    wishbone.save("x.adm")
    with pytest.raises(ModelError, match="already there"):
        wishbone.save("x.adm")
    assert wishbone.save("x.adm", overwrite=True).exists()


@pytest.mark.parametrize(
    ("name", "key"),
    [("four-bar", "PART/4.MASS"), ("four-bar", "SFORCE/1.FUNCTION#0"), ("double-wishbone", "SPRINGDAMPER/1.K")],
)
def test_from_slider_to_new_motion_in_less_than_a_tenth_of_a_second(name, key):
    from bellcrank.viewer.studio.server import packed

    at = bench(name)
    value = numbers.value_of(numbers.find(at.model, key))
    at.run()
    times = []
    for k in range(7):
        start = time.thread_time()  # other tests use the processor too; the benchmark measures the clock on the wall
        at.change({key: value * (1.0 + 0.01 * k)})
        packed(at.run())
        times.append(time.thread_time() - start)
    assert np.median(times) < LIMIT
