"""TIME, VARVAL, DIF, ARYVAL, ...: time, states and values of other elements."""

from bellcrank.expression.declaration import declare, identifier, integer

N = integer(1)

declare("TIME", "time", "state", "Current simulation time.")
declare(
    "MODE",
    "1",
    "state",
    "Kind of analysis: 1 kinematic, 3 initial conditions, 4 dynamic, 5 static, 6 quasi-static, 7 linear.",
)
declare("VARVAL", "?", "state", "Value of a VARIABLE.", id=identifier("VARIABLE"))
declare("DIF", "?", "state", "State of a DIFF.", id=identifier("DIFF"))
declare("DIF1", "?", "state", "Time derivative of the state of a DIFF.", id=identifier("DIFF"))
declare("ARYVAL", "?", "state", "n-th element of an ARRAY, counted from 1.", id=identifier("ARRAY"), n=N)
declare("PINVAL", "?", "state", "n-th input of the plant, counted from 1.", id=identifier("PINPUT"), n=N)
declare("POUVAL", "?", "state", "n-th output of the plant, counted from 1.", id=identifier("POUTPUT"), n=N)
declare("SENVAL", "?", "state", "Value a SENSOR kept when it last triggered, 0 before.", id=identifier("SENSOR"))
