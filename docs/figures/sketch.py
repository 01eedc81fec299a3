"""A small drawing board for the pictures of the reference: lines, blocks, springs, arrows, axes, as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence

BLUE, GREY, RED, GREEN, INK = "#cfe0f3", "#e6e6e6", "#b3261e", "#2e7d32", "#263238"
"""Part of I, part of J, forces, what is measured or driven, lines."""
WIDTH, HEIGHT = 240, 140


class Sketch:
    """One picture, 240 by 140; y points down, angles in degrees turn from x towards the top."""

    def __init__(self) -> None:
        self.items: list[str] = []

    def svg(self, title: str) -> str:
        """The whole file."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{2 * WIDTH}" role="img">'
        back = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#fff"/>'
        style = 'font-family="sans-serif" font-size="10" stroke-linecap="round" stroke-linejoin="round"'
        return "\n".join([head, f"<title>{title}</title>", back, f"<g {style}>", *self.items, "</g>", "</svg>", ""])

    # ---- plain
    def path(self, d: str, color: str = INK, fill: str = "none", width: float = 1.4, dash: str = "") -> Sketch:
        more = f' stroke-dasharray="{dash}"' if dash else ""
        self.items.append(f'<path d="{d}" stroke="{color}" fill="{fill}" stroke-width="{width}"{more}/>')
        return self

    def line(self, *points: tuple[float, float], color: str = INK, width: float = 1.4, dash: str = "") -> Sketch:
        return self.path("M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points), color, width=width, dash=dash)

    def circle(self, x: float, y: float, r: float, fill: str = "none", color: str = INK, width: float = 1.4) -> Sketch:
        self.items.append(f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="{color}" stroke-width="{width}"/>')
        return self

    def block(self, x: float, y: float, w: float, h: float, fill: str = BLUE, r: float = 4, turn: float = 0) -> Sketch:
        turned = f' transform="rotate({-turn} {x + w / 2} {y + h / 2})"' if turn else ""
        self.items.append(
            f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}" fill="{fill}" stroke="{INK}"{turned}/>'
        )
        return self

    def text(self, x: float, y: float, words: str, color: str = INK, anchor: str = "middle", size: int = 10) -> Sketch:
        safe = words.replace("&", "&amp;").replace("<", "&lt;")
        self.items.append(
            f'<text x="{x}" y="{y}" fill="{color}" text-anchor="{anchor}" font-size="{size}">{safe}</text>'
        )
        return self

    # ---- made of these
    def arrow(self, x: float, y: float, angle: float, length: float, color: str = RED, label: str = "") -> Sketch:
        c, s = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
        ex, ey = x + length * c, y + length * s
        self.line((x, y), (ex, ey), color=color, width=1.8)
        tips = [(ex - 6 * c + k * 3 * s, ey - 6 * s - k * 3 * c) for k in (1, -1)]
        self.path(f"M{ex:.1f} {ey:.1f} L" + " L".join(f"{a:.1f} {b:.1f}" for a, b in tips) + " Z", color, color, 1)
        anchor = "start" if c > 0.6 else "end" if c < -0.6 else "middle"
        far = 4 if anchor != "middle" else 9
        return self.text(ex + far * c, ey + far * s + 3, label, color, anchor) if label else self

    def turn(self, x: float, y: float, r: float, a: float, b: float, color: str = RED, label: str = "") -> Sketch:
        """A round arrow from angle a to b."""
        at = lambda t: (x + r * math.cos(math.radians(t)), y - r * math.sin(math.radians(t)))
        steps = [at(a + (b - a) * k / 24) for k in range(25)]
        self.line(*steps, color=color, width=1.8)
        forth = 90 if b > a else -90
        t, (ex, ey) = math.radians(b + forth), steps[-1]
        c, s = math.cos(t), -math.sin(t)
        tips = [(ex - 5 * c + k * 3 * s, ey - 5 * s - k * 3 * c) for k in (1, -1)]
        self.path(f"M{ex:.1f} {ey:.1f} L" + " L".join(f"{p:.1f} {q:.1f}" for p, q in tips) + " Z", color, color, 1)
        if label:
            lx, ly = (
                x + (r + 9) * math.cos(math.radians((a + b) / 2)),
                y - (r + 9) * math.sin(math.radians((a + b) / 2)),
            )
            self.text(lx, ly + 3, label, color)
        return self

    def marker(
        self, x: float, y: float, name: str = "", angle: float = 0, axes: str = "xy", size: float = 18
    ) -> Sketch:
        """The axes of a marker; one that points at the reader is a dot in a ring."""
        for n, axis in enumerate(axes):
            self.arrow(x, y, angle + 90 * n, size, GREEN, axis)
        if name:
            self.text(x - 7, y + 11, name, INK)
        return self.circle(x, y, 2, INK)

    def ground(self, x: float, y: float, w: float) -> Sketch:
        self.line((x, y), (x + w, y), width=2)
        for k in range(int(w // 7)):
            self.line((x + 7 * k + 7, y), (x + 7 * k + 2, y + 5), width=0.8)
        return self

    def spring(self, a: Sequence[float], b: Sequence[float], coils: int = 6, r: float = 6) -> Sketch:
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        c, s = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        at = lambda u, v: (a[0] + u * c - v * s, a[1] + u * s + v * c)
        points = [at(0, 0), at(0.15 * length, 0)]
        for k in range(2 * coils):
            points.append(at((0.15 + 0.7 * (k + 0.5) / (2 * coils)) * length, r if k % 2 else -r))
        return self.line(*points, at(0.85 * length, 0), at(length, 0))

    def damper(self, a: Sequence[float], b: Sequence[float], r: float = 6) -> Sketch:
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        c, s = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        at = lambda u, v: (a[0] + u * c - v * s, a[1] + u * s + v * c)
        self.line(at(0, 0), at(0.35 * length, 0)).line(
            at(0.7 * length, -r), at(0.35 * length, -r), at(0.35 * length, r)
        )
        self.line(at(0.35 * length, r), at(0.7 * length, r)).line(at(0.58 * length, -r), at(0.58 * length, r))
        return self.line(at(0.58 * length, 0), at(length, 0))

    def box(self, words: str, x: float = 70, y: float = 45, w: float = 100, h: float = 44, fill: str = BLUE) -> Sketch:
        """A box of a block diagram; lines of words are divided by newlines."""
        self.block(x, y, w, h, fill)
        lines = words.split("\n")
        for n, line in enumerate(lines):
            self.text(x + w / 2, y + h / 2 + 3.5 + 12 * (n - (len(lines) - 1) / 2), line)
        return self

    def flow(self, enters: str, leaves: str, words: str) -> Sketch:
        """in -> box -> out"""
        self.box(words)
        if enters:
            self.arrow(25, 67, 0, 43, INK).text(45, 60, enters)
        if leaves:
            self.arrow(170, 67, 0, 45, INK).text(197, 60, leaves)
        return self

    def axes(
        self, x: float = 40, y: float = 115, w: float = 160, h: float = 90, over: str = "t", of: str = ""
    ) -> Sketch:
        """The axes of a plot."""
        return self.arrow(x, y, 0, w, INK, over).arrow(x, y, 90, h, INK, of)
