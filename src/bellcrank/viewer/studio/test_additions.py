from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.errors import ModelError
from bellcrank.viewer.studio import Bench
from bellcrank.viewer.studio.additions import KINDS, End

EXAMPLES = Path(bc.__file__).parent / "examples"


@pytest.fixture
def bench():
    return Bench(bc.read(EXAMPLES / "four-bar.adm"), 0.5, 50)


def test_a_spring_between_two_points_of_parts(bench):
    """The coupler starts at (0, 100), turned by 23.128 degrees: its far end is at 350 (cos, sin) from there."""
    spring = bench.add("spring", [End("coupler", (350.0, 0.0, 0.0)), End("ground", (400.0, 400.0, 0.0))])
    angle = np.radians(23.128408456441)
    far = np.array([350 * np.cos(angle), 100 + 350 * np.sin(angle), 0.0])
    frame = bench.model.frame_of(spring.i)
    assert np.allclose(frame[0], far, atol=1e-9)
    assert spring.length == pytest.approx(np.linalg.norm(far - [400, 400, 0]))
    assert spring.k == pytest.approx(2.3 * 9.80665 / spring.length)
    assert any(number.element == spring.label for number in bench.run().header.studio.numbers)


@pytest.mark.parametrize("kind", KINDS)
def test_everything_that_is_added_runs_is_written_and_is_taken_away(kind, tmp_path):
    bench = Bench(bc.read(EXAMPLES / "pendulum.adm"), 0.2, 20, folder=tmp_path)
    before = bench.model.text()
    body = next(part for part in bench.model.all("PART") if not part.ground)
    bench.add(kind, [End(body.label, (0.1, 0.0, 0.0)), End(bench.model.ground.label, (0.3, 0.4, 0.0))])
    assert len(bench.run().time) == 21
    assert len(bc.read(bench.save("new.adm")).all()) == len(bench.model.all())
    bench.undo()
    assert bench.model.text() == before


def test_what_cannot_be_is_refused_and_leaves_nothing(bench):
    count = len(bench.model.all())
    ground = bench.model.ground.label
    for kind, ends in (
        ("gear", [End("crank", (0, 0, 0)), End("coupler", (0, 0, 0))]),
        ("spring", [End("crank", (0, 0, 0)), End("crank", (1, 0, 0))]),
        ("spring", [End("crank", (0, 0, 0)), End(ground, (0, 0, 0))]),
        ("spring", [End("crank", (0, 0, 0))]),
        ("spring", [End("crank", (0, 0, 0)), End("nobody", (0, 0, 0))]),
    ):
        with pytest.raises(ModelError):
            bench.add(kind, ends)
    with pytest.raises(ModelError, match="Nothing was added"):
        bench.undo()
    assert len(bench.model.all()) == count
