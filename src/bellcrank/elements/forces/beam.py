"""BEAM: a massless elastic beam between two markers.

    BEAM/id, I=id, J=id, LENGTH=r, AREA=r, IXX=r, IYY=r, IZZ=r, EMODULUS=r, GMODULUS=r [, ASY=r] [, ASZ=r]
            [, CRATIO=r | , CMATRIX=r1,..,r21] [, FORMULATION={LINEAR|STRING|NONLINEAR}]

Geometry      x_J runs from J to I; undeformed, I lies at (L, 0, 0) in J with parallel axes.
Equation      (F; T)_I = -K (x-L, y, z, a, b, c) - C (rates) in J axes; a, b, c = AX, AY, AZ(I,J)       (1)
Stiffness     Py = 12 E IZZ ASY/(G A L^2),  Pz = 12 E IYY ASZ/(G A L^2)
              K11 = E A/L                           K44 = G IXX/L
              K22 = 12 E IZZ/(L^3 (1+Py))           K66 = (4+Py) E IZZ/(L (1+Py))    K26 = -6 E IZZ/(L^2 (1+Py))
              K33 = 12 E IYY/(L^3 (1+Pz))           K55 = (4+Pz) E IYY/(L (1+Pz))    K35 =  6 E IYY/(L^2 (1+Pz))   (2)
Damping       C = CRATIO K, or CMATRIX: the 21 entries of the lower triangle, column by column.
Reaction      on J: -F_I and -T_I - r x F_I, r from J to I
References    Przemieniecki, Theory of Matrix Structural Analysis, eq. (5.116).  Adams: BEAM.
"""

from __future__ import annotations

from bellcrank.elements.forces.field import DISPLACEMENT, FORCE_AND_TORQUE
from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import choice, quantity, reference, vector

TRIANGLE = tuple(
    f"{FORCE_AND_TORQUE[row]}/{DISPLACEMENT[column]}*time" for column in range(6) for row in range(column, 6)
)


@element("BEAM")
class Beam(Element):
    """A massless elastic beam."""

    result_type = "Beam"

    i: int = reference("MARKER", required=True, doc="Marker I, at the far end")
    j: int = reference("MARKER", required=True, doc="Marker J, whose x axis is the beam axis")
    length: float = quantity("length", required=True, above=0.0, doc="Undeformed length")
    ixx: float = quantity("length**4", required=True, minimum=0.0, doc="Torsion constant")
    iyy: float = quantity("length**4", required=True, minimum=0.0, doc="Second moment of area about y")
    izz: float = quantity("length**4", required=True, minimum=0.0, doc="Second moment of area about z")
    area: float = quantity("length**2", required=True, minimum=0.0, doc="Cross section area")
    asy: float = quantity("", 0.0, doc="Shear ratio in y (solid rectangle 1.2, circle 10/9, thin tube 2)")
    asz: float = quantity("", 0.0, doc="Shear ratio in z")
    emodulus: float = quantity("force/length**2", required=True, minimum=0.0, doc="Young's modulus")
    gmodulus: float = quantity("force/length**2", required=True, minimum=0.0, doc="Shear modulus")
    cratio: float | None = quantity("time", doc="Ratio of damping to stiffness")
    cmatrix: tuple[float, ...] | None = vector(TRIANGLE, count=21, doc="Damping matrix, lower triangle by columns")
    formulation: str = choice("LINEAR STRING NONLINEAR", "LINEAR", doc="Form of the equations")
