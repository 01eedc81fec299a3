"""Trees compare by content, survive copying, and may be deep."""

import copy
import pickle

from bellcrank.expression import Binary, Call, Number, UserCall, parse, to_text
from bellcrank.expression.tree import fold, number, postorder


def test_nodes_compare_by_content_and_not_by_position():
    assert parse("1 +  TIME") == parse("1+TIME")
    assert hash(parse("1 +  TIME")) == hash(parse("1+TIME"))
    assert parse("1+TIME") != parse("TIME+1")
    assert parse("30D") != parse("30")
    assert parse("1+TIME") != "1+TIME"


def test_a_call_with_more_arguments_is_another_call():
    assert parse("MAX(1,2)") != parse("MAX(1,2,3)")


def test_deep_trees_can_be_compared_copied_and_pickled():
    tree = parse("+".join(["TIME"] * 3000))
    assert copy.deepcopy(tree) == tree
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert hash(tree) == hash(parse("+".join(["TIME"] * 3000)))


def test_positions_survive_pickling():
    tree = parse("1 + SIN(TIME)")
    assert [n.position for n in postorder(pickle.loads(pickle.dumps(tree)))] == [n.position for n in postorder(tree)]


def test_postorder_lists_children_first_from_left_to_right():
    names = [n.label for n in postorder(parse("SIN(TIME)*DX(1,2)"))]
    assert names == ["TIME", "SIN", (1.0, False), (2.0, False), "DX", "*"]


def test_fold_computes_from_the_leaves_up():
    depth = fold(parse("SIN(1+2*TIME)"), lambda node, below: 1 + max(below, default=0))
    assert depth == 4


def test_negative_numbers_carry_a_sign():
    assert to_text(number(-2.5)) == "-2.5"
    assert number(-2.5) == parse("-2.5")


def test_text_has_parentheses_where_they_are_needed():
    for text in (
        "(1 + TIME)*2",
        "1 - (2 - TIME)",
        "2/(3*TIME)",
        "(-2)**TIME",
        "2**(-TIME)",
        "(2**3)**TIME",
        "2**3**TIME",
    ):
        assert to_text(parse(text)) == text
    assert to_text(parse("1-(-TIME)")) == "1 - (-TIME)"


def test_numbers_read_back_as_the_same():
    for value in (0.1, 1e-5, 1 / 3, 1e22, 123456789012345.0, 5e-324, 17172508.0):
        assert parse(to_text(Number(value))) == Number(value)


def test_a_user_call_shows_the_name_of_its_function():
    def bump(x):
        return x

    assert to_text(Binary("+", UserCall(bump, (Call("TIME"),)), Number(1.0))) == "<bump>(TIME) + 1"
    assert UserCall(0x10).name == "function_at_0x10"
