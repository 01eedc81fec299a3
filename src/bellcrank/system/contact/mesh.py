"""Nets of triangles as shapes of contacts."""

from __future__ import annotations

from typing import Any

import numpy as np

from bellcrank.system.contact.shapes import Packed


def pack_net(net: Any) -> Packed:
    """A net that is none of the simple shapes."""
    centre = 0.5 * (net.points.min(axis=0) + net.points.max(axis=0))
    radius = float(np.linalg.norm(net.points - centre, axis=1).max())
    thin = float(np.ptp(net.points, axis=0).min())
    return Packed("MESH", (), tuple(centre), radius, thin, np.eye(3), np.zeros(3), net=net)
