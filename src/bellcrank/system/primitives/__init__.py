"""Constraint primitives: one equation (or three) between two markers, each in its own file.

A primitive's own arrays: k integers (marker i, marker j, residual row of body i, of body j, first constraint row),
k+1 places in the matrix. The residual kernel adds J^T lam to the bodies' rows and sets PHI, PHID, UNIT; the matrix
kernel adds J, J^T and the geometric stiffness of the multipliers; the third sets PHIDD from marker accelerations.
"""
