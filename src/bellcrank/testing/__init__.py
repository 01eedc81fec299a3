"""Checks for tests: derivatives against differences, conformance of elements, functions and integrators."""
