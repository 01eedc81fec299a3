"""DEBUG: what the solver tells about its work.

    DEBUG/ [EPRINT] [, DUMP] [, VERBOSE] [, JMDUMP] [, RHSDUMP] [, TOPOLOGY] [, DOF]

Effect        none: the program has no such choice.
References    Adams: DEBUG.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import flag


@element("DEBUG")
class Debug(Element):
    """What the solver tells about its work."""

    numbered = False
    passive = True
    open_arguments = True

    eprint: bool = flag("Print every step")
    noeprint: bool = flag("Do not print every step")
    dump: bool = flag("Print the inner form of the model")
    verbose: bool = flag("Long messages")
    jmdump: bool = flag("Print the Jacobian matrix")
    nojmdump: bool = flag("Do not print the Jacobian matrix")
    rhsdump: bool = flag("Print the residuals")
    norhsdump: bool = flag("Do not print the residuals")
    reqdump: bool = flag("Print the requests")
    noreqdump: bool = flag("Do not print the requests")
    topology: bool = flag("Print which part hangs on which")
    dof: bool = flag("Print the degrees of freedom")
    default: bool = flag("All settings back to their defaults")
    list: bool = flag("Print the settings")
