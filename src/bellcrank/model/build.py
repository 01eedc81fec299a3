"""Building a model in Python, as naturally as in a dataset.

    m = Model("pendulum", units="MKS")
    rod = m.part("rod", mass=2, cm=(0.5, 0, 0), ip=(0.01, 0.01, 1e-4))
    pin = m.revolute("pin", rod, m.ground, at=(0, 0, 0), axis=(0, 0, 1))
    m.gravity = (0, -9.80665, 0)
    f = m.sforce("f", "TRANSLATION", i=tip, j=wall, function="-10*DX(1,2)")

Every statement is a method in small letters (`m.bushing`, `m.request`, `m.integrator`), and so is every kind of JOINT
and JPRIM (`m.revolute`, `m.inline`); `m.parts`, `m.markers`, ... are the elements made so far. Arguments are those of
the dataset in small letters; elements may be given instead of ids. `at` and the directions `z`, `x`, `axis` are in
ground; `qp`, `reuler`, `zp`, `xp` are in the part, as in a dataset.
"""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from bellcrank.errors import Message, ModelError
from bellcrank.math.vec3 import mat_mul, minus, rotate_back
from bellcrank.model.frames import Frame, Matrix, NoDirection, Vector, angles_of, from_axes, rotation, transposed
from bellcrank.registry import ELEMENTS
from bellcrank.schema.abbreviation import Ambiguous, did_you_mean
from bellcrank.schema.element import Element
from bellcrank.schema.family import family, statement_names

if TYPE_CHECKING:
    from bellcrank.model.model import Model

BODY_KEYWORDS = ("PART", "POINT_MASS", "FLEX_BODY")


class Builder:
    """The methods that make elements."""

    def new(self, keyword: str, name: str = "", kind: str = "", id: int | None = None, **values: Any) -> Element:
        """Make an element of a statement and add it: `m.new("SFORCE", "f", "ROTATION", i=.., j=.., function=..)`."""
        cls = element_class(keyword, kind)
        element = cls(id, name, **values)
        missing = [field.name for field in cls.required_fields if field.attribute not in element.__dict__]
        if missing:
            raise ModelError(
                element.message(
                    "E105", f"{', '.join(missing)} missing.", cure=f"give {', '.join(n.lower() for n in missing)}."
                )
            )
        return self._model().add(element)

    def part(
        self,
        name: str = "",
        *,
        at: Sequence[float] | None = None,
        z: Sequence[float] | None = None,
        x: Sequence[float] | None = None,
        euler: Sequence[float] | None = None,
        cm: Any = None,
        **values: Any,
    ) -> Element:
        """A rigid body with its frame at `at`; `cm` is a marker, or the mass centre in the frame of the part."""
        return self._body("PART", name, at, z, x, euler, cm, values)

    def point_mass(self, name: str = "", *, at: Sequence[float] = (0.0, 0.0, 0.0), **values: Any) -> Element:
        """A body without rotation at `at`."""
        return self._body("POINT_MASS", name, at, None, None, None, values.pop("cm", (0.0, 0.0, 0.0)), values)

    def _body(
        self, keyword: str, name: str, at: Any, z: Any, x: Any, euler: Any, cm: Any, values: dict[str, Any]
    ) -> Element:
        model = self._model()
        if at is not None:
            values["qg"] = at
        if z is not None or x is not None or euler is not None:
            values["reuler"] = angles_of(_turn(z, x, euler))
        local = cm if isinstance(cm, Sequence) else None
        if local is None and keyword == "PART" and cm is None and values.get("mass"):
            local = (0.0, 0.0, 0.0)
        if local is None:
            return self.new(keyword, name, **values, **({"cm": cm} if cm is not None else {}))
        body: Element = ELEMENTS[keyword, ""](None, name, **values)
        model.add(body)
        on_body = {keyword.lower(): body}
        marker: Element = ELEMENTS["MARKER", ""](None, f"{name}.cm" if name else "", qp=local, **on_body)
        body.cm = model.add(marker)  # type: ignore[attr-defined]
        return body

    def marker(
        self,
        name: str = "",
        body: Any = None,
        *,
        at: Sequence[float] | None = None,
        z: Sequence[float] | None = None,
        x: Sequence[float] | None = None,
        euler: Sequence[float] | None = None,
        **values: Any,
    ) -> Element:
        """A marker on a body, at a point of ground with its z axis (and x axis) along directions in ground.

        Without `at` the origin is `qp` in the part, without `z`, `x` and `euler` the axes are those of the part.
        """
        model = self._model()
        owner = next((values[k] for k in ("part", "point_mass", "flex_body") if k in values), body)
        owner = owner if owner is not None else model.ground
        if isinstance(owner, int):
            owner = model.get("PART", owner)
        if getattr(owner, "keyword", None) not in BODY_KEYWORDS:
            raise ModelError(
                Message("error", "E104", f"{owner!r} is no body.", element=f"MARKER {name}", cure="give a part.")
            )
        values[owner.keyword.lower()] = owner
        frame = model.body_frame(owner.id, owner.keyword)
        if at is not None:
            values["qp"] = rotate_back(frame[1], minus(_three(at), frame[0]))
        if z is not None or x is not None or euler is not None:
            values["reuler"] = angles_of(mat_mul(transposed(frame[1]), _turn(z, x, euler)))
        return self.new("MARKER", name, **values)

    def joint(
        self,
        kind: str,
        name: str = "",
        i: Any = None,
        j: Any = None,
        *,
        at: Sequence[float] = (0.0, 0.0, 0.0),
        axis: Sequence[float] | None = None,
        x: Sequence[float] | None = None,
        keyword: str = "JOINT",
        **values: Any,
    ) -> Element:
        """A joint between two markers, or between two bodies at a point of ground with its z axis along `axis`."""
        model = self._model()
        markers = []
        for side, thing in (("i", i), ("j", j)):
            thing = model.ground if thing is None else thing
            if getattr(thing, "keyword", None) in BODY_KEYWORDS:
                thing = self.marker(f"{name}.{side}" if name else "", thing, at=at, z=axis, x=x)
            markers.append(thing)
        return self.new(keyword, name, kind, i=markers[0], j=markers[1], **values)

    def __getattr__(self, name: str) -> Any:
        """`m.revolute`, `m.sforce`, `m.parts`, `m.simulate`, ...: whatever statements and analyses there are."""
        if name.startswith("_"):
            raise AttributeError(name)
        makers, collections = vocabulary()
        if name in collections:
            return self._model().collection(collections[name])
        if name in makers:
            keyword, kind = makers[name]
            if kind:
                return functools.partial(self.joint, kind, keyword=keyword)
            return functools.partial(self._make, keyword)
        if (analysis := analysis_named(name)) is not None:
            return functools.partial(analysis, self)
        near = did_you_mean(name, [*makers, *collections])
        raise AttributeError(f"a model has no {name!r}{'; ' + near if near else ''}")

    def _make(self, keyword: str, name: str = "", kind: str = "", **values: Any) -> Element:
        """The maker behind `m.sforce(...)`; statements without id are made once and then changed."""
        model = self._model()
        single = model.single(keyword) if not element_class(keyword, kind).numbered else None
        if single is not None and not single.repeatable:
            for attribute, value in values.items():
                setattr(single, attribute, value)
            return single
        return self.new(keyword, name, kind, **values)

    def __dir__(self) -> list[str]:
        makers, collections = vocabulary()
        return sorted({*object.__dir__(self), *makers, *collections})

    def _model(self) -> Model:
        return cast("Model", self)


def analysis_named(name: str) -> Callable[..., Any] | None:
    """The function `simulate` of `analysis/simulate.py`, which is then `model.simulate`; None when there is none.

    The folder `analysis` lies above this one: it is found by name, as a plug-in would be.
    """
    module = f"bellcrank.analysis.{name}"
    if importlib.util.find_spec("bellcrank.analysis") is None or importlib.util.find_spec(module) is None:
        return None
    function: Callable[..., Any] | None = getattr(importlib.import_module(module), name, None)
    return function


_known: tuple[int, dict[str, tuple[str, str]], dict[str, str]] = (-1, {}, {})


def vocabulary() -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    """Names of makers -> (keyword, kind of joint or ""), and names of collections -> keyword."""
    global _known
    if _known[0] != len(ELEMENTS):
        makers: dict[str, tuple[str, str]] = {}
        collections: dict[str, str] = {}
        cls: type[Element]
        for (keyword, kind), cls in ELEMENTS.items():
            makers.setdefault(keyword.lower(), (keyword, ""))
            if keyword in ("JOINT", "JPRIM"):
                makers.setdefault(kind.lower(), (keyword, kind))
            collections.setdefault(cls.plural or f"{keyword.lower()}s", keyword)
        _known = (len(ELEMENTS), makers, collections)
    return _known[1], _known[2]


def element_class(keyword: str, kind: str = "") -> type[Element]:
    """The class of a statement and kind; ModelError with a suggestion."""
    try:
        full = statement_names().find(keyword.upper())
    except Ambiguous:
        full = None
    found = family(full) if full else None
    if found is None:
        raise ModelError(
            Message("error", "E102", f"There is no statement {keyword}.", cure=statement_names().nearest(keyword))
        )
    if found.single is not None and not kind:
        return found.single
    word = found.kind(kind.upper()) if kind else None
    if word is None and not kind:
        usual = [cls for name, cls in found.kinds.items() if cls.usual or not name]
        if usual:
            return usual[0]
    if word is None:
        cure = found.spellings.nearest(kind) if kind else f"give one of {', '.join(found.spellings.names)}."
        raise ModelError(
            Message("error", "E105", f"{full} has no kind {kind!r}." if kind else f"{full} needs a kind.", cure=cure)
        )
    return found.kinds[word]


def _turn(z: Any, x: Any, euler: Any) -> Matrix:
    try:
        return rotation(_three(euler)) if euler is not None else from_axes(z and _three(z), x and _three(x))
    except NoDirection as error:
        raise ModelError(
            Message("error", "E106", f"The axes cannot be found: {error}.", cure="give two different directions.")
        ) from None


def _three(values: Any) -> Vector:
    numbers = tuple(float(v) for v in values)
    if len(numbers) != 3:
        raise ModelError(Message("error", "E104", f"{values!r} is no vector.", cure="give three numbers."))
    return numbers


__all__ = ["Builder", "Frame", "element_class", "vocabulary"]
