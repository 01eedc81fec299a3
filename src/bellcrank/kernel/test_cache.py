"""The cache of machine code: whose it is, whether it is whole, who writes it (items S2 and S3 of the safety review)."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bellcrank import kernel as kernels
from bellcrank.kernel import cache, machine
from bellcrank.kernel.object_files import ObjectFile
from bellcrank.kernel.sources import _codes, stamp_of
from bellcrank.kernel.test_kernel import COMPILING, add_up
from bellcrank.numerics.context import SIGNATURE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="object files are used on Linux only")


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """An empty cache of our own."""
    monkeypatch.setenv("BELLCRANK_CACHE", str(tmp_path / "cache"))
    cache._warn.cache_clear()
    made = cache.made_folder()
    assert made is not None
    return made


def test_s2_without_a_home_there_is_no_cache(tmp_path, monkeypatch):
    """S2: not the working folder, where a stranger may have put machine code."""
    monkeypatch.chdir(tmp_path)
    for name in ("BELLCRANK_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "~")  # what expanduser gives where there is neither HOME nor a passwd entry
    assert cache.cache_folder() is None and cache.made_folder() is None
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache.cache_folder() is None
    monkeypatch.setenv("BELLCRANK_CACHE", "here")
    with pytest.warns(RuntimeWarning, match="must be an absolute path"):
        assert cache.cache_folder() is None
    assert ObjectFile(add_up.py_func, SIGNATURE).path is None
    assert not list(tmp_path.iterdir())


def test_s2_a_folder_that_others_may_write_to_is_not_used(folder):
    """S2: nor one whose parent everybody may write to, unless it is sticky as /tmp is."""
    folder.chmod(0o777)
    with pytest.warns(RuntimeWarning, match="others may write into it.*BELLCRANK_CACHE"):
        assert cache.trusted_folder() is None
    folder.chmod(0o755)
    folder.parent.chmod(0o777)
    with pytest.warns(RuntimeWarning, match="everybody may replace what is in"):
        assert cache.trusted_folder() is None
    folder.parent.chmod(0o1777)
    assert cache.trusted_folder() == folder


def test_s2_the_cache_of_another_user_is_not_used(folder, monkeypatch):
    """S2: neither the folder nor single files; what root has made is for everybody."""
    file = folder / "x"
    file.write_bytes(b"")
    assert cache.is_ours(file.stat())
    if os.geteuid() == 0:
        os.chown(file, 12345, -1)
        os.chown(folder, 12345, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: file.stat().st_uid + 1)
    assert not cache.is_ours(file.stat())
    with pytest.warns(RuntimeWarning, match="belongs to another user"):
        assert cache.trusted_folder() is None


def compiled_file(folder: Path) -> Path:
    """A kernel, compiled into the folder by a process of its own."""
    script = (
        "from bellcrank import kernel; from bellcrank.kernel.test_cache import *; kernel.address(add_up, SIGNATURE)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, env=COMPILING | {"BELLCRANK_CACHE": str(folder.parent)})
    (file,) = folder.glob("*.o")
    return file


def test_s3_damaged_files_are_never_loaded(folder):
    """S3: bytes changed, cut, added; other headers; links; files of others. Nothing of it reaches the linker."""
    path, chance = compiled_file(folder), random.Random(3)
    whole = path.read_bytes()
    file = ObjectFile(add_up.py_func, SIGNATURE)
    assert file.is_there() and file._content() is not None
    for n in range(400):
        content = bytearray(whole)
        at = chance.randrange(len(whole) if n % 2 else 300)
        if n % 4 < 2:
            content[at] ^= 1 << chance.randrange(8)
        elif n % 4 == 2:
            del content[at:]
        else:
            content[at:at] = chance.randbytes(chance.choice([1, 64, 1000]))
        path.write_bytes(content)
        assert file._content() is None and file.load() == 0, (n, at)
    path.write_bytes(whole)
    path.chmod(0o666)
    assert file._content() is None and not file.is_there()
    path.chmod(0o644)
    assert file._content() is not None
    path.rename(folder / "elsewhere")
    path.symlink_to(folder / "elsewhere")
    assert file._content() is None


def test_s3_files_of_other_sources_are_stale(folder):
    """S3: the digest is right, the stamp is another one."""
    path = compiled_file(folder)
    file = ObjectFile(add_up.py_func, SIGNATURE)
    file.stamp = "0" * 64
    assert not file.is_there() and file._content() is None and path.exists()


def test_s3_the_key_covers_processor_versions_and_settings(monkeypatch):
    """S3: target, instruction sets, Python, Numba, llvmlite, NUMBA_* and the file that Numba reads."""
    import llvmlite
    from llvmlite import binding

    before = machine.key.__wrapped__()
    assert {binding.get_process_triple(), binding.get_host_cpu_name(), llvmlite.__version__} <= set(before)
    assert sys.version.split()[0] in before
    monkeypatch.setenv("NUMBA_OPT", "1")
    assert machine.key.__wrapped__() != before
    monkeypatch.delenv("NUMBA_OPT")
    monkeypatch.setenv("NUMBA_NUM_THREADS", "1")  # changes nothing about a kernel
    assert machine.key.__wrapped__() == before


def test_s3_a_settings_file_of_numba_belongs_to_the_key(tmp_path, monkeypatch):
    """S3: Numba reads .numba_config.yaml in the working folder."""
    before = machine.key.__wrapped__()
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".numba_config.yaml").write_text("opt: 0\n")
    assert machine.key.__wrapped__() != before


USER = """
from bellcrank.kernel import kernel
from bellcrank.math.vec3 import times
from bellcrank.numerics.context import view1
from {helper} import twice, FACTOR

@kernel
def mine(c, k):
    x = view1(c, 0)
    x[0] = FACTOR * twice(x[0])
"""
HELPER = """
from bellcrank.kernel import kernel
FACTOR = {factor}

@kernel(inline=True)
def twice(x):
    return {twice}
"""


def test_s3_helpers_and_numbers_of_a_users_kernel_belong_to_its_stamp(tmp_path, monkeypatch):
    """S3: a kernel outside the package is compiled anew when what it imports from its own files changes."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def stamp(name: str, factor: str, twice: str) -> str | None:
        (tmp_path / f"{name}_helper.py").write_text(HELPER.format(factor=factor, twice=twice))
        text = USER.format(helper=f"{name}_helper")
        (tmp_path / f"{name}.py").write_text(text)
        spec = importlib.util.spec_from_file_location(name, tmp_path / f"{name}.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        first = stamp_of(module.mine.py_func)
        (tmp_path / f"{name}.py").write_text(text.replace(f"{name}_helper", "same"))  # only the name differs
        return first

    stamps = [stamp("a", "3.0", "x + x"), stamp("b", "3.0", "2.0 * x"), stamp("c", "4.0", "x + x")]
    assert None not in stamps and len(set(stamps)) == 3


def test_s3_a_users_kernel_whose_file_was_changed_after_its_import_is_not_kept(tmp_path):
    """S3: the text that is compiled is the imported one, not the one of the file."""
    place = tmp_path / "changed.py"
    text = USER.replace("from {helper} import twice, FACTOR", "FACTOR, twice = 3.0, float")
    place.write_text(text)
    spec = importlib.util.spec_from_file_location("changed", place)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    place.write_text(text.replace("x[0] = FACTOR", "x[0] = 2.0 * FACTOR"))
    assert stamp_of(module.mine.py_func) is None
    _codes.cache_clear()
    stamp_of.cache_clear()
    place.write_text(f"# a comment changes nothing\n{text}")
    assert stamp_of(module.mine.py_func) is not None


def test_s3_a_kernel_that_depends_on_unknown_things_is_not_kept(folder, monkeypatch):
    """S3: what cannot be seen cannot be part of the key."""

    def mine(c, k):
        return SOMETHING  # noqa: F821

    mine.__globals__["SOMETHING"] = object()
    mine.__code__ = mine.__code__.replace(co_filename=str(folder / "user.py"))
    (folder / "user.py").write_text("")
    try:
        assert stamp_of(mine) is None
        assert ObjectFile(mine, SIGNATURE).path is None and not ObjectFile(mine, SIGNATURE).is_there()
    finally:
        del mine.__globals__["SOMETHING"]


ONE_OF_EIGHT = """
from bellcrank import kernel
from bellcrank.kernel.test_kernel import add_up, add_too_much
from bellcrank.numerics.context import SIGNATURE
made = []
kernel.on_compile(made.append)
kernel.address(add_up, SIGNATURE), kernel.address(add_too_much, SIGNATURE)
import sys
print("numba" in sys.modules)
"""


def test_s3_eight_processes_on_an_empty_cache_compile_once(folder):
    """S3: each of two kernels is compiled by one of the processes; the others never import Numba for it."""
    environment = COMPILING | {"BELLCRANK_CACHE": str(folder.parent)}
    processes = [
        subprocess.Popen([sys.executable, "-c", ONE_OF_EIGHT], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(8)
    ]
    said = [process.communicate(timeout=120)[0].strip() for process in processes]
    assert sorted(p.returncode for p in processes) == [0] * 8
    assert 1 <= said.count("True") <= 2 and len(list(folder.glob("*.o"))) == 2
    assert {path.name for path in folder.iterdir() if path.suffix != ".o"} == {"lock"}


def test_s3_nobody_waits_for_ever_for_a_lock(folder, monkeypatch):
    """S3: after the limit one compiles for oneself, and does not wait again."""
    monkeypatch.setattr(cache, "_patience", [0.2])
    file, started = ObjectFile(add_up.py_func, SIGNATURE), time.monotonic()
    with file.lock() as first, file.lock() as second, file.lock() as third:
        assert (first, second, third) == (True, False, False)
    assert 0.2 < time.monotonic() - started < 5.0
    with file.lock() as again:
        assert again


def test_s3_a_kernel_compiled_while_another_held_its_lock_is_kept(folder, compiled, monkeypatch):
    """S3: after waiting in vain it was compiled and lost; `bellcrank warm` said that it was there."""
    from bellcrank.kernel import compiler

    file, made = ObjectFile(add_up.py_func, SIGNATURE), compiler.c_function
    monkeypatch.setattr(cache, "_patience", [0.1])
    with contextlib.ExitStack() as other:
        other.enter_context(file.lock())

        def ends_meanwhile(*given):
            found = made(*given)
            other.close()
            return found

        monkeypatch.setattr(compiler, "c_function", ends_meanwhile)
        assert kernels._loaded_or_compiled(add_up, SIGNATURE) and file.is_there()


def test_s3_warm_says_what_is_not_there(folder, monkeypatch, capsys):
    """S3: on a full disk no kernel is kept, and `bellcrank warm` told how many were."""
    from bellcrank.analysis import warm
    from bellcrank.cli import run

    assert len(warm.missing()) == len(warm.all_kernels())
    monkeypatch.setattr(warm, "compile_all", lambda: iter(["first", "second"]))
    assert run(["warm", "--quiet"]) == 1
    assert "of 2 are not there: the disk is full" in capsys.readouterr().err


def test_s3_nobody_waits_for_ever_for_the_second_process(folder, monkeypatch):
    """S3: it may have been stopped; then one compiles for oneself."""
    from bellcrank.kernel import second_process

    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as sleeping:
        monkeypatch.setattr(second_process, "_running", [sleeping])
        monkeypatch.setattr(second_process, "PATIENCE", 0.1)
        second_process.wait_for(ObjectFile(add_up.py_func, SIGNATURE))
        assert not second_process.is_running()
        sleeping.kill()


def test_s3_what_is_kept_may_be_read_by_all_and_written_by_one(folder):
    """S3: a cache that root has filled serves everybody; nothing half written is left."""
    path = compiled_file(folder)
    assert path.stat().st_mode & 0o777 == 0o644 & ~current_umask()
    assert {other.name for other in folder.iterdir()} == {path.name, "lock"}
    cache.write_whole(folder / "y.o", b"old")
    (folder / "z.o").mkdir()
    with pytest.raises(OSError):
        cache.write_whole(folder / "z.o", b"new")
    assert sorted(other.name for other in folder.iterdir() if other.suffix == ".part") == []


def current_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_s4_numba_is_left_as_it_was(folder, compiled):
    """S4: its members, its settings, its listeners and the garbage collection are as before for everybody else."""
    import gc

    numba = kernels.load_numba()
    from numba.core import config, event
    from numba.core.codegen import JITCodeLibrary
    from numba.core.cpu import CPUContext
    from numba.core.types.functions import BaseFunction

    def seen() -> tuple[object, ...]:
        members = (CPUContext.get_executable, JITCodeLibrary._optimize_final_module, BaseFunction.get_call_type)
        listeners = {kind: len(heard) for kind, heard in event._registered.items() if heard}
        return (*members, JITCodeLibrary._finalize_final_module, config.SLP_VECTORIZE, listeners, gc.isenabled())

    before = seen()
    fresh = kernels.Kernel(add_up.py_func, inline=False)
    assert kernels.address(fresh, SIGNATURE)
    assert seen() == before and all(m.__module__.startswith("numba.") for m in before[:4])
    assert numba.njit(lambda x: x + 1)(2) == 3
