"""A DC motor turns a shaft to one radian: PID control, the windings as a linear system (LSE), the shaft as mechanics.

J th'' = Kt i - b th',   L i' = V - R i - Ke th',   V = Kp (1 - th) + Ki int (1 - th) dt - Kd th'
"""

import bellcrank as bc

J, B, KT, KE, R, L = 0.01, 0.1, 0.5, 0.5, 1.0, 0.05
KP, KI, KD = 20.0, 15.0, 1.0

m = bc.Model("position loop", units="m kg N s", gravity=0)
shaft = m.part("shaft", mass=1.0, ip=(J, J, J))
hinge = m.revolute("hinge", shaft, m.ground)
angle, rate = (f"{name}({hinge.i},{hinge.j}" for name in ("AZ", "WZ"))

total = m.diff("error_so_far", function=f"1 - {angle})")
voltage = m.variable("voltage", function=f"{KP}*(1 - {angle})) + {KI}*DIF({total.id}) - {KD}*{rate},{hinge.j})")
speed = m.variable("speed", function=f"{rate},{hinge.j})")

current = m.array("current", usage="X", size=1)
inputs = m.array("inputs", usage="U", variables=[voltage, speed])
torque = m.array("torque", usage="Y", size=1)
a = m.matrix("A", full="RORDER", rows=1, columns=1, values=[-R / L])
b = m.matrix("B", full="RORDER", rows=1, columns=2, values=[1 / L, -KE / L])
c = m.matrix("C", full="RORDER", rows=1, columns=1, values=[KT])
m.lse("windings", x=current, u=inputs, y=torque, a=a, b=b, c=c)
drive = f"ARYVAL({torque.id},1) - {B}*{rate},{hinge.j})"
m.sforce("drive", "ROTATION", i=hinge.i, j=hinge.j, actiononly=True, function=drive)

run = m.simulate(end=2.0, steps=400)
th = run["hinge.ANGLE"]
print(f"overshoot {100 * (th.max() - 1):.1f} %, after 2 s {th[-1]:.5f} rad, current {run['windings.X1'][-1]:.5f} A")
