"""3-vectors and 3x3 matrices as tuples, for kernels.

A vector is (x, y, z); a matrix is nine numbers by rows. Everything is inlined, nothing is allocated.
"""

from bellcrank.kernel import kernel


@kernel(inline=True)
def row3(a, i, k):
    """Three consecutive numbers of row i of a 2-D array, from column k."""
    return a[i, k], a[i, k + 1], a[i, k + 2]


@kernel(inline=True)
def put3(a, i, k, v):
    """Store a vector in row i of a 2-D array, from column k."""
    a[i, k] = v[0]
    a[i, k + 1] = v[1]
    a[i, k + 2] = v[2]


@kernel(inline=True)
def add3(a, i, k, v):
    """Add a vector to row i of a 2-D array, from column k."""
    a[i, k] += v[0]
    a[i, k + 1] += v[1]
    a[i, k + 2] += v[2]


@kernel(inline=True)
def plus(a, b):
    """a + b"""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@kernel(inline=True)
def minus(a, b):
    """a - b"""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@kernel(inline=True)
def times(s, a):
    """s a"""
    return s * a[0], s * a[1], s * a[2]


@kernel(inline=True)
def dot(a, b):
    """a . b"""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel(inline=True)
def cross(a, b):
    """a x b"""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@kernel(inline=True)
def rotate(m, v):
    """M v"""
    return (
        m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
        m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
        m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
    )


@kernel(inline=True)
def rotate_back(m, v):
    """M^T v"""
    return (
        m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
        m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
        m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
    )


@kernel(inline=True)
def row9(a, i, k):
    """A matrix (nine numbers by rows) from row i of a 2-D array, from column k."""
    return (
        a[i, k],
        a[i, k + 1],
        a[i, k + 2],
        a[i, k + 3],
        a[i, k + 4],
        a[i, k + 5],
        a[i, k + 6],
        a[i, k + 7],
        a[i, k + 8],
    )


@kernel(inline=True)
def mat_mul(a, b):
    """A B"""
    return (
        a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
        a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
        a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
        a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
        a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
        a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
        a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
        a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )


@kernel(inline=True)
def congruent(a, s):
    """A S A^T for a symmetric S: as symmetric."""
    b = mat_mul(a, s)
    yx = b[3] * a[0] + b[4] * a[1] + b[5] * a[2]
    zx = b[6] * a[0] + b[7] * a[1] + b[8] * a[2]
    zy = b[6] * a[3] + b[7] * a[4] + b[8] * a[5]
    return (
        b[0] * a[0] + b[1] * a[1] + b[2] * a[2],
        yx,
        zx,
        yx,
        b[3] * a[3] + b[4] * a[4] + b[5] * a[5],
        zy,
        zx,
        zy,
        b[6] * a[6] + b[7] * a[7] + b[8] * a[8],
    )


@kernel(inline=True)
def cross_mat(a, m):
    """a~ M: the cross products of a and the columns of M."""
    return (
        a[1] * m[6] - a[2] * m[3],
        a[1] * m[7] - a[2] * m[4],
        a[1] * m[8] - a[2] * m[5],
        a[2] * m[0] - a[0] * m[6],
        a[2] * m[1] - a[0] * m[7],
        a[2] * m[2] - a[0] * m[8],
        a[0] * m[3] - a[1] * m[0],
        a[0] * m[4] - a[1] * m[1],
        a[0] * m[5] - a[1] * m[2],
    )


@kernel(inline=True)
def mat_minus(a, b):
    """A - B"""
    return (
        a[0] - b[0],
        a[1] - b[1],
        a[2] - b[2],
        a[3] - b[3],
        a[4] - b[4],
        a[5] - b[5],
        a[6] - b[6],
        a[7] - b[7],
        a[8] - b[8],
    )


@kernel(inline=True)
def mat_times(s, a):
    """s A"""
    return s * a[0], s * a[1], s * a[2], s * a[3], s * a[4], s * a[5], s * a[6], s * a[7], s * a[8]


@kernel(inline=True)
def mat_plus(a, b):
    """A + B"""
    return (
        a[0] + b[0],
        a[1] + b[1],
        a[2] + b[2],
        a[3] + b[3],
        a[4] + b[4],
        a[5] + b[5],
        a[6] + b[6],
        a[7] + b[7],
        a[8] + b[8],
    )


@kernel(inline=True)
def tilde(a):
    """The matrix of the cross product: tilde(a) v = a x v."""
    return 0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0


@kernel(inline=True)
def plus_tilde(s, m, a):
    """s M + a~"""
    return (
        s * m[0],
        s * m[1] - a[2],
        s * m[2] + a[1],
        s * m[3] + a[2],
        s * m[4],
        s * m[5] - a[0],
        s * m[6] - a[1],
        s * m[7] + a[0],
        s * m[8],
    )


@kernel(inline=True)
def tilde_product(a, b):
    """a~ b~ = b a^T - (a . b) 1"""
    s = dot(a, b)
    return (
        a[0] * b[0] - s,
        b[0] * a[1],
        b[0] * a[2],
        b[1] * a[0],
        a[1] * b[1] - s,
        b[1] * a[2],
        b[2] * a[0],
        b[2] * a[1],
        a[2] * b[2] - s,
    )


@kernel(inline=True)
def outer(a, b):
    """a b^T"""
    return (
        a[0] * b[0],
        a[0] * b[1],
        a[0] * b[2],
        a[1] * b[0],
        a[1] * b[1],
        a[1] * b[2],
        a[2] * b[0],
        a[2] * b[1],
        a[2] * b[2],
    )


@kernel(inline=True)
def quaternion_matrix(e0, e1, e2, e3):
    """Rotation matrix of a quaternion of any length: R(p) = R(p/|p|)."""
    s = 2.0 / (e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3)
    return (
        1.0 - s * (e2 * e2 + e3 * e3),
        s * (e1 * e2 - e0 * e3),
        s * (e1 * e3 + e0 * e2),
        s * (e1 * e2 + e0 * e3),
        1.0 - s * (e1 * e1 + e3 * e3),
        s * (e2 * e3 - e0 * e1),
        s * (e1 * e3 - e0 * e2),
        s * (e2 * e3 + e0 * e1),
        1.0 - s * (e1 * e1 + e2 * e2),
    )
