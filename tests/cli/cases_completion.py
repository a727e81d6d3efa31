"""Completion in bash, zsh and fish, which the program generates from its own parser."""
import json
import os
import pty
import re
import shutil
import subprocess
import time

from support import Skip, options_of, put, run

COMMANDS = ("encrypt", "decrypt", "keygen", "inspect", "list", "selftest")


def need(program):
    if not shutil.which(program):
        raise Skip(f"{program} is not installed")


def bash(*words):
    """Returns the words that bash offers for the last word."""
    script = put("completion", run("generate", "bash")[0]) and (
        'source ./completion; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hedgerow; printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "-c", script, "bash", *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and not done.stderr, done
    return [line for line in done.stdout.split("\n") if line]


def fish(line):
    put("completion.fish", run("generate", "fish")[0])
    done = subprocess.run(["fish", "--no-config", "-c", f"source completion.fish; complete -C '{line}'"],
                          capture_output=True, text=True, timeout=60, env=dict(os.environ, HOME=os.getcwd()))
    assert done.returncode == 0 and not done.stderr, done
    return [entry.split("\t")[0] for entry in done.stdout.split("\n") if entry]


def zsh(typed):
    """Returns the command line of zsh after `typed` and a tab, without trailing spaces."""
    put("_hedgerow", run("generate", "zsh")[0])
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(HOME=os.getcwd(), TERM="dumb", PS1="", COLUMNS="300")
        os.execvp("zsh", ["zsh", "-f", "-i"])
    setup = ("fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; hedgerow() :; "
             "show() { print -r -- \"<<$BUFFER>>\"; BUFFER=; zle accept-line }; zle -N show; bindkey '^X' show; "
             "bindkey '^I' expand-or-complete; unsetopt auto_menu list_beep; print REA''DY\n")
    try:
        os.write(terminal, setup.encode())
        read_until(terminal, b"READY")
        os.write(terminal, typed.encode() + b"\t")
        time.sleep(0.5)
        os.write(terminal, b"\x18")
        return re.search(rb"<<(.*?)>>", read_until(terminal, b">>"))[1].decode().rstrip()
    finally:
        os.close(terminal)
        os.waitpid(child, 0)


def read_until(terminal, wanted):
    text = b""
    while wanted not in text:
        text += os.read(terminal, 4096)
    return text


def container_ciphers():
    """Returns the ciphers that have an AEAD and blocks of at least 128 bits."""
    return {o["cipher"] for o in json.loads(run("list", "--modes", "--json")[0]) if o["kind"] == "aead" and o["block_bytes"] >= 16}


def test_bash_commands_and_options():
    assert set(COMMANDS) <= set(bash("hedgerow", ""))
    assert bash("hedgerow", "enc") == ["encrypt"]
    assert "generate" not in bash("hedgerow", "")
    for command in COMMANDS:
        offered = {word for word in bash("hedgerow", command, "--")}
        assert offered == options_of(command), (command, offered ^ options_of(command))


def test_bash_values():
    put("a file.hedgerow", b"")
    os.mkdir("folder")
    assert set(bash("hedgerow", "encrypt", "--cipher", "")) == container_ciphers()
    assert bash("hedgerow", "encrypt", "--cipher", "kuz") == ["kuznyechik"]
    assert bash("hedgerow", "encrypt", "--cipher", "=", "kuz") == ["kuznyechik"]
    assert set(bash("hedgerow", "encrypt", "--cipher", "=")) == container_ciphers()
    assert bash("hedgerow", "decrypt", "a") == ["a file.hedgerow"]
    assert bash("hedgerow", "decrypt", "--force", "a") == ["a file.hedgerow"]
    assert bash("hedgerow", "decrypt", "-o", "fo") == ["folder"]
    assert bash("hedgerow", "encrypt", "--threads", "") == []
    assert bash("hedgerow", "list", "a") == []


def test_fish():
    need("fish")
    put("afile", b"")
    assert set(COMMANDS) <= set(fish("hedgerow ")) and fish("hedgerow enc") == ["encrypt"]
    for command in COMMANDS:
        assert set(fish(f"hedgerow {command} --")) == options_of(command), command
    assert set(fish("hedgerow encrypt --cipher ")) == container_ciphers()
    assert fish("hedgerow decrypt af") == ["afile"] and fish("hedgerow list af") == [] and fish("hedgerow af") == []


def test_zsh():
    need("zsh")
    put("afile", b"")
    for typed, there in (("hedgerow enc", "hedgerow encrypt"), ("hedgerow encrypt --prese", "hedgerow encrypt --preserve"),
                         ("hedgerow encrypt --cipher kuz", "hedgerow encrypt --cipher kuznyechik"),
                         ("hedgerow decrypt --force af", "hedgerow decrypt --force afile"),
                         ("hedgerow list af", "hedgerow list af")):
        assert zsh(typed) == there, (typed, zsh(typed))
