"""Python collects again after a model is built, whoever built one in between."""

import gc

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
