"""A hanging chain of ten links, built in Python, checked, and written as a dataset that Adams could read too."""

import bellcrank as bc
from bellcrank.model.checks import examine

LINKS = 10
LENGTH = 0.1  # m
MASS = 0.05  # kg


def build() -> bc.Model:
    """A chain that starts straight along x; gravity along -y."""
    model = bc.Model("chain of ten links", units="MKS")
    model.gravity = (0, -9.80665, 0)
    inertia = MASS * LENGTH**2 / 12
    before = model.ground
    for n in range(LINKS):
        link = model.part(
            f"link_{n + 1}",
            at=(n * LENGTH, 0, 0),
            mass=MASS,
            cm=(LENGTH / 2, 0, 0),
            ip=(inertia / 100, inertia, inertia),
        )
        model.revolute(f"hinge_{n + 1}", link, before, at=(n * LENGTH, 0, 0), axis=(0, 0, 1))
        before = link
    tip = model.marker("tip", before, at=(LINKS * LENGTH, 0, 0))
    top = model.marker("top", model.ground)
    model.request("tip_path", comment="the last link", f2=f"DX({tip.id},{top.id})", f3=f"DY({tip.id},{top.id})")
    return model


def main() -> None:
    """Build, check, write, read again."""
    model = build()
    print(model)
    print("freedoms:", model.dof())
    report = examine(model)
    print(report.render() or "check finds nothing")
    model.write("chain.adm")
    assert bc.read("chain.adm") == model
    print("chain.adm written")


if __name__ == "__main__":
    main()
