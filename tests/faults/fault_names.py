"""Every command with file names that a parser, a shell or a terminal may misinterpret."""
import os
import subprocess

from scenarios import SCENARIOS
from support import CLI, get, make_key, put

NAMES = [b"[a]", b"[a,b]", b"[]", b"[[a]]", b"a,b", b"{a}", b"a\\nb", b"%s%n", b"$(a)", b"`a`", b"a b", b" a ", b"'a'", b'"a"',
         b"a'b\"c", b"-a", b"--force", b"--", b"-o", b"~a", b"*", b"?", b"a;b", b"#a", b"a=b", b"@a", b"\xf0\x9f\xa6\x94",
         b"\xd0\xba\xd0\xb0\xd0\xbb\xd0\xb8\xd0\xbd\xd0\xb0", b"a\nb", b"\n", b"a\tb", b"a\rb", b"\x1b[31mred\x1b[0m",
         b"\x1b]0;title\x07", b"\x7f", b"\x08\x08", b"\xc2\x9b31m", b"\xe2\x80\xae.txt", b"\xff\xfe", b"caf\xe9", b"a\xcc\x81",
         b"n" * 246, b"\xf0\x9f\xa6\x94" * 61, b"\xff" * 246, b"\x1b" * 200]
DECOYS = (b"a", b"b", b"c", b"a,b")
PLAIN = b"what the odd name holds"
PRESENT = {}  # scenario -> True if this program has its command


def is_control(c):
    return ord(c) < 32 or 127 <= ord(c) < 160 or c == "\u202e"


def run(*arguments, code=0):
    """Runs the command. Output and messages must not contain a character of a name that controls a terminal."""
    done = subprocess.run([CLI.encode(), *arguments], capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
    words = done.stderr + done.stdout
    where = f"{arguments}: exit code {done.returncode}: {done.stderr!r}"
    codes = code if isinstance(code, tuple) else (code,)
    assert done.returncode in codes, where
    assert code == 0 or done.stderr, where
    text = words.decode()  # names that are not UTF-8 are quoted too
    raw = [c for c in text if is_control(c) and c != "\n"]
    assert not raw, f"{where}: {raw[:3]!r} reaches the terminal"
    lines = done.stderr.decode().splitlines()
    assert all(line.startswith("hedgerow: ") for line in lines), f"{where}: a name breaks the line"
    return done


def decoys(name):
    return [decoy for decoy in DECOYS if decoy != name]


def prepare(name):
    if os.path.exists(name):
        os.remove(name)  # decoy of another name
    for decoy in decoys(name):
        put(decoy, b"decoy " + decoy)
    return set(os.listdir(b"."))


def check_decoys(name, before, made):
    for decoy in decoys(name):
        assert get(decoy) == b"decoy " + decoy, f"{name!r}: {decoy!r} was taken"
    assert set(os.listdir(b".")) == before | made, f"{name!r} made {set(os.listdir(b'.')) - before}"


def commands(name):
    """Runs the whole life of a file with this name."""
    sealed = name + b".hedgerow"
    before = prepare(name)
    put(name, PLAIN)
    run(b"encrypt", b"--key-file", b"key", b"--", name)
    os.remove(name)
    run(b"inspect", b"--", sealed)
    if PRESENT["verify"]:
        run(b"verify", b"--key-file", b"key", b"--", sealed)
    if PRESENT["rekey-add"]:
        run(b"rekey", b"--key-file", b"key", b"--add", b"key-file:key2", b"--", sealed)
    run(b"decrypt", b"--key-file", b"key", b"--", sealed)
    assert get(name) == PLAIN, name
    os.remove(name)
    run(b"decrypt", b"--key-file", b"key", b"--output=" + name, b"--", sealed)
    assert get(name) == PLAIN, name
    check_decoys(name, before, {name, sealed})
    run(b"encrypt", b"--key-file", b"key", b"--", name, code=2)
    run(b"decrypt", b"--key-file", b"key", b"--", name, code=2)
    run(b"inspect", b"--", name, code=1)
    for made in (name, sealed):
        os.remove(made)


def as_key(name):
    before = prepare(name)
    run(b"keygen", b"--output=" + name)
    put(b"plain", PLAIN)
    run(b"encrypt", b"--key-file=" + name, b"plain", b"-o", b"sealed")
    assert run(b"decrypt", b"--key-file=" + name, b"sealed", b"-o", b"-").stdout == PLAIN
    if PRESENT["rekey-add"]:
        run(b"rekey", b"--key-file=" + name, b"--add=key-file:key2", b"sealed")
        # it already has this credential
        run(b"rekey", b"--key-file=key2", b"--add=key-file:" + name, b"--label=again", b"sealed", code=2)
        run(b"rekey", b"--key-file=key2", b"--list", b"sealed")
    check_decoys(name, before, {name, b"plain", b"sealed"})
    run(b"keygen", b"--output=" + name, code=2)
    put(name, b"no key")
    run(b"decrypt", b"--key-file=" + name, b"sealed", b"-o", b"-", code=2)
    for made in (name, b"plain", b"sealed"):
        os.remove(made)
    run(b"decrypt", b"--key-file=" + name, b"nothing", code=(2, 3))


def missing(name):
    before = prepare(name)
    for command in (b"encrypt", b"decrypt"):
        run(command, b"--key-file", b"key", b"--output=x", b"--", name, code=3)
        run(command, b"--key-file", b"key", b"--output=" + name + b"/x", b"--", b"key", code=(2, 3))
    run(b"inspect", b"--", name, code=3)
    check_decoys(name, before, set())


def each(step, chance):
    """Runs the step for every name, and reports all failures. Under a sanitizer, where a process starts slowly, it runs
    for some names."""
    names, failures = chance.sample(NAMES, 9) if os.environ.get("HEDGEROW_SANITIZED") else NAMES, []
    for name in names:
        try:
            step(name)
        except (AssertionError, OSError, UnicodeDecodeError) as error:
            failures.append(f"{step.__name__} {name[:30]!r}: {error}"[:600])
            for entry in set(os.listdir(b".")) - {b"key", b"key2"}:
                os.remove(entry)
    assert not failures, "\n".join([f"{len(failures)} of {len(names)} names", *failures])


def prepare_keys():
    make_key()
    make_key("key2")
    PRESENT.update({s.name: s.present() for s in SCENARIOS})


def test_odd_names(chance):
    prepare_keys()
    each(commands, chance)


def test_odd_names_of_keys(chance):
    prepare_keys()
    each(as_key, chance)


def test_odd_names_that_are_missing(chance):
    prepare_keys()
    each(missing, chance)


def test_longest_names(chance):
    """A name may have 255 bytes, but 256 bytes are refused, and no file is made."""
    prepare_keys()
    name = b"n" * 255
    put(name, PLAIN)
    run(b"encrypt", b"--key-file", b"key", name, b"-o", b"short")
    run(b"decrypt", b"--key-file", b"key", b"short", b"-o", b"m" * 255)
    assert get(b"m" * 255) == PLAIN
    before = set(os.listdir(b"."))
    run(b"encrypt", b"--key-file", b"key", name, code=(2, 3))
    run(b"encrypt", b"--key-file", b"key", name, b"-o", b"m" * 256, code=(2, 3))
    assert set(os.listdir(b".")) == before
