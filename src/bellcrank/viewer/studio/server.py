"""The page of the studio and the questions it may ask; for this computer only.

    GET  /?token=T   the viewer with the model as it is
    POST /run        {"values": {key: number}, "end": t, "steps": n}      -> a run (`packed`)
    POST /edit       {"element": "SFORCE/1", "argument": "FUNCTION", "text": "..."}  -> a run
    POST /add        {"kind": "spring", "ends": [{"part": "crank", "point": [x, y, z]}, ...], "axis": "z"}  -> a run
    POST /undo       {}                                                   -> a run without the last addition
    POST /save       {"name": "model.adm", "overwrite": false}            -> {"path": "..."}

Listens on 127.0.0.1. A question is answered only under that name (no other Host: a name that points here does not
help), from the page itself (Origin), and with the token of the session: other pages of the same browser can neither
read nor change anything. What is wrong comes back as {"error": text} with status 422.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from bellcrank.errors import BellcrankError
from bellcrank.scene import Scene
from bellcrank.viewer.live import LOOPBACK, _missing, listening
from bellcrank.viewer.report import page, policy
from bellcrank.viewer.studio.additions import End
from bellcrank.viewer.studio.bench import Bench, FileExists

TOKEN = "x-bellcrank-token"
MARKS = [
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""Answers are not kept, not sniffed, not told to others."""
LARGEST = 1_000_000
"""Bytes of a question."""


def serve(
    bench: Bench, port: int = 0, open_browser: bool = True, announce: Callable[[str], None] | None = None
) -> None:
    """Show the studio in the browser until interrupted; port 0 takes a free one."""
    try:
        import uvicorn
    except ImportError:
        raise _missing("uvicorn") from None
    listener = listening(port)
    token = secrets.token_urlsafe(24)
    number = listener.getsockname()[1]
    web = application(bench, number, token)
    address = f"http://{LOOPBACK}:{number}/?token={token}"
    if announce is not None:
        announce(address)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    uvicorn.Server(uvicorn.Config(web, log_level="warning", timeout_graceful_shutdown=1)).run(sockets=[listener])


def application(bench: Bench, port: int, token: str) -> Any:
    """The web application (Starlette) behind its guard."""
    try:
        from starlette.applications import Starlette
        from starlette.responses import HTMLResponse, JSONResponse, Response
        from starlette.routing import Route
    except ImportError:
        raise _missing("starlette") from None
    lock = asyncio.Lock()

    async def show(request: Any) -> Any:
        async with lock:
            text = await asyncio.to_thread(_page, bench, token)
        headers = {"Content-Security-Policy": f"{policy(True)}; frame-ancestors 'none'"}
        return HTMLResponse(text, headers=headers)

    def question(act: Callable[[Bench, dict[str, Any]], Any]) -> Any:
        async def answer(request: Any) -> Any:
            try:
                asked = _question(await request.body())
                async with lock:
                    found = await asyncio.to_thread(act, bench, asked)
            except (BellcrankError, OSError) as error:
                there = isinstance(error, FileExists)
                return JSONResponse({"error": str(error), "exists": there}, status_code=422)
            if isinstance(found, Scene):
                return Response(packed(found), media_type="application/octet-stream")
            return JSONResponse(found)

        return answer

    acts = {"/run": run, "/edit": edit, "/add": add, "/undo": undo, "/save": save}
    posts = [Route(path, question(act), methods=["POST"]) for path, act in acts.items()]
    return Guard(Starlette(routes=[Route("/", show), *posts]), port, token)


def run(bench: Bench, asked: dict[str, Any]) -> Scene:
    """Change numbers, simulate."""
    if "end" in asked or "steps" in asked:
        bench.set_times(_number(asked.get("end", bench.end)), int(_number(asked.get("steps", bench.steps))))
    values = asked.get("values", {})
    if not isinstance(values, dict):
        raise BellcrankError("values must be an object of numbers.")
    bench.change({str(key): _number(value) for key, value in values.items()})
    return bench.run()


def edit(bench: Bench, asked: dict[str, Any]) -> Scene:
    """Change an argument, simulate."""
    bench.edit(*(str(asked.get(name, "")) for name in ("element", "argument", "text")))
    return bench.run()


def add(bench: Bench, asked: dict[str, Any]) -> Scene:
    """Put an element between two points, simulate; where that is impossible, take it away again."""
    try:
        given = [(str(end["part"]), [_number(x) for x in end["point"]]) for end in asked["ends"]]
        ends = [End(part, (x, y, z)) for part, (x, y, z) in given]
    except (KeyError, TypeError, ValueError):
        raise BellcrankError("Two ends are needed, each with a part and a point of three numbers.") from None
    axis = str(asked.get("axis", "z"))
    if axis not in ("x", "y", "z"):
        raise BellcrankError(f"{axis!r} is no axis: x, y or z.")
    bench.add(str(asked.get("kind", "")), ends, {"axis": axis})
    try:
        return bench.run()
    except BellcrankError:
        bench.undo()
        raise


def undo(bench: Bench, asked: dict[str, Any]) -> Scene:
    """Take the last addition away, simulate."""
    bench.undo()
    return bench.run()


def save(bench: Bench, asked: dict[str, Any]) -> dict[str, str]:
    """Write the dataset."""
    return {"path": str(bench.save(str(asked.get("name", "")), asked.get("overwrite") is True))}


def _page(bench: Bench, token: str) -> str:
    scene = bench.run()
    scene.header.live = ""
    scene.header.studio = bench.described(token)
    return page(scene)


def _question(body: bytes) -> dict[str, Any]:
    if len(body) > LARGEST:
        raise BellcrankError("The question is too long.")
    try:
        found = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BellcrankError("A question is an object in JSON.")
    return found


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BellcrankError(f"{value!r} is not a number.")
    try:
        return float(value)
    except OverflowError:
        raise BellcrankError("A number is too large.") from None


def packed(scene: Scene) -> bytes:
    """A run in one piece: length of the header (uint32), header as JSON filled with blanks to eight bytes, time
    (float64), poses and channels (float32, column by column), meshes."""
    head = msgspec.json.encode(scene.header)
    head += b" " * (-(len(head) + 4) % 8)
    columns = [np.ascontiguousarray(block, dtype="<f4").tobytes() for block in (scene.poses, scene.channels)]
    time = np.asarray(scene.time, dtype="<f8").tobytes()
    return b"".join([len(head).to_bytes(4, "little"), head, time, *columns, scene.meshes])


class Guard:
    """Lets through what the page of this session asks, and nothing else (see the module docstring)."""

    def __init__(self, inner: Any, port: int, token: str) -> None:
        self.inner, self.token = inner, token.encode()
        self.hosts = {f"{name}:{port}".encode() for name in (LOOPBACK, "localhost")}
        self.origins = {b"http://" + host for host in self.hosts}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and (why := self.refused(scope)):
            await self.refuse(send, why)
        elif scope["type"] in ("http", "lifespan"):
            await self.inner(scope, receive, self.marked(send))

    def refused(self, scope: Any) -> str:
        """Why a question is not answered, "" where it is."""
        from urllib.parse import parse_qs

        headers = dict(scope["headers"])
        if headers.get(b"host", b"").lower() not in self.hosts:
            return "This server answers under its own address only."
        if headers.get(b"origin", b"") not in (self.origins if scope["method"] == "POST" else {*self.origins, b""}):
            return "Questions come from the page of the studio only."
        given = headers.get(TOKEN.encode(), b"")
        if scope["method"] != "POST":
            given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0].encode("latin-1")
        if not secrets.compare_digest(given, self.token):
            return "The address lacks the token of this session: take the one that bellcrank studio has printed."
        return ""

    @staticmethod
    async def refuse(send: Any, why: str) -> None:
        """403 with one line."""
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"x-content-type-options", b"nosniff")]
        await send({"type": "http.response.start", "status": 403, "headers": headers})
        await send({"type": "http.response.body", "body": why.encode() + b"\n"})

    @staticmethod
    def marked(send: Any) -> Any:
        """Answers are not kept, not sniffed, not told to others."""

        async def sender(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *MARKS]
            await send(message)

        return sender
