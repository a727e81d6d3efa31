"""Circuits from many seeds, on threads and on a Dask cluster. This file evaluates the best circuit gate by gate.

Each of these breaks was seen to turn a test red: the worst circuit is returned as the best, a circuit is not verified
here against the requested box."""
import os
import re
import shutil
import stat

import hedgerow
import pytest
from conftest import dask_workers
from hedgerow import circuit

CLI = os.environ.get("HEDGEROW_CLI")
pytestmark = pytest.mark.skipif(not shutil.which(f"{CLI}-circuit"),
                                reason="HEDGEROW_CLI names no command line with hedgerow-circuit")
PRESENT = bytes.fromhex("0c05060b09000a0d030e0f0804070102")


def evaluated(text):
    """Returns the table that a netlist over andn computes. It has 4 inputs."""
    table = []
    lines = [line for line in text.splitlines() if line and line[0] != "#"]
    for x in range(16):
        values = {f"x{i}": x >> i & 1 for i in range(4)}
        for line in lines:
            for gate in line.split("; ") if re.match(r"t\d", line) else ():
                values[f"t{len(values) - 4}"] = eval(gate.rpartition(" = ")[2], {}, values) & 1
            if line.startswith("outputs "):
                outputs = [values[net.lstrip("~")] ^ net.startswith("~") for net in line.split()[1:]]
        table.append(sum(bit << i for i, bit in enumerate(outputs)))
    return bytes(table)


@pytest.fixture
def box(tmp_path):
    path = tmp_path / "present"
    path.write_text(PRESENT.hex() + "\n")
    return path


def each(box, seeds, **options):
    return [circuit.search(box, seeds=[seed], effort=1, **options) for seed in seeds]


def test_keeps_the_best(box, tmp_path):
    seen = []
    best = circuit.search(box, "andn", range(1, 7), effort=1, progress=lambda *n: seen.append(n))
    alone = each(box, range(1, 7))
    assert (best.gates, best.output_nots, best.depth) == min((c.gates, c.output_nots, c.depth) for c in alone)
    assert len({c.gates for c in alone}) > 1 and seen[-1] == (6, 6)
    assert evaluated(best.text) == PRESENT and f"{best.gates} gates" in best.text
    best.save(tmp_path / "best.gates")
    assert circuit._run("verify", str(tmp_path / "best.gates"), "--box", str(box))


@pytest.mark.filterwarnings("ignore")
def test_on_a_cluster(box):
    with dask_workers(2, __file__) as client:
        spread = circuit.search(box, "andn", range(1, 5), effort=1, client=client)
    assert spread.seed == circuit.search(box, "andn", range(1, 5), effort=1).seed
    assert evaluated(spread.text) == PRESENT


def test_refusals(box, monkeypatch, tmp_path):
    for seeds in ([], [-1]):
        with pytest.raises(ValueError, match="seeds must be"):
            circuit.search(box, seeds=seeds)
    with pytest.raises(circuit.CircuitError, match="no box or file named"):
        circuit.search("nothing:0", seeds=[1])
    with pytest.raises(hedgerow.Error, match="basis"):
        circuit.search(box, "nor", seeds=[1])
    monkeypatch.setenv("HEDGEROW_CLI", str(tmp_path / "absent"))
    with pytest.raises(circuit.CircuitError, match="HEDGEROW_CLI"):
        circuit.search(box, seeds=[1])


def test_a_wrong_circuit_is_not_believed(box, monkeypatch, tmp_path):
    """For seed 2 the command returns another circuit than it found: one output is inverted."""
    liar = tmp_path / "hedgerow"
    liar.write_text(f"""#!/bin/sh
{CLI} "$@" || exit
[ "$2" = search ] && [ "$5" = 2 ] && sed -i 's/^outputs t/outputs ~t/; t; s/^outputs ~t/outputs t/' "$9"
exit 0
""")
    liar.chmod(liar.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("HEDGEROW_CLI", str(liar))
    with pytest.raises(circuit.CircuitError):
        circuit.search(box, seeds=[2], effort=1)
    check_that_others_stay(box)


def test_a_circuit_of_another_box_is_not_believed(box, monkeypatch, tmp_path):
    """For seed 2 the command searches another box. Its circuit is correct, but not for the requested box."""
    (tmp_path / "other").write_text(bytes(PRESENT[x ^ 1] for x in range(16)).hex() + "\n")
    liar = tmp_path / "hedgerow"
    liar.write_text(f"""#!/bin/sh
if [ "$2" = search ] && [ "$5" = 2 ]; then shift 3; exec {CLI} circuit search {tmp_path}/other "$@"; fi
exec {CLI} "$@"
""")
    liar.chmod(liar.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("HEDGEROW_CLI", str(liar))
    check_that_others_stay(box)


def check_that_others_stay(box):
    with pytest.warns(RuntimeWarning, match="seed 2 gave no circuit"):
        assert evaluated(circuit.search(box, seeds=[1, 2, 3], effort=1).text) == PRESENT
