"""Steps a second of the environments, and as a multiple of Pensieve's own loop in the same minute.

python Python/benchmarks/steps.py [SECONDS]
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

import numpy as np
from pensieve_loop import PensieveLoop

import abrlab
from abrlab.gym import AbrEnv, AbrVectorEnv

TRACES = abrlab.BUNDLED / "recorded"
VIDEO = abrlab.BUNDLED / "video" / "hls-authoring.json"


def rate(step: Callable[[], int], seconds: float) -> float:
    """Steps a second, the best of five: `step` gives how many it took."""
    best = 0.0
    step()
    for _ in range(5):
        count, began = 0, time.process_time()
        while time.process_time() - began < seconds / 5:
            count += step()
        best = max(best, count / (time.process_time() - began))
    return best


def pensieve() -> Callable[[], int]:
    """Pensieve's loop over the same traces and video."""
    video = abrlab.Video.read(VIDEO)
    traces = []
    for trace in abrlab.Trace.read_all(TRACES):
        times = [0.0, *np.cumsum(trace.duration_s).tolist()]
        # Its loop knows no row without capacity.
        traces.append((times, [0.0, *np.maximum(trace.bandwidth_bps / 1e6, 0.01).tolist()]))
    loop = PensieveLoop(
        traces, video.segment_sizes_bytes.tolist(), [one.bandwidth_bps / 1000 for one in video.renditions],
        float(video.segment_duration_s[0]) * 1000)
    renditions = len(video.renditions)

    def step() -> int:
        for index in range(500):
            loop.step(index % renditions)
        return 500

    return step


def many(count: int) -> Callable[[], int]:
    """A policy that chooses renditions one after the other, for all sessions at once."""
    env = AbrVectorEnv(count, TRACES, VIDEO)
    env.reset(seed=1)
    renditions = int(env.single_action_space.n)
    actions = [np.full(count, index, np.int32) for index in range(renditions)]

    def step() -> int:
        for action in actions:
            env.step(action)
        return count * renditions

    return step


def one() -> Callable[[], int]:
    env = AbrEnv(TRACES, VIDEO)
    env.reset(seed=1)

    def step() -> int:
        for index in range(100):
            if env.step(index % 3)[2]:
                env.reset()
        return 100

    return step


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    base = rate(pensieve(), seconds)
    print(f"{'Pensieve, its own loop':32}{base / 1e6:10.4f} M steps/s")
    for name, step in [("AbrEnv", one()), *((f"AbrVectorEnv({count})", many(count)) for count in (1, 16, 256, 1024))]:
        found = rate(step, seconds)
        print(f"{name:32}{found / 1e6:10.4f} M steps/s{found / base:9.1f} times")


if __name__ == "__main__":
    main()
