"""Look through datasets for contact and spring forces whose velocity is not the rate of their displacement (rule C001).

    python examples/find_wrong_rates.py model1.adm model2.adm ...

Without arguments a small dataset is written and looked at.
"""

import sys
from pathlib import Path

from bellcrank.model import load
from bellcrank.model.checks import examine

SAMPLE = """ball on a table that can turn
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2, QP=0,0,0.1
PART/3, MASS=1, CM=30, IP=1,1,1
MARKER/30, PART=3
JOINT/1, SPHERICAL, I=30, J=1
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=30
, FUNCTION=IMPACT(DZ(20,30,30), VZ(20,30,30), 0.05, 1E6, 1.5, 100, 1E-4)
END
"""


def main(files: list[str]) -> int:
    """Print one line per finding; returns how many there are."""
    if not files:
        Path("sample.adm").write_text(SAMPLE)
        files = ["sample.adm"]
    found = 0
    for file in files:
        for message in examine(*load(file)):
            if message.rule == "C001":
                found += 1
                print(f"{message.place}  {message.what}")
                print(f"    {message.cure}")
    print(f"{found} wrong rates in {len(files)} files")
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
