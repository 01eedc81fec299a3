"""BEAM: a massless elastic beam between two markers.

    BEAM/id, I=id, J=id, LENGTH=r, AREA=r, IXX=r, IYY=r, IZZ=r, EMODULUS=r, GMODULUS=r [, ASY=r] [, ASZ=r]
            [, CRATIO=r | , CMATRIX=r1,..,r21] [, FORMULATION={LINEAR|STRING|NONLINEAR}]

Geometry      x_J runs from J to I; undeformed, I lies at (L, 0, 0) in J with parallel axes.
Equation      LINEAR  (F; T)_I = -K (x-L, y, z, a, b, c) - C (rates) in J axes; a, b, c = AX, AY, AZ(I,J)       (1)
Stiffness     Py = 12 E IZZ ASY/(G A L^2),  Pz = 12 E IYY ASZ/(G A L^2)
              K11 = E A/L                           K44 = G IXX/L
              K22 = 12 E IZZ/(L^3 (1+Py))           K66 = (4+Py) E IZZ/(L (1+Py))    K26 = -6 E IZZ/(L^2 (1+Py))
              K33 = 12 E IYY/(L^3 (1+Pz))           K55 = (4+Pz) E IYY/(L (1+Pz))    K35 =  6 E IYY/(L^2 (1+Pz))   (2)
Damping       C = CRATIO K, or CMATRIX: the 21 entries of the lower triangle, column by column.
STRING        (1) with the axial force E A e/L of a bent beam: e = x - L + 1/2 the integral of w'^2 over the beam; a
              tension stiffens it, a compression softens it, and it is stretched by large deflections               (3)
NONLINEAR     deformations in a frame halfway between the ends, where (2) is diagonal:
              E A/L, K22, K33, G IXX/L, E IYY/L, E IZZ/L, with the axial force of (3)                               (4)
              Rigid motions deform nothing, neither end is preferred, and there is a potential.
Large angles  a chain of short beams follows any bending: the angle between the ends of each must be small (10 degrees)
              in LINEAR and STRING; NONLINEAR converges with the square of the length of its members.
Fast modes    short beams without damping vibrate fast, which backward differences must follow: give CRATIO, or
              integrate with HHT (100 beams: 0.3 s instead of 14 s)
Reaction      on J: -F_I and -T_I - r x F_I, r from J to I
Doubtful      how Adams defines STRING and NONLINEAR is not published; (3) and (4) are ours.
References    Przemieniecki (1968), Theory of Matrix Structural Analysis, eq. (5.116), 15.2. Crisfield & Jelenic (1999),
              Proc. R. Soc. A 455, 1125-1147.  Derivatives: system/kinds/field.py, beam.py.  Adams: BEAM.
"""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.elements.forces.field import (
    DISPLACEMENT,
    FORCE_AND_TORQUE,
    Matrix,
    by_rows,
    halfway,
    laws,
    motions,
)
from bellcrank.elements.forces.formula import Formula
from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import choice, quantity, reference, vector
from bellcrank.schema.vocabulary import Vocabulary

PLACES = [(row, column) for column in range(6) for row in range(column, 6)]
"""The lower triangle, column by column."""
TRIANGLE = tuple(f"{FORCE_AND_TORQUE[row]}/{DISPLACEMENT[column]}*time" for row, column in PLACES)


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

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if (self.asy or self.asz) and not (self.gmodulus and self.area):
            yield self.message(
                "E106",
                "A shear ratio is given, but GMODULUS or AREA is zero.",
                "A section without shear stiffness would be infinitely soft.",
                "give GMODULUS and AREA, or remove ASY and ASZ.",
                at="asy" if self.asy else "asz",
            )

    def shear(self) -> tuple[float, float]:
        """Py and Pz of (2)."""
        shear, bending = self.gmodulus * self.area * self.length**2, 12.0 * self.emodulus
        return tuple(  # type: ignore[return-value]
            bending * i * ratio / shear if ratio else 0.0 for i, ratio in ((self.izz, self.asy), (self.iyy, self.asz))
        )

    def halfway_stiffness(self) -> Matrix:
        """The diagonal matrix of (4)."""
        p_y, p_z = self.shear()
        e, length = self.emodulus, self.length
        diagonal = (
            e * self.area / length,
            12.0 * e * self.izz / (length**3 * (1.0 + p_y)),
            12.0 * e * self.iyy / (length**3 * (1.0 + p_z)),
            self.gmodulus * self.ixx / length,
            e * self.iyy / length,
            e * self.izz / length,
        )
        return [[diagonal[row] if row == column else 0.0 for column in range(6)] for row in range(6)]

    def stiffness(self) -> Matrix:
        """K of (2): the same seen from J."""
        return halfway(self.halfway_stiffness(), (-self.length, 0.0, 0.0))

    def damping(self) -> Matrix:
        """C of (1)."""
        if self.cmatrix is None:
            return [[(self.cratio or 0.0) * value for value in row] for row in self.stiffness()]
        found = [[0.0] * 6 for _ in range(6)]
        for (row, column), value in zip(PLACES, self.cmatrix, strict=True):
            found[row][column] = found[column][row] = value
        return found

    def string(self) -> tuple[float, float, float, float]:
        """k, L, g_y, g_z of the axial force (3): see system/kinds/beam.py (5)."""
        g_y, g_z = ((1.2 + 2.0 * p + p * p) / (1.0 + p) ** 2 for p in self.shear())
        return self.emodulus * self.area / self.length, self.length, g_y, g_z

    def force_axes(self) -> list[tuple[int, int, int]]:
        """The six components on the axes of J; a NONLINEAR one is no expression, and is read as it is computed."""
        return [] if self.formulation == "NONLINEAR" else [(axis, self.i, self.j) for axis in range(6)]

    def lower(self, to: Vocabulary) -> None:
        i, j, c, read = self.i, self.j, self.damping(), to.is_read(self)
        free, nonlinear, linear = (self.length, *(0.0,) * 5), self.formulation == "NONLINEAR", (0.0, 1.0, 0.0, 0.0)
        k = self.halfway_stiffness() if nonlinear else self.stiffness()
        if self.formulation != "LINEAR":
            k[0][0] = 0.0  # the axial force is that of the string
        if read:
            to.load(self, i, j, j, laws(i, j, k, c, free) if self.formulation == "LINEAR" else self._string_laws(k, c))
            return
        if nonlinear:
            c = halfway(c, (self.length, 0.0, 0.0))
        string = linear if self.formulation == "LINEAR" else self.string()
        numbers = (*by_rows(k), *by_rows(c), *free, *(0.0,) * 6, *string)
        if nonlinear:
            to.act(self, "BEAM", i, j, numbers)
        else:
            to.act(self, "FIELD", i, j, numbers, [to.angles(self, i, j)])

    def _string_laws(self, k: Matrix, c: Matrix) -> dict[int, Formula]:
        """Equation (3) as six expressions; see system/kinds/field.py (2)."""
        i, j, length = self.i, self.j, self.length
        stiff, _, g_y, g_z = self.string()
        found, (u, _) = laws(i, j, k, c, (length, *(0.0,) * 5)), motions(i, j)
        slopes = {
            1: g_y / length * u[1] + 0.5 * (1.0 - g_y) * u[5],
            2: g_z / length * u[2] - 0.5 * (1.0 - g_z) * u[4],
            4: length * (g_z / 4.0 - 1.0 / 6.0) * u[4] - 0.5 * (1.0 - g_z) * u[2],
            5: length * (g_y / 4.0 - 1.0 / 6.0) * u[5] + 0.5 * (1.0 - g_y) * u[1],
        }
        bent = sum((0.5 * slope * u[n] for n, slope in slopes.items()), Formula.of(0.0))
        force = stiff * (u[0] - length + bent)
        return found | {0: found[0] - force} | {n: found[n] - force * slope for n, slope in slopes.items()}
