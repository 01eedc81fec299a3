"""P9: files that are no datasets are called what they are; the list of examples alone; completion by the tab key."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("x.gra", b" A.G8    2021-01-07 12:44:27  MMKGS_N_RACA 1.0E+03\ntitle\n", "a graphics file of Adams"),
        ("x.req", b" A.R3    2014-11-18 09:13:44\ntitle\n", "a request file of Adams"),
        ("x.res", b'<?xml version="1.0"?>\n<Results xmlns="x">\n</Results>', "a result file of Adams"),
        ("x.adm", b'<?xml version="1.0"?>\n<!-- arm -->\n<robot name="arm">\n</robot>', "a robot description (URDF)"),
        ("x.adm", b"\x89HDF\r\n\x1a\n\0\0\0", "a result file (HDF5)"),
        ("x.xmt_txt", b"**ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz**\n", "a Parasolid file"),
        ("x.adm", b"\nfile/model=crane\nsimulate/dynamic, end=1\n", "a command file of Adams"),
        ("x.adm", b"\0\1\2\3", "a binary file"),
    ],
)
@pytest.mark.parametrize("command", ["info", "check"])
def test_p9_what_is_no_dataset_is_called_what_it_is(bellcrank, tmp_path, command, name, content, words):
    """P9: `info x.gra` printed an empty model."""
    path = tmp_path / name
    path.write_bytes(content)
    outcome = bellcrank(command, path)
    code, out, err = outcome.code, outcome.out, outcome.err
    assert code == 1 and f"This is {words}" in err and "To fix:" in err and "units" not in out


def test_p9_the_list_of_examples_alone(bellcrank):
    outcome = bellcrank("demo", "--list")
    out = outcome.out
    assert outcome.code == 0 and "\nboom-docking" in out and "pendulum" in out and "audit" not in out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_p9_completion_scripts(bellcrank, shell):
    outcome = bellcrank("completion", shell)
    assert outcome.code == 0 and "_BELLCRANK_COMPLETE" in outcome.out


def test_p9_the_tab_key_knows_commands_and_options():
    def asked(words: str, number: int) -> str:
        asking = {"_BELLCRANK_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(number)}
        environment = os.environ | asking
        command = [sys.executable, "-m", "bellcrank"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout

    assert "plain,run" in asked("bellcrank ru", 1)
    assert "plain,--without" in asked("bellcrank run x.adm --wi", 3)


def test_words_of_others_for_commands(bellcrank):
    assert "It is: bellcrank run FILE --statics" in bellcrank("statics", "model.adm").err
    assert "Did you mean study" in bellcrank("stuyd").err
