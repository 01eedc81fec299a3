"""What `bellcrank demo` tells of the machines of the gallery: how long they run, and what to look at.

Each is a dataset of `examples/` in the package and a Python file of `examples/gallery/` in the sources.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Look = tuple[str, Callable[[Any], float]]


def last(channel: str, factor: float = 1.0) -> Callable[[Any], float]:
    """The last value of a channel."""
    return lambda run: factor * float(run[channel][-1])


def most(channel: str, factor: float = 1.0) -> Callable[[Any], float]:
    """The largest value of a channel, whatever its sign."""
    return lambda run: factor * float(abs(run[channel]).max())


def span(channel: str, factor: float = 1.0) -> Callable[[Any], float]:
    """From the smallest to the largest value."""
    return lambda run: factor * float(run[channel].max() - run[channel].min())


GALLERY: dict[str, tuple[float, int, tuple[Look, ...]]] = {
    "ball-in-a-bowl": (20, 1000, (("the ball comes to rest {:.2f} mm deep in the contact", last("rest.gap", -1e3)),)),
    "bicycle": (
        5,
        500,
        (
            ("pushed aside, it leans by up to {:.1f} deg", most("ride.lean", 57.29578)),
            ("and after 5 s still by {:.1f} deg", last("ride.lean", 57.29578)),
        ),
    ),
    "body-on-a-circle": (6, 3000, (("the body swings over {:.3f} m", span("path.dx")),)),
    "cam-follower": (
        0.026,
        520,
        (
            ("the follower flies {:.2f} mm high, where the cam has 20 mm", most("follower_motion.lift", 1e3)),
            ("and lands with up to {:.0f} N", most("touch.NORMAL")),
        ),
    ),
    "excavator": (
        4,
        400,
        (
            ("the boom turns up by {:.3f} rad", last("work.boom")),
            ("the teeth of the bucket end {:.2f} m above the foot of the boom", last("work.dz")),
        ),
    ),
    "flexible-boom": (8, 400, (("the tip lags behind by up to {:.3f} m", most("boom.lag")),)),
    "geared-linkage": (0.8, 200, (("the pen draws a curve {:.1f} mm high", span("curve.dy", 1e3)),)),
    "geneva": (
        4,
        800,
        (
            ("the wheel turns at up to {:.3f} times the speed of the crank", most("turning.speed", 0.5)),
            ("and by {:.4f} rad in two turns of the crank", span("turning.wheel")),
        ),
    ),
    "governor": (12, 600, (("the sleeve is lifted by {:.1f} mm", span("governor.height", 1e3)),)),
    "gyroscope": (5, 500, (("its axis leaves the level plane by no more than {:.1e} m", most("axis.height")),)),
    "half-car": (
        2,
        800,
        (
            ("the body rises by up to {:.2f} mm", most("ride.heave", 1e3)),
            ("and pitches by up to {:.2f} mrad", most("ride.pitch", 1e3)),
        ),
    ),
    "inverted-pendulum": (
        5,
        500,
        (
            ("the cart moves by up to {:.1f} mm", most("loop.place", 1e3)),
            ("and the pole ends at {:.1e} rad", last("loop.angle")),
        ),
    ),
    "paper-feed": (0.5, 500, (("the stroke of the pusher is {:.2f} mm", span("feed.place", 1e3)),)),
    "quarter-car": (
        2,
        800,
        (
            ("the body rises by up to {:.1f} mm after a step of 50 mm", most("ride.body", 1e3)),
            ("the suspension travels by up to {:.1f} mm", most("ride.travel", 1e3)),
        ),
    ),
    "six-axis-arm": (2, 200, (("the tool ends {:.4f} m above the floor", last("tool_place.dz")),)),
    "stewart-platform": (2, 200, (("the plate ends at a height of {:.4f} m", last("plate_place.dz")),)),
    "suspension": (
        4,
        400,
        (
            ("camber goes over {:.2f} deg", span("wheel.camber")),
            ("toe over {:.2f} deg", span("wheel.toe_in")),
            ("and the load of the tyre to {:.0f} N, 80 mm up", most("wheel.load")),
        ),
    ),
}
"""Dataset -> end time, output intervals, sentences with a number."""
