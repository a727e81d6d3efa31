"""Judges the result of a run. A verdict is a word of VERDICTS, and a run without a fault must have no verdict."""
from scenarios import OLD, RANGE, SEGMENT, is_archive_of_tree

VERDICTS = {
    "wrong": "exit code 0 with a wrong or missing result",
    "lost": "an old output or an input that is neither what it was nor the whole new one",
    "partial": "a part of an output under the final name",
    "hang": "the time limit struck",
    "crash": "ended by a signal",
    "leftover": "a temporary file stays",
    "code": "another exit code than 3, or no sentence",
    "missed": "the fault met no call though one thread makes the same calls every time",
}

# These faults tell the program a fact, not a failure of the system, so other exit codes are also right.
FACTS = {"EEXIST": {2}, "ENOENT": {2}, "ELOOP": {2}, "EISDIR": {2}, "zero": {1, 2}, "EINVAL": {2, 4}}
# A link may be made although the call reports a failure. The program then finds that the output exists. If fcntl fails,
# the descriptor counts as closed, which is a usage error.
TAKEN_FOR = {("linkat", True): {2}, ("fcntl", False): {2}}
# Exit code 0 promises that these calls succeeded. No file shows a violation until the power fails.
DURABLE = [f"{call}={error}{after}" for call in ("fsync", "fdatasync", "syncfs", "sync_file_range") for error in ("EIO", "ENOSPC", "EDQUOT") for after in ("", "!")]
REMOVES = ("unlink", "unlinkat", "rmdir", "kill")
LISTS = ("openat", "getdents64")


def content_of(folder, scenario, stdout):
    """Returns `none`, `old`, `new` or `part`, because an output must be complete, missing or unchanged."""
    if scenario.members():
        return tree_content(folder, scenario)
    data = stdout if scenario.output == "-" else folder.read(scenario.output)
    if data is None:
        return "none"
    if scenario.makes == "rekeyed":
        return rekeyed(folder, scenario, data)
    if scenario.old and data == OLD:
        return "old"
    return "new" if is_whole(folder, scenario, data) else "part"


def rekeyed(folder, scenario, data):
    """At every moment the container must open with the credentials from before the change or from after it."""
    key, key2 = (folder.opens(scenario.output, "--key-file", name) for name in ("key", "key2"))
    if scenario.name.startswith("rekey-add"):
        states = {(True, False): "old", (True, True): "new"}
    elif scenario.name == "rekey-remove":
        states = {(True, True): "old", (False, True): "new"}
    else:
        states = {(True, False): "old" if data == folder.inputs[scenario.output] else "new"}
    return states.get((key, key2), "part")


def tree_content(folder, scenario):
    """For a directory. Returns `none` also if some members are complete and the others do not exist."""
    if not (folder.path / scenario.output).exists():
        return "none"
    states = set()
    for name, origin in scenario.members().items():
        data, wanted = folder.read(name), folder.inputs[origin]
        if data is not None and scenario.makes == "sealed-tree":
            data = folder.opened(name, "--key-file", "key") or b""
        states.add("none" if data is None else "new" if data == wanted else "part")
    if "part" in states or scenario.all_at_once() and states != {"new"}:
        return "part"
    return "new" if states == {"new"} else "none"


def is_whole_container(folder, scenario, data):
    name = scenario.output
    if name == "-":
        name = "streamed"
        (folder.path / name).write_bytes(data)
    if "--passphrase-fd" in scenario.arguments:
        return folder.opens(name, "--passphrase-fd", "0", stdin=folder.inputs["word"])
    if "-r" in scenario.arguments:
        for identity in ("identity", "identity2"):
            (folder.path / identity).write_bytes(folder.inputs[identity])
        return folder.opens(name, "-i", "identity") and folder.opens(name, "-i", "identity2")
    return folder.opens(name, "--key-file", "key")


# Content of an output that is one file -> True if it is complete.
WHOLE = {
    "container": is_whole_container,
    "archive": lambda folder, scenario, _: is_archive_of_tree(
        folder.opened(scenario.output, "--key-file", "key") or b"", folder.inputs),
    "plain": lambda folder, _, data: data == folder.inputs["f"],
    "range": lambda folder, _, data: data == folder.inputs["f"][RANGE[0]:sum(RANGE)],
    "key": lambda folder, *_: folder.run("encrypt", "--key-file", "out", "-", stdin=b"x").returncode == 0,
    "identity": lambda folder, *_: folder.run("encrypt", "-i", "out", "-", stdin=b"x").returncode == 0,
}


def is_whole(folder, scenario, data):
    return scenario.makes in WHOLE and WHOLE[scenario.makes](folder, scenario, data)


def judge_content(folder, scenario, fault, done, content):
    """Yields the verdicts on the output."""
    if done["exit_code"] == 0:
        right = "none" if scenario.makes == "nothing" else "new"
        call, _, error = fault.partition("=")
        if content != right or f"{call.partition('@')[0]}={error}" in DURABLE:
            yield "wrong"
        if scenario.makes == "identity" and (not done["stdout"] or done["stdout"].strip() not in folder.read("out")):
            yield "wrong"  # the public key is lost
    elif scenario.output == "-":
        whole_segments = len(done["stdout"]) % SEGMENT == 0 or content == "new"
        if scenario.makes == "plain" and not (folder.inputs["f"].startswith(done["stdout"]) and whole_segments):
            yield "partial"
    elif content == "part" and not reserved(folder, scenario, done):
        yield "lost" if scenario.old else "partial"
    elif scenario.old and content == "none" or scenario.makes == "refused" and content != "old":
        yield "lost"
    if folder.damaged_inputs(scenario):
        yield "lost"


def reserved(folder, scenario, done):
    """If links and renames may both replace a file, an empty file reserves the name. Only a kill may leave this
    file."""
    if not scenario.base or not done["signal"]:
        return False
    empty = [name for name in scenario.members() or [scenario.output] if folder.read(name) == b""]
    for name in empty:
        (folder.path / name).unlink()
    return bool(empty) and content_of(folder, scenario, b"") != "part"


def judge_end(scenario, fault, done):
    """Yields the verdicts on exit code and messages."""
    kind = fault.partition("=")[2].rstrip("!")
    if kind == "kill" and not fault.startswith("^") or done["struck_loading"]:
        return  # the loader has its own codes and messages
    if done["signal"]:
        yield "crash"
        return
    allowed = {0, 3, scenario.code} | FACTS.get(kind, set())
    allowed |= TAKEN_FOR.get((fault.partition("@")[0], fault.endswith("!")), set())
    lines = done["stderr"].splitlines()  # tar may write first
    told = any(line.startswith("hedgerow: ") and len(line) > 25 for line in lines) or done["struck_stderr"]
    if done["exit_code"] not in allowed or done["exit_code"] and not told:
        yield "code"


def judge(folder, scenario, fault, done):
    """Returns the set of verdicts on one run."""
    if done["timed_out"]:
        return {"hang"}
    left = folder.left_over(scenario)
    found = set(judge_content(folder, scenario, fault, done, content_of(folder, scenario, done["stdout"])))
    found |= set(judge_end(scenario, fault, done))
    call = fault.partition("@")[0]
    unlisted = call in LISTS and fault.partition("=")[0].endswith("+")  # such a directory cannot be emptied
    if left and not done["signal"] and call not in REMOVES and not unlisted:
        found.add("leftover")
    return found
