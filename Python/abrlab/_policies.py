"""Policies in Python."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Union, runtime_checkable

import numpy as np


@dataclass(frozen=True)
class Setup:
    """What the sessions that are asked about have in common. Renditions are numbered among those that may be chosen.

    A session of several items is asked about alone, and has another setup with each item, and when its limits change.
    """

    bandwidths_bps: np.ndarray
    """Declared bandwidth of each rendition, ascending, `float64`, shape `(renditions,)`."""
    segment_durations_s: np.ndarray
    """Shape `(segments,)`."""
    segment_sizes_bytes: np.ndarray
    """Shape `(segments, renditions)`."""
    initial_rendition: int
    """What the player begins with where it goes by its own options (`initial=...`)."""


@dataclass(frozen=True)
class Download:
    """A download that has ended."""

    rendition: int
    bytes: float
    transfer_s: float
    """From the first byte to the last."""
    latency_s: float
    """From the request to the first byte."""
    is_aborted: bool


@dataclass(frozen=True)
class Question:
    """What is to be decided for one session: the rendition of `segment`."""

    setup: Setup
    session: int
    """Number of the session among those of `setup`."""
    segment: int
    segments_left: int
    """This one included."""
    segment_duration_s: float
    level_s: float
    """Media ahead of the playhead."""
    maximum_level_s: float
    """Highest level that the buffer allows now, a segment just fetched included."""
    is_full: bool
    """Whether the buffer was full before."""
    last_rendition: int
    """Of the segment before; 0 before there was one."""
    is_playing: bool
    rate: float
    """Of playback."""
    time_s: float
    """Since the play request."""
    waited_s: float
    """Without a request because the buffer was full, since the last question."""
    download: Download | None
    """The one that has ended since the last question."""
    memory: dict[str, Any] = field(default_factory=dict)
    """Of this session: what is put there is there at its next question."""


class Questions:
    """What is to be decided for many sessions at once.

    Attributes are arrays of shape `(n,)`, `float64`: `session`, `segment`, `segments_left`, `segment_duration_s`,
    `level_s`, `maximum_level_s`, `is_full`, `last_rendition`, `is_playing`, `rate`, `time_s`, `waited_s`,
    `download_rendition` (-1 for no download since the last question), `download_bytes`, `download_transfer_s`,
    `download_latency_s` and `download_is_aborted`.
    """

    COLUMNS = (
        "session", "segment", "segments_left", "segment_duration_s", "level_s", "maximum_level_s", "is_full",
        "last_rendition", "is_playing", "rate", "time_s", "waited_s", "download_rendition", "download_bytes",
        "download_transfer_s", "download_latency_s", "download_is_aborted")

    setup: Setup
    """What they have in common."""
    memory: dict[str, Any]
    """Of all sessions of `setup`: what is put there is there at their next questions."""

    def __init__(self, setup: Setup, numbers: np.ndarray, memory: dict[str, Any]) -> None:
        self.setup, self.memory = setup, memory
        self.numbers = numbers
        """All of them, shape `(n, len(COLUMNS))`."""

    def __len__(self) -> int:
        return len(self.numbers)

    def __getattr__(self, name: str) -> np.ndarray:
        try:
            return np.asarray(self.numbers[:, self.COLUMNS.index(name)])
        except ValueError:
            raise AttributeError(f"Questions has no {name}; it has {', '.join(self.COLUMNS)}") from None


@runtime_checkable
class BatchPolicy(Protocol):
    """A policy that decides for many sessions in one call."""

    def decide(self, questions: Questions) -> Sequence[int] | np.ndarray:
        """A rendition for each question."""
        ...


Policy = Union[str, BatchPolicy, Callable[[Question], int]]


class Player:
    """A policy at work: one call at a time, whatever threads ask."""

    def __init__(self, policy: BatchPolicy | Callable[[Question], int]) -> None:
        self._policy = policy
        self._lock = threading.Lock()
        self._is_cancelled = threading.Event()
        self._groups: dict[int, tuple[Setup, list[dict[str, Any]], dict[str, Any]]] = {}

    def begin(self, group: int, setup: Setup, sessions: int) -> None:
        with self._lock:
            # A session of several items goes on with another video.
            _, memories, memory = self._groups.get(group, (setup, [{} for _ in range(sessions)], {}))
            self._groups[group] = setup, memories, memory

    def cancel(self) -> None:
        """Asks for no more answers: the question that is being answered is the last one."""
        self._is_cancelled.set()

    def end(self, group: int) -> None:
        with self._lock:
            self._groups.pop(group, None)

    def decide(self, group: int, numbers: np.ndarray) -> np.ndarray:
        with self._lock:
            setup, memories, memory = self._groups[group]
            if isinstance(self._policy, BatchPolicy):
                found: Any = self._policy.decide(Questions(setup, numbers, memory))
            else:
                found = []
                for row in numbers.tolist():
                    if self._is_cancelled.is_set():
                        raise KeyboardInterrupt
                    found.append(self._policy(_question(setup, row, memories)))
        answers = np.asarray(found)
        if answers.shape != (len(numbers),) or answers.dtype.kind not in "iu":
            raise TypeError(
                f"{name(self._policy)}: found {found!r:.80}, "
                f"expected a rendition, an integer, for each of {len(numbers)} questions")
        # The engine refuses what its 32 bits hold, with segment and trace.
        beyond = answers[(answers < -(2**31)) | (answers >= 2**31)]
        if len(beyond):
            raise ValueError(
                f"{name(self._policy)}: found rendition {beyond[0]}, expected 0 to {len(setup.bandwidths_bps) - 1}")
        return answers


def _question(setup: Setup, row: list[float], memories: list[dict[str, Any]]) -> Question:
    download = Download(int(row[12]), row[13], row[14], row[15], row[16] != 0) if row[12] >= 0 else None
    session = int(row[0])
    return Question(
        setup, session, int(row[1]), int(row[2]), row[3], row[4], row[5], row[6] != 0, int(row[7]), row[8] != 0,
        row[9], row[10], row[11], download, memories[session])


def name(policy: Any) -> str:
    """What results call a policy: its attribute `name`, or the name of its function or class."""
    found = getattr(policy, "name", None) or getattr(policy, "__name__", None) or type(policy).__name__
    return re.sub(r"[^A-Za-z0-9._-]", "-", str(found))


def named(policies: Any) -> tuple[Any, dict[str, Player]]:
    """The policies as words, and those in Python by their names."""
    found: dict[str, Player] = {}

    def word(policy: Any) -> Any:
        if isinstance(policy, str) or not (callable(policy) or isinstance(policy, BatchPolicy)):
            return policy
        text, number = name(policy), 1
        while text in found:
            number += 1
            text = f"{name(policy)}-{number}"
        found[text] = Player(policy)
        return f"call({text})"

    if isinstance(policies, str) or callable(policies) or isinstance(policies, BatchPolicy):
        return word(policies), found
    if isinstance(policies, Iterable) and not isinstance(policies, (set, frozenset, Mapping)):
        return [word(one) for one in policies], found
    return policies, found
