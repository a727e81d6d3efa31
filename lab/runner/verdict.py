"""From raw samples to values, and from values to verdicts: holds, does not, cannot run here; shown where nothing is
judged, not run where nothing was measured.
"""
import math
from dataclasses import dataclass

from .run import ON_CPU, SPREAD, spread
from .study import UNITS, StudyError, claims

TOLERANCE, CLOSE, APART = 1.10, 1.05, 1.05


@dataclass
class Value:
    value: float
    spread: float = 0.0
    disturbed: bool = False
    volume: int = 0  # bytes in all samples


def value_of(cell, samples):
    """What was measured for a cell, in its unit, or None."""
    if cell.spec is None or cell.reason:
        return None
    taken = samples.of(cell.spec)
    if not taken:
        return None
    if "value" in taken[-1]:
        return Value(taken[-1]["value"])
    if cell.unit == "insn_byte":
        return Value(taken[-1]["instructions"] / taken[-1]["bytes"], volume=taken[-1]["bytes"])
    calm = [s for s in taken if s["on_cpu"] >= ON_CPU]
    disturbed = 2 * len(calm) < len(taken)
    best = taken if disturbed else calm
    volume = sum(s["calls"] * s["bytes"] for s in taken)

    def per_byte(key):
        return min(s[key] / (s["calls"] * s["bytes"]) for s in best)
    value = {"tsc_cpb": lambda: per_byte("tsc"), "core_cpb": lambda: per_byte("core"), "cycles": lambda: per_byte("core"),
             "mb_s": lambda: 1000 / per_byte("ns"), "mib_s": lambda: 1e9 / 2**20 / per_byte("ns"), "mbit_s": lambda: 8000 / per_byte("ns"), "ms_gb": lambda: per_byte("ns") * 1000}[cell.unit]()
    return Value(value, spread(best), disturbed or spread(best) > SPREAD, volume)


def rate(unit, value):
    """More is better."""
    return 1 / value if UNITS[unit][0] else value


class Study:
    """Tables with their values and every verdict."""

    def __init__(self, made, samples):
        self.tables = made
        self.cells = {(t.paper, c.name): c for t in made for c in t.cells}
        self.values = {id(c): value_of(c, samples) for c in self.cells.values()}

    def value(self, cell):
        return self.values[id(cell)]

    def ratio(self, cell):
        """Our rate over the published one, or None."""
        value = self.value(cell)
        if value is None or not value.value or cell.published is None or not self.comparable(cell):
            return None
        return rate(cell.unit, value.value) / rate(cell.unit, cell.published)

    @staticmethod
    def comparable(cell):
        """Whether both figures are of one unit; else only orders and ratios within a column are."""
        return cell.published_unit in (None, cell.unit)

    def verdict(self, cell):
        if cell.spec is None or cell.reason:
            return "cannot run here"
        if self.value(cell) is None:
            return "not run"
        ratio = self.ratio(cell)
        if ratio is None or cell.compare == "scale":
            return "shown"
        if cell.compare == "equal":
            return "holds" if ratio == 1 else "does not"
        if cell.compare == "close":
            return "holds" if 1 / CLOSE <= ratio <= CLOSE else "does not"
        return "holds" if ratio * TOLERANCE >= 1 else "does not"

    def rates(self, paper, names, published):
        """The rate of each named cell; None where one is missing. `a|b`: the better of both."""
        found = []
        for name in names:
            options = []
            for one in name.split("|"):
                if (paper, one) not in self.cells:
                    raise StudyError(f"claims.toml: {paper} has no cell {one}")
                cell = self.cells[paper, one]
                value = cell.published if published else self.value(cell) and self.value(cell).value
                options.append(value and rate(published and cell.published_unit or cell.unit, value))
            found.append(None if None in options else max(options))
        return None if None in found else found

    def missing(self, paper, names):
        """Why a conclusion cannot be judged."""
        for name in (one for n in names for one in n.split("|")):
            cell = self.cells[paper, name]
            if self.value(cell) is None:
                return ("cannot run here", f"{name}: {cell.reason}") if cell.reason else ("not run", f"{name} was not run")
        return None

    def conclusion(self, claim):
        """(verdict, the figure here, the figure published)."""
        paper = claim["paper"]
        names = claim.get("fastest") or [claim["left"], claim["right"]]
        missing = self.missing(paper, names)
        here, there = self.rates(paper, names, False), self.rates(paper, names, True)

        def figure(rates):
            if not rates:
                return None
            return rates[0] / max(rates[1:])
        if missing:
            return missing[0], missing[1], figure(there)
        within = claim.get("least", 1.0) <= figure(here) <= claim.get("most", math.inf)
        return ("holds" if within else "does not"), figure(here), figure(there)

    def rankings(self):
        """(table, column, pairs of rows that changed their order, how many pairs) of every column with two published
        rows that were measured. A pair is (faster row in the paper, the other, its rate here over the faster one's).
        """
        for table in self.tables:
            if table.entry["facts"] == "bounds" or not table.entry.get("rank", True) or table.unit == "vector":
                continue
            for column in dict.fromkeys(c.column for c in table.cells):
                rows = [(rate(c.published_unit or c.unit, c.published), rate(c.unit, self.value(c).value), c.row) for c in table.cells
                        if c.column == column and c.published and self.value(c) and self.value(c).value]
                pairs = [(a, b) for a in rows for b in rows if a[0] > b[0] * APART]
                changed = [(a[2], b[2], b[1] / a[1]) for a, b in pairs if a[1] * APART < b[1]]
                if pairs:
                    yield table, column, sorted(changed, key=lambda p: -p[2]), len(pairs)

    def disturbed(self):
        """How many of the rows with samples were disturbed, and how many there are."""
        rows = {c.spec.key: v.disturbed for c in self.cells.values() if (v := self.value(c)) and v.volume and c.unit != "insn_byte"}
        return sum(rows.values()), len(rows)

    def conclusions(self):
        """Every conclusion of the tables at hand, with its verdict: (claim, verdict, here, published)."""
        known = {(t.paper, t.id) for t in self.tables}
        for claim in claims():
            names = claim.get("fastest") or [claim["left"], claim["right"]]
            if all((claim["paper"], n.split("/")[0]) in known for n in names):
                yield (claim, *self.conclusion(claim))
