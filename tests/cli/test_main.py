"""The command line as a whole: speed, exit codes, no tracebacks."""

import json
import resource
import subprocess
import sys

import pytest

from bellcrank import errors
from bellcrank.cli import tell
from bellcrank.model.shipped import examples

LOADED = """
import json, sys
from bellcrank.cli import run
code = run({words!r})
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


def modules_after(*words):
    """The modules loaded by a command in a new process."""
    done = subprocess.run([sys.executable, "-c", LOADED.format(words=list(words))], capture_output=True, text=True)
    code, modules = json.loads(done.stderr.splitlines()[-1])
    assert code == 0, done.stdout + done.stderr
    return set(modules)


HEAVY = {"numba", "scipy", "h5py", "matplotlib", "pandas", "xarray", "pyarrow"}
PENDULUM = str(examples()["pendulum"])


def test_help_imports_nothing_but_click():
    assert not modules_after("--help") & (HEAVY | {"numpy", "rich", "bellcrank.model", "bellcrank.schema"})


@pytest.mark.parametrize(
    "words",
    [("info", PENDULUM), ("check", PENDULUM), ("fmt", PENDULUM), ("diff", PENDULUM, PENDULUM)],
    ids=lambda w: w[0],
)
def test_reading_commands_import_no_heavy_library(words):
    assert not modules_after(*words) & (HEAVY | {"numpy"})


def test_help_takes_less_than_a_fifth_of_a_second_of_cpu():
    """The best of three, children of this process only."""
    best = 9.0
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "bellcrank", "--help"], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    assert best < 0.2


def test_every_command_has_help_with_examples(bellcrank):
    listed = bellcrank("--help").out
    for name in ("check", "demo", "diff", "fmt", "info"):
        assert f"\n  {name}" in listed
        assert "Examples:" in bellcrank(name, "--help").out


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("chek", "x.adm"), "Did you mean check?"),
        (("check",), "Missing argument"),
        (("check", "--nonsense"), "No such option"),
        (("demo", "pendulm"), "Did you mean pendulum or"),
        (("fmt", "x.adm", "--write", "--check"), "exclude each other"),
    ],
)
def test_wrong_usage_is_told_with_exit_code_2(bellcrank, words, hint):
    outcome = bellcrank(*words)
    assert outcome.code == 2 and hint in outcome.err


@pytest.mark.parametrize("command", ["info", "check", "fmt"])
def test_a_missing_file_is_a_message_with_exit_code_1(bellcrank, command, tmp_path):
    outcome = bellcrank(command, tmp_path / "nothing.adm")
    assert outcome.code == 1 and "cannot be opened" in outcome.err and "Traceback" not in outcome.err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.DatasetError("x"), 1),
        (errors.ModelError("x"), 1),
        (errors.UnsupportedError("x"), 1),
        (errors.AssemblyError("x"), 1),
        (errors.ConvergenceError("x"), 3),
        (PermissionError(13, "Permission denied", "a.adm"), 1),
        (ZeroDivisionError("division by zero"), 1),
    ],
    ids=lambda e: type(e).__name__,
)
def test_exit_codes_of_errors(error, code, capsys):
    assert tell(error) == code
    assert "Traceback" not in capsys.readouterr().err


def test_a_bug_is_one_line_and_a_way_to_the_traceback(capsys):
    tell(ZeroDivisionError("division by zero"))
    text = capsys.readouterr().err
    assert "ZeroDivisionError: division by zero" in text and "--debug" in text


def test_debug_gives_the_traceback(tmp_path):
    words = [sys.executable, "-m", "bellcrank", "info", str(tmp_path / "nothing.adm"), "--debug"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert "Traceback" in done.stderr and done.returncode == 1


def test_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -m bellcrank check --rules | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.stdout.startswith("C001") and "Traceback" not in done.stderr and "Error" not in done.stderr
