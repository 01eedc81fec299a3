"""Panels: the frozen pattern of L and U cut into pieces four columns wide.

The pivots k = 0, 1, ... are cut into panels of one to four consecutive columns, padded to four by unit columns. Row and
column of pivot k get the *slot* 4 panel + lane. All numbers of the factors lie in one array v, panel after panel:

    16 values         the diagonal block
    4 for each row    of L below it (`rows`: slots)
    16 for each block of U to the right of it (`targets`: panels)

Eliminating a panel J changes, for each target panel T and each row i of J, the four numbers at (i, T); `dest` lists
where in v they are, in the order in which the elimination meets them, and `place` says where each value of A goes.

Columns are joined when one wide panel costs less than two, even if zeros have to be stored (relaxed supernodes:
Ashcraft, Grimes (1989), ACM TOMS 15, 291). Cost in processor cycles of factoring and solving, measured:

    panel + row per row of L + block per block of U + update per pair of row and block                          (1)
"""

from __future__ import annotations

import numpy as np

from bellcrank.kernel import kernel
from bellcrank.numerics.pivoting import (
    BLOCKS,
    FULL,
    OK,
    PADS,
    PANELS,
    RELAX,
    ROWS,
    SPILL,
    UPDATES,
    VALUES,
    fill,
)

# kernel constants
WIDTH = 4
PANEL, ROW, BLOCK, UPDATE = 95.0, 11.0, 24.0, 2.6
COLUMNS_PER_BLOCK = 3.0


@kernel(inline=True)
def estimate(rows, columns):
    """Cost (1) of one panel with `rows` rows of L and `columns` columns of U."""
    return PANEL + ROW * rows + columns / COLUMNS_PER_BLOCK * (BLOCK + UPDATE * rows)


def cost(count: np.ndarray) -> float:
    """Cost (1) of one refactorisation."""
    return float(PANEL * count[PANELS] + ROW * count[ROWS] + BLOCK * count[BLOCKS] + UPDATE * count[UPDATES])


@kernel(inline=True)
def rows_of_u(lu):
    """Turn the columns of U into rows: lu.t_start, lu.t_index."""
    n = lu.column.size
    fill(lu.t_start, n + 1, 0)
    for p in range(lu.u_start[n]):
        lu.t_start[lu.u_index[p] + 1] += 1
    for k in range(n):
        lu.t_start[k + 1] += lu.t_start[k]
    end = lu.work[1]
    for k in range(n):
        end[k] = lu.t_start[k]
    for k in range(n):
        for p in range(lu.u_start[k], lu.u_start[k + 1]):
            s = lu.u_index[p]
            lu.t_index[end[s]] = k
            end[s] += 1


@kernel(inline=True)
def joined(lu, stamp, k, below, right):
    """How many rows and columns the panel marked `stamp` has when column k joins it."""
    in_l, in_u = lu.work[2], lu.work[3]
    if in_l[k] == stamp:
        below -= 1
    if in_u[k] == stamp:
        right -= 1
    for p in range(lu.l_start[k], lu.l_start[k + 1]):
        if in_l[lu.position[lu.l_index[p]]] != stamp:
            below += 1
    for p in range(lu.t_start[k], lu.t_start[k + 1]):
        if in_u[lu.t_index[p]] != stamp:
            right += 1
    return below, right


@kernel(inline=True)
def mark(lu, stamp, k):
    """Mark the rows and columns of pivot k as belonging to panel `stamp`."""
    in_l, in_u = lu.work[2], lu.work[3]
    for p in range(lu.l_start[k], lu.l_start[k + 1]):
        in_l[lu.position[lu.l_index[p]]] = stamp
    for p in range(lu.t_start[k], lu.t_start[k + 1]):
        in_u[lu.t_index[p]] = stamp


@kernel
def partition(lu):
    """Cut the pivots into panels: slots of rows and columns, ones of the padding columns are counted later."""
    n = lu.column.size
    rows_of_u(lu)
    fill(lu.work[2], n, -1)
    fill(lu.work[3], n, -1)
    panel, width, below, right = -1, WIDTH, 0, 0
    for k in range(n):
        alone = estimate(lu.l_start[k + 1] - lu.l_start[k], lu.t_start[k + 1] - lu.t_start[k])
        more_below, more_right = joined(lu, panel, k, below, right)
        wider = estimate(more_below, more_right)
        if width < WIDTH and wider <= estimate(below, right) + lu.option[RELAX] * alone:
            width, below, right = width + 1, more_below, more_right
        else:
            panel, width = panel + 1, 1
            below = lu.l_start[k + 1] - lu.l_start[k]
            right = lu.t_start[k + 1] - lu.t_start[k]
        mark(lu, panel, k)
        slot = WIDTH * panel + width - 1
        lu.row_slot[lu.row[k]] = slot
        lu.column_slot[lu.column[k]] = slot
        lu.column_at[slot] = lu.column[k]
        for lane in range(width, WIDTH):
            lu.column_at[WIDTH * panel + lane] = -1
    lu.counts[PANELS] = panel + 1


@kernel(inline=True)
def visit(lu, t, slot, found, total):
    """Add a row to panel t, and with it everything its own panel brings; returns the number of sources and of rows.

    Sources are the panels J < t whose elimination changes t; they are written behind lu.sources[found], rows of L
    behind lu.rows[total].
    """
    seen, listed, path, resume = lu.work[0], lu.work[1], lu.work[2], lu.work[3]
    depth = -1
    while True:
        panel = slot // WIDTH
        if panel > t and listed[slot] != t:
            listed[slot] = t
            lu.rows[total] = slot
            total += 1
        if panel < t and seen[panel] != t:
            seen[panel] = t
            lu.sources[found] = panel
            found += 1
            depth += 1
            path[depth] = panel
            resume[depth] = lu.row_start[panel]
        while depth >= 0 and resume[depth] == np.int64(lu.row_start[path[depth] + 1]):
            depth -= 1
        if depth < 0:
            return found, total
        slot = np.int64(lu.rows[resume[depth]])
        resume[depth] += 1


@kernel(inline=True)
def sort(a, start, end):
    """Insertion sort of a short piece of an array."""
    for p in range(start + 1, end):
        x = a[p]
        q = p
        while q > start and a[q - 1] > x:
            a[q] = a[q - 1]
            q -= 1
        a[q] = x


@kernel
def close_pattern(lu):
    """Rows of L and sources of every panel, the zeros brought in by joining included; returns OK or FULL."""
    panels = lu.counts[PANELS]
    fill(lu.work[0], panels, -1)
    fill(lu.work[1], WIDTH * panels, -1)
    found, total = 0, 0
    lu.row_start[0], lu.source_start[0] = 0, 0
    for t in range(panels):
        if total + WIDTH * panels > lu.rows.size or found + panels > lu.sources.size:
            return FULL
        for slot in range(WIDTH * t, WIDTH * t + WIDTH):
            j = lu.column_at[slot]
            if j >= 0:
                for p in range(lu.indptr[j], lu.indptr[j + 1]):
                    found, total = visit(lu, t, np.int64(lu.row_slot[lu.indices[p]]), found, total)
        sort(lu.sources, lu.source_start[t], found)
        sort(lu.rows, np.int64(lu.row_start[t]), total)
        lu.row_start[t + 1], lu.source_start[t + 1] = total, found
    updates = 0
    for p in range(found):
        s = lu.sources[p]
        updates += np.int64(lu.row_start[s + 1]) - np.int64(lu.row_start[s])
    lu.counts[ROWS], lu.counts[BLOCKS], lu.counts[UPDATES] = total, found, updates
    return OK


@kernel(inline=True)
def list_targets(lu):
    """Targets of every panel from the sources of every panel."""
    panels = lu.counts[PANELS]
    end = lu.work[0]
    fill(lu.target_start, panels + 1, 0)
    for p in range(lu.counts[BLOCKS]):
        s = lu.sources[p]
        lu.target_start[s + 1] += np.uint32(1)
    for s in range(panels):
        lu.target_start[s + 1] += lu.target_start[s]
        end[s] = lu.target_start[s]
    for t in range(panels):
        for p in range(lu.source_start[t], lu.source_start[t + 1]):
            s = lu.sources[p]
            lu.targets[end[s]] = t
            end[s] += 1


@kernel(inline=True)
def locate(lu, t, start, done, where):
    """where[slot] = place in v of the row `slot` within panel t (start: of the panels; done: targets met so far)."""
    for lane in range(WIDTH):
        where[WIDTH * t + lane] = start[t] + WIDTH * lane
    first = np.int64(lu.row_start[t])
    for q in range(first, np.int64(lu.row_start[t + 1])):
        where[lu.rows[q]] = start[t] + WIDTH * (WIDTH + q - first)
    for p in range(lu.source_start[t], lu.source_start[t + 1]):
        s = lu.sources[p]
        rows = np.int64(lu.row_start[s + 1]) - np.int64(lu.row_start[s])
        for lane in range(WIDTH):
            where[WIDTH * s + lane] = start[s] + WIDTH * (WIDTH + rows + WIDTH * done[s] + lane)


@kernel(inline=True)
def lay_panels(lu, start, update):
    """Start of every panel in v and of its updates in `dest`; returns the length of v."""
    length, updates = 0, 0
    for t in range(lu.counts[PANELS]):
        start[t], update[t] = length, updates
        rows = np.int64(lu.row_start[t + 1]) - np.int64(lu.row_start[t])
        blocks = np.int64(lu.target_start[t + 1]) - np.int64(lu.target_start[t])
        length += WIDTH * (WIDTH + rows + WIDTH * blocks)
        updates += rows * blocks
    return length


@kernel
def lay_out(lu):
    """Lay the panels out in v: `place`, `dest` and the ones of the padding; returns OK or FULL."""
    if lu.counts[UPDATES] > lu.dest.size or lu.counts[BLOCKS] > lu.targets.size:
        return FULL
    list_targets(lu)
    start, done, update, where = lu.work[0], lu.work[1], lu.work[2], lu.work[3]
    lu.counts[VALUES] = lay_panels(lu, start, update)
    if lu.counts[VALUES] + SPILL > lu.v.size:
        return FULL
    fill(done, lu.counts[PANELS], 0)
    pads = 0
    for t in range(lu.counts[PANELS]):
        locate(lu, t, start, done, where)
        for p in range(lu.source_start[t], lu.source_start[t + 1]):
            s = lu.sources[p]
            for q in range(lu.row_start[s], lu.row_start[s + 1]):
                lu.dest[update[s]] = where[lu.rows[q]]
                update[s] += 1
            done[s] += 1
        for lane in range(WIDTH):
            j = lu.column_at[WIDTH * t + lane]
            if j >= 0:
                for p in range(lu.indptr[j], lu.indptr[j + 1]):
                    lu.entry_place[p] = where[lu.row_slot[lu.indices[p]]] + lane
            else:
                lu.pad[pads] = start[t] + (WIDTH + 1) * lane
                pads += 1
    lu.counts[PADS] = pads
    for p in range(lu.place.size):
        entry = lu.entry[p]
        lu.place[p] = lu.entry_place[entry] if entry < lu.indices.size else lu.counts[VALUES] + p % SPILL
    return OK
