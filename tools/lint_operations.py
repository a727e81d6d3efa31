"""The lint rule of the table of vector operations, src/isa/operations.def. Every vec_<isa>.hpp has only operations of
the table and at most MAX_LINES lines, the model has all of them, and the texts of devices use the same names.
"""
import re

TABLE, LANGUAGE = "src/isa/operations.def", "src/device/source/language.h"
MAX_LINES = 200
# Kinds of lines that stand for an operation of each width.
WIDTHS = {"HR_WORDS1_N": (16, 32, 64), "HR_WORDS2": (8, 16, 32, 64), "HR_UNPACK": (8, 16, 32, 64)}
PARTS = r"src/isa/(vec_\w+|neon_words|x86_words|avx2_vbmi)\.(hpp|inc)"  # files that define operations
# Functions of words that only GPUs have: permutes by nibbles, byte swaps, and values that hide from the compiler.
ONLY_ON_DEVICES = {"opaque", "local_word", "permute", "reverse32"}


def operations(text):
    """Returns the name and the kind of each operation of the table."""
    for kind, name in re.findall(r"^(HR_\w+)\((\w+), ", text, flags=re.M):
        yield from ((f"{name}{width}", kind) for width in WIDTHS[kind]) if kind in WIDTHS else ((name, kind),)


def defined(text):
    """Returns the line number and the name of each operation that a header defines."""
    for m in re.finditer(r"^(?:HR_INLINE|HR_MODEL_OP) [\w:]+ (\w+)\(|^HR_OP\((\w+),", text, flags=re.M):
        yield text.count("\n", 0, m.start()) + 1, m[1] or m[2]


def vector_operations(tree):
    if TABLE not in tree.files:
        return
    names = dict(operations(tree.text(TABLE)))
    for path in (f for f in tree.files if re.fullmatch(PARTS, f) and f != "src/isa/vec_model.hpp"):
        lines = tree.text(path).count("\n")
        if lines > MAX_LINES:
            yield f"{path}: {lines} lines; allowed are {MAX_LINES}"
        yield from (f"{path}:{n}: {name} is not in {TABLE}" for n, name in defined(tree.text(path)) if name not in names)
    model = {name for f in tree.files if re.fullmatch(r"src/isa/(vec_model|model_\w+)\.(hpp|inc)", f) for _, name in defined(tree.text(f))}
    yield from (f"{TABLE}: the model lacks {n}" for n, kind in names.items() if kind == "HR_OTHER" and n not in model)
    if LANGUAGE in tree.files:
        words = re.findall(r"^HR_DEVICE u32 hr_(\w+)\(", tree.text(LANGUAGE), flags=re.M)
        yield from (f"{LANGUAGE}: {w} is not in {TABLE}" for w in sorted(set(words)) if w not in {*names, *ONLY_ON_DEVICES})
