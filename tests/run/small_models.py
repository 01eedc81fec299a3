"""Bodies of datasets for the tests of runs; MARKER/1 is on ground at the origin, gravity is along -y, units are SI."""

HEAD = """\
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/JGRAV=-9.80665
PART/1, GROUND
MARKER/1, PART=1
"""
ROD = """\
PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1
MARKER/20, PART=2, QP=0.5,0,0
MARKER/21, PART=2
"""
"""A part with its mass centre (MARKER/20) half a metre from MARKER/21, which is at the origin."""
PENDULUM = f"{ROD}JOINT/1, REVOLUTE, I=21, J=1\n"
"""A rod on a pin, let go from the horizontal."""
BLOCK = """\
PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=1
VARIABLE/1, FUNCTION=4
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=VARVAL(1)
"""
"""A block of 2 kg that slides along z, pushed by a force of VARIABLE/1: z = 1/2 a t^2, a = 2 m/s^2."""
FOUR_BAR = """\
MARKER/2, PART=1, QP=0.4,0,0
PART/2, MASS=1, CM=20, IP=0.01,0.01,0.01
MARKER/20, PART=2
MARKER/21, PART=2, QP=0,0.3,0
PART/3, MASS=1, CM=30, IP=0.01,0.01,0.01, QG=0,0.3,0
MARKER/30, PART=3
MARKER/31, PART=3, QP=0.2,0.1,0
PART/4, MASS=1, CM=40, IP=0.01,0.01,0.01, QG=0.4,0,0
MARKER/40, PART=4
MARKER/41, PART=4, QP=-0.2,0.4,0
JOINT/1, REVOLUTE, I=20, J=1
JOINT/2, SPHERICAL, I=30, J=21
JOINT/3, SPHERICAL, I=41, J=31
JOINT/4, REVOLUTE, I=40, J=2
MOTION/1, ROTATION, JOINT=1, FUNCTION=-TIME
"""
"""A four-bar linkage whose driven link cannot turn fully: bars of 0.3, 0.2236, 0.4472, frame 0.4."""
