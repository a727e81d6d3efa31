#!/usr/bin/env python3
"""What ./dev test repeats of a failed step (tests/last_lines.sh), from a log of each form that its steps write.

The tests turned red with only the lines that begin with FAIL, without `|| true` for many failures, without the names
and outputs of failed unit tests, and without the word ERROR."""
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[1] / "last_lines.sh"
NAMED = ["kalyna-128-128/bitslice/avx2                        ok  FAIL native 0.3 s", "    residue: encrypt of 3 blocks",
         "sparx/word/sse FAILED: residue", "FINDING leak of lea", "[  FAILED  ] Mode.ctr (3 ms)", "FAIL: test_names (a.B)", "FAIL",
         "==7==ERROR: AddressSanitizer: heap-buffer-overflow", *(f"    #{i} 0x0 in f" for i in range(8))]
OTHER = ["kalyna-128-128/bitslice/sse                         ok    ok native 0.3 s", "    speed: info: 3 kernels", "HR_FAIL FAILURE failed 3 errors"]


class LastLines(unittest.TestCase):
    def lines(self, log):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("\n".join(log) + "\n")
            file.flush()
            return subprocess.run([PROGRAM, file.name], check=True, capture_output=True, text=True).stdout.splitlines()

    def test_failures_first(self):
        end = [f"end {i}" for i in range(15)]
        shown = [f"    {line}" for line in [*NAMED, "...", *end]]
        self.assertEqual(self.lines([*OTHER, *NAMED, "    #8 0x0 in main", *OTHER, *end]), shown)

    def test_failed_unit_tests(self):
        """A failed test of CTest is named, and the end of its output is shown, whatever the skipped tests add."""
        passed = ["  1/3 Test  #7: api_test ............................   Passed    1.10 sec", "      Start  9: api_c_test"]
        failed = [" 2/3 Test #90: api_c_test ..........................***Failed    0.10 sec", *(f"detail {i}" for i in range(10))]
        late = [" 3/3 Test #91: fault_sweep ........................***Timeout 600.00 sec", "seed 7", "FAIL decrypt"]
        end = ["67% tests passed, 2 tests failed out of 3", "The following tests FAILED:", "\t 90 - api_c_test (Failed)"]
        skipped = [f"SKIPPED test_{i}: no peer" for i in range(20)]
        shown = self.lines([*passed, *failed, *passed, *late, *end, *skipped])
        named = [failed[0], *failed[3:], *late[::2], late[1], end[1], "..."]
        self.assertEqual(shown[:14], [f"    {line}" for line in named])
        self.assertEqual(shown[-3:], [f"    {line}" for line in end])

    def test_many_failures(self):
        self.assertEqual(len(self.lines(["FAIL " + "x" * 300] * 100000)), 46)


if __name__ == "__main__":
    unittest.main()
