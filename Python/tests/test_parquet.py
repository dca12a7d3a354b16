"""A sweep as a dataset of Parquet files."""

import json
import math
import pathlib

import numpy as np
import pytest

import abrlab

pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
import abrlab.parquet  # noqa: E402

PAGE = pathlib.Path(__file__).parent.parent.parent / "Sources/ABRSweeps/ABRSweeps.docc/Sweeps.md"
OPTIONS = {"policy": ["auto", "bba-0"], "viewer": ["watch", "leave(60s)"]}


@pytest.fixture
def folder(tmp_path, traces, video):
    """A sweep of 12 traces with 6 seeds, in shards of a trace with 3 of them."""
    abrlab.command(
        "sweep", traces=traces, video=video, seeds="1..6", shard_size=12, output=tmp_path / "sweep", **OPTIONS)
    return tmp_path / "sweep"


def test_sums_are_those_of_the_merged_sweep(folder, tmp_path):
    files = abrlab.parquet.sweep(folder, tmp_path / "dataset")
    frame = pandas.read_parquet(tmp_path / "dataset")
    merged = json.loads(abrlab.command("sweep", output=folder, merge=True, format="json"))["policies"]
    assert len(files) == 4 * 24 and len(set(frame["configuration"])) == 4
    seen = 0
    for entry in merged:
        name = " ".join(entry[key] for key in ("policy", "buffer", "viewer"))
        rows = frame[(frame["configuration"] == name) & (frame["policy"] == entry["policy"])]
        assert rows["viewer"].unique().tolist() == [entry["viewer"]] and rows["preload"].isna().all()
        for metric, part in rows.groupby("metric", observed=True):
            assert len(part) == 24 and part["sessions"].sum() == 72
            total, pooled = part["sum"].sum(), entry["pooled"].get(metric)
            if part["below"].notna().all():
                total /= part["below"].sum()
            # Some are means, as the glossary says.
            elif metric in (
                "startup_s", "qoe_lin", "qoe_log", "qoe_hd", "qoe_mpc", "visible_switch_latency_s",
            ):
                total /= max(1, part["count"].sum())
            if pooled is not None:
                assert math.isclose(total, pooled, rel_tol=1e-12), metric
                seen += 1
        stalled = rows[rows["metric"] == "never_stalled_count"]["sum"].sum()
        assert stalled == round(entry["pooled"]["never_stalled_share"] * 72)
    assert seen > 80


def test_rows_are_found_by_trace_and_seed(folder, tmp_path, traces, video):
    abrlab.parquet.sweep(folder, tmp_path / "dataset")
    frame = pandas.read_parquet(tmp_path / "dataset", filters=[("metric", "==", "rebuffer_s"), ("policy", "==", "bba-0")])
    frame = frame[frame["viewer"] == "watch"]
    runs = [abrlab.run(traces, video, "bba-0", seed=seed).sessions["rebuffer_s"] for seed in range(1, 7)]
    assert sorted(frame["shard"]) == list(range(24)) and (frame["traces"] == 1).all()
    for row in frame.itertuples():
        values = np.array(runs)[row.first_seed - 1:row.last_seed, row.first_trace]
        assert row.count == 3 and math.isclose(row.sum, values.sum(), abs_tol=1e-11)
        bins = list(row.histogram)
        assert sum(one["count"] for one in bins) == 3 and row.missing == 0
        for value in values:
            assert any(one["lower"] <= value < one["upper"] for one in bins)
        assert all(one["upper"] <= one["lower"] * 1.004 or one["lower"] == 0 for one in bins)


def test_the_same_files_each_time_and_no_others(folder, tmp_path, traces, video):
    out = tmp_path / "dataset"
    files = abrlab.parquet.sweep(folder, out)
    bytes_before = [file.read_bytes() for file in files]
    files[3].write_bytes(b"cut")
    assert abrlab.parquet.sweep(folder, out) == files
    assert [file.read_bytes() for file in files] == bytes_before
    assert sorted(path for path in out.rglob("*") if path.is_file()) == sorted(files)
    other = tmp_path / "other"
    abrlab.command("sweep", traces=traces, video=video, seeds="1..7", output=other, **OPTIONS)
    with pytest.raises(abrlab.Error, match="is of another sweep; name another folder"):
        abrlab.parquet.sweep(other, out)


def test_missing_shards_are_said(folder, tmp_path, capsys):
    for file in sorted((folder / "shards").iterdir())[:2]:
        file.unlink()
    with pytest.raises(abrlab.MissingInputError, match="2 of 24 shards are missing"):
        abrlab.parquet.sweep(folder, tmp_path / "dataset")
    assert not (tmp_path / "dataset").exists()
    assert len(abrlab.parquet.sweep(folder, tmp_path / "dataset", allow_partial=True)) == 4 * 22
    assert abrlab.parquet.main([str(folder), str(tmp_path / "dataset")]) == 1
    assert "shards are missing" in capsys.readouterr().err
    assert abrlab.parquet.main([str(folder), str(tmp_path / "dataset"), "--allow-partial"]) == 0
    assert capsys.readouterr().out.startswith("88 files in ")
    with pytest.raises(abrlab.Error, match="there is no plan.json"):
        abrlab.parquet.sweep(tmp_path, tmp_path / "dataset")


def test_a_sweep_of_feeds_without_seeds(tmp_path, traces):
    abrlab.command(
        "sweep", traces=traces, video=abrlab.BUNDLED / "video" / "short-form.json", policy="auto", items=3,
        viewer="feed(short-video)", preload=["none", "next-item"], output=tmp_path / "sweep")
    abrlab.parquet.sweep(tmp_path / "sweep", tmp_path / "dataset")
    frame = pandas.read_parquet(tmp_path / "dataset")
    assert set(frame["preload"]) == {"none", "next-item"} and frame["first_seed"].isna().all()


def test_the_example_of_the_page(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    found = {}
    exec(PAGE.read_text().split("```python\n")[1].split("```")[0], found)
    assert len(found["sums"]) == 4 * 12 and capsys.readouterr().out
    assert found["bins"]["count"].sum() == 4 * 72
    columns = set(PAGE.read_text().split("A row is a metric")[1].split("A mean is")[0].split("`"))
    assert set(pandas.read_parquet("dataset").columns) <= columns


def test_sessions_of_a_run_are_a_dataset_too(tmp_path, result):
    from pyarrow import dataset

    dataset.write_dataset(
        result.to_arrow(), tmp_path, format="parquet", partitioning=["policy"], partitioning_flavor="hive")
    assert sorted(file.parent.name for file in tmp_path.rglob("*.parquet")) == ["policy=auto", "policy=bba-0"]
    again = pandas.read_parquet(tmp_path, filters=[("policy", "==", "auto")])
    assert again["startup_s"].to_numpy().tobytes() == result.sessions["startup_s"][:12].tobytes()
