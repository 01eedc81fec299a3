"""Sphinx settings: MyST pages, Furo theme, reference pages generated from the registry at build time."""

import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))

import generated_pages  # noqa: E402
import reference_pages  # noqa: E402

import bellcrank  # noqa: E402

project = "bellcrank"
author = "the bellcrank authors"
release = version = bellcrank.__version__
extensions = ["myst_parser", "math_renderer"]
html_math_renderer = "mathml"
myst_enable_extensions = ["dollarmath", "deflist", "colon_fence"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "bellcrank"
html_show_copyright = False
html_static_path = ["_css"]
html_css_files = ["wide.css"]
nitpicky = True
suppress_warnings = ["config.cache"]


def setup(app):
    """Write the generated pages before Sphinx looks for sources."""
    app.connect("builder-inited", lambda app: reference_pages.write_all(here / "reference" / "generated"))
    app.connect("builder-inited", lambda app: generated_pages.write_all(here / "generated"))
