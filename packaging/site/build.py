"""Makes the website: pages of the tree, the reference of C, C++ and Python, plots and the lab's report, as static HTML.

The folder WORK gets a copy of every page at its place in the tree, so links between pages stay as they are. A link to a
folder becomes one to its README. A link to a source becomes a download. Run it with the Python of the environment that
packaging/site.sh makes.

usage: build.py WORK OUTPUT [--commands FOLDER]    FOLDER has the .scd files of the manual pages"""
import html
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))
import doxygen_filter  # noqa: E402
import plots  # noqa: E402
import python_api  # noqa: E402

LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2", re.S | re.M)
HEADERS = {"hedgerow": "hedgerow.h: ciphers", "container": "container.h: encrypted files", "device": "device.h: ciphers on GPUs"}


def pages():
    """Yields the Markdown pages of the tree, relative to it."""
    for folder, folders, files in os.walk(ROOT):
        at = Path(folder).relative_to(ROOT)
        folders[:] = sorted(f for f in folders if not f.startswith(".") and not (at == Path(".") and f == "build") and f not in ("library", "site"))
        yield from (at / name for name in sorted(files) if name.endswith(".md"))


def relinked(text, page, known):
    """Returns the page with links that work inside the site, and the set of sources that it links to."""
    sources = set()

    def link(match):
        words, target = match[1], match[2]
        path, hash_, anchor = target.partition("#")
        if not path or re.match(r"\w+:", path):
            return match[0]
        there = Path(os.path.normpath(page.parent / path))
        if (ROOT / there).is_dir():
            there /= "README.md"
            if there not in known:
                return words
        if there.suffix != ".md":
            if (ROOT / there).is_file():
                sources.add(there)
            return match[0]
        return f"[{words}]({os.path.relpath(there, page.parent)}{hash_}{anchor})"

    out, end = [], 0
    for fence in FENCE.finditer(text):
        out += [LINK.sub(link, text[end:fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*out, LINK.sub(link, text[end:])]), sources


TABLE = re.compile(r"(?:^\|.*\|\n){30,}", re.M)


def quick_table(match):
    """A long table of numbers as HTML, because Sphinx needs seconds for it, and its index is better without it."""
    if "](" in match[0]:
        return match[0]
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in match[0].splitlines())

    def row(cells, tag):
        texts = [re.sub("`([^`]*)`", r"<code>\1</code>", html.escape(cell)) for cell in cells]
        return "<tr>" + "".join(f"<{tag}>{text}</{tag}>" for text in texts) + "</tr>"
    body = "\n".join(row(cells, "td") for cells in rows)
    return f'```{{raw}} html\n<div class="table-wrapper"><table class="docutils"><thead>{row(head, "th")}</thead><tbody>\n{body}\n</tbody></table></div>\n```\n'


def stage(work):
    known = set(pages())
    found = plots.machines.machines()
    for page in known:
        text, sources = relinked((ROOT / page).read_text(), page, known)
        if page.parent == Path("docs/performance"):
            text = plots.insert(text, found, page.stem)
        elif page == Path("docs/performance.md"):
            text = plots.insert(text, found)
        write(work / page, TABLE.sub(quick_table, text))
        for source in sources:
            copy(ROOT / source, work / source)
    copy(HERE / "conf.py", work / "conf.py")
    shutil.copytree(HERE / "static", work / "_static")
    copy(ROOT / "include/hedgerow/hedgerow.h", work / "hedgerow.h")
    copy(ROOT / "docs/speed.svg", work / "docs/speed.svg")
    front = next(m for m in found if m.name == plots.performance.README_CLASS)
    write(work / "index.md", (HERE / "index.md").read_text().replace("PLOT", plots.families(front)).replace("MACHINE", front.title()))


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def doxygen(work):
    out = work / "_doxygen"
    out.mkdir()
    settings = (HERE / "Doxyfile").read_text() + f"""
INPUT = "{ROOT / 'include/hedgerow'}"
FILE_PATTERNS = *.h *.hpp
OUTPUT_DIRECTORY = "{out}"
INPUT_FILTER = "{sys.executable} {HERE / 'doxygen_filter.py'}"
"""
    subprocess.run(["doxygen", "-"], input=settings, text=True, check=True)
    return out / "xml"


def c_page(name, title):
    header = ROOT / f"include/hedgerow/{name}.h"
    lines = [f"# {title}", "", doxygen_filter.introduction(header), ""]
    for group, heading, text in doxygen_filter.groups(header):
        lines += [f"## {heading}", "", text, "", f"```{{doxygengroup}} {group}", ":content-only:", ":members:", "```", ""]
    return "\n".join(lines)


def cpp_page(xml):
    """The classes and functions of the C++ headers in the order of the headers, without those of namespace detail."""
    entries = {}
    for compound in ET.parse(xml / "index.xml").getroot():
        if compound.get("kind") not in ("class", "struct", "namespace"):
            continue
        tree = ET.parse(xml / f"{compound.get('refid')}.xml").getroot()[0]
        name = tree.findtext("compoundname").replace("hedgerow::v0", "hedgerow")  # Doxygen describes both
        if not name.startswith("hedgerow::") or "detail" in name:
            continue
        if compound.get("kind") != "namespace":
            place = tree.find("location")
            entries.setdefault(Path(place.get("file")).name, set()).add((int(place.get("line")), "class" if compound.get("kind") == "class" else "struct", name))
            continue
        for member in tree.iter("memberdef"):
            place = member.find("location")
            kind = {"function": "function", "typedef": "typedef", "enum": "enum", "variable": "variable"}.get(member.get("kind"))
            if kind:
                arguments = member.findtext("argsstring") if kind == "function" else ""
                entries.setdefault(Path(place.get("file")).name, set()).add((int(place.get("line")), kind, f"{name}::{member.findtext('name')}{arguments}"))
    lines = ["# C++", ""]
    for name in HEADERS:
        header = ROOT / f"include/hedgerow/{name}.hpp"
        lines += [f"## {header.name}", "", doxygen_filter.introduction(header).replace("```c\n", "```cpp\n"), ""]
        for _, kind, entity in sorted(entries.get(header.name, [])):
            entity = entity.replace("hedgerow::", "hedgerow::v0::", 1)
            members = [":members:"] if kind in ("class", "struct") else []
            lines += [f"```{{doxygen{kind}}} {entity}", *members, "```", ""]
    return "\n".join(lines)


def commands(work, folder):
    """One page with the manual page of each command, or one that says how you read them."""
    lines = ["# Commands", "", "The text of the manual pages, which the command writes itself: `man hedgerow-encrypt`, or `hedgerow encrypt --help`.", ""]
    sources = sorted(Path(folder).glob("*.scd"), key=lambda p: p.name[:-6]) if folder else []
    if not sources:
        print("SKIPPED the page of commands: no build has written manual pages (./dev build)")
    for source in sources:
        body = source.read_text().partition("\n")[2]
        lines += [f"## {source.name.rsplit('.', 2)[0].replace('-', ' ')}", "", *scd(body), ""]
    write(work / "commands.md", "\n".join(lines))


def scd(body):
    """The Markdown of a manual page in scdoc: headings one lower, and each option with its indented text as a
    definition."""
    out, previous = [], ""
    for line in body.splitlines():
        text = line.replace("\\`", "`")
        if text.startswith("#"):
            text = f"##{text.capitalize() if text.startswith('# ') else text}"
            text = re.sub(r"# (\w)", lambda m: m[0].upper(), text)
        elif "`" not in text or text.startswith("*"):
            text = re.sub(r"(?<![\w*])\*(\S[^*]*)\*", r"**\1**", text)
            text = re.sub(r"(?<!\w)_([^_]+)_(?!\w)", r"*\1*", text)
        if line.startswith("\t"):
            text = ("  " if previous.startswith("\t") else ": ") + text.strip()
        out.append(text)
        previous = line
    return out


def lab_report(work):
    """docs/lab/CLASS/report.html, with plots, from the committed summary. It needs matplotlib."""
    for summary in sorted((ROOT / "docs/lab").glob("*/summary.json")):
        folder = work / "_lab" / summary.parent.name
        copy(summary, folder / "summary.json")
        done = subprocess.run(["python3", "-c", "import sys; from runner import plots, report; from pathlib import Path\n"
                               "plots.plt or sys.exit(77); report.write(Path(sys.argv[1]))", folder],
                              cwd=ROOT / "lab", capture_output=True, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        if done.returncode == 77:
            print("SKIPPED the lab's plots: python3-matplotlib is not installed")
            return
        if done.returncode:
            sys.exit(done.stderr)
        page = work / "docs/lab" / summary.parent.name / "report.md"
        head, line, rest = page.read_text().partition("\n")
        copy(folder / "report.html", work / "_static/lab" / f"{summary.parent.name}.html")
        page.write_text(f"{head}{line}\n<a href=\"../../../_static/lab/{summary.parent.name}.html\">The same report with its tables and plots</a>\n{rest}")


def main():
    work, output, *rest = sys.argv[1:]
    work = Path(work).resolve()
    shutil.rmtree(work, ignore_errors=True)
    stage(work)
    xml = doxygen(work)
    for name, title in HEADERS.items():
        write(work / f"api/{name}.md", c_page(name, title))
    write(work / "api/cpp.md", cpp_page(xml))
    write(work / "api/python.md", python_api.reference(ROOT / "python/src/hedgerow"))
    commands(work, rest[1] if rest else None)
    lab_report(work)
    shutil.rmtree(output, ignore_errors=True)
    done = subprocess.run([sys.executable, "-m", "sphinx", "-b", "html", "-q", "-j", "auto", "-d", work / "_doctrees", work, output])
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
