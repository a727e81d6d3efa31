"""docs/speed.svg, README's picture: each cipher beside its best peer on every class of processors of bench/machines.
Drawn by `./dev gen` as the lab draws its plots; light and dark in one file.
"""
from . import plots

STYLE = """<style>:root { --text: #1b1f24; --grid: #c9ced6; --published: #8b98a9; --ours: #1f7a4d; }
@media (prefers-color-scheme: dark) { :root { --text: #e3e7ec; --grid: #414a55; --published: #7d8a9a; --ours: #4cc38a; } }</style>"""
MODES = (("ctr", "enc"), ("ecb", "enc"))


def beside_peers(machines, machine):
    """(cipher, MB/s of the best peer or None, of ours) of every cipher, in the first mode that a peer runs too."""
    rows = []
    for short in machines.measured_ciphers([machine]):
        found = [machines.on_machine(machine, short, mode, direction) for mode, direction in MODES]
        found = [f for f in found if f]
        for row, peer in [f for f in found if f[1]] or found[:1]:
            ours = row["mb_per_s_median"]
            rows.append((short, peer and ours / peer["ratio"], ours))
            break
    return rows


def speed(machines, found):
    """The picture as SVG; None without matplotlib."""
    if plots.plt is None or not found:
        return None
    data = [(m.name, beside_peers(machines, m)) for m in found]
    names = list(dict.fromkeys(row[0] for _, rows in data for row in rows if row[1]))
    plots.begin(1, 1)
    plots.plt.close("all")
    figure, axes = plots.plt.subplots(1, len(data), figsize=(4.6 * len(data), 0.8 + 0.24 * len(names)), sharey=True, squeeze=False)
    for (machine, rows), ax in zip(data, axes[0]):
        by_name = {row[0]: row for row in rows}
        for place, name in enumerate(names):
            _, peer, ours = by_name.get(name, (name, None, None))
            for value, at, colour in ((peer, place + 0.19, plots.PUBLISHED), (ours, place - 0.19, plots.OURS)):
                if value:
                    ax.barh(at, value, 0.36, color=colour)
            if ours and peer:
                ax.text(ours, place - 0.19, f" {ours / peer:.1f}x", va="center", fontsize=7)
        ax.set_xscale("log")
        ax.set_title(machine, fontsize=10)
        ax.set_xlabel("MB/s on one core")
        ax.grid(axis="x", linewidth=0.5)
        ax.set_axisbelow(True)
    axes[0][0].set_yticks(range(len(names)), names)
    axes[0][0].invert_yaxis()
    figure.legend(handles=[plots.plt.Rectangle((0, 0), 1, 1, color=c) for c in (plots.OURS, plots.PUBLISHED)],
                  labels=["Hedgerow", "the quickest other library"], frameon=False, ncol=2, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    figure.tight_layout()
    svg = plots.finish(figure, "Speed of each cipher beside the quickest other library")
    return svg.replace(">", ">" + STYLE, 1) + "\n"
