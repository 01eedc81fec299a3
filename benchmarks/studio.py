"""From a moved slider to the new motion: change a number, simulate 2 s with 400 outputs, make and pack the picture.

python benchmarks/studio.py            # median of 25 moves, warm, by the clock on the wall and of the processor
"""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median

import bellcrank as bc
from bellcrank.viewer.studio import Bench, numbers
from bellcrank.viewer.studio.server import packed

CASES = (("four-bar", "PART/4.MASS"), ("four-bar", "SFORCE/1.FUNCTION#0"), ("double-wishbone", "SPRINGDAMPER/1.K"))
MOVES = 25


def main() -> None:
    """Print the table."""
    for name, key in CASES:
        bench = Bench(bc.read(Path(bc.__file__).parent / "examples" / f"{name}.adm"), 2.0, 400)
        value = numbers.value_of(numbers.find(bench.model, key))
        bench.run()
        wall, cpu = [], []
        for k in range(MOVES):
            start = time.perf_counter(), time.thread_time()
            bench.change({key: value * (1.0 + 0.01 * k)})
            packed(bench.run())
            wall.append(time.perf_counter() - start[0])
            cpu.append(time.thread_time() - start[1])
        print(f"{name:16} {key:22} {1e3 * median(wall):6.1f} ms   processor {1e3 * median(cpu):6.1f} ms")


if __name__ == "__main__":
    main()
