#!/usr/bin/env python3
"""How the lab judges: samples, spreads, claims, orders of rows, and explanations. The test runs no program and reads no
clock.

It moves each claim of lab/claims.toml across each of its limits, because a verdict that cannot change is worthless.

It turned red when Samples kept a damaged line, when measure() did not test the spread, when summary() never marked a
row or kept samples of a shared core, when the median was that of all passes instead of the slower pass, when
Ratio.judged() ignored `most`, or looked at the figure and not at the interval, when every() left out the first row,
when order() counted a pair within the spread as kept, when a claim had left and right exchanged, when an explanation
contained a figure, when explanation() explained a reproduced statement, and when ALONE was 0.9.

It also turned red when judged() kept instances that are no time, when a gate of a circuit counted as another part,
and when one circuit of a sum was left out.

It also turned red when gain() divided the older class by the newer one, when output NOTs were not counted as NOT, and
when the price of a run was ignored.
"""
import copy
import functools
import importlib
import itertools
import json
import re
import sys
import tempfile
import unittest.mock
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lab"))


def runner(module):
    return importlib.import_module(f"runner.{module}")


def test_damaged_samples(folder):
    """Invalid lines are reported and left out, whatever is wrong with them."""
    good = {"row": "a b enc 16 1", "calls": 1, "bytes": 16, "ns": 5, "tsc": 5, "core": 5, "on_cpu": 1, "alone": 1, "pass": 1}
    bad = ["5", "[]", "{}", '{"row": 3, "value": 1}', '{"row": "a", "value": "x"}', json.dumps({**good, "calls": 0}), "\\xff"]
    (folder / "samples.jsonl").write_text("\n".join([json.dumps(good), *bad]) + "\n")
    assert runner("run").Samples(folder).rows == {good["row"]: [good]}
    assert json.loads((folder / "samples.jsonl").read_text()) == good


def test_repeats_and_marks(folder):
    """A row of calm samples is measured once per pass. If its samples differ, it is measured again, up to a limit, and
    then marked. A row is also marked if its thread lost its processor or shared its core."""
    run_module, study, verdict = runner("run"), runner("study"), runner("verdict")

    def sample(ns, on_cpu=1.0, alone=1.0):
        return {"calls": 1, "bytes": 1000, "ns": ns, "tsc": 2 * ns, "core": 2 * ns, "on_cpu": on_cpu, "alone": alone}
    taken = {"calm": [sample(1000)] * 10, "wild": [sample(1000), *[sample(1500)] * 9], "waiting": [sample(1000, 0.5)] * 10,
             "shared": [sample(2000, 1.0, 0.5)] * 9 + [sample(1000)]}
    samples, figures = run_module.Samples(folder), {}
    table = study.Table("p", "t", "w", "t", "mb_s", {"facts": "", "columns": [{"name": "c"}]})
    run_module.extent = lambda spec, quick: (10, 1)
    for name, rounds in (("calm", 1), ("wild", run_module.ROUNDS), ("waiting", 1), ("shared", 1)):
        spec = study.Spec("gcc", name, "enc", 1000)
        run_module.own_samples = lambda machine, spec, count, ms: iter(taken[spec.subject])
        run_module.measure(None, spec, samples, True, late=lambda: spec.subject == "shared")
        assert len(samples.of(spec)) == 10 * rounds, (name, len(samples.of(spec)))
        table.cells.append(study.Cell(table, name, "c", "mb_s", spec=spec))
        figures[spec.key] = run_module.summary(samples.of(spec))
    marks = {c.row: verdict.value_of(c, figures).disturbed for c in table.cells}
    assert marks == {"calm": False, "wild": True, "waiting": True, "shared": True}, marks
    assert verdict.Study([table], figures).disturbed() == (3, 4)
    late = study.Spec("gcc", "wild", "dec", 1000)
    run_module.measure(None, late, samples, True, late=lambda: True)
    assert len(samples.of(late)) == 10, "rows are repeated beyond the limit"
    run_module.measure(None, late, samples, True, number=2, late=lambda: True)
    assert [s["pass"] for s in samples.of(late)] == [1] * 10 + [2] * 10, "a second pass is not a pass of its own"
    importlib.reload(run_module)


def test_one_limit_of_calm(_):
    """bench and lab reject the same samples."""
    header = (Path(__file__).resolve().parents[2] / "bench/measure/sample.hpp").read_text()
    there = re.search(r"kMinOnCpu = ([\d.]+), kMinAlone = ([\d.]+);", header)
    assert tuple(map(float, there.groups())) == (runner("run").ON_CPU, runner("run").ALONE), there


def test_summary(_):
    """The time is the least sample, but at most the median of the slower pass. Core cycles are the median between the
    quartiles. Samples of a shared core are left out unless most samples are of this kind."""
    summary = runner("run").summary

    def sample(ns, number, alone=1.0):
        return {"row": "r", "calls": 1, "bytes": 1, "ns": ns, "tsc": ns, "core": ns, "on_cpu": 1.0, "alone": alone, "pass": number}
    found = summary([sample(n, 1) for n in (10, 11, 12)] + [sample(n, 2) for n in (20, 22, 24)] + [sample(1, 2, 0.5)])
    assert found["ns"] == [10, 10, 22] and found["core"] == [20, 11, 22], found
    assert found["disturbed"] and found["volume"] == 7  # because the passes differ
    assert summary([{"row": "r", "value": 5}]) == {"value": 5}


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


def combinations(claim):
    """The names that a claim compares in each combination of its `in`."""
    keys = list(claim.get("in", {}))
    for values in itertools.product(*(claim["in"][k] for k in keys)):
        words = dict(zip(keys, values))
        if "every" in claim:
            table = claim["every"][0]
            row = next(iter(next(t for t in tables() if (t.paper, t.id) == (claim["paper"], table)).entry["rows"]))
            yield [f"{table}/{row}/{claim[side].format(**words)}" for side in ("left", "right")]
        else:
            yield [n.format(**words) for n in claim.get("fastest") or [claim[side] for side in ("left", "right") if side in claim]]


def test_each_claim_can_fail(_):
    """For each claim and combination, the rate of the left side is moved to both sides of each limit and into the
    spread. The answer must change, and the verdict with it."""
    study = runner("study")
    for claim in study.claims():
        if "reason" in claim:
            assert claim["reason"].startswith(study.STATES), claim
            continue
        if "generations" in claim:
            continue  # test_generations
        least, most = claim.get("least", 1.0), claim.get("most", 1e9)
        names = list(combinations(claim))

        def verdict_at(factor, only=None, spread=0.0):
            rates = {}
            for n, (left, *_) in enumerate(names):
                for part in left.split(" over ")[0].split("|"):
                    rates[claim["paper"], part] = factor if only in (None, n) else least * 1.01
            if "every" in claim:  # all rows; in one combination only the first
                rates = every_row(claim, rates, least * 1.01, factor, only)
            return made_study(rates, spread).verdict(claim)
        inside = min(least * 1.01, (least + most) / 2)
        assert verdict_at(inside).word == "reproduced", (claim, verdict_at(inside).instances)
        assert verdict_at(least * 0.99).word == "not reproduced", claim
        assert verdict_at(least * 1.01, spread=0.05).word == "undecided", claim
        if most < 1e9:
            assert verdict_at(most * 1.01).word == "not reproduced", claim
        if len({left for left, *_ in names}) > 1:
            assert verdict_at(least * 0.99, only=0).word == "undecided", claim


def test_second(_):
    """The paper has Cypress first and SPECK second. If SPECK is first here, no statement is reproduced that calls it
    the second or slower than Cypress."""
    paper = "cypress-performance-2018"
    for column, first, second in (("Windows, 32 bits", "Cypress-256", "SPECK-64/128"), ("Windows, 64 bits", "Cypress-512", "SPECK-128/128")):
        claims = [c for c in runner("study").claims() if c["where"] == f"Conclusions, {column}" and "slip" not in c]

        def reproduced(rate_of_second):
            made = made_study({(paper, f"speeds/{first}/{column}"): 3.1, (paper, f"speeds/{second}/{column}"): rate_of_second})
            return [c["text"] for c in claims if made.verdict(c).word == "reproduced"]
        assert reproduced(3.0) == [c["text"] for c in claims], reproduced(3.0)
        assert not [t for t in reproduced(3.3) if re.search("second|little slower", t)], reproduced(3.3)


def test_one_processor(_):
    """Published figures of two processors are not compared: no pair of rows, and no ratio of a claim, has both."""
    made = made_study({})
    claims = {c["text"]: {i.published for i in made.verdict(c).instances} for c in runner("study").claims()}
    assert claims["The 4-bit decomposition of the S-box makes byte slices faster (300 against 235 MB/s)"] == {300 / 235, None}
    assert claims["Cypress-512 is faster on a 64-bit processor than on a 32-bit one"] == {4942.77 / 1555.54, None}
    variants = next(t for t in tables() if t.id == "variants")
    assert {c.processor for c in variants.cells if c.published and c.row != "AVX-R-S*-32"} == {"i7-6700"}
    rates = sorted(c.published for c in variants.cells if c.column == "gcc" and c.processor == "i7-6700")
    pairs = sum(a < b for a, b in itertools.combinations(rates, 2))
    assert f" of {pairs} pairs" in made.order(variants, "gcc").detail, (pairs, made.order(variants, "gcc"))
    for name, paper in runner("study").papers().items():
        for section, processors in paper.get("processors", {}).items():
            assert {len(row) for row in paper[section].values()} == {len(processors)}, (name, section)


def test_equal_rates(_):
    """Statements that two rates are equal allow the spread of a quiet run, and no more."""
    for text in ("Equal bytes", "A Xeon does not slow down"):
        claim = next(c for c in runner("study").claims() if c["text"].startswith(text))
        lefts = {n[0] for n in combinations(claim)}
        if "every" in claim:
            lefts = {c.name for t in tables() if t.id in claim["every"] for c in t.cells if c.column == claim["left"]}
        slower = {(claim["paper"], name): 0.9 for name in lefts}
        assert made_study({}, spread=0.02).verdict(claim).word == "reproduced", claim
        assert made_study(slower, spread=0.02).verdict(claim).word == "not reproduced", claim


def test_processors(_):
    """A statement about a kind of processor is judged on this kind only."""
    core, xeon = (next(c for c in runner("study").claims() if c["text"].startswith(text)) for text in ("A Core slows", "A Xeon does"))
    for name, judged in (("Intel(R) Core(TM) i7-6700 CPU @ 3.40GHz", [core]), ("13th Gen Intel(R) Core(TM) i7-13700K", [core]), ("Intel(R) Core(TM) Ultra 7 155H", [core]),
                         ("Intel(R) Xeon(R) CPU E5-1650 v4 @ 3.60GHz", [xeon]), ("AMD EPYC 7763 64-Core Processor", []), ("AMD Ryzen 9 7950X 16-Core Processor", []),
                         ("Intel(R) Pentium(R) Dual-Core CPU E5300 @ 2.60GHz", [])):
        made = runner("verdict").Study(tables(), {}, name)
        assert [c for c in (core, xeon) if made.verdict(c).word != "not applicable"] == judged, name


def test_generations(_):
    """A claim about generations compares the runs of two classes. Each class, and each side of the limit, decides. The
    verdict says which class has no run."""
    claims = [c for c in runner("study").claims() if "generations" in c]
    assert claims
    for claim in claims:
        least, pairs = claim.get("least", 1.0), claim["generations"]
        (older, newer), classes = pairs[0], list(dict.fromkeys(c for pair in pairs for c in pair))
        names = [claim["left"].format(**dict(zip(claim["in"], values))) for values in itertools.product(*claim["in"].values())]

        def verdict_at(factor, spread=0.0, without=None):
            made = {c: made_study({(claim["paper"], n.split(" over ")[0]): (factor * least) ** k for n in names}, spread)
                    for k, c in enumerate(classes) if c != without}
            here = made_study({})
            here.classes = made
            return here.verdict(claim)
        assert verdict_at(1.01).word == "reproduced" and verdict_at(1.01).substitute == claim["substitute"]
        assert verdict_at(0.99).word == "not reproduced" and verdict_at(1.01, 0.05).word == "undecided"
        there = verdict_at(1.01, without=older).instances
        assert [i.missing for i in there if older in i.label] == [f"not measured: docs/lab has no run of the class {older}"] * len(names)
        assert len(there) == len(names) * len(pairs) and abs(verdict_at(1.01).instances[0].ratio.value - 1.01 * least) < 1e-9, newer
    study = runner("study")
    assert [study.figure_of(v) for v in ("32+0.25", "9-10.6", -1, "64")] == [32.25, 10.6, None, 64]


def test_papers_agree_with_themselves(_):
    """With the paper's own figures in place of measured ones, each of its statements is reproduced as far as it has
    figures, unless the claim documents an error of the paper. A claim with exchanged sides fails this test."""
    study, verdict = runner("study"), runner("verdict")
    made = verdict.Study(copy.deepcopy(tables()), {}, "Xeon Core(TM)")
    for cell in made.cells.values():
        cell.unit = cell.published_unit or cell.unit
        made.values[id(cell)] = verdict.exact(cell.published) if cell.published else None
    for claim in study.claims():
        found = made.verdict(claim)
        assert found.word in (("not reproduced", "undecided") if "slip" in claim else ("reproduced", *study.STATES)), (claim, found.instances)


def test_every(_):
    """A row of ours decides no statement of the paper. Such a statement has a substitute only if each of its rows is
    one."""
    paper = "kalyna-bitslice-2020"
    claim = next(c for c in runner("study").claims() if c.get("every") == ["table2", "table3", "table11"])
    faster = {(paper, f"table2/{c.row}/{c.column}"): 2.0 for t in tables() if t.id == "table2" for c in t.cells if c.column.endswith("enc")}
    faster |= {(paper, c.name): 2.0 for t in tables() if t.id in ("table3", "table11") for c in t.cells if c.column.endswith("enc") and not c.row.startswith("ours")}
    found = made_study({**faster, (paper, "table11/ours, SSE128.way32/gcc enc"): 0.5}).verdict(claim)
    assert [(i.label, i.answer, i.detail) for i in found.instances] == [("gcc", "yes", "33 of 33 rows"), ("clang", "yes", "33 of 33 rows")], found.instances
    gcc, clang = (i.substitute for i in found.instances)
    assert gcc == "" and all(part in clang for part in ("clang in place", "gathers", "stepwise", "our reading")), found.instances


def every_row(claim, rates, held, factor, only):
    """Returns the rates of the left column: `held` for all rows except the first, or except the row of one
    combination."""
    found = {}
    for table in (t for t in tables() if t.paper == claim["paper"] and t.id in claim["every"]):
        for cell in table.cells:
            for n, names in enumerate(combinations(claim)):
                if cell.column == names[0].split("/")[-1]:
                    first = cell.name == names[0]
                    found[cell.table.paper, cell.name] = factor if first and only in (None, n) else held
    return found


def test_verdicts(_):
    """The interval decides, not the figure. If instances disagree, the verdict is undecided."""
    verdict = runner("verdict")
    judged = verdict.Ratio(1.5, 1.4, 1.6).judged
    assert [judged(1.4, 9), judged(1.7, 9), judged(1.5, 9), judged(0, 1.3), judged(0, 1.5)] == ["yes", "no", "within the spread", "no", "within the spread"]
    assert verdict.quotient((4, 3, 5), (2, 1, 2)) == verdict.Ratio(2, 1.5, 5)
    values = {"a": verdict.Instance("a", "yes"), "b": verdict.Instance("b", "no"), "c": verdict.Instance("c", "yes", substitute="s; t"),
              "m": verdict.Instance("m", "within the spread"), "n": verdict.Instance("n", "", missing="not measured: x"),
              "u": verdict.Instance("u", "within the spread", untimed=True)}

    def word(names):
        return verdict.Verdict({}, [values[n] for n in names]).word
    assert [word("ua"), word("ub"), word("u")] == ["reproduced", "not reproduced", "undecided"], "what is no time decides"
    assert [word("a"), word("b"), word("ab"), word("am"), word("m"), word("na"), word("n")] == \
        ["reproduced", "not reproduced", "undecided", "undecided", "undecided", "reproduced", "not measured"]
    assert [verdict.Verdict({}, [values[n] for n in names]).substitute for names in ("c", "ca", "n")] == ["s; t", "", ""]


def test_orders(_):
    """Pairs of rows that changed are named. Pairs within the spread count for neither side."""
    study, verdict = runner("study"), runner("verdict")
    table = study.Table("p", "t", "w", "t", "mb_s", {"facts": "", "columns": [{"name": "c"}]})
    figures = {}
    for name, published, ns, most in (("a", 4.0, 100, 100), ("b", 3.0, 90, 90), ("c", 2.0, 50, 50), ("d", 1.0, 49, 51)):
        spec = study.Spec("gcc", name, "enc", 1000)
        figures[spec.key] = {"ns": [ns, ns, most], "tsc": [0, 0, 0], "core": [0, 0, 0], "spread": 0.0, "disturbed": False, "volume": 1}
        table.cells.append(study.Cell(table, name, "c", "mb_s", published, spec))
    (found,) = verdict.Study([table], figures).orders()
    (instance,) = found.instances
    assert found.word == "not reproduced" and instance.detail == "0 of 6 pairs in order, 1 within the spread, 5 changed; most: d before a (2.04 times)", instance
    figures[table.cells[0].spec.key]["ns"] = [10, 10, 10]
    figures[table.cells[1].spec.key]["ns"] = [20, 20, 20]
    (found,) = verdict.Study([table], figures).orders()
    assert found.word == "undecided", found
    figures[table.cells[3].spec.key]["ns"] = [60, 60, 60]
    (found,) = verdict.Study([table], figures).orders()
    assert found.word == "reproduced", found


def test_order_within_tables(_):
    """Rows of different tables of the paper are not ordered, so a faster primitive changes nothing."""
    paper = "gpu-primitives-2018"
    for name, count in (("cpu", 15), ("gpu", 18)):
        table = next(t for t in tables() if (t.paper, t.id) == (paper, name))
        rates = {(paper, c.name): 1 / c.published for c in table.cells if c.published}
        moved = {key: (10 if "long_addition" in key[1] else 1) * each for key, each in rates.items()}
        for each in (rates, moved):
            found = made_study(each).order(table, table.cells[0].column)
            assert (found.answer, found.detail) == ("yes", f"{count} of {count} pairs in order"), found


def test_explanations(_):
    """An explanation is marked as a guess. It repeats no figure of another run, and the names in it exist. It is
    printed only if the statement is not reproduced."""
    study, statements = runner("study"), runner("statements")
    made = made_study({})
    texts = [(t.entry, t.entry.get("order", ""), t.paper) for t in tables()]
    for entry, text, paper in texts + [(c, c.get("why", ""), c["paper"]) for c in study.claims()]:
        assert not text or text.startswith("Possibly"), text
        words = re.sub(r"{[^}]*}", "", text)
        assert not re.search(r"\d\.\d|\d %|\d times|\d cycles", words), ("a figure typed by hand", text)
        statements.Figures(made, paper).format(text)
    claim = {"paper": "kalyna-bitslice-2020", "where": "", "text": "", "why": "it is {table2/GPR.way1/gcc enc}",
             "left": "table2/GPR.way1/gcc enc", "right": "table2/GPR.way2/gcc enc", "least": 2.0}
    assert statements.explanation(made, made.verdict(claim)) == ["it is 1."]
    faster = made_study({("kalyna-bitslice-2020", "table2/GPR.way1/gcc enc"): 4.0})
    assert statements.explanation(faster, faster.verdict(claim)) == []


def test_parts_of_circuits(_):
    """Each gate of a circuit of the 2020 heuristic is counted as one part, and all parts together are its gates; the
    formula's x is what the circuit's own count gives."""
    figures = runner("figures")
    text = "t0 = ~x6\nt1 = t0 & x5\nt2 = x0 & x1\nt3 = t2 ^ x2\nt4 = ~x3\nt5 = t1 & t3\noutputs t5 t5 t5 t5\n"
    found = figures.parts_of_circuit(text)
    assert {k: found[k] for k in ("masks", "r1", "vectors", "outputs", "used")} == {"masks": 2, "r1": 2, "vectors": 1, "outputs": 1, "used": 200}, found
    for name, fixed, vectors in (("0", 298, 128), ("inv2+inv3", 546, 256), ("0+1+2+3", 1042, 512)):
        gates = figures.circuit_figure(f"kalyna-2020/{name}")
        parts = figures.parts_of_circuit(figures.circuit_file(f"kalyna-2020/{name}").read_text())
        assert gates == sum(parts[p] for p in ("masks", "r1", "vectors", "outputs")) and abs(fixed + vectors * parts["x"] - gates) < 1e-9, name
        assert parts["masks"] == 28 and parts["outputs"] == fixed - 28 - 22, (name, parts)
    assert figures.circuit_figure("sum kalyna-2020/0 kalyna-2020/1") == figures.circuit_figure("kalyna-2020/0") + figures.circuit_figure("kalyna-2020/1")
    assert figures.circuit_figure("sum kalyna-2020/0 kalyna-2020/none") is None


def test_kinds_of_gates(_):
    """Each gate of a circuit counts as one kind, inverted or not, and so does each NOT at an output: together they are
    the gates that the file's head tells. Gates may share a line."""
    figures = runner("figures")
    text = "t0 = x1 ^ x0\nt1 = ~(t0 ^ x2); t2 = ~(x0 & t1)\nt3 = x1 & ~t2\nt4 = t3 | x0\nt5 = ~x4\noutputs ~t4 t5 ~t2\n"
    assert figures.kinds_of_circuit(text) == {"xor": 2, "and": 2, "or": 1, "not": 3}
    for name in ("aes/aes.nand-nor-xor", "aes/aes.and-or-xor-not", "aes/aes.andn"):
        assert sum(figures.circuit_figure(f"{kind} {name}") for kind in figures.KINDS) == figures.circuit_figure(name), name


def test_threads(_):
    """The threads of a row are those that this process may use. A row needs a reason if it would have the same threads
    as another row."""
    machine, run_module, study = runner("machine"), runner("run"), runner("study")
    here, patch = object.__new__(machine.Machine), unittest.mock.patch.object
    here.told, here.subjects, here.refusals = {"best": {}, "reasons": {}, "native": []}, {"gcc": {"k": ""}}, {}
    for usable, cores, threads in (({0}, 1, [1, 0, 0]), ({0, 1}, 1, [1, 0, 2]), ({0, 1}, 2, [1, 2, 0]), ({2, 3, 6, 7}, 2, [1, 2, 4])):
        with patch(machine.os, "sched_getaffinity", lambda _, usable=usable: usable), patch(machine.os, "cpu_count", lambda: 64), \
                patch(machine, "cores", lambda cores=cores: cores), patch(run_module, "cores", lambda cores=cores: cores):
            found = [study.Spec("gcc", "k", "enc", 16, name) for name in ("1", "cores", "all")]
            assert [0 if here.find_reason(spec) else run_module.threads_of(spec) for spec in found] == threads, (usable, cores)


def test_prices(folder):
    """A row has a cost in cents if the reader gives a price. Otherwise its note says so."""
    prices, study = runner("prices"), runner("study")

    class Nothing:
        cells = {}
        value = staticmethod(lambda cell: None)
    paper = study.papers()[prices.PAPER]
    rows = prices.rows(Nothing, paper, {"machine": "nonesuch", "processors": 2})
    assert [r.name for r in rows[:5]] == list(paper["cpus"]) and all(r.cents > 0 for r in rows[:5])
    assert "no price" in rows[5].note and rows[5].cents is None
    rows = prices.rows(Nothing, paper, {"machine": "nonesuch", "processors": 2, "price": 500})
    assert rows[5].price == 500 and not rows[5].note
    assert abs(rows[0].cents - 100 * 294 / (4 * 220)) < 1e-9
    made = made_study({(prices.PAPER, "cores/SSE-LS-4/one core"): 5.0})
    alone = prices.rows(made, paper, {"machine": "nonesuch", "processors": 1, "cores": 1})[5]
    assert alone.rate == made.value(made.cell(prices.PAPER, "cores/SSE-LS-4/one core")).value, "one core has no row of all cores"


def main():
    for name, test in [(n, t) for n, t in globals().items() if n.startswith("test_") and (n in sys.argv or not sys.argv[1:])]:
        with tempfile.TemporaryDirectory() as folder:
            test(Path(folder))
        print(f"ok {name}")


if __name__ == "__main__":
    main()
