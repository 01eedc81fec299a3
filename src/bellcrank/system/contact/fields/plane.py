"""The half space below the x-y plane: phi = z, normal z, no curvature."""

from bellcrank.kernel import kernel


@kernel(inline=True)
def plane(x):
    """phi, n (3), C (6)."""
    return x[2], 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
