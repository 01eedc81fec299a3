"""SENSOR: an event during a simulation, and what is done then.

    SENSOR/id, FUNCTION=e\\ [, EQ | GE | GT | LE | LT], VALUE=r [, ERROR=r] [, HALT] [, RETURN] [, PRINT] [, RESTART]
          [, CODGEN] [, YYDUMP] [, DT=r] [, STEPSIZE=r] [, EVALUATE=e] [, BISECTION]

Event         EQ |f - v| <= err;  GE f >= v - err;  LE f <= v + err;  GT, LT like GE, LE                 (1)
              looked for at the end of each step; the step is shortened until |f - v| <= err.
Actions       on the change from false to true, in this order: EVALUATE (kept for SENVAL), PRINT, DT, STEPSIZE, RESTART,
              CODGEN, RETURN (end of this SIMULATE), HALT (end of the run).
Start         before a SIMULATE nothing counts as true: a sensor that is true at its start acts there, and one that ends
              the simulation after the first step (as message files of Adams show).
SENVAL        0 before the sensor has fired, and while it is switched off.
References    Shampine, Thompson (2000), Comput. Math. Appl. 39, 43-54 (event location).  Adams: SENSOR.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, flag, one_of, quantity, text
from bellcrank.schema.vocabulary import Vocabulary


@element("SENSOR")
class Sensor(Element):
    """An event and what is done then."""

    rank = 90
    subroutines = {"function": ("SENSUB", ()), "evaluate": ("SEVSUB", ())}

    relation: str = one_of("EQ GE GT LE LT", "EQ", doc="How the function is compared with the value")
    halt: bool = flag("End the run")
    return_: bool = flag("End this simulation and go on with the next command", name="RETURN")
    print: bool = flag("Write one more output record")
    restart: bool = flag("Start the integrator anew")
    codgen: bool = flag("Factor the matrices anew")
    yydump: bool = flag("Print the state vector")
    bisection: bool = flag("Find the event by bisection")
    value: float = quantity(None, required=True, doc="The value v")
    error: float = quantity(None, 1e-3, above=0.0, doc="The tolerance err")
    dt: float | None = quantity("time", above=0.0, doc="New output interval")
    stepsize: float | None = quantity("time", above=0.0, doc="Next step of the integrator")
    function: Expression = expression(None, required=True, doc="The function f")
    evaluate: Expression | None = expression(None, doc="Value to keep for SENVAL")
    routine: str = text(doc="Library and name of the user subroutine")
    evaluate_routine: str = text(doc="Library and name of the subroutine of EVALUATE")

    def lower(self, to: Vocabulary) -> None:
        to.sensor(self, self.function, self.evaluate)
