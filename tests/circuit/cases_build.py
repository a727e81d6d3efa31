"""The text that the build writes for the circuits of src/circuit (tools/circuits.py) must equal that of `hedgerow
circuit emit`."""
import sys
from pathlib import Path

from support import PROGRAM, ROOT, call

sys.path.insert(0, str(ROOT / "tools"))
import circuits as build  # noqa: E402

EMITTERS = {"ops": build.ops_text, "device": build.device_text}
# Gates that no committed circuit has: each function of two nets, of one net and of no net, over an input that is also
# an output.
FORMS = """box forms
basis lut3: 23 gates, 1 output NOTs, depth 2, 24 live values
inputs 3
t0 = ~(x0 | x1)
t1 = x0 & ~x1
t2 = ~x0 & x1
t3 = x0 ^ x1
t4 = ~(x0 & x1)
t5 = x0 & x1
t6 = ~(x0 ^ x1)
t7 = x0 | ~x1
t8 = ~x0 | x1
t9 = x0 | x1
t10 = ~x2
t11 = x2
t12 = 0
t13 = 1
"""
# the halves of these tables are complements, constants or neither
TABLES = (0x96, 0xca, 0xac, 0x1b, 0xe4, 0x0c, 0x5f, 0xaf)


def compare(path):
    circuits = build.read(path)
    for target, text in EMITTERS.items():
        emitted = call(PROGRAM, "emit", "--target", target, path)
        assert text(circuits) == emitted, f"{path.name}, target {target}: tools/circuits.py writes another text"


def test_the_build_writes_what_emit_writes(_, folder):
    paths = [p for basis in build.BASES for p in sorted((ROOT / "src/circuit").glob(f"*/*.{basis}.gates"))]
    paths += build.lab_netlists(ROOT)
    assert len(paths) >= 20, paths
    for path in paths:
        compare(path)


def test_every_form_of_a_gate(_, folder):
    path = Path(folder, "forms.lut3.gates")
    tables = [f"t{14 + i} = 0x{table:02x}(x2, x0, x1)\n" for i, table in enumerate(TABLES)]
    outputs = "outputs x1 " + " ".join(f"~t{i}" if i == 5 else f"t{i}" for i in range(14 + len(TABLES))) + "\n"
    path.write_text(FORMS + "".join(tables) + outputs)
    compare(path)
