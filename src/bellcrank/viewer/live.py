"""The viewer on a run that is still going on.

`serve(path)` opens a page on this computer (and no other: it listens on 127.0.0.1) that shows the result file so far
and receives new frames as they are written:

    GET /               the report, made from the rows there are
    GET /frames?from=n  server-sent events: "frames", rows after row n as base64 of float64; "end", the run is over
"""

from __future__ import annotations

import asyncio
import base64
import socket
import threading
import time
import webbrowser
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bellcrank.errors import BellcrankError, Message, Place, ResultsError
from bellcrank.results.files import load
from bellcrank.results.results import Results
from bellcrank.scene import Scene, scene_from
from bellcrank.scene.build import frame_rows

if TYPE_CHECKING:
    from bellcrank.model import Model

LOOPBACK = "127.0.0.1"
PAUSE = 0.25
"""Seconds between two looks at the file."""
BATCH = 512
"""Frames in one event at most."""
PATIENCE = 60.0
"""Seconds for the first row of a file that a run has just begun."""
BUSY = 2.0
"""Seconds that a file may be unreadable because its writer is making or closing it."""


def serve(
    path: str | Path,
    model: Model | None = None,
    port: int = 0,
    open_browser: bool = True,
    announce: Callable[[str], None] | None = None,
    patience: float = PATIENCE,
) -> None:
    """Show a result file in the browser and follow it until interrupted; port 0 takes a free one."""
    web = application(path, model, patience=patience)
    try:
        import uvicorn
    except ImportError:
        raise _missing("uvicorn") from None
    listener = listening(port)
    address = f"http://{LOOPBACK}:{listener.getsockname()[1]}/"
    if announce is not None:
        announce(address)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # some return when closed
    uvicorn.Server(uvicorn.Config(web, log_level="warning", timeout_graceful_shutdown=1)).run(sockets=[listener])


def listening(port: int = 0) -> socket.socket:
    """A socket that takes connections from now on: a browser that comes before the server is ready waits."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((LOOPBACK, port))
    listener.listen()
    return listener


def application(path: str | Path, model: Model | None = None, pause: float = PAUSE, patience: float = PATIENCE) -> Any:
    """The web application (Starlette) of `serve`; requests under another host name are refused."""
    try:
        from starlette.applications import Starlette
        from starlette.middleware import Middleware
        from starlette.middleware.trustedhost import TrustedHostMiddleware
        from starlette.responses import HTMLResponse, PlainTextResponse, StreamingResponse
        from starlette.routing import Route
    except ImportError:
        raise _missing("starlette") from None
    following = Following(Path(path), model, patience)

    async def report(request: Any) -> Any:
        from bellcrank.viewer.report import policy

        headers = {
            "Content-Security-Policy": f"{policy(True)}; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }
        return HTMLResponse(await asyncio.to_thread(following.page), headers=headers)

    async def frames(request: Any) -> Any:
        text = request.query_params.get("from", "0")
        if not (text.isascii() and text.isdigit() and len(text) < 16):
            return PlainTextResponse("from must be the number of a row\n", status_code=400)
        start = int(text)
        headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        return StreamingResponse(following.events(start, pause), media_type="text/event-stream", headers=headers)

    local = Middleware(TrustedHostMiddleware, allowed_hosts=[LOOPBACK, "localhost", "testserver"])
    return Starlette(routes=[Route("/", report), Route("/frames", frames)], middleware=[local])


class Following:
    """A result file that grows: the page of what is there, and what comes after."""

    def __init__(self, path: Path, model: Model | None, patience: float = PATIENCE) -> None:
        self.path, self.model = path, model
        self.results = load_growing(path, patience)
        self.scene: Scene = scene_from(model, self.results, everything=True)

    def page(self) -> str:
        """The report of the rows written so far."""
        from bellcrank.viewer.report import page

        self.results = load_growing(self.path)
        self.scene = scene_from(self.model, self.results, everything=True)
        if not self.results.attrs.get("finished", True):
            self.scene.header.live = "frames"
        return page(self.scene)

    async def events(self, start: int, pause: float) -> AsyncIterator[str]:
        """Server-sent events from a row on; ends when the run has ended."""
        while True:
            rows, finished = await asyncio.to_thread(self.rows_after, start)
            for first in range(0, len(rows), BATCH):
                yield event("frames", base64.b64encode(rows[first : first + BATCH].astype("<f8").tobytes()).decode())
            start += len(rows)
            if finished and not len(rows):
                yield event("end", str(start))
                return
            await asyncio.sleep(pause)

    def rows_after(self, start: int) -> tuple[Any, bool]:
        """New frames as rows of numbers, and whether the run is over."""
        from bellcrank.results.h5_reader import rows_after

        try:
            values, finished = rows_after(self.path, start)
        except (OSError, ResultsError):  # the writer is just closing the file: look again
            return np.empty((0, 0)), False
        if not len(values):
            return np.empty((0, 0)), finished
        return frame_rows(self.scene, Results(self.results.entities, values, self.results.attrs)), finished


def load_growing(path: Path, patience: float = PATIENCE) -> Results:
    """The results so far; waits while the writer makes the file, has no row yet, or is just closing it."""
    start = time.monotonic()
    while True:
        waited = time.monotonic() - start
        try:
            results = load(path)
        except ResultsError:
            if not path.exists() or waited > min(BUSY, patience):
                raise
        else:
            if len(results) or results.attrs.get("finished", True):
                return results
            if waited > patience:
                why = f"Nothing was written within {patience:g} s: the run is slow, or it was killed."
                raise ResultsError(
                    Message("error", "E907", f"{path} has no rows yet.", Place(str(path), 1), why, "try again later.")
                )
        time.sleep(0.1)


def event(kind: str, data: str) -> str:
    """One server-sent event."""
    return f"event: {kind}\ndata: {data}\n\n"


def _missing(package: str) -> BellcrankError:
    return BellcrankError(
        Message(
            "error", "E907", f"The live viewer needs {package}.", cure="install it: pip install 'bellcrank[serve]'."
        )
    )
