"""Units: the UNITS statement, consistency factor, unit labels, conversion factors.

Force, mass, length and time units are chosen freely; the equation of motion in user units is

    m a = UCF F,      UCF = F_SI T_SI^2 / (M_SI L_SI)                                            (1)

A dimension is a product of powers of force, mass, length, time and angle, written `force*time/length`,
`mass*length**2`; "" is a pure number.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass

LENGTH = {
    "METER": 1.0, "KILOMETER": 1e3, "CENTIMETER": 1e-2, "MILLIMETER": 1e-3, "MICROMETER": 1e-6, "NANOMETER": 1e-9,
    "ANGSTROM": 1e-10, "INCH": 0.0254, "MILS": 2.54e-5, "MICROINCH": 2.54e-8, "FOOT": 0.3048, "YARD": 0.9144,
    "MILE": 1609.344,
}  # fmt: skip
MASS = {
    "KILOGRAM": 1.0, "GRAM": 1e-3, "MILLIGRAM": 1e-6, "MICROGRAM": 1e-9, "NANOGRAM": 1e-12, "TONNE": 1e3,
    "MEGAGRAM": 1e3, "US_TON": 907.18474, "POUND_MASS": 0.45359237, "KPOUND_MASS": 453.59237,
    "OUNCE_MASS": 0.028349523125, "SLUG": 4.4482216152605 / 0.3048, "SLINCH": 4.4482216152605 / 0.0254,
}  # fmt: skip
FORCE = {
    "NEWTON": 1.0, "KNEWTON": 1e3, "MEGANEWTON": 1e6, "CENTINEWTON": 1e-2, "MILLINEWTON": 1e-3, "MICRONEWTON": 1e-6,
    "NANONEWTON": 1e-9, "DYNE": 1e-5, "KILOGRAM_FORCE": 9.80665, "POUND_FORCE": 4.4482216152605,
    "KPOUND_FORCE": 4448.2216152605, "OUNCE_FORCE": 4.4482216152605 / 16, "POUNDAL": 0.45359237 * 0.3048,
}  # fmt: skip
TIME = {
    "SECOND": 1.0, "MILLISECOND": 1e-3, "MICROSECOND": 1e-6, "NANOSECOND": 1e-9, "MINUTE": 60.0, "HOUR": 3600.0,
    "DAY": 86400.0,
}  # fmt: skip
"""Each table: name of the dataset -> size in SI units."""

TABLES: dict[str, dict[str, float]] = {"force": FORCE, "mass": MASS, "length": LENGTH, "time": TIME}
BASES = ("force", "mass", "length", "time", "angle")

LABELS = {
    "METER": "meter", "MILLIMETER": "mm", "CENTIMETER": "cm", "KILOMETER": "km", "INCH": "inch", "FOOT": "foot",
    "MILE": "mile", "KILOGRAM": "kg", "GRAM": "gram", "SECOND": "sec", "MILLISECOND": "msec", "MINUTE": "min",
}  # fmt: skip
"""Labels of the results files that are not just the name in small letters."""

SHORT = {
    "M": "METER", "MM": "MILLIMETER", "CM": "CENTIMETER", "KM": "KILOMETER", "IN": "INCH", "FT": "FOOT",
    "KG": "KILOGRAM", "G": "GRAM", "T": "TONNE", "LBM": "POUND_MASS", "N": "NEWTON", "KN": "KNEWTON",
    "MN": "MEGANEWTON", "LBF": "POUND_FORCE", "KGF": "KILOGRAM_FORCE", "S": "SECOND", "SEC": "SECOND",
    "MS": "MILLISECOND", "H": "HOUR", "KILONEWTON": "KNEWTON",
    "METRE": "METER", "MILLIMETRE": "MILLIMETER", "FEET": "FOOT", "INCHES": "INCH",
}  # fmt: skip
"""Everyday spellings of units, for the Python side and for suggestions."""

SYSTEMS = {
    "MKS": ("NEWTON", "KILOGRAM", "METER", "SECOND"),
    "CGS": ("DYNE", "GRAM", "CENTIMETER", "SECOND"),
    "FPS": ("POUND_FORCE", "POUND_MASS", "FOOT", "SECOND"),
    "IPS": ("POUND_FORCE", "POUND_MASS", "INCH", "SECOND"),
    "MMKS": ("NEWTON", "KILOGRAM", "MILLIMETER", "SECOND"),
}
"""Named systems; MMKS is the usual one of Adams View and is written with its four units."""

QUANTITIES = {
    "no_units": "", "length": "length", "displacement": "length", "angle": "angle", "mass": "mass", "time": "time",
    "force": "force", "torque": "force*length", "velocity": "length/time", "acceleration": "length/time**2",
    "angular_velocity": "angle/time", "angular_acceleration": "angle/time**2", "stiffness": "force/length",
    "damping": "force*time/length", "torsion_stiffness": "force*length/angle",
    "torsion_damping": "force*length*time/angle", "inertia": "mass*length**2", "area": "length**2",
    "volume": "length**3", "density": "mass/length**3", "pressure": "force/length**2", "energy": "force*length",
    "frequency": "1/time",
}  # fmt: skip
"""Words of Adams View for what a number measures (CUNITS of REQUEST) -> dimension."""

Powers = tuple[float, ...]
"""Powers of force, mass, length, time, angle."""

_FACTOR = re.compile(r"([*/]?)\s*(\w+)(?:\*\*(-?[\d.]+))?\s*")


@functools.cache
def powers(dimension: str) -> Powers:
    """The powers of a dimension text.

    >>> powers("force*time/length")
    (1.0, 0.0, -1.0, 1.0, 0.0)
    """
    result = dict.fromkeys(BASES, 0.0)
    for sign, base, power in _FACTOR.findall(dimension):
        if base != "1":
            result[base] += (-1.0 if sign == "/" else 1.0) * float(power or 1)
    return tuple(result.values())


def dimension_text(of: Powers) -> str:
    """The text of powers, for instance `force*time/length`."""
    above = [_power(base, p) for base, p in zip(BASES, of, strict=True) if p > 0]
    below = [_power(base, -p) for base, p in zip(BASES, of, strict=True) if p < 0]
    return "/".join(["*".join(above) or ("1" if below else ""), *below])


def _power(base: str, power: float) -> str:
    return base if power == 1 else f"{base}**{power:g}"


@dataclass(frozen=True)
class Units:
    """The four units of a model; all names empty when the dataset gives none (UCF = 1, no labels)."""

    force: str = ""
    mass: str = ""
    length: str = ""
    time: str = ""
    factor_given: float | None = None
    """UCF where the dataset states it."""

    @classmethod
    def named(cls, name: str) -> Units:
        """A system (`MKS`, `MMKS`, `IPS`, ...) or four units in any order (`mm kg N s`)."""
        word = name.strip().upper()
        if word in ("", "NONE"):
            return cls()
        word = "MKS" if word == "SI" else word
        if word in SYSTEMS:
            return cls(*SYSTEMS[word])
        found: dict[str, str] = {}
        for unit in re.split(r"[\s,\-]+", word):
            full = SHORT.get(unit, unit)
            for base, table in TABLES.items():
                if full in table:
                    found[base] = full
        if set(found) != set(TABLES):
            raise ValueError(
                f"{name!r} is no unit system; use one of SI, {', '.join(SYSTEMS)} or four units such as 'mm kg N s'"
            )
        return cls(found["force"], found["mass"], found["length"], found["time"])

    @property
    def known(self) -> bool:
        """Whether the model has units at all."""
        return bool(self.length)

    @property
    def ucf(self) -> float:
        """The units consistency factor of equation (1)."""
        if self.factor_given is not None:
            return self.factor_given
        if not self.known:
            return 1.0
        factor = FORCE[self.force] * TIME[self.time] ** 2 / (MASS[self.mass] * LENGTH[self.length])
        return round(factor) if abs(factor - round(factor)) < 1e-12 * factor else factor

    @property
    def names(self) -> Mapping[str, str]:
        """Base dimension -> unit of the dataset."""
        return {"force": self.force, "mass": self.mass, "length": self.length, "time": self.time}

    def si(self, base: str) -> float:
        """The size of the unit of a base dimension in SI units (angles are radians)."""
        return 1.0 if base == "angle" else TABLES[base][self.names[base]]

    @functools.lru_cache(maxsize=1024)  # noqa: B019, frozen and few
    def label(self, dimension: str, angle: str = "rad") -> str:
        """The unit label as in result files: `mm/sec**2`, `newton-mm`, `rad`; "" without units or dimension."""
        if not self.known:
            return ""
        names = {base: LABELS.get(unit, unit.lower()) for base, unit in self.names.items()} | {"angle": angle}
        pairs = list(zip(BASES, powers(dimension), strict=True))
        above = "-".join(_power(names[base], p) for base, p in pairs if p > 0)
        below = [_power(names[base], -p) for base, p in pairs if p < 0]
        if not below:
            return above
        return f"{above or '1'}/{below[0] if len(below) == 1 else '(' + '-'.join(below) + ')'}"

    def named_label(self, word: str) -> str:
        """The label of a quantity by its word ("torque" is newton-mm where the units are so); others as they are."""
        dimension = QUANTITIES.get(word.strip().lower())
        return word.strip() if dimension is None else self.label(dimension) if dimension else ""

    def factor_to(self, other: Units, dimension: str | Powers) -> float:
        """What a number of this dimension is multiplied by on the way to other units.

        >>> Units.named("MMKS").factor_to(Units.named("MKS"), "force/length")
        1000.0
        """
        result = 1.0
        of = powers(dimension) if isinstance(dimension, str) else dimension
        for base, power in zip(BASES, of, strict=True):
            if power and base != "angle":
                mine, its = self.si(base), other.si(base)
                result *= _ratio(mine, its) ** power if mine >= its else _ratio(its, mine) ** -power
        return result


def _ratio(large: float, small: float) -> float:
    """large/small; whole numbers come out exact (1000 rather than 999.9999999999999)."""
    ratio = large / small
    return float(round(ratio)) if abs(ratio - round(ratio)) < 1e-12 * ratio else ratio
