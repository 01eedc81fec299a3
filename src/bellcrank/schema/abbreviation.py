"""Abbreviated and alternative spellings of keywords.

A word stands for a name when it is the name, one of its declared other spellings, an unambiguous beginning of it
(`err` for ERROR), or the name with an ending of one or two letters (ROTATIONAL for ROTATION, STATICS for STATIC).
Underscores do not count (ACTION_ONLY, ACTIONONLY).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

LONGEST_ENDING = 2


class Ambiguous(ValueError):
    """A word that could be several names."""

    def __init__(self, word: str, names: list[str]) -> None:
        super().__init__(f"{word} could be {', '.join(names)}")
        self.names = names


class Spellings:
    """The names of one table, found by any accepted spelling; found words are remembered."""

    def __init__(self, names: Iterable[str], others: Mapping[str, str] | None = None) -> None:
        self.names = list(names)
        self._plain = {name.replace("_", ""): name for name in self.names}
        self._found: dict[str, str | None] = {name: name for name in self.names}
        for word, name in (others or {}).items():
            self._found[word] = name
            self._plain.setdefault(word.replace("_", ""), name)

    def find(self, word: str) -> str | None:
        """The name a word in capitals stands for, or None; raises Ambiguous."""
        try:
            return self._found[word]
        except KeyError:
            self._found[word] = name = self._search(word.replace("_", ""))
            return name

    def _search(self, word: str) -> str | None:
        if not word:
            return None
        if word in self._plain:
            return self._plain[word]
        starts = {name for plain, name in self._plain.items() if plain.startswith(word)}
        if len(starts) == 1:
            return starts.pop()
        if starts:
            raise Ambiguous(word, sorted(starts))
        longer = [plain for plain in self._plain if word.startswith(plain) and len(word) - len(plain) <= LONGEST_ENDING]
        longer = [plain for plain in longer if len(plain) > 3]
        return self._plain[max(longer, key=len)] if longer else None

    def knows(self, word: str, name: str | None = None) -> bool:
        """Whether a word stands for a name of the table (for this one, if given), or might."""
        try:
            found = self.find(word)
        except Ambiguous:
            return name is None
        return found is not None and name in (None, found)

    def nearest(self, word: str) -> str:
        """`did you mean ERROR?`, or "" when nothing is near."""
        return did_you_mean(word, self.names)


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """A question with the nearest of the names, or "" when none is near."""
    import difflib

    known = {name.upper(): name for name in names}
    word = word.upper()[:40]
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    near = near or [name for name in known if len(name) > 4 and name[:4] == word[:4]]
    return f"did you mean {known[near[0]]}?" if near else ""


STATEMENT_SPELLINGS = {
    "PAR": "PART",
    "MAR": "MARKER",
    "MARK": "MARKER",
    "MOT": "MOTION",
    "MAT": "MATRIX",
    "FIE": "FIELD",
    "FIL": "FILE",
    "FLE": "FLEX_BODY",
    "FRI": "FRICTION",
    "SEN": "SENSOR",
    "SFO": "SFORCE",
    "SHO": "SHOW",
    "SIM": "SIMULATE",
    "SPL": "SPLINE",
    "SPR": "SPRINGDAMPER",
    "STO": "STOP",
    "STR": "STRING",
    "SAV": "SAVE",
    "SUR": "SURFACE",
    "GEA": "GEAR",
    "GRA": "GRAPHICS",
    "GRAPHIC": "GRAPHICS",
    "RES": "RESULTS",
    "REQ": "REQUEST",
    "REL": "RELOAD",
    "INT": "INTEGRATOR",
    "INF": "INFO",
    "LIN": "LINEAR",
    "LIS": "LIST",
    "LSO": "LSOLVER",
    "POI": "POINT_MASS",
    "POINT": "POINT_MASS",
    "POU": "POUTPUT",
    "PIN": "PINPUT",
    "PRE": "PREFERENCES",
    "EQU": "EQUILIBRIUM",
    "ENV": "ENVIRONMENT",
    "CON": "CONTACT",
    "CONT": "CONTACT",
    "COU": "COUPLER",
    "CUR": "CURVE",
    "VAR": "VARIABLE",
    "JOI": "JOINT",
    "JPR": "JPRIM",
    "OUT": "OUTPUT",
    "ACC": "ACCGRAV",
    "ACT": "ACTIVATE",
    "DEA": "DEACTIVATE",
    "DEB": "DEBUG",
    "DIF": "DIFF",
    "EXI": "EXIT",
    "KIN": "KINEMATICS",
    "UNI": "UNITS",
    "ARR": "ARRAY",
    "BEA": "BEAM",
    "BUS": "BUSHING",
}
"""Short forms that begin several keywords, and the keyword each of them has always meant."""
