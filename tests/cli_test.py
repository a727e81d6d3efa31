#!/usr/bin/env python3
"""The command line from outside: exit codes, files, pipes, signals, terminal, JSON.

HEDGEROW_CLI is the program's path. Standard library only. Prints 'N passed, N failed' at its end.
cases_*.py in cli/ are found by their names. Seen red: the handler without unlink, without restoring the echo; SIGPIPE
and SIGXFSZ not ignored; the same-file check removed; exit code of truncation changed; the two prompts not compared;
isatty removed from the progress bar; all of cases_names, cases_descriptors, cases_outputs, cases_trees (the deep tree
by one that does not lift the limit) and cases_usage, by a program without what they ask for; features: hidden commands
completed, a range that reads on, --json beside data, tar's exit status not read, the target of --tar renamed over a
file, symbolic links followed, the first failure's exit code instead of the worst one's, set-id bits kept; cipher (in
one build): AAD and section left out, hex keys refused, a padding's exit code, the limit lifted unasked, options of
other modes ignored, input and output one file, OIDs left out of the list; safety: all of its cases, by a program
without what they ask for; json: a source that changed not told; devices: verify that opens segments on the CPU, an
empty --device taken for none, no note where the CPU does it, a changed segment opened; files, outputs: the key replaced
by --force, a reservation left where stat fails; bench: a table on a full disk taken for done, the slowest published
figure, every set of S-boxes, the set of the fewest peers, a row of 150 columns.
"""
import importlib
import os
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "cli"), str(HERE / "vectors/container")]

from case_runner import run_cases  # noqa: E402


def in_a_folder(_, case):
    with tempfile.TemporaryDirectory(prefix="hedgerow_cli.") as folder:
        os.chdir(folder)
        try:
            case()
        finally:
            os.chdir("/")


def main():
    modules = [importlib.import_module(path.stem) for path in sorted(HERE.glob("cli/cases_*.py"))]
    passed, failed, _ = run_cases(modules, sys.argv[1:], in_a_folder)
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
