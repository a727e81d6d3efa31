#!/usr/bin/env python3
"""Merges ledgers of kernel_ledger (native, model, qemu) and judges them by the lists.

usage: merge.py [--no-host ARCH=REASON] LEDGER.json...
       merge.py --isas run|strongest|lacking|not-run LEDGER.json...
  --no-host  this host cannot run ARCH (for example arm64), not even under qemu: its lines are skipped, printed and
             counted

It fails if a line of kernels.def did not run, if it ran only as a model on a host that could run it, if it failed
anywhere, if it serves no cipher although it was measured (bench/machines), if a ledger has names that the lists do not
have, or if a cipher has no vectors, no reference or no constant-time scalar kernel.

--isas prints the instruction sets (except scalar) with kernels that ran in these ledgers, the strongest of them, those
that the processor lacks, or all that did not run, in the form of CMake's HEDGEROW_ISAS and HEDGEROW_MODEL.
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import lists  # noqa: E402
import machines  # noqa: E402

ISAS = {"run": (), "strongest": (), "lacking": ("cpu",), "not-run": ("cpu", "not-built")}  # the values of "skip" that select a row


def judge(rows, architecture, no_host, measured):
    """Returns passed, failed or skipped, and a word on it, for the rows of one id in all ledgers."""
    ran = [r for r in rows if r["ran"] != "skipped"]
    if not ran and any(r.get("skip") == "unserved" for r in rows):
        word = "its kernel does not serve this cipher"
        return ("failed", f"{word}, but it was measured") if measured else ("unserved", word)
    bad = [r["ran"] for r in ran if r["failed"]]
    how = ", ".join(sorted({r["ran"] for r in ran})) or "nowhere"
    if bad:
        return "failed", "failed as " + ", ".join(bad)
    if any(r["ran"] != "model" for r in ran):
        return "passed", how
    cpu = [r["reason"] for r in rows if r.get("skip") == "cpu"]
    if cpu and ran:
        return "skipped", f"{how}; {cpu[0]}"
    if architecture in no_host and ran:
        return "skipped", f"{how}; {no_host[architecture]}"
    return "failed", f"ran {how}" + (" only: that is not tested" if ran else "")


def cipher_problems(rows):
    kernels = lists.kernels()
    for c in lists.ciphers():
        mine = [k for k in kernels if k.family == c.family]
        if not any(k.technique == "reference" for k in mine):
            yield f"{c.name} has no reference kernel"
        if not any(k.isa == "scalar" and k.shipped for k in mine):
            yield f"{c.name} has no constant-time scalar kernel"
        reference = rows.get(f"{c.name}.reference.scalar", [])
        if not any(r.get("vectors", {}).get("status") == "passed" for r in reference):
            yield f"{c.name} has no vectors that its reference passes"


def provisional(rows):
    """Returns the ciphers that have only vectors from implementations, because no standard or paper gives any."""
    for c in lists.ciphers():
        reference = rows.get(f"{c.name}.reference.scalar", [])
        if any("implementation-derived" in r.get("vectors", {}).get("note", "") for r in reference):
            yield c.name


def read(paths):
    rows = {}
    for path in paths:
        for row in json.loads(Path(path).read_text())["rows"]:
            rows.setdefault(row["id"], []).append(row)
    return rows


def parse(arguments):
    no_host, paths, rest = {}, [], iter(arguments)
    for a in rest:
        if a == "--no-host":
            architecture, reason = next(rest, "=").split("=", 1)
            no_host[architecture] = reason
        else:
            paths.append(a)
    if not paths:
        sys.exit(__doc__.strip())
    return no_host, paths


def isas(which, rows):
    """Returns names of instruction sets. `which` is a key of ISAS."""
    all_rows = [row for rows_of_id in rows.values() for row in rows_of_id]
    ran = {row["isa"] for row in all_rows if row["ran"] != "skipped"}
    skipped = {row["isa"] for row in all_rows if row.get("skip") in ISAS[which]} - ran
    names = [i.name for i in lists.isas() if i.arch != "any" and i.name in (skipped if ISAS[which] else ran)]
    return names[-1:] if which == "strongest" else names


def main():
    if len(sys.argv) > 3 and sys.argv[1] == "--isas" and sys.argv[2] in ISAS:
        print(";".join(isas(sys.argv[2], read(sys.argv[3:]))))
        return 0
    no_host, paths = parse(sys.argv[1:])
    rows = read(paths)
    architectures = {i.name: i.arch for i in lists.isas()}
    counts = {"passed": 0, "failed": 0, "skipped": 0, "unserved": 0}
    known, skipped = lists.ids(), {}
    measured = {line.kernel for machine in machines.machines() for line in machine.part("kernels")}
    for name, isa in known:
        verdict, word = judge(rows.get(name, []), architectures[isa], no_host, name in measured)
        counts[verdict] += 1
        if verdict == "skipped":
            skipped.setdefault((isa, word), []).append(name)
        print(f"{name:48} {'' if verdict == 'passed' else verdict.upper() + ': '}{word}")
    problems = list(cipher_problems(rows))
    problems += [f"{name} is in a ledger but not in the lists" for name in sorted(set(rows) - {n for n, _ in known})]
    for name in provisional(rows):
        print(f"PROVISIONAL: {name} has only vectors derived from implementations")
    for (isa, word), names in skipped.items():
        print(f"SKIPPED {len(names)} kernels of {isa}: ran {word}")
    for p in problems:
        print(f"FAILED: {p}")
    print(f"{counts['passed']} passed, {counts['failed'] + len(problems)} failed, {counts['skipped']} skipped, {counts['unserved']} unserved")
    return 1 if counts["failed"] or problems else 0


if __name__ == "__main__":
    sys.exit(main())
