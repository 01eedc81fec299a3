"""Constraint primitives: one equation (or three) between two markers, each in its own file.

The residual kernel adds J^T lam to the bodies' rows and sets PHI, PHID, UNIT; the matrix kernel adds J, J^T and the
geometric stiffness of the multipliers; the third sets PHIDD from marker accelerations. Their integers: kind.py;
those of the element are up to three axes.
"""
