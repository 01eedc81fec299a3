"""Function expressions: text <-> tree <-> tape. Knows no particular function, asks the registry.

parse(text) -> Node              to_text(node) -> str            check(node) -> [Mistake]
references(node)                 simplify(node) -> Node          dimension(node, lookup)
flatten(node) -> Tape            evaluate(tape, leaf_values)     machine.py: the same tape, compiled (imports NumPy)
"""

from bellcrank.expression.check import check, references, unsupported, whole_number
from bellcrank.expression.curves import CurveData
from bellcrank.expression.declaration import Argument, Function, declarations
from bellcrank.expression.dimension import Dimension, describe, dimension, quantity
from bellcrank.expression.mistakes import Mistake
from bellcrank.expression.parser import parse, parse_syntax
from bellcrank.expression.piecewise import SplineData
from bellcrank.expression.reference import evaluate, indeterminate
from bellcrank.expression.simplify import constant, simplify
from bellcrank.expression.tables import table_of
from bellcrank.expression.tape import Leaf, SplineUse, Tape, flatten
from bellcrank.expression.text import to_text
from bellcrank.expression.tree import Binary, Call, If, Node, Number, Unary, UserCall, postorder

__all__ = [
    "Argument",
    "Binary",
    "Call",
    "CurveData",
    "Dimension",
    "Function",
    "If",
    "Leaf",
    "Mistake",
    "Node",
    "Number",
    "SplineData",
    "SplineUse",
    "Tape",
    "Unary",
    "UserCall",
    "check",
    "constant",
    "declarations",
    "describe",
    "dimension",
    "evaluate",
    "flatten",
    "indeterminate",
    "parse",
    "parse_syntax",
    "postorder",
    "quantity",
    "references",
    "simplify",
    "table_of",
    "to_text",
    "unsupported",
    "whole_number",
]
