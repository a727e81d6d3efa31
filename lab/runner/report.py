"""The report of a run: one HTML page without network or script, the same as Markdown, and the cells as CSV."""
import csv
import html
import io
import textwrap
from pathlib import Path

from . import plots, prices
from .machine import Recorded
from .run import Samples, read_run, write_whole
from .study import UNITS, papers, tables
from .verdict import Study, rate

MARKS = {"holds": "✓ holds", "does not": "✗ does not", "cannot run here": "– cannot run here", "shown": "shown", "not run": "not run"}
COLUMNS = 120  # of lines in Markdown, tables aside
MOST_PAIRS = 3  # that are named of a ranking, those that changed most first
STYLE = (Path(__file__).parent / "report.css")


def number(value):
    if value is None:
        return "–"
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def volume(bytes_):
    for name, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if bytes_ >= size:
            return f"{bytes_ / size:.3g} {name}"
    return f"{bytes_} B" if bytes_ else "–"


def wrapped(text):
    """Lines of a paragraph in Markdown, and an empty one; none of nothing."""
    return [*textwrap.wrap(text, COLUMNS, break_long_words=False, break_on_hyphens=False), ""] if text else []


class Writer:
    """The same words as HTML and as Markdown."""

    def __init__(self):
        self.html, self.markdown = [], []

    def head(self, level, text, anchor=None):
        self.html.append(f'<h{level}{f" id={anchor}" if anchor else ""}>{html.escape(text)}</h{level}>')
        short, _, rest = text.partition(": ") if len(text) > COLUMNS - 8 else (text, "", "")
        self.markdown += ["", f"{'#' * level} {short}", "", *wrapped(rest)]

    def text(self, text):
        self.html.append(f"<p>{html.escape(text)}</p>")
        self.markdown += wrapped(text)

    def table(self, head, rows):
        def cell(text):
            kind = {"✓": ' class="good"', "✗": ' class="bad"', "–": ' class="none"'}.get(str(text)[:1], "")
            return f"<td{kind}>{html.escape(str(text))}</td>"
        self.html.append('<div class="wide"><table><thead><tr>' + "".join(f"<th>{html.escape(h)}</th>" for h in head) + "</tr></thead><tbody>")
        self.html += ["<tr>" + "".join(map(cell, row)) + "</tr>" for row in rows]
        self.html.append("</tbody></table></div>")
        escaped = [[str(c).replace("|", "\\|") for c in row] for row in rows]
        self.markdown += ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(r) + " |" for r in escaped), ""]

    def plot(self, svg, caption):
        if svg:
            self.html.append(f"<figure>{svg}<figcaption>{html.escape(caption)}</figcaption></figure>")


def verdict_rows(study):
    rows = []
    for claim, verdict, here, published in study.conclusions():
        measured = here if isinstance(here, str) else f"{here:.2f} times" if here else "–"
        wanted = f"at least {claim.get('least', 1.0)}" if "least" in claim else "the fastest"
        wanted += f", at most {claim['most']}" if "most" in claim else ""
        rows.append([MARKS[verdict], claim["text"], f"{published:.2f}" if published else "–", measured, wanted, claim["paper"], claim["where"],
                     why_not(study, claim) if verdict == "does not" else ""])
    return rows


def why_not(study, claim):
    """Why a conclusion does not hold: what claims.toml says, and whether rows of it were disturbed."""
    names = [one for n in claim.get("fastest") or [claim["left"], claim["right"]] for one in n.split("|")]
    values = [study.value(study.cells[claim["paper"], n]) for n in names]
    marked = [n.split("/")[1] for n, v in zip(names, values) if v and v.disturbed]
    return ". ".join(filter(None, (claim.get("why"), f"Disturbed (!): {', '.join(marked)}" if marked else "")))


def ranking_rows(study):
    return [[MARKS["does not" if changed else "holds"], t.paper, t.where, column, f"{pairs - len(changed)} of {pairs}",
             "; ".join(f"{b} before {a} ({ratio:.2f})" for a, b, ratio in changed[:MOST_PAIRS])
             + (f"; and {len(changed) - MOST_PAIRS} more" if len(changed) > MOST_PAIRS else ""), t.entry.get("order", "") if changed else ""]
            for t, column, changed, pairs in study.rankings()]


def summary_rows(study):
    rows = []
    for paper in dict.fromkeys(t.paper for t in study.tables):
        verdicts = [study.verdict(c) for t in study.tables if t.paper == paper for c in t.cells]
        rows.append([paper, *(str(verdicts.count(v)) for v in MARKS)])
    return rows


def volume_of(study, cell):
    """Bytes of a call, of all calls, and what share of the paper's volume that is."""
    value, whole = study.value(cell), cell.table.entry.get("volume")
    if not value or not value.volume:
        return "–"
    share = f" ({value.volume / whole:.2g} of the paper's {volume(whole)})" if whole and cell.unit != "insn_byte" else ""
    return f"{volume(cell.spec.bytes)}, {volume(value.volume)}{share}"


def cell_row(study, cell):
    value, ratio = study.value(cell), study.ratio(cell)
    measured = "–" if value is None else number(value.value) + (" (!)" if value.disturbed else "")
    subject = cell.spec.subject if cell.spec else "–"
    timing = f"{100 * value.spread:.0f} %" if value and value.volume and cell.unit != "insn_byte" else "–"
    unit = UNITS[cell.unit][1] + (f" (published: {UNITS[cell.published_unit][1]})" if not study.comparable(cell) and cell.published else "")
    return [cell.row, cell.column, number(cell.published), measured, f"{ratio:.2f}" if ratio else "–", MARKS[study.verdict(cell)],
            unit, subject, volume_of(study, cell), timing, cell.reason or "; ".join(filter(None, (cell.note, why_of(study, cell))))]


def why_of(study, cell):
    """Why a cell that does not hold does not; '' of others."""
    return cell.why if study.verdict(cell) == "does not" else ""


def titled(table, column=None):
    return f"{table.where}: {table.title}" + (f" ({column})" if column else "")


def plotted(table, *about):
    """Plot and caption: `about` is a function of plots.py, the caption's end and the
    function's arguments behind the title."""
    draw, column, *arguments = about
    title = titled(table, column)
    return draw(html.escape(title, quote=True), *arguments), title


def lines_of(study, table, about):
    """Rows over the lengths that the columns are, with the caches."""
    series = {}
    for c in table.cells:
        if study.value(c):
            series.setdefault(c.row, []).append((c.spec.bytes, study.value(c).value))
    return [plotted(table, plots.lines, None, "bytes of a call", UNITS[table.unit][1], series, about.get("caches", {}))]


def cores_of(study, table, about):
    """All threads' rate over their number."""
    number_of = {"1": 1, "cores": about.get("cores", about["processors"]), "all": about["processors"]}
    series = {}
    for c in table.cells:
        if study.value(c):
            threads = number_of[c.spec.threads]
            series.setdefault(c.row, {})[threads] = threads * study.value(c).value
    series = {row: sorted(points.items()) for row, points in series.items()}
    return [plotted(table, plots.lines, "all threads together", "threads", UNITS[table.unit][1], series, {}, False)]


def columns_of(study, table, about):
    """Rows with the figures of all columns side by side: ways to the same thing."""
    names = list(dict.fromkeys(c.column for c in table.cells))
    rows = {c.row: [c.published] for c in table.cells if c.column == names[0]}
    for c in table.cells:
        rows[c.row].append(study.value(c) and study.value(c).value)
    return [plotted(table, plots.bars, None, UNITS[table.unit][1], [(name, *figures) for name, figures in rows.items()], ("published", *names))]


def bars_of(study, table, about):
    """For each column with published figures, or for the first, those beside ours; of
    different units: relative to one row."""
    made = []
    for column in dict.fromkeys(c.column for c in table.cells):
        cells = [c for c in table.cells if c.column == column and (c.published or study.value(c))]
        if not any(study.value(c) for c in cells) or (made and not any(c.published for c in cells)):
            continue
        unit, rows = UNITS[cells[0].unit][1], [(c.row, c.published, study.value(c) and study.value(c).value) for c in cells]
        scale = table.entry.get("relative")
        if scale and not study.comparable(cells[0]):
            unit, rows = f"speed, {scale} = 1", relative(study, cells, scale)
        names = ("bound", "here") if table.entry["facts"] == "bounds" else ("published", "here")
        made.append(plotted(table, plots.bars, column, unit, rows, names))
    return made


def relative(study, cells, scale):
    base = next((c for c in cells if c.row == scale), None)
    if base is None or not base.published or not study.value(base):
        return []
    return [(c.row, c.published and rate(c.published_unit, c.published) / rate(c.published_unit, base.published),
             study.value(c) and rate(c.unit, study.value(c).value) / rate(c.unit, study.value(base).value)) for c in cells]


PLOTS = {"lines": lines_of, "cores": cores_of, "columns": columns_of, "bars": bars_of, "none": lambda *_: []}


def crossover_text(study, table):
    """From which length on each row is quicker than the one that the table's `crossover`
    names; '' where nothing is held against it."""
    base = {c.spec.bytes: study.value(c) for c in table.cells if c.row == table.entry.get("crossover") and c.spec}
    found = []
    for row in dict.fromkeys(c.row for c in table.cells if c.row != table.entry.get("crossover")):
        lengths = sorted((c.spec.bytes, rate(c.unit, study.value(c).value) > rate(c.unit, base[c.spec.bytes].value))
                         for c in table.cells if c.row == row and c.spec and study.value(c) and base.get(c.spec.bytes))
        slower = [n for n, quicker in lengths if not quicker]
        quicker = [n for n, _ in lengths if n > max(slower, default=-1)]
        if lengths:
            found.append(f"{row}: " + (f"from {volume(quicker[0])} on" if quicker else f"nowhere up to {volume(lengths[-1][0])}"))
    return f"Quicker than {table.entry['crossover']}: {'; '.join(found)}." if found else ""


def flattened(value, path=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flattened(inner, f"{path}.{key}" if path else key)
    else:
        yield path, ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def paper_section(w, study, paper, facts, about):
    head = facts["paper"]
    w.head(2, paper, anchor=paper)
    w.text("; ".join(f"{k}: {v if not isinstance(v, list) else ', '.join(map(str, v))}" for k, v in head.items() if k != "id" and not isinstance(v, dict)))
    for table in (t for t in study.tables if t.paper == paper):
        w.head(3, titled(table))
        w.text(f"Again: hedgerow lab run {paper} --only {table.id} -o DIR")
        w.table(["row", "column", "bound" if table.entry["facts"] == "bounds" else "published", "here", "ratio of speeds", "verdict", "unit", "measured", "a call, in all", "spread", "note"],
                [cell_row(study, c) for c in table.cells])
        if crossed := crossover_text(study, table):
            w.text(crossed)
        for plot in PLOTS[table.entry.get("plot", "bars")](study, table, about):
            w.plot(*plot)
    if paper == prices.PAPER:
        price_section(w, study, facts, about)
    w.html.append("<details><summary>All of the paper's figures</summary>")
    w.head(3, "All of the paper's figures")
    w.table(["figure", "published"], list(flattened({k: v for k, v in facts.items() if k != "paper"})))
    w.html.append("</details>")


def price_section(w, study, facts, about):
    rows = prices.rows(study, facts, about)
    w.head(3, "Price of a MB/s")
    w.text("All cores together. Prices stand in lab/prices.toml, which is there to be edited.")
    w.table(["processor", "price", "MiB/s by SSE-LS-4", "cents a MiB/s", "MiB/s, our best", "cents a MiB/s", "note"],
            [[r.name, f"{r.price:g} USD" if r.price else "–", number(r.rate), number(r.cents), number(r.best), number(r.best_cents), r.note] for r in rows])
    w.plot(plots.bars("Price of a MiB/s, all cores", "cents a MiB/s", [(r.name, r.published and r.cents, (not r.published or None) and r.cents, r.best_cents) for r in rows],
                      ("published speeds", "here", "here, our best")), "Price of a MiB/s, all cores")


def page(study, facts, about):
    w = Writer()
    w.head(1, "The papers measured again")
    w.text(f"Machine: {about['machine']}, {about['processors']} processors. Commit {about['commit']}. "
           + " ".join(f"{n}: {b}." for n, b in about["builds"].items()) + (" A quick run." if about["quick"] else ""))
    w.text("Figures are the best of many short samples; (!) marks rows whose samples differ by more than a tenth or whose thread lost its "
           "processor. A cell holds when our exhibit is as fast as the paper's, within a tenth, in the paper's own unit.")
    disturbed, timed = study.disturbed()
    if 10 * disturbed > timed:
        w.text(f"(!) This machine was disturbed: {disturbed} of {timed} rows are marked.")
    w.head(2, "Conclusions")
    w.table(["verdict", "claim", "published", "here", "wanted", "paper", "where", "why not here"], verdict_rows(study))
    w.head(2, "Rankings")
    w.text("Pairs of rows that are more than 5 % apart in the paper, and how many of them keep their order here; those that changed it most, "
           "with how many times as fast the row is that the paper has behind the other.")
    w.table(["verdict", "paper", "where", "column", "pairs in order", "changed", "why not here"], ranking_rows(study))
    w.head(2, "Cells")
    w.table(["paper", *MARKS], summary_rows(study))
    for paper in dict.fromkeys(t.paper for t in study.tables):
        paper_section(w, study, paper, facts[paper], about)
    return w


def cells_csv(study):
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["paper", "table", "row", "column", "unit", "published", "here", "ratio", "verdict", "subject", "build", "spread", "disturbed", "reason"])
    for c in study.cells.values():
        v, ratio = study.value(c), study.ratio(c)
        rows.writerow([c.table.paper, c.table.id, c.row, c.column, c.unit, c.published if c.published is not None else "",
                       f"{v.value:.6g}" if v else "", f"{ratio:.4g}" if ratio else "", study.verdict(c), c.spec.subject if c.spec else "",
                       c.spec.build if c.spec else "", f"{v.spread:.3f}" if v else "", int(v.disturbed) if v else "", c.reason or why_of(study, c)])
    return out.getvalue()


def write(folder):
    """report.html, report.md and report.csv of what the folder has, from nothing but it, the papers and the claims."""
    about = read_run(folder)
    study = Study(tables(Recorded(about)), Samples(folder))
    w = page(study, papers(), about)
    body = "\n".join(w.html)
    text = (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>Hedgerow: the papers measured again</title><style>{STYLE.read_text()}</style></head><body><main>\n{body}\n</main></body></html>\n")
    write_whole(Path(folder) / "report.html", text)
    write_whole(Path(folder) / "report.md", "\n".join(w.markdown).strip() + "\n")
    write_whole(Path(folder) / "report.csv", cells_csv(study))
    if plots.plt is None:
        print("the report has no plots: python3-matplotlib is not installed")
    print(f"{folder}/report.html, report.md, report.csv")
