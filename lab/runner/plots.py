"""Plots as SVG by matplotlib. Their colours are variables of the page's style, so the same file serves light and dark
pages."""
import io
import re
import sys

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's matplotlib, if another Python comes first in PATH
try:
    import matplotlib
    matplotlib.use("svg")
    import matplotlib.pyplot as plt
except ImportError:
    plt = None

# A colour that matplotlib draws -> the variable of the page that replaces it.
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


def bars(title, unit, rows, names=("published", "here")):
    """Horizontal bars. A row is (name, figure or None, ...) and has a bar for each figure. '' if there are no rows or
    no matplotlib."""
    rows = [r for r in rows if any(r[1:])]
    if plt is None or not rows:
        return ""
    series = len(names)
    height = 0.9 + 0.21 * series * len(rows)
    figure, axes = begin(7, height)
    step = 0.76 / series
    for n, name in enumerate(names):
        places = [p + (n - (series - 1) / 2) * step for p in range(len(rows))]
        axes.barh(places, [r[n + 1] or 0 for r in rows], 0.95 * step, label=name, color=PUBLISHED if n == 0 else OURS, alpha=1 - 0.75 * max(n - 1, 0) / series)
        for place, row in zip(places, rows):
            if row[n + 1]:
                axes.text(row[n + 1], place, f" {row[n + 1]:.3g}", va="center", fontsize=8)
    axes.set_yticks(range(len(rows)), [r[0] for r in rows])
    axes.invert_yaxis()
    axes.set_xlabel(unit)
    axes.grid(axis="x", linewidth=0.5)
    axes.set_axisbelow(True)
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.0 + 0.5 / height), ncol=2 if series < 4 else 3)
    return finish(figure, title)


def lines(title, across, up, series, marks, logarithmic=True):
    """Lines of name -> [(x, y)] over a logarithmic axis or over whole numbers, with named marks on the axis. '' if
    there are no points or no matplotlib."""
    if plt is None or not series:
        return ""
    figure, axes = begin(7, 4.2)
    for number, (name, points) in enumerate(series.items()):
        axes.plot(*zip(*points), color=OURS if name.startswith("ours") else PUBLISHED, marker="o", markersize=3,
                  linestyle=("-", "--", "-.", ":")[number % 4], label=name)
    for name, x in marks.items():
        axes.axvline(x, color=GRID, linewidth=1)
        axes.annotate(name, (x, 1), xycoords=("data", "axes fraction"), fontsize=8, ha="center", va="bottom")
    if logarithmic:
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
    else:
        axes.set_xticks(sorted({x for points in series.values() for x, _ in points}))
        axes.set_ylim(bottom=0)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.grid(axis="y", linewidth=0.5)
    axes.legend(frameon=False, fontsize=8)
    return finish(figure, title)
