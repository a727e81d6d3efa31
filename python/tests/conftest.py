"""Shared by the tests: the project's vectors, and --full."""
import json
import os
from pathlib import Path

import pytest

VECTORS = Path(os.environ.get("HEDGEROW_VECTORS", Path(__file__).resolve().parents[2] / "tests/vectors"))


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="also what takes minutes or large packages")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--full"):
        skip = pytest.mark.skip(reason="only with --full")
        for item in items:
            if "full" in item.keywords:
                item.add_marker(skip)


def load_vectors(name):
    vectors = json.loads((VECTORS / name).read_text())["vectors"]
    assert vectors, name
    return vectors


@pytest.fixture
def key_file(tmp_path):
    import hedgerow
    path = tmp_path / "test.key"
    hedgerow.create_key_file(path)
    return path
