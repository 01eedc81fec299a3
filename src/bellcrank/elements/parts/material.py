"""MATERIAL: elastic constants and density.

    MATERIAL/id, NAME=c, YOUNGS_MODULUS=r, POISSONS_RATIO=r, DENSITY=r

Effect        none on rigid bodies.
References    Adams: MATERIAL.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import quantity, text


@element("MATERIAL")
class Material(Element):
    """Elastic constants and density."""

    passive = True
    open_arguments = True

    material_name: str = text(name="NAME", doc="Name")
    youngs_modulus: float | None = quantity("force/length**2", minimum=0.0, doc="Young's modulus")
    poissons_ratio: float | None = quantity("", doc="Poisson's ratio")
    density: float | None = quantity("mass/length**3", minimum=0.0, doc="Density")
