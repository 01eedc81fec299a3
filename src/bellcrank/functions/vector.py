"""DXYZ, VXYZ, UVX, MAG, ...: the vector functions of the C++ solver; known, not simulated."""

from bellcrank.expression.declaration import declare, expr

NAMES = {
    "DXYZ": "displacement",
    "VXYZ": "velocity",
    "WXYZ": "angular velocity",
    "ACCXYZ": "acceleration",
    "WDTXYZ": "angular acceleration",
    "FXYZ": "force",
    "TXYZ": "torque",
    "UVX": "x axis of a marker",
    "UVY": "y axis of a marker",
    "UVZ": "z axis of a marker",
    "UV": "unit vector along a vector",
    "MAG": "length of a vector",
    "TRANS": "transformation matrix",
}
for name, meaning in NAMES.items():
    declare(
        name,
        "?",
        "measure",
        f"Vector function of the C++ solver: {meaning}.",
        a=expr(),
        rest=expr(),
        unsupported="expressions are scalar here; use the component functions (DX, VX, ...)",
    )
