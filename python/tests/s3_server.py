"""An S3 server in this process (that of moto). It counts requests and can make some of them fail."""
import contextlib
import threading
import urllib.parse

import werkzeug.serving
from moto.moto_server.werkzeug_app import create_backend_app

ACCESS = {"key": "testing", "secret": "testing"}


class Faults:
    """Between the server and its clients. seen: (method, query, number of bytes in the answer) of each request.
    fail(method, query) tells if the server must answer with an error."""

    def __init__(self, app):
        self.app, self.seen = app, []
        self.fail = lambda method, query: False

    def __call__(self, environ, start_response):
        method, query = environ["REQUEST_METHOD"], urllib.parse.parse_qs(environ["QUERY_STRING"], keep_blank_values=True)
        if self.fail(method, query):
            length = int(environ.get("CONTENT_LENGTH") or 0)
            environ["wsgi.input"].read(length)
            start_response("503 Service Unavailable", [("Content-Type", "application/xml")])
            return [b"<Error><Code>SlowDown</Code><Message>try later</Message></Error>"]
        body = list(self.app(environ, start_response))
        self.seen.append((method, query, 0 if method == "HEAD" else sum(map(len, body))))
        return body


@contextlib.contextmanager
def s3_server():
    """Returns its address and its Faults."""
    faults = Faults(create_backend_app("s3"))
    server = werkzeug.serving.make_server("127.0.0.1", 0, faults, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", faults
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
