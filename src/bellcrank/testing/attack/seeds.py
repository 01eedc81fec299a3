"""What mutations start from: every element of the dataset in small models, which are quick to read and to run.

A model is a frame of two parts and ground, and one to three pieces. Ids of the pieces do not clash.
"""

from __future__ import annotations

import functools
from importlib.resources import files
from random import Random

FRAME = """t
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/11, PART=1
PART/2, MASS=2, CM=20, IP=1,1.5,2, QG=1,0,0, REULER=90D,10D,0
MARKER/20, PART=2
MARKER/21, PART=2, QP=-1,0,0, REULER=0,90D,0
MARKER/29, PART=2, FLOATING
! adams_view_name='bob'
PART/3, MASS=1, CM=30, IP=1,1,1, QG=0.3,0.4,0.5, VX=0.1, WZ=1
MARKER/30, PART=3
MARKER/31, PART=3, QP=0,0.2,0, ZP=0,1,1
MARKER/39, PART=3, FLOATING
ACCGRAV/KGRAV=-9.81
"""
BEAM = "LENGTH=1, IXX=1, IYY=2, IZZ=3, AREA=0.5, EMODULUS=9, GMODULUS=4"
FULL = "FULL=RORDER"
PIECES: tuple[str, ...] = (
    *(f"JOINT/1, {kind}, I=21, J=11" for kind in ("REVOLUTE", "SPHERICAL", "FIXED", "PLANAR", "UNIVERSAL", "HOOKE")),
    "JOINT/2, TRANSLATIONAL, I=31, J=11, IC=0.1,0.2\nMOTION/1, JOINT=2, TRANSLATION, FUNCTION=0.1*SIN(3*TIME)",
    "JOINT/3, CYLINDRICAL, I=31, J=11\nMOTION/2, I=20, J=11, B3, VELOCITY, FUNCTION=TIME",
    "JOINT/4, CONVEL, I=20, J=31\nJOINT/5, SCREW, I=31, J=11, PITCH=0.3",
    "JOINT/6, REVOLUTE, I=20, J=11\nJOINT/7, TRANSLATIONAL, I=30, J=11\nCOUPLER/1, JOINTS=6,7, TYPE=R:T, SCALES=1,-.3",
    "JOINT/8, REVOLUTE, I=20, J=11\nJOINT/9, REVOLUTE, I=30, J=11\nMARKER/12, PART=1, QP=0.6,0,0\n"
    "GEAR/1, JOINTS=8,9, CV=12",
    "JOINT/10, RACKPIN, I=31, J=20, PD=0.4",
    "JPRIM/1, ATPOINT, I=21, J=11\nJPRIM/2, PARALLEL_AXES, I=21, J=30",
    "JPRIM/3, INLINE, I=31, J=11\nJPRIM/4, PERPENDICULAR, I=31, J=21",
    "JPRIM/5, INPLANE, I=31, J=11\nJPRIM/6, ORIENTATION, I=31, J=11\nJPRIM/7, POINT_POINT, I=20, J=30, OFFSET=1.2",
    "GCON/1, I=20, FUNCTION=DX(20,11)-VZ(20,11,11,11)",
    "UCON/1, FUNCTION=USER(1,20,30), ROUTINE=lib::con",
    f"MATRIX/1, {FULL}, ROWS=5, COLUMNS=3, VALUES=0,0,0,1,1,0,2,0,1,1,-1,0,0,0,0\n"
    "CURVE/1, CLOSED, MATRIX=1, CURVE_POINTS\nPTCV/1, I=20, JFLOAT=39, CURVE=1, RM=30\nGRAPHICS/1, CURVE, CID=1, CRM=11",
    f"MATRIX/2, {FULL}, ROWS=4, COLUMNS=3, VALUES=-2,.1,0,-.5,.1,0,.5,.1,0,2,.1,0\nCURVE/2, OPEN, MATRIX=2\n"
    "CURVE/3, FUNCTION=USER(1,2), MINPAR=0, MAXPAR=1\n"
    "CVCV/1, ICURVE=2, JCURVE=2, IRM=20, JRM=30, IFLOAT=29, JFLOAT=39, IDISP=0,0,0",
    "GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=1\nGRAPHICS/3, BOX, CORNER=11, X=2, Y=2, Z=-1\n"
    "CONTACT/1, IGEOM=2, JGEOM=3, IMPACT, STIFFNESS=1E4, EXPONENT=1.5, DAMPING=10, DMAX=0.01, COULOMB_FRICTION=ON"
    ", MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.1, FRICTION_TRANSITION_VELOCITY=1",
    "GRAPHICS/4, CYLINDER, CM=30, LENGTH=1, RADIUS=0.3\nGRAPHICS/5, PLANE, RM=11, XMIN=-5, XMAX=5, YMIN=-5, YMAX=5\n"
    "CONTACT/2, IGEOM=4, JGEOM=5, POISSON, PENALTY=1E4, RESTITUTION_COEFFICIENT=0.5",
    "JOINT/11, TRANSLATIONAL, I=31, J=11\nFRICTION/1, JOINT=11, MU_STATIC=0.3, MU_DYNAMIC=0.2"
    ", STICTION_TRANSITION_VELOCITY=0.1, MAX_STICTION_DEFORMATION=0.01, FRICTION_FORCE_PRELOAD=1",
    "JOINT/12, REVOLUTE, I=20, J=11\nFRICTION/2, JOINT=12, FORMULATION=LUGRE, MU_STATIC=0.3, MU_DYNAMIC=0.2"
    ", PIN_RADIUS=0.1, BRISTLE_STIFFNESS_COEFFICIENT=100, DAMPING_COEFFICIENT=1, STRIBECK_VELOCITY=0.1",
    "ARRAY/1, X, SIZE=1\nARRAY/2, U, VARIABLES=1\nARRAY/3, Y, SIZE=1\nARRAY/4, IC, NUMBERS=1\nVARIABLE/1, FUNCTION=TIME\n"
    f"MATRIX/3, {FULL}, ROWS=1, COLUMNS=1, VALUES=-1\nLSE/1, X=1, A=3, U=2, B=3, Y=3, C=3, D=3, IC=4",
    "ARRAY/5, X, SIZE=2\nARRAY/6, U, VARIABLES=2\nARRAY/7, Y, SIZE=1\nVARIABLE/2, IC=1, FUNCTION=ARYVAL(7,1)+TIME\n"
    "TFSISO/1, X=5, U=6, Y=7, NUMERATOR=1,2, DENOMINATOR=3,2,1",
    "ARRAY/8, X, SIZE=1\nARRAY/9, U, VARIABLES=3\nARRAY/10, Y, SIZE=1\nVARIABLE/3, FUNCTION=DM(20,30)\n"
    "GSE/1, NS=1, NO=1, X=8, U=9, Y=10, FUNCTION=USER(1,2), ROUTINE=lib::a,lib::b,lib::c",
    "DIFF/1, IC=0.4, FUNCTION=-DIF(1)+DX(20,30)\nDIFF/2, IC=0.3,0.1, IMPLICIT, FUNCTION=DIF1(2)+DIF(2)**2",
    "VARIABLE/4, FUNCTION=IF(DX(20):SIN(DY(20)),0,COS(DZ(20)))+MAX(DX(20),MODE)\nVARIABLE/5, FUNCTION=DELAY(DX(20,30)"
    ",.1,SIN(TIME))",
    "SPLINE/1, X=-3,-1,0,1,3, Y=1,2,0,3,1\nSPLINE/2, LINEAR, X=0,1,2,3, Y=1, 4,5,6,7, Y=2, 1,2,3,4\n"
    "SFORCE/1, TRANSLATION, I=20, J=11, FUNCTION=AKISPL(DX(20),0,1)+CUBSPL(DY(20),TIME,2,1)+BISTOP(DX(20),VX(20),-1,1,1,1,1,1)",
    "SPLINE/3, FILE=table.dat, BLOCK=b, CHANNEL=2\nSPLINE/4, X=1,2,3,4, Y=.1,.3,.2,.1\nMATRIX/4, FILE=m.dat\n"
    "VARIABLE/6, FUNCTION=INVPSD(TIME,4,1,3,5,0,1)",
    "SFORCE/2, ROTATION, ACTIONONLY, I=20, J=11, FUNCTION=-WZ(20,11,11)\nSFORCE/3, ROT, I=20, J=30, FUNCTION=USER(1,2)\\"
    ",ROUTINE=./x::y",
    "SFORCE/4, TRANSLATION, I=20, J=30, FUNCTION=IMPACT(DM(20,30),VR(20,30),2,100,1.5,2,.1)",
    "VFORCE/1, I=20, JFLOAT=39, RM=11, FX=DX(20,30)\\ FY=STEP(TIME,0,0,1,1)\\ FZ=-ACCZ(20)\\",
    "VTORQUE/1, I=20, JFLOAT=39, RM=20, TX=AZ(20,30)\\ TY=2\\ TZ=PHI(20,30)*YAW(20,30)",
    "GFORCE/1, I=20, JFLOAT=39, RM=30, FX=1\\ FY=2\\ FZ=DY(20,30,30)\\ TX=AX(20,30)\\ TY=AY(20,30)\\ TZ=WZ(20,30)**2\\",
    "SPRINGDAMPER/1, TRANSLATION, I=20, J=30, K=100, C=3, LENGTH=0.4, FORCE=2",
    "SPRINGDAMPER/2, ROTATION, I=20, J=11, KT=100, CT=3, ANGLE=40D, TORQUE=2",
    "BUSHING/1, I=20, J=30, K=100,200,300, C=1,2,3, KT=10,20,30, CT=.1,.2,.3, FORCE=1,2,3, TORQUE=4,5,6",
    f"BEAM/1, I=20, J=30, {BEAM}, CRATIO=0.02",
    f"BEAM/2, I=20, J=11, {BEAM}, ASY=1.2, CMATRIX={','.join(['.1'] * 21)}, FORMULATION=NONLINEAR",
    f"FIELD/1, I=20, J=30, KMATRIX={','.join(str(1 + n % 5) for n in range(36))}, CRATIO=.1, LENGTH=1,0,0,0,0,0",
    "FIELD/2, I=20, J=11, FUNCTION=USER(1), ROUTINE=lib::fld",
    f"MATRIX/5, {FULL}, ROWS=6, COLUMNS=6, VALUES={','.join(['1,0,0,0,0,0,0'] * 5)},1\nNFORCE/1, I=20, J=30, K=5, CRATIO=.1",
    "TIRE/1, FIALA, I=20, J=11, RADIUS=1, WIDTH=.2, K=2E4, C=2, CSLIP=60, CALPHA=46, UMIN=.8, UMAX=1, RR=.1",
    "STRING/1, STRING=tyre.tir\nROAD/1, TYPE=flat, FILE=road.rdf, RM=11\nTIRE/2, I=30, J=11, STRING=1, ROAD=1",
    "FLEX_BODY/1, QG=1,2,3, CM=40, MATRICES=1,2, MNF_FILE=x.mnf\nMARKER/40, FLEX_BODY=1, NODE_ID=7\n"
    "MFORCE/1, FLEX_BODY=1, CASE_INDEX=1, SCALE=TIME\nFEMDATA/1, LOADS, PART=2, RM=20, FORMAT=DAC, FILE=f",
    "MATERIAL/1, MATERIAL_NAME=steel, YOUNGS_MODULUS=2E11, POISSONS_RATIO=.3, DENSITY=7800\n"
    "SECTION/1, TYPE=RECT, AREA=1, IYY=1, IZZ=1, JXX=1\nFE_PART/1, TYPE=3D, NODE_LABELS=1,2, MATERIAL=1, SECTION=1\n"
    "FE_NODE/1, FE_PART=1, LABEL=1, S=0\nFE_LOAD/1, FE_PART=1, FX=TIME",
    "EXTERNAL_SYSTEM/1, TYPE=user, USER_FUNCTION=USER(1), FUNCTION=USER(2)\nSURFACE/1, UCLOSED, UMINPAR=0, UMAXPAR=1"
    ", VMINPAR=0, VMAXPAR=1, FUNCTION=USER(1,2)",
    "POINT_MASS/9, MASS=2, CM=90, QG=0,0,1\nMARKER/90, POINT_MASS=9",
    *(
        f"GRAPHICS/{n}, {words}"
        for n, words in enumerate(
            (
                "ARC, CM=20, RADIUS=1, RANGLE=90D", "CIRCLE, CM=20, RADIUS=2, SEG=9",
                "FRUSTUM, CM=20, LENGTH=1, TOP=.1, BOTTOM=.2",
                "TORUS, CM=20, MAJORRADIUS=1, MINORRADIUS=.1", "POINT, RM=20", "OUTLINE=20,21,11",
                "EXTRUSION, POINTS=0,0,0,1,0,0,1,1,0, RM=20, LENGTH=1", "REVOLUTION, POINTS=1,0,0,1,0,1,2,0,1, CM=20",
                "SHELL, RM=20, FILE=a.shl", "EXTERNAL, RM=20, FILE=a.x_t, ELEMENT=7",
                "FORCE, ETYPE=SFORCE, EID=1, EMARKER=20",
                "SPRDAMP, I=20, J=30, COILS=5, DA=1, DB=2, LA=1, LB=1, LC=1, LD=1",
            ),
            100,
        )
    ),
    "REQUEST/1, DISPLACEMENT, I=20, J=11, RM=30, COMMENT=where it is\nREQUEST/2, F2=TIME**2\\ F3=SFORCE(20,0,2,0)\\ F8=DX(20)"
    "\\ TITLE=a:b:c:d:e:f:g:h\nSFORCE/20, TRANSLATION, I=20, J=11, FUNCTION=1\nVARIABLE/20, FUNCTION=1\nREQUEST/3, VARIABLES=20,20, CNAMES=a,b, CUNITS=mm,deg, RESULTS_NAME=r",
    "MREQUEST/1, DISPLACEMENT, PARTS=2,3, RM=11\nMREQUEST/2, FORCE, ALL, COMMENT=all",
    "SENSOR/1, GE, VALUE=0.01, ERROR=1E-6, HALT, FUNCTION=DZ(20)\\ EVALUATE=VZ(20)\\\n"
    "SENSOR/2, EQ, VALUE=0, RESTART, PRINT, STEPSIZE=1E-3, FUNCTION=SIN(50*TIME)\nVARIABLE/7, FUNCTION=SENVAL(1)",
    "PINPUT/1, VARIABLES=8\nPOUTPUT/1, VARIABLES=9\nPSTATE/1, VARIABLES=9\nVARIABLE/8, FUNCTION=0\nVARIABLE/9, FUNCTION=DX(20)\n"
    "SFORCE/5, TRANSLATION, I=20, J=11, FUNCTION=VARVAL(8)",
    "OUTPUT/REQSAVE, GRSAVE, DSCALE=1,2, YPR, FIXED\nRESULTS/FORMATTED, XRF, NOREACTIONFORCES, DECIMAL_PLACES=5\nLIST\nNOLIST",
    "DEBUG/EPRINT, DUMP\nENVIRONMENT/NAME=MSC, VALUE=x\nPREFERENCES/SOLVER=CXX, NTHREADS=4, LIBPATH=../x\nLSOLVER/CALAHAN"
    ", STABILITY=.01",
    "INTEGRATOR/WSTIFF, SI1, ERROR=1E-4, HMAX=.1, KMAX=3, PATTERN=T:F:T, SCALE=1,1,1,1,1, CORRECTOR=MODIFIED\n"
    "EQUILIBRIUM/ALIMIT=30D, TLIMIT=1, MAXIT=50, STABILITY=1E-5, PATTERN=T:T\nKINEMATICS/ERROR=1E-6, HMAX=.1\n"
    "IC/ERROR=1E-8, MAXIT=30, PATTERN=T",
    "INTEGRATOR/HHT, ERROR=1E-5, ALPHA=-.2, BETA=.3, GAMMA=.6",
    "INTEGRATOR/RKF45, ERROR=1E-5",
)  # fmt: skip
"""One line more is one mutation more; `test_every_element_is_attacked` looks whether any element is missing."""

COMMANDS = (
    "INTEGRATOR/GSTIFF, SI2, ERROR=1E-4", "simulate/transient, end=0.1, steps=10", "DEACTIVATE/SPRINGDAMPER, ID=1",
    "ACTIVATE/SPRINGDAMPER, ID=1", "simulate/dynamics, duration=0.1, dtout=0.01", "PART/2, MASS=3", "OUTPUT/REQSAVE",
    "time", "simulate/statics", "simulate/statics, end=0.2, steps=3", "simulate/kinematics, duration=0.1, steps=2",
    "simulate/initial", "linear/eigensol, coords=1,2, kinetic=1,2", "linear/statemat, file=ab, format=matlab",
    "linear/mkb, file=mkb", "save/system, file=kept", "reload/system, file=kept", "save/states, buffer=b",
    "reload/states, buffer=b, title=another", "info/displacement, i=20, j=11", "show/status=simulation",
    "control/function=user(1,2), routine=os::system", "file/command=other", "file/model=other, output_prefix=p",
    "MOTION/1, FUNCTION=TIME**2", "EQUILIBRIUM/STATIC, MAXIT=40", "INTEGRATOR/DEFAULT", "INTEGRATOR/LIST",
    "deactivate/joint, range=1,9", "SENSOR/1, VALUE=0.5", "PREFERENCES/SOLVER=CXX", "help", "pause",
    "SPRINGDAMPER/1, K=50, C=1", "save/system, file=../../kept", "reload/system, file=/etc/passwd",
)  # fmt: skip

STUDY = """model = "x.adm"
end = 0.05
steps = 5
error = 1e-4
sampling = "lhs"
runs = 2
seed = 1
without = "CONTACT"
title = "a study"
[variables]
m = {sets = "PART/2.mass", low = 1.0, high = 3.0}
k = {sets = ["SPRINGDAMPER/1.k", "PART/3.ip[2] = 1e-2*k"], values = [50, 100], levels = 2}
[responses]
peak = "max(bob.Z)"
last = "rms(PART_2.VX) + 2*peak"
[constraints]
low = "peak < 120"
"""
MESSAGES = """ Adams Solver
 command: file/model=x
 command: ! a comment
 command: file/command=y
 command: simulate/dynamics, end=0.02, steps=2
   ... done
 command: SPRINGDAMPER/1, K=20
 command: simulate/statics
 command: stop
"""


def small(chance: Random) -> str:
    """The frame with one to three pieces."""
    pieces = chance.sample(PIECES, chance.choice((1, 1, 2, 3)))
    return "\n".join([FRAME + "\n".join(pieces), "END", ""])


@functools.cache
def shipped() -> list[str]:
    """The examples that are short."""
    found = [path for path in files("bellcrank").joinpath("examples").iterdir() if path.name.endswith(".adm")]
    texts = [path.read_text(encoding="utf-8") for path in sorted(found, key=lambda path: path.name)]
    return [text for text in texts if len(text) < 20_000]


def script(chance: Random, model: str = "x") -> str:
    """A command file of three to eight commands."""
    lines = chance.sample(COMMANDS, chance.choice((3, 5, 8)))
    head = chance.choice(([f"{model}.adm", "out"], ["", f"file/model={model}"]))
    return "\n".join([*head, *lines, "stop", ""])
