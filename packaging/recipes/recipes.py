#!/usr/bin/env python3
"""Checks the recipes of this folder, and fills them in for a release. README.md describes both.

These breaks turned `check` red: an option of CMake that does not exist, a version in a recipe, and syntax errors in the
recipes of Homebrew, AUR, Nix and vcpkg.

usage: recipes.py check [--create]
       recipes.py fill ARCHIVE URL OUTPUT_FOLDER [HOMEPAGE]"""
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLACES = ["VERSION", "URL", "SHA256", "SHA512", "HOMEPAGE"]


def version():
    return subprocess.run([ROOT / "packaging/version.sh"], check=True, capture_output=True, text=True).stdout.strip()


def files():
    return [p for p in sorted(HERE.rglob("*")) if p.is_file() and p.parent != HERE and "__pycache__" not in p.parts and "build" not in p.parts]


def filled(text, values):
    return re.sub("@(%s)@" % "|".join(PLACES), lambda m: values[m[1]], text)


def check_archive(path):
    with tarfile.open(path) as archive:
        if not any(name.split("/")[1:2] == ["cli"] for name in archive.getnames()):
            sys.exit(f"{path} has no folder cli/: give the release's archive hedgerow-VERSION-source.tar.gz, not that of the Python package")


def fill(archive, url, output, homepage):
    data = Path(archive).read_bytes()
    values = {"VERSION": version(), "URL": url, "SHA256": hashlib.sha256(data).hexdigest(), "SHA512": hashlib.sha512(data).hexdigest(),
              "HOMEPAGE": homepage}
    for path in files():
        target = Path(output) / path.relative_to(HERE).with_name(path.name.removesuffix(".in"))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(filled(path.read_text(), values))


def conan_commands():
    """Returns the commands of Conan in docs/install.md, for this version."""
    lines = (ROOT / "docs/install.md").read_text().splitlines()
    return [shlex.split(line.replace("VERSION", version())) for line in lines if line.startswith("conan ")]


def own_rules():
    """Yields a fault for each unknown option of CMake and for each fact that belongs to the release."""
    options = set()
    for path in [ROOT / "CMakeLists.txt", *(ROOT / "cmake").glob("*.cmake")]:
        options |= set(re.findall(r"(?:option|set|cmake_dependent_option)\((HEDGEROW_\w+)", path.read_text()))
    for path in files():
        text = path.read_text()
        for name in set(re.findall(r"HEDGEROW_[A-Z]+", text)) - options:
            yield f"{path}: {name} is no option of CMake"
        if version() in text:
            yield f"{path} names the version {version()}: write @VERSION@"
    if not any(command[:2] == ["conan", "create"] for command in conan_commands()):
        yield "docs/install.md has no command `conan create`"


def by_tools(folder):
    """Yields (tool, command) for the recipes that are filled in at FOLDER. A command without a tool is Python's."""
    for path in folder.rglob("*.json"):
        json.loads(path.read_text())
    for path in folder.rglob("*.py"):
        compile(path.read_text(), path, "exec")
    yield "ruby", ["ruby", "-c", folder / "homebrew/hedgerow.rb"]
    yield "bash", ["bash", "-n", folder / "aur/PKGBUILD"]
    yield "shellcheck", ["shellcheck", folder / "aur/PKGBUILD"]
    yield "nix-instantiate", ["nix-instantiate", "--parse", folder / "nix/default.nix"]
    yield "cmake", ["cmake", "-P", folder / "vcpkg/parse.cmake"]
    yield "ruby", ["ruby", "-ryaml", "-e", "ARGV.each { |f| YAML.load_file(f) }", folder / "conda/recipe.yaml", folder / "conan/conandata.yml"]


def check(create):
    faults = list(own_rules())
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "archive").write_bytes(b"an archive")
        fill(folder / "archive", "https://example.org/hedgerow.tar.gz", folder, "https://example.org")
        # An if that is never true: CMake then only parses the portfile.
        (folder / "vcpkg/parse.cmake").write_text(f"if(FALSE)\n{(folder / 'vcpkg/hedgerow/portfile.cmake').read_text()}\nendif()\n")
        for tool, command in by_tools(folder):
            if not shutil.which(tool):
                print(f"SKIPPED {tool}: it is not installed")
                continue
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                faults.append(f"{tool}: {done.stdout}{done.stderr}")
            else:
                print(f"{tool}: ok")
    if create:
        environment = {**os.environ, "CONAN_HOME": str(ROOT / "build/conan")}
        for command in conan_commands():
            if command[1] == "create" and "HEDGEROW_ISAS" in os.environ:
                command += ["-o", f"hedgerow/*:instruction_sets={os.environ['HEDGEROW_ISAS']}"]
            subprocess.run(command, check=True, cwd=ROOT, env=environment)
        shutil.rmtree(HERE / "conan/test_package/build")
        (HERE / "conan/test_package/CMakeUserPresets.json").unlink(missing_ok=True)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"recipes: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["check", *create] if create in ([], ["--create"]):
            sys.exit(check(bool(create)))
        case ["fill", archive, url, output, *homepage]:
            check_archive(archive)
            fill(archive, url, output, homepage[0] if homepage else url)
        case _:
            sys.exit(__doc__)
