"""Runs in processes of this computer; answers (number, outcome) come in any order.

A worker is a process that reads points and writes outcomes (worker.py), several at a time; the next point is always
there already, so that it never waits. When it dies, the points that it has not answered are given to others, and the
worker that follows it answers every run by itself: so it is known at which point that one dies. A point at which TRIES
of those have died is recorded as failed. The first worker starts alone, so that kernels are compiled once. A run that
has a time limit looks at the clock itself; where it does not come to that, its worker is ended.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time as clock
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from bellcrank.processes import own
from bellcrank.study.task import FAILED, Job, Outcome, Setup, too_long

AHEAD = 0.2
"""Seconds of work that a worker has ahead of it, at least the next point: it does not wait, and the end comes for all
at about the same time."""
MOST = 64
TRIES = 2
PATIENCE = 10.0
"""Seconds by the clock for each second of processor time that a run may take: the cores may be shared."""
STARTS = 120.0
"""Seconds by the clock for the start of a worker: a process, the model, kernels to be compiled."""
LOOKS = 0.25
"""Seconds between two looks at the deadlines."""
Answer = tuple[int, Outcome]


class Workers:
    """Processes on this computer; `ask` may be called from several threads."""

    def __init__(self, setup: Setup, count: int = 0) -> None:
        self.setup, self.count = setup, count or len(os.sched_getaffinity(0)) or 1
        self._jobs: deque[tuple[Job, queue.SimpleQueue[list[Answer]], int]] = deque()
        self._more = threading.Condition()
        self._closed = False
        self._threads: list[threading.Thread] = []
        self._processes: set[subprocess.Popen[str]] = set()
        self._deadlines: dict[subprocess.Popen[str], float] = {}
        self._overdue: set[subprocess.Popen[str]] = set()
        self._start()
        if setup.timeout is not None:
            threading.Thread(target=self._end_overdue, daemon=True).start()

    def _start(self) -> None:
        thread = threading.Thread(target=self._serve, daemon=True)
        self._threads.append(thread)
        thread.start()

    def ask(self, jobs: Sequence[Job]) -> Iterator[Answer]:
        """Do these runs; answers in the order in which they come."""
        answers: queue.SimpleQueue[list[Answer]] = queue.SimpleQueue()
        with self._more:
            self._jobs.extend((job, answers, 0) for job in jobs)
            self._more.notify_all()
        left = len(jobs)
        while left:
            some = answers.get()
            left -= len(some)
            yield from some
            if len(self._threads) < self.count:
                self._start()

    # ---- time limits
    def _set_deadline(self, process: subprocess.Popen[str], first: bool) -> None:
        """The next answer of a worker must come until then."""
        if self.setup.timeout is not None:
            self._deadlines[process] = (
                clock.monotonic() + PATIENCE * self.setup.timeout + 1.0 + (STARTS if first else 0.0)
            )

    def _end_overdue(self) -> None:
        """End workers that do not answer in time, as long as there is work."""
        while not self._closed:
            for process, deadline in list(self._deadlines.items()):
                if clock.monotonic() > deadline and process not in self._overdue:
                    self._overdue.add(process)
                    with contextlib.suppress(OSError):
                        process.kill()
            clock.sleep(LOOKS)

    # ---- one thread, one worker
    def _next(self, count: int, wait: bool) -> list[Any]:
        """The next jobs, `count` at most; `wait`: until there is one."""
        with self._more:
            while wait and not self._jobs and not self._closed:
                self._more.wait()
            return [] if self._closed else [self._jobs.popleft() for _ in range(min(count, len(self._jobs)))]

    def _serve(self) -> None:
        each = self.setup.timeout is not None
        while not self._closed:
            if first := self._next(1, wait=True):
                self._with_process(first, each)
                each = True  # it has died

    def _with_process(self, first: list[Any], each: bool) -> None:
        """A process and its work, until it dies or nothing is left to do for good."""
        words = [sys.executable, "-m", "bellcrank.study.worker", *(["--each"] if each else [])]
        alone = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # the workers are the threads
        process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=own(**alone)
        )
        self._processes.add(process)
        assert process.stdin is not None and process.stdout is not None
        sent: deque[Any] = deque()
        try:
            process.stdin.write(self.setup.to_json() + "\n")
            self._send(process.stdin, first, sent)
            began, done = clock.perf_counter(), 0
            while not self._closed:
                ahead = self._ahead((clock.perf_counter() - began) / done if done > 1 else AHEAD)
                self._send(process.stdin, self._next(max(ahead - len(sent), 0), wait=not sent), sent)
                self._set_deadline(process, not done)
                line = process.stdout.readline()
                if not line.endswith("\n"):
                    break
                found = json.loads(line)
                self._answer(found, sent)
                began, done = (began, done + len(found)) if done else (clock.perf_counter(), 1)  # the first compiles
        except (BrokenPipeError, ValueError):
            pass
        finally:
            self._deadlines.pop(process, None)
            self._processes.discard(process)
            with contextlib.suppress(OSError):
                process.kill()
            process.wait()
            if not self._closed:
                self._give_back(sent, process, each)

    def _ahead(self, seconds: float) -> int:
        """How many points a worker gets whose runs take so long; towards the end few, so that all have some."""
        fair = len(self._jobs) // (2 * self.count)
        return max(2, min(MOST, fair, int(AHEAD / max(seconds, 1e-6))))

    @staticmethod
    def _send(pipe: Any, entries: list[Any], sent: deque[Any]) -> None:
        if entries:
            sent.extend(entries)
            pipe.write(json.dumps([job for job, _, _ in entries]) + "\n")
            pipe.flush()

    @staticmethod
    def _answer(found: list[dict[str, Any]], sent: deque[Any]) -> None:
        """Give outcomes to those who have asked; they come in the order in which jobs were sent."""
        for_each: dict[Any, list[Answer]] = {}
        for values in found:
            (n, _, _), answers, _ = sent.popleft()
            assert values.pop("n") == n
            for_each.setdefault(answers, []).append((n, Outcome(**values)))
        for answers, some in for_each.items():
            answers.put(some)

    def _give_back(self, sent: deque[Any], process: subprocess.Popen[str], each: bool) -> None:
        """A worker has died: all its points go to others. `each`: it was at the first one, which is tried once more,
        unless it took too long."""
        if not sent:
            return
        overdue, code = process in self._overdue, process.returncode or 0
        self._overdue.discard(process)
        job, answers, tries = sent.popleft()
        tries += each
        again = tries < TRIES and not overdue
        with self._more:
            self._jobs.extendleft(reversed(sent))
            if again:
                self._jobs.appendleft((job, answers, tries))
            self._more.notify_all()
        if not again:
            why = f"the worker process died at this run ({'signal' if code < 0 else 'code'} {abs(code)})"
            limit = self.setup.timeout if overdue else None
            why = too_long(limit) if limit is not None else why
            answers.put([(job[0], Outcome(FAILED, why, dict.fromkeys(self.setup.responses), limit=limit))])

    def close(self) -> None:
        """End all processes, whatever they do."""
        with self._more:
            self._closed = True
            self._more.notify_all()
        for process in list(self._processes):
            with contextlib.suppress(OSError):
                process.kill()
        for thread in self._threads:
            thread.join(timeout=5.0)
