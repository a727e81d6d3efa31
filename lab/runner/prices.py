"""The price of a MiB/s on the processors of the 2017 paper at its speeds, and on this machine at ours. lab/prices.toml
and the option --price have the prices."""
from dataclasses import dataclass

from .study import LAB, read_toml

PAPER = "kuznyechik-intel-2017"
# Processor -> the place of its speed in a row of several_cores_mb_s: of each core while all cores are busy.
PLACES = {"Core i7-2600": 1, "Core i7-4770": 4, "Core i7-6700": 7, "Xeon E5-1650 v4": 9, "Xeon E5-2650 v4": 12}


@dataclass
class Row:
    name: str
    price: float
    rate: float
    best: float = None
    note: str = ""
    published: bool = True

    @property
    def cents(self):
        return self.price and self.rate and 100 * self.price / self.rate

    @property
    def best_cents(self):
        return self.price and self.best and 100 * self.price / self.best


def rows(study, paper, about):
    prices = read_toml(LAB / "prices.toml")["usd"]
    found = []
    for name, place in PLACES.items():
        cores = int(paper["cpus"][name][1].split()[0])
        found.append(Row(name, prices.get(name), cores * paper["several_cores_mb_s"]["SSE-LS-4"][place]))
    cores = about.get("cores", about["processors"])
    column = "all cores" if cores > 1 else "one core"
    here = [study.cells.get((PAPER, f"cores/{row}/{column}")) for row in ("SSE-LS-4", "ours: byte slices")]
    rate, best = (c and study.value(c) and study.value(c).value * cores for c in here)
    price = about.get("price") or prices.get(about["machine"])
    note = "" if price else f'no price of "{about["machine"]}" in lab/prices.toml; the option --price gives one'
    return [*found, Row(f"this machine, {cores} cores", price, rate, best, note, False)]
