"""hedgerow lab: the command. Exit: 0 ok, 2 usage, 3 input or output, 4 if the requested parts cannot run here."""
import argparse
import sys
from pathlib import Path

from . import report, run, study
from .machine import Machine


PRICE = "the price of your processor in US dollars, for the table of prices; the run keeps it"


def price(text):
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no price; give a number above 0, for example 1166")
    return value


def examples(*lines):
    return {"epilog": "Examples:\n" + "\n".join(f"  hedgerow lab {line}" for line in lines), "formatter_class": argparse.RawDescriptionHelpFormatter}


def parser():
    p = argparse.ArgumentParser(prog="hedgerow lab", description="Measures again on your machine what five papers measured, and judges each of their statements",
                                **examples("list", "run all --quick -o lab-run", "report lab-run"))
    commands = p.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="list the papers and tables, and what cannot run here and why", **examples("list"))
    r = commands.add_parser("run", help="measure, and write the report; goes on if DIR has an interrupted run",
                            **examples("run all --quick -o lab-run", "run kalyna-bitslice-2020 --only table2 -o lab-run"))
    r.add_argument("paper", metavar="PAPER|all")
    r.add_argument("--quick", action="store_true", help="take fewer and shorter samples, so that all papers take at most three minutes")
    r.add_argument("--only", metavar="TABLE", help="measure only this table of the paper, for example table2")
    r.add_argument("--price", metavar="USD", type=price, help=PRICE)
    r.add_argument("-o", metavar="DIR", dest="folder", type=Path, default=Path("lab-run"), help="folder for the samples and the report (default lab-run)")
    w = commands.add_parser("report", help="write the report again from the samples in DIR",
                            **examples("report lab-run", "report lab-run --price 1166"))
    w.add_argument("--price", metavar="USD", type=price, help=PRICE)
    w.add_argument("folder", metavar="DIR", type=Path)
    return p


def list_all(machine, made):
    paper = None
    for t in made:
        if t.paper != paper:
            print(f"{t.paper}")
            paper = t.paper
        runs = sum(c.spec is not None and not c.reason for c in t.cells)
        print(f"  {t.id:14} {runs:3} of {len(t.cells):3} cells can run here   {t.where}: {t.title}")
        reasons = {}
        for c in t.cells:
            if c.reason:
                reasons.setdefault(c.reason, []).append(f"{c.row} [{c.column}]")
        for reason, cells in reasons.items():
            more = f" and {len(cells) - 2} more" if len(cells) > 2 else ""
            print(f"      {', '.join(cells[:2])}{more}: {reason}")
    for name, quick in (("a full run", False), ("with --quick", True)):
        likely, most = run.seconds(machine, made, quick)
        print(f"{name}: {len(run.specs_of(made))} rows, about {minutes(likely)}, at most {minutes(most)} where every row is repeated")
    return 0


def minutes(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02} minutes"


def run_all(options, machine, made):
    wanted = study.chosen(made, options.paper, options.only)
    if not any(c.spec and not c.reason for t in wanted for c in t.cells):
        print("hedgerow lab: nothing of this can run on your machine; `hedgerow lab list` shows the reasons", file=sys.stderr)
        return 4
    failed = run.run(machine, wanted, options.folder, options.quick)
    report.write(options.folder, options.price)
    return 3 if failed else 0


def main(arguments, here):
    options = parser().parse_args(arguments)
    try:
        if options.command == "report":
            report.write(options.folder, options.price)
            return 0
        machine = Machine(here)
        made = study.tables(machine)
        if options.command == "list":
            return list_all(machine, made)
        return run_all(options, machine, made)
    except study.StudyError as error:
        print(f"hedgerow lab: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"hedgerow lab: {error}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("\nhedgerow lab: interrupted; give the same command again to go on from here", file=sys.stderr)
        return 130
