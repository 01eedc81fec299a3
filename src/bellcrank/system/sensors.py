"""Functions of sensors at a state that the integrator is about to accept."""

from bellcrank.kernel import kernel
from bellcrank.numerics.context import index2, view1, view2
from bellcrank.system.assemble import residual
from bellcrank.system.expressions import evaluate
from bellcrank.system.layout import NUM, SENSED, SENSORS, WITH_ACC
from bellcrank.system.report import add_reactions


@kernel
def sense(c, k):
    """SENSED: function and value to keep of every sensor, with the forces and accelerations of this state."""
    sensors, sensed, num = index2(c, SENSORS), view2(c, SENSED), view1(c, NUM)
    num[WITH_ACC] = 1.0
    residual(c, k)
    add_reactions(c, k)
    for n in range(sensors.shape[0]):
        sensed[n, 0] = evaluate(c, sensors[n, 0])
        sensed[n, 1] = evaluate(c, sensors[n, 1])
    num[WITH_ACC] = 0.0
