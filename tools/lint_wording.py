"""The lint rule for the wording of comments, docstrings, pages and help texts (docs/style.md). It counts words that
made older texts hard to read, per folder and 1,000 words, and it bans some phrases everywhere.

The counts are a thermometer. A text that meets all limits can still be bad, so let somebody else read it.
"""
import ast
import io
import re
import statistics
import tokenize

from lint_prose import GENERATED, REPORTS

# Rates per 1,000 words: name, pattern, limit, and an example for the self-test. A folder may have at most (MOST) or
# must have at least (LEAST) this rate.
MOST = [
    ("what", r"\bwhat\b", 1.5, "It prints what it found."),
    ("stand", r"\bstands?\b(?! for\b|-)", 0.1, "The key stands here."),
    ("ahead of, behind", r"\bahead of\b|\bbehind\b", 0.2, "The tag is behind the data."),
    ("whose, of which", r"\bwhose\b|\b(?:of|to|in|by|from|with|for|on) (?:which|whom)\b", 0.8, "A file whose name is long."),
    ("none, nothing, neither, nobody", r"\b(?!(?-i:None\b))(?:none|nothing|neither|nobody)\b", 1.2, "There are none."),
    ("but for, beside, as many, at once, by itself, the one",
     r"\bbut for\b|\bbeside\b|\bas many\b|\bat once\b|\bby itself\b|\bthe one\b(?!-)", 1.0,
     "Both run at once."),
    (", for + clause", r", for (?:it|they|these|those|there|this|that|no|he|she|we|its|their) ", 0.3, "It is wiped, for it is secret."),
]
LEAST = [
    ("for example", r"\bfor (?:example|instance)\b|\be\.g\.|\bi\.e\.|\bnote that\b|\bnote:", 0.7, "for example"),
    ("because", r"\b(?:because|therefore|however|thus|since)\b", 1.0, "because"),
]
YOU = ("you", r"\byour?\b", 2.0, "You")  # in pages and help texts only
MEDIAN = 11  # least median of the words of a sentence; shorter texts than FEW words are not counted as sentences
FEW = 4
ENOUGH = 1500  # a folder with fewer words is counted together with its parent

# Phrases that must not occur at all: pattern, replacement, and an example for the self-test.
BANNED = [
    (r"\bwhat [\w' ]{1,20} makes? of\b", "the result of", "Prints what it makes of the box."),
    (r"\bstands? (?:in|at|on|there|here|behind|before|beside|first|last|twice|alone|next)\b(?! for)", "is, comes",
     "The key stands in memory."),
    (r"\bbut for\b", "except for", "All bits but for the first are zero."),
    (r"\bahead of\b", "before", "Loads come ahead of stores."),
    (r"\bthe ones? (?:that|which|of)\b", "the noun again", "The kernel is the one that wins."),
    (r"\bnothing but\b", "only", "It returns nothing but zero."),
    (r"\bby itself\b", "automatically, alone, separately", "Each part is measured by itself."),
    (r"(?:^|[.;:] )Who (?![^.]*\?)", "Anyone who", "Who has no key learns the length."),
    (r"\b(?:goes|went|going|go) on\b(?! to\b)", "continue", "The search goes on without it."),
    (r"\banew\b", "again, from the start", "The key is made anew."),
    (r"\band the like\b", "and similar ones", "Pipes and the like are skipped."),
    (r"\bquick(?:er|est)\b", "faster, fastest", "The quicker kernel is selected."),
    (r", for (?:it|they|there) (?:is|are|has|have|would|do|does|can|may|must)\b", ", because", "It is wiped, for it is secret."),
    (r"\bdear(?:er|est)\b", "more expensive", "A dearer circuit is accepted."),
    (r"\bwhat(?:ever)? stands?\b", "the contents of", "It reads what stands there."),
    (r"\bone after the other stands?\b", "the chain is", "One after the other stand a shift and a mask."),
    (r"\bto do with\b", "concern", "This has to do with ports."),
    (r"\bof its own accord\b", "automatically", "It ends of its own accord."),
]
HASHED = (".cmake", "CMakeLists.txt", ".def", ".toml", ".sh")
COMMENTED = (".c", ".h", ".cpp", ".hpp", ".inc")
IMPERSONAL = ("src/", "docs/adr/")  # pages that describe code or record a decision, and do not address a user
HELP = ("cli/", "circuit/cli/")  # folders with help texts in string literals
CXX_TOKEN = re.compile(r'(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|R"(?P<raw>\w*)\(.*?\)(?P=raw)"|(?P<string>"(?:\\.|[^"\\\n])*")|'
                       r"'(?:\\.|[^'\\\n])+'", re.S)


DRAWING = re.compile(r"\S {3,}\S")  # a line of a table or a drawing in a comment


def without_code(text):
    """Replaces code in backquotes by one word, and links by their text."""
    return re.sub(r"\]\([^)\s]*\)", "]", re.sub(r"`[^`]*`", "code", text))


def page_blocks(text):
    """Yields (line, text) of each paragraph or list item of a page. Tables, headings, code and generated parts are left
    out."""
    block, start, skipped = [], 0, False
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.startswith(("```", "<!--")):
            fence = line.startswith("```")
            skipped = not skipped if fence else not line.startswith("<!-- /") and "-->" in line and "<!-- /" in text
        prose = line.strip() and not skipped and not line.startswith(("|", "#", "    ", "<", "```"))
        item = re.match(r"\s*(?:[*-]|\d+\.) ", line)
        if block and (not prose or item):
            yield start, " ".join(block)
            block = []
        if prose:
            start = start if block else number
            block.append(line[item.end():] if item else line.strip())


def cxx_blocks(text):
    """Yields (line, text, whole) of the comments of a C or C++ source. Adjacent lines are one block. `whole` is false
    for a comment that follows code on its line."""
    block, start, last = [], 0, -2
    line, at = 1, 0
    for token in CXX_TOKEN.finditer(text):
        line, at = line + text.count("\n", at, token.start()), token.start()
        if not token["line"] and not token["block"]:
            continue
        whole = not text[text.rfind("\n", 0, at) + 1:at].strip()
        if block and (not whole or line != last + 1):
            yield start, " ".join(block), True
            block = []
        body = re.sub(r"^[/*!<]+|\*/$", "", token[0])
        lines = ["" if DRAWING.search(part) else re.sub(r"^\s*\*(?= |$)", "", part).strip() for part in body.split("\n")]
        if not whole:
            yield line, " ".join(lines), False
            continue
        start = start if block else line
        block += lines
        last = line + len(lines) - 1
    if block:
        yield start, " ".join(block), True


def hash_blocks(lines):
    """Yields (line, text, whole) of comments that begin with #, which `lines` gives as (line, text, whole)."""
    block, start, last = [], 0, -2
    for number, text, whole in lines:
        if block and (not whole or number != last + 1):
            yield start, " ".join(block), True
            block = []
        if not whole:
            yield number, text, False
            continue
        start = start if block else number
        block.append(text)
        last = number
    if block:
        yield start, " ".join(block), True


def python_blocks(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            for paragraph in re.split(r"\n\s*\n", ast.get_docstring(node)):
                yield node.body[0].lineno, " ".join(paragraph.split()), True
    tokens = [t for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type == tokenize.COMMENT]
    yield from hash_blocks((t.start[0], t.string.lstrip("#! "), not t.line[:t.start[1]].strip()) for t in tokens)


def blocks(path, text):
    """Yields (line, text, whole) of all prose of a file."""
    if path.endswith(".md"):
        if not GENERATED.search(text[:1000]) and not REPORTS.fullmatch(path):
            yield from ((line, block, True) for line, block in page_blocks(text))
    elif path.endswith(".py"):
        yield from python_blocks(text)
    elif path.endswith(COMMENTED):
        yield from cxx_blocks(text)
    elif path.endswith(HASHED) or path == "dev":
        lines = ((n, line.strip()) for n, line in enumerate(text.split("\n"), 1))
        yield from hash_blocks((n, line.lstrip("#!/ "), True) for n, line in lines if line.startswith(("#", "//")))


def help_texts(path, text):
    """Yields (line, text) of the string literals of a command, adjacent ones joined, if they have several words."""
    if path.startswith(HELP) and path.endswith(".cpp"):
        for m in re.finditer(r'"(?:\\.|[^"\\\n])*"(?:\s*"(?:\\.|[^"\\\n])*")*', re.sub(r"//[^\n]*", "", text)):
            literal = re.sub(r'"\s*"', "", m[0])[1:-1].replace("\\n", " ")
            if len(words(literal)) >= FEW:
                yield text.count("\n", 0, m.start()) + 1, literal


def words(text):
    return re.findall(r"[A-Za-z][A-Za-z'’-]*", text)


def sentences(text):
    return [n for n in (len(words(s)) for s in re.split(r"(?<=\S[.!?;:])\s+", text)) if n >= FEW]


class Count:
    """The prose of a folder: its text, and the words of each sentence."""

    def __init__(self):
        self.texts, self.lengths, self.words = [], [], 0

    def add(self, text, whole):
        text = without_code(text)
        self.texts.append(text)
        self.words += len(words(text))
        self.lengths += sentences(text) if whole else []

    def join(self, other):
        self.texts += other.texts
        self.lengths += other.lengths
        self.words += other.words

    def rate(self, pattern):
        return 1000 * sum(len(re.findall(pattern, t, flags=re.I)) for t in self.texts) / self.words


def folders(counts):
    """Joins folders of few words with their parents, up to the root, which is "."."""
    for depth in (2, 1):
        for folder in [f for f in counts if f != "." and f.count("/") + 1 == depth and counts[f].words < ENOUGH]:
            counts.setdefault(folder.rpartition("/")[0] or ".", Count()).join(counts.pop(folder))
    return counts


def folder_of(path):
    return "/".join(path.split("/")[:-1][:2]) or "."


def rates(tree):
    """Returns the counts of all prose, and of pages and help texts alone, by folder."""
    prose, pages = {}, {}
    for path in tree.files:
        if not path.endswith((".md", ".py", *COMMENTED, *HASHED)) and path != "dev":
            continue
        text, folder = tree.text(path), folder_of(path)
        for _, block, whole in blocks(path, text):
            prose.setdefault(folder, Count()).add(block, whole)
            if path.endswith(".md") and not path.startswith(IMPERSONAL):
                pages.setdefault(folder, Count()).add(block, True)
        for _, literal in help_texts(path, text):
            pages.setdefault(folder, Count()).add(literal, False)
    return folders(prose), folders(pages)


def wrong_rates(folder, count, most, least):
    for name, pattern, limit, _ in most:
        if (rate := round(count.rate(pattern), 1)) > limit:
            yield f"{folder}: \"{name}\" {rate:.1f} times in 1,000 words (at most {limit})"
    for name, pattern, limit, _ in least:
        if (rate := round(count.rate(pattern), 1)) < limit:
            yield f"{folder}: \"{name}\" {rate:.1f} times in 1,000 words (at least {limit})"
    if least != [YOU] and count.lengths and (median := statistics.median(count.lengths)) < MEDIAN:
        yield f"{folder}: the median sentence has {median:g} words (at least {MEDIAN})"


def banned(tree):
    for path in tree.files:
        if not path.endswith((".md", ".py", *COMMENTED, *HASHED)) or path == "docs/style.md":
            continue
        text = tree.text(path)
        found = [(line, block) for line, block, _ in blocks(path, text)] + list(help_texts(path, text))
        for line, block in ((line, without_code(block)) for line, block in found):
            for pattern, instead, _ in BANNED:
                for m in re.finditer(pattern, block, flags=0 if "Who" in pattern else re.I):
                    yield f"{path}:{line}: \"{m[0].strip()}\": write {instead}"


def wording(tree):
    prose, pages = rates(tree)
    for folder, count in sorted(prose.items()):
        if count.words >= ENOUGH:
            yield from wrong_rates(folder, count, MOST, LEAST)
    for folder, count in sorted(pages.items()):
        if count.words >= ENOUGH:
            yield from wrong_rates(f"pages and help texts of {folder}", count, [], [YOU])
    yield from banned(tree)


GOOD = "You read this sentence for example because it has twelve plain words. "


def seeds():
    """Yields (files, message): a tree with one violation, and the message that the rule must give for it."""
    for name, _, _, example in MOST:
        yield {"docs/a.md": GOOD * 130 + (example + " ") * 9 + GOOD * 5}, f'"{name}"'
    for name, _, _, example in [*LEAST, YOU]:
        yield {"docs/a.md": GOOD.replace(example, "now") * 140}, f'"{name}" 0.0 times'
    yield {"docs/a.md": GOOD.replace(" for", ". For").replace(" it", ". It") * 130}, "the median sentence has 4.5 words"
    yield {"src/isa/a.hpp": ("// " + GOOD.replace("because", "when") + "\n") * 130}, 'src/isa: "because" 0.0 times'
    yield {f"src/{f}/a.hpp": ("// " + GOOD.replace("because", "when") + "\\n") * 70 for f in ("isa", "base")}, 'src: "because" 0.0 times'
    for _, instead, example in BANNED:
        yield {"docs/a.md": example + "\n"}, f": write {instead}"
    example = BANNED[0][2]
    for path, text in (("src/isa/a.hpp", f"int a; // {example}\n"), ("src/isa/a.h", f"/* The box.\n * {example} */\n"),
                       ("tools/a.py", f'"""{example}"""\n'), ("tools/b.py", f"a = 1  # {example}\n"), ("a.cmake", f"# {example}\n"),
                       ("cli/a.cpp", f'const char* help = "Prints what "\n    "it makes of a file";\n')):
        yield {path: text}, f"{path}:1: "
