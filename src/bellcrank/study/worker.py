"""A worker process: `python -m bellcrank.study.worker`; lines of JSON in, lines of JSON out.

In    first the setup; then points: {"n": number, "point": [...], "text": dataset or null}
Out   {"n": number, ...outcome}
It ends when its input does, so also when the study is killed.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys

from bellcrank.study.task import run_jobs


def main() -> None:
    """Until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the study decides
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever else is printed goes elsewhere
    setup = sys.stdin.readline()
    for number, line in enumerate(sys.stdin):
        if number == 1:
            gc.freeze()  # what the first run has built stays
        job = json.loads(line)
        for n, found in run_jobs(setup, [(job["n"], job["point"], job["text"])]):
            answers.write(json.dumps({"n": n, **found}) + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
