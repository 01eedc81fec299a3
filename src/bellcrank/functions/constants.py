"""PI, DTOR, RTOD: names for numbers."""

import math

from bellcrank.expression.declaration import declare

declare("PI", "?", "math", "π = 3.14159...", constant=math.pi)
declare("DTOR", "angle", "math", "π/180: radians per degree.", constant=math.pi / 180.0)
declare("RTOD", "1", "math", "180/π: degrees per radian.", constant=180.0 / math.pi)
