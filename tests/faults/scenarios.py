"""The commands that the sweep puts faults into, a line each, and the files they work on."""
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

CLI = os.path.abspath(os.environ["HEDGEROW_CLI"])
SEGMENT = 64 << 10
PLAIN_BYTES = 3 * SEGMENT + 1000  # four segments, the last one short
RANGE = (SEGMENT - 100, SEGMENT + 200)  # offset and length: three segments
OLD = b"what stood here before\n" * 100

SEAL = ("encrypt", "--key-file", "key", "--segment", "64K")
OPEN = ("decrypt", "--key-file", "key")
ADD = ("--add", "key-file:key2")  # rekey; c2 has both keys already
ONE, TWO = ("--threads", "1"), ("--threads", "2")


@dataclass(frozen=True)
class Scenario:
    name: str
    arguments: tuple
    makes: str = "container"  # what a whole output is: container, plain, range, rekeyed, key, nothing, refused
    output: str = "out"       # "-": standard output, in order
    old: bool = False         # an output is there already
    stdin: str = None
    base: tuple = ()          # faults of a file system that lacks a feature: there in every run
    code: int = 0             # exit code without a fault
    share: float = 1.0        # of the sample; for slow commands less
    threads: int = 1          # with more, a fault may meet no call

    def present(self):
        """Whether the program has this command, with these options."""
        text = subprocess.run([CLI, self.arguments[0], "--help"], capture_output=True, text=True).stdout
        words = [f"hedgerow {self.arguments[0]}"] + [a for a in self.arguments[1:] if a.startswith("--")]
        return all(word in text for word in words)

    def harmless(self, fault):
        """A pipe that ends early is a shorter input, or a shorter passphrase: nothing tells that more was meant."""
        return self.makes == "container" and self.stdin in ("f", "word") and fault.startswith("read@") and fault.endswith("=zero")


# A file system without RENAME_NOREPLACE, hard links and O_TMPFILE, as many FUSE mounts are.
PLAIN_FILE_SYSTEM = ("renameat2/4&0x1@1+=EINVAL", "linkat@1+=EPERM", "openat/2&0x410000@1+=EOPNOTSUPP")

SCENARIOS = [
    Scenario("encrypt", (*SEAL, *ONE, "f", "-o", "out")),
    Scenario("encrypt-force", (*SEAL, *ONE, "f", "-o", "out", "--force"), old=True),
    Scenario("encrypt-exists", (*SEAL, *ONE, "f", "-o", "out"), "refused", old=True, code=2),
    Scenario("encrypt-threads", (*SEAL, *TWO, "f", "-o", "out", "--force"), old=True, threads=2),
    Scenario("encrypt-pipe", (*SEAL, *ONE, "-"), output="-", stdin="f"),
    Scenario("encrypt-stream", (*SEAL, *ONE, "-", "-o", "out", "--force"), old=True, stdin="f"),
    Scenario("encrypt-passphrase", ("encrypt", "--passphrase-fd", "0", *ONE, "f", "-o", "out", "--force"),
             old=True, stdin="word", share=0.05),
    Scenario("encrypt-plain-fs", (*SEAL, *ONE, "f", "-o", "out"), base=PLAIN_FILE_SYSTEM),
    Scenario("decrypt", (*OPEN, *ONE, "c", "-o", "out"), "plain"),
    Scenario("decrypt-force", (*OPEN, *ONE, "c", "-o", "out", "--force"), "plain", old=True),
    Scenario("decrypt-exists", (*OPEN, *ONE, "c", "-o", "out"), "refused", old=True, code=2),
    Scenario("decrypt-threads", (*OPEN, *TWO, "c", "-o", "out", "--force"), "plain", old=True, threads=2),
    Scenario("decrypt-pipe", (*OPEN, *ONE, "-"), "plain", output="-", stdin="c"),
    Scenario("decrypt-plain-fs", (*OPEN, *ONE, "c", "-o", "out"), "plain", base=PLAIN_FILE_SYSTEM),
    Scenario("keygen", ("keygen", "-o", "out"), "key"),
    Scenario("rekey-add", ("rekey", "c", "--key-file", "key", *ADD), "rekeyed", "c", old=True),
    Scenario("rekey-remove", ("rekey", "c2", "--key-file", "key2", "--remove", "key"), "rekeyed", "c2", old=True),
    Scenario("rekey-reencrypt", ("rekey", "c", "--key-file", "key", "--reencrypt"), "rekeyed", "c", old=True, threads=2),
    Scenario("encrypt-armor", (*SEAL, *ONE, "--armor", "f", "-o", "out", "--force"), old=True, threads=2),
    Scenario("encrypt-preserve", (*SEAL, *ONE, "--preserve", "f", "-o", "out", "--force"), old=True),
    Scenario("decrypt-range", (*OPEN, *ONE, "--range", "%d:%d" % RANGE, "c", "-o", "out", "--force"), "range", old=True),
    Scenario("verify", ("verify", "--key-file", "key", *ONE, "c"), "nothing"),
]


class Folder:
    """A folder of one worker with the inputs; reset() before a run, then look at what the run left."""

    def __init__(self, path, template):
        self.path = Path(path)
        self.inputs = template

    def reset(self, scenario):
        for entry in os.scandir(self.path):
            os.unlink(entry.path)
        for name, data in self.inputs.items():
            (self.path / name).write_bytes(data)
            (self.path / name).chmod(0o600)
        if scenario.old and scenario.output == "out":
            (self.path / "out").write_bytes(OLD)

    def names(self):
        return set(os.listdir(self.path))

    def read(self, name):
        path = self.path / name
        return path.read_bytes() if path.exists() else None

    def damaged_inputs(self, scenario):
        return [n for n, data in self.inputs.items() if n != scenario.output and self.read(n) != data]

    def run(self, *arguments, stdin=b""):
        return subprocess.run([CLI, *arguments], cwd=self.path, input=stdin, capture_output=True, timeout=60)

    def opens(self, name, *credential, stdin=b""):
        """Whether the container `name` opens to the plaintext."""
        done = self.run("decrypt", *credential, name, "-o", "-", stdin=stdin)
        return done.returncode == 0 and done.stdout == self.inputs["f"]


def by_name(name):
    return next(s for s in SCENARIOS if s.name == name)


def require(done):
    if done.returncode != 0:
        raise SystemExit(f"{done.args}: {done.stderr.decode()}")


def make_template(folder, plain_bytes=PLAIN_BYTES):
    """Name -> bytes of every input file."""
    os.makedirs(folder)
    empty = Folder(folder, {})
    (empty.path / "f").write_bytes(os.urandom(plain_bytes))
    (empty.path / "word").write_bytes(b"a passphrase\n")
    for command in (("keygen", "-o", "key"), ("keygen", "-o", "key2"), (*SEAL, "f", "-o", "c")):
        require(empty.run(*command))
    if by_name("rekey-remove").present():
        (empty.path / "c2").write_bytes(empty.read("c"))
        require(empty.run("rekey", "c2", "--key-file", "key", *ADD))
    template = {name: empty.read(name) for name in sorted(empty.names())}
    shutil.rmtree(folder)
    return template
