#!/usr/bin/env python3
"""bench/measure_machine.py where a processor contradicts its class: it says why and writes nothing. hedgerow and
port_mixes are scripts; the times are those of processors of the classes, from bench/machines.

Seen red: measure_machine.py without refuse_contradiction(); contradiction() without either of its two tests.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))
import measure_machine  # noqa: E402

# By ports, measured: of `8 loads of 64 bytes`, `8 stores of 64 bytes`, `8 rotates` and `8 byte shuffles`.
BY_PORTS = {"intel-512": (4, 8, 8, 8), "zen5": (4, 8, 4, 4), "zen4": (8, 16, 8, 8)}
MEASURED = {"intel-512": (4.09, 8.02, 8.06, 8.05), "zen5": (4.03, 8.08, 4.04, 4.04), "zen4": (8.03, 16.04, 8.02, 8.02)}
TURIN = "AuthenticAMD, family 26, model 2"
CPUINFO = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\nmodel\t\t: 9\n"
FAKE_HEDGEROW = """#!/bin/sh
if [ "$1" = list ]; then echo '[{"cipher": "kuznyechik"}]'; else
  echo '{"cipher": "kuznyechik", "machine": "m", "machine_class": "zen4", "features": "f", "compiler": "c", "commit": "1", "mb_per_s_median": 2.0}'
fi
"""


def mixes(machine_class, processor):
    rows = zip(measure_machine.WHOLE_VECTORS, BY_PORTS[machine_class], MEASURED[processor])
    return "a turn  by ports  measured\n" + "".join(f"{name:62} {ports:7.2f} {cycles:9.2f}\n" for name, ports, cycles in rows)


class Contradiction(unittest.TestCase):
    def test_port_mixes(self):
        for machine_class in BY_PORTS:
            for processor in MEASURED:
                found = measure_machine.contradiction(machine_class, mixes(machine_class, processor), TURIN, {})
                self.assertEqual(found is None, machine_class == processor, (machine_class, processor))
        self.assertIn("8.00: src/isa/machine.cpp", measure_machine.contradiction("zen4", mixes("zen4", "zen5"), TURIN, {}))

    def test_processors_without_such_rows_are_not_judged(self):
        self.assertIsNone(measure_machine.contradiction("zen3", "a turn  by ports  measured\n8 rotates   8.00 disturbed\n", TURIN, {}))

    def test_another_processor(self):
        def found(cpu):
            return measure_machine.contradiction("zen5", mixes("zen5", "zen5"), cpu, {"cpu": TURIN})
        self.assertIsNone(found(TURIN))
        self.assertIsNone(measure_machine.contradiction("zen5", mixes("zen5", "zen5"), TURIN, {"cpu": "AuthenticAMD, family 26"}))
        for other in ("AuthenticAMD, family 25, model 17", "AuthenticAMD, family 26, model 68", "GenuineIntel, family 26, model 2"):
            self.assertIn(f"another processor, {TURIN}; this is {other}", found(other))

    def test_processor(self):
        self.assertEqual(measure_machine.processor(CPUINFO), TURIN)
        self.assertEqual(measure_machine.processor("processor : 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd40\n"), "implementer 0x41, part 0xd40")


class Command(unittest.TestCase):
    def run_it(self, processor, before, *words):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "zen4.json"
            if before is not None:
                path.write_text(before)
            (Path(folder) / "bin").mkdir()
            for name, text in (("hedgerow", FAKE_HEDGEROW), ("port_mixes", f"#!/bin/sh\ncat <<'END'\n{mixes('zen4', processor)}END\n")):
                (Path(folder) / "bin" / name).write_text(text)
                (Path(folder) / "bin" / name).chmod(0o755)
            done = subprocess.run([sys.executable, ROOT / "bench/measure_machine.py", "--build", folder, "-o", path, *words],
                                  capture_output=True, text=True, env=os.environ)
            return done.returncode, done.stderr, path.read_text() if path.exists() else None

    def test_writes_nothing_where_the_class_is_contradicted(self):
        for words in (("--only", "aead"), ("--only", "aead", "outputs"), ("--output", "port_mixes")):
            for before in ('{"about": {}, "outputs": {}, "rows": []}', None):
                code, errors, after = self.run_it("zen5", before, *words)
                self.assertEqual((code, after), (1, before), errors)
                self.assertIn("nothing was written: port_mixes takes 4.03 cycles for 8 loads of 64 bytes", errors)

    def test_writes_nothing_over_another_processor(self):
        before = '{"about": {"cpu": "AuthenticAMD, family 25, model 255"}, "outputs": {}, "rows": []}'
        code, errors, after = self.run_it("zen4", before, "--only", "aead")
        self.assertEqual((code, after), (1, before), errors)
        self.assertIn("figures of another processor, AuthenticAMD, family 25, model 255; this is", errors)

    def test_writes_what_agrees(self):
        code, errors, after = self.run_it("zen4", None, "--only", "aead")
        self.assertEqual(code, 0, errors)
        here = measure_machine.processor(Path("/proc/cpuinfo").read_text())
        self.assertEqual(json.loads(after)["about"]["cpu"], here)
        again = self.run_it("zen4", after, "--only", "aead")
        self.assertEqual(again[0], 0, again[1])


if __name__ == "__main__":
    unittest.main()
