"""Gives scikit-build-core the version, which is in hedgerow.h."""
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def dynamic_metadata(field, settings=None):
    if field != "version":
        raise ValueError(f"only the version is dynamic, not {field}")
    for folder in (HERE / "library", HERE.parent):
        header = folder / "include/hedgerow/hedgerow.h"
        if header.is_file():
            return ".".join(re.findall(r"#define HEDGEROW_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header.read_text()))
    raise FileNotFoundError("include/hedgerow/hedgerow.h")
