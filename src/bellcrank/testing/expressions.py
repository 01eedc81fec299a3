"""Random expressions for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from bellcrank.expression import Binary, Call, If, Node, Number, Unary, declarations

LEAVES = (
    Call("TIME"),
    Call("DX", (Number(1.0), Number(2.0))),
    Call("VARVAL", (Number(3.0),)),
    Call("JOINT", (Number(7.0), Number(0.0), Number(2.0), Number(0.0))),
)


def numbers() -> st.SearchStrategy[Node]:
    """Numbers as people write them: small whole ones, decimals, a few large or tiny, degrees."""
    plain = st.one_of(
        st.integers(0, 9).map(float),
        st.floats(0.0, 10.0, allow_nan=False).map(lambda x: round(x, 3)),
        st.sampled_from([1e-5, 2.5e-3, 1e5, 1.7e7]),
    )
    return st.one_of(plain.map(Number), st.integers(0, 360).map(lambda n: Number(float(n), degrees=True)))


def trees() -> st.SearchStrategy[Node]:
    """Expressions of numbers, four leaves, the operators, IF, and every function of numbers."""
    return st.recursive(st.one_of(numbers(), st.sampled_from(LEAVES)), _larger, max_leaves=20)


def _larger(smaller: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    spoken = [f for name, f in declarations().items() if not name.startswith("$")]  # the others are never written
    functions = [f for f in spoken if f.family == "math" and f.kernel is not None]
    calls = st.sampled_from(functions).flatmap(
        lambda f: st.lists(smaller, min_size=f.least, max_size=min(f.greatest, f.least + 3)).map(
            lambda arguments: Call(f.name, tuple(arguments))
        )
    )
    return st.one_of(
        st.builds(lambda a: Unary("-", a), smaller),
        st.builds(
            lambda operator, a, b: Binary(operator, a, b), st.sampled_from(["+", "-", "*", "/", "**"]), smaller, smaller
        ),
        st.builds(lambda a, b, c, d: If(a, b, c, d), smaller, smaller, smaller, smaller),
        calls,
    )
