#!/usr/bin/env python3
"""Kills, races, odd names, narrow terminals and damaged containers, through the command as it is installed.

usage: faults_test.py [--seed N] [CASE]...

HEDGEROW_CLI is the program's path; HEDGEROW_TRACER the path of fault_tracer, without which the cases on a file system
that lacks features are skipped. Standard library only. Prints the seed, and 'N passed, N failed' at its end.
"""
import argparse
import os
import random
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "cli"))

import fault_kills  # noqa: E402
import fault_mutants  # noqa: E402
import fault_names  # noqa: E402
import fault_races  # noqa: E402
import fault_width  # noqa: E402
from support import Skip  # noqa: E402

MODULES = (fault_mutants, fault_names, fault_width)
if not os.environ.get("HEDGEROW_SANITIZED"):  # what a kill or a race leaves in files is the same in every build
    MODULES += (fault_kills, fault_races)


def cases(wanted):
    for module in MODULES:
        for name, case in sorted(vars(module).items()):
            if name.startswith("test_") and (not wanted or name in wanted):
                yield name, case


def run_case(name, case, seed):
    """'passed', 'failed' or 'skipped'."""
    begin = time.monotonic()
    room = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="hedgerow_faults.", dir=room) as folder:
        os.chdir(folder)
        try:
            case(random.Random(f"{seed} {name}"))
            print(f"ok {name} ({time.monotonic() - begin:.1f} s)", flush=True)
            return "passed"
        except Skip as reason:
            print(f"SKIPPED {name}: {reason}", flush=True)
            return "skipped"
        except Exception:
            print(f"FAIL {name} (--seed {seed})", flush=True)
            traceback.print_exc()
            return "failed"
        finally:
            os.chdir("/")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("case", nargs="*")
    options = parser.parse_args()
    print(f"seed {options.seed}")
    results = [run_case(name, case, options.seed) for name, case in cases(options.case)]
    print(f"{results.count('passed')} passed, {results.count('failed')} failed, {results.count('skipped')} skipped")
    return 1 if "failed" in results or not results else 0


if __name__ == "__main__":
    sys.exit(main())
