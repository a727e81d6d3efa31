"""Plots as SVG by matplotlib, drawn in colours that the page's style gives: light and dark are one file."""
import io
import re
import sys

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's python3-matplotlib, where another Python 3.11 comes first
try:
    import matplotlib
    matplotlib.use("svg")
    import matplotlib.pyplot as plt
except ImportError:
    plt = None

# Drawn colour -> the variable of the page.
COLOURS = {"#010203": "var(--text)", "#040506": "var(--published)", "#070809": "var(--ours)", "#0a0b0c": "var(--grid)"}
TEXT, PUBLISHED, OURS, GRID = COLOURS


def begin(width, height):
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "hedgerow", "font.family": "sans-serif", "font.size": 10,
                         "text.color": TEXT, "axes.labelcolor": TEXT, "xtick.color": TEXT, "ytick.color": TEXT, "axes.edgecolor": GRID,
                         "axes.spines.top": False, "axes.spines.right": False, "grid.color": GRID})
    figure, axes = plt.subplots(figsize=(width, height))
    return figure, axes


def finish(figure, title):
    out = io.StringIO()
    figure.savefig(out, format="svg", transparent=True, bbox_inches="tight", metadata={"Date": None, "Creator": None})
    plt.close(figure)
    svg = out.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg"):], flags=re.S)
    for drawn, variable in COLOURS.items():
        svg = svg.replace(drawn, variable)
    svg = re.sub(r'<svg ([^>]*?)height="[^"]*" ([^>]*?)width="[^"]*"', r"<svg \1\2", svg)
    svg = re.sub(r"font: ([^;\"]*?)'[^\"]*?(?=[;\"])", r"font: \1sans-serif", svg)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{title}" class="plot" ', 1)


def bars(title, unit, rows):
    """Horizontal bars of (name, published or None, ours or None), side by side; '' without matplotlib or rows."""
    if plt is None or not rows:
        return ""
    figure, axes = begin(7, 0.9 + 0.42 * len(rows))
    places = range(len(rows))
    axes.barh([p - 0.19 for p in places], [r[1] or 0 for r in rows], 0.36, color=PUBLISHED, label="published")
    axes.barh([p + 0.19 for p in places], [r[2] or 0 for r in rows], 0.36, color=OURS, label="here")
    for p, row in zip(places, rows):
        for value, at in ((row[1], p - 0.19), (row[2], p + 0.19)):
            if value:
                axes.text(value, at, f" {value:.3g}", va="center", fontsize=8)
    axes.set_yticks(list(places), [r[0] for r in rows])
    axes.invert_yaxis()
    axes.set_xlabel(unit)
    axes.grid(axis="x", linewidth=0.5)
    axes.set_axisbelow(True)
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.0 + 0.5 / (0.9 + 0.42 * len(rows))), ncol=2)
    return finish(figure, title)


def lines(title, across, up, series, marks):
    """Lines of name -> [(x, y)] over a logarithmic axis, with named marks on it; '' without matplotlib or points."""
    if plt is None or not series:
        return ""
    figure, axes = begin(7, 4.2)
    for number, (name, points) in enumerate(series.items()):
        axes.plot(*zip(*points), color=OURS if name.startswith("ours") else PUBLISHED, marker="o", markersize=3,
                  linestyle=("-", "--", "-.", ":")[number % 4], label=name)
    for name, x in marks.items():
        axes.axvline(x, color=GRID, linewidth=1)
        axes.annotate(name, (x, 1), xycoords=("data", "axes fraction"), fontsize=8, ha="center", va="bottom")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.grid(axis="y", linewidth=0.5)
    axes.legend(frameon=False, fontsize=8)
    return finish(figure, title)
