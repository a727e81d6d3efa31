"""Shared by the tests: the vectors of the project, Dask workers, and --full."""
import contextlib
import functools
import http.server
import json
import os
import threading
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


def load_vectors(name, part="vectors"):
    vectors = json.loads((VECTORS / name).read_text())[part]
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
    """A Dask client with workers in separate processes, which can import the test module."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=count, threads_per_worker=1, processes=True, dashboard_address=None,
                                  silence_logs=50) as local, distributed.Client(local) as client:
        for file in (__file__, module):
            client.register_plugin(distributed.diagnostics.plugin.UploadFile(file))
        yield client


class Ranges(http.server.SimpleHTTPRequestHandler):
    """Serves one file by ranges, and records the number of bytes of each answer."""

    def __init__(self, body, seen, *arguments):
        self.body, self.seen = body, seen
        super().__init__(*arguments)

    def do_HEAD(self):
        self.answer(False)

    def do_GET(self):
        self.answer(True)

    def answer(self, with_body):
        first, last = 0, len(self.body) - 1
        if ranged := self.headers.get("Range"):
            first, last = (int(n) for n in ranged.removeprefix("bytes=").split("-"))
        part = self.body[first:last + 1]
        self.send_response(206 if ranged else 200)
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(len(part)))
        if ranged:
            self.send_header("Content-Range", f"bytes {first}-{first + len(part) - 1}/{len(self.body)}")
        self.end_headers()
        if with_body:
            self.seen.append(len(part))
            self.wfile.write(part)

    def log_message(self, *arguments):
        pass


@contextlib.contextmanager
def http_server(body):
    """Returns the address of a file with this content, and the list of the number of bytes of each answer."""
    seen = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Ranges, body, seen))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/file", seen
    finally:
        server.shutdown()
        server.server_close()
