"""Models of other programs: one file or folder for each format, found by the suffix of the file.

    @entry(IMPORTERS, ".urdf")
    def load_urdf(text: str, file: str) -> tuple[Model, Report]: ...

`bellcrank.model.load` asks the register, so that `bc.read("robot.urdf")` and every command of the command line
take such a file like a dataset. What a format holds and a dataset cannot is told in the report (W120, N120).
"""

import sys

from bellcrank.registry import load_all

load_all(sys.modules[__name__])
