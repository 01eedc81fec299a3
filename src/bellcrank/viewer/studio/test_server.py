import json
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.viewer.studio import Bench, server

pytest.importorskip("starlette")
pytest.importorskip("httpx")

EXAMPLES = Path(bc.__file__).parent / "examples"
PORT, KEY = 4711, "not-to-be-guessed"
OWN = f"http://127.0.0.1:{PORT}"
ASK = {"origin": OWN, server.TOKEN: KEY}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    from starlette.testclient import TestClient

    bench = Bench(
        bc.read(EXAMPLES / "four-bar.adm"), 0.5, 50, folder=tmp_path_factory.mktemp("studio"), name="four-bar"
    )
    return TestClient(server.application(bench, PORT, KEY), base_url=OWN)


def unpacked(content):
    length = int.from_bytes(content[:4], "little")
    header = json.loads(content[4 : 4 + length])
    time = np.frombuffer(content, "<f8", header["frames"], 4 + length)
    return header, time, np.frombuffer(content, "<f4", 7 * header["frames"], 4 + length + 8 * header["frames"])


def test_the_page_is_shown_with_its_numbers_and_may_ask_nobody_else(client):
    answer = client.get("/", params={"token": KEY})
    assert answer.status_code == 200 and '"key":"PART/2.MASS"' in answer.text
    rule = answer.headers["content-security-policy"]
    assert (
        "default-src 'none'" in rule and "frame-ancestors 'none'" in rule and "connect-src 'self' data: blob:" in rule
    )
    assert answer.headers["cache-control"] == "no-store" and answer.headers["referrer-policy"] == "no-referrer"


def test_a_moved_number_gives_another_run(client):
    first, time, poses = unpacked(client.post("/run", json={"values": {}}, headers=ASK).content)
    answer = client.post("/run", json={"values": {"PART/3.MASS": 4.0}}, headers=ASK)
    header, _, other = unpacked(answer.content)
    assert (first["frames"], time[0], time[-1]) == (51, 0.0, 0.5)
    assert np.abs(poses - other).max() > 1e-3
    assert next(n for n in header["studio"]["numbers"] if n["key"] == "PART/3.MASS")["value"] == 4.0
    assert KEY not in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": f"evil.example:{PORT}"},
        {"host": "127.0.0.1:80"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {server.TOKEN: "guess"},
        {server.TOKEN: ""},
    ],
)
@pytest.mark.parametrize("path", ["/run", "/edit", "/add", "/undo", "/save"])
def test_others_are_refused(client, headers, path):
    answer = client.post(path, json={"name": "x.adm"}, headers={**ASK, **headers})
    assert answer.status_code == 403


def test_the_page_itself_needs_the_token_and_the_host(client):
    assert client.get("/").status_code == 403
    assert client.get("/", params={"token": "guess"}).status_code == 403
    assert client.get("/", params={"token": KEY}, headers={"host": "evil.example"}).status_code == 403
    assert client.get("/", params={"token": KEY}, headers={"origin": "https://evil.example"}).status_code == 403
    assert client.get("/run", params={"token": KEY}).status_code == 405


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{", b'{"values": 3}', b'{"values": {"PART/2.MASS": "x"}}', b'{"values": {"PART/2.MASS": -1}}',
     b'{"values": {"NOTHING/1.X": 1}}', b'{"end": -1}', b'{"end": 1e400}', b'{"steps": 1e9}', b"[" * 100000],
)  # fmt: skip
def test_nonsense_gets_an_answer_in_words(client, body):
    answer = client.post("/run", content=body, headers=ASK)
    if body == b"":
        assert answer.status_code == 200  # nothing changed: the run as it is
    else:
        assert answer.status_code == 422 and answer.json()["error"]


def test_something_is_added_between_two_points_and_taken_away(client):
    ends = [{"part": "coupler", "point": [350, 0, 0]}, {"part": "ground", "point": [400, 400, 0]}]
    header, *_ = unpacked(client.post("/add", json={"kind": "spring", "ends": ends}, headers=ASK).content)
    assert [line["name"] for line in header["lines"] if "new" in line["name"]] == ["new_spring_1"]
    header, *_ = unpacked(client.post("/undo", json={}, headers=ASK).content)
    assert not [line for line in header["lines"] if "new" in line["name"]]
    flat = [{"part": "coupler", "point": [1, 2]}] * 2
    for wrong in (
        {},
        {"ends": 3},
        {"ends": [{"part": 1}]},
        {"kind": "spring", "ends": flat},
        {"kind": "joint", "ends": ends},
        {"kind": "spring", "ends": ends, "axis": "__class__"},
    ):
        assert client.post("/add", json=wrong, headers=ASK).status_code == 422


def test_a_dataset_is_saved_and_not_replaced_unasked(client):
    first = client.post("/save", json={"name": "mine.adm"}, headers=ASK)
    assert first.json()["path"].endswith("mine.adm")
    assert client.post("/save", json={"name": "mine.adm"}, headers=ASK).json()["exists"] is True
    assert "path" in client.post("/save", json={"name": "mine.adm", "overwrite": True}, headers=ASK).json()
    assert client.post("/save", json={"name": "../mine.adm"}, headers=ASK).status_code == 422
