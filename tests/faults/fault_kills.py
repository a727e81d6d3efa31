"""SIGKILL at random times while an existing file is replaced or changed. Afterwards the old file or the new one must
open completely."""
import os
import subprocess
import time

from scenarios import CLI, Folder, by_name, make_template
from support import Skip
from verdicts import content_of

KILLS, RUNS, ENOUGH = 25, 300, 10  # desired kills; runs at most; fewer kills prove too little
PLAIN_BYTES = 8 << 20  # large enough that most kills hit a working command


def start(folder, scenario):
    stdin = open(folder.path / scenario.stdin, "rb") if scenario.stdin else subprocess.DEVNULL
    try:
        return subprocess.Popen([CLI, *scenario.arguments], cwd=folder.path, stdin=stdin,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    finally:
        if scenario.stdin:
            stdin.close()


def duration(folder, scenario):
    folder.reset(scenario)
    begin = time.monotonic()
    assert start(folder, scenario).wait(60) == scenario.code
    return time.monotonic() - begin


def kill_once(folder, scenario, seconds):
    """Returns the exit status after a kill at this time: -9, or 0 if the process ended before."""
    folder.reset(scenario)
    process = start(folder, scenario)
    time.sleep(seconds)
    process.kill()
    return process.wait(60)


def kill_many(name, chance):
    scenario = by_name(name)
    if not scenario.present():
        raise Skip(f"this program has no `{' '.join(scenario.arguments)}`")
    template = make_template("template", PLAIN_BYTES)
    os.mkdir("work")
    folder = Folder("work", template)
    longest = min(duration(folder, scenario) for _ in range(5))
    killed = runs = 0
    while killed < KILLS and runs < RUNS:
        runs += 1
        seconds = chance.uniform(0, longest)
        code = kill_once(folder, scenario, seconds)
        killed += code != 0
        content = content_of(folder, scenario, b"")
        assert content == "new" or code != 0 and content == "old", f"{name} killed after {seconds:.4f} s: {content}"
        assert not folder.damaged_inputs(scenario), f"{name} killed after {seconds:.4f} s: an input changed"
    print(f"   {name}: {killed} of {runs} runs killed within {1000 * longest:.0f} ms")
    assert killed >= ENOUGH, "hardly any run was killed: nothing is shown"


def test_kill_encrypt(chance):
    kill_many("encrypt-threads", chance)


def test_kill_encrypt_stream(chance):
    kill_many("encrypt-stream", chance)


def test_kill_decrypt(chance):
    kill_many("decrypt-threads", chance)


def test_kill_rekey_add(chance):
    kill_many("rekey-add", chance)


def test_kill_rekey_remove(chance):
    kill_many("rekey-remove", chance)


def test_kill_rekey_reencrypt(chance):
    kill_many("rekey-reencrypt", chance)
