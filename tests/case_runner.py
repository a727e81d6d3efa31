"""Runs the cases of a Python suite: the functions of its modules that are called test_..., one after the other."""
import time
import traceback


class Skip(Exception):
    """A case cannot run here; its text says what is missing."""


def run_cases(modules, wanted, call, repeat=""):
    """`call` runs a case, given its name and the function; `wanted`: names of cases, all where there is none; `repeat`: what a
    failure needs to be seen again. Tells of each case, and gives how many passed, failed and were skipped."""
    passed, failed, skipped = 0, 0, 0
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
                failed += 1
                print(f"FAILED {name}{repeat}", flush=True)
                traceback.print_exc(limit=-2)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return passed, failed, skipped
