"""The loop in which Pensieve's agents learn, to measure against: one session, one segment at a time.

A port of `sim/env.py` (github.com/hongzimao/pensieve, `get_video_chunk`) and of the state and reward of
`sim/multi_agent.py`, with the constants and the order of the original and names of this lab.
"""

from __future__ import annotations

import numpy as np

ROUND_TRIP_MS = 80.0
PAYLOAD_SHARE = 0.95
MOST_BUFFER_MS = 60_000.0
DRAIN_STEP_MS = 500.0
NOISE = (0.9, 1.1)
STATE = (6, 8)
LONGEST_VIDEO = 48.0


class PensieveLoop:
    """A session over one trace after the other."""

    def __init__(
        self, traces: list[tuple[list[float], list[float]]], sizes: list[list[int]], bitrates_kbps: list[float],
        segment_ms: float, seed: int = 42,
    ) -> None:
        """Args:
            traces: Times in seconds and Mbit/s up to then, from time 0 on.
            sizes: Bytes of each segment in each rendition.
            bitrates_kbps: Of the renditions.
            segment_ms: Media of a segment.
        """
        self.traces, self.sizes, self.bitrates_kbps, self.segment_ms = traces, sizes, bitrates_kbps, segment_ms
        self.random = np.random.RandomState(seed)
        self.state = np.zeros((STATE[0], max(STATE[1], len(bitrates_kbps))))
        self.last = 0
        self._begin()

    def _begin(self) -> None:
        self.segment, self.buffer_ms = 0, 0.0
        self.times, self.rates = self.traces[self.random.randint(len(self.traces))]
        self.row = self.random.randint(1, len(self.rates))
        self.row_time = self.times[self.row - 1]

    def _next_row(self) -> None:
        self.row_time = self.times[self.row]
        self.row += 1
        if self.row >= len(self.rates):
            self.row, self.row_time = 1, 0.0

    def _download(self, size: int) -> float:
        """Milliseconds of a download."""
        delay, sent = 0.0, 0.0
        while True:
            throughput = self.rates[self.row] * 1e6 / 8
            duration = self.times[self.row] - self.row_time
            payload = throughput * duration * PAYLOAD_SHARE
            if sent + payload > size:
                rest = (size - sent) / throughput / PAYLOAD_SHARE
                self.row_time += rest
                return ((delay + rest) * 1000 + ROUND_TRIP_MS) * self.random.uniform(*NOISE)
            sent += payload
            delay += duration
            self._next_row()

    def _drain(self) -> None:
        """A full buffer waits in steps of half a second, and the trace goes on."""
        wait = np.ceil((self.buffer_ms - MOST_BUFFER_MS) / DRAIN_STEP_MS) * DRAIN_STEP_MS
        self.buffer_ms -= wait
        while True:
            duration = self.times[self.row] - self.row_time
            if duration > wait / 1000:
                self.row_time += wait / 1000
                return
            wait -= duration * 1000
            self._next_row()

    def step(self, rendition: int) -> tuple[np.ndarray, float, bool]:
        """Fetches a segment; gives state, reward, and whether the video is over."""
        size = self.sizes[self.segment][rendition]
        delay = self._download(size)
        stalled = max(delay - self.buffer_ms, 0.0)
        self.buffer_ms = max(self.buffer_ms - delay, 0.0) + self.segment_ms
        if self.buffer_ms > MOST_BUFFER_MS:
            self._drain()
        self.segment += 1
        left = len(self.sizes) - self.segment
        is_over = left == 0
        if is_over:
            self._begin()
        reward = (
            self.bitrates_kbps[rendition] / 1000 - 4.3 * stalled / 1000
            - abs(self.bitrates_kbps[rendition] - self.bitrates_kbps[self.last]) / 1000)
        self.last = rendition

        state = np.roll(self.state, -1, axis=1)
        state[0, -1] = self.bitrates_kbps[rendition] / max(self.bitrates_kbps)
        state[1, -1] = self.buffer_ms / 1000 / 10
        state[2, -1] = size / delay / 1000
        state[3, -1] = delay / 1000 / 10
        state[4, :len(self.bitrates_kbps)] = np.array(self.sizes[self.segment]) / 1e6
        state[5, -1] = min(left, LONGEST_VIDEO) / LONGEST_VIDEO
        self.state = state
        return state, reward, is_over
