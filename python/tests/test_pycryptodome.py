"""PyCryptodome's own tests of the modes of AES, with hedgerow.pep272.aes in the place of its AES.

This break was seen to turn the test red: a tag cannot be read a second time."""
import os
import re
import subprocess
import sys
from pathlib import Path

import Crypto.SelfTest.Cipher
import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs/python.md"
MODES = ("CBC", "CFB", "OFB", "CTR", "CCM", "GCM", "SIV")
LEAST = 320


@pytest.mark.skipif(not PAGE.exists(), reason="no docs/python.md beside this copy of the tests")
def test_the_tests_of_pycryptodome():
    """docs/python.md names each test that does not pass, and their numbers."""
    folder = Path(Crypto.SelfTest.Cipher.__file__).parent
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", "-rf", "--tb=no", "-p", "no:cacheprovider", "-p", "as_pep272",
                          *(f"test_{mode}.py" for mode in MODES)], cwd=folder, capture_output=True, text=True,
                         env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)})
    counts = {word: int(n) for n, word in re.findall(r"(\d+) (passed|failed|error)", run.stdout)}
    failed = set(re.findall(r"^FAILED test_(\w+\.py::\S+)", run.stdout, re.M))
    page = PAGE.read_text()
    passed, whole = (int(n) for n in re.search(r"(\d+) of the (\d+) tests", page).groups())
    using = int(re.search(r"(\d+)\s+of them use AES", page).group(1))
    assert int(re.search(r"(\d+) tests use AES", run.stdout).group(1)) == using
    assert failed == set(re.findall(r"`(\w+\.py::[\w:]+)`", page)), run.stdout[-3000:]
    assert (counts["passed"], counts["passed"] + counts["failed"]) == (passed, whole) and passed >= LEAST, run.stdout[-300:]
