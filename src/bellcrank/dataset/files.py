"""Bytes on disk to text and back: UTF-16 with its mark, UTF-8 where the bytes are valid UTF-8, else Latin-1."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

from bellcrank.dataset.recognise import recognise_bytes
from bellcrank.errors import DatasetError, Message, Place
from bellcrank.whole_files import too_long, write_whole

UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_text(path: str | Path) -> str:
    """The text of a file; a readable error when it is not there or no text."""
    path = Path(path)
    try:
        with open(path, "rb") as file:
            data = file.read(4096)
            binary = b"\0" in data and not data.startswith(UTF_16)
            data += b"" if binary else file.read()  # a device gives zeros without end
    except OSError as error:
        raise DatasetError(_unreadable(path, error)) from None
    if binary:
        what, cure = recognise_bytes(data) or ("a binary file", "give a text file (.adm).")
        raise DatasetError(Message("error", "E101", f"This is {what}, not a dataset.", Place(str(path), 1), cure=cure))
    return decode(data)


def inside(folder: str | Path, name: str) -> Path | None:
    """The file that a text of a stranger names, relative to a folder; None when it lies outside (links are followed).

    >>> inside("models", "wheel.stl"), inside("models", "../../etc/passwd"), inside("models", "//host/share/x.stl")
    (PosixPath('models/wheel.stl'), None, None)
    """
    text = name.strip().strip("\"'").replace("\\", "/")
    if text.startswith("//") or text[1:2] == ":" or "\0" in text or too_long(text):
        return None
    path = Path(folder) / text
    if os.path.exists(path) and not (path.is_file() or path.is_dir()):  # a pipe would be waited for without end
        return None
    return path if Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)) else None


def decode(data: bytes) -> str:
    """Text of bytes."""
    try:
        return data.decode("utf-16" if data.startswith(UTF_16) else "utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def encode(text: str) -> bytes:
    """Bytes that `decode` turns into the same text: Latin-1, the encoding of Adams files, where that is unambiguous."""
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8")
    return data if decode(data) == text else text.encode("utf-8")


def write_text(path: str | Path, text: str) -> None:
    """Write a file with LF line ends; an old one stays as it is until the new one is complete."""
    try:
        write_whole(path, encode(text))
    except OSError as error:
        cure = "make room, or choose another folder; what was there before is as it was."
        what = f"The file cannot be written: {error.strerror or error}."
        raise DatasetError(Message("error", "E101", what, Place(str(path), 1), cure=cure)) from None


def _unreadable(path: Path, error: OSError) -> Message:
    cure = "check the spelling and the folder."
    if path.parent.is_dir():
        near = sorted(other.name for other in path.parent.glob("*.adm"))[:5]
        if near:
            cure = f"datasets in this folder: {', '.join(near)}."
    return Message(
        "error", "E101", f"The file cannot be opened: {error.strerror or error}.", Place(str(path), 1), cure=cure
    )
