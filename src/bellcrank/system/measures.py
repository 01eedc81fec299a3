"""Measures between markers: value and derivatives (rates: measure_rates.py).

Vectors    D   = r_i - r_j
           V   = v_i - v_j - w_l x D
           W   = w_i - w_j
           ACC = a_i - a_j - al_l x D - 2 w_l x (v_i - v_j) + w_l x (w_l x D)
           WDT = al_i - al_j - w_l x (w_i - w_j)                                                 (1)
Value      y . e, e an axis of marker k, or |y|                                                  (2)
Derivative d(y . e) = e . dy + (e x y) . dtheta_k,  d|y| = (y/|y|) . dy                          (3)
           dy runs back to the markers i, j, l; d(r, v, a, w, al) of a marker to its body        (4)
Angles     atan2(s, c), asin(s), acos(c) of direction cosines a . b, with
           d(a . b) = (a x b) . (dtheta_i - dtheta_j)                                            (5)
Turns      AX, AY, AZ, INCANG count turns: the value nearest to that of the last accepted step (MEMORY), of AX, AY, AZ
           nearest to a_0 + (t - t_0)(a_0' + a')/2: a step may be many turns.
           INCANG     atan2(s, a . b), s = |a x b|, a and b from m2 to m1 and m3; at 180 degrees, and at 0, the two
           lines pass each other and a x b turns over. Since then s is negative, so that the angle goes on.    (6)
Omitted markers are the hidden ground marker, whose velocities are zero.
References  Kane & Levinson (1985), Dynamics, section 2.8 for (1);  Adams: functions DX to WDTM.
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import add3, cross, dot, minus, plus, row3, times
from bellcrank.numerics.context import index1, index2, view1, view2
from bellcrank.system.layout import (
    ACC,
    ALPHA,
    B_AL,
    B_R,
    B_W,
    BODY,
    E_WRENCH,
    G_WORK,
    IN_ALONG,
    IN_AXIS,
    IN_COSINE,
    IN_NUMBER,
    IN_ON_J,
    IN_SINE,
    IN_TORQUE,
    IN_TURNS,
    L_ACOS,
    L_ASIN,
    L_ATAN2,
    L_COSINE,
    L_D,
    L_EULER,
    L_INCANG,
    L_NUM,
    L_PARAMETER,
    L_SEEN,
    L_TIME,
    L_V,
    L_VEL,
    L_VR,
    L_W,
    L_WDT,
    L_X,
    L_XD,
    LEAF,
    M_BODY,
    MARK,
    MEMORY,
    OMEGA,
    T_MEMORY,
    VEL,
    X_AXIS,
    XD,
    Y_AXIS,
    Z_AXIS,
    R,
    T,
    V,
    X,
)

TWO_PI = 2.0 * math.pi


@kernel(inline=True)
def vector_of(mark, kind, i, j, l):
    """The vector y of (1)."""
    d = minus(row3(mark, i, R), row3(mark, j, R))
    if kind == L_D:
        return d
    w_l = row3(mark, l, OMEGA)
    w = minus(row3(mark, i, OMEGA), row3(mark, j, OMEGA))
    if kind == L_W:
        return w
    if kind == L_WDT:
        return minus(minus(row3(mark, i, ALPHA), row3(mark, j, ALPHA)), cross(w_l, w))
    v = minus(row3(mark, i, VEL), row3(mark, j, VEL))
    if kind == L_VEL:
        return minus(v, cross(w_l, d))
    a = minus(row3(mark, i, ACC), row3(mark, j, ACC))
    a = minus(a, cross(row3(mark, l, ALPHA), d))
    return plus(minus(a, times(2.0, cross(w_l, v))), cross(w_l, cross(w_l, d)))


@kernel(inline=True)
def cosine(mark, leaf, n, at):
    """The signed direction cosine of the axes in columns at, at+1 (sign in at+2) of leaf n."""
    a = row3(mark, leaf[n, 1], X_AXIS + 3 * leaf[n, at])
    b = row3(mark, leaf[n, 2], X_AXIS + 3 * leaf[n, at + 1])
    return dot(a, b) if leaf[n, at + 2] == 0 else -dot(a, b)


@kernel(inline=True)
def normal(mark, leaf, n, at):
    """a x b, with the sign of the cosine."""
    a = row3(mark, leaf[n, 1], X_AXIS + 3 * leaf[n, at])
    b = row3(mark, leaf[n, 2], X_AXIS + 3 * leaf[n, at + 1])
    return cross(a, b) if leaf[n, at + 2] == 0 else cross(b, a)


@kernel(inline=True)
def sine(mark, leaf, n):
    """|a x b| = sqrt(1 - (a . b)^2), without loss of digits where it is small."""
    s = normal(mark, leaf, n, IN_SINE)
    return math.sqrt(dot(s, s))


@kernel(inline=True)
def euler_angle(mark, leaf, n):
    """psi (axis z of i) or phi (axis x of i) of the body-fixed 3-1-3 rotation; straight up: psi turns, phi is 0."""
    s, co = cosine(mark, leaf, n, IN_SINE), cosine(mark, leaf, n, IN_COSINE)
    if s * s + co * co > 1e-24:
        return math.atan2(s, co)
    if leaf[n, IN_SINE] == 0:
        return 0.0
    x_i, j = row3(mark, leaf[n, 1], X_AXIS), leaf[n, 2]
    return math.atan2(dot(row3(mark, j, Y_AXIS), x_i), dot(row3(mark, j, X_AXIS), x_i))


@kernel(inline=True)
def parameter_of(mark, i, j, n):
    """Euler parameter e_n of the rotation of i in j, e0 >= 0."""
    x_i, y_i, z_i = row3(mark, i, X_AXIS), row3(mark, i, Y_AXIS), row3(mark, i, Z_AXIS)
    x_j, y_j, z_j = row3(mark, j, X_AXIS), row3(mark, j, Y_AXIS), row3(mark, j, Z_AXIS)
    a11, a22, a33 = dot(x_j, x_i), dot(y_j, y_i), dot(z_j, z_i)
    e0 = math.sqrt(max(0.0, 1.0 + a11 + a22 + a33)) / 2.0
    e1 = math.sqrt(max(0.0, 1.0 + a11 - a22 - a33)) / 2.0
    e2 = math.sqrt(max(0.0, 1.0 - a11 + a22 - a33)) / 2.0
    e3 = math.sqrt(max(0.0, 1.0 - a11 - a22 + a33)) / 2.0
    s1 = dot(z_j, y_i) - dot(y_j, z_i)
    s2 = dot(x_j, z_i) - dot(z_j, x_i)
    s3 = dot(y_j, x_i) - dot(x_j, y_i)
    if n == 0:
        return e0
    if n == 1:
        return math.copysign(e1, s1)
    if n == 2:
        return math.copysign(e2, s2)
    return math.copysign(e3, s3)


@kernel(inline=True)
def parameter_slope(mark, i, j, n):
    """d e_n = slope . (dtheta_i - dtheta_j): -e/2 for e0, (e0 x_n + e x x_n)/2 for the others, x_n axes of j."""
    x_j, y_j, z_j = row3(mark, j, X_AXIS), row3(mark, j, Y_AXIS), row3(mark, j, Z_AXIS)
    e1, e2, e3 = parameter_of(mark, i, j, 1), parameter_of(mark, i, j, 2), parameter_of(mark, i, j, 3)
    e = plus(plus(times(e1, x_j), times(e2, y_j)), times(e3, z_j))
    if n == 0:
        return times(-0.5, e)
    axis = row3(mark, j, X_AXIS + 3 * (n - 1))
    return times(0.5, plus(times(parameter_of(mark, i, j, 0), axis), cross(e, axis)))


@kernel(inline=True)
def turning(mark, leaf, n):
    """The rate of an angle atan2(s, c): (c ds - s dc)/(s^2 + c^2), d(a . b) = (a x b) . (w_i - w_j)."""
    s, co = cosine(mark, leaf, n, IN_SINE), cosine(mark, leaf, n, IN_COSINE)
    rho = s * s + co * co
    if rho <= 1e-24:
        return 0.0
    w = minus(row3(mark, leaf[n, 1], OMEGA), row3(mark, leaf[n, 2], OMEGA))
    return dot(w, minus(times(co, normal(mark, leaf, n, IN_SINE)), times(s, normal(mark, leaf, n, IN_COSINE)))) / rho


@kernel(inline=True)
def side(mark, j, memory, n, s):
    """-1 where the normal s of an included angle has turned over since it was kept, else 1 (6)."""
    kept = memory[n, 1] * dot(row3(mark, j, X_AXIS), s)
    kept += memory[n, 2] * dot(row3(mark, j, Y_AXIS), s) + memory[n, 3] * dot(row3(mark, j, Z_AXIS), s)
    return -1.0 if kept < 0.0 else 1.0


@kernel
def keep_normal(c, n):
    """Keep the normal of the included angle n, where the two lines are not one to rounding."""
    leaf, mark, memory = index2(c, LEAF), view2(c, MARK), view2(c, MEMORY)
    i, j, k = leaf[n, 1], leaf[n, 2], leaf[n, 3]
    a, b = minus(row3(mark, i, R), row3(mark, j, R)), minus(row3(mark, k, R), row3(mark, j, R))
    s = cross(a, b)
    if dot(s, s) > 1e-24 * dot(a, a) * dot(b, b):
        s = times(side(mark, j, memory, n, s) / math.sqrt(dot(s, s)), s)
        memory[n, 1] = dot(row3(mark, j, X_AXIS), s)
        memory[n, 2] = dot(row3(mark, j, Y_AXIS), s)
        memory[n, 3] = dot(row3(mark, j, Z_AXIS), s)


@kernel(inline=True)
def angle_value(mark, leaf, memory, n, kind, since):
    """The angles (5)."""
    i, j = leaf[n, 1], leaf[n, 2]
    if kind == L_COSINE:
        return cosine(mark, leaf, n, IN_SINE)
    if kind == L_ATAN2:
        value = math.atan2(cosine(mark, leaf, n, IN_SINE), cosine(mark, leaf, n, IN_COSINE))
        if leaf[n, IN_TURNS] == 1:
            expected = memory[n, 0] + 0.5 * since * (memory[n, 1] + turning(mark, leaf, n))
            value += TWO_PI * math.floor((expected - value) / TWO_PI + 0.5)
        return value
    if kind == L_ASIN:
        return math.atan2(cosine(mark, leaf, n, IN_SINE), sine(mark, leaf, n))
    if kind == L_ACOS:
        return math.atan2(sine(mark, leaf, n), cosine(mark, leaf, n, IN_SINE))
    if kind == L_EULER:
        return euler_angle(mark, leaf, n)
    if kind == L_PARAMETER:
        return parameter_of(mark, i, j, leaf[n, IN_NUMBER])
    a = minus(row3(mark, i, R), row3(mark, j, R))
    b = minus(row3(mark, leaf[n, 3], R), row3(mark, j, R))
    s = cross(a, b)
    value = math.atan2(side(mark, j, memory, n, s) * math.sqrt(dot(s, s)), dot(a, b))  # (6)
    return value + TWO_PI * math.floor((memory[n, 0] - value) / TWO_PI + 0.5)


@kernel(inline=True)
def seen_value(c, leaf, n, mark):
    """Force or torque of an element on its I or J marker, from the last evaluation."""
    out, e = view2(c, E_WRENCH), leaf[n, IN_NUMBER]
    f, t = row3(out, e, 0), row3(out, e, 3)
    if leaf[n, IN_ON_J] == 1:
        d = minus(row3(mark, leaf[n, 1], R), row3(mark, leaf[n, 2], R))
        f, t = times(-1.0, f), minus(times(-1.0, t), cross(d, f))
    y = t if leaf[n, IN_TORQUE] == 1 else f
    if leaf[n, IN_ALONG] == 3:
        return math.sqrt(dot(y, y))
    return dot(y, row3(mark, leaf[n, 3], X_AXIS + 3 * leaf[n, IN_ALONG]))


@kernel(inline=True)
def leaf_value(c, n, leaf, mark, memory, num):
    """The value of leaf n; reactions are filled in by their owner before."""
    kind = leaf[n, 0]
    if kind == L_TIME:
        return num[T]
    if kind == L_NUM:
        return num[leaf[n, IN_NUMBER]]
    if kind == L_X:
        return view1(c, X)[leaf[n, IN_NUMBER]]
    if kind == L_XD:
        return view1(c, XD)[leaf[n, IN_NUMBER]]
    if kind == L_V:
        return view1(c, V)[leaf[n, IN_NUMBER]]
    if kind == L_SEEN:
        return seen_value(c, leaf, n, mark)
    if kind >= L_ATAN2:
        return angle_value(mark, leaf, memory, n, kind, num[T] - num[T_MEMORY])
    i, j = leaf[n, 1], leaf[n, 2]
    if kind == L_VR:
        d = minus(row3(mark, i, R), row3(mark, j, R))
        length = math.sqrt(dot(d, d))
        v = minus(row3(mark, i, VEL), row3(mark, j, VEL))
        return dot(v, d) / length if length > 0.0 else 0.0
    y = vector_of(mark, kind, i, j, leaf[n, 4])
    axis = leaf[n, IN_AXIS]
    if axis == 3:
        return math.sqrt(dot(y, y))
    return dot(y, row3(mark, leaf[n, 3], X_AXIS + 3 * axis))


@kernel(inline=True)
def to_body(g, body, slot, rho, b, g_r, g_t):
    """Position derivatives of a marker on its body (4)."""
    add3(g, slot, 0, g_r)
    add3(g, slot, 3, plus(g_t, cross(rho, g_r)))


@kernel
def push(g, body, slot, b, rho, g_r, g_t, g_v, g_w, g_a, g_al):
    """All derivatives of a marker at rho on body b, added to row `slot` of g (4)."""
    w, al = row3(body, b, B_W), row3(body, b, B_AL)
    a_w = cross(g_a, w)
    turn = plus(g_t, cross(rho, plus(plus(g_r, cross(g_v, w)), plus(cross(g_a, al), cross(a_w, w)))))
    spin = plus(plus(g_w, cross(rho, g_v)), plus(cross(cross(w, rho), g_a), cross(rho, a_w)))
    add3(g, slot, 0, g_r)
    add3(g, slot, 3, turn)
    add3(g, slot, 6, g_v)
    add3(g, slot, 9, spin)
    add3(g, slot, 12, g_a)
    add3(g, slot, 15, plus(g_al, cross(rho, g_a)))


@kernel(inline=True)
def push_angle(g, leaf, n, s):
    """A moment-like derivative s . (dtheta_i - dtheta_j)."""
    add3(g, leaf[n, 5], 3, s)
    add3(g, leaf[n, 6], 3, times(-1.0, s))


@kernel
def angle_back(g, leaf, n, mark, kind, bar):
    """Derivatives of the angles (5), times bar."""
    if kind == L_COSINE:
        push_angle(g, leaf, n, times(bar, normal(mark, leaf, n, IN_SINE)))
    elif kind in (L_ATAN2, L_EULER):
        s, co = cosine(mark, leaf, n, IN_SINE), cosine(mark, leaf, n, IN_COSINE)
        rho = s * s + co * co
        if rho > 1e-24:
            row = minus(times(co, normal(mark, leaf, n, IN_SINE)), times(s, normal(mark, leaf, n, IN_COSINE)))
            push_angle(g, leaf, n, times(bar / rho, row))
    elif kind in (L_ASIN, L_ACOS):
        size = sine(mark, leaf, n)
        if size > 0.0:
            push_angle(g, leaf, n, times(bar / size if kind == L_ASIN else -bar / size, normal(mark, leaf, n, IN_SINE)))
    elif kind == L_PARAMETER:
        push_angle(g, leaf, n, times(bar, parameter_slope(mark, leaf[n, 1], leaf[n, 2], leaf[n, IN_NUMBER])))


@kernel
def incang_back(g, leaf, n, mark, memory, body, of, bar):
    """Derivative of the angle at j between the directions to i and k."""
    i, j, k = leaf[n, 1], leaf[n, 2], leaf[n, 3]
    a, b = minus(row3(mark, i, R), row3(mark, j, R)), minus(row3(mark, k, R), row3(mark, j, R))
    s = cross(a, b)
    area = math.sqrt(dot(s, s))
    if area <= 0.0:
        return
    bar = bar * side(mark, j, memory, n, s)
    g_a = times(-bar / (area * dot(a, a)), cross(s, a))
    g_b = times(bar / (area * dot(b, b)), cross(s, b))
    zero = (0.0, 0.0, 0.0)
    to_body(g, body, leaf[n, 5], minus(row3(mark, i, R), row3(body, of[i], B_R)), of[i], g_a, zero)
    to_body(g, body, leaf[n, 7], minus(row3(mark, k, R), row3(body, of[k], B_R)), of[k], g_b, zero)
    g_j = times(-1.0, plus(g_a, g_b))
    to_body(g, body, leaf[n, 6], minus(row3(mark, j, R), row3(body, of[j], B_R)), of[j], g_j, zero)


@kernel(inline=True)
def slopes_of_vector(mark, kind, i, j, l, gy, d, v):
    """What gy, the slope by the vector of a measure, is by d, v, w, a, al of I against J and by w, al of L."""
    zero, w_l = (0.0, 0.0, 0.0), row3(mark, l, OMEGA)
    g_d, g_v, g_w, g_a, g_al, l_w, l_al = zero, zero, zero, zero, zero, zero, zero
    if kind == L_D:
        g_d = gy
    elif kind == L_VEL:
        g_v, g_d, l_w = gy, cross(w_l, gy), cross(gy, d)
    elif kind == L_W:
        g_w = gy
    elif kind == L_WDT:
        g_al, g_w, l_w = gy, cross(w_l, gy), cross(gy, minus(row3(mark, i, OMEGA), row3(mark, j, OMEGA)))
    else:
        w_g = cross(gy, w_l)
        g_a, l_al = gy, cross(gy, d)
        g_d = plus(cross(row3(mark, l, ALPHA), gy), cross(w_g, w_l))
        g_v = times(-2.0, w_g)
        l_w = plus(times(2.0, cross(gy, v)), plus(cross(cross(w_l, d), gy), cross(d, w_g)))
    return g_d, g_v, g_w, g_a, g_al, l_w, l_al


@kernel
def vector_back(g, leaf, n, mark, body, of, kind, bar):
    """Derivatives of the vector measures (3), times bar."""
    i, j, k, l = leaf[n, 1], leaf[n, 2], leaf[n, 3], leaf[n, 4]
    zero = (0.0, 0.0, 0.0)
    d = minus(row3(mark, i, R), row3(mark, j, R))
    v = minus(row3(mark, i, VEL), row3(mark, j, VEL))
    g_d, g_v, g_w, g_a, g_al, l_w, l_al = zero, zero, zero, zero, zero, zero, zero
    if kind == L_VR:
        length = math.sqrt(dot(d, d))
        if length <= 0.0:
            return
        e = times(1.0 / length, d)
        g_v = times(bar, e)
        g_d = times(bar / length, minus(v, times(dot(v, e), e)))
    else:
        y, axis = vector_of(mark, kind, i, j, l), leaf[n, IN_AXIS]
        if axis == 3:
            size = math.sqrt(dot(y, y))
            if size <= 0.0:
                return
            gy = times(bar / size, y)
        else:
            gy = times(bar, row3(mark, k, X_AXIS + 3 * axis))
            add3(g, leaf[n, 7], 3, cross(gy, y))
        g_d, g_v, g_w, g_a, g_al, l_w, l_al = slopes_of_vector(mark, kind, i, j, l, gy, d, v)
    rho_i, rho_j = minus(row3(mark, i, R), row3(body, of[i], B_R)), minus(row3(mark, j, R), row3(body, of[j], B_R))
    o_d, o_v, o_w = times(-1.0, g_d), times(-1.0, g_v), times(-1.0, g_w)
    if kind == L_D:
        to_body(g, body, leaf[n, 5], rho_i, of[i], g_d, zero)
        to_body(g, body, leaf[n, 6], rho_j, of[j], o_d, zero)
        return
    push(g, body, leaf[n, 5], of[i], rho_i, g_d, zero, g_v, g_w, g_a, g_al)
    push(g, body, leaf[n, 6], of[j], rho_j, o_d, zero, o_v, o_w, times(-1.0, g_a), times(-1.0, g_al))
    add3(g, leaf[n, 8], 9, l_w)
    add3(g, leaf[n, 8], 15, l_al)


@kernel
def leaf_back(c, n, bar):
    """Add bar times the derivative of leaf n (a measure) to G_WORK."""
    leaf, mark, body, of, g = index2(c, LEAF), view2(c, MARK), view2(c, BODY), index1(c, M_BODY), view2(c, G_WORK)
    kind = leaf[n, 0]
    if kind == L_INCANG:
        incang_back(g, leaf, n, mark, view2(c, MEMORY), body, of, bar)
    elif kind >= L_ATAN2:
        angle_back(g, leaf, n, mark, kind, bar)
    elif kind >= L_D:
        vector_back(g, leaf, n, mark, body, of, kind, bar)
