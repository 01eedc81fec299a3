"""Typed fields of elements: what reader, writer, checks, unit conversion and reference pages are derived from."""
