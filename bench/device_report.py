"""Judges the results of device_measure.py, and makes their page in Markdown."""
import json

# Required speeds in GB/s on an H200 or H100: CTR in place in device memory, and an AEAD that seals in place.
TARGETS = {"kuznyechik": 180, "kalyna-128-128": 300, "clefia-128": 550, "magma": 450, "speck-128-128": 800, "lea-128": 900,
           "simon-128-128": 600, "rectangle-80": 500, "cypress-256": 900, "aes-128": 580}
SEAL_TARGETS = {"kalyna-128-128": 100, "kuznyechik": 100}
TARGETS_OF = ("H100", "H200")
SHARE_OF_BOUND, SHARE_OF_COPY = 0.70, 0.90
CLEFIA_BYTES, CLEFIA_MS = 2**30, 30  # from pinned memory to pinned memory
LARGE_BYTES = 16 * 10**8
INPUTS_APART = 1.02  # kinds of input count as equally fast up to this ratio of speeds


def best(rows, cipher, figure):
    """Returns the row of a cipher with the best median of a figure, or None."""
    found = [r for r in rows if r["cipher"] == cipher and (r.get(figure) or {}).get("median")]
    return max(found, key=lambda r: r[figure]["median"], default=None)


def must(text, figure, holds):
    return {"must": text, "figure": figure, "holds": holds}


def speeds(rows):
    """CTR in place: the required speeds on these devices, and on all devices the share of the bound."""
    named = any(name in rows[0]["name"] for name in TARGETS_OF) if rows else False
    for cipher, target in TARGETS.items():
        said = [r["equal_to_cpu"] for r in rows if r["cipher"] == cipher]
        # Only a kernel whose own result was checked counts, if there is one.
        row = best([r for r in rows if r["equal_to_cpu"]], cipher, "in_place") or best(rows, cipher, "in_place")
        rate, equal = row and row["in_place"]["median"], row and row["equal_to_cpu"] and False not in said
        yield must(f"{cipher}, CTR in place, whole result checked: {target} GB/s", row and f"{rate} GB/s by {row['kernel']}",
                   bool(rate >= target and equal) if row and named else None)
    for cipher in dict.fromkeys(r["cipher"] for r in rows):
        row = best(rows, cipher, "in_place")
        share = row and row.get("share_of_bound")
        yield must(f"{cipher}: {100 * SHARE_OF_BOUND:.0f} % of its bound", share and f"{100 * share:.0f} % of {row['bound']} GB/s",
                   share >= SHARE_OF_BOUND if share else None)


def seals(rows):
    for cipher, target in SEAL_TARGETS.items():
        row = best(rows, cipher, "seal")
        yield must(f"{cipher}, sealed in place in device memory: {target} GB/s", row and f"{row['seal']['median']} GB/s of {row.get('mode')}",
                   row["seal"]["median"] >= target if row else None)


def copies(rows):
    row = best([r for r in rows if r["bytes"] >= CLEFIA_BYTES], "clefia-128", "host_to_host")
    ms = row and CLEFIA_BYTES / row["host_to_host"]["median"] / 1e6
    yield must(f"CLEFIA-128, 1 GiB from host to host: {CLEFIA_MS} ms", row and f"{ms:.1f} ms", ms <= CLEFIA_MS if row else None)
    for cipher in TARGETS:
        found = best(rows, cipher, "host_to_host")
        share = found and found.get("share_of_copy")
        yield must(f"{cipher}, host to host: {100 * SHARE_OF_COPY:.0f} % of the slower copy", share and f"{100 * share:.0f} %",
                   share >= SHARE_OF_COPY if share else None)


def inputs(rows):
    """Yields whether the time depends on the data, by ECB of random, grouped and constant blocks."""
    for row in {r["kernel"]: r for r in rows if r.get("inputs")}.values():
        rates = [x["median"] for x in row["inputs"] if x["median"]]
        apart = max(rates) / min(rates) if len(rates) == 3 else None
        yield must(f"{row['kernel']}: no input is quicker than another", apart and f"{100 * (apart - 1):.1f} % apart", apart <= INPUTS_APART if apart else None)


def checks(rows, outputs):
    for cipher in TARGETS:
        large = [r for r in rows if r["cipher"] == cipher and r["step"] == "large" and r["equal_to_cpu"] is not None]
        enough = large and (large[-1]["bytes"] >= LARGE_BYTES or not large[-1]["equal_to_cpu"])
        yield must(f"{cipher}: 10^8 blocks of 16 bytes equal to the CPU", f"{large[-1]['bytes']} bytes" if large else None, large[-1]["equal_to_cpu"] if enough else None)
    for step in ("suite", "memcheck", "racecheck", "study"):
        found = outputs.get(step)
        ran = found and not found.get("skipped")
        yield must(f"{step}", found and (found.get("skipped") or f"exit {found['exit']} after {found['seconds']:.0f} s"), found["exit"] == 0 if ran else None)


def judged(rows, outputs):
    return [*speeds(rows), *seals(rows), *copies(rows), *inputs(rows), *checks(rows, outputs)]


def read(folders):
    """Returns (rows, outputs) of the folders that device_measure.py filled. If a step measured a kernel twice, the last
    row counts."""
    rows, outputs = {}, {}
    for folder in folders:
        path = folder / "rows.jsonl"
        for line in path.read_text().splitlines() if path.exists() else ():
            row = json.loads(line)
            rows[row["step"], row["cipher"], row["kernel"]] = row
        for path in sorted(folder.glob("output-*.json")):
            outputs[path.stem.removeprefix("output-")] = json.loads(path.read_text())
    return list(rows.values()), outputs


SAME = ("device", "name", "architecture", "driver", "compute_units", "clock_mhz", "commit", "compiler")


def percent(share):
    return f"{100 * share:.0f} %" if share else "-"


def median(figure):
    return (figure or {}).get("median") or "-"


def table(rows):
    yield "| step | kernel | bytes | keystream | in place | bound | share | host to host | of copy | copies | seal | output | ECB: random, grouped, constant |"
    yield "|" + "---|" * 13
    for r in rows:
        said = {True: "equal", False: "DIFFERS", None: "-"}[r["equal_to_cpu"]]
        yield (f"| {r['step']} | {r['kernel']} | {r['bytes']} | {median(r['keystream'])} | {median(r['in_place'])} | {r['bound'] or '-'} | "
               f"{percent(r['share_of_bound'])} | {median(r['host_to_host'])} | {percent(r['share_of_copy'])} | "
               f"{median(r['copy_in'])} in, {median(r['copy_out'])} out | {median(r.get('seal'))} | {said} | "
               f"{', '.join(str(x['median']) for x in r.get('inputs', [])) or '-'} |")


def musts_table(musts):
    mark = {True: "holds", False: "**does not**", None: "not measured"}
    yield "| must | figure | verdict |"
    yield "|---|---|---|"
    for m in musts:
        yield f"| {m['must']} | {m['figure'] or '-'} | {mark[m['holds']]} |"


def page(rows, outputs, musts, about):
    yield f"# {about.get('name')}: {about.get('architecture')}, driver {about.get('driver')}, {about.get('compute_units')} units, {about.get('clock_mhz')} MHz"
    yield ""
    yield f"Written by `bench/device_measure.py`: `{about.get('device')}`, {about['date']}, commit {about.get('commit')}, {about.get('compiler')}."
    yield ""
    yield "GB/s are 10^9 bytes per second, medians. \"equal\" means that every byte was compared with the CPU's."
    yield ""
    yield from musts_table(musts)
    yield ""
    yield from table(rows)
    for step, found in outputs.items():
        yield ""
        yield f"## {step}"
        yield ""
        yield "```"
        yield found.get("skipped") or f"$ {found['command']}\n{found['tail'].rstrip()}"
        yield "```"
