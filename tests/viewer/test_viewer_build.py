"""The viewer shipped with the package is the one that the sources in viewer/ give."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "viewer"
SHIPPED = ROOT / "src" / "bellcrank" / "viewer" / "viewer.html"


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    """A copy of the sources with the packages of the lock file."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("viewer") / "viewer"
    shutil.copytree(SOURCES, folder, ignore=shutil.ignore_patterns("node_modules", "dist"))
    command = ["npm", "ci", "--prefer-offline", "--no-audit", "--no-fund"]
    installed = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    if installed.returncode and re.search("ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|network", installed.stderr):
        pytest.skip("npm cannot reach its registry")
    assert installed.returncode == 0, installed.stderr
    return folder


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_building_the_sources_gives_the_file_that_is_shipped(modules):
    run(modules, "npx", "vite", "build", "--outDir", "built")
    built = (modules / "built" / "viewer.html").read_bytes()
    assert hashlib.sha256(built).hexdigest() == hashlib.sha256(SHIPPED.read_bytes()).hexdigest(), (
        "viewer.html is not what viewer/ gives: run npm ci && npm run build in viewer/"
    )


def test_the_sources_have_no_type_errors_and_their_tests_pass(modules):
    run(modules, "npm", "run", "check")
    run(modules, "npm", "test")


def test_the_shipped_viewer_is_one_small_file_that_asks_for_nothing():
    text = SHIPPED.read_text(encoding="utf-8")
    assert len(text.encode()) < 1_000_000
    assert text.count("<!--bellcrank:data-->") == 1
    assert not re.search(r"""(?:src|href)=["'](?!data:)""", text)
    assert not re.search(r"""(?:fetch|import)\(["'`]https?:""", text)


def test_the_lock_file_names_no_registry():
    text = (SOURCES / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in text and "registry" not in text
    locked, wanted = (
        json.loads(text)["packages"][""],
        json.loads((SOURCES / "package.json").read_text(encoding="utf-8")),
    )
    assert locked["devDependencies"] == wanted["devDependencies"]
