"""The lint rule that prose has at most 120 columns: pages, comments and docstrings. Generated text may be as wide as
its tables.
"""
import ast
import re

MAX_COLUMNS = 120
GENERATED = re.compile(r"Written by `(\./dev gen|bench/device_measure\.py)`")  # in the first lines of a page
REPORTS = re.compile(r"docs/lab/[^/]+/report\.md")  # `hedgerow lab report` writes them
COMMENT = re.compile(r"\s*(?://|/?\*[ /]|#(?!\s*(?:include|define|undef|if|ifdef|ifndef|el|endif|error|pragma)\b))")
COMMENTED = (".c", ".h", ".cpp", ".hpp", ".def", ".inc", ".v", ".py", ".cmake", "CMakeLists.txt", ".toml", ".sh", "dev")


def page(lines):
    """Yields the handwritten lines of a page that are too wide. Addresses and table rows may be wider, because they
    cannot be broken."""
    if GENERATED.search("\n".join(line for _, line in lines[:6])):
        return
    generated = False  # between <!-- name --> and <!-- /name -->
    for number, line in lines:
        generated = not line.startswith("<!-- /") and (generated or line.startswith("<!-- "))
        if len(line) > MAX_COLUMNS and not generated and "https://" not in line and not line.startswith("|"):
            yield number, line


def docstrings(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False) is not None:
            yield from range(node.body[0].lineno, node.body[0].end_lineno + 1)


def comments(path, lines, text):
    """Does the same for a source: its docstrings, and its comments on separate lines."""
    in_docstring = set(docstrings(text)) if path.endswith(".py") else ()
    for number, line in lines:
        if len(line) > MAX_COLUMNS and (number in in_docstring or COMMENT.match(line)):
            yield number, line


def prose(tree):
    for path in tree.ending((".md", *COMMENTED)):
        if REPORTS.fullmatch(path):
            continue
        lines = tree.lines(path)
        wide = page(lines) if path.endswith(".md") else comments(path, lines, tree.text(path))
        yield from (f"{path}:{number}: {len(line)} columns (at most {MAX_COLUMNS})" for number, line in wide)
