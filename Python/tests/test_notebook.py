"""The notebook of the examples: its cells run one after the other, as a kernel runs them."""

import json
import pathlib

import pytest

pytest.importorskip("altair")
pytest.importorskip("pandas")
NOTEBOOK = pathlib.Path(__file__).parent.parent.parent / "Examples/Notebooks/figure.ipynb"


def test_the_notebook_draws_its_figure(capsys):
    notebook = json.loads(NOTEBOOK.read_text())
    assert notebook["nbformat"] == 4
    names = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            # Nothing is committed that a run left, and nothing is a command of the notebook's own.
            assert not cell["outputs"] and not cell["execution_count"]
            exec(compile("".join(cell["source"]), f"{NOTEBOOK.name}:{cell['id']}", "exec"), names)
    assert len(names["result"]) == 4 * len(names["recordings"]) == 4 * 61
    printed = capsys.readouterr().out
    assert all(f"\n{policy} " in printed for policy in ("throughput", "bola", "auto")) and "worse" in printed
    drawn = names["figure"].to_dict()
    assert len(drawn["hconcat"]) == 2
    rows = [row for data in drawn["datasets"].values() for row in data]
    assert {row["configuration"] for row in rows} == set(names["policies"]) and len(rows) == 2 * 4 * 61
