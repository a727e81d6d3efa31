"""Checks the website in FOLDER. Every link and anchor leads to a place inside it, and no page loads a file of a server.
Chromium opens chosen pages from files, without a server, at the width of a desktop and of a phone. There every picture
must load, no page may be wider than the window, and the search must find a word.

These breaks turned the check red: a link to a page that is gone, and an anchor that is gone.

usage: check.py FOLDER [--pictures FOLDER]     --pictures: keeps a picture of each page and width
       exit 77: no Chromium, and the links are good"""
import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

WIDTHS = {"desktop": (1280, 900), "phone": (390, 844)}
SHOWN = ["index.html", "docs/install.html", "docs/performance.html", "docs/performance/zen4.html", "docs/lab/README.html", "api/hedgerow.html",
         "api/cpp.html", "api/python.html", "commands.html", "docs/container.html"]
LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loaded = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.ids.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)
                if (tag, name) in LOADED:
                    self.loaded.append(value)


def link_faults(root):
    pages = {path.resolve(): Page(path.read_text()) for path in root.rglob("*.html")}
    for path, page in sorted(pages.items()):
        name = path.relative_to(root)
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loaded and parts.scheme != "data":
                    yield f"{name} loads {link}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{name}: no {link}"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                yield f"{name}: no anchor {link}"
    for path in root.rglob("*.css"):
        for address in re.findall(r"(?:url\(|@import )['\"]?((?:https?:)?//[^)'\"]+)", path.read_text()):
            yield f"{path.relative_to(root)} loads {address}"
    print(f"{len(pages)} pages, {sum(len(p.links) for p in pages.values())} links")


# Runs in a page of its own that opens the others in frames. It writes its findings into <pre>.
SCRIPT = """
const wait = (ms) => new Promise(done => setTimeout(done, ms));
async function look(name, width, height, query) {
  const frame = document.createElement("iframe");
  frame.style.cssText = `width:${width}px;height:${height}px;border:0`;
  frame.src = name + (query || "");
  document.body.append(frame);
  await new Promise(done => frame.onload = done);
  const page = frame.contentDocument, faults = [];
  const wide = page.documentElement.scrollWidth;
  if (wide > width) faults.push(`${wide} pixels wide`);
  for (const picture of page.images) if (!picture.naturalWidth) faults.push(`no picture ${picture.src}`);
  if (!query && !page.querySelector("h1")) faults.push("no heading");
  if (query) {
    for (let i = 0; i < 100 && !page.querySelector("#search-results li"); i++) await wait(50);
    if (!page.querySelector("#search-results li a")) faults.push("the search has no result");
  }
  frame.remove();
  return faults.map(fault => `${name} at ${width}: ${fault}`);
}
(async () => {
  const faults = [];
  for (const [width, height] of WIDTHS) {
    for (const name of SHOWN) faults.push(...await look(name, width, height));
    faults.push(...await look("search.html", width, height, "?q=kuznyechik"));
  }
  document.body.innerHTML = "";
  document.body.append(Object.assign(document.createElement("pre"), {id: "found", textContent: JSON.stringify(faults)}));
})();
"""


def chromium(profile, *arguments):
    return subprocess.run([shutil.which("chromium"), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                           "--hide-scrollbars", "--allow-file-access-from-files", f"--user-data-dir={profile}", *arguments],
                          capture_output=True, text=True, timeout=180)


def shown_faults(root, pictures):
    names = [name for name in SHOWN if (root / name).is_file()]
    yield from (f"no page {name}" for name in SHOWN if name not in names)
    page = root / "_check.html"
    values = SCRIPT.replace("WIDTHS", json.dumps(list(WIDTHS.values()))).replace("SHOWN", json.dumps(names))
    page.write_text(f"<!DOCTYPE html><meta charset=utf-8><body><script>{values}</script>")
    with tempfile.TemporaryDirectory() as profile:
        done = chromium(profile, "--virtual-time-budget=60000", "--dump-dom", page.as_uri())
        page.unlink()
        found = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.S)
        if not found:
            yield f"Chromium: no result\n{done.stdout[-500:]}\n{done.stderr[-500:]}"
            return
        yield from json.loads(html.unescape(found[1]))
        print(f"Chromium showed {len(names)} pages and the search at {', '.join(f'{w} pixels' for w, _ in WIDTHS.values())}")
        for name in names if pictures else []:
            for title, (width, height) in WIDTHS.items():
                chromium(profile, f"--window-size={max(width, 500)},{2 * height}", f"--screenshot={Path(pictures) / name.replace('/', '-')}.{title}.png",
                         (root / name).as_uri())


def main():
    root = Path(sys.argv[1]).resolve()
    pictures = sys.argv[3] if sys.argv[2:3] == ["--pictures"] else None
    faults = list(link_faults(root))
    browser = shutil.which("chromium")
    if browser:
        faults += shown_faults(root, pictures)
    for fault in faults[:40]:
        print(fault, file=sys.stderr)
    print(f"{len(faults)} faults")
    if not browser and not faults:
        print("SKIPPED pages in a browser: no chromium, so NO PAGE WAS OPENED")
        return 77
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
