"""Runs the cases of a Python suite: the functions of its modules that are called test_..., one after the other."""
import time
import traceback


class Skip(Exception):
    """A case cannot run here; its text says what is missing."""


def run_cases(modules, wanted, call, repeat=""):
    """`call` runs a case, given its name and the function; `wanted`: names of cases, all where there is none; `repeat`:
    what a failure needs to be seen again. Tells of each case, and gives how many passed, failed and were skipped."""
    passed, skipped, failures = 0, 0, []
    for module in modules:
        for name, case in sorted(vars(module).items()):
            if not name.startswith("test_") or wanted and name not in wanted:
                continue
            start = time.monotonic()
            try:
                call(name, case)
                passed += 1
                print(f"ok {name} ({time.monotonic() - start:.1f} s)", flush=True)
            except Skip as reason:
                skipped += 1
                print(f"SKIPPED {name}: {reason}", flush=True)
            except Exception:
                failures.append(f"FAILED {name}{repeat}\n{traceback.format_exc(limit=-2)}")
                print(failures[-1], flush=True)
    # Again behind all the rest, for a log of which only the end is kept.
    print(*failures, sep="\n", end="")
    print(f"{passed} passed, {len(failures)} failed, {skipped} skipped")
    return passed, len(failures), skipped
