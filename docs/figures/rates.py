"""The figure of docs/theory/rates.md: a ball on a table that tips, with the right and with the wrong rate.

python docs/figures/rates.py            # writes docs/_static/rates.png
"""

from __future__ import annotations

from pathlib import Path

from bellcrank.model import load_text

PICTURE = Path(__file__).resolve().parents[1] / "_static" / "rates.png"
MODEL = """A ball falls onto a table that turns about a far hinge
UNITS/SYSTEM = MKS
ACCGRAV/KGRAV = -9.81
PART/1, GROUND
MARKER/1, PART = 1
MARKER/2, PART = 1, REULER = 0, 90D, 0
PART/2, MASS = 1, CM = 20, IP = 1E-3, 1E-3, 1E-3, QG = 1.5, 0, 0.3
MARKER/20, PART = 2
PART/3, MASS = 10, CM = 30, IP = 1, 1, 1
MARKER/30, PART = 3
MARKER/32, PART = 3, REULER = 0, 90D, 0
JOINT/1, REVOLUTE, I = 32, J = 2
MOTION/1, ROTATIONAL, JOINT = 1, FUNCTION = 0.05*SIN(25*TIME)
VFORCE/1, I = 20, JFLOAT = 31, RM = 30
, FX = 0\\ FY = 0\\ FZ = IMPACT(DZ(20,30,30), {rate}, 0.05, 2E4, 1.5, 200, 1E-4)
MARKER/31, PART = 3, FLOATING
REQUEST/1, CNAMES = "", "GAP", "RATE", "WRITTEN"
, F2 = DZ(20,30,30)\\ F3 = VZ(20,30,30,30)\\ F4 = VZ(20,30,30)
END
"""


ABOVE = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": 2, "frameon": False}


def run(rate: str):
    """A second of bounces."""
    model, report = load_text(MODEL.format(rate=rate))
    assert not report.errors, report.render()
    return model.simulate(1.2, 1200, error=1e-7)


def main() -> None:
    """Draw it."""
    from bellcrank.plots.style import COLOURS, new_figure, save_figure, style

    right, wrong = run("VZ(20,30,30,30)"), run("VZ(20,30,30)")
    with style():
        figure = new_figure((8.0, 4.6))
        upper, lower = figure.subplots(2, 1, sharex=True)
        for result, colour, word in ((right, COLOURS[0], "VZ(i,j,k,k), the rate"), (wrong, COLOURS[1], "VZ(i,j,k)")):
            upper.plot(result.time, 1e3 * result["REQ_1.GAP"], color=colour, label=f"IMPACT with {word}")
        upper.set_ylabel("height over the table [mm]")
        upper.legend(**ABOVE)
        lower.plot(right.time, right["REQ_1.RATE"], color=COLOURS[0], label="rate of the height")
        lower.plot(right.time, right["REQ_1.WRITTEN"], color=COLOURS[1], label="VZ(i,j,k) of the same motion")
        lower.set_ylabel("[m/s]")
        lower.set_xlabel("time [s]")
        lower.legend(**ABOVE)
        save_figure(figure, PICTURE, dpi=100)
    for text in wrong.attrs["messages"]:
        if "W511" in text:
            print(text)
    print(right["REQ_1.GAP"].max(), wrong["REQ_1.GAP"][600:].max(), right["REQ_1.GAP"][600:].max())


if __name__ == "__main__":
    main()
