"""Linear analysis against closed forms: eigenvalues, state matrices, frequency responses, steady rotation.

Numbers: the second set of verification problems, 5 (and 3 for frequencies about a rest), 40 digits there;
quarter car: first set, 5.5. Tolerances are those of the printed digits, or of differences (1e-8) where the operating
point moves.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc

sys.path.insert(0, str(Path(__file__).parent))
import resting


def slide(m, name, mass, axis="x"):
    """A mass on a rail."""
    part = m.part(name, mass=mass, ip=(1, 1, 1), cm=(0, 0, 0))
    m.translational(f"{name}_rail", part, m.ground, at=(0, 0, 0), axis=axis)
    return part


def spring(m, a, b, k, c=0.0):
    """A spring and damper along x between two sliding masses, free where they are."""
    i, j = m.marker("", a, qp=(0, 0, 0)), m.marker("", b, qp=(0, 0, 0))
    x, v = f"DX({i.id},{j.id})", f"VX({i.id},{j.id})"
    m.vforce("", i=i, jfloat=b, fx=f"-({k})*{x} - ({c})*{v}", fy="0", fz="0")


def test_frequencies_about_loaded_rests():
    np.testing.assert_allclose(
        resting.engine().modes().frequencies,
        (3.92315510673, 4.22423567037, 4.84895795376, 7.47536096734, 9.1246652985, 10.4636769103), rtol=1e-10,
    )  # fmt: skip
    for load, f in ((50, 5.971440610412), (120, 5.019559604332), (180, 3.426614689609)):
        assert resting.truss(f"{load}").modes().frequencies == pytest.approx([f], rel=1e-10)
    assert resting.arm(900, 0.35, 1.0).modes().frequencies == pytest.approx([0.7992893381948], rel=1e-8)  # arm of 1e-9
    assert resting.four_bar(1.05).modes().frequencies == pytest.approx([2.1903642162], rel=1e-9)


def test_a_neutral_freedom_is_a_double_zero():
    modes = resting.arm(196.2, 0.0, 1.0).modes()
    assert modes.rigid == len(modes) == 2 and modes.freedoms == 1


def test_the_same_in_millimetres():
    values = resting.hung_block().convert("mm kg N s").modes().values
    np.testing.assert_allclose(values, resting.hung_block().modes().values, rtol=1e-9)


def test_a_pulled_rod_on_a_block():
    modes = resting.hung_block().modes()
    wanted = (
        -0.2386280802324 + 5.475431806793j,
        -0.4335951989517 + 7.787821050114j,
        -0.2293640920264 + 11.25789974963j,
    )
    np.testing.assert_allclose(modes.values, wanted, rtol=1e-10)
    assert modes.residual < 1e-13 and modes.stable
    energies = modes[0].energies
    for table in (energies.kinetic, energies.strain, energies.dissipated):
        assert sum(row.sum() for row in table.values()) == pytest.approx(100.0)
    assert "pull" not in "".join(t for t, row in energies.strain.items() if np.abs(row).sum() > 1e-6)


def test_a_chain_of_masses_with_dampers():
    m = bc.Model("chain", units="SI")
    before = m.ground
    for n, (mass, k, c) in enumerate(((1, 400, 0), (2, 300, 5), (1.5, 500, 0), (3, 200, 12)), start=1):
        part = slide(m, f"m{n}", mass)
        spring(m, part, before, k, c)
        before = part
    spring(m, m["m1"], m.ground, 0, 8)
    wanted = (-0.2136363434527 + 4.299367556624j, -3.240518933319 + 11.5731876774j, -4.254712042239 + 24.21934007466j,
              -6.041132680989 + 28.05981338773j)  # fmt: skip
    np.testing.assert_allclose(m.modes().values, wanted, rtol=1e-11)
    undamped = (0.6828267912531, 1.863888825956, 3.916171034387, 4.700647519333)
    np.testing.assert_allclose(m.modes(damping=False).frequencies, undamped, rtol=1e-11)


def rotor(speed):
    """Problem 5.2: a rotor on two isotropic springs; spin and axial place are held."""
    m = bc.Model("rotor", units="SI")
    body = m.part("rotor", mass=10, ip=(0.3, 0.3, 0.2), cm=(0, 0, 0), wz=speed)
    frame = m.marker("frame", m.ground, at=(0, 0, 0))
    for n, (k, z) in enumerate(((2e5, -0.25), (3e5, 0.2)), start=1):
        i, j = m.marker(f"i{n}", body, at=(0, 0, z)), m.marker(f"j{n}", m.ground, at=(0, 0, z))
        m.vforce(
            f"spring_{n}",
            i=i,
            jfloat=m.ground,
            rm=frame,
            fx=f"-{k}*DX({i.id},{j.id})",
            fy=f"-{k}*DY({i.id},{j.id})",
            fz="0",
        )
    m.inplane("axial", body, m.ground, at=(0, 0, 0), axis="z")
    m.motion("spin", "B3", i=body, j=m.ground, at=(0, 0, 0), function=f"{speed}*TIME")
    return m


@pytest.mark.parametrize(("speed", "wanted"), [
    (0.0, (221.3147298604, 221.3147298604, 287.5525291377, 287.5525291377)),
    (200.0, (213.5559852252, 222.3986000353, 236.330297389, 360.8210159122)),
    (800.0, (122.9767986369, 223.1122476131, 224.4482243661, 657.6461087232)),
])  # fmt: skip
def test_whirl_of_a_rotor(speed, wanted):
    modes = rotor(speed).modes(at="input")
    np.testing.assert_allclose(2 * np.pi * modes.frequencies, wanted, rtol=1e-8)


def cart():
    """Problem 5.3: a cart with a hanging pendulum; F is an input, x, th and the acceleration are outputs."""
    m = bc.Model("cart", units="SI", gravity=(0, -9.81, 0))
    body = slide(m, "cart", 2)
    spring(m, body, m.ground, 50, 3)
    rod = m.part("rod", at=(0, -0.4, 0), mass=0.5, ip=(0.02, 0.02, 0.02), cm=(0, 0, 0))
    m.revolute("hinge", rod, body, at=(0, 0, 0), axis="z")
    origin, c, r = (
        m.marker("o", m.ground, at=(0, 0, 0)),
        m.marker("c", body, at=(0, 0, 0)),
        m.marker("r", rod, at=(0, 0, 0)),
    )
    m.variable("force", function="0")
    m.variable("x", function=f"DX({c.id},{origin.id})")
    m.variable("th", function=f"AZ({r.id},{origin.id})")
    m.variable("acc", function=f"ACCX({c.id})")
    m.sforce("push", i=body, at=(0, 0, 0), axis="x", actiononly=True, function="VARVAL(1)")
    return m


def test_state_space_of_a_cart_with_a_pendulum():
    lin = cart().linearize(["force"], ["x", "th", "acc"])
    values = sorted(np.linalg.eigvals(lin.a), key=lambda v: (abs(v.imag), v.imag))
    wanted = (-0.2064906304521 + 3.799010216896j, -0.5077950838336 + 5.658115773202j)
    np.testing.assert_allclose(values[1::2], wanted, rtol=1e-11)
    found = lin.response([2.0, 5.0, 9.0])[:, :, 0]
    x = (0.0246916121071 - 0.00374207290859j, 0.0246352720283 - 0.0108786126002j, -0.00859208614505 - 0.00211389771227j)
    th = (0.0126461521675 - 0.00191655462668j, -0.22895234227 + 0.101102347585j, 0.0226770602069 + 0.00557920217315j)
    np.testing.assert_allclose(found[:, 0], x, rtol=1e-10)
    np.testing.assert_allclose(found[:, 1], th, rtol=1e-10)
    np.testing.assert_allclose(found[:, 2], -np.array([4.0, 25.0, 81.0]) * x, rtol=1e-9)
    assert lin.d[:, 0] == pytest.approx((0, 0, 0.4761904761905), abs=1e-13)
    assert lin.to_scipy().A.shape == (4, 4) and lin.inputs == ("force",)
    to = np.vstack([lin.c[:2], lin.c[:2] @ lin.a])  # the states of the page: x, th, x', th'
    a, b = to @ lin.a @ np.linalg.inv(to), to @ lin.b[:, 0]
    rows = (-23.8095238095, 1.86857142857, -1.42857142857, 0.0), (47.619047619, -23.3571428571, 2.85714285714, 0.0)
    np.testing.assert_allclose(a[2:], rows, atol=1e-9)
    np.testing.assert_allclose(a[:2], np.eye(4)[2:], atol=1e-10)
    np.testing.assert_allclose(b, (0, 0, 0.4761904761905, -0.952380952381), atol=1e-12)
    np.testing.assert_allclose(lin.c[2] @ np.linalg.inv(to), rows[0], atol=1e-9)


def quarter_car(ms, mu, ks, cs, kt):
    """A body and a wheel on a road whose height is an input."""
    m = bc.Model("quarter car", units="SI")
    body, wheel = slide(m, "body", ms), slide(m, "wheel", mu)
    spring(m, body, wheel, ks, cs)
    m.variable("road", function="0")
    hub = m.marker("hub", wheel, at=(0, 0, 0))
    m.variable("tyre", function=f"{kt}*(VARVAL(1) - DX({hub.id}))")
    m.sforce("contact", i=wheel, at=(0, 0, 0), axis="x", actiononly=True, function="VARVAL(2)")
    m.variable("zs", function=f"DX({m.marker('top', body, at=(0, 0, 0)).id})")
    return m


def test_quarter_cars():
    first = quarter_car(290, 59, 16182, 1000, 190000).modes().values
    np.testing.assert_allclose(
        first, (-1.479014602137443 + 7.067392920607871j, -8.719699600083481 + 58.05734431877791j), rtol=1e-11
    )
    m = quarter_car(320, 40, 22000, 1500, 180000)
    second = (-1.901841823058 + 7.70684958422j, -19.19190817694 + 67.38997130993j)
    np.testing.assert_allclose(m.modes().values, second, rtol=1e-11)
    m.variable("acc", function=f"ACCX({m['top'].id})")
    lin = m.linearize(["road"], ["zs", "tyre", "acc"])
    for f, z, tyre, acc, phase in (
        (1, 2.057824628517, 27677.86265018, 81.23966004112, -0.437828786207),
        (3, 0.362992295303, 38602.89050457, 128.9732527902, -2.149033707896),
        (11, 0.1188431107863, 348211.1363372, 567.7002927997, 3.038235196127),
    ):
        found = lin.response(2 * np.pi * f)[0, :, 0]
        assert np.abs(found) == pytest.approx((z, tyre, acc), rel=1e-10)
        assert np.angle(found[0]) == pytest.approx(phase, abs=1e-10)


def test_a_quarter_car_on_a_step():
    m = quarter_car(320, 40, 22000, 1500, 180000)
    m["road"].function = "0.05"
    run = m.simulate(end=1.2, steps=12, error=1e-10)
    table = {  # t: heights of body and wheel
        0.1: (0.02674744260799, 0.04280977094147),
        0.5: (0.06194066540699, 0.05028982847793),
        1.2: (0.05546593065931, 0.05052670707522),
    }
    for t, wanted in table.items():
        n = round(10 * t)
        np.testing.assert_allclose((run["body.X"][n], run["wheel.X"][n]), wanted, rtol=1e-6)


def hoop(angle, c, speed=6.0):
    """Problem 5.5: a bead on a hoop that turns about its vertical diameter."""
    m = bc.Model("hoop", units="SI", gravity=(0, 0, -9.81))
    ring = m.part("ring", mass=1, ip=(0.1, 0.1, 0.1), cm=(0, 0, 0), wz=speed)
    m.revolute("axle", ring, m.ground, at=(0, 0, 0), axis="z")
    m.motion("drive", joint=m["axle"], axis="ROTATION", function=f"{speed}*TIME")
    place = np.array([0.5 * np.sin(angle), 0.0, -0.5 * np.cos(angle)])
    bead = m.part(
        "bead",
        at=tuple(place),
        mass=0.2,
        ip=(1e-12, 1e-12, 1e-12),
        cm=(0, 0, 0),
        v=(0, speed * place[0], 0),
        w=(0, 0, speed),
    )
    m.revolute("wire", bead, ring, at=(0, 0, 0), axis="y")
    i = m["wire"].i
    m.sforce("drag", "ROTATION", i=i, j=m["wire"].j, function=f"-{c * 0.25}*WZ({i},{m['wire'].j},{m['wire'].j})")
    return m


def test_a_bead_on_a_turning_hoop():
    rest = np.arccos(9.81 / (0.5 * 36.0))
    values = hoop(rest, 0.1).modes(at="input").values
    np.testing.assert_allclose(values, [-0.25 + 5.024400461747j], rtol=1e-7)  # the bead has a little inertia: 1e-11
    bottom = hoop(0.0, 0.0).modes(at="input").values
    np.testing.assert_allclose(sorted(bottom.real), (-4.04722126897, 4.04722126897), rtol=1e-7)


def test_forces_on_a_turning_hoop():
    """The wire carries m R Om^2 at rest on it; th' asks 2 m R^2 Om sin cos th' of the drive."""
    rest = np.arccos(9.81 / (0.5 * 36.0))
    assert rest == pytest.approx(0.9944072120587, rel=1e-12)
    still = hoop(rest, 0.1).simulate(end=1e-6, steps=1)
    force = [still[f"wire.F{c}"][0] for c in "XYZ"]
    assert np.linalg.norm(force) == pytest.approx(3.6, rel=1e-9)
    m = hoop(rest, 0.1)
    along = 0.5 * np.array([np.cos(rest), 0.0, np.sin(rest)])
    m["bead"].vx, m["bead"].vz, m["bead"].wy = along[0], along[2], -1.0  # th' = 1
    torque = m.simulate(end=1e-6, steps=1)["drive.TZ"][0] - still["drive.TZ"][0]
    assert torque == pytest.approx(0.2741685864117, rel=1e-8)


def test_strong_damper_between_two_masses():
    m = bc.Model("stiff", units="SI")
    a, b = slide(m, "a", 1), slide(m, "b", 2)
    spring(m, a, m.ground, 100)
    spring(m, b, m.ground, 50)
    spring(m, a, b, 0, 1e6)
    values = m.modes().values
    assert values[0].real == pytest.approx(-3.33333333344e-5, rel=1e-4)  # beside 1.5e6: rounding
    assert values[1].real == pytest.approx(-1499999.99995, rel=1e-11)
    assert values[2] == pytest.approx(-8.33333333343e-6 + 7.07106781186j, rel=1e-8)


def test_lowest_modes_of_a_large_model_are_those_of_the_dense_one():
    from bellcrank.analysis.large_modes import lowest_modes
    from bellcrank.analysis.operating_point import operating_point
    from bellcrank.analysis.states import session_at

    point = operating_point(session_at(resting.straight(12), "rest").prepare())
    few = lowest_modes(point, count=4)
    np.testing.assert_allclose(few.frequencies, resting.straight(12).modes().frequencies[:4], rtol=1e-8)
    assert not few.complete and few.residual < 1e-11
    m = resting.hung_block()
    damped = lowest_modes(operating_point(session_at(m, "rest").prepare()), count=2)
    np.testing.assert_allclose(damped.values, m.modes().values[:2], rtol=1e-8)


def test_a_hanging_chain_has_the_frequencies_of_bessel():
    """A heavy chain of many links: w = j_0n / 2 sqrt(g / L), j_0n the zeros of the Bessel function J_0 (Bernoulli)."""
    modes = resting.straight(60).modes()
    inside = np.array([2.404825557695773, 5.520078110286311, 8.653727912911013]) / 2 * np.sqrt(9.81 / 12.0)
    np.testing.assert_allclose(2 * np.pi * modes.frequencies[:3], inside, rtol=2e-3)  # links of a sixtieth: h^2 terms


def test_a_cantilever_of_beams():
    """Problem 5.6: five BEAMs and lumped bodies; bending in the x-y plane, the other motions are held."""
    m = bc.Model("cantilever", units="SI")
    before, length = m.ground, 0.2
    for n in range(1, 6):
        half = 0.5 if n == 5 else 1.0
        body = m.part(f"node_{n}", at=(length * n, 0, 0), mass=0.314 * half, ip=(1e-5 * half,) * 3, cm=(0, 0, 0))
        m.planar(f"plane_{n}", body, m.ground, at=(length * n, 0, 0), axis="z")
        ends = [m.marker("", part, at=(x, 0, 0)) for part, x in ((body, length * n), (before, length * (n - 1)))]
        m.beam(f"beam_{n}", i=ends[0], j=ends[1], length=length, area=2e-4, ixx=1e-9, iyy=1.6666666666666667e-9,
               izz=1.6666666666666667e-9, emodulus=2.1e11, gmodulus=8e10, asy=0, asz=0)  # fmt: skip
        before = body
    bending = (8.204020687646, 49.24709486478, 132.840595745, 247.8941068065, 363.4408256215)
    np.testing.assert_allclose(m.modes(damping=False).frequencies[:5], bending, rtol=1e-9)
    assert m.modes().rests  # nothing acts but rounding


def steel(count, clamped):
    """A metre of steel, 20 x 10 mm, bending about its weak axis: beams, bodies at their ends, halves at free ends."""
    area, inertia, rho, length = 2e-4, 0.02 * 0.01**3 / 12, 7850.0, 1.0 / count
    m = bc.Model("steel", units="SI")
    before = m.ground
    for n in range(0 if not clamped else 1, count + 1):
        half = 0.5 if n in (0, count) else 1.0
        mass = rho * area * length * half
        body = m.part(f"n{n}", at=(length * n, 0, 0), mass=mass, ip=(1e-9 * half,) * 3, cm=(0, 0, 0))
        m.planar(f"plane_{n}", body, m.ground, at=(length * n, 0, 0), axis="z")
        if n:
            i, j = (m.marker("", part, at=(x, 0, 0)) for part, x in ((body, length * n), (before, length * (n - 1))))
            m.beam(f"beam_{n}", i=i, j=j, length=length, area=area, ixx=1e-9, iyy=inertia, izz=inertia,
                   emodulus=2.1e11, gmodulus=8e10, asy=0, asz=0)  # fmt: skip
        before = body
    return m


def test_beams_converge_to_the_frequencies_of_a_cantilever():
    """PROBLEMS 6: (bL)^2 sqrt(EI/rho A)/2 pi; lumped masses err by the square of the length of a beam."""
    exact = np.array([8.3551659444408, 52.360931186373, 146.61212348911])
    bl = np.array([1.875104068711961, 4.694091132974175, 7.854757438237613])
    np.testing.assert_allclose(bl**2 * np.sqrt(2.1e11 * 0.01**2 / 12 / 7850) / (2 * np.pi), exact, rtol=1e-12)
    coarse, fine = (steel(count, True).modes(damping=False).frequencies[:3] for count in (10, 20))
    assert np.all(np.abs(fine / exact - 1) < (2e-3, 5e-3, 1e-2))
    np.testing.assert_allclose((4 * fine - coarse) / 3, exact, rtol=1e-3)  # without the error of order 2


def test_a_free_beam_has_three_rigid_body_modes_in_its_plane():
    bl = np.array([4.730040744862704, 7.853204624095838])
    exact = bl**2 * np.sqrt(2.1e11 * 0.01**2 / 12 / 7850) / (2 * np.pi)
    elastic = []
    for count in (10, 20):
        found = steel(count, False).modes(damping=False)
        assert found.rigid == 6  # three freedoms, a double zero each
        elastic.append(np.array([mode.frequency for mode in found if not mode.rigid][:2]))
    np.testing.assert_allclose((4 * elastic[1] - elastic[0]) / 3, exact, rtol=1e-3)  # without the error of order 2


def test_what_is_to_be_kept_in_mind_is_told():
    """No equilibrium, motion, parts without mass; a time of 0 is the start, one before it is refused."""
    assert resting.hung_block().modes().doubts == ()
    (still,) = resting.hung_block(1.0).modes(at="input").doubts
    assert "no equilibrium" in still and still in str(resting.hung_block(1.0).modes(at="input"))
    assert "this instant" in rotor(200.0).modes(at="input").doubts[0]
    assert "without mass" in resting.wishbone("748.967188067").modes().doubts[0]
    np.testing.assert_allclose(rotor(200.0).modes(at=0.0).values, rotor(200.0).modes(at="input").values)
    for at in (-1.0, float("nan"), "soon"):
        with pytest.raises(bc.errors.BellcrankError):
            resting.hung_block().modes(at=at)


def spin(model, speed):
    """The rotor at another speed."""
    model["spin"].function = f"{speed}*TIME"
    model["rotor"].wz = speed


def test_a_campbell_diagram_follows_the_whirls(tmp_path):
    found = rotor(0.0).campbell([0.0, 100.0, 200.0, 400.0, 600.0, 800.0], spin)
    last = np.sort(2 * np.pi * found.frequencies[-1])
    np.testing.assert_allclose(last, (122.9767986369, 223.1122476131, 224.4482243661, 657.6461087232), rtol=1e-8)
    assert (
        np.diff(found.frequencies[:, np.argmax(found.frequencies[-1])]) > 0
    ).all()  # forward whirl goes up all the way
    critical = found.crossings(1.0)
    for speed in critical:  # there the whirl is as fast as the rotor
        exact = 2 * np.pi * rotor(speed).modes(at="input").frequencies
        assert np.abs(exact - speed).min() < 0.02 * speed  # between 100 rad/s apart, by a straight line
    assert len(critical) >= 2
    found.plot(tmp_path / "campbell.png", orders=(1.0, 2.0))
    assert (tmp_path / "campbell.png").stat().st_size > 5000


def test_modes_can_be_looked_at(tmp_path):
    modes = resting.hung_block().modes()
    film = modes.film(frames=8)
    assert len(film) == 27 and film.segments[0].kind == "linear" and film.time[10] == pytest.approx(1.125)
    np.testing.assert_allclose(film["rod.X"][8], film["rod.X"][0], atol=1e-12)  # the cycle is closed
    rod = film["rod.X"][:8] - film["rod.X"][:8].mean()
    assert np.abs(rod).max() > 1e-3 and rod[0] == pytest.approx(-rod[4], rel=0.2)  # half a cycle later the other way
    lin = cart().linearize(["force"], ["x", "th"])
    diagram = rotor(0.0).campbell([0.0, 400.0], spin)
    film = modes.film(frames=8, charts=[diagram, (lin, np.linspace(1, 20, 50))])
    assert [chart["title"][:8] for chart in film.attrs["charts"]] == ["Campbell", "Frequenc", "Frequenc"]
    assert film.attrs["charts"][1]["curves"][0]["name"] == "x / force"
    modes.view(tmp_path / "modes.html", frames=8)
    assert "Modes at time 0" in (tmp_path / "modes.html").read_text() and len(film.events) == 3
    lin.plot(np.linspace(1, 20, 50), tmp_path / "response.svg")
    assert (tmp_path / "response.svg").read_text().count("th / force") == 1


def disc(speed, r=0.3):
    """Problem 5.8: a thin disc rolls upright along x; its axle is y. One constraint on positions, two on velocities."""
    m = bc.Model("disc", units="SI", gravity=-9.81)
    axial, across = 2.0 * r**2 / 2, 2.0 * r**2 / 4
    body = m.part(
        "disc", at=(0, 0, r), mass=2.0, ip=(across, axial, across), cm=(0, 0, 0), v=(r * speed, 0, 0), w=(0, speed, 0)
    )
    c, tip = m.marker("c", body, at=(0, 0, r)), m.marker("tip", body, at=(0, 1, r))
    n = [f"D{a}({tip.id},{c.id})" for a in "XYZ"]
    w = [f"W{a}({c.id})" for a in "XYZ"]
    flat = f"SQRT(1-{n[2]}**2)"
    rho = [
        f"({r}*{n[2]}*{n[0]}/{flat})",
        f"({r}*{n[2]}*{n[1]}/{flat})",
        f"(-{r}*{flat})",
    ]  # from the centre to the ground
    m.gcon("touch", function=f"DZ({c.id}) - {r}*{flat}")
    m.gcon("roll_x", function=f"VX({c.id}) + {w[1]}*{rho[2]} - {w[2]}*{rho[1]}")
    m.gcon("roll_y", function=f"VY({c.id}) + {w[2]}*{rho[0]} - {w[0]}*{rho[2]}")
    return m


def test_a_disc_that_rolls_upright():
    modes = disc(5.0).modes(at="input")
    assert (modes.freedoms, modes.speeds) == (5, 3)
    fast = [mode.value for mode in modes if abs(mode.value) > 0.1]
    assert len(fast) == 1 and fast[0] == pytest.approx(5.8172158289j, rel=1e-6)  # s^2 = -(2.4 Om^2 - 0.8 g / r)
    slow = [mode.value for mode in disc(2.0).modes(at="input") if abs(mode.value) > 0.1]
    grows = np.sqrt(0.8 * 9.81 / 0.3 - 2.4 * 4.0)  # below the critical spin it falls over
    assert sorted(value.real for value in slow) == pytest.approx((-grows, grows), rel=1e-6)


def test_state_space_of_package_control():
    """The same frequency response and names by another program, where it is installed."""
    pytest.importorskip("control", reason="the package control is not installed")
    lin = cart().linearize(["force"], ["x", "th", "acc"])
    other = lin.to_control()
    assert list(other.input_labels) == ["force"] and list(other.output_labels) == ["x", "th", "acc"]
    for omega in (2.0, 5.0, 9.0):
        np.testing.assert_allclose(other(1j * omega)[:, 0], lin.response([omega])[0, :, 0], rtol=1e-10)
