"""Tapes: leaves, shared sub-expressions, branches."""

import pytest

from bellcrank.errors import UnsupportedError
from bellcrank.expression import Leaf, SplineUse, flatten, parse
from bellcrank.expression.tape import ADD, BRANCH, CALL, JUMP, MUL, SELECT, SPLINE


def operations(text):
    return [instruction[0] for instruction in flatten(parse(text)).code]


def test_every_distinct_measure_is_one_leaf_with_all_its_arguments():
    tape = flatten(parse("DX(1,2) + DX(1,2,0) + DX(0001,2) + TIME*VARVAL(3) + BUSHING(4,0,2,0) - BUSH(4,0,2,0)"))
    assert tape.leaves == [Leaf("DX", (1, 2, 0)), Leaf("TIME"), Leaf("VARVAL", (3,)), Leaf("BUSH", (4, 0, 2, 0))]
    assert [str(leaf) for leaf in tape.leaves[:2]] == ["DX(1, 2, 0)", "TIME"]


def test_a_leaf_or_a_constant_alone_needs_no_instruction():
    assert operations("TIME") == []
    assert operations("2*3") == []
    assert flatten(parse("2*3")).constants == [6.0]


def test_equal_sub_expressions_are_computed_once():
    assert operations("SIN(TIME) + SIN(TIME)") == [CALL, ADD]
    assert operations("(TIME+1)*(TIME+1)") == [ADD, MUL]


def test_a_square_is_a_product():
    assert operations("DX(1,2)**2") == [MUL]


def test_if_jumps_over_the_branches_not_chosen():
    tape = flatten(parse("IF(TIME: TIME+1, TIME+2, TIME+3)"))
    assert [i[0] for i in tape.code] == [BRANCH, ADD, JUMP, ADD, JUMP, ADD, SELECT]
    assert tape.code[0][2:4] == (3, 5)
    assert [i[1] for i in tape.code if i[0] == JUMP] == [6, 6]


def test_what_a_branch_computed_is_computed_again_outside():
    text = "IF(TIME: SIN(TIME), SIN(TIME), 1) + SIN(TIME)"
    assert operations(text).count(CALL) == 3
    assert operations("SIN(TIME) + IF(TIME: SIN(TIME), SIN(TIME), 1)").count(CALL) == 1


def test_nested_ifs_keep_their_own_targets():
    tape = flatten(parse("IF(TIME: IF(TIME-1: 1, 2, 3), 4, IF(TIME-2: 5, 6, 7))"))
    for at, (operation, a, b, c, _) in enumerate(tape.code):
        if operation == BRANCH:
            assert at < b < c < len(tape.code)
        if operation == JUMP:
            assert at < a < len(tape.code)
            assert tape.code[a][0] == SELECT


def test_a_spline_function_keeps_its_ids_out_of_the_computation():
    tape = flatten(parse("AKISPL(TIME, 0, 33, 1) + INTERP(TIME, 3, 34)"))
    assert tape.splines == [SplineUse("AKISPL", 33, 1), SplineUse("INTERP", 34, 0, (3.0,))]
    assert [i[0] for i in tape.code] == [SPLINE, SPLINE, ADD]
    assert tape.constants == [0.0]


def test_every_instruction_knows_its_sub_expression():
    tape = flatten(parse("IF(TIME: SIN(TIME), 1/TIME, TIME**3)"))
    assert len(tape.nodes) == len(tape.code)


def test_functions_that_are_not_simulated_are_refused_with_the_reason():
    text = "1 + Q(1, 2)"
    with pytest.raises(UnsupportedError, match="Q is understood but not simulated: "):
        flatten(parse(text), text)
    with pytest.raises(UnsupportedError, match="UserCall"):
        flatten(parse("USER(1, 2)"))


def test_a_long_sum_becomes_a_long_tape():
    tape = flatten(parse("+".join(f"DX({k},1)" for k in range(1, 3001))))
    assert len(tape.code) == 2999
