"""`bellcrank studio MODEL`: what if this number were another one?

numbers.py   the numbers of a model that a slider can move: arguments, items of lists, numbers in functions
bench.py     a model on the bench: change a number, run it again, save it
server.py    the page and its questions, to this computer only
"""

from bellcrank.viewer.studio.bench import Bench

__all__ = ["Bench"]
