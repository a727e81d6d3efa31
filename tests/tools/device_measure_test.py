#!/usr/bin/env python3
"""bench/device_measure.py and the verdicts of device_report.py, with a script as the benchmark: rows are kept as they
arrive, every "must" is judged, an unmeasured one never holds, and a differing output fails.

The tests turned red when speeds() held without a checked result, when copies() accepted a row of less than 1 GiB, when
the rows of a step were lost, and when the page left out the rows.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import device_report  # noqa: E402

SCRIPT = ROOT / "bench/device_measure.py"
FAKE = """#!/usr/bin/env python3
import json, os, sys
words = sys.argv[1:]
for cipher in [w for w in words if w in ("aes-128", "clefia-128")] or ["aes-128"]:
    print(json.dumps(dict(json.loads(os.environ["FAKE_ROW"]), cipher=cipher, kernel=cipher + ".table.cuda",
                          bytes=2**30 if "1G" in words else 10**9 * 2 if "1600000000" in words else 2**28,
                          equal_to_cpu=True if "--check" in words else None,
                          **({"inputs": [{"median": 5.0}, {"median": 5.0}, {"median": 6.0}]} if "--inputs" in words else {}))))
"""


def row(rate=600.0, **more):
    figure = {"median": rate, "least": rate, "most": rate}
    return {"step": "targets", "device": "cuda:0", "name": "NVIDIA H200", "architecture": "sm_90", "driver": "12.4", "compute_units": 132,
            "clock_mhz": 1980, "cipher": "aes-128", "kernel": "aes-128.table.cuda", "bytes": 2**28, "unit": "GB/s", "keystream": figure,
            "in_place": figure, "host_to_host": figure, "copy_in": figure, "copy_out": figure, "bound": 836.0, "share_of_bound": rate / 836,
            "share_of_copy": 0.95, "equal_to_cpu": True, "commit": "0", "compiler": "none", **more}


def verdict(rows, text, outputs=None):
    return next(m["holds"] for m in device_report.judged(rows, outputs or {}) if m["must"].startswith(text))


class Verdicts(unittest.TestCase):
    def test_speeds(self):
        self.assertIs(verdict([row()], "aes-128, CTR in place"), True)
        self.assertIs(verdict([row(570.0)], "aes-128, CTR in place"), False)
        self.assertIs(verdict([row(equal_to_cpu=None)], "aes-128, CTR in place"), False)
        self.assertIs(verdict([row(name="another device")], "aes-128, CTR in place"), None)
        self.assertIs(verdict([row()], "kuznyechik, CTR in place"), None)
        self.assertIs(verdict([row()], "aes-128: 70 %"), True)
        self.assertIs(verdict([row(580.0)], "aes-128: 70 %"), False)
        checked, quick = row(500.0, kernel="aes-128.bitslice.cuda"), row(600.0, step="inputs", equal_to_cpu=None)
        self.assertIs(verdict([checked, quick], "aes-128, CTR in place"), False, "a kernel that was not checked counts")
        self.assertIs(verdict([row(), row(900.0, kernel="aes-128.other.cuda", equal_to_cpu=False)], "aes-128, CTR in place"), False)

    def test_seals(self):
        self.assertIs(verdict([row()], "kuznyechik, sealed"), None)
        self.assertIs(verdict([row(cipher="kuznyechik", seal={"median": 99.0}, mode="mgm")], "kuznyechik, sealed"), False)
        self.assertIs(verdict([row(cipher="kuznyechik", seal={"median": 101.0}, mode="mgm")], "kuznyechik, sealed"), True)

    def test_copies(self):
        self.assertIs(verdict([row(40.0, cipher="clefia-128")], "CLEFIA-128, 1 GiB"), None)
        self.assertIs(verdict([row(40.0, cipher="clefia-128", bytes=2**30)], "CLEFIA-128, 1 GiB"), True)
        self.assertIs(verdict([row(30.0, cipher="clefia-128", bytes=2**30)], "CLEFIA-128, 1 GiB"), False)
        self.assertIs(verdict([row(share_of_copy=0.89)], "aes-128, host to host"), False)

    def test_checks(self):
        self.assertIs(verdict([row()], "suite"), None)
        self.assertIs(verdict([row()], "memcheck", {"memcheck": {"skipped": "none here"}}), None)
        self.assertIs(verdict([row()], "suite", {"suite": {"exit": 1, "seconds": 2}}), False)
        self.assertIs(verdict([row(step="large", equal_to_cpu=False)], "aes-128: 10^8"), False)
        self.assertIs(verdict([row(step="large", bytes=16 * 10**8)], "aes-128: 10^8"), True)
        self.assertIs(verdict([row(step="large", bytes=2**20)], "aes-128: 10^8"), None, "a quick run counts as the whole one")


class Command(unittest.TestCase):
    def run_it(self, folder, *words, code=0, **fake):
        kit = folder / "kit"
        kit.mkdir(exist_ok=True)
        for name in ("hedgerow-bench", "device_opencl_test", "hedgerow-lab-device", "hedgerow-lab-measure"):
            (kit / name).write_text(FAKE if name == "hedgerow-bench" else "#!/bin/sh\necho all is well\n")
            (kit / name).chmod(0o755)
        done = subprocess.run([sys.executable, SCRIPT, "--kit", kit, "--out", folder / "out", *words], capture_output=True, text=True,
                              env={**os.environ, "FAKE_ROW": json.dumps({k: v for k, v in {**row(), **fake}.items() if k != "step"})})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_a_run(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            self.run_it(folder, "--steps", "targets,clefia,large,inputs,suite", "--only", "aes-128")
            kept = [json.loads(line) for line in (folder / "out/rows.jsonl").read_text().splitlines()]
            self.assertEqual([r["step"] for r in kept], ["targets", "clefia", "large", "inputs"])
            page = (folder / "out/nvidia-h200.md").read_text()
            for text in ("# NVIDIA H200: sm_90, driver 12.4, 132 units, 1980 MHz\n", "`cuda:0`", "commit 0, none.",
                         "| targets | aes-128.table.cuda | 268435456 | 600.0 | 600.0 | 836.0 | 72 % | 600.0 | 95 % | 600.0 in, 600.0 out | - | equal | - |\n",
                         "| inputs | aes-128.table.cuda | 268435456 | 600.0 | 600.0 | 836.0 | 72 % | 600.0 | 95 % | 600.0 in, 600.0 out | - | - | 5.0, 5.0, 6.0 |\n",
                         "| aes-128: 10^8 blocks of 16 bytes equal to the CPU | 2000000000 bytes | holds |\n",
                         "| CLEFIA-128, 1 GiB from host to host: 30 ms | 1.8 ms | holds |\n",
                         "| aes-128.table.cuda: no input is quicker than another | 20.0 % apart | **does not** |\n",
                         "| kuznyechik, CTR in place, whole result checked: 180 GB/s | - | not measured |\n",
                         "\nall is well\n"):
                self.assertIn(text, page)
            self.assertRegex(page, r"\| suite \| exit 0 after \d+ s \| holds \|\n")
            (folder / "out/nvidia-h200.md").unlink()
            self.run_it(folder, "--judge", str(folder / "out"))
            self.assertEqual((folder / "out/nvidia-h200.md").read_text(), page)

    def test_what_is_refused(self):
        with tempfile.TemporaryDirectory() as name:
            self.run_it(Path(name), "--steps", "nonesuch", code=2)
            self.run_it(Path(name), "--steps", "targets", "--minutes", "0", code=2)


if __name__ == "__main__":
    unittest.main()
