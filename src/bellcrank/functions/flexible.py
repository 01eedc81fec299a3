"""Q, FXFREQ, FXMODE: data of flexible bodies; known, not simulated."""

from bellcrank.expression.declaration import declare, identifier, integer

FLEX = identifier("FLEX_BODY")
WHY = "flexible bodies have no equations here"

declare("Q", "?", "state", "n-th modal coordinate of a FLEX_BODY.", id=FLEX, n=integer(1), unsupported=WHY)
declare("FXFREQ", "1/time", "state", "n-th natural frequency of a FLEX_BODY.", id=FLEX, n=integer(1), unsupported=WHY)
declare("FXMODE", "1", "state", "Number of the n-th mode of a FLEX_BODY.", id=FLEX, n=integer(1), unsupported=WHY)
