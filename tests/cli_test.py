#!/usr/bin/env python3
"""Tests the command line from outside: exit codes, files, pipes, signals, terminal, JSON.

usage: cli_test.py [FILE]... [CASE]...
HEDGEROW_CLI is the path of the program. The tests need only the standard library, and print 'N passed, N failed' at the
end. FILE is the name of a cases_*.py in cli/ without its ending. CTest runs each file as one test, side by side. Each
of these breaks turned them red:
* The signal handler did not unlink, or did not restore the echo. SIGPIPE and SIGXFSZ were not ignored.
* The same-file check was removed, the exit code of a truncation was changed, the two prompts were not compared, or
  isatty was removed from the progress bar.
* names, descriptors, outputs, trees, usage, safety: all cases are red with a program that lacks the features they test.
  The deep tree is red with a program that does not raise the limit.
* features: hidden commands were completed, a range read too much, --json was mixed with data, the exit status of tar
  was not read, the target of --tar was renamed over a file, symbolic links were followed, the exit code was that of the
  first failure instead of the worst one, or set-id bits were kept.
* cipher, all in one build: AAD and section were ignored, hex keys were refused, a wrong padding gave another exit code,
  the limit was lifted unasked, options of other modes were ignored, input and output could be one file, or the list had
  no OIDs.
* json: a changed source was not reported.
* recursive, tar --preserve, holes and inputs of failures: the cases are red with a program that lacks the features.
* help, credentials, input, json, usage and list, all in one build: `help COMMAND` took a third word, the option
  --generate-passphrase was in another group, a command had the example of another one, defaults were missing in the
  manual, the manual's recipe had a wrong number, the CR of a passphrase file stayed, the question was refused although
  a passphrase opens the container, a terminal was read unasked, a truncated container was `damaged`, the segment was
  one too high, there was no output_hex, `aes` meant aes-128, or `AES-256` was unknown to mac and list. The other cases
  of these files are red with a program that lacks the features.
* devices: verify opened segments on the CPU, an empty --device counted as no option, there was no note that the CPU
  does the work, or a changed segment was opened.
* files, outputs: --force replaced the key, or a reservation stayed after stat had failed.
* terminal: a wide character counted as one column, or bytes that are not UTF-8 reached the terminal.
* input, safety: standard input was read twice, --json showed the generated passphrase after the work or for a file that
  it does not open, or the value of an unknown option or of --passphrase-fd was repeated.
* rekey: a label was cut inside a character, or a whole name did not count as the label that is cut from it.
* outputs: a question came before the check of a FILE, of the place of a directory, or of --add, or rekey opened a FIFO.
* trees: a walk was recursive, so that a deep tree overflowed the stack.
* commands, usage, terminal, cipher, rekey: HEDGEROW_KERNEL was ignored silently, a wrong HEDGEROW_CPU_DISABLE gave no
  JSON, half a character reached the terminal, a nonce's first bit was explained in terms of C, or the help of
  --kdf-limit spoke of a limit of passes.
* bench: a table on a full disk counted as success, the slowest published figure was taken, every set of S-boxes was
  measured, the set with the fewest peers was taken, or a row had 150 columns.
"""
import importlib
import os
import random
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
    files = [path.stem for path in sorted(HERE.glob("cli/cases_*.py"))]
    cases = [name for name in sys.argv[1:] if name not in files]
    modules = [importlib.import_module(name) for name in files if cases or name in sys.argv[1:] or not sys.argv[1:]]
    # Under a sanitizer a process starts slowly, so a random half of the cases runs. The release build runs all of them.
    if os.environ.get("HEDGEROW_SANITIZED") and not cases:
        names = [name for module in modules for name in vars(module) if name.startswith("test_")]
        cases = random.sample(names, (len(names) + 1) // 2)
        print(f"{len(cases)} of {len(names)} cases")
    passed, failed, skipped = run_cases(modules, cases, in_a_folder)
    return 1 if failed or not passed + skipped else 0


if __name__ == "__main__":
    sys.exit(main())
