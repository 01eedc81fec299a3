"""FX FY FZ FM, TX TY TZ TM: resultant at marker i of all forces and constraints that connect exactly markers i and j.

Either order of i and j counts; where i is the J marker of an element, its value at J is taken. Without j (or j
= 0) the sum of everything that acts at marker i. Torques are as the elements report them at i: moments of the
forces about i are not added.
"""

from bellcrank.expression.declaration import MARKER, MARKER0, declare

OPTIONAL = MARKER0.or_left_out()

for letter, word, dimension in (("F", "force", "force"), ("T", "torque", "force*length")):
    for axis in "xyz":
        doc = f"Sum of {word}s at i of the elements between i and j, along {axis}_k."
        declare(f"{letter}{axis.upper()}", dimension, "measure", doc, i=MARKER, j=OPTIONAL, k=OPTIONAL)
    doc = f"Magnitude of the sum of {word}s at i of the elements between i and j."
    declare(f"{letter}M", dimension, "measure", doc, i=MARKER, j=OPTIONAL)
