"""Unit texts of result files: "mm/sec**2", "newton-mm", "newton/(mm-sec)", "N*m", "deg".

`measure` gives the size in SI units (radians for angles) and the powers of force, mass, length, time and angle, so that
two files with different units can be compared. `header_code` and `read_code` are the twelve letters in the heads of
`.req` and `.gra`.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Mapping

from ..schema.units import BASES, LABELS, SHORT, TABLES, Powers

ANGLES = dict.fromkeys(("RAD", "RADIAN", "RADIANS"), 1.0) | dict.fromkeys(("DEG", "DEGREE", "DEGREES"), math.pi / 180)
NAMES = {label.upper(): name for name, label in LABELS.items()} | SHORT

CODES: dict[str, dict[str, str]] = {
    "length": {
        "METER": "M_", "MILLIMETER": "MM", "CENTIMETER": "CM", "KILOMETER": "KM", "INCH": "IN", "FOOT": "FT",
        "MILE": "MI",
    },
    "mass": {"KILOGRAM": "KG", "GRAM": "G_", "POUND_MASS": "LB", "SLUG": "SL", "OUNCE_MASS": "OZ", "KPOUND_MASS": "KL"},
    "time": {"SECOND": "S_", "MILLISECOND": "MS", "MINUTE": "MN", "HOUR": "HR"},
    "force": {
        "NEWTON": "N_", "KNEWTON": "KN", "DYNE": "DY", "KILOGRAM_FORCE": "KF", "POUND_FORCE": "PF", "OUNCE_FORCE": "OF",
        "KPOUND_FORCE": "KP",
    },
    "angle": {"RADIAN": "RA", "DEGREE": "DE"},
}  # fmt: skip
"""Two letters per unit. Seen in files of Adams: M_ MM IN, KG LB, S_, N_ PF, RA; the others follow the same pattern."""

_TOKEN = re.compile(r"(?<!\s)\s*+([A-Za-z_µ%°][\w°]*|\d+(?:\.\d*)?|\*\*|\^|[-*/().·])")


def full_name(unit: str) -> str:
    """The name of the dataset of one unit: "mm" -> MILLIMETER, "newton" -> NEWTON; unknown words in capitals."""
    word = unit.strip().upper()
    return NAMES.get(word, word)


@functools.cache
def measure(text: str) -> tuple[float, Powers] | None:
    """Size in SI units and powers of (force, mass, length, time, angle); None where the text is not understood.

    >>> measure("newton-mm")
    (0.001, (1.0, 0.0, 1.0, 0.0, 0.0))
    """
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != re.sub(r"\s+", "", text):
        return None
    size, powers, sign, depth_sign = 1.0, [0.0] * len(BASES), 1.0, 1.0
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if token == "/":
            sign = -1.0
        elif token == "(":
            depth_sign, sign = sign, 1.0
        elif token == ")":
            depth_sign = 1.0
        elif token not in "-*·.":
            power = sign * depth_sign
            if position + 2 < len(tokens) and tokens[position + 1] in ("**", "^"):
                power *= _number(tokens[position + 2])
                position += 2
            found = _unit(token)
            if found is None:
                return None
            size *= found[0] ** power
            if found[1] >= 0:
                powers[found[1]] += power
            sign = 1.0
        position += 1
    return size, tuple(powers)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")


def _unit(word: str) -> tuple[float, int] | None:
    """Size and index of the base; -1 for a pure number."""
    if word[0].isdigit():
        return float(word), -1
    if word.upper() in ANGLES:
        return ANGLES[word.upper()], BASES.index("angle")
    name = full_name(word)
    for base, table in TABLES.items():
        if name in table:
            return table[name], BASES.index(base)
    return None


def conversion(old: str, new: str) -> float | None:
    """What numbers in `old` are multiplied by to be in `new`; None where the two measure different things.

    A text that is empty or not understood fits only itself.
    """
    if old == new:
        return 1.0
    a, b = measure(old), measure(new)
    if a is None or b is None or not old or not new:
        return None
    if a[1][:4] != b[1][:4] and _mechanical(a[1]) != _mechanical(b[1]):
        return None
    return a[0] / b[0]


def _mechanical(powers: Powers) -> tuple[float, ...]:
    """Powers of mass, length and time, with force = mass*length/time**2 and angles counting nothing."""
    force, mass, length, time, _ = powers
    return mass + force, length + force, time - 2 * force


def is_angle(text: str) -> bool:
    """Whether the unit is that of an angle (not of a rate)."""
    found = measure(text) if text else None
    return found is not None and found[1] == (0.0, 0.0, 0.0, 0.0, 1.0)


def header_code(units: Mapping[str, str]) -> str:
    """Twelve letters and the number of length units in a metre, as in the heads of `.req` and `.gra`."""
    letters = ""
    for base in ("length", "mass", "time", "force"):
        name = full_name(str(units.get(base, "")))
        letters += CODES[base].get(name, next(iter(CODES[base].values())))
    angle = "DE" if str(units.get("angle", "rad")).lower().startswith("deg") else "RA"
    scale = 1.0 / TABLES["length"].get(full_name(str(units.get("length", ""))), 1.0)
    return f"{letters}{angle}CA {scale:.15E}"


def read_code(code: str) -> dict[str, str]:
    """The units of a head, as labels; what is not known is left out."""
    found = {}
    for position, base in enumerate(("length", "mass", "time", "force", "angle")):
        letters = code[2 * position : 2 * position + 2]
        for name, two in CODES[base].items():
            if two == letters:
                found[base] = label(name)
    return found


def label(name: str) -> str:
    """The unit as result files write it: MILLIMETER -> mm, POUND_FORCE -> pound_force, RADIAN -> rad."""
    short = {"RADIAN": "rad", "DEGREE": "deg"}
    return short.get(name) or LABELS.get(name, name.lower())


def labels(units: Mapping[str, str]) -> dict[str, str]:
    """Labels of all kinds of channels: length, angle, velocity, ..., for a system of units."""
    length, time, force, angle = (units.get(base, "") for base in ("length", "time", "force", "angle"))
    if not (length and time):
        return {}
    torque = f"{force}-{length}" if force else ""
    return {
        "displacement": length,
        "angle": angle or "rad",
        "velocity": f"{length}/{time}",
        "angular velocity": f"{angle or 'rad'}/{time}",
        "acceleration": f"{length}/{time}**2",
        "angular acceleration": f"{angle or 'rad'}/{time}**2",
        "force": force,
        "torque": torque,
    }


def cycles_per(time: str) -> str:
    """The unit of a frequency in cycles per unit of time.

    >>> cycles_per("sec"), cycles_per("minute")
    ('Hz', '1/minute')
    """
    return "Hz" if time.lower() in ("s", "sec", "second") else f"1/{time}"
