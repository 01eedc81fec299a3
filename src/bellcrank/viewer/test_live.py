import base64
import json
import re
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from bellcrank.errors import ResultsError
from bellcrank.results.entity import Entity
from bellcrank.results.formats import hdf5
from bellcrank.results.writer import ResultsWriter
from bellcrank.viewer import live

pytest.importorskip("starlette")
pytest.importorskip("httpx")

PART = Entity("rod", "Part", 2, ("X", "Y", "Z", "PSI", "THETA", "PHI"), ("m",) * 3 + ("rad",) * 3)
ANGLE = Entity("angle", "Request", 1, ("F2",), ("deg",))


def block(start, stop):
    t = 0.1 * np.arange(start, stop)
    return np.array([t, t, 2 * t, 0 * t, t, 0 * t, 0 * t, 10 * t]).T


@pytest.fixture
def growing(tmp_path):
    """A result file with ten rows whose writer is still open."""
    writer = ResultsWriter(tmp_path / "run.h5", [PART, ANGLE], {"title": "growing"})
    writer.append(block(0, 10))
    writer.flush()
    return writer


def header_of(html):
    return json.loads(re.search(r'id="bellcrank-header">(.*?)</script>', html, re.S).group(1))


def client(writer):
    from starlette.testclient import TestClient

    return TestClient(live.application(writer.path, pause=0.02))


def frames_in(text, width):
    events = re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)
    numbers = [
        np.frombuffer(base64.b64decode(data), "<f8").reshape(-1, width) for kind, data in events if kind == "frames"
    ]
    return [kind for kind, _ in events], np.concatenate(numbers)


def test_the_page_shows_the_rows_so_far_and_where_more_come_from(growing):
    header = header_of(client(growing).get("/").text)
    assert (header["frames"], header["live"]) == (10, "frames")
    growing.append(block(10, 30))
    growing.finish()
    header = header_of(client(growing).get("/").text)
    assert (header["frames"], header["live"]) == (30, "")


def test_frames_written_later_arrive_and_the_end_is_told(growing):
    web = client(growing)
    web.get("/")

    def write():
        time.sleep(0.2)
        growing.append(block(10, 25))
        growing.flush()
        time.sleep(0.2)
        growing.append(block(25, 40))
        growing.finish()

    writing = threading.Thread(target=write)
    writing.start()
    kinds, rows = frames_in(web.get("/frames?from=10").text, 1 + 7 + 7)
    writing.join()
    assert kinds[-1] == "end" and set(kinds[:-1]) == {"frames"}
    expected = block(10, 40)
    assert np.allclose(rows[:, 0], expected[:, 0])
    assert np.allclose(rows[:, 1:4], expected[:, 1:4])
    assert np.allclose(np.abs(rows[:, 6]), np.abs(np.sin(expected[:, 4] / 2)))
    assert np.allclose(rows[:, -1], expected[:, -1])


def test_a_page_from_elsewhere_may_not_ask(growing):
    assert client(growing).get("/", headers={"host": "evil.example"}).status_code == 400


def test_serve_listens_on_loopback_only(growing, monkeypatch):
    uvicorn = pytest.importorskip("uvicorn")
    bound = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: bound.extend(s.getsockname() for s in sockets))
    said = []
    live.serve(growing.path, open_browser=False, announce=said.append)
    assert bound[0][0] == "127.0.0.1" and said == [f"http://127.0.0.1:{bound[0][1]}/"]


def test_a_file_without_rows_is_waited_for_and_not_for_ever(tmp_path):
    writer = ResultsWriter(tmp_path / "run.h5", [PART, ANGLE], {"title": "begun"})
    with pytest.raises(ResultsError, match="no rows yet"):
        live.load_growing(writer.path, patience=0.2)

    def write():
        writer.append(block(0, 10))
        writer.flush()

    late = threading.Timer(0.3, write)
    late.start()
    assert len(live.load_growing(writer.path, patience=30.0)) == 10
    late.join()


@pytest.mark.skipif(sys.platform != "linux", reason="locks of Linux")
def test_a_reader_does_not_keep_the_run_from_finishing(growing):
    read = f"import h5py, time; f = h5py.File({str(growing.path)!r}, 'r'); print(1, flush=True); time.sleep(0.5)"
    growing._file.file.close()
    with subprocess.Popen([sys.executable, "-c", read], stdout=subprocess.PIPE) as reader:
        reader.stdout.readline()
        hdf5.seal(growing.path, growing.attrs)
    assert live.load(growing.path).attrs["finished"] is True


def test_s10_a_wrong_row_number_is_the_asker_s_mistake(growing):
    """S10: `/frames?from=abc` was an internal error."""
    web = client(growing)
    for wrong in ("abc", "-1", "1e3", "9" * 400, "\u00b2"):
        assert web.get("/frames", params={"from": wrong}).status_code == 400
    growing.finish()


def test_s10_every_page_has_a_policy(growing):
    """S10: scripts only of the program itself, known by their digest; the live page may ask its own server."""
    from bellcrank.viewer.report import policy

    answer = client(growing).get("/")
    header = answer.headers["content-security-policy"]
    assert "default-src 'none'" in header and "script-src 'sha256-" in header and "unsafe-eval" not in header
    assert "connect-src 'self'" in header and "frame-ancestors 'none'" in header
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy(True)}" />' in answer.text
    growing.finish()
    assert f'content="{policy(False)}"' in client(growing).get("/").text
    assert "'self'" not in policy(False) and "http" not in policy(False)
