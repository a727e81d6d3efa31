"""The recipes of docs/python.md, in their order. Seen to turn red: a wrong name in a recipe."""
import os
import re
import shutil
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


def run(recipes):
    names = {}
    for number, text in recipes:
        code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.S))
        assert code, number
        exec(compile(code, f"recipe {number}", "exec"), names)

@pytest.mark.skipif(not shutil.which(os.environ.get("HEDGEROW_CLI", "") + "-circuit"),
                    reason="HEDGEROW_CLI names no command line with hedgerow-circuit")
def test_circuits(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(re.findall(r"^## (Circuits) .*?$(.*?)(?=^## )", PAGE.read_text(), re.M | re.S))
    assert Path("aes.andn.gates").read_text().startswith("box aes\n")
