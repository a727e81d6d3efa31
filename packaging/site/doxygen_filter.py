#!/usr/bin/env python3
"""Doxygen's INPUT_FILTER: prints a header with its comments as Doxygen needs them. A comment before a declaration
describes it, a comment after a member describes that member, and `---- Title ----` begins a group.

usage: doxygen_filter.py HEADER"""
import re
import sys
from pathlib import Path

TITLE = re.compile(r"/\* ---- (.*?)(?:\n\s*| )-{3,}(.*?)\*/", re.S)
COMMENT = re.compile(r"(?P<before>[^\n]*?)/\*(?P<text> .*?)\*/", re.S)


def groups(path):
    """Returns (id, title, text as Markdown) of the sections of a header. A header of C++ has none."""
    return [(f"{path.stem}_{path.suffix[1:]}_{i}", m[1].strip(), markdown(unindented(m[2]).splitlines()))
            for i, m in enumerate(TITLE.finditer(path.read_text()), 1)]


def unindented(text):
    """Removes the indentation that follows from the `/*` of a comment."""
    return re.sub(r"^   ", "", text.strip(), flags=re.M)


def introduction(path):
    """Returns the comment at the top of a header as Markdown."""
    text = path.read_text()
    if text.startswith("///"):
        lines = [line[3:] for line in text.split("\n#")[0].splitlines()]
    else:
        lines = [re.sub(r"^ \*", "", line) for line in text[2:text.index("*/")].splitlines()]
    return markdown(line.removeprefix(" ") for line in lines)


def markdown(lines):
    """Fences the examples, which are lines of two or more spaces after an empty line."""
    out, previous, fenced = [], "", False
    for line in lines:
        code = line.startswith("  ") and (fenced or not previous.strip()) and not re.match(r" +[-*] ", line)
        if code and not fenced:
            out.append("```c")
        if fenced and line.strip() and not code:
            out.insert(len(out) - (not previous.strip()), "```")
        fenced = code or (fenced and not line.strip())
        out.append(line[2:] if code else re.sub(r"^ ([-*] )", r"\1", line))
        previous = line
    return "\n".join([*out, "```"] if fenced else out)


def filtered(path):
    text = path.read_text()
    text = text[text.index("#ifndef HEDGEROW_"):]
    text = re.sub(r"^#define HEDGEROW_(?:\w+_)?(?:CALL|API|CHECKED|ENUM|H|HPP)\b.*\n", "", text, flags=re.M)  # not for callers
    out, end, opened = [], 0, ""
    for (name, title, _), match in zip(groups(path), TITLE.finditer(text)):
        out += [documented(text[end:match.start()]), f"{opened}/** @defgroup {name} {title}\n@{{ */\n"]
        end, opened = match.end(), "/** @} */\n"
    return "".join([*out, documented(text[end:]), "\n", opened])


def documented(text):
    text = re.sub(r"typedef (enum|struct) (\w+)(?: HEDGEROW_ENUM)? (\{.*?\n\}) \2;", r"\1 \2 \3;", text, flags=re.S)  # one name, one entity

    def mark(match):
        code = match["before"].strip()
        return f"{match['before']}/**{'<' if code and not code.startswith('#define') else ''}{match['text']}*/"
    return COMMENT.sub(mark, text)


if __name__ == "__main__":
    print(filtered(Path(sys.argv[1])))
