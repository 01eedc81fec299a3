"""One model with every kind of table: each primitive, constraint, force, measure, equation and kernel is used."""

from __future__ import annotations

MEASURES = (
    "DX(21,31,41) + DM(21,31)",
    "VX(21,31,41,22) + VM(21,31,41) + VR(21,31)",
    "ACCX(21,31,41,22) + ACCM(21,31,41)",
    "WX(21,31,41) + WM(21,31)",
    "WDTX(21,31,41,22) + WDTM(21,31,41)",
    "AX(21,31) + AY(21,31) + AZ(21,31)",
    "PSI(21,31) + THETA(21,31) + PHI(21,31)",
    "YAW(21,31) + PITCH(21,31) + ROLL(21,31)",
    "INCANG(21,31,41) + ORIENT(27,2,21,31)",
    "JOINT(1,0,2,0) + JOINT(2,1,5,21) + MOTION(1,0,1,0)",
    "SFORCE(1,0,2,41) + BUSH(1,1,6,0) + VFORCE(1,0,1,0)",
    "STEP(TIME,0,0,1,DX(21,31)) + IMPACT(DM(21,31),VR(21,31),5,100,1.5,2,0.1) + AKISPL(DX(21),0,1)",
    "CUBSPL(DX(21),0,1) + CURVE(DX(21),1,2,1) + INVPSD(DY(21),2,1,3,5,0,1)",
    "IF(DX(21): SIN(DY(21)), 0, COS(DZ(21))) + MAX(DX(21),DY(21)) + MODE + DIF1(1)",
    "DELAY(DX(21,31), 0.1 + DY(21)**2, SIN(TIME))",
)

BEAM = "BEAM/{}, I=21, J=42, LENGTH=1.1, IXX=0.1, IYY=0.2, IZZ=0.3, AREA=0.5, EMODULUS=9, GMODULUS=4, CRATIO=0.1"


def everything() -> str:
    """Statements for the parts and markers of `random_dataset`."""
    lines = [
        "JOINT/1, REVOLUTE, I=21, J=31",
        "JOINT/2, CONVEL, I=22, J=11",
        "JOINT/3, TRANSLATIONAL, I=41, J=32",
        "JOINT/4, SCREW, I=42, J=11, PITCH=0.3",
        "JPRIM/1, INPLANE, I=22, J=42",
        "JPRIM/2, POINT_POINT, I=22, J=41, OFFSET=1.1",
        "MOTION/1, I=22, J=12, X, FUNCTION=0.3*SIN(TIME)",
        "MOTION/2, I=41, J=12, B2, ACCELERATION, FUNCTION=0.3*SIN(TIME)",
        "GCON/1, I=31, FUNCTION=VX(31,42,42,42) - 0.2*WZ(31,42,42)",
        "GCON/2, I=31, FUNCTION=INCANG(21,31,41) - THETA(31,42)*PSI(22,41) - 0.4",
        "COUPLER/1, JOINTS=1,3, TYPE=R:T, SCALES=1,-0.3",
        "SFORCE/1, TRANSLATION, I=21, J=41, FUNCTION=-10*DM(21,41) - VR(21,41)",
        "SFORCE/2, ROTATION, ACTIONONLY, I=21, J=41, FUNCTION=-WZ(21,41,41)",
        "SFORCE/3, TRANSLATION, ACTIONONLY, I=31, J=11, FUNCTION=VARVAL(1)*TIME",
        "VFORCE/1, I=21, JFLOAT=39, RM=41, FX=DX(21,31)\\ FY=JOINT(1,0,1,0)\\ FZ=-ACCZ(21)\\",
        "VTORQUE/1, I=21, JFLOAT=39, RM=22, TX=DIF(1)\\ TY=2\\ TZ=VARVAL(2)\\",
        "BUSHING/1, I=22, J=41, K=1,2,3, KT=4,5,6, C=1,2,3, CT=1,2,3",
        "BUSHING/2, I=32, J=42, K=3,1,2, KT=5,6,4, C=2,3,1, CT=1,3,2, FORCE=1,2,1, TORQUE=2,1,1",
        f"FIELD/1, I=22, J=42, KMATRIX={','.join(str(1 + n % 5) for n in range(36))}, CRATIO=0.1",
        f"{BEAM.format(1)}, FORMULATION=STRING",
        f"{BEAM.format(2)}, FORMULATION=NONLINEAR",
        "FRICTION/1, JOINT=1, MU_STATIC=0.02, MU_DYNAMIC=0.01, STICTION_TRANSITION_VELOCITY=9, PIN_RADIUS=0.2",
        "GRAPHICS/1, ELLIPSOID, CM=21, XSCALE=0.8, YSCALE=0.8, ZSCALE=0.8",
        "GRAPHICS/2, BOX, CORNER=41, X=2, Y=2, Z=2",
        "CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=10, EXPONENT=1.5, DAMPING=1, DMAX=0.1, COULOMB_FRICTION=ON"
        ", MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.1, FRICTION_TRANSITION_VELOCITY=1",
        "PTCV/1, I=42, JFLOAT=29, CURVE=1, RM=21",
        "POINT_MASS/9, MASS=2, CM=90",
        "MARKER/90, POINT_MASS=9",
        "SPRINGDAMPER/1, TRANSLATION, I=90, J=21, K=100, C=1, LENGTH=0.5",
        "SPLINE/1, X=-3,-1,0,1,3, Y=1,2,0,3,1",
        "SPLINE/2, X=1,2,3,4, Y=0.1,0.3,0.2,0.1",
        "MATRIX/1, FULL=RORDER, ROWS=5, COLUMNS=3, VALUES=0,0,0, 1,1,0, 2,0,1, 1,-1,0, 0,0,0",
        "CURVE/1, CLOSED, MATRIX=1, CURVE_POINTS",
        "DIFF/1, IC=0.4, FUNCTION=-DIF(1) + DX(21,31)",
        "DIFF/2, IC=0.3, IMPLICIT, FUNCTION=DIF1(2) + DIF(2)**2 + DIF(1)",
        "REQUEST/1, F1=JOINT(1,0,2,0)\\ F2=SFORCE(1,0,1,0)\\ F3=BUSH(1,1,7,21)\\ F4=AZ(21,31)",
    ]
    return "\n".join([*lines, *(f"VARIABLE/{n}, FUNCTION={text}" for n, text in enumerate(MEASURES, 1))])
