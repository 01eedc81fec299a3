"""JOINT(id, jflag, comp, rm) and its sisters: one component of the force of one element.

jflag 0 = the value at I, 1 = at J; comp 1 FM, 2 FX, 3 FY, 4 FZ, 5 TM, 6 TX, 7 TY, 8 TZ; rm the marker whose
axes count, 0 global. MOTION gives what the motion generator applies; JOINT leaves the motion on it out.
BUSHING, SPRINGDAMPER and VTORQUE have short names.
"""

from collections.abc import Sequence

from bellcrank.expression.declaration import MARKER, MARKER0, declare, identifier, integer

KEYWORDS = {
    "BEAM": "BEAM",
    "BUSH": "BUSHING",
    "CONTACT": "CONTACT",
    "CVCV": "CVCV",
    "FIELD": "FIELD",
    "FRICTION": "FRICTION",
    "GCON": "GCON",
    "GFORCE": "GFORCE",
    "JOINT": "JOINT",
    "JPRIM": "JPRIM",
    "MOTION": "MOTION",
    "PTCV": "PTCV",
    "SFORCE": "SFORCE",
    "SPDP": "SPRINGDAMPER",
    "TIRE": "TIRE",
    "VFORCE": "VFORCE",
    "VTORQ": "VTORQUE",
}


def dimension(arguments: Sequence[int]) -> str:
    """Components 1 to 4 are forces, 5 to 8 torques."""
    return "force" if arguments[2] <= 4 else "force*length"


for name, keyword in KEYWORDS.items():
    declare(
        name,
        dimension,
        "element",
        f"Force of a {keyword} at I (jflag 0) or J (1) along rm: comp 1 FM, 2 FX, 3 FY, 4 FZ, 5 TM, 6 TX, 7 TY, 8 TZ.",
        aliases=(keyword,) if keyword != name else (),
        id=identifier(keyword),
        jflag=integer(0, 1),
        comp=integer(1, 8),
        rm=MARKER0,
    )
declare(
    "NFORCE",
    dimension,
    "element",
    "Component of the force of an NFORCE at one of its markers, axes of rm.",
    id=identifier("NFORCE"),
    at=MARKER,
    comp=integer(1, 8),
    rm=MARKER0,
)
