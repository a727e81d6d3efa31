#!/usr/bin/env python3
"""What ./dev test repeats of a failed step (tests/last_lines.sh), from a log of each form that its steps write.

The tests turned red with only the lines that begin with FAIL, and without `|| true` for many failures."""
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / "last_lines.sh"
NAMED = ["kalyna-128-128/bitslice/avx2                        ok  FAIL native 0.3 s", "    residue: encrypt of 3 blocks",
         "sparx/word/sse FAILED: residue", "FINDING leak of lea", "[  FAILED  ] Mode.ctr (3 ms)", "FAIL: test_names (a.B)", "FAIL"]
OTHER = ["kalyna-128-128/bitslice/sse                         ok    ok native 0.3 s", "    speed: info: 3 kernels", "HR_FAIL FAILURE failed"]


class LastLines(unittest.TestCase):
    def lines(self, log):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("\n".join(log) + "\n")
            file.flush()
            return subprocess.run([PROGRAM, file.name], check=True, capture_output=True, text=True).stdout.splitlines()

    def test_failures_first(self):
        end = [f"end {i}" for i in range(15)]
        shown = [f"    {line}" for line in [*NAMED, "...", *end]]
        self.assertEqual(self.lines([*OTHER, *NAMED, *OTHER, *end]), shown)

    def test_many_failures(self):
        self.assertEqual(len(self.lines(["FAIL " + "x" * 300] * 100000)), 31)


if __name__ == "__main__":
    unittest.main()
