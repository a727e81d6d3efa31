"""Runs the cases of a Python suite one after the other. A case is a function test_... of one of its modules."""
import time
import traceback


class Skip(Exception):
    """A case cannot run here. The text names the missing thing."""


def run_cases(modules, wanted, call, repeat=""):
    """Runs the cases named in `wanted`, or all if it is empty. `call` runs a case, given its name and the function.
    `repeat` is the text that a user needs to repeat a failure. Prints each case, and returns the numbers of passed,
    failed and skipped cases."""
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
    # Repeated at the end, because a log may keep only its end.
    print(*failures, sep="\n", end="")
    print(f"{passed} passed, {len(failures)} failed, {skipped} skipped")
    return passed, len(failures), skipped
