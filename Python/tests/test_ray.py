"""Sweeps on Ray give the result digest of the program, whatever dies on the way."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import pytest

import abrlab

ray = pytest.importorskip("ray")
import abrlab.ray as sweeps  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")
# Workers cannot import this file.
ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])


@pytest.fixture(scope="module", autouse=True)
def cluster():
    context = ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield context.address_info["address"]
    ray.shutdown()


@pytest.fixture
def plan(tmp_path, traces, video):
    """Plans a sweep with shards of a size; the folder."""
    def make(size, seeds="1..30", name=None, traces=traces):
        folder = tmp_path / (name or f"sweep-{size}")
        abrlab.command(
            "sweep", traces=traces, video=video, policy=["auto", "bba-0"], seeds=seeds, shard_size=size,
            output=folder, engine="slurm")
        return folder
    return make


@pytest.fixture
def digest(plan):
    """The digest of the same sweep without Ray."""
    folder = plan(1_000_000, name="local")
    return json.loads(abrlab.command("sweep", output=folder, format="json"))["digest"]


def swept(folder, **options):
    return json.loads(sweeps.sweep(folder, format="json", **options))


def play_and_die_once(plan, inputs, shard, jobs):
    """Plays a shard, but the worker of each third shard is killed in its folder, once."""
    marks = pathlib.Path(json.loads(plan)["options"]["--video"][0]).parent
    mark = marks / f"killed-{shard}"
    if shard % 3 == 0 and not mark.exists():
        with sweeps._folder() as place:
            mark.write_text(str(place))
            os.kill(os.getpid(), signal.SIGKILL)
    return PLAY(plan, inputs, shard, jobs)


PLAY = sweeps._play


@pytest.mark.parametrize("size", [50, 333, 2000])
def test_digest_is_that_of_the_program(plan, digest, size):
    found = swept(plan(size))
    assert found["digest"] == digest and found["shards_done"] == found["shards"]


def test_inputs_are_sent_through_the_object_store(plan, digest, tmp_path, traces, monkeypatch):
    copies = tmp_path / "only-here"
    shutil.copytree(traces, copies)
    folder = plan(2000, traces=copies)
    send = sweeps._Inputs.of

    def send_and_remove(self, shard):
        sent = send(self, shard)
        # As on another machine: where the driver read them there is nothing.
        shutil.rmtree(copies)
        return sent

    monkeypatch.setattr(sweeps._Inputs, "of", send_and_remove)
    assert swept(folder, ship=True)["digest"] == digest


def test_killed_workers_change_nothing(plan, digest, tmp_path, video, monkeypatch):
    folder = plan(100)
    own = tmp_path / video.name
    own.write_bytes(video.read_bytes())
    document = json.loads((folder / "plan.json").read_text())
    document["options"]["--video"] = [str(own)]
    (folder / "plan.json").write_text(json.dumps(document))
    monkeypatch.setattr(sweeps, "_play", play_and_die_once)
    assert swept(folder)["digest"] == digest
    killed = [pathlib.Path(mark.read_text()) for mark in tmp_path.glob("killed-*")]
    assert len(killed) == 4
    # What they left behind is removed by the next task.
    with sweeps._folder() as place:
        assert place.is_dir() and not any(left.exists() for left in killed)
    assert not place.exists()


def test_folders_of_others_stay(tmp_path, monkeypatch):
    monkeypatch.setattr(sweeps.tempfile, "tempdir", str(tmp_path))
    with sweeps._folder() as one, sweeps._folder() as two:
        (one / "plan.json").touch()
        assert one != two and one.is_dir() and two.is_dir()
    target = tmp_path / "results"
    target.mkdir()
    (tmp_path / "abrlab-shard-link").symlink_to(target)
    with sweeps._folder():
        assert target.is_dir()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["abrlab-shard-link", "results"]


def test_a_killed_driver_is_started_again(plan, digest, cluster):
    folder = plan(10)
    driver = subprocess.Popen(
        [sys.executable, "-m", "abrlab.ray", str(folder), "--address", cluster, "--quiet"],
        stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 300
    while driver.poll() is None and time.monotonic() < deadline:
        if len(list((folder / "shards").glob("*.json"))) >= 5:
            driver.kill()
            break
        time.sleep(0.01)
    assert driver.wait() == -signal.SIGKILL
    before = len(list((folder / "shards").glob("*.json")))
    found = swept(folder)
    assert 5 <= before < found["shards"] and found["digest"] == digest


def test_failed_shards_are_told_and_the_others_are_done(plan, tmp_path, traces):
    copies = tmp_path / "changing"
    shutil.copytree(traces, copies)
    folder = plan(60, traces=copies)
    changed = min(copies.iterdir())
    old = changed.read_bytes()
    changed.write_bytes(old + b"\n")
    with pytest.raises(sweeps.ShardsFailed, match="has changed since it was planned") as failure:
        sweeps.sweep(folder)
    assert list(failure.value.failed) == [0]
    status = abrlab.command("sweep", output=folder, status=True)
    assert "has changed since it was planned" in status
    changed.write_bytes(old)
    assert swept(folder)["shards_done"] == 12


def test_a_program_is_played_where_it_is(tmp_path, traces, video):
    program = tmp_path / "policy.py"
    program.write_text(
        f"#!{sys.executable}\nimport json, sys\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'setup':\n        print('{\"abrlab\": 1}', flush=True)\n"
        "    elif message['type'] == 'decide':\n        print([0] * len(message['segment']), flush=True)\n")
    program.chmod(0o755)
    for name in ("local", "ray"):
        abrlab.command(
            "sweep", traces=traces, video=video, policy=f"exec({program})", seeds="1..3", shard_size=12,
            output=tmp_path / name, engine="slurm")
    expected = json.loads(abrlab.command("sweep", output=tmp_path / "local", format="json"))["digest"]
    assert swept(tmp_path / "ray", ship=True)["digest"] == expected


def test_an_error_survives_the_way_between_processes():
    error = ray.cloudpickle.loads(ray.cloudpickle.dumps(sweeps.ShardsFailed({3: "no trace", 7: "no video"})))
    assert error.failed == {3: "no trace", 7: "no video"} and str(error) == "2 shards failed; shard 3: no trace"
