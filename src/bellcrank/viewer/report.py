"""One self-contained HTML file of a run: 3D animation, linked plots, model tree, messages.

The program of the page is `viewer.html`, built from the folder viewer/ of the sources and shipped with the package;
a report is that file with the data of one run put in its place for data.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
import webbrowser
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from bellcrank.results.files import replacing
from bellcrank.scene.columns import pack
from bellcrank.scene.contract import Header
from bellcrank.scene.scene import Scene

if TYPE_CHECKING:
    from bellcrank.model import Model

PLACE = "<!--bellcrank:data-->"
CHARSET = '<meta charset="utf-8" />'
SCRIPT = re.compile(r"<script(?: type=\"module\")?(?: crossorigin)?>(.*?)</script>", re.DOTALL)
POSE_BITS = 18
CHANNEL_BITS = 20


def write_report(
    results: Any, path: str | Path, model: Model | None = None, others: Mapping[str, Any] | None = None
) -> Path:
    """Write the report of a run; without `model` the dataset stored in the results is read.

    others: further runs by name, to be compared with it: drawn as glass, plotted dashed
    """
    from bellcrank.scene import scene_from

    beside = {name: scene_from(None, run) for name, run in (others or {}).items()}
    return write_scene(scene_from(model, results), path, beside)


@dataclass(frozen=True)
class ReportFile:
    """A report that was written: a path, and in a notebook the page itself."""

    path: Path
    height: int = 640

    def __fspath__(self) -> str:
        return str(self.path)

    def _repr_html_(self) -> str:
        text = html.escape(self.path.read_text(encoding="utf-8"), quote=True)
        text = text.encode("ascii", "xmlcharrefreplace").decode("ascii")  # whatever encoding the page around it has
        return f'<iframe srcdoc="{text}" style="width:100%;height:{self.height}px;border:0"></iframe>'

    def open(self) -> None:
        """Show it in the browser."""
        webbrowser.open(self.path.resolve().as_uri())


def view(
    results: Any,
    path: str | Path = "report.html",
    model: Model | None = None,
    height: int = 640,
    others: Mapping[str, Any] | None = None,
) -> ReportFile:
    """Write the report of a run and give it as an object that a notebook shows, `height` pixels high.

    others: further runs by name, to be compared with it: `run.view(others={"stiff": run2})`
    """
    return ReportFile(write_report(results, path, model, others), height)


def write_scene(scene: Scene, path: str | Path, others: Mapping[str, Scene] | None = None) -> Path:
    """Write a scene as one HTML file, with those to compare it with."""
    path = Path(path)
    with replacing(path) as place:
        place.write_text(page(scene, others), encoding="utf-8")
    return path


def page(scene: Scene, others: Mapping[str, Scene] | None = None) -> str:
    """The HTML text of a report."""
    before, place, after = template().partition(PLACE)
    assert place, "viewer.html has no place for data; rebuild it (npm run build in viewer/)"
    start, charset, rest = before.partition(CHARSET)
    assert charset, "viewer.html does not begin with its character set"
    asks = bool(scene.header.live or scene.header.studio)
    rule = f'\n    <meta http-equiv="Content-Security-Policy" content="{policy(asks)}" />'
    beside = [beside_first(scene, other, name) for name, other in (others or {}).items()]
    tags = [tag for k, one in enumerate([scene, *beside]) for tag in _tags(one, f"-{k}" if k else "")]
    return "".join([start, charset, rule, rest, *tags, after])


def beside_first(first: Scene, other: Scene, name: str) -> Scene:
    """A scene to be compared with the first: parts and channels alone, shapes only where they differ."""
    drawn = {part.name: part.shapes for part in first.header.parts}
    same = first.meshes == other.meshes
    parts = [
        msgspec.structs.replace(
            part, shapes=[] if same and part.shapes == drawn.get(part.name) else part.shapes, info=[]
        )
        for part in other.header.parts
    ]
    old = other.header
    header = Header(name, old.frames, old.units, parts=parts, channels=old.channels, up=old.up)
    return Scene(header, other.time, other.poses, other.channels, b"" if same else other.meshes)


@cache
def policy(live: bool = False) -> str:
    """What the page may do (Content Security Policy): run its own program and nothing else, and ask nobody.

    A page that follows a run asks its own server. Names and titles of a stranger's model can then do nothing, should
    one ever get past the escaping.
    """
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in SCRIPT.findall(template())]
    scripts = " ".join(f"'sha256-{digest}'" for digest in digests)
    asks = "'self' data: blob:" if live else "data: blob:"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data: blob:; "
        f"media-src data: blob:; font-src data:; connect-src {asks}; worker-src blob:; base-uri 'none'; "
        "form-action 'none'"
    )


@cache
def template() -> str:
    """The program of the viewer without data."""
    return Path(__file__).with_name("viewer.html").read_text(encoding="utf-8")


def header_json(scene: Scene) -> str:
    """The header as JSON that may stand inside a script element."""
    return msgspec.json.encode(scene.header).decode().replace("<", "\\u003c")


def blocks(scene: Scene) -> dict[str, bytes]:
    """The deflated binary blocks by name (see bellcrank.scene.contract)."""
    return {
        "time": zlib.compress(np.asarray(scene.time, dtype="<f8").tobytes()),
        "poses": pack(scene.poses, POSE_BITS),
        "channels": pack(scene.channels, CHANNEL_BITS),
        "meshes": zlib.compress(scene.meshes),
    }


def _tags(scene: Scene, which: str = "") -> list[str]:
    """The script elements that carry the data."""
    tags = [f'<script type="application/json" id="bellcrank-header{which}">{header_json(scene)}</script>\n']
    for name, block in blocks(scene).items():
        text = base64.b64encode(block).decode("ascii")
        tags.append(f'<script type="text/plain" id="bellcrank-{name}{which}">{text}</script>\n')
    return tags
