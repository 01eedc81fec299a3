"""A results file of 200 MB is read with little memory when few channels are asked for."""

import subprocess
import sys
import textwrap

import pytest

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<Results xmlns="http://www.mscsoftware.com/:xrf10">
<Analysis name="Last_Run"><Units angle="rad" length="mm" mass="kg" time="sec" />
<StepMap name="map_001">
<Entity name="time"><Component name="TIME" unitsValue="sec" id="1" /></Entity>
"""


def write_big(path, size: int) -> int:
    """A file of at least `size` bytes, 1000 channels; channel k of row n is n + k/1000. Gives the number of rows."""
    with open(path, "w") as file:
        file.write(HEAD)
        for part in range(100):
            file.write(f'<Entity name="P{part}" entType="Request" objectId="{part + 1}">')
            file.writelines(f'<Component name="C{k}" id="{2 + 10 * part + k}" />' for k in range(10))
            file.write("</Entity>\n")
        file.write('</StepMap>\n<Data name="dynamic_001" id="1">\n')
        fractions, row, written = [f".{k:03d}0000000000001" for k in range(1000)], 0, 0
        while written < size:
            step = f'<Step type="dynamic">\n{row}e-3\n' + " ".join(f"{row}{f}" for f in fractions) + "\n</Step>\n"
            written += file.write(step)
            row += 1
        file.write('</Data>\n<TerminationStatus runStatus="Successful" />\n</Analysis>\n</Results>\n')
    return row


@pytest.mark.slow
def test_memory_is_bounded_by_the_channels_asked_for(tmp_path):
    path = tmp_path / "big.res"
    rows = write_big(path, 200_000_000)
    code = f"""
        import resource
        import bellcrank.results as r
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        run = r.load({str(path)!r}, ["P7.C3", "P99.*"])
        print(len(run), run["P7.C3"][-1], run["P99.C9"][5], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    said = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True)
    count, last, fifth, kilobytes = said.stdout.split()
    assert int(count) == rows and path.stat().st_size > 200_000_000
    assert float(last) == pytest.approx(rows - 1 + 0.073) and float(fifth) == pytest.approx(5.999)
    assert int(kilobytes) < 30_000
