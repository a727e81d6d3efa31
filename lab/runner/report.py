"""The report of a run: one HTML page without network or script, the same as Markdown, and the cells as CSV."""
import csv
import html
import io
from pathlib import Path

from . import plots
from .machine import Recorded
from .run import Samples, read_run, write_whole
from .study import UNITS, papers, tables
from .verdict import Study

MARKS = {"holds": "✓ holds", "does not": "✗ does not", "cannot run here": "– cannot run here", "shown": "shown", "not run": "not run"}
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


class Writer:
    """The same words as HTML and as Markdown."""

    def __init__(self):
        self.html, self.markdown = [], []

    def head(self, level, text, anchor=None):
        self.html.append(f'<h{level}{f" id={anchor}" if anchor else ""}>{html.escape(text)}</h{level}>')
        self.markdown += ["", f"{'#' * level} {text}", ""]

    def text(self, text):
        self.html.append(f"<p>{html.escape(text)}</p>")
        self.markdown += [text, ""]

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
        rows.append([MARKS[verdict], claim["text"], f"{published:.2f}" if published else "–", measured, wanted, claim["paper"], claim["where"]])
    return rows


def ranking_rows(study):
    return [[MARKS["holds" if kept == pairs else "does not"], t.paper, t.where, column, f"{kept} of {pairs}"]
            for t, column, kept, pairs in study.rankings()]


def summary_rows(study):
    rows = []
    for paper in dict.fromkeys(t.paper for t in study.tables):
        verdicts = [study.verdict(c) for t in study.tables if t.paper == paper for c in t.cells]
        rows.append([paper, *(str(verdicts.count(v)) for v in MARKS)])
    return rows


def cell_row(study, cell):
    value, ratio = study.value(cell), study.ratio(cell)
    measured = "–" if value is None else number(value.value) + (" (!)" if value.disturbed else "")
    subject = cell.spec.subject if cell.spec else "–"
    note = cell.reason or next((c["note"] for c in cell.table.columns if c["name"] == cell.column and "note" in c), "")
    timing = f"{100 * value.spread:.0f} %" if value and value.volume and cell.unit != "insn_byte" else "–"
    return [cell.row, cell.column, number(cell.published), measured, f"{ratio:.2f}" if ratio else "–", MARKS[study.verdict(cell)],
            UNITS[cell.unit][1], subject, f"{volume(cell.spec.bytes)}, {volume(value.volume)}" if value and value.volume else "–", timing, note]


def lines_of(study, table, about):
    """Rows over the lengths that the columns are, with the caches."""
    series = {}
    for c in table.cells:
        if study.value(c):
            series.setdefault(c.row, []).append((c.spec.bytes, study.value(c).value))
    title = f"{table.where}: {table.title}"
    return plots.lines(html.escape(title, quote=True), "bytes of a call", UNITS[table.unit][1], series, about.get("caches", {})), title


def plot_of(study, table, about):
    if table.columns[0].get("plot") == "lines":
        return lines_of(study, table, about)
    column = table.columns[0]["name"]
    rows = []
    for c in table.cells:
        unit_differs = c.unit != table.unit
        if c.column == column and not unit_differs and (c.published or study.value(c)):
            rows.append((c.row, c.published if study.comparable(c) else None, study.value(c) and study.value(c).value))
    if not any(ours for _, _, ours in rows):
        rows = []
    title = f"{table.where}: {table.title} ({column})"
    return plots.bars(html.escape(title, quote=True), UNITS[table.unit][1], rows), title


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
        w.head(3, f"{table.where}: {table.title}")
        w.table(["row", "column", "published", "here", "ratio of speeds", "verdict", "unit", "measured", "a call, in all", "spread", "note"],
                [cell_row(study, c) for c in table.cells])
        w.plot(*plot_of(study, table, about))
    w.html.append("<details><summary>All of the paper's figures</summary>")
    w.head(3, "All of the paper's figures")
    w.table(["figure", "published"], list(flattened({k: v for k, v in facts.items() if k != "paper"})))
    w.html.append("</details>")


def page(study, facts, about):
    w = Writer()
    w.head(1, "The papers measured again")
    w.text(f"Machine: {about['machine']}, {about['processors']} processors. Commit {about['commit']}. "
           + " ".join(f"{n}: {b}." for n, b in about["builds"].items()) + (" A quick run." if about["quick"] else ""))
    w.text("Figures are the best of many short samples; (!) marks rows whose samples differ by more than a tenth or whose thread lost its "
           "processor. A cell holds when our exhibit is as fast as the paper's, within a tenth, in the paper's own unit.")
    w.head(2, "Conclusions")
    w.table(["verdict", "claim", "published", "here", "wanted", "paper", "where"], verdict_rows(study))
    w.head(2, "Rankings")
    w.text("Pairs of rows that are more than 5 % apart in the paper, and how many of them keep their order here.")
    w.table(["verdict", "paper", "where", "column", "pairs in order"], ranking_rows(study))
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
                       c.spec.build if c.spec else "", f"{v.spread:.3f}" if v else "", int(v.disturbed) if v else "", c.reason])
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
