"""Plots of the measured speeds of one machine as SVG, drawn from bench/machines. They are part of the page, so that
their colours follow its style (style.css)."""
import html
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import machines  # noqa: E402
import performance  # noqa: E402

WIDTH, ROW, LEFT, RIGHT = 720, 34, 130, 150


def text(x, y, words, anchor="start", name=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{name}">{html.escape(str(words))}</text>'


def svg(height, title, parts):
    return "\n".join(['<div class="plot">', f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{html.escape(title)}">', *parts, "</svg>", "</div>"])


def families(m):
    """Two bars for each family: Hedgerow, and the fastest other library of the same run. AES is left out because its
    speed would leave no room for the others."""
    rows = [(cipher, ours, peer) for family, cipher, ours, peer in performance.bars(m) if family != "aes"]
    most = max(ours for _, ours, _ in rows)
    scale, parts = (WIDTH - LEFT - RIGHT) / most, []
    for i, (cipher, ours, peer) in enumerate(rows):
        y = 6 + ROW * i
        parts += [text(LEFT - 8, y + 18, cipher, "end"), f'<rect class="ours" x="{LEFT}" y="{y}" width="{ours * scale:.1f}" height="13"/>',
                  text(LEFT + ours * scale + 6, y + 11, f"{ours:.0f} MB/s")]
        if peer:
            parts += [f'<rect class="other" x="{LEFT}" y="{y + 14}" width="{peer[1] * scale:.1f}" height="10"/>',
                      text(LEFT + peer[1] * scale + 6, y + 23, f"{peer[1]:.0f} {peer[0].split()[0]}", name="small")]
    return svg(ROW * len(rows) + 8, f"Speed of each family on {m.name}", parts)


def spread(wanted, gap):
    """Moves labels apart: returns a height for each wanted one, in the same order and at least `gap` apart."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = [wanted[i] for i in order]
    for _ in range(50):
        for a in range(len(placed) - 1):
            lack = gap - (placed[a + 1] - placed[a])
            if lack > 0:
                placed[a] -= lack / 2
                placed[a + 1] += lack / 2
    return [y for _, y in sorted(zip(order, placed))]


def lengths(m):
    """The speed in CTR by the length of a call, one line for each family, on logarithmic scales."""
    shown = set(performance.of_families(m).values())
    curves = {line.cipher: sorted(line.mb_s.items()) for line in m.part("selected") if line.cipher in shown}
    if not curves:
        return ""
    height, left, right, top, bottom = 420, 60, 120, 10, 34
    xs = sorted({n for curve in curves.values() for n, _ in curve})
    ys = [v for curve in curves.values() for _, v in curve]
    low, high = (math.log10(v) for v in (min(ys), max(ys)))

    def x(n):
        return left + (WIDTH - left - right) * (math.log2(n) - math.log2(xs[0])) / (math.log2(xs[-1]) - math.log2(xs[0]))

    def y(v):
        return top + (height - top - bottom) * (high - math.log10(v)) / (high - low)
    parts = []
    for n in xs:
        name = f"{n} B" if n < 1024 else f"{n >> 10} KiB" if n < 1 << 20 else f"{n >> 20} MiB"
        parts += [f'<line class="grid" x1="{x(n):.1f}" y1="{top}" x2="{x(n):.1f}" y2="{height - bottom}"/>', text(x(n), height - 14, name, "middle", "small")]
    for power in range(math.ceil(low), math.floor(high) + 1):
        parts += [f'<line class="grid" x1="{left}" y1="{y(10 ** power):.1f}" x2="{WIDTH - right}" y2="{y(10 ** power):.1f}"/>',
                  text(left - 6, y(10 ** power) + 4, 10 ** power, "end", "small")]
    heights = spread([y(curve[-1][1]) for curve in curves.values()], 14)
    for i, ((cipher, curve), label) in enumerate(zip(curves.items(), heights)):
        points = " ".join(f"{x(n):.1f},{y(v):.1f}" for n, v in curve)
        parts += [f'<g class="c{i % 12}"><polyline points="{points}"/>', *(f'<circle cx="{x(n):.1f}" cy="{y(v):.1f}" r="2.5"/>' for n, v in curve),
                  text(x(curve[-1][0]) + 8, label + 4, cipher, name="small"), "</g>"]
    return svg(height, f"Speed by length of a call on {m.name}", parts)


def machines_compared(found):
    """One group of bars for each family, with one bar for each machine."""
    names = {family: cipher for m in reversed(found) for family, cipher in performance.of_families(m).items() if family != "aes"}
    rows = {cipher: [(m.name, line.speed) for m in found for line in [machines.on_machine(m, cipher, "ctr", "enc")] if line] for cipher in names.values()}
    scale = (WIDTH - LEFT - RIGHT) / max(v for bars in rows.values() for _, v in bars)
    parts, at = [], 6
    for cipher, bars in rows.items():
        parts.append(text(LEFT - 8, at + 6.5 * len(bars) + 4, cipher, "end"))
        for name, value in bars:
            place = [m.name for m in found].index(name)
            parts += [f'<rect class="c{place}" x="{LEFT}" y="{at}" width="{value * scale:.1f}" height="11"/>',
                      text(LEFT + value * scale + 5, at + 10, f"{value:.0f} {name}", name="small")]
            at += 13
        at += 10
    return svg(at, "Speed of each family on each machine", parts)


def insert(page, found, name=None):
    """Returns the page with the plots of machine `name`, or those of all machines, before its second heading."""
    if name is None:
        plots = "## Every machine\n\nMB/s in CTR on one core, messages of 16 KiB.\n\n" + machines_compared(found)
    else:
        m = next(m for m in found if m.name == name)
        plots = ("## Plots\n\nHedgerow (green) and the fastest other library of the same run (grey): MB/s on one core, messages of 16 KiB.\n\n"
                 f"{families(m)}\n\nMB/s in CTR by the length of a call, with the kernels that the library selects. Both scales are logarithmic.\n\n{lengths(m)}")
    head, _, rest = page.partition("\n## ")
    return f"{head}\n{plots}\n\n## {rest}"
