"""`bellcrank study --view`: the page of a study, served to this computer; a click on any run computes and shows it."""

from __future__ import annotations

import re
import tempfile
import threading
import webbrowser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from bellcrank.study import Table

_FAILED = (
    "<!doctype html><meta charset='utf-8'>"
    "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'\"><pre>{}</pre>"
)
_RUN = re.compile(r"/runs/run-(\d{1,9})\.html$")


class StudyServer:
    """Answers with the page and with the animation of any run; only to 127.0.0.1."""

    def __init__(self, plan: Any, table: Table) -> None:
        from bellcrank.study.report import page

        self.plan, self.table = plan, table
        self.page = page(table, plan.title, served=True).encode()
        self._one = threading.Lock()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def run(self, number: int) -> bytes:
        """The animation of a run."""
        from bellcrank.viewer import write_report

        point = tuple(self.table.columns[name][number - 1] for name in self.table.variables)
        with self._one, tempfile.TemporaryDirectory() as folder:
            path = write_report(self.plan.study.results(point), Path(folder) / "run.html")
            return path.read_bytes()

    def answer(self, path: str) -> tuple[int, bytes]:
        """Status and text for a path."""
        if path == "/":
            return 200, self.page
        found = _RUN.match(path)
        if found is None or not 1 <= int(found[1]) <= len(self.table):
            return 404, b"there is no such run"
        try:
            return 200, self.run(int(found[1]))
        except Exception as error:  # a failed run fails again: say why
            return 200, _FAILED.format(_escaped(str(error))).encode()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        answer = self.answer

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.headers.get("Host", "").rpartition(":")[0] not in ("127.0.0.1", "localhost"):
                    self.send_error(400, "another host is meant")  # a name that somebody points here
                    return
                status, text = answer(self.path)
                self.send_response(status)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Security-Policy", "frame-ancestors 'self'")
                self.send_header("X-Content-Type-Options", "nosniff")
                self.send_header("Referrer-Policy", "no-referrer")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, format: str, *arguments: Any) -> None:
                """Say nothing."""

        return Handler


def serve(plan: Any, table: Table) -> None:
    """Until Ctrl-C."""
    server = StudyServer(plan, table)
    click.echo(f"{server.address} shows the study; Ctrl-C ends it", err=True)
    webbrowser.open(server.address)
    try:
        server.server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server.server_close()


def _escaped(text: str) -> str:
    import html

    return html.escape(text)
