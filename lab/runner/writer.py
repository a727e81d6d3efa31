"""Writes a page as HTML and as Markdown, with the same words in both."""
import html
import textwrap

COLUMNS = 120  # of a line in Markdown; tables have longer lines


def number(value):
    if value is None:
        return "–"
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def times(figure):
    return f"{figure:.2f}" if figure < 100 else f"{figure:.0f}"


def wrapped(text):
    """The lines of a paragraph in Markdown and an empty line. An empty text has no lines."""
    return [*textwrap.wrap(text, COLUMNS, break_long_words=False, break_on_hyphens=False), ""] if text else []


class Writer:
    """Collects the lines of both pages."""

    def __init__(self):
        self.html, self.markdown = [], []

    def head(self, level, text, anchor=None):
        self.html.append(f'<h{level}{f" id={anchor}" if anchor else ""}>{html.escape(text)}</h{level}>')
        short, _, rest = text.partition(": ") if len(text) > COLUMNS - 8 else (text, "", "")
        self.markdown += ["", f"{'#' * level} {short}", "", *wrapped(rest)]

    def text(self, text):
        self.html.append(f"<p>{html.escape(text)}</p>")
        self.markdown += wrapped(text)

    def items(self, entries):
        """Writes a list. Each entry is (mark, text, lines below the text)."""
        kinds = {"✓": "good", "✗": "bad", "?": "open", "–": "none"}
        self.html.append("<ul>")
        for mark, text, below in entries:
            lines = "".join(f"<br><small>{html.escape(line)}</small>" for line in below)
            self.html.append(f'<li class="{kinds[mark]}"><b>{mark}</b> {html.escape(text)}{lines}</li>')
            for n, line in enumerate([f"{mark} {text}", *below]):
                self.markdown += textwrap.wrap(line, COLUMNS, initial_indent="  " if n else "* ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
                self.markdown[-1] += "  " if n < len(below) else ""
        self.html.append("</ul>")
        self.markdown.append("")

    def table(self, head, rows):
        def cell(text):
            return f"<td>{html.escape(str(text))}</td>"
        self.html.append('<div class="wide"><table><thead><tr>' + "".join(f"<th>{html.escape(h)}</th>" for h in head) + "</tr></thead><tbody>")
        self.html += ["<tr>" + "".join(map(cell, row)) + "</tr>" for row in rows]
        self.html.append("</tbody></table></div>")
        escaped = [[str(c).replace("|", "\\|") for c in row] for row in rows]
        self.markdown += ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(r) + " |" for r in escaped), ""]

    def plot(self, svg, caption):
        if svg:
            self.html.append(f"<figure>{svg}<figcaption>{html.escape(caption)}</figcaption></figure>")
