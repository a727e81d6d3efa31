"""The recipes of docs/python.md, in order. Each of these breaks was seen to turn a test red: a wrong name in a recipe;
the package does not export the classes of algorithms to type checkers."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs/python.md"


@pytest.mark.skipif(not PAGE.exists(), reason="no docs/python.md beside this copy of the tests")
def test_recipes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("table.csv").write_text("".join(f"{i},{i * i}\n" for i in range(1000)))
    recipes = re.findall(r"^## (\d+)\. .*?$(.*?)(?=^## )", PAGE.read_text(), re.M | re.S)
    assert [int(number) for number, _ in recipes] == list(range(1, 11))
    run(recipes)
    assert Path("back.csv").read_bytes() == Path("table.csv").read_bytes()


def code_of(number, text):
    code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.S))
    assert code, number
    return code


def run_section(title, **names):
    """Runs the recipe of a section that has no number, because it needs other packages or programs."""
    run(re.findall(rf"^## ({re.escape(title)})$(.*?)(?=^## )", PAGE.read_text(), re.M | re.S), names)


def run(recipes, names=None):
    assert recipes
    names = {} if names is None else names
    for number, text in recipes:
        exec(compile(code_of(number, text), f"recipe {number}", "exec"), names)


@pytest.mark.full
@pytest.mark.skipif(not PAGE.exists(), reason="no docs/python.md beside this copy of the tests")
@pytest.mark.parametrize("checker", [
    ("mypy", "--strict", "--cache-dir=cache"),
    ("pyright", "--pythonpath", sys.executable)])
def test_types(tmp_path, checker):
    """Checks the recipes as a user's program against the installed package, and a program with one mistake per line."""
    recipes = re.findall(r"^## (\d+)\. .*?$(.*?)(?=^## )", PAGE.read_text(), re.M | re.S)
    own = [code for recipe in recipes if "fsspec" not in (code := code_of(*recipe))]  # fsspec has almost no types
    assert len(own) == len(recipes) - 1
    (tmp_path / "recipes.py").write_text("\n".join(own))
    (tmp_path / "mistakes.py").write_text('''import hedgerow
hedgerow.KuznyechikMGM("text")
hedgerow.KuznyechikMGM(b"").encrypt(b"", "text")
hedgerow.TwofishGCM.generate_key(1)
hedgerow.KuznyechikCTR(b"").update_into(b"")
with hedgerow.open("c", "rb") as file:
    file.seek("0")
hedgerow.kdf_tree(b"", b"")
''')
    found = {name: subprocess.run([sys.executable, "-m", *checker, name], cwd=tmp_path, capture_output=True, text=True)
             for name in ("recipes.py", "mistakes.py")}
    assert found["recipes.py"].returncode == 0, found["recipes.py"].stdout
    wrong = {int(line) for line in re.findall(r"mistakes.py:(\d+):.*error", found["mistakes.py"].stdout)}
    assert wrong == {2, 3, 4, 5, 7, 8}, found["mistakes.py"].stdout


@pytest.mark.skipif(not shutil.which(os.environ.get("HEDGEROW_CLI", "") + "-circuit"),
                    reason="HEDGEROW_CLI names no command line with hedgerow-circuit")
def test_circuits(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run_section("Circuits of S-boxes over many seeds")
    assert Path("aes.andn.gates").read_text().startswith("box aes\n")
