"""Runs on a Dask cluster: the same function with the same plain values as in a local worker, so the same table.

Points travel in batches; one whose worker dies is sent again by Dask, and at last point by point, so that a deadly
point spoils no other. The workers need nothing but this package in the same version.
References    Rocklin (2015), Dask: parallel computation with blocked algorithms and task scheduling, SciPy 2015.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import bellcrank
from bellcrank.study.task import FAILED, Job, Outcome, Setup, run_jobs
from bellcrank.study.variables import wrong
from bellcrank.study.workers import Answer

BATCHES = 8
"""So many batches for each thread of the cluster at least, that all end at about the same time."""
LARGEST = 64
TRIES = 2


def version() -> str:
    """Of the package on a worker."""
    return bellcrank.__version__


class Cluster:
    """The workers behind the address of a scheduler, `tcp://host:8786`; as `Workers`."""

    def __init__(self, setup: Setup, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise wrong("A cluster needs the package distributed.", "pip install bellcrank[cluster].") from None
        self.setup = setup
        try:
            self.client: Any = Client(address, set_as_default=False, timeout="10s")
        except (OSError, ValueError) as error:
            raise wrong(f"No scheduler answers at {address}: {error}.", "start one: dask scheduler.") from None
        self._text = setup.to_json()  # goes with each batch: scattered data die with their workers
        self._check()

    def _check(self) -> None:
        """The same program everywhere."""
        found = self.client.run(version)
        if not found:
            raise wrong("The cluster has no worker.", "start some: dask worker ADDRESS.")
        others = {worker: other for worker, other in found.items() if other != bellcrank.__version__}
        if others:
            worker, other = next(iter(others.items()))
            raise wrong(f"The worker {worker} has bellcrank {other}, here is {bellcrank.__version__}.")

    def ask(self, jobs: Sequence[Job]) -> Iterator[Answer]:
        """Do these runs; answers in the order in which they come."""
        from distributed import as_completed

        threads = max(1, sum(self.client.nthreads().values()))
        size = max(1, min(LARGEST, len(jobs) // (BATCHES * threads)))
        batches = [jobs[k : k + size] for k in range(0, len(jobs), size)]
        sent = {self._submit(batch): batch for batch in batches}
        coming = as_completed(list(sent), loop=self.client.loop, raise_errors=False)
        for future in coming:
            batch = sent.pop(future)
            if future.status == "finished":
                for n, values in future.result():
                    yield n, Outcome(**values)
            elif len(batch) > 1:
                for job in batch:
                    single = self._submit([job])
                    sent[single] = [job]
                    coming.add(single)
            else:
                why = f"the cluster could not do this run: {str(future.exception()).splitlines()[0]}"
                yield batch[0][0], Outcome(FAILED, why, dict.fromkeys(self.setup.responses))

    def _submit(self, batch: Sequence[Job]) -> Any:
        return self.client.submit(run_jobs, self._text, list(batch), pure=False, retries=TRIES)

    def close(self) -> None:
        """Leave the cluster; it goes on."""
        self.client.close()
