"""Equations and data: variables, differential equations, arrays, splines, curves."""
