"""What a Newton iteration with nine bushings costs: with their own kernel, and as six expressions each.

    python benchmarks/bushings.py

Three bodies on three bushings each. As expressions (GFORCE with the same law) they cost what bushings cost in the first
release, which made them so. Microseconds of the integration for each iteration, best of five runs in turn.
"""

from __future__ import annotations

REPEATS = 5
K, C, KT, CT = (8e4, 6e4, 9e4), (200.0, 150.0, 250.0), (60.0, 40.0, 80.0), (0.6, 0.4, 0.8)
PLACES = ((0.3, 0.0, -0.1), (-0.2, 0.25, -0.1), (-0.2, -0.25, -0.1))


def bushing(n: int, i: int, j: int, floating: int) -> str:
    """The statement."""
    numbers = ", ".join(f"{name}={','.join(map(repr, x))}" for name, x in zip(("K", "C", "KT", "CT"), (K, C, KT, CT)))
    return f"BUSHING/{n}, I={i}, J={j}, {numbers}\n"


def expressions(n: int, i: int, j: int, floating: int) -> str:
    """The same law as a GFORCE."""
    force = [f"F{a}=-{K[k]}*D{a}({i},{j},{j})-{C[k]}*V{a}({i},{j},{j},{j})\\" for k, a in enumerate("XYZ")]
    torque = [f"T{a}=-{KT[k]}*A{a}({i},{j})-{CT[k]}*W{a}({i},{j},{j})\\" for k, a in enumerate("XYZ")]
    return f"GFORCE/{n}, I={i}, JFLOAT={floating}, RM={j}, {' '.join(force + torque)}\n"


def dataset(law: object) -> str:
    """Three bodies, each on three of them."""
    lines = ["bushings\nUNITS/SYSTEM=MKS\nACCGRAV/KGRAV=-9.81\nPART/1, GROUND\n"]
    for b in range(2, 5):
        lines.append(f"PART/{b}, MASS=20, CM={b}00, IP=0.5,0.8,1, QG={b},0,0, VX=0.3, WZ=0.5\nMARKER/{b}00, PART={b}\n")
        for n, (x, y, z) in enumerate(PLACES, 1):
            lines.append(f"MARKER/{b}{n}1, PART={b}, QP={x},{y},{z}\nMARKER/{b}{n}2, PART=1, QP={b + x},{y},{z}\n")
            lines.append(f"MARKER/{b}{n}3, PART=1, FLOATING\n" if law is expressions else "")
            lines.append(law(3 * b + n, 100 * b + 10 * n + 1, 100 * b + 10 * n + 2, 100 * b + 10 * n + 3))  # type: ignore[operator]
    return "".join(lines) + "END\n"


def measure(repeats: int = REPEATS) -> dict[str, float]:
    """Microseconds of an iteration, by the way the bushings are written."""
    from bellcrank.model import load_text

    models = {}
    for law in (bushing, expressions):
        models[law.__name__], report = load_text(dataset(law))
        assert not report.errors, report.render()
    found: dict[str, list[float]] = {name: [] for name in models}
    for _ in range(repeats):
        for name, model in models.items():
            statistics = model.simulate(end=2.0, steps=1, error=1e-7).attrs["statistics"]
            found[name].append(1e6 * statistics["cpu"] / statistics["iterations"])
    return {name: min(times) for name, times in found.items()}


if __name__ == "__main__":
    times = measure()
    for name, microseconds in times.items():
        print(
            f"{name:12s} {microseconds:6.2f} us an iteration, {microseconds / times['expressions']:.2f} of expressions"
        )
