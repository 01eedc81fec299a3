"""`bellcrank check`: text, JSON, fixes, rules."""

import json

from bellcrank.model import load
from bellcrank.model.checks import examine, rules

from .conftest import CONTACT


def test_a_finding_has_five_parts(bellcrank, contact):
    outcome = bellcrank("check", contact)
    assert outcome.code == 0
    head, what, why, cure = outcome.out.splitlines()[:4]
    assert head == f"{contact}:10  SFORCE/1 (TRANSLATION)  [C001 warning]"
    assert "VZ(0020, 30,30) is not the rate of DZ(20,30,30)" in what and "MARKER/30 on PART/3 turns" in what
    assert "damping" in why
    assert "To fix: write VZ(20,30,30,30)" in cure
    assert outcome.out.endswith(f"{contact}: no errors, 1 warning, no notes (1 can be cured with --fix)\n")


def test_strict_makes_warnings_count(bellcrank, contact):
    assert bellcrank("check", contact, "--strict").code == 1


def test_errors_give_exit_code_1(bellcrank, broken):
    outcome = bellcrank("check", broken)
    assert outcome.code == 1 and "there is no PART/7" in outcome.out


def test_json(bellcrank, contact):
    data = json.loads(bellcrank("check", contact, "--json").out)
    assert {key: data[key] for key in ("file", "errors", "warnings", "notes")} == {
        "file": str(contact),
        "errors": 0,
        "warnings": 1,
        "notes": 0,
    }
    (message,) = data["messages"]
    assert set(message) == {"severity", "rule", "file", "line", "element", "what", "why", "cure", "fixable"}
    assert (message["rule"], message["line"], message["fixable"]) == ("C001", 10, True)


def test_fix_changes_only_the_piece_and_keeps_a_backup(bellcrank, contact):
    outcome = bellcrank("check", contact, "--fix")
    assert outcome.code == 0
    wrong = "DZ(20,30,30),\n,    VZ(0020, 30,30), 25"
    assert contact.read_text() == CONTACT.replace(wrong, "DZ(20,30,30), VZ(20,30,30,30), 25")
    assert contact.with_name("contact.adm.bak").read_text() == CONTACT
    assert "-, FUNCTION = IMPACT( DZ(20,30,30)," in outcome.out and "+, FUNCTION = IMPACT(" in outcome.out
    assert outcome.out.endswith("no errors, no warnings, no notes\n")


def test_fix_without_anything_to_fix_touches_nothing(bellcrank, contact):
    bellcrank("check", contact, "--fix")
    fixed = contact.read_text()
    contact.with_name("contact.adm.bak").unlink()
    assert "nothing to fix" in bellcrank("check", contact, "--fix").out
    assert contact.read_text() == fixed and not contact.with_name("contact.adm.bak").exists()


def test_fix_with_json_prints_only_json(bellcrank, contact):
    assert json.loads(bellcrank("check", contact, "--fix", "--json").out)["warnings"] == 0


def test_long_lists_are_cut(bellcrank, contact):
    line = "VARIABLE/{}, FUNCTION = MAX(0, TIME)\n"
    contact.write_text(CONTACT.replace("END\n", "".join(line.format(n) for n in range(1, 16)) + "END\n"))
    assert "... and 5 more of C304 (--all shows them)" in bellcrank("check", contact).out
    assert bellcrank("check", contact, "--all").out.count("[C304 note]") == 15


def test_every_rule_is_explained(bellcrank):
    text = bellcrank("check", "--rules").out
    listed = json.loads(bellcrank("check", "--rules", "--json").out)
    assert [entry["rule"] for entry in listed] == list(rules())
    for rule in rules().values():
        assert rule.number in text and rule.title in text and len(rule.explanation) > 60


def test_a_broken_model_still_gets_the_rules_that_work(broken):
    report = examine(*load(broken))
    assert report.errors
    assert any(m.severity == "note" and "could not be applied" in m.what for m in report) or len(report) > 1


def test_a_command_file_is_checked_with_its_dataset(bellcrank, contact):
    commands = contact.with_name("run.acf")
    commands.write_text("\nfile/model=contact\nsimulate/dynamic, end=1, steps=10\nmotion/7, func=time\nstop\n")
    outcome = bellcrank("check", commands)
    assert outcome.code == 1
    assert "There is no MOTION/7 to change" in outcome.out and "[C001 warning]" in outcome.out
    bellcrank("check", commands, "--fix")
    assert "VZ(20,30,30,30)" in contact.read_text()


def test_a_command_file_without_a_model(bellcrank, tmp_path):
    commands = tmp_path / "run.acf"
    commands.write_text("\nsimulate/dynamic, end=1, steps=10\nstop\n")
    outcome = bellcrank("check", commands)
    assert outcome.code == 1 and "names no model" in outcome.err
