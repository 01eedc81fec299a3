"""Checks for tests: derivatives against differences, mechanical laws, measures and functions against formulas.

    check_constraint("JOINT/1, REVOLUTE, I=21, J=31")     an element that takes freedoms away
    check_force("SPRINGDAMPER/1, TRANSLATION, I=21, J=31, K=100, LENGTH=1")
    check_equations("VARIABLE/1, FUNCTION=DX(21,31)**2")  any statements: only what is differentiated
    check_measure("DX(21,31,41)", lambda m: (m(21).r - m(31).r) @ m(41).x)
    check_function("STEP", 0.3, 0, 1, 1, 2)               slopes of a function of numbers
    observed_order(errors, steps)                         of an integration method

The statements are added to a model of three parts at random poses, see sample.py; every check takes a seed.
"""

from bellcrank.testing.checks import check_constraint, check_equations, check_force, check_function, observed_order
from bellcrank.testing.measures import check_measure
from bellcrank.testing.sample import Sample, random_dataset

__all__ = [
    "Sample",
    "check_constraint",
    "check_equations",
    "check_force",
    "check_function",
    "check_measure",
    "observed_order",
    "random_dataset",
]
