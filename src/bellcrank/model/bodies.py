"""Bodies and markers made in Python.

    m.part("rod", mass=2, cm=(0.5, 0, 0), inertia=np.diag([0.01, 0.2, 0.2]), at=(0, 0, 1), w=(0, 0, 3))

at, z, x, euler   the frame of the body in ground: origin, directions of its axes, or 3-1-3 angles
cm                the mass centre in the frame of the body, or a marker
inertia           three moments, or the 3x3 matrix, about the mass centre on the axes of the body
solid             a bc.Solid in the frame of the body: mass, cm and ip where they are not given, and pictures
v, w              velocity of the mass centre and angular velocity at the start, in ground axes
"""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any

from bellcrank.dataset.numbers import BadValue
from bellcrank.errors import Message, ModelError
from bellcrank.math.vec3 import mat_mul, minus, rotate_back
from bellcrank.model.directions import angles, three, turn
from bellcrank.model.frames import Matrix, Vector, angles_of, transposed
from bellcrank.model.sides import BODY_KEYWORDS
from bellcrank.model.solids import draw, fill
from bellcrank.schema.element import Element
from bellcrank.schema.kinds.numbers import finite

if TYPE_CHECKING:
    from bellcrank.model.model import Model


def make_body(model: Model, keyword: str, kind: str, name: str, values: dict[str, Any]) -> Element:
    """A PART, POINT_MASS or FLEX_BODY with the marker at its mass centre."""
    if not values.get("ground"):
        model.ground  # noqa: B018  a dataset without ground cannot be read again
    solid = values.pop("solid", None)
    if solid is not None:
        fill(model, name, solid, values)
    cm, inertia, v, w = (values.pop(key, None) for key in ("cm", "inertia", "v", "w"))
    _place(values)
    if isinstance(cm, (Element, int, str)):
        values["cm"] = cm
    elif keyword == "POINT_MASS" or cm is not None or values.get("mass") or inertia is not None or w is not None:
        cm = three(cm if cm is not None else (0.0, 0.0, 0.0))
    if v is not None:
        values["vx"], values["vy"], values["vz"] = three(v, "velocity")
    needed = {"cm": None} if isinstance(cm, tuple) else {}
    body: Any = model.new(keyword, name, kind, **values, **needed)
    if isinstance(cm, tuple):
        marker = f"{name}.cm" if name else ""
        body.cm = model.new("MARKER", marker, qp=cm, **{keyword.lower(): body})
    axes = _axes_of_centre(model, body)
    if inertia is not None:
        body.ip = _moments(inertia, axes, body)
    if w is not None:
        body.wx, body.wy, body.wz = rotate_back(axes, rotate_back_body(model, body, three(w, "angular velocity")))
    if solid is not None:
        draw(model, body, solid)
    return body  # type: ignore[no-any-return]


def make_marker(model: Model, keyword: str, kind: str, name: str, values: dict[str, Any]) -> Element:
    """A marker on a body, at a point of ground with its axes along directions in ground."""
    owner = values.pop("body", None)
    for attribute in ("part", "point_mass", "flex_body"):
        owner = values.pop(attribute, owner)
    if any(other in values for other in ("curve", "surface", "fe_part")) and owner is None:
        return model.new(keyword, name, kind, **values)
    body = body_of(model, owner, f"MARKER {name}")
    values[body.keyword.lower()] = body
    at, z, x, euler = (values.pop(key, None) for key in ("at", "z", "x", "euler"))
    origin, axes = model.body_frame(body.id, body.keyword)
    if at is not None:
        values["qp"] = rotate_back(axes, minus(_point(model, at), origin))
    if z is not None or x is not None or euler is not None:
        relative = mat_mul(transposed(axes), turn(z, x, euler))
        values["reuler"] = angles_of(relative)
    elif "reuler" in values:
        values["reuler"] = angles(values["reuler"])
    return model.new(keyword, name, kind, **values)


def body_of(model: Model, owner: Any, element: str = "") -> Any:
    """The body that is meant by an element, a name, the id of a PART, or None (ground)."""
    body: Any = model.ground if owner is None else model.get("PART", owner) if isinstance(owner, int) else owner
    body = _named_body(model, body) if isinstance(body, str) else body
    if getattr(body, "keyword", None) not in BODY_KEYWORDS:
        raise ModelError(Message("error", "E104", f"{body!r} is no body.", element=element, cure="give a part."))
    return body


def _point(model: Model, at: Any) -> Any:
    """A point of ground: three numbers, the origin of a marker, or that of a body."""
    if not isinstance(at, Element) or at.id is None:
        return three(at)
    return model.body_frame(at.id, at.keyword)[0] if at.keyword in BODY_KEYWORDS else model.frame_of(at.id)[0]


def _named_body(model: Model, name: str) -> Any:
    """The body with a name."""
    found = (model.collection(keyword) for keyword in BODY_KEYWORDS)
    return next((bodies for bodies in found if name in bodies), model.collection("PART"))[name]


def _place(values: dict[str, Any]) -> None:
    """The words of Python for the frame of a body as arguments of the dataset."""
    at, z, x, euler = (values.pop(key, None) for key in ("at", "z", "x", "euler"))
    if at is not None:
        values["qg"] = three(at)
    if z is not None or x is not None or euler is not None:
        values["reuler"] = angles_of(turn(z, x, euler))
    elif "reuler" in values:
        values["reuler"] = angles(values["reuler"])


def _axes_of_centre(model: Model, body: Any) -> Matrix:
    """The axes of the marker at the mass centre in the frame of the body."""
    own = transposed(model.body_frame(body.id, body.keyword)[1])
    return mat_mul(own, model.frame_of(body.cm)[1]) if getattr(body, "cm", None) else (1.0, 0, 0, 0, 1.0, 0, 0, 0, 1.0)


def rotate_back_body(model: Model, body: Any, vector: Vector) -> Vector:
    """A vector of ground on the axes of a body."""
    x, y, z = rotate_back(model.body_frame(body.id, body.keyword)[1], vector)
    return x, y, z


def _moments(inertia: Any, axes: Matrix, body: Element) -> tuple[float, ...]:
    """IP of the dataset from a matrix on the axes of the body."""
    try:
        if [isinstance(value, Real) for value in inertia] == [True] * 3:  # principal moments
            inertia = [[value if m == n else 0.0 for n in range(3)] for m, value in enumerate(inertia)]
        rows = [[finite(value) for value in row] for row in inertia]
        if [len(row) for row in rows] != [3, 3, 3]:
            raise BadValue("")
    except (BadValue, TypeError):
        cure = "give three principal moments, (0.1, 0.1, 0.2), or the 3x3 matrix."
        raise ModelError(body.message("E104", f"inertia = {inertia!r} is no inertia.", cure=cure)) from None
    size = max(abs(value) for row in rows for value in row)
    if any(abs(rows[a][b] - rows[b][a]) > 1e-9 * size for a, b in ((0, 1), (0, 2), (1, 2))):
        raise ModelError(body.message("E104", "The inertia matrix is not symmetric.", cure="check its elements."))
    flat: Any = tuple(value for row in rows for value in row)
    J = mat_mul(mat_mul(transposed(axes), flat), axes)
    products = (-J[1], -J[2], -J[5])
    return (J[0], J[4], J[8], *products) if any(products) else (J[0], J[4], J[8])
