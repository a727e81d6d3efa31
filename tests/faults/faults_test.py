#!/usr/bin/env python3
"""Races, odd names and damaged containers, through the installed command.

usage: faults_test.py [--seed N] [CASE]...

HEDGEROW_CLI is the path of the program. HEDGEROW_TRACER is the path of fault_tracer; if you do not set it, the cases on
a file system without some features are skipped. The script needs only the standard library. It prints the seed, and 'N
passed, N failed' at the end.
"""
import argparse
import os
import random
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[1:1] = [str(HERE.parent / "cli"), str(HERE.parent)]

import fault_mutants  # noqa: E402
import fault_names  # noqa: E402
import fault_races  # noqa: E402
from case_runner import run_cases  # noqa: E402

MODULES = (fault_mutants, fault_names)
if not os.environ.get("HEDGEROW_SANITIZED"):  # a race has the same effect on files in every build
    MODULES += (fault_races,)


def in_memory(case, random_numbers):
    room = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="hedgerow_faults.", dir=room) as folder:
        os.chdir(folder)
        try:
            case(random_numbers)
        finally:
            os.chdir("/")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("case", nargs="*")
    options = parser.parse_args()
    print(f"seed {options.seed}")
    passed, failed, skipped = run_cases(MODULES, options.case, lambda name, case: in_memory(
        case, random.Random(f"{options.seed} {name}")), f" (--seed {options.seed})")
    return 1 if failed or not passed + skipped else 0


if __name__ == "__main__":
    sys.exit(main())
