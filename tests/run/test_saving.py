"""SAVE and RELOAD: what follows is the same bit for bit; mixed scripts of real command files."""

from __future__ import annotations

import numpy as np
import pytest

import bellcrank as bc

PENDULA = """PART/2, QG=0.5,0,0, MASS=2, CM=20, IP=0.1,0.2,0.2
MARKER/20, PART=2
MARKER/21, PART=2, QP=-0.5,0,0, REULER=0,90D,0
MARKER/22, PART=2, QP=0.5,0,0, REULER=0,90D,0
MARKER/3, PART=1, REULER=0,90D,0
PART/3, QG=1.5,0,0, MASS=1, CM=30, IP=0.05,0.1,0.1
MARKER/30, PART=3
MARKER/31, PART=3, QP=-0.5,0,0, REULER=0,90D,0
JOINT/1, REVOLUTE, I=21, J=3
JOINT/2, REVOLUTE, I=31, J=22
SPRINGDAMPER/1, ROTATION, I=21, J=3, KT=9, CT=0.4
DIFF/1, IC=0.3, FUNCTION=-DIF(1)+AZ(21,3)
REQUEST/1, F2=AZ(21,3)\\F3=DIF(1)\\
ACCGRAV/KGRAV=-9.80665
"""


def segments(run):
    """The rows of each analysis."""
    return [run.values[s.start : s.stop] for s in run.segments]


@pytest.mark.parametrize("where", ["file=kept", "buffer=kept"])
@pytest.mark.parametrize("what", ["system", "states"])
def test_what_follows_reload_is_what_followed_save(bench, what, where):
    commands = f"sim/dyn, end=0.5, steps=5\nsave/{what}, {where}\nsim/dyn, end=1, steps=5\nreload/{what}, {where}\n"
    outcome = bench.carry_out(PENDULA, commands + "sim/dyn, end=1, steps=5\n")
    assert outcome.code == 0, outcome.err
    _, first, again = segments(outcome.results())
    np.testing.assert_array_equal(first, again)
    assert "System time is now 0.5" in outcome.messages()


def test_a_saved_system_goes_on_in_another_run(bench):
    bench.carry_out(PENDULA, "sim/dyn, end=0.5, steps=5\nsave/system, file=kept\nsim/dyn, end=1, steps=5\n")
    wanted = segments(bc.load(bench.folder / "model.h5"))[1]
    outcome = bench.run(bench.commands("\nreload/system, file=kept, output_prefix=later\nsim/dyn, end=1, steps=5\n"))
    assert outcome.code == 0, outcome.err
    np.testing.assert_array_equal(segments(outcome.results("later"))[0], wanted)


def test_static_linear_dynamic_changed_continued_reloaded(bench):
    commands = """equil/maxit=500, error=1e-6, imbal=1e-6
sim/stat
linear/eigensol
save/states, buffer=rest
sim/dyn, end=0.2, steps=2
springdamper/1, kt=20
sim/stat
linear/eigensol
sim/dyn, dur=0.2, steps=2
springdamper/1, kt=9
reload/states, buffer=rest
linear/eigensol
sim/dyn, end=0.2, steps=2
"""
    outcome = bench.carry_out(PENDULA, commands)
    assert outcome.code == 0, outcome.err
    run = outcome.results()
    assert [s.kind for s in run.segments] == ["static", "dynamic", "static", "dynamic", "dynamic"]
    first, stiffer, again = ([m["imag"] for m in linear["modes"]] for linear in run.attrs["linear"])
    assert again == first and stiffer != first
    parts = segments(run)
    np.testing.assert_array_equal(parts[1], parts[4])


def test_what_cannot_be_reloaded_is_told(bench):
    """What follows is not carried out: it is meant for another state."""
    for wrong, told in (("states, buffer=nothing", "Nothing was saved there"), ("system, file=none", "no saved state")):
        outcome = bench.carry_out(PENDULA, f"sim/dyn, end=0.1, steps=1\nreload/{wrong}\nsim/dyn, end=0.2, steps=1\n")
        assert outcome.code == 1 and told in outcome.err
        assert "The commands end here" in outcome.out and "time 0.1 to 0.2" not in outcome.out
    (bench.folder / "bad.sav").write_bytes(b"PK\x03\x04 nonsense")
    outcome = bench.carry_out(PENDULA, "reload/system, file=bad\n")
    assert outcome.code == 1 and "no saved state" in outcome.err
    outcome = bench.carry_out(PENDULA, "sim/dyn, end=0.1, steps=1\nsave/system, file=../outside\n")
    assert not (bench.folder.parent / "outside.sav").exists() and (bench.folder / "outside.sav").exists()
