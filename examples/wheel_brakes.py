"""A wheel with a tyre of Fiala is braked harder and harder, until it locks."""

import bellcrank as bc

m = bc.Model("braking", units="m kg N s", gravity=0)
m.accgrav(kgrav=-9.81)
upright = (0, "-90D", 0)  # z of the wheel to the left
load, radius, stiffness = 300.0, 0.32, 2e5
r = radius - load * 9.81 / stiffness
wheel = m.part("wheel", mass=load, ip=(0.5, 0.5, 0.8), qg=(0, 0, r), vx=20.0, wz=20.0 / r)
axle = m.marker("axle", part=wheel, reuler=upright)
wheel.wm = axle.id
road = m.marker("road", part=m.ground)
side = m.marker("side", part=m.ground, reuler=upright)
m.parallel_axes("straight", i=axle, j=side)
torque = f"-600*TIME*STEP(WZ({axle.id},{side.id},{side.id}),0,0,5,1)"
m.sforce("brake", "ROTATION", i=axle, j=side, actiononly=True, function=torque)
tyre = {
    "radius": radius,
    "width": 0.2,
    "k": stiffness,
    "c": 500,
    "cslip": 6e4,
    "calpha": 4.6e4,
    "umin": 0.8,
    "umax": 1.0,
}
m.tire("tyre", law="FIALA", i=axle, j=road, **tyre)

run = m.simulate(end=2.5, steps=500)
best = run["tyre.LONGITUDINAL"].argmin()
most, slip = -run["tyre.LONGITUDINAL"][best], run["tyre.SLIP"][best]
print(f"hardest braking {most:.0f} N at {run.time[best]:.2f} s, slip {slip:.3f}")
print(f"at the end the slip is {run['tyre.SLIP'][-1]:.2f} at {run['wheel.VX'][-1]:.2f} m/s")
