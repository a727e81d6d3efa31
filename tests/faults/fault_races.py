"""Eight processes that write one output at the same time."""
import json
import os
import subprocess
import time

from scenarios import PLAIN_FILE_SYSTEM
from support import CLI, Skip, get, make_key, run, temporaries

PROCESSES = 8
ROUNDS = 12
BYTES = 300_000


def on_plain_file_system(number):
    """Returns the command prefix that simulates a file system without RENAME_NOREPLACE, links and O_TMPFILE."""
    faults = [word for fault in PLAIN_FILE_SYSTEM for word in ("--fault", fault)]
    return [os.environ["HEDGEROW_TRACER"], *faults, "--seconds", "60", "--report", f"report{number}", "--"]


def start(before, *arguments):
    return subprocess.Popen([*before, CLI, *arguments], stdin=subprocess.PIPE, stderr=subprocess.PIPE)


def end_of(process, before, number):
    """Returns (exit code, messages). The report of the tracer contains the code of a traced command."""
    words = process.stderr.read().decode()
    code = process.wait(60)
    if before:
        with open(f"report{number}", encoding="utf-8") as file:
            code = json.load(file)["exit_code"]
    return code, words


def feed(process, data):
    """Writes the input of a process that may have ended already."""
    try:
        process.stdin.write(data)
        process.stdin.flush()
    except BrokenPipeError:
        pass


def race(inputs, before, *arguments):
    """Runs one process per input, all with the same output. Returns (exit code, messages) of each. No process can end
    before all have begun."""
    processes = [start(before(i), *arguments) for i in range(len(inputs))]
    for process, data in zip(processes, inputs):
        feed(process, data[:-1])
    time.sleep(0.05)
    for process, data in zip(processes, inputs):
        feed(process, data[-1:])
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
    return [end_of(process, before(i), i) for i, process in enumerate(processes)]


def check(inputs, plains, *command, force, opened, before=lambda _: []):
    for _ in range(ROUNDS):
        if os.path.exists("out"):
            os.remove("out")
        ends = race(inputs, before, *command, "-", "-o", "out", *(["--force"] if force else []))
        result = opened()
        assert result in plains, f"the output is of none of the eight: {len(result)} bytes"
        assert not temporaries(), temporaries()
        if force:
            assert all(code == 0 for code, _ in ends), ends
            continue
        winners = [i for i, (code, _) in enumerate(ends) if code == 0]
        assert len(winners) == 1 and plains[winners[0]] == result, ends
        assert all(code == 2 and "exists" in words for code, words in ends if code != 0), ends


def plains_of(chance):
    make_key()
    return [chance.randbytes(BYTES) for _ in range(PROCESSES)]


def opened_container():
    return run("decrypt", "--key-file", "key", "out", "-o", "-")[0]


def encryptions(chance, force, **more):
    plains = plains_of(chance)
    check(plains, plains, "encrypt", "--key-file", "key", force=force, opened=opened_container, **more)


def decryptions(chance, force, **more):
    plains = plains_of(chance)
    inputs = [run("encrypt", "--key-file", "key", "-", stdin=plain)[0] for plain in plains]
    check(inputs, plains, "decrypt", "--key-file", "key", force=force, opened=lambda: get("out"), **more)


def test_eight_encryptions_with_force(chance):
    encryptions(chance, True)


def test_eight_encryptions(chance):
    encryptions(chance, False)


def test_eight_decryptions_with_force(chance):
    decryptions(chance, True)


def test_eight_decryptions(chance):
    decryptions(chance, False)


def test_eight_encryptions_on_a_plain_file_system(chance):
    if not os.environ.get("HEDGEROW_TRACER"):
        raise Skip("no fault_tracer here")
    encryptions(chance, False, before=on_plain_file_system)
