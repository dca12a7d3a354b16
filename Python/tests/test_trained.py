"""The example of a policy that was trained: it plays as it was measured, wherever it is played."""

import importlib
import os
import pathlib
import shlex
import subprocess
import sys

import numpy as np
import pytest

import abrlab

pytest.importorskip("gymnasium")
import abrlab.gym  # noqa: E402

FOLDER = pathlib.Path(__file__).parent.parent.parent / "Examples/TrainedPolicy"


@pytest.fixture
def example(monkeypatch):
    """Imports a module of the example."""
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setenv("PATH", f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}")
    yield importlib.import_module
    for name in ("benchmark", "policy", "train"):
        sys.modules.pop(name, None)


def test_it_beats_bba_0_on_recordings_held_out(example):
    benchmark = example("benchmark")
    held_out, trained_on = benchmark.recordings(1), benchmark.recordings(0)
    assert (len(held_out), len(trained_on)) == (30, 31) and not set(held_out) & set(trained_on)
    result = benchmark.benchmark()
    quality = result.compare("bba-0", "call:trained", metric="qoe_lin").metrics["qoe_lin"]
    assert quality["verdict"] == "better" and quality["interval"][0] > 0, quality
    assert len(set(result.sessions["trace"])) == 30


def test_in_python_and_as_a_program_it_is_the_same(example, program):
    traces, policy = abrlab.BUNDLED / "recorded" / "lumos-4g", FOLDER / "policy.py"
    result = abrlab.run(traces, policies=[example("policy").Trained(), f"exec({policy})"], jobs=2)
    python, other = np.split(np.arange(len(result)), 2)
    for name, column in result.sessions.items():
        assert name == "policy" or repr(column[python].tolist()) == repr(column[other].tolist()), name
    words = [os.environ["ABRLAB_PROGRAM"], "run", "--traces", traces, "--policy", f"exec({policy})", "--per-session"]
    assert "many sessions" in abrlab.command("policy", "try", policy)
    printed = subprocess.run([*words, "--format", "csv", "-q"], capture_output=True, text=True, check=True).stdout
    assert printed == abrlab.run(traces, policies=f"exec({policy})").to_csv(per_session=True)


def test_it_is_told_what_the_environment_showed_in_training(example, traces):
    policy = example("policy").Trained()
    env = abrlab.gym.AbrVectorEnv(12, traces, autoreset_mode="Disabled")
    observations, _ = env.reset(seed=0)
    for index in range(12):
        observations, _ = env.reset(
            options={"reset_mask": np.arange(12) == index, "trace": index, "offset_s": 0.0})
    over = np.zeros(12, bool)
    while not over.all():
        observations, _, over, *_ = env.step(policy.choose(observations, 9))
    result = abrlab.run(traces, policies=policy)
    assert [env.metrics(index)["qoe_lin"] for index in range(12)] == result.sessions["qoe_lin"].tolist()


def test_training_runs(example, tmp_path, monkeypatch):
    pytest.importorskip("torch", reason="PyTorch is needed to train, and not to play")
    command = next(line for line in (FOLDER / "README.md").read_text().splitlines() if "train.py" in line)
    words = shlex.split(command, comments=True)
    weights = tmp_path / "weights.json"
    monkeypatch.setattr("sys.argv", [*words[1:], "--updates", "2", "-o", str(weights)])
    example("train").main()
    assert weights.stat().st_size > 1000
