"""The loop of steps, one for all methods that keep a story; the step of a method stands behind an address (F_STEP).

A step ends where a function of time has a corner, is repeated where a sensor has an event, made shorter where its error
is too large; rows of results at the output times passed come before the next one.
"""

from __future__ import annotations

from bellcrank.integrators.problem import F_STEP, FUNCTIONS, INTS, N_LONGEST, NUM, REAL, SENSORS, STOPS
from bellcrank.integrators.rows import write_outputs
from bellcrank.integrators.sensors import look_for_events, note_events
from bellcrank.integrators.step_control import too_small
from bellcrank.integrators.stepper import (
    DONE,
    EVENT,
    I_ERROR_FAILS,
    I_EVENT,
    I_HARD,
    I_IN_A_ROW,
    I_N_OUT,
    I_OUT,
    I_STATUS,
    I_STOP,
    I_WATCH,
    NOT_FINITE,
    PIVOTS_OUT,
    R_END,
    R_H,
    R_HIGH,
    R_HMAX,
    R_T,
    RUNNING,
    TOO_SMALL,
    UNSUITED,
)
from bellcrank.kernel import kernel
from bellcrank.numerics.context import call, table, view1, view2

FOUND, BROKEN, LOST = 0, 1, 2
"""Rates were found; an expression gave no number; new pivots are needed."""
LEAST, SAFE = 0.2, 0.9
"""Of the step: what is left at least after a rejection, and the part of what the error allows."""
SEVERAL = 4
"""Failures in a row."""
TOO_HARD, FAILURE = 15, 3
"""Points at which a method for smooth motion does not suit: 15 steps on end limited by stability (Hairer & Wanner,
section IV.2), or five failures on end; what a failed step counts."""


@kernel
def end_of_step(c):
    """The time at the end of the next step; R_H is made shorter where it would pass a corner of a function of time.

    A step by which an event is located lies inside one that was tried, and is left as it is.
    """
    real, ints, stops = view1(c, REAL), table(c, INTS), view1(c, STOPS)
    t = real[R_T]
    while ints[I_STOP] < stops.shape[0] - 1 and stops[ints[I_STOP]] - t <= 1e-13 * abs(t):
        ints[I_STOP] += 1
    end = stops[ints[I_STOP]]
    left = end - t
    if real[R_HIGH] > 0.0:
        return end if real[R_H] == left else t + real[R_H]
    real[R_H] = min(real[R_H], real[R_HMAX], view1(c, NUM)[N_LONGEST])
    if 1.001 * real[R_H] > left:
        real[R_H] = left
        return end
    if 2.0 * real[R_H] > left and ints[I_STOP] < stops.shape[0] - 1:  # two equal steps rather than a tiny one
        real[R_H] = 0.5 * left
    return t + real[R_H]


@kernel
def ends_earlier(c):
    """Whether the step just computed is to be repeated, with the length now in R_H, because of an event within it."""
    shorter = look_for_events(c) if view2(c, SENSORS).shape[0] > 0 else 0.0
    if shorter > 0.0:
        view1(c, REAL)[R_H] = shorter
    return shorter > 0.0


@kernel
def note_sensors(c):
    """After an accepted step."""
    if view2(c, SENSORS).shape[0] > 0:
        note_events(c)


@kernel
def reject(c, status, error, order):
    """A shorter step; RUNNING, or what stops the integration."""
    real, ints = view1(c, REAL), table(c, INTS)
    real[R_HIGH] = 0.0
    ints[I_ERROR_FAILS] += 1
    ints[I_IN_A_ROW] += 1
    ints[I_HARD] += FAILURE
    shorter = 0.25
    if status == FOUND:
        shorter = max(LEAST, min(0.9, SAFE * error ** (-1.0 / (order + 1.0)))) if error > 0.0 else LEAST
    real[R_H] *= shorter
    if too_small(c):
        return NOT_FINITE if status == BROKEN else TOO_SMALL
    return RUNNING


@kernel
def failed(c, status):
    """After stages without rates: new pivots or a shorter step; what is to be told.

    Near a singular position pivots that suit one stage may not suit another: after SEVERAL the step is made shorter.
    """
    ints = table(c, INTS)
    if status != LOST:
        return reject(c, status, 0.0, 1)
    ints[I_IN_A_ROW] += 1
    told = reject(c, LOST, 0.0, 1) if ints[I_IN_A_ROW] % SEVERAL == 0 else RUNNING
    return PIVOTS_OUT if told == RUNNING else told


@kernel
def before_step(c):
    """RUNNING where a step is to be tried; else what is to be told."""
    real, ints = view1(c, REAL), table(c, INTS)
    told = write_outputs(c)
    if told != RUNNING:
        return told
    if ints[I_EVENT] == 1:
        ints[I_EVENT] = 0
        return EVENT
    if real[R_T] >= real[R_END] * (1.0 - 1e-14) and ints[I_OUT] > ints[I_N_OUT]:
        return DONE
    return UNSUITED if ints[I_HARD] >= TOO_HARD and ints[I_WATCH] == 1 else RUNNING


@kernel
def note_hardness(c, is_limited):
    """After a step: a point where stability has limited it, one less where it has not."""
    ints = table(c, INTS)
    ints[I_HARD] = ints[I_HARD] + 1 if is_limited else max(0, ints[I_HARD] - 1)


@kernel
def go_on(c, most_steps):
    """Steps until something is to be told."""
    ints, steps = table(c, INTS), 0
    while True:
        told = before_step(c)
        if told != RUNNING or steps >= most_steps:
            return told
        steps += 1
        call(table(c, FUNCTIONS)[F_STEP], c, 0)
        if ints[I_STATUS] != RUNNING:
            return ints[I_STATUS]


@kernel
def advance(c, k):
    """Integrate until the end, a full output buffer, k steps, or a failure; the reason goes to I_STATUS."""
    table(c, INTS)[I_STATUS] = go_on(c, k)


@kernel
def shrink(c, k):
    """A quarter of the step; I_STATUS tells when it is too small."""
    view1(c, REAL)[R_H] *= 0.25
    table(c, INTS)[I_STATUS] = TOO_SMALL if too_small(c) else RUNNING
