"""A model built anew, of the form of models that have run, is run by a double of it that is set up already.

    for mass in masses:
        build(mass).simulate(end=1.0)      # the third one and all later ones are not set up: they hand over numbers

form    statements, ids and names of the elements in their order, and the file they come from
double  a copy of the second model of a form. Nobody else has it; it keeps its equations and its bench (bench.py). A
        later model of that form hands it what its elements say, and it runs in that model's place. Where more than
        numbers has changed it is lowered anew, as every model is (system/refill.py)

A model that has run itself keeps its own bench. Who lends a double has it alone; another thread builds its own.
"""

from __future__ import annotations

import threading
from typing import Any

from bellcrank.system import refill

FORMS = 16
"""So many forms are remembered, the latest ones: programs that build models in a loop build few kinds of them."""
LARGEST = 2000
"""Elements. The set-up of a larger model is little beside its integration, and its double would need much memory."""

_looking = threading.Lock()
_forms: dict[Any, Any] = {}
"""Form -> its double; None while there is none: it is seen for the first time, or its double is lent."""


def form_of(model: Any) -> Any:
    """What two models must share so that one can run in the other's place; None where a model has no double."""
    if len(model) > LARGEST or refill.reads_files(model):
        return None
    elements = tuple((type(element), element.id, element.name) for element in model.all())
    return model.file, model.allow_outside, model.allow_code, elements


def lend(model: Any) -> Any:
    """The double that runs in place of a model, with its numbers; the model itself where there is none."""
    if refill.kept_of(model) is not None:
        return model
    form = form_of(model)
    if form is None:
        return model
    with _looking:
        seen, double = form in _forms, _forms.pop(form, None)
        _forms[form] = None  # the latest one is the last
        if len(_forms) > FORMS:
            del _forms[next(iter(_forms))]
    if double is None:
        return model.copy() if seen else model
    hand_over(model, double)
    return double


def give_back(model: Any, double: Any) -> None:
    """After a good run: for the next model of that form, where something was kept of the double."""
    kept = refill.kept_of(double)
    if double is not model and kept is not None and kept.benches:
        with _looking:
            _forms[form_of(double)] = double


def hand_over(model: Any, double: Any) -> None:
    """Title, comments and all that the elements say."""
    double.title, double.comments = model.title, list(model.comments)
    for element, its in zip(model.all(), double.all(), strict=True):
        said = {**element.__dict__, "_model": double}
        if its.__dict__ != said:
            its.__dict__.clear()
            its.__dict__.update(said)
