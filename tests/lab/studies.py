"""What the tests of the lab's verdicts share: the lab's modules, and studies with invented figures."""
import functools
import importlib
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lab"))


def runner(module):
    return importlib.import_module(f"runner.{module}")


class EveryMachine:
    """A machine that can run every cell in time."""
    best = staticmethod(lambda build, stem: "avx512")
    is_native = staticmethod(lambda build: True)
    reason = staticmethod(lambda spec: "")


@functools.cache
def tables():  # no verdict changes a table, so all studies share them
    return runner("study").tables(EveryMachine)


def made_study(rates, spread=0.0):
    """A study with these rates for the named cells and 1 for all others. The greatest time is `spread` above the
    least."""
    study, verdict = runner("study"), runner("verdict")
    made = tables()
    figures = {}
    for cell in (c for t in made for c in t.cells if c.spec):
        rate = rates.get((cell.table.paper, cell.name))
        if rate is None and cell.spec.key in figures:
            continue
        ticks = 1 / (rate or 1)
        clock = [ticks, ticks, ticks * (1 + spread)]
        counted = {"value": ticks} if cell.spec.build in study.FIGURES else {}
        figures[cell.spec.key] = counted or {"ns": clock, "tsc": clock, "core": clock, "spread": 0.0, "disturbed": False, "volume": 1}
    return verdict.Study(made, figures, "Xeon Core(TM)")


def run_tests(module):
    """Runs the tests of a module, or those that the command line names."""
    for name, test in [(n, t) for n, t in module.items() if n.startswith("test_") and (n in sys.argv or not sys.argv[1:])]:
        with tempfile.TemporaryDirectory() as folder:
            test(Path(folder))
        print(f"ok {name}")
