"""Building a model in Python, as naturally as in a dataset.

    m = Model("pendulum", units="MKS", gravity=-9.80665)
    rod = m.part("rod", mass=2, cm=(0.5, 0, 0), ip=(0.01, 0.01, 1e-4))
    pin = m.revolute("pin", rod, m.ground, at=(0, 0, 0), axis="y")
    m.motion("motor", joint=pin, function="30D*TIME")
    m.sforce("wind", i=rod, at=(1, 0, 0), actiononly=True, function="-10*DX(rod, ground)")

Every statement is a method in small letters (`m.bushing`, `m.request`, `m.integrator`), and so is every kind of JOINT
and JPRIM (`m.revolute`, `m.inline`); `m.parts`, `m.markers`, ... are the elements made so far. The methods are written
out in `builders.py`, which `scripts/make_builders.py` generates; each hands its arguments to `_build` here. Elements of
plug-ins have the same methods, without a signature. Points, axes and bodies in place of markers: `sides.py`,
`bodies.py`; names in expressions: `wording.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from bellcrank.errors import BellcrankError, ExpressionError, Message, ModelError
from bellcrank.model.analyses import Analyses, analysis_named
from bellcrank.model.bodies import body_of, make_body, make_marker
from bellcrank.model.builders import Builders
from bellcrank.model.contacts import make_contact
from bellcrank.model.directions import start_angle
from bellcrank.model.sides import BODY_KEYWORDS, place_sides, takes_sides
from bellcrank.model.solids import draw_in_ground
from bellcrank.model.wording import id_of, with_ids
from bellcrank.registry import ELEMENTS
from bellcrank.schema.abbreviation import Ambiguous, did_you_mean
from bellcrank.schema.element import Element
from bellcrank.schema.family import family, statement_names
from bellcrank.schema.fields import Field
from bellcrank.schema.kinds import Formula

if TYPE_CHECKING:
    from bellcrank.geometry.solid import Solid
    from bellcrank.model.model import Model

Maker = Callable[["Model", str, str, str, dict[str, Any]], Element]
MAKERS: dict[str, Maker] = {
    "PART": make_body, "POINT_MASS": make_body, "MARKER": make_marker, "CONTACT": make_contact,
}  # fmt: skip
"""Statements that are more than their arguments."""


OTHER_WORDS = {
    **dict.fromkeys(("body", "rigid_body", "link"), "part"),
    **dict.fromkeys(("frame", "site", "point"), "marker"),
    **dict.fromkeys(("hinge", "pin"), "revolute"),
    **dict.fromkeys(("prismatic", "slider", "slide"), "translational"),
    **dict.fromkeys(("ball", "ball_joint"), "spherical"),
    **dict.fromkeys(("weld", "lock"), "fixed"),
    **dict.fromkeys(("spring", "damper", "spring_damper"), "springdamper"),
    **dict.fromkeys(("force", "load"), "sforce (along a line) or vforce (three components)"),
    **dict.fromkeys(("motor", "actuator", "drive"), "motion (or a force: sforce)"),
    **dict.fromkeys(("run", "solve"), "simulate"),
    "torque": "sforce (kind ROTATION) or vtorque",
    "measure": "request",
    "static": "statics",
    "linearise": "linearize",
    "save": "write",
    "check": "examine",
}
"""Words of other programs -> ours."""


class Making(Builders, Analyses):
    """The methods that make elements."""

    def new(self, keyword: str, name: str = "", kind: str = "", id: int | None = None, **values: Any) -> Element:
        """Make an element of a statement and add it: `m.new("SFORCE", "f", "ROTATION", i=.., j=.., function=..)`."""
        model = self._model()
        cls = element_class(keyword, kind)
        element = cls(id, name)
        element.__dict__["_model"] = model
        _check_names(element, values)
        for attribute, value in values.items():
            setattr(element, attribute, value)
        missing = [f.name for f in cls.required_fields if f.attribute not in {**values, **element.__dict__}]
        if missing:
            cure = f"give {', '.join(n.lower() for n in missing)}."
            raise ModelError(element.message("E105", f"{', '.join(missing)} missing.", cure=cure))
        return model.add(element)

    def draw(self, body: Any, *solids: Solid) -> list[Any]:
        """Show solids on a body: `m.draw(crank, bc.Solid.rod((0, 0, 0), (0.1, 0, 0), radius=0.01))`; their GRAPHICS.

        body    A body or its name; m.ground for what stands still
        solids  Where they are in ground, as the body stands in the model; a density is not needed, no mass is added
        """
        model = self._model()
        owner = body_of(model, body)
        return [graphic for solid in solids for graphic in draw_in_ground(model, owner, solid)]

    def _build(self, keyword: str, kind: str, given: dict[str, Any]) -> Any:
        """The maker behind every generated method: `given` are its arguments, None and False where left out."""
        values = {
            key: v for key, v in given.items() if key not in ("self", "named") and v is not None and v is not False
        }
        if not isinstance(values.get("name", ""), str):
            method = (kind or keyword).lower()
            what = f"The first argument of m.{method} is a name, not {values['name']!r}."
            raise ModelError(Message("error", "E104", what, cure=f'begin with a text: m.{method}("name", ...).'))
        kind, name = values.pop("kind", kind), str(values.pop("name", ""))
        model = self._model()
        before = len(model._order)
        try:
            return self._from(keyword, kind, name, values, given.get("named"))
        except BellcrankError:
            if made := list(model._order)[before:]:
                model.remove(*made)  # what is refused leaves nothing behind, no part, no marker
            raise

    def _from(self, keyword: str, kind: str, name: str, values: dict[str, Any], named: Any = None) -> Any:
        """Make an element with all it needs; where it is refused nothing of it stays in the model."""
        model = self._model()
        before = len(model._order)
        try:
            return self._made(model, keyword, kind, name, values, named)
        except BellcrankError:
            model.remove(*(e for e in list(model._order)[before:] if not getattr(e, "ground", False)))
            raise

    def _made(self, model: Model, keyword: str, kind: str, name: str, values: dict[str, Any], named: Any) -> Any:
        cls = element_class(keyword, kind)
        if keyword == "REQUEST":
            _columns(name, values, named or {})
        if name and cls.numbered:
            _check_new(model, cls, name)
        single = model.single(cls.keyword) if not cls.numbered else None
        if single is not None and not single.repeatable:
            _check_names(single, values)
            for attribute, value in values.items():
                setattr(single, attribute, value)
            return single
        if keyword in MAKERS:
            return MAKERS[keyword](model, keyword, kind, name, values)
        if takes_sides(cls):
            _bodies_by_name(model, cls, values)
            place_sides(model, cls, name, values)
        if keyword == "MOTION":
            _axis_of_motion(model, name, values)
        if keyword == "JOINT":
            start_angle(cls, values)
        return _fitting(model, self.new(keyword, name, kind, **values))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Statements and analyses that have no method of their own: those of plug-ins."""
            if name.startswith("_"):
                raise AttributeError(name)
            makers, collections = vocabulary()
            if name in collections:
                return self._model().collection(collections[name])
            if name in makers:
                return functools.partial(self._plain, *makers[name])
            if (analysis := analysis_named(name)) is not None:
                return functools.partial(analysis, self)
            word = OTHER_WORDS.get(name.lower(), "")
            near = f"it is called {word} here" if word else did_you_mean(name, [*makers, *collections])
            raise AttributeError(f"a model has no {name!r}{'; ' + near if near else ''}")

    def _plain(self, keyword: str, kind: str, name: str = "", *sides: Any, **values: Any) -> Any:
        """The method of a statement of a plug-in; a joint takes its two sides by position too."""
        values.update(zip(("i", "j"), sides, strict=False))
        return self._from(keyword, values.pop("kind", kind), name, values)

    def __dir__(self) -> list[str]:
        makers, collections = vocabulary()
        return sorted({*object.__dir__(self), *makers, *collections})

    def _model(self) -> Model:
        return cast("Model", self)


def _check_names(element: Element, values: dict[str, Any]) -> None:
    """All arguments that the statement does not have, told before anything is made."""
    for attribute in values:
        if attribute not in element.fields:
            raise ModelError(element._unknown(attribute))


def _check_new(model: Model, cls: type[Element], name: str) -> None:
    """Two elements of a statement with one name: neither its channels nor an expression could tell them apart."""
    found = model.labelled(cls.keyword, name)
    if found:
        what = f"There is a {cls.keyword} named {name!r} already: {found[0].title}."
        cure = f"give another name, or change the one there is: model[{name!r}]."
        why = "Channels and expressions could not tell them apart."
        raise ModelError(Message("error", "E109", what, element=f"{cls.keyword} {name}", why=why, cure=cure))


def _fitting(model: Model, element: Element) -> Element:
    """The element, unless its arguments do not fit together."""
    for message in element.check(model):
        if message.rule == "E106" and message.severity == "error":
            raise ModelError(message)
    return element


def resolved(model: Model, element: Element, field: Field, value: Any) -> Any:
    """A value with ids in place of names; an expression that cannot be read is refused here."""
    if field.targets is not None:
        one = isinstance(value, (str, Element)) or not hasattr(value, "__iter__")
        found = [_reference(model, field.targets, v) for v in ([value] if one else value)]
        return found[0] if one else found
    if not isinstance(field.kind, Formula):
        if element.keyword == "JOINT" and field.attribute in ("ic", "icrot"):
            start_angle(type(element), {field.attribute: value})
        return value
    try:
        value = with_ids(model, value)
        if isinstance(value, str) and value.strip():
            value = field.accept(value)
            value.tree  # noqa: B018  a wrong function is refused where it is given
    except (ExpressionError, ModelError) as error:
        first = error.report.messages[0]
        what = f"{field.name}: {first.what}"
        raise ModelError(element.message(first.rule, what, first.why, first.cure)) from None
    return value


def _reference(model: Model, targets: tuple[str, ...], value: Any) -> Any:
    return id_of(model, value, targets[0]) if isinstance(value, str) else value


def _bodies_by_name(model: Model, cls: type[Element], values: dict[str, Any]) -> None:
    """The name of a body in the place of a marker."""
    for attribute, field in cls.fields.items():
        value = values.get(attribute)
        if isinstance(value, str) and "MARKER" in (field.targets or ()) and not model.labelled("MARKER", value):
            bodies = [body for keyword in BODY_KEYWORDS for body in model.labelled(keyword, value)]
            values[attribute] = bodies[0] if bodies else value


def _axis_of_motion(model: Model, name: str, values: dict[str, Any]) -> None:
    """The joint decides what a motion drives; a joint that can both slide and turn leaves the choice."""
    axis = values.get("axis")
    if isinstance(axis, Element) or (isinstance(axis, str) and model.labelled("JOINT", axis)):
        title = axis.title if isinstance(axis, Element) else repr(axis)
        cure = f'give the joint by its name: m.motion("{name}", joint=..., function=...).'
        what = f"{title} stands in the place of axis, the coordinate that is driven."
        raise ModelError(Message("error", "E104", what, element=f"MOTION {name}".strip(), cure=cure))
    if values.get("joint") is None:
        if not {"i", "j"} <= values.keys():
            cure = f'm.motion("{name}", joint=..., function=...), or i=, j= and axis=.'
            raise ModelError(Message("error", "E105", "JOINT is missing.", element=f"MOTION {name}".strip(), cure=cure))
        return
    if axis is not None and str(axis).upper() not in ("ROTATION", "TRANSLATION"):
        return  # what is no coordinate of a joint is refused by the statement itself
    given = values["joint"]
    joint: Any = model.collection("JOINT")[given] if isinstance(given, (int, str)) else given
    found = [{"R": "ROTATION", "T": "TRANSLATION"}[c] for c in getattr(joint, "coordinates", ())]
    if str(axis).upper() in found:
        return
    if len(found) != 1 or axis is not None:
        verbs = [{"ROTATION": "turn", "TRANSLATION": "slide"}[f] for f in found]
        able = f"can {' and '.join(verbs)}" if found else "has no coordinate that a motion can drive"
        what = f"{joint.title} {able}{f', and axis is {axis}' if axis is not None else ''}."
        cure = (
            f"give axis={' or axis='.join(repr(f) for f in found)}." if found else "drive I against J: i=, j=, axis=."
        )
        raise ModelError(Message("error", "E105", what, element=f"MOTION {name}", cure=cure))
    values["axis"] = found[0]


def _columns(name: str, values: dict[str, Any], named: dict[str, Any]) -> None:
    """Named expressions of a request become its columns; x is one of them where there are no sides to turn."""
    if "x" in values and "i" not in values and "j" not in values:
        named = {"x": values.pop("x"), **named}
    free = [f"f{n}" for n in range(1, 9) if f"f{n}" not in values]
    if len(named) > len(free):
        what = f"{len(named)} columns, but a request has {len(free)} left."
        raise ModelError(Message("error", "E106", what, element=f"REQUEST {name}", cure="make a second request."))
    if named:
        used = dict(zip(named, free, strict=False))
        titles = {f: column for column, f in used.items()}
        values["cnames"] = [titles.get(f"f{n}", "") for n in range(1, 1 + max(int(f[1:]) for f in titles))]
        values.update({used[column]: formula for column, formula in named.items()})


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
    if isinstance(kind, Element):
        what = f"{kind.title} stands where the kind of {full} belongs."
        raise ModelError(Message("error", "E105", what, cure="give bodies by name: i=, j=."))
    if found.single is not None and not kind:
        return found.single
    word = found.kind(kind.upper()) if kind else None
    if word is None and not kind:
        usual = [cls for name, cls in found.kinds.items() if cls.usual or not name]
        if usual:
            return usual[0]
    if word is None:
        names = ", ".join(found.spellings.names)
        cure = found.spellings.nearest(kind) or (f"give one of {names}." if names else "leave it out.")
        raise ModelError(
            Message("error", "E105", f"{full} has no kind {kind!r}." if kind else f"{full} needs a kind.", cure=cure)
        )
    return found.kinds[word]


__all__ = ["Making", "element_class", "vocabulary"]
