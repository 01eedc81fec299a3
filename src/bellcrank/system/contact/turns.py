"""Edges in nets: all places at which the depth turns, for an edge may touch a hollow net in more than one.

With h = g^2 where it touches, 0 elsewhere, along an edge from end to end, in rises a_i and falls b_j:

EDGE     V = w sum a_i b_j, the rise before the fall                                                                 (1)
         With one deepest point this is (1) of edges.py. A rise and a fall that begin together begin with 0, so V has no
         jump where one more place touches, or two become one.
Top      dV/dh = w (A + B), A the rises before it, B the falls behind; of a dip -w (A + B), of the first end -w B, of
         the last -w A                                                                                               (2)

The depth is looked at in parts. One that cannot touch, since g changes no faster than the place, is done; so is one
whose slope at an end leads to the other end (a flat face), and one along which the slope is nearly the same. In others
the tangents of both ends meet where two flat faces do, which is then the deepest point; else they are halved.       (3)
"""

import math

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, minus, plus, times
from bellcrank.numerics.context import view2
from bellcrank.system.contact.layout import ROOM
from bellcrank.system.contact.sampling import (
    ASIDE,
    CLOSE,
    HALVINGS,
    field_at,
    narrowed,
    next_place,
    offer,
    right_side,
    settle,
    stands,
    weigh,
)

AHEAD, TURNS = 4, 7
"""Columns of ROOM: places ahead (t, g, slope), and places at which h turns (t, h)."""
MOST_TURNS = 60
PART = 0.25
"""Parts longer than this are halved: a groove in a flat face is no straight way."""
SHORT = 1.0 / 64.0
"""Parts shorter than this are not looked at closer."""
STRAIGHT, EVEN = 1e-9, 0.25
"""How far a tangent may miss, and what slopes may differ by, as parts of the steepest slope."""


@kernel(inline=True)
def length_of(d):
    """|d|"""
    return math.sqrt(dot(d, d))


@kernel(inline=True)
def ball_at(c, k, b, mark, mb, p, d, r, s, t):
    """At the part t of an edge from p along d, with balls of radius r to s: depth, its slope, point, normal."""
    x, rho = plus(p, times(t, d)), r + t * (s - r)
    phi, n = field_at(c, k, b, mark, mb, x)
    return rho - phi, (s - r) - dot(n, d), x, n


@kernel
def turn_between(c, k, b, mark, mb, p, d, r, s, low, high, sign):
    """Where the slope of sign g, above 0 at `low` and below at `high` (place, depth, slope), changes its sign."""
    left, right, below, above, last, t, halve = low[0], high[0], -sign * low[2], -sign * high[2], 0.0, low[0], False
    at_left, at_right = low[1], high[1]
    for _ in range(2 * HALVINGS):
        t = next_place(left, right, below, above, halve)
        g, slope, _, _ = ball_at(c, k, b, mark, mb, p, d, r, s, t)
        f = -sign * slope
        if f < 0.0:
            at_left = g
        else:
            at_right = g
        halve = stands(f, below, above)
        left, right, below, above, last = narrowed(left, right, below, above, t, f, last)
        if right - left < CLOSE:
            rho = r + t * (s - r)
            return right_side(left, right, rho - at_left, rho - at_right, t, length_of(d))
        if slope == 0.0:
            break
    return t


@kernel(inline=True)
def where_to_look(low, high, steep):
    """(3): the place between two others to look at next, and the depth that is expected there of a flat face, else
    infinite; outside of them where this part is done."""
    way = high[0] - low[0]
    small = STRAIGHT * steep * way
    if low[1] + high[1] + steep * way <= 0.0:
        return -1.0, math.inf
    if way > PART:
        return 0.5 * (low[0] + high[0]), math.inf
    missed, over = low[1] + low[2] * way - high[1], high[1] - high[2] * way - low[1]
    if abs(missed) <= small or abs(over) <= small or way < SHORT:
        return -1.0, math.inf
    if low[2] > high[2] and missed > 0.0 and over > 0.0:
        t = over / (low[2] - high[2])
        if 0.01 * way < t < 0.99 * way:
            return low[0] + t, low[1] + low[2] * t
    if low[2] * high[2] >= 0.0 and abs(low[2] - high[2]) < EVEN * steep:
        return -1.0, math.inf
    return 0.5 * (low[0] + high[0]), math.inf


@kernel(inline=True)
def note_turn(room, found, t, g):
    """A place on the way along an edge: only those are kept at which h turns. Their number."""
    h = g * g if g > 0.0 else 0.0
    if (
        found > 1
        and (h - room[found - 1, TURNS + 1]) * (room[found - 1, TURNS + 1] - room[found - 2, TURNS + 1]) >= 0.0
    ):
        found -= 1
    elif found == 1 and h == room[0, TURNS + 1]:
        return found
    room[found, TURNS], room[found, TURNS + 1] = t, h
    return min(found + 1, MOST_TURNS)


@kernel
def turns_along(c, k, b, mark, mb, p, d, r, s, begin, middle, end):
    """The places at which h turns, the ends among them, into ROOM: their number. begin, ...: what `ball_at` finds."""
    room, steep = view2(c, k + ROOM), length_of(d) + abs(s - r)
    low, top, found = (0.0, begin[0], begin[1]), 2, note_turn(room, 0, 0.0, begin[0])
    room[0, AHEAD], room[0, AHEAD + 1], room[0, AHEAD + 2] = 1.0, end[0], end[1]
    room[1, AHEAD], room[1, AHEAD + 1], room[1, AHEAD + 2] = 0.5, middle[0], middle[1]
    while top > 0:
        high = (room[top - 1, AHEAD], room[top - 1, AHEAD + 1], room[top - 1, AHEAD + 2])
        t, expected = where_to_look(low, high, steep)
        turns = low[2] * high[2] < 0.0 and high[0] - low[0] > 4.0 * CLOSE
        touches = low[1] + high[1] + steep * (high[0] - low[0]) > 0.0
        if t < 0.0 and turns and touches:
            t = turn_between(c, k, b, mark, mb, p, d, r, s, low, high, 1.0 if low[2] > 0.0 else -1.0)
            if not low[0] < t < high[0]:
                t = 0.5 * (low[0] + high[0])
            expected = -math.inf
        if t < 0.0 or top >= MOST_TURNS:
            found = note_turn(room, found, high[0], high[1])
            low, top = high, top - 1
            continue
        g, slope, _, _ = ball_at(c, k, b, mark, mb, p, d, r, s, t)
        if expected == -math.inf or (turns and abs(g - expected) <= CLOSE * steep):
            slope = 0.0
        room[top, AHEAD], room[top, AHEAD + 1], room[top, AHEAD + 2] = t, g, slope
        top += 1
    return found


@kernel(inline=True)
def on_side(c, k, b, mark, mb, x, n, rho):
    """Whether a ball about x touches at the side of a frustum, not within: that of a cup has nothing in its middle."""
    return rho == 0.0 or field_at(c, k, b, mark, mb, minus(x, times(rho, n)))[0] < 0.0


@kernel
def all_on_side(c, k, b, mark, mb, p, d, r, s, found):
    """Whether balls touch at the side of a frustum at all places between the ends."""
    room = view2(c, k + ROOM)
    if r == 0.0 and s == 0.0:
        return True
    for n in range(1, found - 1):
        t = room[n, TURNS]
        if room[n, TURNS + 1] > room[n - 1, TURNS + 1]:
            _, _, x, normal = ball_at(c, k, b, mark, mb, p, d, r, s, t)
            if not on_side(c, k, b, mark, mb, x, normal, r + t * (s - r)):
                return False
    return True


@kernel
def edge_in_net(c, k, b, mark, mb, samples, count, p, d, r, s, side, weight, begin, middle, end):
    """(1), with its derivatives (2) as samples; the new count."""
    found, room = turns_along(c, k, b, mark, mb, p, d, r, s, begin, middle, end), view2(c, k + ROOM)
    rises, falls, small = 0.0, 0.0, ASIDE * length_of(d)
    for n in range(found - 1):
        falls += max(0.0, room[n, TURNS + 1] - room[n + 1, TURNS + 1])
    if falls == 0.0 or not all_on_side(c, k, b, mark, mb, p, d, r, s, found):
        return count
    for n in range(found):
        t, h = room[n, TURNS], room[n, TURNS + 1]
        up = n > 0 and h > room[n - 1, TURNS + 1]
        down = n < found - 1 and h > room[n + 1, TURNS + 1]
        rises += h - room[n - 1, TURNS + 1] if up else 0.0
        change = turn_slope(rises, falls, up, down, n == 0, n == found - 1)
        fall = h - room[n + 1, TURNS + 1] if down else 0.0
        falls -= fall
        if h > 0.0 and change != 0.0:
            before, x = count, plus(p, times(t, d))
            count = offer(c, k, b, mark, mb, samples, count, x, r + t * (s - r), side, 0.0)
            if count > before:
                part = change / h
                bow = part / 6.0 + (2.0 / 3.0 if up and down else 0.0)
                weigh(samples, before, weight * rises * fall / (h * h), 0.5 * weight * part, weight * bow)
                if 0 < n < found - 1:
                    settle(c, k, b, mark, mb, samples, before, x, times(1.0 / length_of(d), d), small, side)
    return count


@kernel(inline=True)
def turn_slope(rises, falls, up, down, first, last):
    """(2): dV/dh of a place with rises up to it and falls from it on; up: it is above the place before, down: above
    the next one."""
    if first:
        return 0.0 if down else -falls
    if last:
        return 0.0 if up else -rises
    return rises + falls if up else -rises - falls
