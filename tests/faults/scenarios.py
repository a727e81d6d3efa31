"""The commands into which the sweep injects faults, one per line, and their files."""
import io
import os
import re
import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

CLI = os.path.abspath(os.environ["HEDGEROW_CLI"])
SEGMENT = 64 << 10
PLAIN_BYTES = 3 * SEGMENT + 1000  # four segments, the last one short
BLOCK = 4096
RANGE = (SEGMENT - 100, SEGMENT + 200)  # offset and length: three segments
OLD = b"what stood here before\n" * 100

SEAL = ("encrypt", "--key-file", "key", "--segment", "64K")
OPEN = ("decrypt", "--key-file", "key")
ADD = ("--add", "key-file:key2")  # rekey; c2 has both keys already
ONE, TWO = ("--threads", "1"), ("--threads", "2")
TREE = {"d/one": SEGMENT + 100, "d/sub/two": 100}  # name -> bytes
PUBLIC = "{public}"  # placeholder for the text of the public key of the file `identity`


@dataclass(frozen=True)
class Scenario:
    name: str
    arguments: tuple
    # the kind of a complete output: a word of WHOLE in verdicts.py, or `rekeyed`, `nothing`, `refused`
    makes: str = "container"
    output: str = "out"  # "-": standard output, in order
    old: bool = False  # an output exists already
    stdin: str = None
    base: tuple = ()  # faults in every run, which simulate a file system without a feature
    code: int = 0  # exit code without a fault
    holes: bool = False  # the blocks of zeros of the input `f` are holes
    share: float = 1.0  # of the sample; lower for slow commands and for those that resemble another one
    varies: bool = False  # several threads or processes, so a fault may not meet a call

    def present(self):
        """True if the program has this command with these options."""
        text = subprocess.run([CLI, self.arguments[0], "--help"], capture_output=True, text=True).stdout
        words = [f"hedgerow {self.arguments[0]}"] + [a for a in self.arguments[1:] if a.startswith("-") and a != "-"]
        return all(word in text for word in words)

    def members(self):
        """For an output that is a directory: path -> the input that it holds."""
        if self.makes not in ("sealed-tree", "plain-tree"):
            return {}
        suffix = ".hedgerow" if self.makes == "sealed-tree" else ""
        return {name.replace("d/", "out/", 1) + suffix: name for name in TREE}

    def all_at_once(self):
        """True if the members of the output appear together or not at all."""
        return "--tar" in self.arguments

    def inputs_of(self, names):
        """Returns the names that the command reads, or that are needed to check its output."""
        words = {self.stdin, *(part for argument in self.arguments for part in re.split("[:=]", argument))}
        return [name for name in names if name in SHOW or name.split("/")[0] in words]

    def harmless(self, fault):
        """A pipe that ends early is a shorter input or a shorter passphrase. The program cannot know that more was
        intended. ENXIO says that there is no more data in a file."""
        if self.holes and fault.startswith("lseek@") and fault.endswith("=ENXIO"):
            return True
        return self.makes == "container" and self.stdin in ("f", "word") and fault.startswith("read@") and fault.endswith("=zero")


SHOW = ("key", "key2")

# A file system without RENAME_NOREPLACE, hard links and O_TMPFILE, like many FUSE mounts.
PLAIN_FILE_SYSTEM = ("renameat2/4&0x1@1+=EINVAL", "linkat@1+=EPERM", "openat/2&0x410000@1+=EOPNOTSUPP")

SCENARIOS = [
    Scenario("encrypt", (*SEAL, *ONE, "f", "-o", "out")),
    Scenario("encrypt-force", (*SEAL, *ONE, "f", "-o", "out", "--force"), old=True, share=0.5),
    Scenario("encrypt-exists", (*SEAL, *ONE, "f", "-o", "out"), "refused", old=True, code=2, share=0.5),
    Scenario("encrypt-threads", (*SEAL, *TWO, "f", "-o", "out", "--force"), old=True, varies=True),
    Scenario("encrypt-pipe", (*SEAL, *ONE, "-"), output="-", stdin="f"),
    Scenario("encrypt-stream", (*SEAL, *ONE, "-", "-o", "out", "--force"), old=True, stdin="f", share=0.6),
    Scenario("encrypt-passphrase", ("encrypt", "--passphrase-fd", "0", *ONE, "f", "-o", "out", "--force"),
             old=True, stdin="word", share=0.05),
    Scenario("encrypt-recipients", ("encrypt", "-r", PUBLIC, "-R", "public2", "--segment", "64K", *ONE, "f", "-o", "out", "--force"),
             old=True, share=0.5),
    Scenario("encrypt-recursive", (*SEAL, *ONE, "--recursive", "d", "-o", "out"), "sealed-tree", share=0.6),
    Scenario("encrypt-skip-existing", (*SEAL, *ONE, "--recursive", "--skip-existing", "--preserve", "d", "-o", "out"), "sealed-tree",
             share=0.4),
    Scenario("encrypt-recursive-plain-fs", (*SEAL, *ONE, "--recursive", "d", "-o", "out"), "sealed-tree", base=PLAIN_FILE_SYSTEM,
             share=0.3),
    Scenario("encrypt-recursive-threads", (*SEAL, *TWO, "--recursive", "d", "-o", "out"), "sealed-tree", varies=True, share=0.3),
    Scenario("encrypt-holes", (*SEAL, *ONE, "f", "-o", "out"), holes=True, share=0.4),
    Scenario("encrypt-tar", (*SEAL, *ONE, "--tar", "d", "-o", "out", "--force"), "archive", old=True, varies=True, share=0.6),
    Scenario("encrypt-plain-fs", (*SEAL, *ONE, "f", "-o", "out"), base=PLAIN_FILE_SYSTEM, share=0.5),
    Scenario("decrypt", (*OPEN, *ONE, "c", "-o", "out"), "plain"),
    Scenario("decrypt-force", (*OPEN, *ONE, "c", "-o", "out", "--force"), "plain", old=True, share=0.5),
    Scenario("decrypt-exists", (*OPEN, *ONE, "c", "-o", "out"), "refused", old=True, code=2, share=0.5),
    Scenario("decrypt-threads", (*OPEN, *TWO, "c", "-o", "out", "--force"), "plain", old=True, varies=True),
    Scenario("decrypt-pipe", (*OPEN, *ONE, "-"), "plain", output="-", stdin="c"),
    Scenario("decrypt-identity", ("decrypt", "-i", "identity", *ONE, "cr", "-o", "out"), "plain", share=0.4),
    Scenario("decrypt-recursive", (*OPEN, *ONE, "--recursive", "dc", "-o", "out"), "plain-tree", share=0.6),
    Scenario("decrypt-tar", (*OPEN, *ONE, "--tar", "ct", "-o", "out"), "plain-tree", varies=True, share=0.6),
    Scenario("decrypt-plain-fs", (*OPEN, *ONE, "c", "-o", "out"), "plain", base=PLAIN_FILE_SYSTEM, share=0.5),
    Scenario("keygen", ("keygen", "-o", "out"), "key"),
    Scenario("keygen-recipient", ("keygen", "--recipient", "-o", "out"), "identity", share=0.5),
    Scenario("rekey-add", ("rekey", "c", "--key-file", "key", *ADD), "rekeyed", "c", old=True),
    Scenario("rekey-add-compact", ("rekey", "cc", "--key-file", "key", *ADD), "rekeyed", "cc", old=True),
    Scenario("rekey-remove", ("rekey", "c2", "--key-file", "key2", "--remove", "key"), "rekeyed", "c2", old=True, share=0.5),
    Scenario("rekey-reencrypt", ("rekey", "c", "--key-file", "key", "--reencrypt"), "rekeyed", "c", old=True, varies=True),
    Scenario("encrypt-armor", (*SEAL, *ONE, "--armor", "f", "-o", "out", "--force"), old=True, varies=True),
    Scenario("encrypt-preserve", (*SEAL, *ONE, "--preserve", "f", "-o", "out", "--force"), old=True, share=0.5),
    Scenario("decrypt-range", (*OPEN, *ONE, "--range", "%d:%d" % RANGE, "c", "-o", "out", "--force"), "range", old=True, share=0.6),
    Scenario("decrypt-salvage", (*OPEN, *ONE, "--salvage", "c", "-o", "out", "--force"), "plain", old=True, share=0.5),
    Scenario("verify-recursive", ("verify", "--key-file", "key", *ONE, "--recursive", "dc"), "nothing", share=0.5),
    Scenario("verify", ("verify", "--key-file", "key", *ONE, "c"), "nothing"),
]


class Folder:
    """The folder of one worker with the inputs. Call reset() before a run, and inspect the result afterwards."""

    def __init__(self, path, template):
        self.path = Path(path)
        self.inputs = template

    def reset(self, scenario):
        for entry in os.scandir(self.path):
            shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)
        for name in scenario.inputs_of(self.inputs):
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(self.inputs[name])
            path.chmod(0o600)
            if scenario.holes and name == "f":
                make_holes(path, self.inputs[name])
        if scenario.old and scenario.output == "out":
            (self.path / "out").write_bytes(OLD)

    def words(self, scenario):
        """Returns the arguments of the command."""
        return [self.inputs["public"].decode().strip() if word == PUBLIC else word for word in scenario.arguments]

    def names(self):
        """Returns files and directories, at any depth."""
        return {str(path.relative_to(self.path)) for path in self.path.rglob("*")}

    def left_over(self, scenario):
        """Returns names that are not inputs, the output or part of it."""
        known = {scenario.output, *scenario.inputs_of(self.inputs), *scenario.members(), "streamed"}
        return self.names() - known - {str(parent) for name in known for parent in Path(name).parents}

    def read(self, name):
        path = self.path / name
        return path.read_bytes() if path.is_file() else None

    def damaged_inputs(self, scenario):
        return [n for n in scenario.inputs_of(self.inputs) if n != scenario.output and self.read(n) != self.inputs[n]]

    def run(self, *arguments, stdin=b""):
        return subprocess.run([CLI, *arguments], cwd=self.path, input=stdin, capture_output=True, timeout=60)

    def opened(self, name, *credential, stdin=b""):
        """Returns the plaintext of the container `name`, or None."""
        done = self.run("decrypt", *credential, name, "-o", "-", stdin=stdin)
        return done.stdout if done.returncode == 0 else None

    def opens(self, name, *credential, stdin=b""):
        """True if the container `name` opens to the plaintext."""
        return self.opened(name, *credential, stdin=stdin) == self.inputs["f"]


def make_holes(path, data):
    """Writes only the blocks that are not zero."""
    with open(path, "r+b") as file:
        file.truncate(0)
        file.truncate(len(data))
        for at in range(0, len(data), BLOCK):
            if any(block := data[at:at + BLOCK]):
                file.seek(at)
                file.write(block)


def by_name(name):
    return next(s for s in SCENARIOS if s.name == name)


def require(done):
    if done.returncode != 0:
        raise SystemExit(f"{done.args}: {done.stderr.decode()}")


def is_archive_of_tree(data, inputs):
    """True if the tar has exactly the files of TREE, unchanged."""
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            files = {"d/" + m.name.removeprefix("./"): archive.extractfile(m).read() for m in archive if m.isfile()}
    except tarfile.TarError:
        return False
    return files == {name: inputs[name] for name in TREE}


def make_template(folder):
    """Returns name -> bytes of every input file."""
    os.makedirs(os.path.join(folder, "d/sub"))
    empty = Folder(folder, {})
    for name, size in {"f": PLAIN_BYTES, **TREE}.items():
        (empty.path / name).write_bytes(os.urandom(size))
    with open(empty.path / "f", "r+b") as file:
        file.seek(PLAIN_BYTES // 2 // BLOCK * BLOCK)
        file.write(bytes(2 * BLOCK))
    (empty.path / "word").write_bytes(b"a passphrase\n")
    for command in (("keygen", "-o", "key"), ("keygen", "-o", "key2"), (*SEAL, "f", "-o", "c")):
        require(empty.run(*command))
    require(empty.run(*SEAL, "--layout", "compact", "f", "-o", "cc"))
    if by_name("rekey-remove").present():
        (empty.path / "c2").write_bytes(empty.read("c"))
        require(empty.run("rekey", "c2", "--key-file", "key", *ADD))
    if by_name("encrypt-recipients").present():
        for number in ("", "2"):
            require(made := empty.run("keygen", "--recipient", "-o", "identity" + number))
            (empty.path / ("public" + number)).write_bytes(made.stdout)
        require(empty.run("encrypt", "-R", "public", "-R", "public2", "--segment", "64K", "f", "-o", "cr"))
    if by_name("encrypt-recursive").present():
        require(empty.run(*SEAL, "--recursive", "d", "-o", "dc"))
    if by_name("encrypt-tar").present():
        require(empty.run(*SEAL, "--tar", "d", "-o", "ct"))
    template = {name: data for name in sorted(empty.names()) if (data := empty.read(name)) is not None}
    shutil.rmtree(folder)
    return template
