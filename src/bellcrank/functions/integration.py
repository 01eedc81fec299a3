"""HSIZE ORDER NJAC NRHS CPU: what the integrator is doing."""

from bellcrank.expression.declaration import declare

declare("HSIZE", "time", "state", "Last step of the integrator.")
declare("ORDER", "1", "state", "Order of the last step of the integrator.")
declare("NJAC", "1", "state", "Matrices evaluated so far.")
declare("NRHS", "1", "state", "Right-hand sides evaluated so far.")
declare("CPU", "?", "state", "Processor time used by the analysis so far, in seconds; looked at ten times a second.")
