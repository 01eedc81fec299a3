"""Cost grows with the size of a model, not with its square (item S11)."""

from __future__ import annotations

import time
import tracemalloc

from bellcrank.analysis.session import Session
from bellcrank.model import load_text


def chain(links: int) -> str:
    """A hanging chain of bars of 1 m."""
    lines = ["chain", "UNITS/SYSTEM=MKS", "PART/1, GROUND", "MARKER/1, PART=1"]
    for n in range(1, links + 1):
        part, before = n + 1, (10 * n + 3 if n > 1 else 1)
        lines += [
            f"PART/{part}, MASS=1, CM={10 * part + 1}, IP=0.1,0.1,0.1, QG={n - 1},0,0",
            f"MARKER/{10 * part + 1}, PART={part}, QP=0.5,0,0",
            f"MARKER/{10 * part + 2}, PART={part}",
            f"MARKER/{10 * part + 3}, PART={part}, QP=1,0,0",
            f"JOINT/{n}, REVOLUTE, I={10 * part + 2}, J={before}",
        ]
    return "\n".join([*lines, "ACCGRAV/JGRAV=-9.81", "END", ""])


def seconds(links: int) -> float:
    """CPU time from the text to equations that are ready, the least of two."""
    text, found = chain(links), []
    for _ in range(2):
        started = time.process_time()
        Session(load_text(text)[0]).prepare()
        found.append(time.process_time() - started)
    return min(found)


def test_s11_the_set_up_of_a_chain_grows_with_its_length():
    """S11: 1000, 2000, 5000, 10 000 bodies took 3.1, 5.6, 17, 44 s: 14 times for 10. Four times the bodies may take six
    times as long (n log n of the elimination, and rounding of the clock)."""
    seconds(50)  # what is imported or compiled once
    assert seconds(1000) < 6.0 * seconds(250)


def test_s11_memory_of_a_chain_grows_with_its_length():
    """S11: 198 MB for 1000 bodies, 901 MB for 10 000."""
    peaks = []
    for links in (100, 400):
        text = chain(links)
        tracemalloc.start()
        Session(load_text(text)[0]).prepare()
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 5.0 * peaks[0]
