"""The sparse LU against SciPy, with changing numbers, bad pivots, singular matrices; plain and compiled."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from scipy.sparse import csc_matrix, random_array
from scipy.sparse.linalg import spsolve

from bellcrank import kernel
from bellcrank.kernel import kernel as kernel_function
from bellcrank.numerics import sparse_lu
from bellcrank.numerics.factors import Arrays
from bellcrank.numerics.ordering import block_minimum_degree, find_blocks
from bellcrank.numerics.pivoting import DEFICIENT
from bellcrank.numerics.sparse_lu import (
    FULL,
    OK,
    SINGULAR,
    SUSPICIOUS,
    SingularMatrixError,
    SparseLU,
    refactor,
    repivot,
    solve,
    solve_refined,
    solve_two,
)

pytestmark = pytest.mark.filterwarnings("ignore:(divide by zero|invalid value) encountered in scalar:RuntimeWarning")


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    """Every matrix is searched for its best order, but where a test is about remembering."""
    monkeypatch.setattr(sparse_lu, "_known", {})


@pytest.fixture(params=["plain", "compiled"])
def mode(request):
    """Both ways to run a kernel."""
    kernel.compile_mode(request.param == "compiled")
    yield request.param
    kernel.compile_mode(False)


def solver_of(a: csc_matrix, **options: object) -> SparseLU:
    return SparseLU(a.shape[0], a.indptr, a.indices, a.data, **options)


def random_matrix(n: int, seed: int) -> csc_matrix:
    """A random unsymmetric matrix without structural symmetry; a hidden permutation keeps it regular."""
    rng = np.random.default_rng(seed)
    a = random_array((n, n), density=min(1.0, 3.0 / n), rng=rng, data_sampler=rng.standard_normal).tocsc()
    permutation = csc_matrix((rng.choice([-1.0, 1.0], n) * (1.0 + rng.random(n)), (rng.permutation(n), np.arange(n))))
    return csc_matrix(a + permutation)


def chain_matrix(n_parts: int, seed: int = 0) -> csc_matrix:
    """[H J^T; J 0] of a chain of parts (6 unknowns) and revolute joints (5 multipliers)."""
    rng = np.random.default_rng(seed)
    n = 11 * n_parts
    a = np.zeros((n, n))
    for k in range(n_parts):
        a[6 * k : 6 * k + 3, 6 * k : 6 * k + 3] = np.eye(3)
        turn = rng.standard_normal((3, 3))
        a[6 * k + 3 : 6 * k + 6, 6 * k + 3 : 6 * k + 6] = 0.1 * np.eye(3) + 0.01 * turn
        row = 6 * n_parts + 5 * k
        for part, sign in ((k - 1, 1.0), (k, -1.0)):
            if part >= 0:
                jac = np.zeros((5, 6))
                jac[:3, :3] = sign * np.eye(3)
                jac[:, 3:] = rng.standard_normal((5, 3))
                a[row : row + 5, 6 * part : 6 * part + 6] = jac
                a[6 * part : 6 * part + 6, row : row + 5] = jac.T
    return csc_matrix(a)


def backward_error(a: csc_matrix, x: np.ndarray, b: np.ndarray) -> float:
    """Smallest relative change of entries of A and b for which x is exact (Oettli, Prager)."""
    return float(np.max(np.abs(b - a @ x) / (abs(a) @ np.abs(x) + np.abs(b))))


def solved(solver: SparseLU, b: np.ndarray) -> np.ndarray:
    x = b.copy()
    solve(solver.arrays, x)
    return x


@pytest.mark.parametrize("n", [1, 2, 3, 7, 30])
def test_random_matrices_are_solved_like_scipy_does(mode, n):
    for seed in range(3):
        a = random_matrix(n, seed)
        b = np.random.default_rng(seed).standard_normal(n)
        x = solved(solver_of(a), b)
        assert backward_error(a, x, b) < 1e-12
        assert np.allclose(x, spsolve(a, b), rtol=1e-8, atol=1e-10)


def test_larger_random_matrices(compiled):
    for n in (100, 400):
        a = random_matrix(n, n)
        b = np.random.default_rng(0).standard_normal(n)
        assert backward_error(a, solved(solver_of(a), b), b) < 1e-11


def test_new_numbers_in_the_same_pattern(mode):
    a, b = chain_matrix(3), np.arange(33.0)
    solver = solver_of(a)
    for seed in range(1, 4):
        other = chain_matrix(3, seed)
        assert np.array_equal(other.indices, a.indices)
        assert refactor(solver.arrays, other.data) == OK
        assert backward_error(other, solved(solver, b), b) < 1e-12


@pytest.mark.parametrize("n", [1, 3, 30])
def test_two_right_hand_sides_at_once(mode, n):
    a = random_matrix(n, seed=n + 7)
    solver = solver_of(a)
    b, d = np.random.default_rng(n).standard_normal((2, n))
    x, z = b.copy(), d.copy()
    solve_two(solver.arrays, x, z)
    assert backward_error(a, x, b) < 1e-13
    assert backward_error(a, z, d) < 1e-13
    assert backward_error(a, solved(solver, b), b) < 1e-13, "a single one still works after that"


def test_badly_scaled_equations_and_unknowns(mode):
    rng = np.random.default_rng(4)
    a = chain_matrix(3)
    a = csc_matrix(np.diag(10.0 ** rng.uniform(-8, 8, 33)) @ a.toarray() @ np.diag(10.0 ** rng.uniform(-8, 8, 33)))
    b = abs(a) @ np.ones(33)
    assert backward_error(a, solved(solver_of(a), b), b) < 1e-12


def test_refinement_reaches_rounding(mode):
    a, b = chain_matrix(3), np.ones(33)
    solver = solver_of(a, tolerance=1e-6)
    x, r = np.empty(33), np.empty(33)
    largest = solve_refined(solver.arrays, a.data, b, x, r)
    assert backward_error(a, x, b) < 1e-15
    rounding = 4e-16 * (abs(a) @ abs(x) + b)  # of the sums on both sides
    assert np.all(np.abs(r - (b - a @ x)) <= rounding) and largest == np.abs(r).max()


def test_plain_and_compiled_agree():
    a, b = chain_matrix(2), np.ones(22)
    results = []
    for on in (False, True):
        kernel.compile_mode(on)
        solver = solver_of(a)
        assert refactor(solver.arrays, a.data) == OK
        x = solved(solver, b)
        results.append((solver.arrays, x))
    kernel.compile_mode(False)
    (plain, x), (fast, y) = results
    assert np.array_equal(plain.place, fast.place) and np.array_equal(plain.dest, fast.dest)
    assert np.allclose(plain.v, fast.v, rtol=1e-10, atol=1e-12) and np.allclose(x, y, rtol=1e-10)


def quarrel(turned: bool) -> csc_matrix:
    """Regular for both choices, but the large entries of columns 0 and 1 change rows."""
    a = np.diag([1.0, 1.0, 3.0, 4.0]) + np.diag([0.5, 0.3], 2)
    a[0, 1], a[1, 0] = 1e-3, 2e-3
    if turned:
        a[[0, 1], [0, 1]] = 0.0
    return csc_matrix((a[*np.nonzero(quarrel_pattern())], np.nonzero(quarrel_pattern())), shape=(4, 4))


def quarrel_pattern() -> np.ndarray:
    pattern = np.eye(4) + np.diag([1, 1], 2)
    pattern[0, 1] = pattern[1, 0] = 1
    return pattern


def test_values_given_in_parts_are_summed(mode):
    """Every entry in three parts, in any order, among values that count nothing; then other parts and new pivots."""
    a, rng = random_matrix(20, seed=3), np.random.default_rng(5)
    entry = rng.permutation(np.concatenate([np.tile(np.arange(a.nnz), 3), np.full(7, a.nnz)]))

    def parts(whole: np.ndarray) -> np.ndarray:
        share = rng.random(entry.size) + 0.1
        return np.append(whole, 99.0)[entry] * share / np.bincount(entry, share)[entry]

    solver = SparseLU(20, a.indptr, a.indices, parts(a.data), entry=entry)
    b = rng.standard_normal(20)
    assert np.allclose(solved(solver, b), spsolve(a, b))
    for factor in (refactor, repivot):
        other = csc_matrix((a.data * rng.uniform(0.8, 1.2, a.nnz), a.indices, a.indptr))
        assert factor(solver.arrays, parts(other.data)) == OK
        assert np.allclose(solved(solver, b), spsolve(other, b))


def test_vanished_pivots_are_noticed_and_replaced(mode):
    a, turned, b = quarrel(False), quarrel(True), np.array([1.0, 2.0, 3.0, 4.0])
    solver = solver_of(a)
    assert refactor(solver.arrays, turned.data) == SUSPICIOUS
    assert repivot(solver.arrays, turned.data) == OK
    assert np.allclose(solved(solver, b), np.linalg.solve(turned.toarray(), b))
    assert refactor(solver.arrays, turned.data) == OK
    assert repivot(solver.arrays, a.data) == OK
    assert np.allclose(solved(solver, b), np.linalg.solve(a.toarray(), b))


def test_shrinking_pivots_are_noticed(mode):
    a = quarrel(False)
    solver = solver_of(a, limit=1e4)
    for factor, status in ((1e-3, OK), (1e-6, SUSPICIOUS)):
        values = a.data.copy()
        values[a.indices == np.repeat(np.arange(4), np.diff(a.indptr))] *= factor
        assert refactor(solver.arrays, values) == status


def test_not_a_number_is_suspicious_and_forgotten(mode):
    a, b = chain_matrix(2), np.ones(22)
    solver = solver_of(a)
    assert refactor(solver.arrays, np.full(a.nnz, np.nan)) == SUSPICIOUS
    solve(solver.arrays, b.copy())
    assert refactor(solver.arrays, a.data) == OK
    assert backward_error(a, solved(solver, b), b) < 1e-12


def redundant_chain() -> tuple[csc_matrix, np.ndarray]:
    """A chain whose last joint repeats an equation: multipliers 20 and 21 only count together."""
    a = chain_matrix(2).toarray()
    pattern = (a != 0) | (a[[*range(20), 21, 20]] != 0) | (a[:, [*range(20), 21, 20]] != 0)
    a[21] = a[20]
    a[:, 21] = a[:, 20]
    where = np.nonzero(pattern.T)
    return csc_matrix((a.T[where], (where[1], where[0])), shape=a.shape), pattern


def test_redundant_equations_are_named(mode):
    a, _ = redundant_chain()
    with pytest.raises(SingularMatrixError) as caught:
        solver_of(a)
    assert caught.value.columns.tolist() in ([20], [21])
    assert caught.value.rows.tolist() in ([20], [21])
    assert "singular" in str(caught.value)


def test_new_pivots_of_a_matrix_that_has_become_singular(mode):
    bad, pattern = redundant_chain()
    where = np.nonzero(pattern.T)
    good = chain_matrix(2).toarray().T[where]
    solver = SparseLU(22, bad.indptr, bad.indices, good)
    assert repivot(solver.arrays, bad.data) == SINGULAR
    lu = solver.arrays
    assert lu.counts[DEFICIENT] == 1
    assert lu.no_pivot[0] in (20, 21) and lu.left_over[0] in (20, 21)
    assert repivot(lu, good) == OK


def test_an_empty_column_is_singular(mode):
    a = csc_matrix((np.ones(3), ([0, 1, 2], [0, 0, 2])), shape=(3, 3))
    with pytest.raises(SingularMatrixError) as caught:
        solver_of(a)
    assert caught.value.columns.tolist() == [1]


def test_new_pivots_that_need_more_room_say_so(mode):
    """An arrow has no fill while its diagonal pivots; pivots in the full row fill everything."""
    n = 24
    a = np.diag(np.full(n, 2.0))
    a[-1], a[:, -1] = 1.0, 1.0
    a = csc_matrix(a)
    solver = solver_of(a)
    diagonal = a.indices == np.repeat(np.arange(n), np.diff(a.indptr))
    values = np.where(diagonal, 1e-9 * np.arange(1, a.nnz + 1), a.data)
    assert repivot(solver.arrays, values) == FULL
    b = np.ones(n)
    bad = csc_matrix((values, a.indices, a.indptr))
    assert backward_error(bad, solved(solver_of(bad), b), b) < 1e-9


@kernel_function
def newton_like(lu, values, b, x, repeat):
    """What a time loop does."""
    worst = 0
    for _ in range(repeat):
        worst = max(worst, refactor(lu, values))
        for i in range(b.size):
            x[i] = b[i]
        solve(lu, x)
    return worst


def test_compiled_loop_allocates_nothing(compiled):
    runtime = kernel.load_numba().core.runtime
    runtime._nrt_python.memsys_enable_stats()
    allocations = lambda: runtime.rtsys.get_allocation_stats().alloc
    a, b = chain_matrix(10), np.ones(110)
    solver, x = solver_of(a), np.empty(110)
    newton_like(solver.arrays, a.data, b, x, 1)
    repivot(solver.arrays, a.data)
    tracemalloc.start()
    before, memory = allocations(), tracemalloc.get_traced_memory()[0]
    assert newton_like(solver.arrays, a.data, b, x, 1000) == OK
    repivot(solver.arrays, a.data)
    after = allocations()
    grown = tracemalloc.get_traced_memory()[0] - memory
    tracemalloc.stop()
    runtime._nrt_python.memsys_disable_stats()
    # Boxing the arguments of the two calls counts a few times; a thousand factorisations must not.
    assert after - before < 200
    assert grown < 20_000
    assert backward_error(a, x, b) < 1e-12


def test_called_by_other_kernels_it_still_uses_vectors(compiled):
    """Without them it takes half as long again; what decides is where Numba optimises, far from here."""
    a = chain_matrix(1)
    inner = kernel.Kernel(refactor.py_func, inline=False, vector=refactor.vector).inner
    types = tuple(kernel.load_numba().typeof(argument) for argument in (solver_of(a).arrays, a.data))
    inner.compile(types)
    assert "fmul contract <" in inner.overloads[types].library.get_llvm_str()


def test_blocks_of_a_chain_are_its_parts_and_joints():
    a = chain_matrix(6)
    column = np.repeat(np.arange(66), np.diff(a.indptr))
    block = find_blocks(66, a.indices, column)
    assert np.bincount(block).tolist() == [6] * 6 + [5] * 6
    order = block_minimum_degree(block, a.indices, column, a.data)
    assert sorted(order) == list(range(66))
    # The free end first: the last part, then its joint.
    assert set(order[:6]) == set(range(30, 36)) and set(order[6:11]) == set(range(61, 66))


def test_work_grows_linearly_with_a_chain(compiled):
    flops = [solver_of(chain_matrix(n)).flops for n in (20, 40)]
    assert flops[1] < 2.2 * flops[0]
    assert flops[0] < 150 * 220


def test_a_given_order_is_tried(monkeypatch):
    """The order along the line is perfect for a tridiagonal matrix whose unknowns are shuffled."""
    n = 12
    shuffle = np.random.default_rng(0).permutation(n)
    a = np.diag(np.full(n, 4.0)) + np.diag(np.ones(n - 1), 1) + np.diag(np.ones(n - 1), -1)
    shuffled = csc_matrix(a[np.ix_(shuffle, shuffle)])
    monkeypatch.setattr(sparse_lu, "candidate_orders", lambda *matrix: [])
    assert solver_of(shuffled, candidates=[np.argsort(shuffle)]).fill == 3 * n - 2
    assert solver_of(shuffled, candidates=[np.arange(n)]).fill > 3 * n - 2
    with pytest.raises(ValueError, match="permutation"):
        solver_of(shuffled, candidates=[np.zeros(n, int)])


def test_hopeless_orders_are_given_up():
    """Minimum degree of the symmetrised pattern fills a random unsymmetric matrix completely."""
    a = random_matrix(300, 1)
    column = np.repeat(np.arange(300), np.diff(a.indptr))
    assert block_minimum_degree(np.arange(300), a.indices, column, a.data) is None


@pytest.mark.parametrize(
    ("indptr", "indices", "values", "text"),
    [
        ([0, 1], [0, 1], [1.0, 1.0], "starts of columns"),
        ([0, 1, 3], [0, 1], [1.0, 1.0], "end at 3"),
        ([0, 1, 2], [0, 2], [1.0, 1.0], "between 0 and 1"),
        ([0, 2, 3], [0, 0, 1], [1.0, 1.0, 1.0], "given twice"),
    ],
)
def test_arrays_that_are_no_matrix(indptr, indices, values, text):
    with pytest.raises(ValueError, match=text):
        SparseLU(2, np.array(indptr), np.array(indices), np.array(values))


def test_every_array_has_the_stated_type(mode):
    lu = solver_of(chain_matrix(1)).arrays
    for name, kind in Arrays.kinds().items():
        assert getattr(lu, name).dtype == kind, name


def test_the_order_of_an_equal_pattern_is_used_again(monkeypatch):
    """Equal values: equal factors, without a search; where the pivots do not serve, the search begins anew."""
    matrix = csc_matrix(np.diag(np.arange(1.0, 9.0)) + np.diag(np.full(7, 0.5), 1) + np.diag(np.full(7, 0.25), -1))
    given = (8, matrix.indptr, matrix.indices)
    first = SparseLU(*given, matrix.data)
    searched = []
    monkeypatch.setattr(sparse_lu, "candidate_orders", lambda *of: searched.append(of) or [np.arange(8)])
    again = SparseLU(*given, matrix.data)
    assert not searched
    count = int(first.arrays.l_start[-1])
    assert np.array_equal(first.arrays.l_value[:count], again.arrays.l_value[:count])
    weak = np.where(matrix.indices == np.repeat(np.arange(8), np.diff(matrix.indptr)), 1e-9, matrix.data)
    SparseLU(*given, weak)
    assert searched
