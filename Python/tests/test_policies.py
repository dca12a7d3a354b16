"""Policies in Python."""

import math

import numpy as np
import pytest

import abrlab


class BBA0:
    """bba-0 of the lab (Huang et al., SIGCOMM'14 §4)."""

    def __call__(self, question):
        setup = question.setup
        if question.segment == 0:
            return setup.initial_rendition
        highest = question.maximum_level_s - question.segment_duration_s
        scale = max(0.0, highest) / 240.0 if highest < math.inf else 1.0
        reservoir, cushion = 90.0 * scale, 126.0 * scale
        rates, last = setup.bandwidths_bps.tolist(), question.last_rendition
        top = len(rates) - 1
        if question.level_s <= reservoir:
            return 0
        if question.level_s >= reservoir + cushion:
            return top
        mapped = rates[0] + (rates[top] - rates[0]) * ((question.level_s - reservoir) / cushion)
        if mapped >= rates[min(last + 1, top)]:
            return max(rendition for rendition in range(top + 1) if rendition == 0 or rates[rendition] < mapped)
        if mapped <= rates[max(last - 1, 0)]:
            return min(rendition for rendition in range(top + 1) if rendition == top or rates[rendition] > mapped)
        return last


class Lowest:
    """Decides for all at once."""

    name = "the lowest"

    def decide(self, questions):
        questions.memory["rounds"] = questions.memory.get("rounds", 0) + 1
        assert questions.setup.segment_sizes_bytes.shape == (len(questions.setup.segment_durations_s), 9)
        assert (questions.segment == questions.memory["rounds"] - 1).all()
        return np.zeros(len(questions), int)


def columns(result, policy):
    rows = result.sessions["policy"] == policy
    assert rows.any()
    return {name: column[rows] for name, column in result.sessions.items() if column.dtype != object}


def test_bba_0_in_python_gives_the_bits_of_the_labs(video):
    for options in ({}, {"buffer": "growth", "viewer": "leave(40s)"}, {"initial": "index(4)"}):
        result = abrlab.run(abrlab.BUNDLED / "recorded", video, [BBA0(), "bba-0"], **options)
        python, lab = columns(result, "call:BBA0"), columns(result, "bba-0")
        for name in lab:
            assert python[name].tobytes() == lab[name].tobytes(), name
    assert result.compare("call:BBA0", "bba-0").metrics["rebuffer_ratio"]["difference"] == 0


def test_batches_and_names(traces, video):
    def steady(question):
        question.memory.setdefault("renditions", []).append(question.last_rendition)
        assert len(question.memory["renditions"]) == question.segment + 1
        assert question.download is None or question.download.rendition == question.last_rendition
        return 2

    for jobs in (1, 2):
        result = abrlab.run(traces, video, [Lowest(), steady, steady, "fixed:0", "fixed:2"], jobs=jobs)
        for found, expected in (("the-lowest", "fixed:0"), ("steady", "fixed:2"), ("steady-2", "fixed:2")):
            found, expected = columns(result, f"call:{found}"), columns(result, expected)
            assert all(found[name].tobytes() == expected[name].tobytes() for name in expected)
    assert len(result.to_json(per_session=True)) > 1000


def test_what_goes_wrong_in_a_policy_is_raised(traces, video):
    def failing(question):
        raise LookupError("no model")

    with pytest.raises(LookupError, match="no model"):
        abrlab.run(traces, video, failing)
    for answer in (0.5, None, True, 2**70):
        with pytest.raises(TypeError, match=rf"found \[{answer}.*expected a rendition, an integer"):
            abrlab.run(traces, video, lambda question, answer=answer: answer)
    with pytest.raises(ValueError, match="far: found rendition 4294967296, expected 0 to 8"):
        def far(question):
            return 2**32

        abrlab.run(traces, video, far)
    with pytest.raises(abrlab.Error, match="segment 0 over .*: found rendition 9, expected 0 to 8"):
        abrlab.run(traces, video, lambda question: 9)
    with pytest.raises(LookupError, match="no model"):
        abrlab.run(traces, abrlab.BUNDLED / "video" / "short-form.json", failing, items=3)
    with pytest.raises(abrlab.Error, match="segment 1 over .*: found rendition 9, expected 0 to 2"):
        abrlab.run(traces, abrlab.BUNDLED / "video" / "short-form.json", lambda question: 9, items=3)


@pytest.mark.parametrize("jobs", [1, 2])
def test_feeds_give_the_bits_of_the_labs_and_memory_lasts(traces, jobs):
    seen = []

    class Remembers(BBA0):
        def __call__(self, question):
            items = question.memory.setdefault("items", [])
            if not items or items[-1] is not question.setup:
                items.append(question.setup)
                seen.append(len(items))
            assert question.session == 0 and question.segment > 0
            return super().__call__(question)

    class Batch:
        def decide(self, questions):
            questions.memory["count"] = questions.memory.get("count", 0) + 1
            return [0]

    result = abrlab.run(
        traces, abrlab.BUNDLED / "video" / "short-form.json", [Remembers(), "bba-0", Batch(), "fixed:0"], items=8,
        viewer="feed(short-video)", preload=["none", "network-balance"], buffer="growth", seed=2, jobs=jobs)
    for python, lab in (("call:Remembers", "bba-0"), ("call:Batch", "fixed:0")):
        left, right = columns(result, python), columns(result, lab)
        for name in right:
            assert left[name].tobytes() == right[name].tobytes(), name
    assert max(seen) > 2
