"""Results, errors, threads and Ctrl-C."""

import concurrent.futures
import importlib
import locale
import pickle
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import abrlab


def test_columns(result):
    sessions = result.sessions
    assert len(result) == 24 and "24 sessions" in repr(result)
    assert set(sessions["policy"]) == {"auto", "bba-0"}
    assert sessions["startup_s"].dtype == np.float64 and sessions["bytes_downloaded"].min() > 0
    with pytest.raises(ValueError, match="read-only"):
        sessions["startup_s"][0] = 0


def test_pooled_values_are_sums_over_sums(result):
    sessions, row = result.sessions, result.pooled[1]
    chosen = sessions["policy"] == row["policy"]
    stalled, playing = (sessions[name][chosen].sum() for name in ("rebuffer_s", "playing_s"))
    assert row["rebuffer_ratio"] == pytest.approx(stalled / (stalled + playing))
    assert "policy" in str(result).splitlines()[0]


def test_a_league_has_a_row_for_each_family_and_configuration(result):
    rows = result.league(["qoe_lin", "rebuffer_ratio"], by="family")
    assert {row["configuration"] for row in rows} == {"auto", "bba-0"}
    for row in rows:
        chosen = result.sessions["policy"] == row["configuration"]
        if row["family"] != "all":
            chosen &= result.sessions["family"] == row["family"]
        assert row["qoe_lin"] == pytest.approx(result.sessions["qoe_lin"][chosen].mean())
        assert 1 <= row["qoe_lin_rank"] <= 2 and row["qoe_lin_is_best"] in (0, 1)
    with pytest.raises(ValueError, match="metric: found 'qoe'"):
        result.league("qoe")
    for none in ([], "sessions"):
        with pytest.raises(ValueError, match="metric: found"):
            result.league(none)
    with pytest.raises(ValueError, match="by: found 'city'"):
        result.league("qoe_lin", by="city")


@pytest.mark.parametrize(
    "options", [{"by": "family", "metric": "qoe_lin"}, {"sort": "waste_ratio"}, {"ladder": True}, {"format": "md"}],
    ids=str)
def test_what_is_printed_is_that_of_the_program(program, traces, options):
    words = [word for name, value in options.items() for word in (f"--{name}", value) if word is not True]
    printed = program("run", "-q", "--traces", traces, "--policy", "auto", "bola", *words)
    assert str(abrlab.run(traces, policies=["auto", "bola"], **options)) == printed


def test_a_failed_check_has_its_exit_code(traces, tmp_path):
    played = {"policy": "auto", "traces": traces}
    abrlab.command("baseline", "save", tmp_path / "b.json", buffer="static(30s)", **played)
    for gate, code in (("rebuffer_ratio<=+0.0001pp", 2), ("rebuffer_ratio<=+50pp", 0)):
        found = abrlab.command("check", baseline=tmp_path / "b.json", buffer="static(6s)", gate=gate, **played)
        assert found.exit_code == code and ("FAIL" in found) == (code == 2)
    with pytest.raises(ValueError, match="--baseline: options are keywords"):
        abrlab.command("check", "--baseline", "b.json")


def test_other_forms(result):
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    frame, table = result.to_pandas(), result.to_arrow()
    assert isinstance(frame["policy"].dtype, pandas.CategoricalDtype) and len(frame) == 24
    assert table.num_rows == 24 and pyarrow.types.is_dictionary(table.schema.field("trace").type)
    assert frame["startup_s"].to_numpy().tobytes() == result.sessions["startup_s"].tobytes()


def test_charts(result):
    pytest.importorskip("altair")
    chart = result.plot.cdf("startup_s").to_dict()
    assert len(next(iter(chart["datasets"].values()))) == 24
    assert result.plot.scatter().to_dict()["encoding"]["x"]["field"] == "rebuffer_ratio"
    with pytest.raises(ValueError, match="did you mean startup_s"):
        result.plot.cdf("startup")


def test_a_curve_of_many_sessions_is_drawn_with_few(result, video):
    pytest.importorskip("altair")
    random = np.random.default_rng(1)
    traces = [abrlab.Trace(1, random.uniform(2e5, 3e6, 20), 20, name=f"t{index}") for index in range(2600)]
    many = abrlab.run(traces, video, ["bola", "bba-0"], viewer="leave(20s)")
    (rows,) = many.plot.cdf("rebuffer_s").to_dict()["datasets"].values()
    assert len(many) == 5200 and 4000 < len(rows) <= 5000
    values = np.sort(many.sessions["rebuffer_s"][many.sessions["policy"] == "bola"])
    drawn = [row for row in rows if row["configuration"] == "bola"]
    assert drawn[0]["rebuffer_s"] == values[0] and drawn[-1] == {
        "configuration": "bola", "rebuffer_s": values[-1], "share": 1.0}
    assert all(values[round(row["share"] * 2600) - 1] == row["rebuffer_s"] for row in drawn)


def test_a_missing_package_is_named(result, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="to_pandas needs pandas: pip install pandas"):
        result.to_pandas()
    for name, package in (("ray", "ray"), ("gym", "gymnasium")):
        monkeypatch.setitem(sys.modules, package, None)
        monkeypatch.delitem(sys.modules, f"abrlab.{name}", raising=False)
        with pytest.raises(ImportError, match=f"abrlab.{name} needs {package}: pip install {package}"):
            importlib.import_module(f"abrlab.{name}")


@pytest.mark.parametrize(
    ("options", "words", "status", "kind"),
    [
        ({"policies": "bolaa"}, ["--policy", "bolaa"], 64, abrlab.UsageError),
        ({"policies": "bola", "max_bufer": "3s"}, ["--policy", "bola", "--max-bufer", "3s"], 64, abrlab.UsageError),
        ({"policies": "bola", "seed": -1}, ["--policy", "bola", "--seed", "-1"], 64, abrlab.UsageError),
        ({"policies": "bola", "traces": "none"}, ["--policy", "bola", "--traces", "none"], 5, abrlab.MissingInputError),
        ({"policies": None}, [], 64, abrlab.UsageError),
    ])
def test_errors_have_the_words_of_the_program(program, options, words, status, kind):
    with pytest.raises(kind) as caught:
        abrlab.run(**options)
    lines = program("run", *words, status=status).splitlines()
    said = [line for line in lines if line.startswith(("error:", "hint:"))]
    expected = [line.removeprefix("error: ").replace("hint:  ", "hint: ") for line in said]
    assert str(caught.value).splitlines() == expected
    assert isinstance(caught.value, abrlab.Error)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"policies": [None]}, "policy: found None, expected text, a path, a number, or a list of them"),
        ({"policies": {"bola", "auto"}}, "policy: found {"),
        ({"policies": {"a": "bola"}}, "policy: found {'a': 'bola'}"),
        ({"policies": "bola", "policy": "auto"}, "policies and policy are the same"),
        ({"policies": "bola", "buffer": ["growth", True]}, "buffer: found True"),
    ])
def test_what_is_no_word_is_refused(options, words):
    with pytest.raises(TypeError, match=words):
        abrlab.run(**options)


def test_policies_in_python_are_for_runs(traces):
    for call in (
        lambda: abrlab.explain("trace.csv", policy=len), lambda: abrlab.tune(len, goal="rebuffer_ratio"),
        lambda: abrlab.compare("bola", len), lambda: abrlab.command("run", policy=len),
    ):
        with pytest.raises(TypeError, match="found <built-in function len>.*; abrlab.run plays policies in Python"):
            call()


def test_lists_of_any_kind(traces, video, result):
    files = sorted(traces.iterdir())
    for policies in (iter(["auto", "bba-0"]), np.array(["auto", "bba-0"]), ("auto", "bba-0")):
        again = abrlab.run((file for file in files), video, policies)
        assert again.sessions["bytes_downloaded"].tobytes() == result.sessions["bytes_downloaded"].tobytes()


def test_help_is_no_result(traces):
    for call in (lambda: abrlab.run(help=True), lambda: abrlab.explain(traces, help=True)):
        with pytest.raises(abrlab.Error, match="the command has no result"):
            call()
    assert "--policy" in abrlab.command("run", help=True)


def test_a_result_stays_in_its_process(result):
    with pytest.raises(TypeError, match="a Result stays in its process"):
        pickle.dumps(result)


def test_a_configuration_that_was_not_played(result):
    with pytest.raises(abrlab.UsageError, match="B: .*bola.*auto"):
        result.compare("auto", "bola")


def test_warnings_are_warnings(tmp_path, traces, video):
    (tmp_path / "notes.txt").write_text("no trace at all\n")
    trace = sorted(traces.iterdir())[0]
    (tmp_path / trace.name).write_bytes(trace.read_bytes())
    with pytest.warns(abrlab.LabWarning, match="left out: .*notes.txt") as caught:
        result = abrlab.run(tmp_path, video, "bola")
    assert "notes.txt" in result.warnings[0] and caught[0].filename == __file__


def test_threads(traces, video, result):
    expected = result.to_json(per_session=True)

    def play(_):
        return abrlab.run(traces, video, ["auto", "bba-0"], jobs=2).to_json(per_session=True)

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert set(pool.map(play, range(16))) == {expected}
        texts = list(pool.map(lambda _: str(result.compare("auto", "bba-0")), range(16)))
    assert len(set(texts)) == 1


# Days of sessions, which end as soon as the user says so. What a script starts in the background ignores Ctrl-C
# otherwise.
LONG = """
import signal
import abrlab
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begun", flush=True)
try:
    abrlab.run(policies=["robust-mpc", "auto"], items=10000, viewer="feed(short-video)")
except KeyboardInterrupt:
    print("interrupted")
    print(len(abrlab.run(abrlab.BUNDLED / "recorded" / "lumos-4g", policies="bola")))
"""


def test_control_c():
    with subprocess.Popen([sys.executable, "-c", LONG], cwd="/", stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "begun\n"
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=20)[0] == "interrupted\n12\n" and process.returncode == 0
        finally:
            process.kill()


# A function that takes its time for each of many questions of a batch.
SLOW = """
import signal, time
import abrlab
signal.signal(signal.SIGINT, signal.default_int_handler)
def slow(question):
    print("asked", flush=True)
    time.sleep(0.2)
    return 0
try:
    abrlab.run(policies=slow)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_control_c_waits_for_one_answer_of_a_function():
    with subprocess.Popen([sys.executable, "-c", SLOW], cwd="/", stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "asked\n"
            began = time.monotonic()
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=20)[0].endswith("interrupted\n") and process.returncode == 0
            assert time.monotonic() - began < 3
        finally:
            process.kill()


# Threads that Python does not wait for, in the midst of runs when the script ends.
ENDING = """
import threading, time
import abrlab
def lowest(question):
    return 0
def play():
    while True:
        abrlab.run(abrlab.BUNDLED / "recorded", policies={policies}, buffer=["10/30", "15/60", "30/90"], jobs=2)
threading.Thread(target=play, daemon=True).start()
time.sleep({delay})
"""


def test_the_end_of_a_script_stops_the_calls_of_its_threads():
    for policies in (["robust-mpc", "auto"], ["bola"], "lowest", "[lowest, 'auto']"):
        scripts = [ENDING.format(policies=policies, delay=number / 100) for number in range(8)]
        words = [sys.executable, "-W", "ignore", "-c"]
        ends = [subprocess.Popen([*words, text], cwd="/", stderr=subprocess.PIPE) for text in scripts]
        try:
            assert [(end.communicate(timeout=60)[1], end.returncode) for end in ends] == [(b"", 0)] * 8
        finally:
            for end in ends:
                end.kill()


def test_any_locale(traces, video, result):
    former = locale.setlocale(locale.LC_ALL)
    for name in ("de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"):
        try:
            locale.setlocale(locale.LC_ALL, name)
        except locale.Error:
            continue
        try:
            again = abrlab.run(traces, video, ["auto", "bba-0"])
            assert str(again) == str(result) and not re.search(r"\d,\d", str(again))
        finally:
            locale.setlocale(locale.LC_ALL, former)
        return
    pytest.skip("no locale with a comma is installed")
