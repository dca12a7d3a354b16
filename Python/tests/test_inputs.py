"""Traces and videos as arrays."""

import json

import numpy as np
import pytest

import abrlab


def same(left, right):
    """Whether two runs have the same metrics."""
    names = [name for name, column in left.sessions.items() if column.dtype != object]
    return all(left.sessions[name].tobytes() == right.sessions[name].tobytes() for name in names)


def test_a_trace_of_arrays_plays_as_its_file(traces, video):
    files = sorted(path for path in traces.iterdir() if path.suffix == ".csv")
    read = abrlab.Trace.read_all(traces)
    assert [trace.name for trace in read] == [file.name for file in files]
    made = [
        abrlab.Trace(trace.duration_s, trace.bandwidth_bps, trace.latency_ms, name=trace.name) for trace in read]
    expected = abrlab.run(traces, video, "auto")
    assert same(abrlab.run(read, video, "auto"), expected)
    result = abrlab.run(made, video, "auto")
    assert same(result, expected) and set(result.sessions["family"]) == {"arrays"}
    assert abrlab.explain(made[0], video).metrics == abrlab.explain(files[0], video).metrics


def test_results_do_not_name_the_files_that_arrays_were_played_from(video):
    made = [abrlab.Trace(1, [mean], name="valley") for mean in (2e6, 3e6, 4e6)]

    def texts():
        result = abrlab.run(made, video, ["auto", "bola"])
        yield result.to_json(per_session=True)
        yield str(result) + "".join(result.warnings)
        yield abrlab.explain(made[0], video).data
        with pytest.raises(abrlab.UsageError) as error:
            abrlab.run([*made, abrlab.Trace(1, [-1], name="wrong")], video, "bola")
        yield str(error.value)

    once, again = list(texts()), list(texts())
    assert once == again
    files = [trace["file"] for trace in json.loads(once[0])["inputs"]["traces"]]
    assert files == ["arrays/valley.csv", "arrays/valley-2.csv", "arrays/valley-3.csv"]
    assert once[3].startswith("arrays/wrong.csv:2: row 1 bandwidth_bps: found -1.0")


def test_traces_without_a_name_are_recordings_of_their_own(video):
    random = np.random.default_rng(1)
    result = abrlab.run([abrlab.Trace(1, random.uniform(2e5, 5e6, 60)) for _ in range(8)], video, ["auto", "bba-0"])
    assert set(result.sessions["trace"]) == {"trace.csv", *(f"trace-{number}.csv" for number in range(2, 9))}
    assert result.compare("auto", "bba-0").data["comparisons"][0]["clusters"] == 8


def test_what_was_read_is_found_from_any_folder(traces, video, monkeypatch):
    monkeypatch.chdir(traces)
    trace = abrlab.Trace.read(min(traces.iterdir()).name)
    monkeypatch.chdir(video.parent)
    clip = abrlab.Video.read(video.name)
    monkeypatch.chdir("/")
    assert same(abrlab.run(trace, clip, "auto"), abrlab.run(min(traces.iterdir()), video, "auto"))


def test_numbers_of_a_trace_survive(tmp_path):
    trace = abrlab.Trace([0.1 + 0.2, 1 / 3], [1e6 / 7, 0], [np.nan, 33.3], name="odd", is_link_capacity=True)
    trace.save(tmp_path / "odd.csv")
    again = abrlab.Trace.read(tmp_path / "odd.csv")
    for name in ("duration_s", "bandwidth_bps", "latency_ms"):
        assert getattr(again, name).tobytes() == getattr(trace, name).tobytes()
    assert again.is_link_capacity and len(again) == 2


def test_other_formats_are_read(tmp_path):
    table = tmp_path / "mine.csv"
    table.write_text("time,rate\n0,1000\n2,3000\n4,0\n6,2000\n")
    trace = abrlab.Trace.read(table, columns="time:s,rate:kbit/s")
    assert trace.bandwidth_bps.tolist() == [3e6, 0, 2e6] and trace.duration_s.tolist() == [2, 2, 2]
    assert "Mbit/s" in repr(trace)


def test_wrong_traces_are_refused():
    with pytest.raises(ValueError, match=r"duration_s: found the shape \(2,\), expected \(3,\)"):
        abrlab.Trace([1, 2], [1e6, 1e6, 1e6])
    for name in ("", ".", "..", "a/b", "a\0b", "long" * 80):
        with pytest.raises(ValueError, match="name: found"):
            abrlab.Trace(1, [1e6], name=name)
    assert "0 rows" in repr(abrlab.Trace(1, [])) and "nan Mbit/s" in repr(abrlab.Trace(0, [1e6]))
    with pytest.raises(abrlab.UsageError, match="row 2 bandwidth_bps.*found -1"):
        abrlab.run(abrlab.Trace(1, [1e6, -1]), policies="bola")
    with pytest.raises(ValueError, match="found 12 traces, expected one"):
        abrlab.Trace.read(abrlab.BUNDLED / "recorded" / "lumos-4g")


def test_a_video_of_arrays_plays_as_its_file(traces):
    file = abrlab.BUNDLED / "video" / "short-form.json"
    read = abrlab.Video.read(file)
    assert read.segment_sizes_bytes.shape == (40, 3) and read.segment_sizes_bytes[0, 2] == 324627
    assert read.renditions[2].height == 1280 and read.segment_duration_s.sum() == 40
    made = abrlab.Video(read.renditions, read.segment_sizes_bytes, 1.0, name=read.name)
    expected = abrlab.run(traces, file, ["auto", "bola"])
    assert same(abrlab.run(traces, read, ["auto", "bola"]), expected)
    assert same(abrlab.run(traces, made, ["auto", "bola"]), expected)


def test_a_ladder_is_enough():
    video = abrlab.Video([300_000, 900_000], np.full((5, 2), [75_000, 225_000]), [2, 2, 2, 2, 1.5], name="plain")
    result = abrlab.run(abrlab.Trace(10, [2e6]), video, "fixed:1", stream="none")
    assert result.sessions["played_s"][0] == 9.5 and result.sessions["bytes_downloaded"][0] == 5 * 225_000


def test_wrong_videos_are_refused():
    with pytest.raises(ValueError, match=r"found the shape \(2, 3\), expected \(segments, 2\)"):
        abrlab.Video([1, 2], [[1, 2, 3], [1, 2, 3]], 2)
    with pytest.raises(ValueError, match=r"segment_sizes_bytes: found 2\.5, expected whole numbers"):
        abrlab.Video([1, 2], [[1.0, 2.5]], 2)
    with pytest.raises(ValueError, match=r"renditions: found 1\.5, expected whole numbers"):
        abrlab.Video([1.5, 2], [[1, 2]], 2)
    with pytest.raises(abrlab.UsageError, match="segment_sizes_bytes"):
        abrlab.run(abrlab.Trace(1, 1e6), abrlab.Video([1000, 2000], [[100, -5]], 2), "bola")


def test_names_that_look_like_options_are_names(traces, video):
    for a, b in (("--help", "bba-0"), ("bba-0", "--version"), ("-q", "-q")):
        with pytest.raises(abrlab.UsageError):
            abrlab.compare(a, b, traces=traces, video=video, metric=["startup_s_p95"])
        with pytest.raises(abrlab.UsageError):
            abrlab.run(traces, video, ["bola", "bba-0"]).compare(a, b)
    with pytest.raises(abrlab.UsageError, match="--help"):
        abrlab.run(traces, video, ["bba-0", "--help"])
    assert "bola" in abrlab.command("policy", "list", format="csv")
