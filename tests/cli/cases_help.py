"""Help texts and manual pages: how you find them, that each command has its own examples, and that the manual's recipe
for restoring data without Hedgerow works as printed."""
import re
import subprocess
from pathlib import Path

from support import encrypt, get, make_key, options_of, put, run

VECTORS = Path(__file__).resolve().parents[1] / "vectors"


def help_of(*arguments):
    return run(*arguments)[0].decode()


def commands():
    listed = help_of("--help").partition("Subcommands:\n")[2].partition("\n\n")[0]
    names = re.findall(r"^  (\w+) ", listed, re.M)
    return [name for name in names if name not in ("bench", "circuit", "lab")]  # these are other programs


def test_words_that_ask_for_help():
    assert help_of("help") == help_of("--help") == help_of("-h")
    assert help_of("version") == help_of("-V") == help_of("--version")
    for command in commands():
        assert help_of("help", command) == help_of(command, "--help") == help_of(command, "-h")
    for arguments in (("help", "nonesuch"), ("nonesuch", "--help")):
        assert "'nonesuch' is not a command" in run(*arguments, code=2)[1]
    run("help", "encrypt", "more", code=2)


def test_each_help_ends_with_its_own_examples():
    assert {"encrypt", "decrypt", "verify", "keygen", "rekey", "inspect", "unwrap", "list", "devices"} <= set(commands())
    for command in commands():
        text = help_of(command, "--help")
        examples = text.partition("\nExamples:\n")[2].splitlines()
        assert examples and all(line.startswith("  ") for line in examples), text
        assert sum(f"hedgerow {command}" in line for line in examples) >= 2, text
        # Only examples, and the name and type of an option, may be longer than 80 columns.
        for line in text.partition("\nExamples:\n")[0].splitlines():
            assert len(line) <= 80 or line.startswith(("  -", "Usage:")), line


def test_options_are_grouped():
    for command, groups in (("encrypt", ["Who can open it", "What is read and written", "How", "Messages"]),
                            ("rekey", ["Who can open it", "What changes", "How", "Messages"])):
        text = help_of(command, "--help")
        assert re.findall(r"^([A-Z][\w ]+):$", text, re.M) == ["Positionals", *groups, "Examples"], text
        assert "\n\n\n" not in text
    who = help_of("encrypt", "--help").partition("Who can open it:")[2].partition("\n\n")[0]
    for option in ("--key-file", "--recipient", "--identity", "--passphrase", "--passphrase-file", "--generate-passphrase"):
        assert option in who, option


def test_manual_pages_are_complete():
    run("generate", "files", "-o", "made")
    source = get("made/hedgerow.1.scd").decode()
    sections = re.findall(r"^# (.*)$", source, re.M)
    assert sections[-5:] == ["EXIT STATUS", "ENVIRONMENT", "FILES", "RESTORING WITHOUT HEDGEROW", "EXAMPLES"], sections
    for name in ("HEDGEROW\\_KERNEL", "HEDGEROW\\_CPU\\_DISABLE", "XDG\\_CACHE\\_HOME", "/dev/tty", "container.md"):
        assert name in source, name
    for command in commands():
        page = get(f"made/hedgerow-{command}.1.scd").decode()
        assert re.findall(r"^# (.*)$", page, re.M)[-3:] == ["EXIT STATUS", "EXAMPLES", "SEE ALSO"], page
        assert f"*hedgerow-{command}*(1)" in source, command
        for option in options_of(command):
            assert f"*\\{option}*" in page, (command, option)
    page = get("made/hedgerow-encrypt.1.scd").decode()
    for default in ("[kalyna-256-256]", "[1M]", "[default]", "[one per CPU]"):
        assert page.count(default) == 1, default
    assert page.count("## Who can open it") == 1


def test_restoring_without_hedgerow_as_the_manual_says():
    make_key("backup.key")
    run("keygen", "--recipient", "-o", "identity")
    plain = put("plain", bytes(range(256)) * 300)
    put("photos.tar.hedgerow", encrypt(plain, "-i", "identity", "--cipher", "kuznyechik", key="backup.key"))
    run("generate", "files", "-o", "made")
    manual = get("made/hedgerow.1.scd").decode().partition("# RESTORING WITHOUT HEDGEROW")[2]
    recipe = manual.split("```\n")[1]
    replaced, by = re.search(r"replace (\(1, key\)) by (\(3, .*\))\.$", manual, re.M).groups()
    for script in (recipe, recipe.replace(replaced, by.replace("\\_", "_"))):
        environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(VECTORS / "container"), "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run(["bash", "-c", script], check=True, timeout=120, env=environment)
        assert get("photos.tar") == plain
        put("photos.tar", b"")
