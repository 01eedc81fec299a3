"""PSI THETA PHI: 3-1-3 angles of marker i relative to marker j, A = R_jᵀ R_i = Rz(ψ) Rx(θ) Rz(φ).

ψ = atan2(A13, -A23)    θ = acos(A33) in [0, π]    φ = atan2(A31, A32);   at θ = 0 or π: ψ = atan2(A21, A11), φ = 0
"""

from bellcrank.expression.declaration import MARKER0, declare

J = MARKER0.or_left_out()

declare("PSI", "angle", "measure", "First 3-1-3 angle ψ = atan2(A13, -A23) of i relative to j.", i=MARKER0, j=J)
declare("THETA", "angle", "measure", "Second 3-1-3 angle θ = acos(A33) of i relative to j, in [0, π].", i=MARKER0, j=J)
declare("PHI", "angle", "measure", "Third 3-1-3 angle φ = atan2(A31, A32) of i relative to j.", i=MARKER0, j=J)
