"""Layout: 80 columns, and lines that read back as the same text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bellcrank.dataset.lexer import read_dataset
from bellcrank.dataset.statement import as_line, list_items
from bellcrank.dataset.writer import WIDTH, expression_lines, list_lines, statement_lines


def value_of(lines):
    statement = read_dataset("\n".join(["t", *statement_lines("ARRAY", 1, [lines]), "END"])).statements[0]
    return statement.arguments()[1][0].value


@given(st.lists(st.integers(-(10**9), 10**9).map(str), min_size=1, max_size=60))
def test_lists_are_broken_between_items(items):
    lines = list_lines("NUMBERS", items)
    assert all(len(line) <= WIDTH for line in lines)
    assert list_items(value_of(lines)) == items


TOKENS = st.sampled_from(
    ["DX(1,2)", "+", "-", "*", "1.5E-05", "STEP(TIME,0,0,1,10)", "IF(A:B,C,D)", " ", "(", ")", "**", "30D"]
)


@given(st.lists(TOKENS, min_size=1, max_size=80).map("".join).filter(str.strip), st.booleans())
def test_expressions_are_broken_where_it_does_not_matter(text, ended):
    text = text.strip()
    lines = expression_lines("FUNCTION", text, ended)
    assert all(len(line) <= WIDTH for line in lines)
    assert "".join(as_line(value_of(lines)).rstrip("\\").split()) == "".join(text.split())
