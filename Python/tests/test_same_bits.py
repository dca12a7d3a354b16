"""The package and the program answer the same, to the last bit."""

import csv
import io
import json

import numpy as np
import pytest

import abrlab

POLICIES = ["auto", "bola", "bola-e", "throughput", "dynamic", "bba-0", "apsara-trend", "robust-mpc"]
VOD = {"video": "video/hls-authoring.json"}
FEED = {
    "video": "video/short-form.json", "items": 6, "viewer": "feed(short-video)", "preload": ["none", "network-balance"],
    "seed": 7}


@pytest.mark.parametrize("options", [VOD, FEED], ids=["vod", "feed"])
def test_every_session_over_the_bundled_recordings(program, options):
    traces = abrlab.BUNDLED / "recorded"
    options = {**options, "video": abrlab.BUNDLED / options["video"]}
    words = ["run", "--traces", traces, "--policy", *POLICIES, "--per-session", "--quiet"]
    for name, value in options.items():
        words += [f"--{name}", *(value if isinstance(value, list) else [value])]
    result = abrlab.run(traces, policies=POLICIES, **options)

    document = json.loads(program(*words, "--format", "json"))
    for configuration in document["policies"]:
        # Sessions that the program plays again for pictures.
        configuration.pop("timelines")
    assert json.loads(result.to_json(per_session=True)) == document
    document["policies"][0]["pooled"]["startup_s"] += 1e-15
    assert json.loads(result.to_json(per_session=True)) != document
    rows = list(csv.DictReader(io.StringIO(program(*words, "--format", "csv"))))
    assert len(rows) == len(result) == 61 * 8 * len(options.get("preload", [None]))
    assert list(rows[0]) == list(result.sessions)
    for name, column in result.sessions.items():
        texts = [row[name] for row in rows]
        if column.dtype == object:
            assert column.tolist() == texts
        else:
            expected = np.array([float(text) if text else np.nan for text in texts])
            assert column.tobytes() == expected.tobytes(), name


def test_any_number_of_jobs(traces, video, result):
    for jobs in (1, 3):
        again = abrlab.run(traces, video, ["auto", "bba-0"], jobs=jobs)
        assert again.to_json(per_session=True) == result.to_json(per_session=True)


def test_comparison_of_a_run_is_that_of_the_program(program, traces, video, result):
    words = ["compare", "auto", "bba-0", "--traces", traces, "--video", video, "--quiet"]
    comparison = result.compare("auto", "bba-0")
    assert str(comparison) == program(*words)
    assert abrlab.compare("auto", "bba-0", traces=traces, video=video).data == comparison.data


def test_one_session_and_a_search(program, traces, video):
    trace = sorted(traces.iterdir())[0]
    explanation = abrlab.explain(trace, video, "bola")
    assert str(explanation) == program("explain", trace, "--video", video, "--policy", "bola", "--quiet")
    assert explanation.events[0]["time_s"] == 0
    assert explanation.metrics["outcome"] == "completed"

    options = {"buffer": "growth", "min": "5..10s by 5s", "max": "20..40s by 20s", "goal": "rebuffer_ratio"}
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    tuning = abrlab.tune("bola", traces=traces, video=video, **options)
    assert str(tuning) == program("tune", "--policy", "bola", "--traces", traces, "--video", video, "--quiet", *words)
    assert tuning.code == 0 and "growth" in tuning.best["buffer"]


def test_other_commands(program):
    assert abrlab.command("policy", "show", "bola") == program("policy", "show", "bola")
    assert abrlab.__version__ in program("--version")


def test_without_inputs_the_bundled_ones_are_played():
    assert len(abrlab.run(policies="bba-0")) == 61
