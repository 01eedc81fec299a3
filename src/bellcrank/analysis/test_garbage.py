"""Python collects again after a model is built, whoever built one in between."""

import gc

from bellcrank.analysis import garbage
from bellcrank.analysis.garbage import uncollected


def test_collecting_goes_on_afterwards():
    """Also where one is inside another."""
    assert gc.isenabled()
    with uncollected():
        with uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_who_has_switched_it_off_finds_it_off():
    """A program that does not collect is left alone."""
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_many_new_objects_are_not_looked_at_at_once(monkeypatch):
    """They are among the oldest afterwards, and a whole collection still finds those that can go."""
    monkeypatch.setattr(garbage, "MANY", 100)
    gc.collect()
    with uncollected():
        kept = [[n] for n in range(1000)]
        ring: list[object] = [[]]
        ring.append(ring)
        marked = kept[5], id(ring)
    oldest = gc.get_objects(generation=2)
    assert any(each is marked[0] for each in oldest) and gc.get_count()[0] < 1000
    del ring, oldest
    assert gc.collect() >= 1
