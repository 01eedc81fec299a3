"""Where the pivots are: equilibration, Gilbert-Peierls elimination with threshold pivoting, elimination tree.

These kernels run at set-up and whenever the frozen pivots of `sparse_lu` have become bad. They work column by column
on a matrix A stored by columns, in the column order `lu.column`, and leave

    lu.row[k]         the row that pivots in the k-th column (-1: the column has no acceptable pivot)
    lu.position[i]    the k of row i (-1: the row is left over)
    lu.l_*, lu.u_*    the patterns of L (rows of A) and U (positions), one column after the other

Equation      A(:, j) = L U(:, k),  j = column[k]: for each k solve L x = A(:, j), touching only the reach of
              A(:, j) in the graph of L; the part of x on pivoted rows is U(:, k), the rest over the pivot is L(:, k)
Pivot         largest |r_i x_i| (r the row scaling); the preferred row of the column when it has at least
              `tolerance` times that. No pivot when the largest is below `singular` in the equilibrated matrix.
References    Gilbert, Peierls (1988), SIAM J. Sci. Stat. Comput. 9, 862; Davis (2006), Direct Methods for Sparse
              Linear Systems, ch. 6.2 (LU) and 4.1, 4.3 (tree, postorder); Ruiz (2001), RAL-TR-2001-034 (scaling).
"""

from __future__ import annotations

import numpy as np

from bellcrank.kernel import kernel

# kernel constants
OK, SUSPICIOUS, SINGULAR, FULL = 0, 1, 2, 3
"""Status of the kernels of the solver: done; pivots have become bad; no pivot for some columns; arrays too small."""
TOLERANCE, SINGULARITY, SHRINK, RELAX = 0, 1, 2, 3
"""Places in `lu.option`: threshold of pivoting, singular pivot, limit of shrinking pivots, relaxation of panels."""
PANELS, VALUES, PADS, DEFICIENT, ROWS, BLOCKS, UPDATES = 0, 1, 2, 3, 4, 5, 6
"""Places in `lu.counts`: panels, length of v, padding ones, columns without pivot, rows of L, blocks of U, updates."""
SPILL = 8
"""Places at the end of v for values that count nothing: several, so that they do not wait for each other."""
SWEEPS = 4


@kernel(inline=True)
def fill(a, n, value):
    """The first n numbers of an array become `value` (a slice would bring half of NumPy into the compiled code)."""
    for i in range(n):
        a[i] = value


@kernel(exact=True)
def equilibrate(lu, values):
    """Scale rows and columns so that the largest entries of r_i |a_ij| c_j come near 1 (Ruiz, max norm)."""
    n = lu.column.size
    row_scale, column_scale, row_max, column_max = lu.row_scale, lu.column_scale, lu.x, lu.y
    fill(row_scale, n, 1.0)
    fill(column_scale, n, 1.0)
    for _ in range(SWEEPS):
        fill(row_max, n, 0.0)
        fill(column_max, n, 0.0)
        for j in range(n):
            for p in range(lu.indptr[j], lu.indptr[j + 1]):
                i = lu.indices[p]
                a = abs(values[p]) * row_scale[i] * column_scale[j]
                row_max[i] = max(row_max[i], a)
                column_max[j] = max(column_max[j], a)
        for i in range(n):
            if row_max[i] > 0.0:
                row_scale[i] /= np.sqrt(row_max[i])
            if column_max[i] > 0.0:
                column_scale[i] /= np.sqrt(column_max[i])


@kernel(inline=True)
def reach(lu, k, j):
    """Rows reached by column j in the graph of the first k columns of L, in topological order: order[top:]."""
    mark, path, resume, order = lu.work[0], lu.work[1], lu.work[2], lu.work[3]
    top = lu.column.size
    for p in range(lu.indptr[j], lu.indptr[j + 1]):
        depth = -1
        following = np.int64(lu.indices[p])
        if mark[following] == k:
            continue
        while True:
            if following >= 0:
                depth += 1
                path[depth] = following
                mark[following] = k
                resume[depth] = lu.l_start[lu.position[following]] if lu.position[following] >= 0 else 0
                following = -1
            i = path[depth]
            if lu.position[i] >= 0:
                end = lu.l_start[lu.position[i] + 1]
                while resume[depth] < end and following < 0:
                    r = lu.l_index[resume[depth]]
                    resume[depth] += 1
                    if mark[r] != k:
                        following = r
            if following < 0:
                top -= 1
                order[top] = i
                depth -= 1
                if depth < 0:
                    break
    return top


@kernel(inline=True, exact=True)
def eliminate(lu, values, j, top, unz):
    """Solve L x = A(:, j) on the reach and append U(:, k); returns the number of entries of U."""
    order, x = lu.work[3], lu.x
    for q in range(top, x.size):
        x[order[q]] = 0.0
    for p in range(lu.indptr[j], lu.indptr[j + 1]):
        x[lu.indices[p]] = values[p]
    for q in range(top, x.size):
        i = order[q]
        s = lu.position[i]
        if s >= 0:
            lu.u_index[unz] = s
            unz += 1
            for p in range(lu.l_start[s], lu.l_start[s + 1]):
                x[lu.l_index[p]] -= lu.l_value[p] * x[i]
    return unz


@kernel(inline=True, exact=True)
def choose_pivot(lu, j, top, k):
    """The row to pivot in column j, or -1."""
    order, mark = lu.work[3], lu.work[0]
    largest, pivot = 0.0, -1
    for q in range(top, lu.column.size):
        i = order[q]
        if lu.position[i] < 0:
            a = abs(lu.x[i]) * lu.row_scale[i]
            if a > largest:
                largest, pivot = a, i
    if not largest * lu.column_scale[j] > lu.option[SINGULARITY]:
        return -1
    i = lu.prefer[j]
    free = i >= 0 and mark[i] == k and lu.position[i] < 0
    if free and abs(lu.x[i]) * lu.row_scale[i] >= lu.option[TOLERANCE] * largest:
        return i
    return pivot


@kernel(exact=True)
def find_pivots(lu, values):
    """Factor with partial pivoting in the order `lu.column`; returns OK, SINGULAR or FULL."""
    n = lu.column.size
    order = lu.work[3]
    fill(lu.work[0], n, -1)
    fill(lu.position, n, -1)
    lnz, unz, deficient = 0, 0, 0
    for k in range(n):
        lu.l_start[k], lu.u_start[k] = lnz, unz
        j = lu.column[k]
        top = reach(lu, k, j)
        if lnz + n - top > lu.l_index.size or unz + n - top > lu.u_index.size:
            return FULL
        unz = eliminate(lu, values, j, top, unz)
        pivot = choose_pivot(lu, j, top, k)
        lu.row[k] = pivot
        if pivot < 0:
            lu.no_pivot[deficient] = j
            deficient += 1
        else:
            lu.position[pivot] = k
            for q in range(top, n):
                i = order[q]
                if lu.position[i] < 0:
                    lu.l_index[lnz] = i
                    lu.l_value[lnz] = lu.x[i] / lu.x[pivot]
                    lnz += 1
        lu.l_start[k + 1], lu.u_start[k + 1] = lnz, unz
    lu.counts[DEFICIENT] = deficient
    if deficient > 0:
        spare = 0
        for i in range(n):
            if lu.position[i] < 0:
                lu.left_over[spare] = i
                spare += 1
        return SINGULAR
    return OK


@kernel
def elimination_tree(lu, parent, neighbour):
    """Parent of every position in the elimination tree of B + B^T, B = A with the pivots on its diagonal.

    neighbour: (nnz) work.
    """
    n = lu.column.size
    start, ancestor = lu.work[0], lu.work[1]
    fill(start, n + 1, 0)
    for k in range(n):
        for p in range(lu.indptr[lu.column[k]], lu.indptr[lu.column[k] + 1]):
            start[max(k, lu.position[lu.indices[p]])] += 1
    total = 0
    for k in range(n):
        total += start[k]
        start[k] = total
    for k in range(n):
        for p in range(lu.indptr[lu.column[k]], lu.indptr[lu.column[k] + 1]):
            s = lu.position[lu.indices[p]]
            start[max(k, s)] -= 1
            neighbour[start[max(k, s)]] = min(k, s)
    start[n] = total
    for k in range(n):
        parent[k], ancestor[k] = -1, -1
        for p in range(start[k], start[k + 1]):
            i = neighbour[p]
            while i != -1 and i != k:
                above = ancestor[i]
                ancestor[i] = k
                if above == -1:
                    parent[i] = k
                i = above


@kernel
def postorder(parent, order, work):
    """Children before parents, every subtree in one piece. work: (3, n+1)."""
    n = parent.size
    child, sibling, stack = work[0], work[1], work[2]
    fill(child, n + 1, -1)
    for k in range(n - 1, -1, -1):
        above = parent[k] if parent[k] >= 0 else n
        sibling[k] = child[above]
        child[above] = k
    stack[0], depth, done = n, 0, 0
    while depth >= 0:
        k = stack[depth]
        if child[k] >= 0:
            depth += 1
            stack[depth] = child[k]
            child[k] = sibling[child[k]]
        else:
            depth -= 1
            if k < n:
                order[done] = k
                done += 1
