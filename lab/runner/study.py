"""The plan of a run: the papers' figures and claims.toml become tables of cells. Each cell has the published figure,
and the subject that is measured for it here or the reason why it is not measured.
"""
import math
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

LAB = Path(__file__).resolve().parents[1]
# Unit -> whether a smaller figure is better, and the name of the unit in the report.
UNITS = {"tsc_cpb": (True, "TSC cycles a byte"), "core_cpb": (True, "core cycles a byte"), "mb_s": (False, "MB/s"),
         "mib_s": (False, "MiB/s"), "mbit_s": (False, "Mbit/s"), "ms_gb": (True, "ms for 1 GB"), "cycles": (True, "core cycles"),
         "insn_byte": (True, "instructions a byte"), "model_cpb": (True, "core cycles a byte by a model (llvm-mca)"), "gates": (True, "gates"), "bytes": (True, "bytes"), "kib": (True, "KiB"), "parts": (True, "parts that Yosys counts"), "vector": (False, "vector"), "number": (False, "numbers")}
FOREIGN = ("aarch64", "armhf", "arm1176")
# Builds for Windows. Wine runs their programs on this processor, so their time is measured.
WINDOWS = ("windows-64", "windows-32")
# Builds that are drivers of graphics processors. pocl is OpenCL on the CPU.
DEVICES = ("cuda", "opencl", "pocl")
# Why a cell has no figure. "cannot run here": this machine or build cannot measure it. "not applicable": there is no
# such figure. "not measured": it could be measured, but is not.
STATES = ("cannot run here", "not applicable", "not measured")
# Suffixes of a subject that has an input other than random bytes.
INPUTS = (":grouped", ":constant")
# Words in place of a build, because these figures need no clock: the circuit tool, committed circuits, sizes of a
# build's code, models of processors, and ciphers.
FIGURES = ("tool", "circuit", "size", "model", "cipher")


class StudyError(Exception):
    """An error that you can act on. Its text is a sentence for the user."""


@dataclass(frozen=True)
class Spec:
    """One row of a run: a subject that the program of one build measures."""
    build: str
    subject: str
    direction: str
    bytes: int
    threads: str = "1"

    @property
    def key(self):
        return f"{self.build} {self.subject} {self.direction} {self.bytes} {self.threads}"

    @property
    def listed(self):
        """The subject as a program lists it, which is without the suffix of its input."""
        return next((self.subject.removesuffix(i) for i in INPUTS if self.subject.endswith(i)), self.subject)


@dataclass
class Cell:
    table: object
    row: str
    column: str
    unit: str
    published: float = None
    spec: Spec = None
    reason: str = ""  # why there is no figure; it begins with one of STATES
    published_unit: str = None  # if the paper has another unit than ours
    substitute: str = ""  # how our program differs from the paper's
    note: str = ""
    processor: str = None  # of the published figure, if the paper's table has several

    @property
    def name(self):
        return f"{self.table.id}/{self.row}/{self.column}"


@dataclass
class Table:
    paper: str
    id: str
    where: str
    title: str
    unit: str
    entry: dict
    cells: list = field(default_factory=list)

    @property
    def columns(self):
        return self.entry["columns"]


def read_toml(path):
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise StudyError(f"{path.name} cannot be read: {error}") from None


def papers():
    return {p.stem: read_toml(p) for p in sorted((LAB / "papers").glob("*.toml"))}


def fact(paper, section, row, key):
    """The value of a row. `section` and `row` are paths of names with dots, for example "GPR.way1". A row may also be a
    single name that contains dots, for example "Cortex-A9 Amlogic 8726-MX 1.2 GHz"."""
    at = paper
    for name in section.split(".") if section else ():
        at = at.get(name, {})
    if row not in at:
        for name in row.split("."):
            at = at.get(name, {}) if isinstance(at, dict) else {}
    else:
        at = at[row]
    if key and isinstance(at, dict):
        at = at.get(key)
    return at if at != {} else None


def figure_of(value):
    """A published figure: a number, the sum of a text like "32+0.25", or the last number of words like "about 22" or
    "9-10.6"; None if the paper did not measure it."""
    if isinstance(value, str) and "+" in value:
        return sum(map(float, value.split("+")))
    if isinstance(value, str):
        found = re.findall(r"\d+(?:\.\d+)?", value)
        value = float(found[-1]) if found else -1
    return float(value) if isinstance(value, (int, float)) and value != -1 else None


def published(paper, entry, row, place, column):
    """(the published figure of a cell, its processor if the paper's table has several). If the figure is not in the
    cell's own row, `figures` of the table gives its place: [section, row, place]."""
    if column.get("published") == []:
        return None, None
    section, row, *places = entry.get("figures", {}).get(row, [entry["facts"], row])
    key = column.get("key", entry.get("key"))
    if isinstance(key, list):
        factors = [fact(paper, section, row, k) for k in key]
        return None if None in factors else float(math.prod(factors)), None
    found = fact(paper, section, row, key)
    values = found if isinstance(found, list) else [found]
    clocks, processors = column.get("clock", []), paper.get("processors", {}).get(section)
    for n, i in enumerate(places or column.get("published", [place])):
        if i < len(values) and figure_of(values[i]) is not None:
            figure = figure_of(values[i])
            return clocks[n] * 1e9 / (figure * 2**20) if clocks else figure, processors and processors[i]
    return None, None


def cell_of(table, entry, row, subject, column, machine):
    cell = Cell(table, row, column["name"], column.get("unit", entry["unit"]),
                published_unit=column.get("published_unit", entry.get("published_unit")),
                substitute="; ".join(filter(None, (entry.get("substitute"), column.get("substitute"), entry.get("substitutes", {}).get(row)))),
                note="; ".join(filter(None, (column.get("note"), entry.get("notes", {}).get(row)))))
    subject = column.get("rows", {}).get(row, subject)
    if subject.startswith(STATES):
        cell.reason = subject
        return cell
    build, _, own = subject.rpartition("|")  # "peers|...": another build than the column's
    build, subject = build or column["build"], column.get("prefix", "") + own + column.get("suffix", "")
    if "{" in subject:
        subject = subject.format(neon="neon32" if build in ("armhf", "arm1176") or subject.startswith("armhf ") else "neon", best=machine.best(build, subject.split(".{")[0]))
    call = {"direction": "-", "bytes": entry["bytes"], "threads": "1", **column, **entry.get("calls", {}).get(row, {})}
    cell.spec = Spec(build, subject, call["direction"], call["bytes"], call["threads"])
    if reason := machine.reason(cell.spec):
        cell.reason = reason if reason.startswith(STATES) else f"{STATES[0]}: {reason}"
    if cell.unit == "insn_byte" and machine.is_native(build):
        cell.unit = "mb_s"
    return cell


def tables(machine):
    """Every table of claims.toml. Each cell has the subject that this machine measures, or the reason why it cannot."""
    facts, made = papers(), []
    for entry in read_toml(LAB / "claims.toml")["table"]:
        table = Table(entry["paper"], entry["id"], entry["where"], entry["title"], entry["unit"], entry)
        for row, subject in entry["rows"].items():
            for place, column in enumerate(entry["columns"]):
                cell = cell_of(table, entry, row, subject, column, machine)
                cell.published, cell.processor = published(facts[entry["paper"]], entry, row, place, column)
                table.cells.append(cell)
        made.append(table)
    order = list(dict.fromkeys(t.paper for t in made))
    return sorted(made, key=lambda t: order.index(t.paper))


def claims():
    return read_toml(LAB / "claims.toml")["claim"]


def chosen(made, paper, only):
    """The tables of one paper or of all papers. StudyError if there is no paper or table of that name."""
    names = sorted({t.paper for t in made})
    if paper != "all" and paper not in names:
        raise StudyError(f"no paper is called {paper}; there are {', '.join(names)}, and all")
    found = [t for t in made if paper in ("all", t.paper)]
    if only and only not in [t.id for t in found]:
        raise StudyError(f"{paper} has no table {only}; it has {', '.join(t.id for t in found)}")
    return [t for t in found if only in (None, t.id)]
