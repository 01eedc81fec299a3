"""A worker process: `python -m bellcrank.study.worker [--each]`; lines of JSON in, lines of JSON out.

In    first the setup; then points: [[number, point, dataset or null], ...]
Out   [{"n": number, ...outcome}, ...]: what was done since the last line; with --each after every run
It ends when its input does, so also when the study is killed.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from typing import Any

from bellcrank.study.task import run_jobs

OFTEN = 0.05
"""Seconds after which answers are given: thousands of short runs shall not wake the study each."""
MANY = 32
"""So many answers are given together at most."""


def main() -> None:
    """Until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the study decides
    most = 1 if "--each" in sys.argv[1:] else MANY
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever else is printed goes elsewhere
    setup = sys.stdin.readline()
    for number, line in enumerate(sys.stdin):
        if number == 1:
            gc.freeze()  # what the first run has built stays
        done: list[dict[str, Any]] = []
        told = time.perf_counter()
        jobs = json.loads(line)
        for k, job in enumerate(jobs, start=1):
            done += [{"n": n, **found} for n, found in run_jobs(setup, [job])]
            if k == len(jobs) or len(done) == most or time.perf_counter() - told > OFTEN:
                answers.write(json.dumps(done) + "\n")
                answers.flush()
                done, told = [], time.perf_counter()


if __name__ == "__main__":
    main()
