#!/usr/bin/env python3
"""How the lab judges the statements of the papers. The test moves each claim of lab/claims.toml across each of its
limits, because a verdict that cannot change is worthless, and compares it with the paper's own figures.

It turned red when every() left out the first row or took rows of ours, when a claim had left and right exchanged, when
an explanation contained a figure, when explanation() explained a reproduced statement, and when gain() divided the
older class by the newer one.

It also turned red when a row that was first counted as the second, when figures of two processors or rows of two tables
of a paper were compared, when a limit excluded a figure of the paper itself, when an AMD with 64 cores was a Core, and
when equal rates did not count as equal.
"""
import copy
import itertools
import re

from studies import made_study, run_tests, runner, tables


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
    for name, judged in (
            ("Intel(R) Core(TM) i7-6700 CPU @ 3.40GHz", [core]), ("13th Gen Intel(R) Core(TM) i7-13700K", [core]),
            ("Intel(R) Core(TM) Ultra 7 155H", [core]), ("Intel(R) Xeon(R) CPU E5-1650 v4 @ 3.60GHz", [xeon]),
            ("AMD EPYC 7763 64-Core Processor", []), ("AMD Ryzen 9 7950X 16-Core Processor", []),
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


if __name__ == "__main__":
    run_tests(globals())
