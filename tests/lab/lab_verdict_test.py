#!/usr/bin/env python3
"""How the lab judges: samples, spreads, orders of rows, figures without a clock, threads and prices. The test runs no
program and reads no clock. lab_claims_test.py has the statements of the papers.

It turned red when Samples kept a damaged line, when measure() did not test the spread, when summary() never marked a
row or kept samples of a shared core, when the median was that of all passes instead of the slower pass, when
Ratio.judged() ignored `most`, or looked at the figure and not at the interval, when order() counted a pair within the
spread as kept, and when ALONE was 0.9.

It also turned red when judged() kept instances that are no time, when a gate of a circuit counted as another part,
and when one circuit of a sum was left out.

It also turned red when output NOTs were not counted as NOT, when the price of a run was ignored, when `all` were the
threads of the machine and not those of the process, when one core was measured as all cores, and when the clock of the
core grew with the spread.
"""
import importlib
import json
import re
import unittest.mock
from pathlib import Path

from studies import made_study, run_tests, runner


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


def test_clocks(_):
    """The clocks of the page are those of the machine, whatever the spread of its samples."""
    samples = [{"row": "r", "calls": 1, "bytes": 10, "ns": ns, "tsc": 3 * ns, "core": 4 * ns, "on_cpu": 1.0, "alone": 1.0, "pass": 1} for ns in range(100, 111)]
    found = runner("report").clocks({"r": runner("run").summary(samples), "counted": {"value": 5}})
    assert all(abs(a - b) < 1e-9 for a, b in zip(found, (3, 4))), found


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


if __name__ == "__main__":
    run_tests(globals())
