"""JPRIM: what all joint primitives have in common; they are joints with fewer conditions (see joints/joint.py)."""

from __future__ import annotations

from bellcrank.elements.joints.joint import Joint


class PrimitiveJoint(Joint):
    """Conditions between two markers, as JPRIM."""

    result_type = "Primitive_Joint"
    rank = 11
