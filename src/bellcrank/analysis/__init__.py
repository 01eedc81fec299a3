"""Analyses: assembly, redundant constraints, transient motion, command scripts."""
