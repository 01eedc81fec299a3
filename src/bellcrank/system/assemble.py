"""The residual, the matrix and the second rates of the whole model: every kind of element table in turn.

Unknowns   6 for each body, 1 for each constraint row, 1 for each state of DIFF, 1 for each algebraic unknown.
Matrix     [ dR/dD   J^T ]      structurally symmetric; the pattern is fixed for one topology.
           [ J      -eps ]
"""

from bellcrank.kernel import kernel
from bellcrank.numerics.context import call, index1, table, view1, view2
from bellcrank.system.bodies import body_matrix, body_residual
from bellcrank.system.kinematics import kinematics
from bellcrank.system.layout import (
    E_WRENCH,
    FORCED,
    KIND_ACC,
    KIND_K,
    KIND_MASS,
    KIND_MAT,
    KIND_RES,
    RES,
    STILL,
    WORK,
)
from bellcrank.system.reference_points import couple


@kernel
def residual(c, k):
    """RES of the dynamic rows, PHI, PHID, UNIT, E_WRENCH, WORK at the state in the context."""
    kinematics(c, k)
    res, work, out, forced = view1(c, RES), view1(c, WORK), view2(c, E_WRENCH), index1(c, FORCED)
    for n in range(res.shape[0] - 6, res.shape[0]):
        res[n] = 0.0  # what acts on ground
    for n in range(forced.shape[0]):
        for m in range(6):
            out[forced[n], m] = 0.0
    work[0] = 0.0
    work[1] = 0.0
    body_residual(c, k)
    kernels, first = table(c, KIND_RES), index1(c, KIND_K)
    for n in range(len(kernels)):
        call(kernels[n], c, first[n])
    hold_still(c, k)


@kernel
def hold_still(c, k):
    """Rotations of bodies that cannot turn: their equation is D = 0, whatever torques act."""
    still, res = index1(c, STILL), view1(c, RES)
    for n in range(still.shape[0]):
        for row in range(6 * still[n] + 3, 6 * still[n] + 6):
            res[row] = 0.0


@kernel
def matrix(c, k):
    """ENTRIES at the state of the last residual."""
    body_matrix(c, k)
    couple(c, k)
    kernels, first = table(c, KIND_MAT), index1(c, KIND_K)
    for n in range(len(kernels)):
        call(kernels[n], c, first[n])


@kernel
def masses(c, k):
    """ENTRIES of [M, J^T; J, 0] where forces do not depend on accelerations: theirs, zero since the last `matrix` for
    accelerations, stay as they are."""
    body_matrix(c, k)
    kernels, first = table(c, KIND_MASS), index1(c, KIND_K)
    for n in range(len(kernels)):
        call(kernels[n], c, first[n])


@kernel
def second(c, k):
    """PHIDD at the state of the last residual (which must have computed accelerations)."""
    kernels, first = table(c, KIND_ACC), index1(c, KIND_K)
    for n in range(len(kernels)):
        call(kernels[n], c, first[n])


@kernel
def nothing(c, k):
    """The empty kernel."""
