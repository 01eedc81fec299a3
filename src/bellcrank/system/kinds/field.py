"""FIELD: springs and dampers between six displacements, with full matrices and exact derivatives.

In the axes A of J: u = (A^T p, a), a = (AX, AY, AZ)(I,J) with full turns, u' = (A^T v, A^T w); see elastic.py
    (F, T) = -K (u - u_0) - C u' + F_0                                                                              (1)
A string has an axial force of its own that depends on how it is bent, with the energy k e^2/2:
    e = x - L + (G u).u/2,  G: g_y/L at yy, (1 - g_y)/2 at y c, L (g_y/4 - 1/6) at c c; z with -b alike              (2)
    which is the shortening of the projection of a beam, 1/2 the integral of w'^2; it adds
    (F, T) = -k e de,  de = (1, 0, 0, 0, 0, 0) + G u,  d(F, T) = -k (de de^T + e G)                                  (3)
Numbers: K and C by rows, u_0, F_0, then k, L, g_y, g_z. The integer is the expression of the angles.
References  Przemieniecki (1968), Theory of Matrix Structural Analysis, 15.2 (the matrix G).
"""

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import mat_mul, mat_plus, mat_times, minus, outer, plus, rotate, rotate_back, row3, times
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.registry import KINDS, entry
from bellcrank.system.elastic import axes_of, block6, put_law_slopes, relative, transposed
from bellcrank.system.expressions import find_leaves
from bellcrank.system.kind import INTS, I, J, Kind
from bellcrank.system.kinds.bushing import angle_slope
from bellcrank.system.layout import E_INT, LEAF_VAL, MARK, X_AXIS, Y_AXIS, Z_AXIS
from bellcrank.system.wrench import apply_wrench, clear_slopes, put_wrench_matrix

# kernel constants: where the numbers begin
STIFF, DAMP, FREE, CONSTANT, STRING = 0, 36, 72, 78, 84


@kernel(inline=True)
def times6(numbers, n, at, a, b):
    """Minus a six by six matrix times (a, b), in two halves."""
    top = plus(rotate(block6(numbers, n, at), a), rotate(block6(numbers, n, at + 3), b))
    below = plus(rotate(block6(numbers, n, at + 18), a), rotate(block6(numbers, n, at + 21), b))
    return times(-1.0, top), times(-1.0, below)


@kernel(inline=True)
def bent(length, g_y, g_z, u, a):
    """G u of (2), in two halves."""
    half_y, half_z = 0.5 * (1.0 - g_y), 0.5 * (1.0 - g_z)
    return (
        (0.0, g_y / length * u[1] + half_y * a[2], g_z / length * u[2] - half_z * a[1]),
        (
            0.0,
            length * (0.25 * g_z - 1.0 / 6.0) * a[1] - half_z * u[2],
            length * (0.25 * g_y - 1.0 / 6.0) * a[2] + half_y * u[1],
        ),
    )


@kernel(inline=True)
def state(c, k, n):
    """u - u_0 and u' of (1) in axes of J, in halves."""
    ints, numbers, mark, leaf = index2(c, k), view2(c, k + 1), view2(c, MARK), view1(c, LEAF_VAL)
    first = index2(c, E_INT)[ints[n, INTS], 0]
    axes = axes_of(mark, ints[n, J])
    p, v, w = relative(mark, ints[n, I], ints[n, J])
    u = minus(rotate_back(axes, p), row3(numbers, n, FREE))
    a = minus((leaf[first], leaf[first + 1], leaf[first + 2]), row3(numbers, n, FREE + 3))
    return u, a, rotate_back(axes, v), rotate_back(axes, w)


@kernel(inline=True)
def elongation(numbers, n, u, a):
    """k, e, and de of (3) in halves."""
    g, h = bent(numbers[n, STRING + 1], numbers[n, STRING + 2], numbers[n, STRING + 3], u, a)
    e = u[0] + 0.5 * (g[1] * u[1] + g[2] * u[2] + h[1] * a[1] + h[2] * a[2])
    return numbers[n, STRING], e, (1.0, g[1], g[2]), h


@kernel(inline=True)
def wrench(c, k, n):
    """F and T of (1) and (3) in axes of J."""
    numbers = view2(c, k + 1)
    u, a, v, w = state(c, k, n)
    f, t = times6(numbers, n, STIFF, u, a)
    f_v, t_v = times6(numbers, n, DAMP, v, w)
    f, t = plus(plus(f, f_v), row3(numbers, n, CONSTANT)), plus(plus(t, t_v), row3(numbers, n, CONSTANT + 3))
    if numbers[n, STRING] != 0.0:
        stiff, e, g, h = elongation(numbers, n, u, a)
        f, t = minus(f, times(stiff * e, g)), minus(t, times(stiff * e, h))
    return f, t


@kernel
def residual(c, k):
    ints, mark = index2(c, k), view2(c, MARK)
    for n in range(ints.shape[0]):
        find_leaves(c, ints[n, INTS])
        f, t = wrench(c, k, n)
        axes = axes_of(mark, ints[n, J])
        apply_wrench(c, ints, n, rotate(axes, f), rotate(axes, t))


@kernel(inline=True)
def turns(mark, i, j):
    """The derivatives of the three angles by a turn of I seen from J: rows, ground axes."""
    x, y, z = row3(mark, j, X_AXIS), row3(mark, j, Y_AXIS), row3(mark, j, Z_AXIS)
    x_i, z_i = row3(mark, i, X_AXIS), row3(mark, i, Z_AXIS)
    a, b = angle_slope(z_i, y, -1.0, z_i, z), angle_slope(z_i, x, 1.0, z_i, z)
    g = angle_slope(x_i, y, 1.0, x_i, x)
    return a[0], a[1], a[2], b[0], b[1], b[2], g[0], g[1], g[2]


@kernel(inline=True)
def diagonal(a, b, c):
    """A matrix with these numbers on its diagonal."""
    return a, 0.0, 0.0, 0.0, b, 0.0, 0.0, 0.0, c


@kernel(inline=True)
def string_slopes(numbers, n, u, a, row):
    """k (de de^T + e G) of (3): the blocks of F (row 0) or T (row 3) by u and by a."""
    length, g_y, g_z = numbers[n, STRING + 1], numbers[n, STRING + 2], numbers[n, STRING + 3]
    stiff, e, g, h = elongation(numbers, n, u, a)
    y, z, s = 0.5 * (1.0 - g_y) * e, 0.5 * (1.0 - g_z) * e, length * e
    if row == 0:
        mixed = (0.0, 0.0, 0.0, 0.0, 0.0, y, 0.0, -z, 0.0)
        of_u = mat_plus(outer(g, g), diagonal(0.0, g_y * e / length, g_z * e / length))
        return mat_times(stiff, of_u), mat_times(stiff, mat_plus(outer(g, h), mixed))
    mixed = (0.0, 0.0, 0.0, 0.0, 0.0, -z, 0.0, y, 0.0)
    of_a = mat_plus(outer(h, h), diagonal(0.0, s * (0.25 * g_z - 1.0 / 6.0), s * (0.25 * g_y - 1.0 / 6.0)))
    return mat_times(stiff, mat_plus(outer(h, g), mixed)), mat_times(stiff, of_a)


@kernel
def half_slopes(c, k, n, row, load):
    """The derivatives of F (row 0) or T (row 3), into SLOPE; `load` is its value in ground axes."""
    ints, numbers, mark = index2(c, k), view2(c, k + 1), view2(c, MARK)
    i, j = ints[n, I], ints[n, J]
    axes, at = axes_of(mark, j), 6 * row
    back = transposed(axes)
    by_u, by_a = block6(numbers, n, STIFF + at), block6(numbers, n, STIFF + at + 3)
    if numbers[n, STRING] != 0.0:
        u, a, _, _ = state(c, k, n)
        more_u, more_a = string_slopes(numbers, n, u, a, row)
        by_u, by_a = mat_plus(by_u, more_u), mat_plus(by_a, more_a)
    by_v, by_w = block6(numbers, n, DAMP + at), block6(numbers, n, DAMP + at + 3)
    minus_axes = mat_times(-1.0, axes)
    put_law_slopes(
        c, k, n, row, load,
        mat_mul(minus_axes, mat_mul(by_u, back)), mat_mul(minus_axes, mat_mul(by_a, turns(mark, i, j))),
        mat_mul(minus_axes, mat_mul(by_v, back)), mat_mul(minus_axes, mat_mul(by_w, back)),
    )  # fmt: skip


@kernel
def matrix(c, k):
    ints, mark = index2(c, k), view2(c, MARK)
    for n in range(ints.shape[0]):
        f, t = wrench(c, k, n)
        axes = axes_of(mark, ints[n, J])
        f, t = rotate(axes, f), rotate(axes, t)
        clear_slopes(c, k)
        half_slopes(c, k, n, 0, f)
        half_slopes(c, k, n, 3, t)
        put_wrench_matrix(c, k, n, INTS + 1, f[0], f[1], f[2])


FIELD = entry(KINDS, "FIELD")(Kind("FIELD", residual, matrix))
