"""Environments for Gymnasium: sessions whose renditions an agent chooses. Needs `gymnasium`: `pip install abrlab[gym]`.

>>> env = abrlab.gym.AbrVectorEnv(1024, traces="Traces/recorded")  # doctest: +SKIP
>>> observations, infos = env.reset(seed=1)  # doctest: +SKIP

An episode is a session, a step a segment. The action is the rendition to request, 0 the lowest bandwidth, of those that
may be chosen (`env.bandwidths_bps`); the first step chooses the first segment. The player is that of `abrlab.run` with
the same options, and a session is, to the last bit, that of a policy which chooses the same. An episode ends
(`terminated`) when the session does; it is never truncated.

Each episode plays over a trace and from a place in it that are drawn from the seed; `reset(options={"trace": 3,
"offset_s": 0.0})` sets them.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Union

import numpy as np

from ._library import STATE, Stepper
from ._trace import Trace
from ._video import Video
from ._words import Values, words

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("abrlab.gym needs gymnasium: pip install gymnasium") from error

__all__ = ["REWARDS", "AbrEnv", "AbrVectorEnv", "AutoresetMode", "qoe_lin", "qoe_log"]

Reward = Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray], np.ndarray]
"""Of the bandwidth in bits per second of the segment just fetched, that of the one before it (its own for the first),
seconds of stalls since then, and the ladder's bandwidths: arrays of shape `(n,)`, the last `(renditions,)`."""


def qoe_lin(bandwidth: np.ndarray, last: np.ndarray, stalled_s: np.ndarray, ladder: np.ndarray) -> np.ndarray:
    """`QoE_lin` of Pensieve (SIGCOMM'17 §5.1): Mbit/s, less 4.3 for a second of stalls, less the change of Mbit/s.

    Startup does not count."""
    return np.asarray((bandwidth - np.abs(bandwidth - last)) * 1e-6 - 4.3 * stalled_s)


def qoe_log(bandwidth: np.ndarray, last: np.ndarray, stalled_s: np.ndarray, ladder: np.ndarray) -> np.ndarray:
    """`QoE_log` of Pensieve (SIGCOMM'17 §5.1): ln(R / lowest R), less 2.66 for a second of stalls, less its change."""
    now, before = np.log(bandwidth / ladder[0]), np.log(last / ladder[0])
    return np.asarray(now - np.abs(now - before) - 2.66 * stalled_s)


REWARDS: dict[str, Reward] = {"qoe_lin": qoe_lin, "qoe_log": qoe_log}
"""The rewards that have a name."""

Input = Union[str, "os.PathLike[str]", Trace]


class AbrVectorEnv(VectorEnv):
    """Many sessions in lock-step: one call of `step` chooses a rendition for each.

    The observation is Pensieve's state (SIGCOMM'17 §4.2), `float32`, shape `(num_envs, 6, 8)`, wider where the ladder
    has more than 8 renditions. Rows, with the last step on the right and zeros before the first:

    | row | value |
    | --- | --- |
    | 0 | bandwidth of the last segment, as a share of the highest of the ladder |
    | 1 | buffer level in 10 s |
    | 2 | throughput of the last segment in MB/s: bytes over the time from the request to the last byte |
    | 3 | that time in 10 s |
    | 4 | sizes of the next segment in MB, lowest rendition first, from the left |
    | 5 | segments left, as a share of all, in the last column |

    `env.state` has the unscaled numbers of each session, by the names in `env.STATE`.
    """

    STATE: ClassVar[tuple[str, ...]] = STATE
    """Columns of `state`."""

    def __init__(
        self,
        num_envs: int = 1,
        traces: Input | Sequence[Input] | None = None,
        video: str | os.PathLike[str] | Video | None = None,
        *,
        reward: str | Reward = "qoe_lin",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **options: Values,
    ) -> None:
        """Sessions that all begin with `reset`.

        Args:
            num_envs: How many there are.
            traces: Files, folders or `Trace`s; the bundled recordings without any.
            video: A file or a `Video`; the bundled one without it.
            reward: `"qoe_lin"` or `"qoe_log"` of Pensieve, or a function: see `Reward`. With a name the rewards of
                an episode add up to that metric of the session: they count what is fetched, and the last one takes
                back what a viewer who leaves is not shown.
            autoreset_mode: What happens after an episode: `NEXT_STEP` begins another in the next step, whose action is
                not looked at and whose reward is 0; `SAME_STEP` begins it at once and gives the last observation as
                `infos["final_obs"]`; `DISABLED` waits for `reset(options={"reset_mask": ...})`.
            **options: Those of `abrlab.run` that say how is played: `buffer="growth"`, `viewer="leave(60s)"`,
                `model="pensieve"`.

        Raises:
            UsageError: A wrong option or input file.
        """
        if num_envs < 1:
            raise ValueError(f"num_envs: found {num_envs}, expected at least 1")
        if not callable(reward) and reward not in REWARDS:
            raise ValueError(f"reward: found {reward!r}, expected {' or '.join(REWARDS)} or a function")
        named: dict[str, Values] = {"traces": traces, "video": video}
        with words(["run"], [], {**named, **options}) as found:
            self._stepper = Stepper(found, num_envs)
        self.num_envs = num_envs
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self._mode, "render_modes": []}
        self._reward: Reward = reward if callable(reward) else REWARDS[reward]
        self._metric = None if callable(reward) else reward
        self._rewarded = np.zeros(num_envs)
        self.bandwidths_bps = self._stepper.bandwidths_bps
        """Declared bandwidth of each rendition that may be chosen, `float64`, shape `(renditions,)`, not to be written."""
        self.bandwidths_bps.setflags(write=False)
        self.segment_sizes_bytes = self._stepper.sizes
        """Bytes of each segment in each of them, `float64`, shape `(segments, renditions)`."""
        renditions = len(self.bandwidths_bps)
        self._width = self._stepper.width
        self.single_observation_space = gymnasium.spaces.Box(0, np.inf, (6, self._width), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(renditions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.state = np.zeros((num_envs, len(STATE)))
        """What each session is at, `float64`, shape `(num_envs, len(STATE))`."""
        self._observation = np.zeros((num_envs, 6, self._width), np.float32)
        self._over = np.zeros(num_envs, bool)
        self._nothing = np.full(num_envs, -1, np.int32)
        self._last = np.zeros(num_envs)
        self._stalled = np.zeros(num_envs)
        self._seeds: np.ndarray | None = None
        self._episodes = np.zeros(num_envs, np.uint64)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins all sessions, or those of `options["reset_mask"]`, anew.

        Args:
            seed: Decides over which traces all that follows is played, and from where: session `i` plays what
                `AbrEnv` plays with `seed + i`, whatever the others do. A list has one for each session, `None` for
                a random one. Without it the episodes go on.
            options: `trace`, an index of the traces, and `offset_s`, seconds into it, in place of drawn ones;
                `reset_mask`, `bool`, shape `(num_envs,)`.
        """
        if seed is not None:
            super().reset(seed=seed if isinstance(seed, (int, np.integer)) else None)
            self._seeds = self._seeded(seed)
            self._episodes[:] = 0
        elif self._seeds is None:
            self._seeds = self._seeded(int(self.np_random.integers(2**62)))
        options = options or {}
        if unknown := set(options) - {"trace", "offset_s", "reset_mask"}:
            raise ValueError(f"options: found {sorted(unknown, key=str)[0]!r}, expected trace, offset_s or reset_mask")
        mask = options.get("reset_mask")
        if mask is not None and np.shape(mask) != (self.num_envs,):
            raise ValueError(f"reset_mask: found the shape {np.shape(mask)}, expected ({self.num_envs},)")
        which = np.arange(self.num_envs) if mask is None else np.flatnonzero(mask)
        self._begin(which, options.get("trace"), options.get("offset_s"))
        return self._observation.copy(), {}

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Requests a segment for each session, and plays to the next request.

        Args:
            actions: Renditions, integers of shape `(num_envs,)`.

        Returns:
            Observations, rewards (`float64`), `terminated`, `truncated` (never) and infos.

        Raises:
            ValueError: An action that is no rendition; no session has moved then.
            ResetNeeded: The sessions have not begun.
        """
        if self._seeds is None:
            raise gymnasium.error.ResetNeeded("step before reset: reset() begins the sessions")
        chosen = self._chosen(actions)
        fresh = np.flatnonzero(self._over)
        self._stepper.step(chosen, self.state, self._observation)
        state, seen = self.state, self._observation
        bandwidth = self.bandwidths_bps[chosen]
        stalled = state[:, 2]
        last = np.where(self._last == 0, bandwidth, self._last)
        found = self._reward(bandwidth.copy(), last, stalled - self._stalled, self.bandwidths_bps)
        rewards = np.array(found, np.float64)
        if rewards.shape != (self.num_envs,):
            raise ValueError(f"reward: found the shape {rewards.shape}, expected ({self.num_envs},)")
        self._stalled[:] = stalled
        self._last[:] = bandwidth
        terminated = state[:, 7] > 0
        self._rewarded += rewards
        if self._metric is not None:
            for over in np.flatnonzero(terminated & ~self._over).tolist():
                rewards[over] += self.metrics(over)[self._metric] - self._rewarded[over]
        self._over = terminated.copy()
        infos: dict[str, Any] = {}
        if len(fresh):
            rewards[fresh] = 0
            if self._mode == AutoresetMode.NEXT_STEP:
                terminated[fresh] = False
                self._begin(fresh)
        if self._mode == AutoresetMode.SAME_STEP and terminated.any():
            ended = np.flatnonzero(terminated)
            final = np.full(self.num_envs, None, object)
            for index in ended:
                final[index] = seen[index].copy()
            infos = {
                "final_obs": final, "_final_obs": terminated.copy(), "final_info": {}, "_final_info": terminated.copy()}
            self._begin(ended)
        return seen.copy(), rewards, terminated, np.zeros(self.num_envs, bool), infos

    def metrics(self, index: int) -> dict[str, float]:
        """The metrics of a session up to now, by the names of the columns of `Result.sessions`."""
        if not 0 <= index < self.num_envs:
            raise IndexError(f"session: found {index}, expected 0 to {self.num_envs - 1}")
        return self._stepper.metrics(index)

    def _chosen(self, actions: Any) -> np.ndarray:
        """Actions as the engine wants them; what is no number of a rendition must not become one."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions: found {given.dtype}, expected integers")
        # The engine refuses what is too high, unless it was cut to its 32 bits before.
        if given.min() < 0 or (given.dtype != np.int32 and given.max() >= len(self.bandwidths_bps)):
            session, *_ = np.argwhere((given < 0) | (given >= len(self.bandwidths_bps)))[0]
            raise ValueError(
                f"actions: found {given[session]} for session {session}, expected a rendition, "
                f"0 to {len(self.bandwidths_bps) - 1}")
        return np.ascontiguousarray(given, np.int32)

    def _seeded(self, seed: int | Sequence[int | None]) -> np.ndarray:
        """A seed for each session."""
        if isinstance(seed, (int, np.integer)):
            return np.arange(self.num_envs, dtype=np.uint64) + np.uint64(seed)
        if any(one is not None and one < 0 for one in seed):
            raise ValueError(f"seed: found {min(one for one in seed if one is not None)}, expected 0 or more")
        if len(seed) != self.num_envs:
            raise ValueError(f"seed: found {len(seed)} seeds, expected {self.num_envs}, one for each session")
        return np.array([int(self.np_random.integers(2**62)) if one is None else one for one in seed], np.uint64)

    def _begin(self, which: np.ndarray, trace: int | None = None, offset_s: float | None = None) -> None:
        """Begins sessions anew, each with the numbers of its own seed and episode."""
        durations = self._stepper.durations_s
        if trace is not None and (not isinstance(trace, (int, np.integer)) or not 0 <= trace < len(durations)):
            raise ValueError(f"trace: found {trace}, expected an index of the {len(durations)} traces")
        if offset_s is not None and not 0 <= offset_s < np.inf:
            raise ValueError(f"offset_s: found {offset_s}, expected seconds, 0 or more")
        assert self._seeds is not None
        drawn = _uniform(self._seeds[which], self._episodes[which])
        self._episodes[which] += np.uint64(1)
        for index, (first, second) in zip(which.tolist(), drawn.tolist()):
            number = int(first * len(durations)) if trace is None else trace
            self._stepper.restart(index, number, second * durations[number] if offset_s is None else offset_s)
        self._stepper.step(self._nothing, self.state, self._observation)
        self._last[which] = 0
        self._rewarded[which] = 0
        self._stalled[which] = 0
        self._over[which] = self.state[which, 7] > 0


def _uniform(seeds: np.ndarray, episodes: np.ndarray) -> np.ndarray:
    """Two numbers from 0 to 1 for each, shape `(n, 2)`, the same on every machine: SplitMix64 of seed and episode."""
    bits = _mixed(_mixed(seeds) + episodes)
    return np.stack([_mixed(bits + np.uint64(one)) >> np.uint64(11) for one in (1, 2)], axis=1) * 2.0**-53


def _mixed(bits: np.ndarray) -> np.ndarray:
    bits = bits + np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(bits ^ (bits >> np.uint64(31)))


class AbrEnv(gymnasium.Env):
    """One session: what `AbrVectorEnv` is to many, with spaces of one and actions that are numbers."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        traces: Input | Sequence[Input] | None = None,
        video: str | os.PathLike[str] | Video | None = None,
        *,
        reward: str | Reward = "qoe_lin",
        **options: Values,
    ) -> None:
        """A session that begins with `reset`; arguments are those of `AbrVectorEnv`."""
        self._vector = AbrVectorEnv(
            1, traces, video, reward=reward, autoreset_mode=AutoresetMode.DISABLED, **options)
        self.observation_space = self._vector.single_observation_space
        self.action_space = self._vector.single_action_space
        self.bandwidths_bps = self._vector.bandwidths_bps
        self.segment_sizes_bytes = self._vector.segment_sizes_bytes

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins the session anew: see `AbrVectorEnv.reset`."""
        super().reset(seed=seed)
        observations, infos = self._vector.reset(seed=seed, options=options)
        return observations[0], infos

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Requests a segment, and plays to the next request."""
        observations, rewards, terminated, _, infos = self._vector.step(
            np.array([operator.index(action)]))
        return observations[0], float(rewards[0]), bool(terminated[0]), False, infos

    def metrics(self) -> dict[str, float]:
        """The metrics of the session up to now, by the names of the columns of `Result.sessions`."""
        return self._vector.metrics(0)
