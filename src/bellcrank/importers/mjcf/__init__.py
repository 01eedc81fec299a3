"""MJCF, the model description of MuJoCo.

    document    includes, defaults classes, compiler settings: the attributes that finally hold for a node
    bodies      bodies, frames, joints, sites
    inertia     masses and tensors, given or of geoms with density
    relations   actuators and equality constraints
    mjcf        the whole file

Reference     mujoco.readthedocs.io, XML reference and Modeling.
"""
