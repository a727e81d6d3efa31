#!/usr/bin/env python3
"""./dev lint: the rules of the tree. Each rule is a function from a tree to findings ("path:line: message").

usage: lint.py [--objects BUILD_DIR] [--every-isa]
  --objects   also checks the symbols of the kernel objects there (default build/release, if it exists)
  --every-isa compiles each kernel header for every instruction set that uses it, not only for one of them

lint_selftest.py seeds violations of each rule.
"""
import ast
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import lists
from lint_headers import headers_alone
from lint_operations import vector_operations
from lint_prose import prose
from lint_wording import wording
import lists_write
import machines
import ranking

MAX_FILE, MAX_FUNCTION, MAX_README, MAX_FOLDER = 400, 60, 80, 40
# These files have a reason to exceed the limit. All others must keep it.
LONG_FILES = {"include/hedgerow/hedgerow.h": "the C ABI is one header",
              "include/hedgerow/container.h": "the C ABI of containers is one header",
              "include/hedgerow/container.hpp": "header-only C++ over all of it",
              "include/hedgerow/device.h": "the C ABI of devices is one header",
              "include/hedgerow/device.hpp": "header-only C++ over all of it",
              "include/hedgerow/hedgerow.hpp": "header-only C++ over all of the ABI"}
LISTING = "a statement for each instruction, written by hedgerow circuit schedule"
LONG_FUNCTIONS = {"src/api/status.cpp:hedgerow_status_text": "one case per status",
                  "src/cipher/kuznyechik/two_steps_encrypt.hpp:two_steps_encrypt": LISTING,
                  "src/cipher/kuznyechik/two_steps_decrypt.hpp:two_steps_decrypt": LISTING,
                  "src/cipher/clefia/function_f0.hpp:function_f0": LISTING,
                  "src/cipher/clefia/function_f1.hpp:function_f1": LISTING}
LONG_FUNCTIONS |= {f"tests/prove/{f}": "one case per instruction" for f in (
    "machine_arithmetic.cpp:Machine::move", "machine_arithmetic.cpp:Machine::calculate", "machine_arithmetic.cpp:Machine::shift",
    "machine_vectors.cpp:Machine::arrange_vector")}
LONG_FILES["tests/prove/operations.cpp"] = "one case per operation"
LARGE_FOLDERS = {"tests/provider/corpus": "inputs of a fuzzer, one in a file, as libFuzzer reads them"}
# Kernels are reached through the registry, so no other folder includes headers of ciphers. GPUs have their own kernels.
INCLUDE_CIPHERS = ("cipher", "device")
SHARED_CIPHER = ("common",)  # folders of src/cipher that are not a family, so every family may include them
SRC_ORDER = ["base", "isa", "circuit", "cipher", "field", "hash", "registry", "mode", "api", "device", "container"]
CXX, CODE = (".c", ".h", ".cpp", ".hpp"), (".c", ".h", ".cpp", ".hpp", ".py", ".sh")
FORBIDDEN = [r"(?<![\w.$}])/(work|home|root|tmp)/\w", r"registry\.npmjs|pypi\.org|proxy\.golang|index\.crates\.io|deb\.debian\.org"]
STDEXCEPT = r"\bstd::((?:logic|runtime|domain|length|range|overflow|underflow)_error|invalid_argument|out_of_range)\b"
# Citations with a number. The bibliography has more of them.
SERIES = {"CHES", "CRYPTO", "DSTU", "ePrint", "EUROCRYPT", "FIPS", "GB/T", "GOST", "GOST R", "ISO", "KS X", "RFC", "SP"}
NUMBER = r"\d[\d./-]*\w?"


class Tree:
    """The tracked files of a checkout, or all files of a folder without git."""

    def __init__(self, root, objects=None, every_isa=False):
        self.root, self.objects, self.every_isa, self.notes = Path(root), objects, every_isa, []
        if (self.root / ".git").exists():
            listed = subprocess.run(["git", "ls-files"], cwd=root, check=True, capture_output=True, text=True).stdout.split("\n")
        else:
            listed = [str(p.relative_to(root)) for p in self.root.rglob("*") if p.is_file()]
        self.files = sorted(f for f in listed if f and (self.root / f).is_file())

    def ending(self, suffixes):
        return [f for f in self.files if f.endswith(tuple(suffixes))]

    def text(self, path):
        return (self.root / path).read_text(errors="replace")

    def lines(self, path):
        return list(enumerate(self.text(path).splitlines(), 1))


# stages of circuit/ that their sources may include; other folders may include all
CIRCUIT_STAGES = {"core": ("core",), "read": ("core", "read")}
FRONT_ENDS = {"cli": ("crypt", "generate", "key", "list", "raw", "support"), "python": ()}  # with folders of their own


def allowed_include(path, target):
    """Returns the reason why `path` may not include the quoted `target`, if there is one."""
    parts, to = path.split("/"), target.split("/")
    if parts[0] in FRONT_ENDS:
        own = len(to) == 1 or to[0] in FRONT_ENDS[parts[0]]
        return None if own or to[0] == "hedgerow" else "front ends see include/ only"
    if parts[0] == "provider":
        return None if len(to) == 1 or to[0] in ("hedgerow", "lists") else "provider sees the C ABI alone"
    if parts[0] == "circuit" and to[0] == "circuit" and to[1] not in CIRCUIT_STAGES.get(parts[1], (to[1],)):
        return f"circuit/{parts[1]} sees {' and '.join(CIRCUIT_STAGES[parts[1]])} alone"
    if parts[0] == "include":
        return None if len(to) == 1 or to[0] == "hedgerow" else "a public header sees public headers only"
    if parts[0] != "src" or len(parts) < 3 or len(to) == 1:
        return None
    own = SRC_ORDER.index(parts[1]) if parts[1] in SRC_ORDER else -1
    if to[0] == "hedgerow":
        return None if own >= SRC_ORDER.index("api") else "only api and what follows it see the C ABI"
    if to[0] == "lists":  # X-macro lists that tools/lists.py writes into the build folder
        return None
    if to[0] not in SRC_ORDER or SRC_ORDER.index(to[0]) > own:
        return f"{to[0]} does not stand before {parts[1]}"
    if to[0] == "cipher" and parts[1] not in INCLUDE_CIPHERS:
        return f"{parts[1]} sees kernels through the registry only"
    if to[0] == parts[1] == "cipher" and len(to) > 2 and len(parts) > 3 and to[1] not in (parts[2], *SHARED_CIPHER):
        return f"family {parts[2]} includes family {to[1]}"
    return None


def include_direction(tree):
    for path in tree.ending(CXX):
        for number, line in tree.lines(path):
            m = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            why = m and allowed_include(path, m[1])
            if why:
                yield f'{path}:{number}: includes "{m[1]}": {why}'


def imports_of(tree, path):
    """Returns the tracked Python files that `path` imports, inside functions too. A name is a file of its own folder or
    of tools/, which other scripts add to their path."""
    folder, found = Path(path).parent, set()
    for node in ast.walk(ast.parse(tree.text(path))):
        if isinstance(node, ast.Import):
            names, roots = [alias.name for alias in node.names], (folder, Path("tools"))
        elif isinstance(node, ast.ImportFrom):
            names = [".".join(filter(None, (node.module, alias.name))) for alias in node.names] + [node.module or ""]
            roots = (folder.joinpath(*[".."] * (node.level - 1)),) if node.level else (folder, Path("tools"))
        else:
            continue
        found.update(os.path.normpath(root / (name.replace(".", "/") + ".py")) for name in names for root in roots)
    return sorted(found & set(tree.files) - {path})


def import_cycles(tree):
    imports, done = {path: imports_of(tree, path) for path in tree.ending((".py",))}, set()

    def visit(path, way):
        if path in way:
            yield f"{path}:1: imports itself by way of {', '.join(way[way.index(path) + 1:])}"
        elif path not in done:
            for target in imports[path]:
                yield from visit(target, [*way, path])
            done.add(path)

    for path in imports:
        yield from visit(path, [])


def lists_and_files(tree):
    isas = lists.isas(tree.root)
    wanted = {line.source for line in lists.objects(tree.root)}
    pattern = r"src/field/[^/]+\.cpp|src/cipher/[^/]+/(?!schedule)[^/]+\.cpp|lab/kernels/[^/]+/[^/]+\.cpp"
    found = {f for f in tree.files if re.fullmatch(pattern, f)}
    yield from (f"{f}: no line in kernels.def (of src/registry or of lab) names it" for f in sorted(found - wanted))
    yield from (f"src/registry/kernels.def: {f} is missing" for f in sorted(wanted - found))
    modes, kinds = {m.path for m in lists.modes(tree.root)}, "block|stream|aead|mac|wrap"
    sources = {f for f in tree.files if re.fullmatch(rf"src/mode/({kinds})/[^/]+\.cpp", f)}
    yield from (f"{f}: no MODE line names it" for f in sorted(sources - modes))
    yield from (f"src/mode/modes.def: {f} is missing" for f in sorted(modes - sources))
    headers = {f"src/isa/vec_{i.name}.hpp" for i in isas if i.name != "scalar"}
    present = {f for f in tree.files if re.fullmatch(r"src/isa/vec_\w+\.hpp", f)} - {"src/isa/vec_model.hpp", "src/isa/vec_scalar.hpp"}
    yield from (f"src/isa/isa.def: {f} is missing" for f in sorted(headers - present))
    yield from (f"{f}: no line in isa.def names it" for f in sorted(present - headers))
    yield from (f"lists: {problem}" for problem in lists_write.problems(tree.root))


def ranks(tree):
    if not (tree.root / "bench/machines").is_dir():
        return
    program, found = Path(tree.objects or "") / "bin/kernel_tables", machines.machines(tree.root / "bench/machines")
    tables = ranking.Tables(program) if program.is_file() else None
    if not tables or ranking.lacking(found, tables):
        tree.notes.append(f"SKIPPED ranks: no {program} with all kernels that were measured")
    else:
        yield from ranking.findings(found, tables)


def blank_out(text):
    """Blanks comments, literals and preprocessor lines of C++. All other characters keep their place."""
    token = (r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![\w])\'(?:\\.|[^\'\\\n])+\'|'
             r'^[ \t]*#(?:[^\n\\]|\\.|\\\n)*')
    return re.sub(token, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S | re.M)


def cxx_functions(text):
    """Returns (line, name, lines) of each outermost function body, by an approximate brace matcher."""
    stack, header, line = [], "", 1
    for c in blank_out(text):
        line += c == "\n"
        if c == "{":
            kind = "function" if re.search(r"\)\s*(const|noexcept|override|final|mutable|volatile|->.*|:.*|\s)*$", header, re.S) else "other"
            scope = re.search(r"\b(namespace|class|struct|union|enum|extern|requires)\b[^()]*$|^\s*(if|for|while|switch|catch)\b", header)
            initialiser = not scope and not re.search(r"\)(?:[^,:]|::)*$|\b(else|do|try)\s*$|^\s*$", header)
            stack.append((("initialiser" if initialiser else "other" if scope else kind), line, header))
            header = header if initialiser else ""
        elif c == "}" and stack:
            kind, start, head = stack.pop()
            if kind == "function" and not any(k == "function" for k, _, _ in stack):
                name = re.search(r"([\w:~]+|operator\S+)\s*\(", head)
                yield start - head.strip().count("\n"), name[1] if name else "?", line - start + 1 + head.strip().count("\n")
            header = header + "()" if kind == "initialiser" else ""  # member{x} reads as member()
        else:
            header = "" if c == ";" and not stack_in_parens(header) else header + c


def stack_in_parens(header):
    return header.count("(") > header.count(")")


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            yield node.lineno, node.name, node.end_lineno - node.lineno + 1


def sizes(tree):
    for path in tree.ending(CODE) + [f for f in tree.files if f == "dev"]:
        text = tree.text(path)
        length = text.count("\n")
        if length > MAX_FILE and path not in LONG_FILES:
            yield f"{path}:1: {length} lines (at most {MAX_FILE})"
        functions = cxx_functions(text) if path.endswith(CXX) else python_functions(text) if path.endswith(".py") else []
        for number, name, lines in functions:
            if lines > MAX_FUNCTION and f"{path}:{name}" not in LONG_FUNCTIONS:
                yield f"{path}:{number}: {name} has {lines} lines (at most {MAX_FUNCTION})"


def clang_format(tree):
    tool = shutil.which("clang-format-19")
    paths = tree.ending(CXX)
    if not tool:
        tree.notes.append("SKIPPED clang_format: no clang-format-19")
    elif paths:
        run = subprocess.run([tool, "--style=file", "--dry-run", "-Werror", *paths], cwd=tree.root, capture_output=True, text=True)
        bad = sorted(set(re.findall(r"^(\S+?):\d+:\d+: error:", run.stderr, flags=re.M)))
        yield from (f"{path}:1: not as clang-format-19 writes it" for path in bad)
        if run.returncode and not bad:
            yield f"clang-format-19: {run.stderr.strip()[:200]}"


def up_to_date(folder, objects):
    """Returns the objects that the build still makes and that are not older than their sources. Older ones belong to an
    earlier state of the tree, so they are not checked. Without ninja it returns all."""
    if not (folder / "build.ninja").exists() or not shutil.which("ninja"):
        return objects
    current, times = set(), {}
    told = subprocess.run(["ninja", "-C", folder, "-t", "deps"], check=True, capture_output=True, text=True).stdout
    for entry in told.split("\n\n"):
        target, *sources = entry.split("\n")
        target = folder / target.split(": #deps")[0]
        if target not in objects:
            continue
        for source in sources:
            path = folder / source.strip()
            if path not in times:
                times[path] = path.stat().st_mtime_ns if path.exists() else float("inf")
        if all(times[folder / source.strip()] <= target.stat().st_mtime_ns for source in sources):
            current.add(target)
    return current


def object_symbols(tree):
    if not tree.objects or not Path(tree.objects).is_dir():
        tree.notes.append("SKIPPED object_symbols: no build folder")
        return
    lines = {x.stem: [x.symbol] + [f"{x.symbol}_fused"] * (getattr(x, "fused", "no") == "yes") for x in lists.objects(tree.root)}
    there = {p for p in Path(tree.objects).rglob("*.o") if lists.object_stem(p) in lines}
    objects = up_to_date(Path(tree.objects), there)
    if there != objects:
        tree.notes.append(f"SKIPPED object_symbols of {len(there - objects)} objects of an earlier tree: ./dev build makes them anew")
    if not there:
        tree.notes.append(f"SKIPPED object_symbols: no kernel objects under {tree.objects}")
    of_object = {path: [] for path in sorted(objects)}
    command = ["nm", "-C", "--defined-only", "--print-file-name", *of_object]
    for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines() if objects else []:
        path, symbol = line.split(".o:", 1)
        of_object[Path(path + ".o")].append(symbol.split(maxsplit=2)[1:])
    for path, symbols in of_object.items():
        shared = [name for kind, name in symbols if kind in "WwVvu"]
        exported = [name for kind, name in symbols if kind.isupper() and kind not in "WV"]
        expected = lines[lists.object_stem(path)]
        if sorted(e.split("::")[-1] for e in exported) != expected:
            yield f"{lists.object_stem(path)}: defines {exported or 'nothing'}, not just {', '.join(expected)}"
        if shared:
            yield f"{lists.object_stem(path)}: weak or unique symbol {shared[0]}"


def own_includes(tree):
    """Standard headers include each other, but which ones differs between releases of a compiler. Each source must
    therefore include the header that it needs."""
    for path in tree.ending(CXX):
        text = tree.text(path)
        for name in re.findall(STDEXCEPT, blank_out(text))[:1]:
            if not re.search(r"^#include <stdexcept>$", text, flags=re.M):
                yield f"{path}:1: names std::{name} and does not include <stdexcept>"


def readmes(tree):
    folders = {f.split("/")[0] for f in tree.files if "/" in f and not f.startswith(".")}
    folders |= {"/".join(f.split("/")[:2]) for f in tree.files if f.startswith("src/") and f.count("/") > 1}
    for folder in sorted(folders):
        name = f"{folder}/README.md"
        if name not in tree.files:
            yield f"{folder}: has no README.md"
        elif len(tree.lines(name)) > MAX_README:
            yield f"{name}:1: {len(tree.lines(name))} lines (at most {MAX_README})"


def folders(tree):
    files = {}
    for path in tree.files:
        files.setdefault(path.rpartition("/")[0], []).append(path)
    for folder, inside in sorted(files.items()):
        if len(inside) > MAX_FOLDER and folder not in LARGE_FOLDERS:
            yield f"{folder}: {len(inside)} files without those of its folders (at most {MAX_FOLDER})"


def words(tree):
    for path in tree.files:
        if path.endswith((".lock", ".json", "tools/lint.py")):
            continue
        for number, line in tree.lines(path):
            yield from (f"{path}:{number}: {m[0]}" for m in (re.search(w, line) for w in FORBIDDEN) if m)


def citations(tree):
    known = tree.text("docs/bibliography.md") if "docs/bibliography.md" in tree.files else ""
    keys = re.findall(r"^\* \*\*(.+?)\*\*", known, flags=re.M)
    yield from (f"docs/bibliography.md:1: {key} has several lines" for key in sorted({k for k in keys if keys.count(k) > 1}))
    series = SERIES | {m[1] for m in (re.match(rf"(.+?) {NUMBER}", key) for key in keys) if m}
    citation = re.compile(rf" ?((?:{'|'.join(map(re.escape, sorted(series)))}) ?{NUMBER}|draft-[a-z-]+)")
    for path in tree.ending((*CXX, ".def")):
        for number, line in tree.lines(path):
            cited = [citation.match(part) for inside in re.findall(r"\[([^\]\n]*)", line) for part in inside.split(";")]
            yield from (f"{path}:{number}: [{m[1]}] is not in docs/bibliography.md" for m in cited
                        if m and not re.search(re.escape(m[1]) + r"(?!\d)", known))


RULES = [include_direction, import_cycles, own_includes, lists_and_files, ranks, sizes, clang_format, headers_alone, object_symbols, vector_operations, readmes, folders,
         prose, wording, words, citations]


def run(rule, tree):
    """The findings and notes of a rule. It has a process of its own, and so its own copy of the tree."""
    return list(rule(tree)), tree.notes


def main(arguments):
    every_isa = "--every-isa" in arguments
    rest = [a for a in arguments if a != "--every-isa"]
    if rest and (rest[0] != "--objects" or len(rest) != 2):
        sys.exit(__doc__.strip())
    tree = Tree(lists.ROOT, lists.ROOT / (rest[1] if rest else "build/release"), every_isa)
    with ProcessPoolExecutor(len(RULES)) as pool:
        results = list(pool.map(run, RULES, [tree] * len(RULES)))
    found = [f"{rule.__name__}: {finding}" for rule, (findings, _) in zip(RULES, results) for finding in findings]
    notes = sorted(note for _, notes in results for note in notes)
    print("\n".join(found + notes))
    print(f"lint: {len(found)} findings, {len(notes)} rules skipped, {len(tree.files)} files")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
