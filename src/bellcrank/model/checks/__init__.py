"""The rules of `bellcrank check`: what is legal in a dataset and yet probably not meant. A rule is a file here."""

from bellcrank.model.checks.rule import Finding, Rule, examine, rule, rules
from bellcrank.model.checks.text_fix import apply_fixes

__all__ = ["Finding", "Rule", "apply_fixes", "examine", "rule", "rules"]
