"""Runs that take too long, studies that fail as a whole, and the table as a picture."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.study import workers
from bellcrank.study.task import Outcome

BUZZER = """A mass that is shaken
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=1
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=0
END
"""
SLOW = 1e9
"""Shaken so fast that a run of one second takes 1e9 steps, years of computing."""


def buzzer(beside: Path, **options: object) -> bc.Study:
    """A study of three frequencies, the second of which never ends."""
    (beside / "buzzer.adm").write_text(BUZZER, encoding="utf-8")
    study = bc.Study(beside / "buzzer.adm", 1.0, 10, error=1e-6, **options)
    study.variable("w", values=[1.0, SLOW, 2.0], sets="SFORCE/1.function = {w}**2*sin({w}*time)")
    return study.response("last", "final(PART_2.Z)")


@pytest.mark.parametrize("where", [0, 2])
def test_a_run_that_takes_forever_is_ended_and_the_others_are_done(tmp_path, where):
    """v0 = 0: z = (w t - sin(w t)) w^0 / m; at 1e-6 of the size of the motion 1e-5 is allowed."""
    table = buzzer(tmp_path, timeout=0.3).run("grid", workers=where)
    assert table["status"].tolist() == ["done", "failed", "done"]
    assert table["message"][1] == "the run took longer than timeout = 0.3 s"
    assert 0.0 <= table["time"][1] < 0.1
    w = table["w"][[0, 2]]
    assert table["last"][[0, 2]] == pytest.approx((w - np.sin(w)) / 2.0, abs=1e-5)


def test_a_worker_that_does_not_look_at_the_clock_is_ended(tmp_path, monkeypatch):
    """The run itself would take its full limit, 1000 s; the study ends its worker after PATIENCE times that."""
    monkeypatch.setattr(workers, "PATIENCE", 1e-3)
    table = buzzer(tmp_path, timeout=1000.0).run("grid", workers=1)
    assert table["status"].tolist() == ["done", "failed", "done"]
    assert table["message"][1] == "the run took longer than timeout = 1000 s"


def test_more_time_runs_only_what_was_ended(tmp_path):
    first = buzzer(tmp_path, timeout=0.1, folder=tmp_path / "s")
    first.run("grid", workers=0)
    again = buzzer(tmp_path, timeout=0.1, folder=tmp_path / "s")
    seen: list[int] = []
    again.run("grid", workers=0, watch=lambda p: seen.append(p.known))
    assert seen[-1] == 3
    more = buzzer(tmp_path, timeout=0.2, folder=tmp_path / "s")
    table = more.run("grid", workers=0, watch=lambda p: seen.append(p.known))
    assert seen[-1] == 2 and table["message"][1].endswith("0.2 s")
    assert Outcome("failed", limit=1.0).holds(0.5) and not Outcome("failed", limit=1.0).holds(None)


def test_the_limit_of_a_file(tmp_path):
    (tmp_path / "buzzer.adm").write_text(BUZZER, encoding="utf-8")
    text = (
        f'model = "buzzer.adm"\nend = 1.0\ntimeout = 0.2\n[variables]\nw = {{values = [1, {SLOW}], '
        'sets = "SFORCE/1.function = {w}**2*sin({w}*time)"}\n[responses]\nlast = "final(PART_2.Z)"\n'
    )
    path = tmp_path / "s.toml"
    path.write_text(text, encoding="utf-8")
    from bellcrank.study.reading import read_plan

    table = read_plan(path).run(workers=0)
    assert table["status"].tolist() == ["done", "failed"]
    path.write_text(text.replace("timeout = 0.2", "timeout = -1"), encoding="utf-8")
    with pytest.raises(bc.BellcrankError, match="timeout = -1 is not above 0"):
        read_plan(path)


def test_a_study_whose_runs_all_fail_for_one_reason_says_so_once(tmp_path, caplog):
    study = buzzer(tmp_path)
    study.variables.clear()
    study.variable("a", values=[0.3, 0.4, 0.5, 0.6], sets="SFORCE/1.function = sqrt({a} - time)")
    with caplog.at_level(logging.WARNING, "bellcrank.study"):
        table = study.run("grid", workers=0)
    assert table.failed == 4 and len(set(table["message"])) == 4  # they stop at four times
    assert len(table.reasons()) == 1 and table.reasons()[0][0] == 4
    assert len(caplog.records) == 1
    told = caplog.records[0].getMessage()
    assert told.startswith("all 4 runs failed for one reason: SFORCE/1") and told == table.told()
    assert "all 4 runs failed" in repr(table) and "all 4 runs failed" in table._repr_html_()


def test_some_failures_are_told_by_their_reasons(tmp_path, caplog):
    study = buzzer(tmp_path)
    study.variables.clear()
    study.variable("a", values=[0.3, 0.4, 2.0], sets="SFORCE/1.function = sqrt({a} - time)")
    table = study.run("grid", workers=0)
    assert table.told().startswith("3 runs, 2 failed (2: SFORCE/1") and table.told().endswith("1 successes")
    good = study_of_two(tmp_path).run("grid", workers=0)
    assert good.told() == "4 runs, none failed, 4 successes"


def study_of_two(folder: Path) -> bc.Study:
    """Two variables, nothing fails."""
    study = buzzer(folder)
    study.variables.clear()
    study.variable("m", 1, 3, sets="PART/2.mass", levels=2)
    return study.variable("f", 1, 2, sets="SFORCE/1.function = {f}", levels=2)


@pytest.mark.parametrize("asked", [(), ("last",), ("last", "m"), ("last", "m", "f"), ("success",)])
def test_a_table_draws_itself(tmp_path, asked):
    pytest.importorskip("matplotlib")
    table = study_of_two(tmp_path).run("grid", workers=0)
    figure = table.plot(*asked, path=tmp_path / "t.png")
    assert figure.axes and (tmp_path / "t.png").stat().st_size > 2000
    with pytest.raises(bc.BellcrankError, match="no variable or response 'lost'"):
        table.plot("lost")


def test_a_study_whose_runs_begin_at_rest(tmp_path):
    """A mass on a spring hangs at -m g/k and stays there, whatever its mass."""
    m = bc.Model("hanging", units="MKS")
    m.gravity = (0.0, 0.0, -9.81)
    body = m.part("body", mass=1.0)
    m.translational("guide", body, m.ground, axis=(0, 0, 1))
    m.vforce("spring", i=m.marker("end", body), fz="-100*DZ(end)")
    study = bc.Study(m, end=1.0, start="rest").variable("mass", values=[1.0, 2.0], sets="body.mass")
    study.response("low", "min(body.Z)").response("high", "max(body.Z)")
    table = study.run("grid", workers=0)
    for name in ("low", "high"):
        assert table[name] == pytest.approx([-0.0981, -0.1962], rel=1e-5)


@pytest.mark.parametrize(("given", "words"), [({"star": "rest"}, "no setting star"), ({"start": "top"}, "'top'")])
def test_settings_that_a_study_does_not_have_are_refused_at_once(given, words):
    with pytest.raises(bc.BellcrankError, match=words):
        bc.Study(bc.Model("any", units="MKS"), end=1.0, **given)
