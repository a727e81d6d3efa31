"""Compares the speed of the Python package with the C ABI, pyca/cryptography, the command line, and with more threads
and workers. Prints a row for each figure that the package must reach.

usage: speed.py BUILD_DIR [--write PAGE] [--only PART,..] [--folder FOLDER] [--mebibytes N]
  BUILD_DIR    of the library (release-gcc): its static library and its command line
  --write      puts the table into the page, between its marks, and replaces the rows of the same parts
  --folder     for the container and the files of the workers; use a RAM disk to exclude the disk
  --mebibytes  size of the container, and of all files of the workers together

The samples of a ratio are taken in turn, and the fastest of many counts. Other load on the machine therefore disturbs
both sides."""
import argparse
import contextlib
import ctypes
import datetime
import os
import platform
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import hedgerow

HERE = Path(__file__).resolve().parent
MARK = re.compile(r"(<!-- speed of (\w+) -->\n).*?(<!-- /speed -->)", re.S)
HEAD = "| what | must | measured |\n|---|---|---|\n"


def quickest(*calls, repeat=60, seconds=0.01):
    """Returns the shortest time of one call of each, where the samples of all are taken in turn."""
    best, counts = [float("inf")] * len(calls), []
    for call in calls:
        start = time.perf_counter()
        call()
        counts.append(max(1, int(seconds / max(time.perf_counter() - start, 1e-7))))
    for _ in range(repeat):
        for i, call in enumerate(calls):
            start = time.perf_counter()
            for _ in range(counts[i]):
                call()
            best[i] = min(best[i], (time.perf_counter() - start) / counts[i])
    return best


class Buffers:
    """A message, and room for the sealed message. Both sides of a comparison use them, because their addresses affect
    the speed."""

    def __init__(self, size):
        self.size, self.data, self.room = size, bytearray(os.urandom(size)), bytearray(size + 16)

    def addresses(self):
        return [ctypes.byref((ctypes.c_char * len(b)).from_buffer(b)) for b in (self.data, self.room)]


class C:
    """loop.c, linked with the static library."""

    def __init__(self, build, folder):
        out = Path(folder, "loop.so")
        subprocess.run(["g++-12", "-x", "c", "-O2", "-shared", "-fPIC", f"-I{HERE.parents[1] / 'include'}",
                        str(HERE / "loop.c"), "-x", "none", str(build / "libhedgerow.a"), "-lpthread", "-o", str(out)],
                       check=True)
        self.library = ctypes.CDLL(str(out))
        self.library.seal.restype = ctypes.c_double

    def seal(self, aead, buffers, samples, calls):
        """Returns the seconds per call of the fastest sample."""
        algorithm, s = aead.algorithm, ctypes.c_size_t
        seconds = self.library.seal(algorithm.cipher.encode(), algorithm.mode.encode(), s(algorithm.key_bytes), s(aead.nonce_bytes),
                                    *buffers.addresses(), s(buffers.size), ctypes.c_long(samples),
                                    ctypes.c_long(calls))
        assert seconds > 0, seconds
        return seconds


def made(name):
    cls = getattr(hedgerow, name)
    return cls(bytes(cls.algorithm.key_bytes), repeat_nonce=True, limit_blocks=hedgerow.NO_LIMIT)


def against_c(c, aead, buffers, calls, rounds=30, seconds=100e-6):
    """Returns the seconds of the C ABI and of each call, sampled in turn. The samples are short, so that some of them
    are undisturbed."""
    n = max(1, int(seconds / c.seal(aead, buffers, 5, 1)))
    best, theirs = float("inf"), [float("inf")] * len(calls)
    for _ in range(rounds):
        best = min(best, c.seal(aead, buffers, 100, n))
        theirs = [min(old, new) for old, new in zip(theirs, quickest(*calls, repeat=100, seconds=seconds))]
    return best, *theirs


def one_shot(options):
    c = C(options.build, options.scratch)
    for size, label, must in ((1 << 20, "1 MiB", "0.97"), (16 << 10, "16 KiB", "0.85")):
        for name in ("KuznyechikMGM", "Kalyna128_256GCM", "AES256GCM"):
            aead, nonce, buffers = made(name), bytes(made(name).nonce_bytes), Buffers(size)
            data, room = buffers.data, buffers.room
            base, new, into = against_c(c, aead, buffers, [lambda: aead.encrypt(nonce, data, None),
                                                           lambda: aead.encrypt_into(nonce, data, None, room)])
            yield (f"{name}, {label}, of the C ABI's speed", f"{must}",
                   f"`encrypt_into` {base / into:.3f}, `encrypt` {base / new:.3f} ({size / base / 1e9:.2f} GB/s)")


def short_calls(options):
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    c, theirs, buffers = C(options.build, options.scratch), AESGCM(bytes(32)), Buffers(64)
    data = bytes(buffers.data)
    for name in ("AES256GCM", "KuznyechikMGM", "Kalyna128_256GCM", "SPECK128_256GCM"):
        aead = made(name)
        nonce, pyca = bytes(aead.nonce_bytes), bytes(12)
        kernel, a, b = against_c(c, aead, buffers, [lambda: theirs.encrypt(pyca, data, None),
                                                  lambda: aead.encrypt(nonce, data, None)])
        yield (f"{name}, a call with 64 bytes", f"{(a + kernel) * 1e9:.0f} ns: pyca's AESGCM {a * 1e9:.0f}, the C ABI "
               f"{kernel * 1e9:.0f}", f"{b * 1e9:.0f} ns")


def beside_itself(aead, size, total=64 << 20, repeat=15):
    """Returns the seconds for `total` bytes in messages of `size` on one thread, and for twice that on two threads."""
    data, nonce, rooms = bytes(size), bytes(aead.nonce_bytes), [bytearray(size + 16) for _ in range(2)]

    def work(i):
        for _ in range(total // size):
            aead.encrypt_into(nonce, data, None, rooms[i])

    def run(count):
        threads = [threading.Thread(target=work, args=(i,)) for i in range(count)]
        start = time.perf_counter()
        [t.start() for t in threads]
        [t.join() for t in threads]
        return time.perf_counter() - start

    best = [float("inf"), float("inf")]
    for _ in range(repeat):
        best = [min(best[n - 1], run(n)) for n in (1, 2)]
    return best


def two_threads(options):
    for name, size, label in (("KuznyechikMGM", 1 << 20, "1 MiB"), ("KuznyechikMGM", 16 << 10, "16 KiB"),
                              ("AES256GCM", 1 << 20, "1 MiB")):
        one, two = beside_itself(made(name), size)
        yield f"{name}, messages of {label} on two threads", "1.8 times one", f"{2 * one / two:.2f}"
    cipher = hedgerow.cipher("kuznyechik", bytes(32), "ctr", iv=bytes(8), limit_blocks=hedgerow.NO_LIMIT)
    buffer = bytearray(64 << 20)

    def whole(threads):
        cipher.reset(bytes(8))
        cipher.process_into(buffer, buffer, threads=threads)

    one, two = quickest(lambda: whole(1), lambda: whole(2), repeat=12)
    yield "KuznyechikCTR, 64 MiB in place, `threads=2`", "1.8 times one", f"{one / two:.2f}"


def gil(options):
    """Calls of GIL_BYTES and more release the GIL. This measures the cost for one thread and the gain for two."""
    limit = hedgerow._core.GIL_BYTES
    for name in ("AES256GCM", "KuznyechikMGM"):
        kept, released = [beside_itself(made(name), size, 8 << 20) for size in (limit - 1, limit)]
        cost = (released[0] - kept[0]) / ((8 << 20) // limit) * 1e9
        yield (f"{name}, {limit} bytes and one byte less", "two threads gain, one loses little",
               f"two threads {2 * released[0] / released[1]:.2f} and {2 * kept[0] / kept[1]:.2f} times one; one takes "
               f"{cost:.0f} ns longer")


def container(options):
    folder, cli = options.scratch, options.build / "bin/hedgerow"
    key, plain, sealed = f"{folder}/key", f"{folder}/plain", f"{folder}/sealed"
    hedgerow.create_key_file(key)
    with open(plain, "wb") as file:
        for _ in range(options.mebibytes):
            file.write(os.urandom(1 << 20))
    hedgerow.encrypt_file(plain, sealed, key=key)
    buffer = bytearray(8 << 20)

    def ours():
        with hedgerow.open(sealed, key=key) as file:
            while file.readinto(buffer):
                pass

    def command(output):
        subprocess.run([str(cli), "decrypt", sealed, "--key-file", key, "-o", output, "--force"], check=True)

    def file_of_ours():
        hedgerow.decrypt_file(sealed, f"{folder}/ours", key=key, overwrite=True)

    ways = [ours, lambda: command("/dev/null"), file_of_ours, lambda: command(f"{folder}/theirs")]
    best = quickest(*ways, repeat=5, seconds=0)
    size = f"{options.mebibytes} MiB"
    rate = (options.mebibytes << 20) / 1e9
    yield (f"reading a container of {size}, beside `hedgerow decrypt` to /dev/null", "0.8",
           f"{best[1] / best[0]:.2f} ({rate / best[0]:.2f} GB/s)")
    yield f"`decrypt_file` of it, beside `hedgerow decrypt` to a file", "0.8", f"{best[3] / best[2]:.2f}"
    for name in (plain, sealed, f"{folder}/ours", f"{folder}/theirs"):
        os.unlink(name)


def workers(options):
    import distributed
    from hedgerow import cluster
    folder, files = options.scratch, 32
    os.makedirs(f"{folder}/raw")
    hedgerow.create_key_file(f"{folder}/workers.key")
    for i in range(files):
        with open(f"{folder}/raw/{i}", "wb") as file:
            file.write(os.urandom((options.mebibytes << 20) // files))

    def run(client):
        start = time.perf_counter()
        cluster.encrypt(f"{folder}/raw/*", f"{folder}/safe", key=cluster.KeyFile(f"{folder}/workers.key"), client=client)
        seconds = time.perf_counter() - start
        subprocess.run(["rm", "-r", f"{folder}/safe"], check=True)
        return seconds

    with contextlib.ExitStack() as stack:
        clients = []
        for count in (1, 2):
            local = stack.enter_context(distributed.LocalCluster(
                n_workers=count, threads_per_worker=1, dashboard_address=None, silence_logs=50))
            clients.append(stack.enter_context(distributed.Client(local)))
        best = [min(times) for times in zip(*([run(client) for client in clients] for _ in range(4)))]
    yield (f"two Dask workers, {files} files of {options.mebibytes} MiB together", "1.7 times one",
           f"{best[0] / best[1]:.2f} ({(options.mebibytes << 20) / best[1] / 1e9:.2f} GB/s)")
    subprocess.run(["rm", "-r", f"{folder}/raw"], check=True)


PARTS = {"one_shot": one_shot, "short_calls": short_calls, "two_threads": two_threads, "gil": gil, "container": container,
         "workers": workers}


def machine():
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return (f"{model[1] if model else platform.processor()}, {len(os.sched_getaffinity(0))} CPUs, CPython "
            f"{platform.python_version()}, hedgerow {hedgerow.__version__}, {datetime.date.today()}")


def write(page, tables):
    text = page.read_text()

    def filled(found):
        return found[1] + tables.get(found[2], found[0][len(found[1]):-len(found[3])]) + found[3]

    page.write_text(MARK.sub(filled, text))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=lambda path: Path(path).resolve())
    parser.add_argument("--write", type=Path)
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("--folder")
    parser.add_argument("--mebibytes", type=int, default=1024)
    options = parser.parse_args()
    tables = {}
    with tempfile.TemporaryDirectory(dir=options.folder) as options.scratch:
        for part in options.only.split(","):
            rows = []
            for row in PARTS[part](options):
                print(" | ".join(row), flush=True)
                rows.append("| " + " | ".join(row) + " |\n")
            tables[part] = f"{machine()}.\n\n" + HEAD + "".join(rows)
    if options.write:
        write(options.write, tables)


if __name__ == "__main__":
    sys.exit(main())
