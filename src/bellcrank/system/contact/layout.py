"""Numbers of the arrays of a contact, and of the columns in their rows.  # kernel constants

The kind CONTACT has these behind the four arrays that every kind has (k integers, k + 1 numbers, k + 2 memory,
k + 3 outputs).
"""

from bellcrank.system.layout import _n

(
    PAIRS,  # index (n_pairs, 7)   shapes a, b, their markers, 1 if a is on the body of J, its kernel, its row of SHORT
    GAPS,  # table                kernels of the pairs
    GEO,  # float (n_shapes, 22) shapes, see S_KIND ... below
    SAMPLES,  # float (256, 20)      scratch: the samples of one pair, see G ... below
    NOW,  # float (117,)         scratch: see THIS ... below
    FEATURES,  # float (n, 28)        what of a shape may touch: see F_TYPE ... below
    ROOM,  # float (112, 9)       scratch: simplices, boxes of a tree to look at, turns.py, circles.py
    TRIANGLES,  # float (n, 38)        of nets, see mesh.py
    BOXES,  # float (n, 6)         of their trees
    LINKS,  # index (n, 2)         first child or triangle, number of triangles of a leaf
    FACES,  # float (n, 10)        surfaces of their faces, see geometry/analytic.py
    NODES,  # float (n, 6)         spheres about features, see clusters.py
    LAWS,  # table                the user's functions f(n, x, out)
    LAW_WORK,  # float (n_laws, 80)   scratch: their arguments from column 0 on, value and slopes from LAW_OUT on
    PIECES,  # float (n, 22)        of curves, see geometry/plane_curve.py
    SHORT,  # float (n, 16400)     scratch: the features of a pair that are near, see shortlist.py; row 0 is nobody's
    CENTRES,  # float (n_shapes, 7)  scratch: see AT_LOOK ... below
    NEAR,  # float (n_contacts, 4) scratch: see LISTED ... below
    BLOCKS,  # index                where the blocks of the bodies begin in ENTRIES, one for all contacts of a body
    PROFILES,  # float (n, 10)        sides of the profiles of turned solids, see fields/profile.py
    PLACED,  # float (2 n, 10178)    scratch: places whose nearest face or triangles are known, fields/known_face.py:
    # two rows for each of SHORT, first that of a
) = (_n(k) for k in range(4, 25))
LAW_OUT, LAW_COLUMNS = 40, 80
PAIR_A, PAIR_B, MARKER_A, MARKER_B, SWAPPED, KERNEL, PAIR_SHORT = (_n(k) for k in range(7))

# ---- columns of SAMPLES
(
    DEPTH,  # depth g
    WEIGHT,  # w, its part of G^4 over g^4
    POINT,  # a point p that is fixed on one of the bodies (3)
    NORMAL,  # unit normal n, from b towards a (3)
    ARM,  # the forces act at p + ARM n
    SIDE,  # 0: p is fixed on a, 1: on b
    BEND,  # curvature C of the field in ground axes, dn = C dp (6: xx yy zz xy xz yz)
    SHARE,  # h of the shared depth
    ARM_RATE,  # d ARM / dg
    RISE,  # d G^4 / dg over 4 g^3: w, unless the weights of others depend on this depth
    BOW,  # d^2 G^4 / dg^2 over 12 g^2, for the matrix
) = (_n(k) for k in (0, 1, 2, 5, 8, 9, 10, 16, 17, 18, 19))
SAMPLE_COLUMNS, MOST_SAMPLES = 20, 256

# ---- NOW
THIS, COUNT = _n(0), _n(1)
"""The pair to look at, and the number of its samples with a depth above 0 (0: the nearest one is in row 0)."""
WHOLE = _n(25)
"""1: all features are to be looked at, not those only that may touch (shortlist.py); else the sample in row 0 may not
be the nearest one."""
TWIST, DRIFT = _n(4), _n(26)
"""Sums of g^4/4 dw, by the rotation of the body of I (a torque about the origin) and by its displacement (3 each):
weights that change with the position (circles.py)."""
SLOPE_G = _n(8)
"""Derivatives of the shared depth by the positions of both bodies (12)."""
LANDED, SPOT, FADE = _n(20), _n(21), _n(22)
"""On what of a curve the nearest point is (ON_LINE, ...), its part in the weight of a corner, and in that of anything
where the curve is open (fields/curve.py)."""
SEED, SEED_NET = _n(23), _n(24)
"""The triangle that was nearest to the last point asked for, and its net; -1: none yet."""
N_NEAR, LOOKED, DIRTY = _n(2), _n(3), _n(7)
"""How many contacts are near, 1 once they are known, 1 where the matrix may have entries of others (near.py)."""
KEPT = _n(32)
"""Room for two blocks of the matrix (72)."""
BENT, LAG_G = _n(104), _n(105)
"""1: BOW is exact, and the matrix takes the whole second derivative of G; the sum in (8) of force.py (12)."""
NOW_SIZE = 117

# ---- columns of CENTRES: the centre of the bounding sphere of a shape, at the last look, and how far it may go
AT_LOOK, REACH = _n(3), _n(6)
# ---- columns of NEAR: the numbers of the contacts that are near one after the other; of each contact 1 where it is,
# where the factors of the matrix have room for the block between its bodies, and where that is not 0
LISTED, IS_NEAR, IN_FACTORS, WRITTEN = (_n(k) for k in range(4))

# ---- columns of SHORT: whether it is made, ends of the features of a and b, place and axes of a then, its margin;
# features, SHORT_ROOM behind each of them its clearance; from SHORT_PLACES on their places and directions (6) when
# that was found
SHORT_MADE, SHORT_A, SHORT_B, SHORT_PLACE, SHORT_AXES, SHORT_MARGIN, SHORT_FIRST = (
    _n(k) for k in (0, 1, 2, 3, 6, 15, 16)
)
SHORT_ROOM, SHORT_PLACES, SHORT_COLUMNS = 2048, 4112, 16400

# ---- columns of PLACED: how many places were remembered, the last that was of use; places of five numbers; of each the
# nearest triangles, one more than are of use, NEAREST behind each of them its distance
K_NEXT, K_LAST, K_PLACES = (_n(k) for k in range(3))
PLACES, NEAREST = 192, 24
K_LISTS = _n(2 + 5 * PLACES)
PLACED_COLUMNS = 2 + (5 + 2 * NEAREST) * PLACES

# ---- columns of GEO: kind, bounding sphere (centre in its frame, radius), a length that nothing may jump over, numbers
S_KIND, S_CENTRE, S_RADIUS, S_THIN, S_A, S_B, S_C = (_n(k) for k in (0, 1, 4, 5, 6, 7, 8))
S_ROUND, S_CORE = _n(9), _n(10)
"""Radius with which edges are rounded where other than balls touch, and the numbers of the core inside (field.py)."""
S_CONVEX = S_CORE
"""Of a net: 1 where it is convex and all its faces are flat."""
S_BENT = _n(13)
"""Of a net: 1 where surfaces of its faces are curved. Triangles are off them there, and phi jumps."""
S_OFF = _n(14)
"""Of a net: how far the surfaces of its faces are outside of its triangles at most."""
S_PROFILE, S_SIDES = _n(15), _n(16)
"""Of a turned solid: the first row of its profile in PROFILES, and how many there are."""
S_FIRST, S_ROOT = _n(18), _n(19)
"""Its first row in FEATURES, and in NODES."""
S_MARKER, S_BASE = _n(20), _n(21)
"""The marker of its frame; b of near.py."""

# ---- columns of FEATURES: what it is, weight, a point, a direction, two radii, radius of a ball along it, weight in
# the field of a shape of its own kind; weights below 0: it does not count there
F_TYPE, F_WEIGHT, F_POINT, F_ALONG, F_R, F_S, F_BALL, F_ALIKE, F_FACES = (_n(k) for k in (0, 1, 2, 5, 8, 9, 10, 11, 12))
FEATURE_COLUMNS, MOST_FACES = 28, 4
"""From F_FACES on normals and weights of the faces of a corner in which these differ (shares.py); 0: no more."""
CORNER, EDGE, CIRCLE, LINE, SUPPORT, PIECE = (float(k) for k in range(6))
"""A point, along the way to the middle of a ball inside that touches its faces, of radius F_S, 0 without (lying.py); an
edge from a point along a vector, F_FACES 1 where it is of a net with curved faces; a circle about an axis, with a
ball rolling along it, whose weight is F_S where standing counts 1; the lines along a frustum, between circles of two
radii; the point of an ellipsoid that is deepest; piece F_S of a curve."""
PLANE, BALL, BOX, FRUSTUM, TORUS, ELLIPSOID, MESH, CURVE = (float(k) for k in range(8))
"""Kinds of shapes."""

# ---- columns of PIECES: coefficients, normals at the ends, type, open ends, length, what is cut off for a corner
P_X, P_Y, P_N0, P_N1, P_TYPE, P_OPEN0, P_OPEN1, P_LENGTH, P_CUT0, P_CUT1 = (
    _n(k) for k in (0, 6, 12, 14, 16, 17, 18, 19, 20, 21)
)
ON_LINE, ON_CORNER, ON_CURVE = 0.0, 1.0, 2.0
"""Types of pieces."""

# ---- numbers of a contact
LAW, STIFFNESS, EXPONENT, DAMPING, FULL, FRICTION, MU_S, MU_D, V_S, V_D, HELD = (_n(k) for k in range(11))
"""POISSON: STIFFNESS is the penalty, EXPONENT r^2, DAMPING vt. USER: STIFFNESS (of friction MU_S) is the row in LAWS,
EXPONENT (MU_D) the number of arguments. HELD: largest deformation of STICTION, 0 without."""
IMPACT_LAW, POISSON_LAW, USER_LAW = 0.0, 1.0, 2.0
NO_FRICTION, FULL_FRICTION, SLIDING_ONLY, USER_FRICTION = 0.0, 1.0, 2.0, 3.0

# ---- memory of a contact with STICTION: creep (axes of J), velocity of sliding, pose of I in J, at the last step
CREEP, M_SPEED, REL_R, REL_AXES, STUCK, WHEN, KNOWN = (_n(k) for k in (0, 3, 6, 9, 18, 19, 20))
MEMORY_SIZE = 21
