#!/usr/bin/env python3
"""bench/measure_machine.py writes all rows into one file and the rows for the pages into another. It keeps the parts
that were not measured, and writes no file if the class has figures of another processor. A script takes the place of
hedgerow.

The tests turned red when refuse() did not call contradiction(), when contradiction() compared with `==`, when
write_csv() dropped the existing lines of the file or those of other families, and when a part that was measured later
gave its commit to the others. They also turned red when rows of an earlier run replaced lines of the CSV, when a
placement was kept after a better one, and when an interrupted run wrote no CSV.
"""
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import measure_machine  # noqa: E402
from measure_machine import machines  # noqa: E402

TURIN = "AuthenticAMD, family 26, model 2"
CPUINFO = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\nmodel\t\t: 9\n"
FAKE_HEDGEROW = """#!/bin/sh
if [ "$1" = list ]; then echo '[{"cipher": "kuznyechik"}]'; else
  echo '{"cipher": "kuznyechik", "kernel": "kuznyechik.bitslice.avx2", "mode": "gcm", "direction": "enc", "bytes": 16384, "machine": "m",
         "machine_class": "zen4", "features": "f", "compiler": "c", "commit": "1", "mb_per_s_median": 2.0, "mb_per_s_min": 1.9, "core_cpb": 1.5,
         "placements_core_cycles": [2.0, 2.0]}' | tr -d '\\n'
  echo
fi
"""


class Contradiction(unittest.TestCase):
    def test_another_processor(self):
        self.assertIsNone(measure_machine.contradiction(TURIN, TURIN))
        self.assertIsNone(measure_machine.contradiction(TURIN, "AuthenticAMD, family 26"))
        self.assertIsNone(measure_machine.contradiction(TURIN, ""))
        for other in ("AuthenticAMD, family 25, model 17", "AuthenticAMD, family 26, model 68", "GenuineIntel, family 26, model 2"):
            self.assertIn(f"another processor, {TURIN}; this is {other}", measure_machine.contradiction(other, TURIN))

    def test_processor(self):
        self.assertEqual(measure_machine.processor(CPUINFO), TURIN)
        self.assertEqual(measure_machine.processor("processor : 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd40\n"), "implementer 0x41, part 0xd40")


class Command(unittest.TestCase):
    def run_it(self, before, *words, hedgerow=FAKE_HEDGEROW):
        """Returns (exit code, messages, the CSV, the complete data)."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            path, everything, program = folder / "zen4.csv", folder / "all/zen4.json", folder / "bin/hedgerow"
            if before is not None:
                path.write_text(before)
            program.parent.mkdir()
            program.write_text(hedgerow)
            program.chmod(0o755)
            done = subprocess.run([sys.executable, ROOT / "bench/measure_machine.py", "--build", folder, "-o", path, "--all", everything, *words],
                                  capture_output=True, text=True, env=os.environ)
            return done.returncode, done.stderr, *(p.read_text() if p.exists() else None for p in (path, everything))

    def test_writes_nothing_over_another_processor(self):
        before = "# cpu: AuthenticAMD, family 25, model 255\n" + "aead,kernel,gcm enc 16K\n"
        code, errors, after, everything = self.run_it(before, "--only", "aead")
        self.assertEqual((code, after, everything), (1, before, None), errors)
        self.assertIn("figures of another processor, AuthenticAMD, family 25, model 255; this is", errors)

    def test_writes_what_agrees(self):
        code, errors, after, everything = self.run_it(None, "--only", "aead")
        self.assertEqual(code, 0, errors)
        self.assertIn(f"# cpu: {measure_machine.processor(Path('/proc/cpuinfo').read_text())}\n", after)
        self.assertIn("aead,kernel,gcm enc 16K,gcm enc cycles\naead,kuznyechik,2,1.5\n", after)
        self.assertEqual(json.loads(everything)["rows"][0]["mb_per_s_min"], 1.9)
        code, errors, again, _ = self.run_it(after, "--only", "selected")
        self.assertEqual(code, 0, errors)
        self.assertIn("aead,kuznyechik,2,1.5\n", again, "a part that was not measured is lost")
        self.assertIn("# commit: 1 (selected: 1, ", again, "figures have the commit of another run")

    def test_other_parts_stay(self):
        """Rows of an earlier run, which the file of all rows keeps, replace no line of the CSV."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            path, everything = folder / "zen4.csv", folder / "zen4.json"
            program = folder / "bin/hedgerow"
            program.parent.mkdir()
            program.write_text(FAKE_HEDGEROW)
            program.chmod(0o755)

            def measured(*words):
                subprocess.run([sys.executable, ROOT / "bench/measure_machine.py", "--build", folder, "-o", path, "--all", everything, *words],
                               capture_output=True, check=True)
                return path.read_text()
            self.assertIn("aead,kuznyechik,2,1.5\n", measured("--only", "aead", "placements"))
            path.write_text(path.read_text().replace("aead,kuznyechik,2,1.5\n", "aead,kuznyechik,7,1.1\naead,magma,3,4\n") + "placements,kernel,gcm enc placement\n"
                            "placements,kuznyechik.bitslice.avx2,0.9\nplacements,kuznyechik.byteslice.avx2,0.8\nlengths,kernel,1\nlengths,magma.bitslice.avx2,5\n")
            after = measured("--only", "modes", "other placements")
            for text in ("aead,kuznyechik,7,1.1\n", "aead,magma,3,4\n", "placements,kuznyechik.byteslice.avx2,0.8\n", "lengths,magma.bitslice.avx2,5\n"):
                self.assertIn(text, after)
            self.assertNotIn("placements,kuznyechik.bitslice.avx2", after, "a kernel that was measured again has its earlier figure")

    def test_a_quick_run_has_a_file_of_its_own(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "bin").mkdir()
            (folder / "bin/hedgerow").write_text(FAKE_HEDGEROW)
            (folder / "bin/hedgerow").chmod(0o755)
            words = ["measure_machine.py", "--build", name, "-o", str(folder / "zen4.csv"), "--only", "aead"]
            with unittest.mock.patch.object(measure_machine, "ROOT", folder), contextlib.redirect_stderr(io.StringIO()):
                for more in ([], ["--quick"]):
                    with unittest.mock.patch.object(sys, "argv", words + more):
                        measure_machine.main()
            self.assertEqual(sorted(p.name for p in (folder / "build/measurements").iterdir()), ["zen4-quick.json", "zen4.json"])

    def test_an_interruption_keeps_what_is_done(self):
        fails = FAKE_HEDGEROW.replace("#!/bin/sh\n", '#!/bin/sh\ncase "$*" in *--memcpy*) exit 1;; esac\n')
        code, errors, after, _ = self.run_it(None, "--only", "selected", "memory", "aead", hedgerow=fails)
        self.assertEqual(code, 1, errors)
        self.assertIn("# commit: 1\n", after)
        self.assertNotIn("aead", after)

    def test_no_clock_of_the_core(self):
        program = FAKE_HEDGEROW.replace('"core_cpb": 1.5', '"core_cpb": null').replace("[2.0, 2.0]", "[0.0, 0.0]").replace('"gcm"', '"block"')
        code, errors, after, _ = self.run_it(None, "--only", "single", "placements", "lengths", "aead", hedgerow=program)
        self.assertEqual(code, 0, errors)
        self.assertIn("left out, because bench cannot count core cycles on this machine: placements, lengths\n", errors)
        self.assertIn("aead,kernel,block enc 16K\naead,kuznyechik,2\n", after)
        self.assertNotIn("cycles", after)
        self.assertEqual(measure_machine.machines.compact([{"part": "placements", "kernel": "k", "mode": "ctr", "direction": "enc", "placements_core_cycles": [0.0] * 16}]), [])

    def test_families(self):
        cpu = measure_machine.processor(Path("/proc/cpuinfo").read_text())
        before = f"# cpu: {cpu}\n# commit: 0\naead,kernel,gcm enc 16K\naead,sm4,7\naead,kuznyechik,5\n"
        code, errors, after, _ = self.run_it(before, "--only", "aead", "--families", "kuznyechik")
        self.assertEqual(code, 0, errors)
        self.assertIn("# commit: 0 (kuznyechik: 1, ", after)
        self.assertIn("aead,sm4,7\naead,kuznyechik,2,1.5\n", after)
        self.assertNotIn("aead,kuznyechik,5", after)


if __name__ == "__main__":
    unittest.main()
