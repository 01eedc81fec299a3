"""The commands that a message file (.msg) echoes, as a command file that does the same again.

A solver writes every command it reads as ` command: text`, those of a co-simulation too: there they are the only record
of what the other program asked for. FILE/COMMAND is left out, since what it reads is echoed behind it.
"""

from __future__ import annotations

import re

from bellcrank.errors import DatasetError, Message, Place

ECHO = re.compile(r"^ *command: ?(.*?)\s*$", re.M)
NESTED = re.compile(r"\s*FILE\s*/.*\bCOM\w*\s*=", re.I)
MODEL = re.compile(r"\s*FILE\s*/.*\bMOD\w*\s*=", re.I)


def commands_of(text: str, file: str, model: str = "") -> str:
    """The commands of a message file, one to a line, behind the blank first line of a command file.

    model  a dataset to take instead of the one that FILE/MODEL names
    """
    lines = [line for line in ECHO.findall(text.replace("\r\n", "\n")) if not NESTED.match(line)]
    if model:
        lines = [f"file/model={model}", *(line for line in lines if not MODEL.match(line))]
    if not any(line.strip() and not line.lstrip().startswith("!") for line in lines):
        what, cure = "No command is echoed in it.", "give the .msg of a run."
        raise DatasetError(Message("error", "E101", what, Place(file, 1), cure=cure))
    if not any(MODEL.match(line) for line in lines):
        what = "It does not say which dataset was read."
        raise DatasetError(Message("error", "E101", what, Place(file, 1), cure="name it: --model FILE."))
    return "\n".join(["", *lines, ""])
