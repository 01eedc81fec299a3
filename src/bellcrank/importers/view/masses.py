"""Masses of parts that have a material instead: from their shapes, as Adams View takes them.

    m = sum rho V_k,   r = sum rho V_k r_k / m,   J about r, on the axes of the mass centre marker                 (1)

Shapes that overlap count twice, as there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bellcrank.errors import ModelError
from bellcrank.importers.view.bodies import link_mass
from bellcrank.importers.view.places import Unknown
from bellcrank.registry import ELEMENTS

if TYPE_CHECKING:
    from bellcrank.importers.view.tables import Tables

NEGLIGIBLE = 1e-9
"""Products of inertia below this part of the largest moment are rounding."""


def give_mass(session: Tables, name: str, material: str) -> None:
    """Mass, mass centre and moments of the part with a full name; Unknown where they do not follow."""
    part = session.objects.find(name, "PART")
    if part.mass:
        return
    density = session.densities.get(session.objects.full(material))
    if density is None:
        raise Unknown(f"the density of {material} is not given")
    strange = [shape for shape in session.strange_shapes if shape.startswith(f"{name}.")]
    if strange:
        raise Unknown(f"the volume of {strange[0]} is not known here")
    links = [link for link in session.links if link.startswith(f"{name}.")]
    shapes = _shapes(session, part)
    if len(links) == 1 and not shapes:
        return _single_link(session, part, name, links[0], density)
    if not shapes and not links:
        raise Unknown("it has no shapes")
    _put_together(session, part, name, shapes, links, density)


def _shapes(session: Tables, part: Any) -> list[tuple[Any, Any]]:
    """(marker, solid) of the shapes of a part."""
    found = []
    for graphic in session.model.all("GRAPHICS"):
        marker: Any = session.model.find("MARKER", getattr(graphic, "hangs_on", None) or 0)
        if marker is None or marker.part != part.id:
            continue
        wrong = [message for message in graphic.check(session.model) if message.severity == "error"]
        if wrong:
            raise Unknown(f"{graphic.title}: {wrong[0].what.rstrip('.')}")
        try:
            solid = graphic.solid(session.model)  # type: ignore[attr-defined]
        except ModelError as error:
            raise Unknown(error.report.messages[0].what.rstrip(".")) from None
        if solid is not None:
            found.append((marker, solid))
    return found


def _single_link(session: Tables, part: Any, name: str, link: str, density: float) -> None:
    centre = session.objects.find(f"{name}.cm", "MARKER")
    i, j = (session.objects.find(marker, "MARKER") for marker in session.links[link])
    axes = session.model.frame_of(centre.id)[1]
    width, depth = session.sizes[link]
    part.mass, part.ip = link_mass(
        session.model.frame_of(i.id), session.model.frame_of(j.id)[0], width, depth, density, axes
    )
    part.cm = centre


def _put_together(session: Tables, part: Any, name: str, shapes: list[Any], links: list[str], density: float) -> None:
    """Equation (1) in ground."""
    import numpy as np

    from bellcrank.geometry.mass import Mass, together

    pieces = []
    for marker, solid in shapes:
        origin, axes = session.model.frame_of(marker.id)
        pieces.append(solid.shape_alone.moved(np.reshape(axes, (3, 3)), np.array(origin)).times(density))
    for link in links:
        i, j = (session.model.frame_of(session.objects.find(m, "MARKER").id) for m in session.links[link])
        width, depth = session.sizes[link]
        mass, ip = link_mass(i, j[0], width, depth, density, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0))
        xx, yy, zz, xy, xz, yz = (*ip, 0.0, 0.0, 0.0)[:6]
        inertia = np.array([[xx, -xy, -xz], [-xy, yy, -yz], [-xz, -yz, zz]])
        pieces.append(Mass(mass, (np.array(i[0]) + np.array(j[0])) / 2, inertia))
    whole = together(pieces)
    if not (np.isfinite(whole.mass) and whole.mass > 0.0 and np.isfinite(whole.inertia).all()):
        raise Unknown("its shapes enclose no volume")
    centre = _centre(session, part, name, whole.cm)
    R = np.reshape(session.model.frame_of(centre.id)[1], (3, 3))
    J = R.T @ whole.inertia @ R
    six = [float(v) for v in (J[0, 0], J[1, 1], J[2, 2], -J[0, 1], -J[0, 2], -J[1, 2])]
    part.mass, part.cm = float(whole.mass), centre
    part.ip = six if max(map(abs, six[3:])) > NEGLIGIBLE * max(six[:3]) else six[:3]


def _centre(session: Tables, part: Any, name: str, cm: Any) -> Any:
    """The marker at the mass centre: that of the file, or a new one."""
    known = session.objects.known.get(f"{name}.cm")
    if known is not None:
        return known
    origin, axes = session.model.body_frame(part.id, part.keyword)
    local = [sum((cm[k] - origin[k]) * axes[3 * k + n] for k in range(3)) for n in range(3)]
    marker = ELEMENTS["MARKER", ""](part=part.id, qp=local)
    return session.objects.add(f"{name}.cm", marker, None, part.place)
