"""How pictures look: colours that colour-blind readers can tell apart, thin grid, units as engineers write them."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import Message, Place, ResultsError
from ..results.units import measure
from ..schema.units import Powers

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f4f24", "#4d4d4d")
"""After M. Okabe and K. Ito (2008), darkened for white paper."""
OVERLAY_DASHES = ("-", (0, (1, 1.2)), "-.", (0, (3, 1, 1, 1, 1, 1)))
"""Line of the first run, of the first overlay, ...; plain dashes are kept for reactions that are not unique."""
SETTINGS = {
    "font.size": 10.0,
    "axes.prop_cycle": None,
    "axes.grid": True,
    "grid.color": "#e2e2e2",
    "grid.linewidth": 0.7,
    "axes.edgecolor": "#555555",
    "axes.axisbelow": True,
    "axes.xmargin": 0.01,
    "axes.titlesize": 11.5,
    "axes.titleweight": "bold",
    "axes.formatter.use_mathtext": True,
    "axes.formatter.limits": (-3, 5),
    "legend.frameon": False,
    "lines.linewidth": 1.5,
    "svg.fonttype": "none",
}
QUANTITIES: dict[Powers, str] = {
    (0.0, 0.0, 1.0, 0.0, 0.0): "length",
    (0.0, 0.0, 1.0, -1.0, 0.0): "velocity",
    (0.0, 0.0, 1.0, -2.0, 0.0): "acceleration",
    (0.0, 0.0, 0.0, 0.0, 1.0): "angle",
    (0.0, 0.0, 0.0, -1.0, 1.0): "angular velocity",
    (0.0, 0.0, 0.0, -2.0, 1.0): "angular acceleration",
    (1.0, 0.0, 0.0, 0.0, 0.0): "force",
    (1.0, 0.0, 1.0, 0.0, 0.0): "torque",
    (0.0, 0.0, 0.0, 1.0, 0.0): "time",
}
SIGNS = {
    "newton": "N", "knewton": "kN", "meter": "m", "inch": "in", "foot": "ft", "pound_force": "lbf", "pound_mass": "lbm",
    "gram": "g", "sec": "s", "msec": "ms",
}  # fmt: skip


def pretty(unit: str) -> str:
    """A unit as engineers write it.

    >>> pretty("newton-mm"), pretty("meter/sec**2")
    ('N·mm', 'm/s²')
    """
    text = re.sub(r"[a-z_]+", lambda m: SIGNS.get(m[0], m[0]), unit)
    text = text.replace("**2", "²").replace("**3", "³").replace("-", "·").replace("*", "·")
    return text


def with_unit(name: str, unit: str) -> str:
    """The text of an axis."""
    return f"{name} [{pretty(unit)}]" if unit else name


def quantity(unit: str) -> str:
    """What a unit measures, in a word; "" where it is unknown."""
    found = measure(unit) if unit else None
    return QUANTITIES.get(found[1], "") if found is not None else ""


def matplotlib() -> Any:
    """The package, or a message how to get it."""
    try:
        import matplotlib as package
    except ImportError:
        cure = "pip install bellcrank[plots]"
        raise ResultsError(Message("error", "E908", "plots need the package matplotlib", cure=cure)) from None
    return package


@contextlib.contextmanager
def style() -> Iterator[None]:
    """The settings above, for the pictures drawn inside."""
    package = matplotlib()
    from cycler import cycler

    with package.rc_context(dict(SETTINGS, **{"axes.prop_cycle": cycler(color=COLOURS)})):
        yield


def new_figure(size: tuple[float, float]) -> Any:
    """An empty figure: one that `pyplot.show()` knows where a script uses pyplot, else one without a window.

    In a notebook the figure shows itself, whether pyplot is in use or not, and once.
    """
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None and "ipykernel" not in sys.modules:
        return pyplot.figure(figsize=size, layout="constrained")
    from matplotlib.figure import Figure

    class Picture(Figure):  # type: ignore[misc, unused-ignore]
        def _repr_png_(self) -> bytes:
            stream = io.BytesIO()
            self.savefig(stream, format="png", dpi=100)
            return stream.getvalue()

    return Picture(figsize=size, layout="constrained")


def save_figure(figure: Any, path: Path, dpi: int = 150) -> None:
    """PNG, SVG, PDF, ... by suffix; an old file stays until the new one is complete."""
    from ..results.files import replacing

    known = figure.canvas.get_supported_filetypes()
    kind = path.suffix.lower().lstrip(".")
    if kind not in known:
        cure = "use .png, .svg or .pdf"
        what = f"a picture cannot be written as {path.suffix or path.name!r}"
        raise ResultsError(Message("error", "E908", what, Place(str(path), 1), cure=cure))
    with replacing(path) as temporary:
        figure.savefig(temporary, dpi=dpi, format=kind)
