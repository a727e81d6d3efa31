"""Verdicts on the papers' statements, from the figures of a run.

A cell has no verdict: a newer processor is faster than the paper's, and that is no proof. Two kinds of statement are
judged: the order of the rows of a table, and the conclusions that claims.toml takes from a paper's text. A statement is
judged in every compiler and register width that was measured, and the verdict is

* reproduced if all of them say yes,
* not reproduced if all of them say no,
* undecided if they disagree, or if a difference is within the spread that was measured in this run.

A ratio is an interval because each figure is one (see `Value`). A limit that lies within the interval is undecided. For
example, 1.9 to 2.1 does not decide "at least twice as fast". A verdict is a substitute if all of its figures come from
another program or compiler than the paper's.
"""
import itertools
import math
from dataclasses import dataclass

from .study import UNITS, StudyError, claims

REPRODUCED, NOT_REPRODUCED, UNDECIDED = "reproduced", "not reproduced", "undecided"
YES, NO, MAYBE = "yes", "no", "within the spread"
# Units that are not time, and the reason. A figure in such a unit cannot decide a statement about time.
NO_TIME = {"insn_byte": "instructions are counted, which is no time", "model_cpb": "a model of the processor, which is no time"}


@dataclass(frozen=True)
class Value:
    """A figure in the unit of its cell, between the least and the greatest figure that the run allows."""
    value: float
    low: float
    high: float
    spread: float = 0.0
    disturbed: bool = False
    volume: int = 0  # bytes in all samples


def exact(value, volume=0):
    return Value(value, value, value, volume=volume)


# Unit -> (the clock, the function from its ticks a byte to the unit).
CLOCKS = {"tsc_cpb": ("tsc", lambda t: t), "core_cpb": ("core", lambda t: t), "cycles": ("core", lambda t: t),
          "mb_s": ("ns", lambda t: 1000 / t), "mib_s": ("ns", lambda t: 1e9 / 2**20 / t), "mbit_s": ("ns", lambda t: 8000 / t),
          "ms_gb": ("ns", lambda t: 1000 * t)}


def value_of(cell, figures):
    """The figure of a cell, or None if it was not measured. `figures` is row -> summary (see run.summary)."""
    found = figures.get(cell.spec.key) if cell.spec and not cell.reason else None
    if found is None:
        return None
    if "value" in found:
        return exact(found["value"])
    if cell.unit == "insn_byte":
        return exact(found["instructions"] / found["bytes"], found["bytes"])
    clock, unit = CLOCKS[cell.unit]
    if not all(found[clock]):  # this processor has no such clock
        return None
    value, *limits = map(unit, found[clock])
    return Value(value, min(limits), max(limits), found["spread"], found["disturbed"], found["volume"])


def rate(unit, value):
    """A figure as a rate, so that more is better."""
    return 1 / value if UNITS[unit][0] else value


def interval(cell, value):
    """(rate, least, greatest) of a figure."""
    least, greatest = sorted((rate(cell.unit, value.low), rate(cell.unit, value.high)))
    return rate(cell.unit, value.value), least, greatest


@dataclass(frozen=True)
class Ratio:
    """The rate of the left side divided by that of the right side, as an interval."""
    value: float
    low: float
    high: float

    def judged(self, least, most):
        if self.low >= least and self.high <= most:
            return YES
        return NO if self.high < least or self.low > most else MAYBE


def joined(texts):
    """The parts of all texts, joined by "; ", without repetition."""
    return "; ".join(dict.fromkeys(part for text in texts for part in text.split("; ") if part))


def parts_of(names):
    """The names of all cells in the names of a claim. For example, "a|b over c" has a, b and c."""
    return [one for n in names for part in n.split(" over ") for one in part.split("|")]


def quotient(left, right):
    return Ratio(left[0] / right[0], left[1] / right[2], left[2] / right[1])


@dataclass(frozen=True)
class Instance:
    """A statement in one compiler, width or table."""
    label: str
    answer: str  # YES, NO, MAYBE; "" without a measurement
    ratio: Ratio = None
    published: float = None
    substitute: str = ""  # how our programs differ from the paper's
    missing: str = ""  # the reason if nothing was measured
    detail: str = ""
    untimed: bool = False  # a figure has a unit of NO_TIME, so the instance counts only if no other one answers


@dataclass(frozen=True)
class Verdict:
    claim: dict
    instances: list

    @property
    def judged(self):
        answered = [i for i in self.instances if i.answer]
        return [i for i in answered if not i.untimed] or answered

    @property
    def word(self):
        """The verdict. Without a measurement, it is one of study.STATES, because that says why."""
        answers = {i.answer for i in self.judged}
        if not answers:
            return self.instances[0].missing.partition(": ")[0]
        return {frozenset({YES}): REPRODUCED, frozenset({NO}): NOT_REPRODUCED}.get(frozenset(answers), UNDECIDED)

    @property
    def substitute(self):
        """The differences of our programs from the paper's; '' if one of them is the paper's own."""
        differences = [i.substitute for i in self.judged]
        return joined(differences) if differences and all(differences) else ""


class Study:
    """Tables with their figures, and the verdicts on all statements about them."""

    def __init__(self, made, figures, cpu="", classes=None):
        """`classes`: class of processors -> the study of its run, for claims about generations."""
        self.tables, self.cpu, self.classes = made, cpu, classes or {}
        self.cells = {(t.paper, c.name): c for t in made for c in t.cells}
        self.values = {id(c): value_of(c, figures) for c in self.cells.values()}

    def value(self, cell):
        return self.values[id(cell)]

    def ratio(self, cell):
        """Our rate divided by the published one, or None if one of the two is missing."""
        value = self.value(cell)
        if value is None or not value.value or not cell.published or not self.comparable(cell):
            return None
        return rate(cell.unit, value.value) / rate(cell.unit, cell.published)

    @staticmethod
    def comparable(cell):
        """Whether both figures have the same unit. If not, you can compare only orders and ratios within a column."""
        return cell.published_unit in (None, cell.unit)

    def cell(self, paper, name):
        if (paper, name) not in self.cells:
            raise StudyError(f"claims.toml: {paper} has no cell {name}")
        return self.cells[paper, name]

    def rate_of(self, paper, name):
        """The interval of a name in a claim: the quotient for "a over b", and the better one for "a|b". None if a part
        of it was not measured."""
        if " over " in name:
            left, right = (self.rate_of(paper, n) for n in name.split(" over "))
            return left and right and tuple(vars(quotient(left, right)).values())
        cells = [self.cell(paper, one) for one in name.split("|")]
        rates = [interval(c, v) for c in cells if (v := self.value(c)) and v.value]
        return max(rates) if len(rates) == len(cells) else None

    def published_rate(self, paper, name):
        """The same as rate_of for the published figures, which have no interval."""
        if " over " in name:
            left, right = (self.published_rate(paper, n) for n in name.split(" over "))
            return left and right and left / right
        cells = [self.cell(paper, one) for one in name.split("|")]
        rates = [rate(c.published_unit or c.unit, c.published) for c in cells if c.published]
        return max(rates) if len(rates) == len(cells) else None

    def missing(self, paper, names):
        """Why an instance cannot be judged; '' if it can. The text begins with one of study.STATES."""
        for name in names:
            cell = self.cell(paper, name)
            if cell.reason:
                return cell.reason
            if self.value(cell) is None:
                return f"not measured: {name}"
        return ""

    def compared(self, paper, label, names, least, most):
        """An instance: the first rate divided by the best of the others, compared with the limits."""
        single = parts_of(names)
        if missing := self.missing(paper, single):
            return Instance(label, "", missing=missing)
        cells = [self.cell(paper, one) for one in single]
        published = [self.published_rate(paper, n) for n in names] if len({c.processor for c in cells}) == 1 else [None]
        published = published[0] / max(published[1:]) if None not in published else None
        if untimed := joined(NO_TIME.get(c.unit, "") for c in cells):
            return Instance(label, MAYBE, self.quotient_of(paper, names), published, untimed, untimed=True)
        ratio = self.quotient_of(paper, names)
        return Instance(label, ratio.judged(least, most), ratio, published, joined(c.substitute for c in cells))

    def quotient_of(self, paper, names):
        left, *others = (self.rate_of(paper, n) for n in names)
        # The rate, the least and the greatest are each the best of the others, so the interval contains the best true
        # rate.
        return quotient(left, tuple(map(max, zip(*others))))

    def gain(self, claim, label, name, classes):
        """The rate of a name on the second of two classes of processors over that on the first."""
        paper, rates = claim["paper"], []
        label = f"{label} from {' to '.join(classes)}".strip()
        for one in classes:
            if one not in self.classes:
                return Instance(label, "", missing=f"not measured: docs/lab has no run of the class {one}")
            if missing := self.classes[one].missing(paper, parts_of([name])):
                return Instance(label, "", missing=missing)
            rates.append(self.classes[one].rate_of(paper, name))
        ratio = quotient(rates[1], rates[0])
        return Instance(label, ratio.judged(claim.get("least", 1.0), claim.get("most", math.inf)), ratio, substitute=claim["substitute"])

    def every(self, paper, label, claim, words):
        """An instance: `left` divided by `right` in every row of the tables that has published figures, because the
        statement is about the paper's rows and not about ours. It says no if one row does, and yes if all do."""
        found = []
        for table in claim["every"]:
            made = next(t for t in self.tables if (t.paper, t.id) == (paper, table))
            for row in dict.fromkeys(c.row for c in made.cells):
                names = [f"{table}/{row}/{claim[side].format(**words)}" for side in ("left", "right")]
                if None in [self.cell(paper, name).published for name in names]:
                    continue
                found.append((row, self.compared(paper, label, names, claim.get("least", 1.0), claim.get("most", math.inf))))
        judged = [(row, i) for row, i in found if i.answer]
        if not judged:
            return found[0][1]
        against = [row for row, i in judged if i.answer == NO]
        within = [row for row, i in judged if i.answer == MAYBE]
        worst = min((i for _, i in judged), key=lambda i: i.ratio.value)
        substitutes = [i.substitute for _, i in judged]
        counts = f"{len(judged) - len(against) - len(within)} of {len(judged)} rows"
        detail = counts + (f", not {', '.join(against)}" if against else "") + (f", within the spread {', '.join(within)}" if within else "")
        return Instance(label, NO if against else MAYBE if within else YES, worst.ratio, worst.published, joined(substitutes) if all(substitutes) else "", detail=detail)

    def verdict(self, claim):
        """The verdict on a conclusion of claims.toml, with an instance for each combination of its `in`."""
        paper, instances = claim["paper"], []
        if "cpu" in claim and claim["cpu"] not in self.cpu:
            return Verdict(claim, [Instance("", "", missing=f"not applicable: this processor is no {claim['cpu']}")])
        if "reason" in claim:
            return Verdict(claim, [Instance("", "", missing=claim["reason"])])
        keys = list(claim.get("in", {}))
        for combination in itertools.product(*(claim["in"][k] for k in keys)):
            words = dict(zip(keys, combination))
            label = " ".join(part for word in combination for part in ([word] if isinstance(word, str) else word))
            if "every" in claim:
                instances.append(self.every(paper, label, claim, words))
                continue
            if "generations" in claim:
                instances += [self.gain(claim, label, claim["left"].format(**words), pair) for pair in claim["generations"]]
                continue
            names = [n.format(**words) for n in claim.get("fastest") or [claim["left"], claim["right"]]]
            instances.append(self.compared(paper, label, names, claim.get("least", 1.0), claim.get("most", math.inf)))
        return Verdict(claim, instances)

    def names_of(self, claim):
        """The tables that a claim is about, as a set of their ids."""
        names = claim.get("every") or claim.get("fastest") or [claim[side] for side in ("left", "right") if side in claim]
        words = {k: v[0] for k, v in claim.get("in", {}).items()}  # a claim about several tables names them in `in`
        return {one.format(**words).split("/")[0] for one in parts_of(names)}

    def conclusions(self):
        """The verdict on every claim about the tables at hand."""
        known = {(t.paper, t.id) for t in self.tables}
        return [self.verdict(c) for c in claims() if c["paper"] in {p for p, _ in known} and all((c["paper"], n) in known for n in self.names_of(c))]

    def order(self, table, column):
        """An instance: whether rows with different published figures of one processor have the same order here. None
        if the column has no such pair that was measured."""
        rows = [(rate(c.published_unit or c.unit, c.published), interval(c, v), c) for c in table.cells
                if c.column == column and c.published and (v := self.value(c)) and v.value]
        within = table.entry.get("rank") == "tables"  # a paper's table, which the names of its rows begin with
        pairs = [(a, b) for a in rows for b in rows if a[0] > b[0] and a[2].processor == b[2].processor
                 and (not within or a[2].row.partition(".")[0] == b[2].row.partition(".")[0])]
        if not pairs:
            return None
        ratios = [(quotient(a[1], b[1]), a[2], b[2]) for a, b in pairs]
        changed = sorted(((r, a, b) for r, a, b in ratios if r.judged(1, math.inf) == NO), key=lambda p: p[0].value)
        within = sum(r.judged(1, math.inf) == MAYBE for r, _, _ in ratios)
        detail = f"{len(pairs) - len(changed) - within} of {len(pairs)} pairs in order"
        detail += f", {within} within the spread" if within else ""
        if changed:
            ratio, a, b = changed[0]
            detail += f", {len(changed)} changed; most: {b.row} before {a.row} ({1 / ratio.value:.2f} times)"
        untimed = [NO_TIME[c.unit] for _, _, c in rows if c.unit in NO_TIME]
        substitutes = untimed or [c.substitute for _, _, c in rows if c.substitute]
        answer = MAYBE if untimed or (within and not changed) else NO if changed else YES
        return Instance(column, answer, substitute=joined(substitutes), detail=detail, untimed=bool(untimed))

    def equal(self, table, columns):
        """An instance: whether figures that do not depend on the machine, for example numbers of gates, equal the
        paper's."""
        cells = [c for c in table.cells if c.column in columns and c.published is not None and self.value(c)]
        other = [f"{c.row} {c.column}" if len(columns) > 1 else c.row for c in cells if self.value(c).value != c.published]
        named = f", not {', '.join(other[:3])}" + (f" and {len(other) - 3} more" if len(other) > 3 else "") if other else ""
        label = columns[0] if len(columns) == 1 else ""
        return Instance(label, NO if other else YES, detail=f"{len(cells) - len(other)} of {len(cells)} figures{named}") if cells else None

    def orders(self):
        """The verdicts on the order of the rows of every table, or on its figures if they do not depend on the
        machine."""
        for table in self.tables:
            groups, columns = table.entry.get("exact"), dict.fromkeys(c.column for c in table.cells)
            if not table.entry.get("rank", True):
                continue
            found = [self.equal(table, g) for g in groups] if groups else [self.order(table, c) for c in columns]
            if instances := [i for i in found if i]:
                text = "The figures, which no measurement can change" if groups else "The order of the rows"
                yield Verdict({"paper": table.paper, "where": table.where, "text": text, "why": table.entry.get("order", "")}, instances)

    def statements(self):
        """Every verdict: conclusions, then orders of rows."""
        return self.conclusions() + list(self.orders())

    def disturbed(self):
        """How many rows with samples were disturbed, and how many rows have samples."""
        rows = {c.spec.key: v.disturbed for c in self.cells.values() if (v := self.value(c)) and v.volume and c.unit not in NO_TIME}
        return sum(rows.values()), len(rows)
