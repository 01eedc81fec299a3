"""Sensors: events found after each step, before it is accepted, and located by repeating the step.

True         EQ |f - v| <= err;  GE f >= v - err;  LE f <= v + err                                                 (1)
Event        the change from false to true; for EQ also a change of the sign of f - v
Location     when |f - v| > err the step is repeated with a length between that of a step without the event and that of
             one behind it, by regula falsi (Illinois) or bisection, until |f - v| <= err or, where f jumps, until
             the bracket is down to rounding. Nothing behind an event enters the history.
Between      a function that goes over its value and back within a step is seen by the parabola through its values at
             the last three ends of steps: where it turns inside the step, and might reach the value, the step is made
             to end there.                                                                                          (2)
References   Dahlquist & Bjorck (1974), Numerical Methods, section 6.4;
             Shampine & Thompson (2000), Comput. Math. Appl. 39, 43-54.
"""

from __future__ import annotations

from bellcrank.integrators.calls import run
from bellcrank.integrators.problem import (
    F_SENSE,
    INTS,
    REAL,
    S_BEFORE,
    S_BISECTION,
    S_EARLIER,
    S_ERROR,
    S_FIRED,
    S_GAP,
    S_RELATION,
    S_TRUE,
    S_VALUE,
    SENSED,
    SENSORS,
)
from bellcrank.integrators.stepper import I_EVENT, I_SENSOR, I_TRIES, R_F_HIGH, R_F_LOW, R_H, R_HIGH, R_LOW, R_T
from bellcrank.kernel import kernel
from bellcrank.numerics.context import table, view1, view2

FINEST = 1e-13
"""A bracket of this part of the time or of the step is rounding."""


DOUBT = 1.5
"""(2): a parabola may be wrong by half its height; ending a step there costs one more."""
EDGE = 0.05
"""(2): nearer than this part of the step to its ends, a turning point is theirs."""


@kernel(inline=True)
def is_true(sensors, n, f):
    """The condition (1) for f = function - value."""
    relation, err = sensors[n, S_RELATION], sensors[n, S_ERROR]
    return (relation > 0.0 or f <= err) and (relation < 0.0 or f >= -err)


@kernel(inline=True)
def becomes_true(sensors, n, f):
    """Whether sensor n has its event in a step at whose end the function minus the value is f."""
    if sensors[n, S_TRUE] == 1.0:
        return False
    crossed = sensors[n, S_RELATION] == 0.0 and sensors[n, S_BEFORE] * f < 0.0
    return crossed or is_true(sensors, n, f)


@kernel
def place_in_step(c, n, f):
    """The length of step to try next for sensor n, whose function is f off at the end of the present step."""
    sensors, real, ints = view2(c, SENSORS), view1(c, REAL), table(c, INTS)
    if real[R_HIGH] == 0.0 or ints[I_SENSOR] != n:
        real[R_LOW], real[R_F_LOW], ints[I_SENSOR] = 0.0, sensors[n, S_BEFORE], n
    elif real[R_F_HIGH] * f > 0.0:
        real[R_F_LOW] *= 0.5  # the same side twice: Illinois
    real[R_HIGH], real[R_F_HIGH] = real[R_H], f
    return between(c, n)


@kernel
def between(c, n):
    """A length inside the bracket."""
    real = view1(c, REAL)
    low, high, f_low, f_high = real[R_LOW], real[R_HIGH], real[R_F_LOW], real[R_F_HIGH]
    part = 0.5
    tries = table(c, INTS)
    tries[I_TRIES] += 1
    secant = view2(c, SENSORS)[n, S_BISECTION] == 0.0 and tries[I_TRIES] % 3 != 0  # jumps need bisection
    if secant and f_low * f_high < 0.0:
        part = f_low / (f_low - f_high)
    return low + max(0.01, min(0.99, part)) * (high - low)


@kernel(inline=True)
def turning_part(sensors, n, h, f):
    """The part of the step after which sensor n may be true for a while (2); 0: it is not."""
    before, gap = sensors[n, S_BEFORE], sensors[n, S_GAP]
    if sensors[n, S_TRUE] == 1.0 or gap == 0.0:
        return 0.0
    late, early = (f - before) / h, (before - sensors[n, S_EARLIER]) / gap
    bend = (late - early) / (h + gap)
    if bend == 0.0:
        return 0.0
    part = 0.5 - 0.5 * late / (bend * h)  # f = before + late s + bend s (s - h)
    if not EDGE < part < 1.0 - EDGE:
        return 0.0
    nearer = before if abs(before) < abs(f) else f
    furthest = nearer + DOUBT * (before - bend * (part * h) ** 2 - nearer)
    return part if becomes_true(sensors, n, furthest) else 0.0


@kernel
def turning_point(c):
    """(2): the length of a step that ends where a sensor may be true for a while; 0: there is none."""
    sensors, sensed, h, ints = view2(c, SENSORS), view2(c, SENSED), view1(c, REAL)[R_H], table(c, INTS)
    shortest = 0.0
    if ints[I_TRIES] > 0:
        return 0.0
    for n in range(sensors.shape[0]):
        part = turning_part(sensors, n, h, sensed[n, 0] - sensors[n, S_VALUE])
        if part > 0.0 and (shortest == 0.0 or part * h < shortest):
            shortest = part * h
    if shortest > 0.0:
        ints[I_TRIES] = 1
    return shortest


@kernel
def look_for_events(c):
    """0, or the length of the step to try instead of the one just computed."""
    sensors, sensed, real, ints = view2(c, SENSORS), view2(c, SENSED), view1(c, REAL), table(c, INTS)
    run(c, F_SENSE)
    finest = FINEST * (abs(real[R_T]) + real[R_H])
    shortest, found = 0.0, False
    for n in range(sensors.shape[0]):
        f = sensed[n, 0] - sensors[n, S_VALUE]
        if becomes_true(sensors, n, f):
            found = True
            low = real[R_LOW] if ints[I_SENSOR] == n and real[R_HIGH] > 0.0 else 0.0
            within = is_true(sensors, n, sensors[n, S_BEFORE])  # since before the start: there is nothing to locate
            if not within and abs(f) > sensors[n, S_ERROR] and real[R_H] - low > finest:
                h = place_in_step(c, n, f)
                shortest = h if shortest == 0.0 else min(shortest, h)
    if not found and real[R_H] >= (1.0 - 1e-15) * real[R_HIGH] > 0.0:
        return 0.0  # the function itself is not known better than this: it was true here before
    if not found and real[R_HIGH] > 0.0:  # too short: the event is still to come
        n = ints[I_SENSOR]
        real[R_LOW], f = real[R_H], sensed[n, 0] - sensors[n, S_VALUE]
        if real[R_HIGH] - real[R_H] <= finest:
            return real[R_HIGH]
        real[R_F_HIGH] *= 0.5 if real[R_F_LOW] * f > 0.0 else 1.0
        real[R_F_LOW] = f
        return between(c, n)
    return shortest if found else turning_point(c)


@kernel
def note_events(c):
    """After a step is accepted: which sensors are true now, and which of them have become so."""
    sensors, sensed, ints, real = view2(c, SENSORS), view2(c, SENSED), table(c, INTS), view1(c, REAL)
    located = real[R_H] >= (1.0 - 1e-15) * real[R_HIGH] > 0.0
    real[R_HIGH], ints[I_TRIES] = 0.0, 0
    for n in range(sensors.shape[0]):
        f = sensed[n, 0] - sensors[n, S_VALUE]
        if becomes_true(sensors, n, f) or (located and n == ints[I_SENSOR]):
            sensors[n, S_FIRED], sensors[n, S_TRUE] = 1.0, 1.0
            ints[I_EVENT] = 1
        elif not is_true(sensors, n, f):
            sensors[n, S_TRUE] = 0.0
        sensors[n, S_EARLIER], sensors[n, S_GAP] = sensors[n, S_BEFORE], real[R_H]
        sensors[n, S_BEFORE] = f


@kernel
def sense_start(c, k):
    """At the start of an analysis: nothing is true before, what is true now fires."""
    sensors = view2(c, SENSORS)
    for n in range(sensors.shape[0]):
        sensors[n, S_TRUE], sensors[n, S_FIRED], sensors[n, S_BEFORE] = 0.0, 0.0, 0.0
    if sensors.shape[0] > 0:
        run(c, F_SENSE)
        note_events(c)
    for n in range(sensors.shape[0]):
        sensors[n, S_GAP] = 0.0
