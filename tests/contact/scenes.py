"""Small datasets with a contact."""

from __future__ import annotations

import numpy as np

from bellcrank.model import load_text

IMPACT = "IMPACT, STIFFNESS={k!r}, EXPONENT={e!r}, DAMPING={c!r}, DMAX={d!r}"
FRICTION = (
    ", COULOMB_FRICTION=ON, MU_STATIC={}, MU_DYNAMIC={}, STICTION_TRANSITION_VELOCITY={}, "
    "FRICTION_TRANSITION_VELOCITY={}"
)


def impact(k, e, c=0.0, d=1e-3, friction=None):
    """The law of a contact; friction: mus, mud, vs, vd."""
    return IMPACT.format(k=k, e=e, c=c, d=d) + (FRICTION.format(*friction) if friction else "")


def ball(id, radius, mass, at, v=(0, 0, 0), w=(0, 0, 0)):
    """A solid ball: PART, MARKER, GRAPHICS with the same number (the marker id0)."""
    inertia = 0.4 * mass * radius**2
    place, speed, spin = (",".join(map(repr, map(float, x))) for x in (at, v, w))
    vx, vy, vz = speed.split(",")
    wx, wy, wz = spin.split(",")
    speeds = f"VX={vx}, VY={vy}, VZ={vz}, WX={wx}, WY={wy}, WZ={wz}"
    return (
        f"PART/{id}, MASS={mass!r}, CM={id}0, IP={inertia!r},{inertia!r},{inertia!r}, QG={place}, {speeds}\n"
        f"MARKER/{id}0, PART={id}\nGRAPHICS/{id}, ELLIPSOID, CM={id}0, XSCALE={2 * radius!r}\n"
    )


def model(statements, gravity=(0, 0, 0)):
    """A model in SI units, with GRAPHICS/1, the plane z = 0 of ground."""
    g = ", ".join(f"{axis}GRAV={value!r}" for axis, value in zip("IJK", gravity))
    text = (
        "contact\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nGRAPHICS/1, PLANE, RM=1\n"
        f"{statements}\nACCGRAV/{g}\nEND\n"
    )
    found, report = load_text(text)
    assert not report.errors, report.render()
    return found


def at(run, time, *channels):
    """Values of channels at an output time."""
    row = int(np.argmin(abs(run.time - time)))
    assert abs(run.time[row] - time) < 1e-9
    return np.array([run[name][row] for name in channels])
