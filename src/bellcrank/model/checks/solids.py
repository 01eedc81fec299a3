"""Rules C104, C105: solids that do not fit the numbers of their PART, solids that cannot be read.

Mass centre and inertia of the solids of a part (GRAPHICS, EXTERNAL and SHELL; other shapes where the MATERIAL of the
part has a density) are computed and compared. Where a density is known (MATERIAL, or written in the Parasolid file)
the mass is compared too; otherwise only what does not depend on it: the centre, and the radii of gyration k = sqrt(J
/ m).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bellcrank.errors import BellcrankError, ModelError
from bellcrank.model.checks.geometry import Geometry
from bellcrank.model.checks.inertia import moving_parts, tensor_at_cm
from bellcrank.model.checks.rule import Finding, rule

if TYPE_CHECKING:
    from bellcrank.geometry.mass import Mass
    from bellcrank.model import Model

FILES = ("EXTERNAL", "SHELL")
MISFIT = 0.02
"""Part of the size: Adams computes masses from facets (up to 0.3 % off in real files), people round to two digits."""


@rule("C105", "warning", "a solid cannot be read")
def unreadable_solids(model: Model) -> Iterator[Finding]:
    """A file that GRAPHICS names is missing, damaged, of an unknown format, or lies outside of the dataset's folder.

    The model can be simulated, but the shape is not drawn and no contact can act on it. A missing Parasolid file may
    be stood in for by a net beside the dataset: <stem>.<ELEMENT>.stl, .obj or .shl.
    """
    seen: dict[str, list[Any]] = {}
    for graphic in _from_files(model):
        try:
            for note in graphic.solid(model).notes:
                seen.setdefault(note, []).append(graphic)
        except ModelError as error:
            for message in error.report:
                seen.setdefault(f"{message.what}\n{message.cure}", []).append(graphic)
    for told, graphics in seen.items():
        what, _, cure = told.partition("\n")
        more = f" ({len(graphics)} GRAPHICS need it)" if len(graphics) > 1 else ""
        yield Finding(graphics[0], f"{what}{more}", cure=cure)


@rule("C104", "note", "mass properties do not fit the solids of the part")
def misfitting_solids(model: Model) -> Iterator[Finding]:
    """Mass, mass centre or inertia of a PART differ from those of the solids drawn on it by more than 2 %.

    They may be meant so: a part may carry what is not drawn. But a solid moved after its mass was computed, a wrong
    unit or a forgotten density look the same.
    """
    geometry = Geometry(model)
    for part in moving_parts(model):
        if not part.mass or part.cm is None:
            continue
        density = _density_of_material(model, part)
        try:
            solids = list(_solids(model, geometry, part, density))
        except (BellcrankError, LookupError):  # told by C105 and by the reader
            continue
        if solids:
            yield from _compared(geometry, part, solids)


def _from_files(model: Model) -> Iterator[Any]:
    return (g for g in model.all("GRAPHICS") if g.kind in FILES)


def _density_of_material(model: Model, part: Any) -> float | None:
    """The density of the MATERIAL a part names."""
    name = (part.material or "").upper()
    for material in model.all("MATERIAL") if name else ():
        if name in (material.name.upper(), material.material_name.upper(), str(material.id)):  # type: ignore[attr-defined]
            return material.density or None  # type: ignore[attr-defined]
    return None


def _solids(model: Model, geometry: Geometry, part: Any, density: float | None) -> Iterator[tuple[Mass, float | None]]:
    """Mass properties at density 1 of the solids of a part, in ground axes, and their densities."""
    for graphic in model.all("GRAPHICS"):
        marker = graphic.hangs_on  # type: ignore[attr-defined]
        if marker is None or geometry.body(marker) != ("PART", part.id) or (graphic.kind not in FILES and not density):
            continue
        solid = graphic.solid(model)  # type: ignore[attr-defined]
        if solid is None:
            continue
        import numpy as np

        origin, turn = geometry.frame(marker)
        shape = solid.pieces[0].shape
        if graphic.kind not in FILES or shape.found.mesh.closed:
            yield shape.mass().moved(np.reshape(turn, (3, 3)), np.array(origin)), density or shape.density


def _compared(geometry: Geometry, part: Any, solids: list[tuple[Mass, float | None]]) -> Iterator[Finding]:
    import numpy as np

    from bellcrank.geometry.mass import together

    known = all(density for _, density in solids)
    whole = together([mass.times(density or 1.0 if known else 1.0) for mass, density in solids])
    if whole.mass <= 0.0:
        return
    size = float(np.sqrt(np.trace(whole.inertia) / whole.mass))
    misfits = []
    off = float(np.linalg.norm(np.array(geometry.origin(part.cm)) - whole.cm))
    if off > MISFIT * size:
        misfits.append(f"the mass centre lies {off:.4g} from theirs (their radius of gyration is {size:.4g})")
    if known and abs(part.mass / whole.mass - 1.0) > MISFIT:
        misfits.append(f"MASS is {part.mass:.5g}, theirs {whole.mass:.5g}")
    if any(part.ip):
        own = np.sqrt(np.abs(np.linalg.eigvalsh(_matrix(tensor_at_cm(geometry, part)))) / part.mass)
        theirs = np.sqrt(np.linalg.eigvalsh(whole.inertia) / whole.mass)
        if np.abs(own - theirs).max() > MISFIT * size:
            pairs = ", ".join(f"{a:.4g} ({b:.4g})" for a, b in zip(own, theirs))
            misfits.append(f"its radii of gyration (theirs) are {pairs}")
    if misfits:
        yield Finding(
            part,
            f"Does not fit its {'solids' if len(solids) > 1 else 'solid'}: {'; '.join(misfits)}.",
            "Masses computed from solids agree to a few parts in a thousand.",
            "check RM of the solid, density and units; ignore this where the part stands for more than is drawn.",
        )


def _matrix(t: tuple[float, ...]) -> list[list[float]]:
    xx, yy, zz, xy, xz, yz = t
    return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
