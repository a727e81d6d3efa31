"""The report of a run: an HTML page that needs no network and no script, its verdicts as Markdown, and its cells as
CSV.

The page begins with a sentence for each statement of each paper. The plots and tables of each paper follow, in HTML
only.
"""
import csv
import html
import io
import statistics
from pathlib import Path

from . import plots, prices
from .machine import Recorded
from .run import Samples, figures_of, read_run, read_summary, write_run, write_summary, write_whole
from .statements import opening
from .study import LAB, UNITS, papers, tables
from .verdict import CLOCKS, Study, rate
from .writer import Writer, number, times

COMMITTED = LAB.parent / "docs/lab"
STYLE = Path(__file__).parent / "report.css"


def volume(bytes_):
    for name, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if bytes_ >= size:
            return f"{bytes_ / size:.3g} {name}"
    return f"{bytes_} B" if bytes_ else "–"


def cell_text(study, cell):
    """The published figure, the figure here and their ratio, for example "7.75 / 5.02 ±3 % / 1.54"."""
    value, ratio = study.value(cell), study.ratio(cell)
    if value is None:
        return f"{number(cell.published)} / –" if cell.published else "–"
    spread = f" ±{100 * value.spread:.0f} %" if value.spread >= 0.005 else ""
    here = number(value.value) + spread + (" (!)" if value.disturbed else "")
    parts = [number(cell.published), here] + ([times(ratio)] if ratio else []) if cell.published else [here]
    return " / ".join(parts)


def remarks(cell):
    """The remarks on a cell: how it differs from the paper's, its notes, and why it has no figure."""
    return [part for text in (cell.substitute, cell.note, cell.reason) for part in text.split("; ") if part]


def shared_remarks(table):
    """Column -> the remarks that all of its cells have."""
    found = {}
    for column in dict.fromkeys(c.column for c in table.cells):
        cells = [c for c in table.cells if c.column == column]
        found[column] = [r for r in dict.fromkeys(remarks(cells[0])) if all(r in remarks(c) for c in cells)]
    return found


def shared_text(shared):
    """A sentence for each of these remarks, with the columns that have it."""
    columns = {}
    for column, found in shared.items():
        for remark in found:
            columns.setdefault(remark, []).append(column)
    return [f"{', '.join(where) if len(where) < len(shared) else 'All columns'}: {remark}." for remark, where in columns.items()]


def table_rows(study, table, shared):
    """The rows of the report's table: the cells of a row, then the program, then the remarks."""
    for row in dict.fromkeys(c.row for c in table.cells):
        cells = [c for c in table.cells if c.row == row]
        programs = dict.fromkeys(c.spec.subject for c in cells if c.spec)
        notes = dict.fromkeys(r for c in cells for r in remarks(c) if r not in shared[c.column])
        yield [row, *(cell_text(study, c) for c in cells), ", ".join(programs) or "–", "; ".join(notes)]


def units_of(study, table):
    """The units of a table, as a sentence."""
    units = []
    for column in dict.fromkeys(c.column for c in table.cells):
        cell = next(c for c in table.cells if c.column == column)
        published = f", published {UNITS[cell.published_unit][1]}" if not study.comparable(cell) else ""
        units.append((column, UNITS[cell.unit][1] + published))
    if len({u for _, u in units}) == 1:
        return f"Unit: {units[0][1]}."
    return "Units: " + "; ".join(f"{column}: {unit}" for column, unit in units) + "."


def volumes_of(table):
    """How many bytes a call handles where it is timed, and how many the paper handled."""
    sizes = sorted({c.spec.bytes for c in table.cells if c.spec and CLOCKS.get(c.unit) and c.spec.bytes > 1})
    calls = f" A call handles {volume(sizes[0])}{f' to {volume(sizes[-1])}' if sizes[1:] else ''}" if sizes else ""
    paper = f"; the paper handled {volume(table.entry['volume'])}" if sizes and "volume" in table.entry else ""
    return f"{calls}{paper}." if calls else ""


def titled(table, column=None):
    return f"{table.where}: {table.title}" + (f" ({column})" if column else "")


def plotted(table, *about):
    """(plot, caption). `about` is a function of plots.py, the end of the caption, and the arguments of the function
    after the title."""
    draw, column, *arguments = about
    title = titled(table, column)
    return draw(html.escape(title, quote=True), *arguments), title


def lines_of(study, table, about):
    """A plot of the rows over the lengths of the calls, which are the columns, with marks at the sizes of the
    caches."""
    series = {}
    for c in table.cells:
        if study.value(c):
            series.setdefault(c.row, []).append((c.spec.bytes, study.value(c).value))
    return [plotted(table, plots.lines, None, "bytes of a call", UNITS[table.unit][1], series, about.get("caches", {}))]


def cores_of(study, table, about):
    """A plot of the rate of all threads together over their number."""
    number_of = {"1": 1, "cores": about.get("cores", about["processors"]), "all": about["processors"]}
    series = {}
    for c in table.cells:
        if study.value(c):
            threads = number_of[c.spec.threads]
            series.setdefault(c.row, {})[threads] = threads * study.value(c).value
    series = {row: sorted(points.items()) for row, points in series.items()}
    return [plotted(table, plots.lines, "all threads together", "threads", UNITS[table.unit][1], series, {}, False)]


def columns_of(study, table, about):
    """A plot of the rows with the figures of all columns, which are different ways to the same result."""
    names = list(dict.fromkeys(c.column for c in table.cells))
    rows = {c.row: [c.published] for c in table.cells if c.column == names[0]}
    for c in table.cells:
        rows[c.row].append(study.value(c) and study.value(c).value)
    return [plotted(table, plots.bars, None, UNITS[table.unit][1], [(name, *figures) for name, figures in rows.items()], ("published", *names))]


def bars_of(study, table, about):
    """A plot for each column with published figures, or for the first column, of the published figures and ours. If
    their units differ, both are relative to one row."""
    made = []
    for column in dict.fromkeys(c.column for c in table.cells):
        cells = [c for c in table.cells if c.column == column and (c.published or study.value(c))]
        if not any(study.value(c) for c in cells) or (made and not any(c.published for c in cells)):
            continue
        unit, rows = UNITS[cells[0].unit][1], [(c.row, c.published, study.value(c) and study.value(c).value) for c in cells]
        scale = table.entry.get("relative")
        if scale and not study.comparable(cells[0]):
            unit, rows = f"speed, {scale} = 1", relative(study, cells, scale)
        made.append(plotted(table, plots.bars, column, unit, rows, ("published", "here")))
    return made


def relative(study, cells, scale):
    base = next((c for c in cells if c.row == scale), None)
    if base is None or not base.published or not study.value(base):
        return []
    return [(c.row, c.published and rate(c.published_unit, c.published) / rate(c.published_unit, base.published),
             study.value(c) and rate(c.unit, study.value(c).value) / rate(c.unit, study.value(base).value)) for c in cells]


PLOTS = {"lines": lines_of, "cores": cores_of, "columns": columns_of, "bars": bars_of, "none": lambda *_: []}


def crossover_text(study, table):
    """The length above which each row is faster than the row `crossover` of the table. '' if the table has none."""
    base = {c.spec.bytes: study.value(c) for c in table.cells if c.row == table.entry.get("crossover") and c.spec}
    found = []
    for row in dict.fromkeys(c.row for c in table.cells if c.row != table.entry.get("crossover")):
        lengths = sorted((c.spec.bytes, rate(c.unit, study.value(c).value) > rate(c.unit, base[c.spec.bytes].value))
                         for c in table.cells if c.row == row and c.spec and study.value(c) and base.get(c.spec.bytes))
        slower = [n for n, quicker in lengths if not quicker]
        quicker = [n for n, _ in lengths if n > max(slower, default=-1)]
        if lengths:
            found.append(f"{row}: " + (f"from {volume(quicker[0])} on" if quicker else f"nowhere up to {volume(lengths[-1][0])}"))
    return f"Faster than {table.entry['crossover']}: {'; '.join(found)}." if found else ""


def flattened(value, path=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flattened(inner, f"{path}.{key}" if path else key)
    else:
        yield path, ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def paper_section(w, study, paper, facts, about):
    w.head(2, f"{paper}: figures", anchor=paper)
    head = facts["paper"]
    w.text("; ".join(f"{k}: {v if not isinstance(v, list) else ', '.join(map(str, v))}" for k, v in head.items() if k not in ("id", "short") and not isinstance(v, dict)))
    own = [t for t in study.tables if t.paper == paper]
    for table in own:
        for plot in PLOTS[table.entry.get("plot", "bars")](study, table, about):
            w.plot(*plot)
    for table in own:
        w.head(3, titled(table))
        w.text(f"{units_of(study, table)}{volumes_of(table)} To measure again: hedgerow lab run {paper} --only {table.id} -o DIR")
        shared = shared_remarks(table)
        for text in shared_text(shared):
            w.text(text)
        w.table(["row", *shared, "program", "notes"], list(table_rows(study, table, shared)))
        if crossed := crossover_text(study, table):
            w.text(crossed)
    if paper == prices.PAPER:
        price_section(w, study, facts, about)


def price_section(w, study, facts, about):
    rows = prices.rows(study, facts, about)
    w.head(3, "Price of a MB/s")
    w.text("Rates of all cores together. Give the price of your processor by --price, or edit lab/prices.toml.")
    w.table(["processor", "price", "MiB/s by SSE-LS-4", "cents a MiB/s", "MiB/s, our best", "cents a MiB/s", "note"],
            [[r.name, f"{r.price:g} USD" if r.price else "–", number(r.rate), number(r.cents), number(r.best), number(r.best_cents), r.note] for r in rows])
    w.plot(plots.bars("Price of a MiB/s, all cores", "cents a MiB/s", [(r.name, r.published and r.cents, (not r.published or None) and r.cents, r.best_cents) for r in rows],
                      ("published speeds", "here", "here, our best")), "Price of a MiB/s, all cores")


def clocks(figures):
    """(GHz of the time-stamp counter, GHz of the core), from the rows of this run. None if there is no such counter.
    Ticks of the time-stamp counter are of the least sample, and core cycles are of the median one."""
    timed = [f for f in figures.values() if f.get("ns")]
    found = ([f["tsc"][0] / f["ns"][0] for f in timed if f["tsc"][0]],
             [f["core"][0] / (f["ns"][0] * (1 + f["spread"])) for f in timed if f["core"][0]])
    return tuple(statistics.median(each) if each else None for each in found)


def identity(w, about, figures):
    """Writes the machine, the builds and the day of the run."""
    ghz = [f"{name} {clock:.2f} GHz" for name, clock in zip(("time-stamp counter", "core"), clocks(figures)) if clock]
    facts = [f"{about['machine']} (class {about['class']}; family/model/stepping {about.get('cpu', 'unknown')}; microcode {about.get('microcode') or 'unknown'})",
             f"{about['processors']} processors, {about['cores']} cores", *ghz, f"memory {about.get('memory', 'unknown')}", f"{about.get('os', 'unknown')}, Linux {about.get('kernel', 'unknown')}",
             f"{about.get('date', 'no date')}", f"commit {about['commit']}", "a quick run" if about["quick"] else "a full run"]
    w.text(f"Machine: {'; '.join(facts)}.")
    w.text("Compilers: " + "; ".join(f"{n}: {b}" for n, b in about["builds"].items()) + ".")


def verdicts(w, study, facts, about, figures):
    w.head(1, "Five papers measured again")
    identity(w, about, figures)
    w.text("Two kinds of statement are judged: conclusions of a paper's text, and the order of the rows of its tables. A statement is "
           "reproduced if every compiler and register width that was measured agrees with it, not reproduced if none does, and undecided "
           "if they disagree or if a difference is within the spread of this run. A cell of a table has no verdict, because a newer processor "
           "being faster proves nothing: it shows the published figure, the one here and the ratio of the speeds. A ratio above 1 says that this "
           "machine is faster. A substitute is another program or compiler than the paper's.")
    disturbed, timed = study.disturbed()
    if 10 * disturbed > timed:
        w.text(f"(!) This machine was disturbed: {disturbed} of {timed} rows are marked.")
    opening(w, study, facts)


def tables_and_plots(w, study, facts, about):
    for paper in dict.fromkeys(t.paper for t in study.tables):
        paper_section(w, study, paper, facts[paper], about)
    w.text("A time is the least of many short samples in two passes. ± shows how far the median is above it. (!) marks a row whose samples "
           "differ by more than a tenth, or whose thread shared its processor. Core cycles are the median of an estimate.")


def cells_csv(study):
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["paper", "table", "row", "column", "unit", "published", "here", "low", "high", "ratio", "subject", "build", "call_bytes", "all_bytes", "spread", "disturbed", "substitute", "reason"])
    for c in study.cells.values():
        v, ratio = study.value(c), study.ratio(c)
        measured = [f"{v.value:.6g}", f"{v.low:.6g}", f"{v.high:.6g}"] if v else ["", "", ""]
        rows.writerow([c.table.paper, c.table.id, c.row, c.column, c.unit, c.published if c.published is not None else "", *measured, f"{ratio:.4g}" if ratio else "",
                       c.spec.subject if c.spec else "", c.spec.build if c.spec else "", c.spec.bytes if c.spec else "", v.volume if v else "",
                       f"{v.spread:.3f}" if v else "", int(v.disturbed) if v else "", c.substitute, c.reason])
    return out.getvalue()


def committed_runs():
    """Class of processors -> the study of its run in docs/lab."""
    found = {}
    for path in sorted(COMMITTED.glob("*/summary.json")):
        about, figures = read_summary(path)
        found[about["class"]] = Study(tables(Recorded(about)), figures, about["machine"])
    return found


def write(folder, price=None):
    """Writes report.html, report.md, report.csv and summary.json from the samples of the folder, or from its
    summary.json if it has no samples. `price`: of this machine, in US dollars; the run keeps it."""
    folder = Path(folder)
    kept = (folder / "summary.json").exists() and not (folder / "run.json").exists()
    about, figures = read_summary(folder / "summary.json") if kept else (read_run(folder), figures_of(Samples(folder)))
    if price is not None:
        about["price"] = price
        if not kept:
            write_run(folder, about)
    write_summary(folder / "summary.json", about, figures)
    study = Study(tables(Recorded(about)), figures, about["machine"], committed_runs())
    study.classes[about["class"]] = study
    w = Writer()
    verdicts(w, study, papers(), about, figures)
    markdown = "\n".join(w.markdown).strip() + "\n\nThe tables and plots are in report.html, which `hedgerow lab report` makes from summary.json.\n"
    tables_and_plots(w, study, papers(), about)
    body = "\n".join(w.html)
    text = (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>Hedgerow: five papers measured again</title><style>{STYLE.read_text()}</style></head><body><main>\n{body}\n</main></body></html>\n")
    write_whole(folder / "report.html", text)
    write_whole(folder / "report.md", markdown)
    write_whole(folder / "report.csv", cells_csv(study))
    if plots.plt is None:
        print("the report has no plots: python3-matplotlib is not installed")
    print(f"{folder}/report.html, report.md, report.csv")
