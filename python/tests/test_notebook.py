"""Runs the notebook docs/python.ipynb from its first to its last cell, including its plots.

This break was seen to turn a test red: a container takes an array of numbers for bytes."""
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
NOTEBOOK = Path(__file__).resolve().parents[2] / "docs/python.ipynb"


@pytest.mark.skipif(not NOTEBOOK.exists(), reason="no docs/python.ipynb beside this copy of the tests")
@pytest.mark.filterwarnings("ignore")
def test_notebook(tmp_path, monkeypatch):
    monkeypatch.setenv("HEDGEROW_SAMPLE_SECONDS", "0.0005")
    book = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(book)
    done = nbclient.NotebookClient(book, timeout=300, kernel_name="python3",
                                   resources={"metadata": {"path": str(tmp_path)}}).execute()
    plots = [output for cell in done.cells for output in cell.get("outputs", [])
             if "image/png" in output.get("data", {})]
    assert len(plots) == 4
    assert not [cell for cell in done.cells for output in cell.get("outputs", []) if output.output_type == "error"]
