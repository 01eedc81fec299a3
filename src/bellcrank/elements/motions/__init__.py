"""Prescribed motion."""
