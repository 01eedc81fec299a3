"""Formulas as MathML, which browsers draw by themselves: the pages need no network and no further script."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert


def mathml(latex: str, display: str) -> str:
    """The formula as MathML; Sphinx wraps rows into `split`, which says nothing here, `aligned` is an array."""
    text = re.sub(r"\\(begin|end)\{split\}", "", latex).replace(r"\end{aligned}", r"\end{array}")
    return convert(text.replace(r"\begin{aligned}", r"\begin{array}{rl}").strip(), display=display)


def inline(self: Any, node: Any) -> None:
    """A formula in a line of text."""
    self.body.append(mathml(node.astext(), "inline"))
    raise nodes.SkipNode


def block(self: Any, node: Any) -> None:
    """A formula on lines of its own."""
    self.body.append(f'<div class="math">{mathml(node.astext(), "block")}</div>\n')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_html_math_renderer("mathml", inline_renderers=(inline, None), block_renderers=(block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
