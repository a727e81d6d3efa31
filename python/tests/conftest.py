"""Shared by the tests: the project's vectors, Dask workers, and --full."""
import contextlib
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


@contextlib.contextmanager
def dask_workers(count, module):
    """A client of workers that are processes of their own, and know the test module."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=count, threads_per_worker=1, processes=True, dashboard_address=None,
                                  silence_logs=50) as local, distributed.Client(local) as client:
        for file in (__file__, module):
            client.register_plugin(distributed.diagnostics.plugin.UploadFile(file))
        yield client
