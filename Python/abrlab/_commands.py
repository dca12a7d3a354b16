"""The commands of the lab as functions."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ._document import Comparison, Explanation, Tuning, document
from ._library import Call
from ._policies import Policy, named
from ._result import Result
from ._words import Value, Values, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ._trace import Trace
    from ._video import Video


def run(
    traces: str | os.PathLike[str] | Trace | Iterable[str | os.PathLike[str] | Trace] | None = None,
    video: str | os.PathLike[str] | Video | Iterable[str | os.PathLike[str] | Video] | None = None,
    policies: Policy | Iterable[Policy] | None = None,
    *,
    buffer: str | Sequence[str] | None = None,
    viewer: str | Sequence[str] | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    **options: Values,
) -> Result:
    """Plays traces × videos × policies × buffers × viewers, as `abrlab run` does.

    Args:
        traces: Files, folders or `Trace`s; the bundled recordings without any.
        video: Files, folders or `Video`s; the bundled one without any.
        policies: Specifications such as `"auto"`, `"bola+peak:3M"` or `"fixed:2"`; functions of a `Question` that
            give a rendition; objects whose `decide(questions)` gives one for each of many `Questions`.
        buffer: Specifications such as `"static(30s)"` or `"growth(min=30s,max=90s)"`.
        viewer: Specifications such as `"leave(30s)"`, or `"feed(short-video)"` with `items`.
        seed: Starts each trace at a place drawn from it.
        jobs: Threads; all processors without it. The result is the same for any number.
        **options: Every other option of `abrlab run`: `items=20`, `max_buffer="25s"`, `preload=["none", "next-item"]`.

    Raises:
        UsageError: A wrong option, specification or input file.
        MissingInputError: A file that cannot be read.
        KeyboardInterrupt: Ctrl-C was pressed.
        Exception: What a policy in Python raises.
    """
    if policies is not None and options.get("policy") is not None:
        raise TypeError("policies and policy are the same; give one of them")
    specifications, in_python = named(policies)
    given: dict[str, Values] = {
        "traces": traces, "video": video, "policy": specifications, "buffer": buffer, "viewer": viewer, "seed": seed,
        "jobs": jobs}
    with words(["run"], [], {**given, **options}) as found:
        return Result(Call(found, policies=in_python))


def compare(a: str, b: str, **options: Values) -> Comparison:
    """Compares two policies, saved runs or baselines, paired trace by trace, as `abrlab compare` does.

    Args:
        a: The reference: a policy, or a file.
        b: The candidate; differences are `b` less `a`.
        **options: Those of `abrlab compare`, such as `traces`, `video`, `metric` and `margin`.
    """
    return document(Comparison, ["compare"], [a, b], options, text="table")


def explain(
    trace: str | os.PathLike[str] | Trace,
    video: str | os.PathLike[str] | Video | None = None,
    policy: str = "auto",
    **options: Values,
) -> Explanation:
    """Plays one session and tells it event by event, as `abrlab explain` does.

    Args:
        trace: A file or a `Trace`.
        video: A file or a `Video`; the bundled one without it.
        policy: A specification.
        **options: Those of `abrlab explain`, such as `buffer` and `viewer`.
    """
    return document(Explanation, ["explain"], [trace], {"video": video, "policy": policy, **options}, text="text")


def tune(
    policy: str | Sequence[str],
    *,
    goal: str | Sequence[str],
    traces: str | os.PathLike[str] | Trace | Iterable[str | os.PathLike[str] | Trace] | None = None,
    video: str | os.PathLike[str] | Video | Iterable[str | os.PathLike[str] | Video] | None = None,
    constraint: str | Sequence[str] | None = None,
    vary: str | Sequence[str] | None = None,
    jobs: int | None = None,
    **options: Values,
) -> Tuning:
    """Searches for the best setting and judges it on traces held out, as `abrlab tune` does.

    Args:
        policy: The current policy.
        goal: Metrics to improve, the first one decides: `"rebuffer_ratio"`.
        traces: Files, folders or `Trace`s; the bundled recordings without any.
        video: Files, folders or `Video`s; the bundled one without any.
        constraint: Conditions that must hold: `"bytes_wasted_per_h<=220MB/h"`.
        vary: Parameters with their ranges: `"growth.min=2..24s"`.
        jobs: Threads; all processors without it.
        **options: Those of `abrlab tune`: `min="2..24s"`, `max="6..90s"`, `samples=200`.
    """
    named: dict[str, Values] = {
        "policy": policy, "goal": goal, "traces": traces, "video": video, "constraint": constraint, "vary": vary,
        "jobs": jobs}
    return document(Tuning, ["tune"], [], {**named, **options}, text="table")


class Output(str):
    """What a command prints."""

    exit_code: int
    """That of the command line: 2 where a gate of `check` fails."""


def command(*arguments: Value, **options: Values) -> Output:
    """Carries out any other command and gives what it prints: `command("policy", "list", format="json")`.

    `command("check", baseline="b.json").exit_code` is 2 where a gate fails.

    Args:
        *arguments: The words behind `abrlab` that are no options, files and `Trace`s among them.
        **options: Options of the command.

    Raises:
        ValueError: An option among the words: `--baseline` is `baseline="b.json"`.
    """
    for word in arguments:
        if isinstance(word, str) and word.startswith("--") and not os.path.exists(word):
            raise ValueError(f"{word}: options are keywords, such as format='json'")
    with words([], list(arguments), options) as found:
        call = Call(found)
    output = Output(call.output)
    output.exit_code = call.code
    return output
