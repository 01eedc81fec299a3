"""The lexical rules, one test each."""

from __future__ import annotations

import pytest

from bellcrank.dataset.files import decode, encode, read_text
from bellcrank.dataset.lexer import read_commands, read_dataset, split_lines
from bellcrank.dataset.statement import as_line, list_items


def only(text: str):
    statements = read_dataset(f"title\n{text}\nEND\n").statements
    assert len(statements) == 1
    return statements[0]


def keyed(statement):
    head, arguments = statement.arguments()
    return head.strip(" ,\n"), [(a.key, as_line(a.value)) for a in arguments]


@pytest.mark.parametrize(
    "title", ["ADAMS/View model name: x", "!title with a mark", "PART/1, GROUND", "", "  spaces  "]
)
def test_the_first_line_is_the_title_whatever_it_holds(title):
    cut = read_dataset(f"{title}\nPART/1\nEND\n")
    assert cut.title == title.rstrip()
    assert [s.keyword for s in cut.statements] == ["PART"]


def test_one_argument_per_line_and_one_liners_are_the_same():
    lines = only("MARKER/0101\n, PART = 01\n, QP = 1, 2, 3")
    one = only("marker/0101, PART=01, QP=1,2,3")
    assert lines.id == one.id == 101 and lines.keyword == one.keyword == "MARKER"
    assert [(k, v.replace(" ", "")) for k, v in keyed(lines)[1]] == keyed(one)[1]


def test_a_leading_comma_separates_in_lists_and_only_continues_in_expressions():
    statement = only("ARRAY/1, NUMBERS = 1, 2\n, 3,\n, 4")
    assert list_items(statement.arguments()[1][0].value) == ["1", "2", "3", "4"]
    statement = only("SFORCE/1\n, FUNCTION = -1E6*(AZ(1,2)-DIF(3))\n, -1E3*WZ(1,2,2)")
    assert keyed(statement)[1] == [("FUNCTION", "-1E6*(AZ(1,2)-DIF(3)) -1E3*WZ(1,2,2)")]


def test_a_value_may_begin_on_the_next_line():
    assert keyed(only("DIFF/1\n, FUNCTION =\n, if(TIME: 1,1,0)"))[1] == [("FUNCTION", "if(TIME: 1,1,0)")]
    assert list_items(only("FIELD/1, CMATRIX = \n, 1, 2\n, 3").arguments()[1][0].value) == ["1", "2", "3"]


def test_ampersand_joins_lines_with_and_without_a_leading_comma():
    commands = read_commands(["VARIABLE/9105 &", ", FUNCTION=VARVAL(1) * &", ", (STEP(TIME,0,0,1,1))"], 0).statements
    assert keyed(commands[0])[1] == [("FUNCTION", "VARVAL(1) *  (STEP(TIME,0,0,1,1))".replace("  ", " "))]
    commands = read_commands(["simulate/transient, &", "\tend=5.0, dtout=1.0E-002"], 0).statements
    assert keyed(commands[0]) == ("transient", [("END", "5.0"), ("DTOUT", "1.0E-002")])


def test_comments_and_blank_lines_may_stand_between_continuation_lines():
    statement = only("PART/2\n! a word\n\n, MASS = 1   ! inline\n!---\n, CM = 3")
    assert keyed(statement)[1] == [("MASS", "1"), ("CM", "3")]
    assert statement.place_at(statement.body.index("CM")).line == 7


def test_an_exclamation_mark_inside_quotes_is_no_comment():
    statement = only('REQUEST/1, CNAMES = "a!b", "c", F2 = TIME ! comment "with quotes"')
    assert list_items(statement.arguments()[1][0].value) == ['"a!b"', '"c"']
    assert only('REQUEST/1, COMMENT = an open " quote ! comment').body.rstrip().endswith("quote")


def test_the_view_name_belongs_to_the_next_statement_only():
    text = "!      adams_view_name='rod'\nPART/2\nPART/3\n! adams_view_name='gone'\n!PART/4\n!, MASS=1\nPART/5"
    assert [s.name for s in read_dataset(f"t\n{text}\nEND").statements] == ["rod", "", ""]


def test_end_closes_the_dataset_and_may_be_missing():
    cut = read_dataset("t\nPART/1\nEND\nPART/2\n")
    assert cut.ended and len(cut.statements) == 1
    assert not read_dataset("t\nPART/1\n").ended


def test_a_semicolon_ends_a_statement_where_another_one_follows():
    cut = read_dataset(
        't\nUNITS/SYSTEM=MKS; ACCGRAV/JGRAV=-9.8;\nSTRING/1, STRING = a; b\nREQUEST/1, CNAMES="x;PART/9"; END'
    )
    assert [s.keyword for s in cut.statements] == ["UNITS", "ACCGRAV", "STRING", "REQUEST"]
    assert cut.statements[2].body.endswith("a; b")
    assert cut.ended


def test_carriage_returns_tabs_and_blanks_do_not_matter():
    unix = read_dataset("t\nPART/2\n, MASS = 1\nEND\n").statements[0]
    dos = read_dataset("t\r\nPART / 2\r\n,\tMASS\t=\t1\r\nEND\r\n").statements[0]
    assert (unix.id, keyed(unix)) == (dos.id, keyed(dos))
    assert split_lines("a\rb\r\nc") == ["a", "b", "c"]


def test_backslashes_end_expressions_on_one_line():
    statement = only("REQUEST/9, F2=JOINT(01,0,2,0)\\F3=JOINT(01,0,3,0)\\ , F4=1,C=RForce X Y Z")
    assert [key for key, _ in keyed(statement)[1]] == ["F2", "F3", "F4", "C"]
    assert keyed(statement)[1][0] == ("F2", "JOINT(01,0,2,0)")


def test_statements_without_id_and_with_blank_instead_of_slash():
    assert (only("UNITS/SYSTEM=MKS").keyword, only("UNITS/SYSTEM=MKS").id) == ("UNITS", None)
    assert only("DEBUG/EPRINT").body == "EPRINT"
    assert keyed(read_commands(["sho stat=sim"], 0).statements[0])[1] == [("STAT", "sim")]


@pytest.mark.parametrize("text", ["plain", "kN\xb7m", "\xc3\xb7 looks like UTF-8", "\u4e2d\u6587", "\ufeffmark"])
def test_encoding_goes_there_and_back(text):
    if not text.startswith("\ufeff"):
        assert decode(encode(text)) == text
    assert decode(b"kN\xb7m") == "kN\xb7m"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_files_of_any_editor(tmp_path, encoding):
    text = "titre é\nPART/1, GROUND\n\x1a"
    (tmp_path / "a.adm").write_bytes(text.encode(encoding))
    assert read_text(tmp_path / "a.adm") == text
    assert [s.keyword for s in read_dataset(text).statements] == ["PART"]


def test_cutting_takes_linear_time():
    from time import process_time

    def seconds(n):
        text = "t\nSFORCE/1, FUNCTION=" + "," * n + "a" * n + '"' * n + " " * n + "\\" * n + "\n" + "!x\n" * n + "END"
        start = process_time()
        for statement in read_dataset(text).statements:
            statement.arguments()
        return process_time() - start

    seconds(1000)
    assert seconds(200_000) < 60 * max(seconds(20_000), 1e-3)


def test_an_empty_comment_behind_a_value_is_none():
    assert read_dataset("title\nPART/1, GROUND!\nPART/2 !\nEND\n").comments == []
