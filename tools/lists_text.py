"""Words, strings and files as the lists are written for C++."""

SIDE = {"standard": "kStandard", "published": "kPublished", "experimental": "kExperimental", "little": "kLittleEndian", "big": "kBigEndian"}


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def features(line):
    return " | ".join(f"HR_CPU_{f}" for f in line.features) or "0"


def include_file(head, macros, rows):
    """Returns an X-macro list. The including file defines the macros, and the list undefines them at its end."""
    return "\n".join([f"// Written by tools/lists_write.py. {head}", *rows, *(f"#undef {m}" for m in macros)]) + "\n"
