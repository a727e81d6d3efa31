"""The pages that show the measurements of bench/machines. `./dev gen` writes docs/performance/CLASS.md for each
class of processors, the tables between `<!-- machines NAME -->` and `<!-- /machines -->` in README.md and
docs/performance.md (NAME is a key of TABLES), and README's picture, docs/speed.svg.
"""
import re

import lists
import machines
from machines import LENGTHS, MODES

MARKED = re.compile(r"(<!-- machines ([a-z-]+) -->\n)(.*?)(<!-- /machines -->)", re.S)
README_CLASS = "intel-512"  # README shows one class
FOLDER = lists.ROOT / "docs/performance"


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(r) + " |" for r in rows)]


def number(value, digits=0):
    return "-" if value is None else f"{value:.{digits}f}"


def speed(line, size=machines.BULK_BYTES):
    """MB/s with the mark of a disturbed figure."""
    return number(line.mb_s.get(size)) + line.mark(size)


def speeds(m, cipher):
    """Returns (MB/s in each of MODES, what machines.peer_of() says of the mode with the least ratio) of the selected
    kernel. A value that was not measured is None."""
    lines = [machines.on_machine(m, cipher, mode, direction) for mode, direction, _ in MODES]
    if None in lines:
        return None
    peers = [peer for peer in (machines.peer_of(m, line) for line in lines) if peer]
    return [speed(line) for line in lines], min(peers, key=lambda p: p[1], default=None)


def speed_table(m):
    rows = [(name, speeds(m, name)) for name in machines.measured_ciphers([m])]
    return table(["cipher", *(title for _, _, title in MODES), "other library", "times its speed"],
                 [[name, *found[0], *((found[1][0], number(found[1][1], 1) + found[1][2]) if found[1] else ("-", "-"))] for name, found in rows if found])


def of_families(m):
    """Returns family -> the variant that README shows, if it was measured."""
    measured = machines.measured_ciphers([m])
    return {family: name for family, name in machines.shown_variants().items() if name in measured}


def of_one_variant(m, part):
    """Returns the lines of a part of the measurement, for the variant of each family that README shows."""
    variants = of_families(m).values()
    return [line for line in m.part(part) if line.cipher.partition(":")[0] in variants]


def size_table(m):
    return table(["cipher", *(f"{name} B" if n < 1024 else f"{name[:-1]} {name[-1]}iB" for name, n in LENGTHS.items())],
                 [[line.cipher, *(speed(line, n) for n in LENGTHS.values())] for line in m.part("selected")])


def single_table(m):
    by = {(line.cipher, line.mode, line.direction): line for line in m.part("single")}
    what = {"a block enc": ("block", "enc"), "a block dec": ("block", "dec"), "a key": ("setup", "short"), "a key for all lengths": ("setup", "both")}

    def cell(line):
        return "-" if line is None or line.cycles is None else f"{line.cycles:.0f}" + (f" : {line.theirs:.0f}" if line.theirs else "")
    return table(["cipher", *what], [[cipher, *(cell(by.get((cipher, *key))) for key in what.values())] for cipher in dict.fromkeys(c for c, _, _ in by)])


def aead_table(m):
    by = {(line.cipher, line.mode, line.direction): line for line in m.part("aead")}
    return table(["cipher", "mode", "seal", "open", "cycles a byte: seal", "open"],
                 [[cipher, mode, *(speed(line) for line in both), *(number(line.cycles, 2) for line in both)]
                  for cipher, mode in dict.fromkeys((c, mode) for c, mode, _ in by) for both in [[by[cipher, mode, d] for d in ("enc", "dec")]]])


# Columns of the table of modes: title, mode and direction, and the mode and direction that the ratio compares with.
MODE_COLUMNS = (("CBC dec", "cbc", "dec", "ecb", "dec"), ("CFB dec", "cfb", "dec", "ecb", "enc"), ("XTS enc", "xts", "enc", "ecb", "enc"),
                ("XTS dec", "xts", "dec", "ecb", "dec"), ("CTR-ACPKM", "ctr-acpkm", "enc", "ctr", "enc"), ("GCM", "gcm", "enc", "ctr", "enc"),
                ("MGM", "mgm", "enc", "ctr", "enc"), ("CBC of 64", "cbc:64", "enc", "ecb", "enc"), ("CMAC of 64", "cmac:64", "enc", "ecb", "enc"),
                ("CMAC of 8", "cmac:8", "enc", "cmac", "enc"), ("CBC enc", "cbc", "enc", "ecb", "enc"), ("CMAC", "cmac", "enc", "ecb", "enc"))


def mode_table(m):
    by = {(line.cipher, line.mode, line.direction): line for line in m.part("modes") if line.speed}

    def cell(cipher, mode, direction, *base):
        line, other = by.get((cipher, mode, direction)), by.get((cipher, *base))
        return f"{speed(line)} ({line.speed / other.speed:.2f}{line.mark() or other.mark()})" if line and other else "-"
    return table(["cipher", *(title for title, *_ in MODE_COLUMNS)],
                 [[cipher, *(cell(cipher, *column) for _, *column in MODE_COLUMNS)] for cipher in dict.fromkeys(c for c, _, _ in by)])


def mode_peer_table(m):
    found = {}
    for line in m.part("modes"):
        if line.peer:
            found.setdefault((line.cipher, line.mode), {})[line.direction] = line

    def cell(line):
        return f"{speed(line)} ({line.ratio:.2f}{line.mark()})" if line else "-"
    return table(["cipher", "mode", "encryption", "decryption", "other library"],
                 [[*key, cell(lines.get("enc")), cell(lines.get("dec")), ", ".join(dict.fromkeys(line.peer for line in lines.values()))]
                  for key, lines in found.items()])


def memory_table(m):
    by = {(line.cipher, line.mode, line.direction): line for line in of_one_variant(m, "memory")}

    def cell(line):
        return f"{speed(line, 64 << 20)} ({line.of_memory:.2f}{line.mark(64 << 20) or line.mark()})" if line else "-"
    return table(["cipher", *(title for _, _, title in MODES), "memcpy"],
                 [[cipher, *(cell(by.get((cipher, mode, direction))) for mode, direction, _ in MODES), number(by[cipher, "ctr", "enc"].theirs)]
                  for cipher in dict.fromkeys(c for c, _, _ in by)])


def output(m, command):
    return ["```", m.outputs[command].rstrip(), "```"] if command in m.outputs else ["Not measured."]


SECTIONS = (
    ("Speed at 16 KiB", "MB/s (10^6 bytes) with the selected kernel. The last two columns name the fastest other library in the same run, and\n"
     "our speed divided by its speed, in the mode where this ratio is lowest.", speed_table),
    ("Speed by length", "MB/s of CTR, with the selected kernel for each length. This table and those below have one variant of each family.", size_table),
    ("One block, and one key", "Core cycles of a block and of a key through the C ABI. After the colon you see those of the fastest other library. `a key`\n"
     "prepares the key for calls of one block, and `a key for all lengths` also for long calls.", single_table),
    ("Authenticated encryption at 16 KiB", "MB/s and core cycles per byte.", aead_table),
    ("Modes at 16 KiB", "MB/s, and in brackets the ratio to ECB of the same direction (CFB: encryption), to CTR (CTR-ACPKM, GCM, MGM), or to CMAC of\n"
     "one message (CMAC of 8), in the same run. `of 64` is a batch of 64 messages of 256 bytes each, and `of 8` is 8 messages of\n"
     "2 KiB.", mode_table),
    ("Modes compared with other libraries", "MB/s, and in brackets our speed divided by that of the fastest other library that has the mode for the same cipher.", mode_peer_table),
    ("Out of cache", "MB/s at 64 MiB, and in brackets the ratio to 16 KiB, or to memcpy of 64 MiB if that is slower.", memory_table),
    ("A file, compared with cp", "`bench/file_vs_cp.py`:", lambda m: output(m, "bench/file_vs_cp.py")),
    ("The OpenSSL provider", "`provider_speed` compares calls of EVP with calls of the C ABI and with gost-engine's provider:", lambda m: output(m, "provider_speed")),
)


def page(m):
    """docs/performance/CLASS.md"""
    out = [f"# Measured on {m.name}", "", f"Written by `./dev gen` from bench/machines/{m.name}.csv, which also has the other variants and every kernel.", "[performance.md](../performance.md) says how to read the tables.", "",
           f"{m.about['machine']} ({m.about.get('cpu', 'unknown')}), {m.about['compiler']}, commit {m.about['commit']}, {m.about['date']}."]
    for title, text, made in SECTIONS:
        out += ["", f"## {title}", "", text, "", *made(m)]
    return "\n".join(out) + "\n"


def shown(found):
    return next((m for m in found if m.name == README_CLASS), None)


def bits(values):
    return ", ".join(str(8 * value) for value in sorted(set(values)))


def family_table(found):
    """README's table: sizes, maturity and note of each family, and the numbers of the picture with their marks."""
    m = shown(found)
    numbers_of = {family: numbers for family, *numbers in bars(m)} if m else {}
    rows = []
    for f in lists.families():
        variants = [c for c in lists.ciphers() if c.family == f.name]
        cipher, ours, mark, peer = numbers_of.get(f.name, (None,) * 4)
        rows.append([f"[{f.name}](src/cipher/{f.name}/README.md)", bits(c.block for c in variants), bits(c.key - c.sbox for c in variants),
                     f"{f.maturity}: {f.note}", f"{ours:.0f}{mark} ({cipher})" if ours else "-", f"{ours / peer[1]:.1f}{peer[2]} x {peer[0]}" if peer else "-"])
    return table(["family", "blocks", "keys", "status", "MB/s", "compared with"], rows)


def about(found):
    return [f"* [{m.name}](performance/{m.name}.md): {m.title().partition(': ')[2]}" for m in found]


TABLES = {"families": family_table, "about": about, "readme-machine": lambda found: [m.title() for m in [shown(found)] if m]}


def filled(text, found):
    """Returns the page with new text in every marked table."""
    return MARKED.sub(lambda match: match[1] + "\n".join(["", *TABLES[match[2]](found), "", ""]) + match[4], text)


STYLE = ("text{font:13px sans-serif;fill:#1b1f24}.o{fill:#1f7a4d}.p{fill:#8b98a9}line{stroke:#c9ced6}"
         "@media(prefers-color-scheme:dark){text{fill:#e3e7ec}.o{fill:#4cc38a}.p{fill:#7d8a9a}line{stroke:#414a55}}")
LEFT, WIDTH, RIGHT, ROW, BAR, TOP = 130, 460, 170, 40, 15, 64  # pixels of README's picture


def bars(m):
    """Yields (family, cipher, our MB/s, its mark, (name, MB/s, mark) of the fastest other library, if any) for each
    family, in CTR, or in ECB if only ECB has another library."""
    for family, cipher in of_families(m).items():
        lines = [line for line in (machines.on_machine(m, cipher, mode, "enc") for mode in ("ctr", "ecb")) if line]
        line = next((line for line in lines if machines.peer_of(m, line)), lines[0] if lines else None)
        if line:
            peer = machines.peer_of(m, line)
            yield family, cipher, line.speed, line.mark(), peer and (peer[0], line.speed / peer[1], peer[2])


def picture(found):
    """docs/speed.svg: two bars for each family on one machine, on a scale that begins at zero. AES is left out because
    every library uses its instructions, and its speed would leave no room for the others."""
    m = shown(found)
    pairs = [pair for family, *pair in bars(m) if family != "aes"] if m else []
    most = max((ours for _, ours, *_ in pairs), default=1)
    step = next(s for s in (500, 1000, 2000, 5000, 10000) if most / s <= 6)
    height = TOP + ROW * len(pairs) + 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + RIGHT} {height}" role="img">',
           f"<title>Speed of each family, compared with the fastest other library, on {m.name if m else 'no machine'}</title><style>{STYLE}</style>",
           f'<text x="{LEFT}" y="18">MB/s on one core of {m.name if m else "-"}, messages of 16 KiB</text>',
           f'<rect class="o" x="{LEFT}" y="32" width="12" height="12"/><text x="{LEFT + 18}" y="43">Hedgerow</text>',
           f'<rect class="p" x="{LEFT + 110}" y="32" width="12" height="12"/><text x="{LEFT + 128}" y="43">the fastest other library</text>']
    for value in range(0, int(most) + 1, step):
        x = LEFT + WIDTH * value / most
        out.append(f'<line x1="{x:.0f}" y1="{TOP - 8}" x2="{x:.0f}" y2="{height - 24}"/><text x="{x:.0f}" y="{height - 8}" text-anchor="middle">{value}</text>')
    for place, (cipher, ours, mark, peer) in enumerate(pairs):
        y, times = TOP + ROW * place, f" ({ours / peer[1]:.1f}{peer[2]} times)" if peer else ""
        out += [f'<text x="{LEFT - 8}" y="{y + 20}" text-anchor="end">{cipher}</text>',
                f'<rect class="o" x="{LEFT}" y="{y}" width="{WIDTH * ours / most:.1f}" height="{BAR}"/>',
                f'<text x="{LEFT + WIDTH * ours / most + 6:.0f}" y="{y + 12}">{ours:.0f}{mark}{times}</text>']
        if peer:
            out += [f'<rect class="p" x="{LEFT}" y="{y + BAR}" width="{WIDTH * peer[1] / most:.1f}" height="{BAR}"/>',
                    f'<text x="{LEFT + WIDTH * peer[1] / most + 6:.0f}" y="{y + BAR + 12}">{peer[1]:.0f}, {peer[0].split()[0]}</text>']
    return "\n".join([*out, "</svg>"]) + "\n"
