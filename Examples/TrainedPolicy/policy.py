#!/usr/bin/env python3
"""A small network that weighs each rendition by itself, and chooses the best: what train.py learned, in NumPy alone.

In Python `abrlab.run(policies=[Trained()])`, elsewhere `abrlab run --policy 'exec(Examples/TrainedPolicy/policy.py)'`.
It plays any ladder; it was trained on that of Traces/video/hls-authoring.json.
"""
import json
import pathlib
import sys
import types

import numpy as np

WEIGHTS = pathlib.Path(__file__).with_name("weights.json")
HISTORY = 8
COLUMNS = [
    "session", "segment", "segments_left", "level_s", "last_rendition", "download_rendition", "download_bytes",
    "download_transfer_s", "download_latency_s"]


class Trained:
    """A policy of `abrlab.run` that decides for many sessions at once."""

    name = "trained"

    def __init__(self, weights=WEIGHTS):
        self.layers = [(np.array(layer["weight"]), np.array(layer["bias"])) for layer in json.loads(
            pathlib.Path(weights).read_text())["layers"]]

    def decide(self, questions):
        return self.choose(observation(questions), len(questions.setup.bandwidths_bps))

    def choose(self, observations, renditions):
        """The best of so many renditions for observations of shape `(n, 6, width)`."""
        found = inputs(observations)
        for weight, bias in self.layers[:-1]:
            found = np.tanh(found @ weight.T + bias)
        weight, bias = self.layers[-1]
        return np.argmax((found @ weight.T + bias)[:, :renditions, 0], axis=1)


def inputs(observations):
    """What the network is told of each rendition, from the observation of `abrlab.gym`: shape `(n, renditions, 11)`."""
    sizes, speeds = observations[:, 4], observations[:, 2, -5:]
    came = speeds > 0
    # MB/s: the harmonic mean of the last five segments, the slowest and the last of them; 0.5 before there was one.
    mean = np.sum(came, axis=1) / np.maximum(np.sum(1 / np.where(came, speeds, np.inf), axis=1), 1e-6)
    mean = np.where(came[:, -1], mean, 0.5)[:, None]
    slowest = np.minimum(np.min(np.where(came, speeds, np.inf), axis=1, keepdims=True), mean)
    last = np.where(came[:, -1:], speeds[:, -1:], mean)
    level, left = observations[:, 1, -1:], observations[:, 5, -1:]
    share = sizes / np.maximum(sizes.max(axis=1, keepdims=True), 1e-6)
    change = share - observations[:, 0, -1:]
    rows = [
        np.log(sizes / mean + 0.1), np.log(sizes / slowest + 0.1), np.log(sizes / last + 0.1),
        np.clip(level - sizes / mean / 10, -3, 3), np.clip(level - sizes / slowest / 10, -3, 3),
        share, change, np.abs(change), level, left, came[:, -1:]]
    return np.stack([np.broadcast_to(row, sizes.shape) for row in rows], axis=2).astype(np.float32)


def observation(questions):
    """The observation of `abrlab.gym`, which is Pensieve's state, from what a policy is told: shape `(n, 6, width)`."""
    setup = questions.setup
    rates = np.asarray(setup.bandwidths_bps, float)
    if setup.segment_sizes_bytes is None:
        sizes = np.outer(setup.segment_durations_s, rates / 8)
    else:
        sizes = np.asarray(setup.segment_sizes_bytes, float)
    session, segment = np.asarray(questions.session, int), np.asarray(questions.segment, int)
    last, left = np.asarray(questions.last_rendition, int), np.asarray(questions.segments_left, float)
    seconds = np.asarray(questions.download_transfer_s, float) + np.asarray(questions.download_latency_s, float)
    width = max(HISTORY, len(rates))
    history = questions.memory.get("history", np.zeros((0, 4, width)))
    missing = session.max() + 1 - len(history)
    if missing > 0:
        history = np.concatenate([history, np.zeros((missing, 4, width))])
    questions.memory["history"] = history
    later = segment > 0
    history[session[later], :, :-1] = history[session[later], :, 1:]
    speed = np.divide(questions.download_bytes, seconds, out=np.zeros(len(session)), where=seconds > 0)
    now = np.stack([rates[last] / rates[-1], np.asarray(questions.level_s) / 10, speed / 1e6, seconds / 10], axis=1)
    history[session[later], :, -1] = now[later]
    seen = np.zeros((len(session), 6, width), np.float32)
    seen[:, :4] = history[session]
    seen[:, 4, :len(rates)] = sizes[segment] / 1e6
    seen[:, 5, -1] = left / len(sizes)
    return seen


def main():
    """Answers the messages of the lab: see the page PoliciesInAnyLanguage."""
    policy = Trained()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "setup":
            setup, memory = types.SimpleNamespace(**message), {}
            print(json.dumps({"abrlab": 1, "columns": COLUMNS}), flush=True)
        elif message["type"] == "decide":
            columns = {name: np.array(message[name]) for name in COLUMNS}
            print(policy.decide(types.SimpleNamespace(setup=setup, memory=memory, **columns)).tolist(), flush=True)


if __name__ == "__main__":
    main()
