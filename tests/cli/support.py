"""Runs the program and makes its files. Every case has a fresh working directory."""
import functools
import os
import pwd
import re
import stat
import subprocess
import tempfile
import time
from pathlib import Path

from case_runner import Skip  # noqa: F401 (cases take it from here)

CLI = os.path.abspath(os.environ["HEDGEROW_CLI"])
SEGMENT = 64 << 10


def run(*arguments, stdin=b"", code=0, **options):
    """Runs the program and checks that its exit code is `code`. Returns (stdout, stderr text)."""
    if not hasattr(stdin, "fileno"):
        options["input"] = stdin
    else:
        options["stdin"] = stdin
    options.setdefault("stdout", subprocess.PIPE)
    done = subprocess.run([CLI, *arguments], stderr=subprocess.PIPE, timeout=120, **options)
    text = done.stderr.decode()
    assert done.returncode == code, f"{arguments}: exit code {done.returncode}, not {code}: {text}"
    assert code == 0 or text, f"{arguments}: exit code {code} without a word"
    return done.stdout, text


def as_nobody(*arguments, code=0):
    """Runs the program as a user without root's permissions."""
    nobody = pwd.getpwnam("nobody")
    options = {} if os.getuid() else dict(user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=())
    done = subprocess.run([CLI, *arguments], capture_output=True, timeout=60, **options)
    if done.returncode in (126, 127):
        raise Skip("the program cannot be run by others")
    assert done.returncode == code, done
    return done.stderr.decode()


def options_of(command):
    """Returns the long options in the help of a command."""
    return set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", run(command, "--help")[0].decode(), re.M))


def put(name, data):
    with open(name, "wb") as file:
        file.write(data)
    return data


def get(name):
    with open(name, "rb") as file:
        return file.read()


def make_key(name="key"):
    run("keygen", "-o", name)
    return name


def key_run(command, *arguments, **options):
    """Runs a command with the key file `key`, which is made if it is missing."""
    if not os.path.exists("key"):
        make_key()
    return run(command, "--key-file", "key", *arguments, **options)


def encrypt(data, *arguments, key="key"):
    """Returns a container of `data` as bytes."""
    if not os.path.exists(key):
        make_key(key)
    return run("encrypt", "--key-file", key, "--segment", "64K", *arguments, "-", stdin=data)[0]


def wait_for(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"never happened: {what}"
        time.sleep(0.01)


def temporaries():
    return [name for name in os.listdir(".") if name.startswith(".hedgerow-")]


def fake_tar(text):
    """Returns an environment with this shell script as the program tar."""
    os.makedirs("bin", exist_ok=True)
    put("bin/tar", b"#!/bin/sh\n" + text)
    os.chmod("bin/tar", 0o755)
    return dict(os.environ, PATH=f"{os.getcwd()}/bin:{os.environ['PATH']}")


def largest_open_file(process):
    """Returns the size of the largest open file, with or without a name."""
    folder = Path(f"/proc/{process.pid}/fd")
    files = [os.stat(path) for path in folder.iterdir() if path.exists() or "(deleted)" in os.readlink(path)]
    return max((status.st_size for status in files if stat.S_ISREG(status.st_mode)), default=0)


def standin():
    """Returns an environment with the replacement of CUDA in tests/device/standin as cuda:0, and with its own cache."""
    folder = os.path.join(os.path.dirname(CLI), "../standin")
    if not os.path.exists(os.path.join(folder, "libcuda.so.1")):
        raise Skip("the stand-in of the CUDA driver is not built")
    return {**os.environ, "LD_LIBRARY_PATH": folder, "XDG_CACHE_HOME": os.getcwd(), "STANDIN_DEVICES": "1"}


@functools.cache
def _shim_folder():
    return tempfile.TemporaryDirectory(prefix="hedgerow_shim.")


def failing(**calls):
    """Returns an environment that makes these calls fail with these errors (shim.c). `getrandom_2` fails from its
    second call on."""
    library = f"{_shim_folder().name}/shim.so"
    if not os.path.exists(library):
        source = Path(__file__).parent / "shim.c"
        if subprocess.run(["cc", "-shared", "-fPIC", "-Wall", "-Werror", "-o", library, source]).returncode != 0:
            raise Skip("no C compiler makes a shared library here")
    told = ",".join(f"{name.replace('_', '@')}={error}" for name, error in calls.items())
    environment = dict(os.environ, LD_PRELOAD=library, HEDGEROW_TEST_FAIL=told)
    if subprocess.run([CLI, "--version"], env=environment, capture_output=True).returncode != 0:
        raise Skip("this build takes no preloaded library")
    return environment
