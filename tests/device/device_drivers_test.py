#!/usr/bin/env python3
"""The messages of a program without a driver, with a driver that is too old, without a device, without NVRTC, and
with a source that does not compile. Each case is one process over the standin of the CUDA driver.

usage: device_drivers_test.py DEVICE_PROBE FOLDER_OF_THE_STANDIN DEVICE_PTX [DEVICE_PROBE_WITH_EMBEDDED_PTX]

The tests turned red when the library ignored HEDGEROW_DEVICE_PTX, and when an old driver was reported as one that
does not start.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROBE, STANDIN, PACKER, *EMBEDDED = map(Path, sys.argv[1:5])
CIPHER = "speck-128-128"


def probe(*arguments, folder=STANDIN, program=PROBE, **environment):
    """Returns the exit code and the lines that begin with `backend cuda` and `open`."""
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "LD_LIBRARY_PATH": str(folder), "XDG_CACHE_HOME": cache, "OCL_ICD_VENDORS": cache,
               "HEDGEROW_DEVICE_KERNEL": f"{CIPHER}.words.cuda", **environment}
        run = subprocess.run([program, *arguments], env=env, capture_output=True, text=True, timeout=300)
    lines = run.stdout.splitlines()
    return run.returncode, next(x for x in lines if x.startswith("backend cuda")), "\n".join(lines[2:])


class Drivers(unittest.TestCase):
    def refused(self, code, status, said, *arguments, **environment):
        found, backend, opened = probe(*arguments, **environment)
        self.assertEqual((found, opened.split()[1]), (code, str(status)), opened)
        self.assertIn(said, opened)
        return backend

    def test_a_driver_and_its_devices(self):
        code, backend, opened = probe("cuda:0", CIPHER)
        self.assertEqual((code, backend, opened), (0, "backend cuda 0 1 ", "open 0 "))

    def test_no_driver(self):
        backend = self.refused(4, 401, "libcuda.so.1", "cuda:0", folder="/nonexistent")
        self.assertTrue(backend.startswith("backend cuda 401 0 "), backend)

    def test_a_driver_that_is_too_old(self):
        self.refused(4, 402, "10.2; 11.0 is the oldest", "cuda:0", STANDIN_VERSION="10020")
        self.refused(4, 402, "does not start", "cuda:0", STANDIN_INIT="35")

    def test_a_driver_that_does_not_start(self):
        self.refused(3, 306, "does not start", "cuda:0", STANDIN_INIT="999")

    def test_no_device(self):
        self.refused(4, 403, "no device", "cuda:0", STANDIN_DEVICES="0")
        self.refused(4, 403, "NO_DEVICE", "cuda:0", STANDIN_INIT="100")
        self.refused(4, 403, "there are: cuda:0", "cuda:1")

    def test_ids_that_are_none(self):
        for name in ("", "cuda", "gpu:0", "0"):
            code, _, opened = probe(name)
            self.assertIn(code, (2, 4), opened)

    def test_opencl_without_a_platform(self):
        code, _, opened = probe("opencl:0")
        self.assertEqual(code, 4, opened)

    def test_without_nvrtc(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(STANDIN / "libcuda.so.1", folder)
            self.refused(3, 304, "no NVRTC", "cuda:0", CIPHER, folder=folder)

    def test_ptx_in_the_place_of_nvrtc(self):
        """A pack that NVRTC made on another machine replaces NVRTC. Its kernels must give the known answers."""
        with tempfile.TemporaryDirectory() as folder:
            pack = Path(folder, "kernels.ptx")
            made = subprocess.run([PACKER, pack, "75", CIPHER], env={**os.environ, "HEDGEROW_NVRTC": str(STANDIN / "libnvrtc.so.12")},
                                  capture_output=True, text=True, timeout=300)
            self.assertEqual((made.returncode, made.stdout.split()[1]), (0, "programs,"), made.stderr)
            shutil.copy(STANDIN / "libcuda.so.1", folder)
            code, _, opened = probe("cuda:0", CIPHER, folder=folder, HEDGEROW_DEVICE_PTX=str(pack))
            self.assertEqual((code, opened), (0, "open 0 "), opened)
            # A pack with another digest must not be used.
            head, first, rest = pack.read_bytes().split(b"\n", 2)
            pack.write_bytes(b"\n".join([head, b"0" * 64 + first[64:], rest]))
            self.refused(3, 304, "no PTX of it", "cuda:0", CIPHER, folder=folder, HEDGEROW_DEVICE_PTX=str(pack))

    @unittest.skipUnless(EMBEDDED, "this build embeds another pack, or none")
    def test_embedded_ptx(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(STANDIN / "libcuda.so.1", folder)
            code, _, opened = probe("cuda:0", CIPHER, folder=folder, program=EMBEDDED[0])
            self.assertEqual((code, opened), (0, "open 0 "), opened)
            code, _, opened = probe("cuda:0", "lea-128", folder=folder, program=EMBEDDED[0])
            self.assertEqual(code, 3, opened)
            self.assertIn("no PTX of it", opened)

    def test_a_source_that_does_not_compile(self):
        with tempfile.TemporaryDirectory() as folder:
            compiler = Path(folder, "cc")
            compiler.write_text("#!/bin/sh\necho 'text.c:7: error: no such thing'\nexit 1\n")
            compiler.chmod(0o755)
            self.refused(3, 304, "text.c:7: error: no such thing", "cuda:0", CIPHER, PATH=f"{folder}:/usr/bin:/bin")

    def test_a_cache_that_cannot_be_written(self):
        code, _, opened = probe("cuda:0", CIPHER, XDG_CACHE_HOME="/proc/nowhere")
        self.assertEqual(code, 0, opened)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
