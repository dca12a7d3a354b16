"""Environments for Gymnasium."""

import importlib.util
import pathlib
import warnings

import numpy as np
import pytest

import abrlab

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from abrlab.gym import REWARDS, AbrEnv, AbrVectorEnv, AutoresetMode  # noqa: E402


def play(env, action):
    """Plays all sessions to their ends, and gives the sums of their rewards."""
    rewards = np.zeros(env.num_envs)
    while not env._over.all():
        actions = np.full(env.num_envs, action, np.int32) if np.isscalar(action) else action(env)
        rewards += env.step(actions)[1]
    return rewards


def over_each_trace(traces, video, count, **options):
    """A session over each trace, from its beginning."""
    env = AbrVectorEnv(count, traces, video, autoreset_mode="Disabled", **options)
    env.reset(seed=0)
    for index in range(count):
        env.reset(options={"reset_mask": np.arange(count) == index, "trace": index, "offset_s": 0.0})
    return env


@pytest.mark.parametrize("options", [{}, {"buffer": "growth"}, {"model": "pensieve"}, {"viewer": "leave(60s)"}], ids=str)
def test_fixed_actions_give_the_bits_of_a_run(traces, video, options):
    result = abrlab.run(traces, video, ["fixed:2", "fixed:5"], **options)
    for policy, action in (("fixed:2", 2), ("fixed:5", 5)):
        env = over_each_trace(traces, video, 12, **options)
        play(env, action)
        rows = result.sessions["policy"] == policy
        for index in range(12):
            for name, value in env.metrics(index).items():
                assert np.float64(value).tobytes() == result.sessions[name][rows][index].tobytes(), name


@pytest.mark.parametrize(
    "options", [{}, {"viewer": "leave(60s)"}, {"viewer": "leave(watched=60s)"}, {"model": "pensieve"}], ids=str)
def test_rewards_add_up_to_the_metrics_of_the_session(traces, video, options):
    for name in REWARDS:
        env = over_each_trace(traces, video, 12, reward=name, **options)
        choose = np.random.default_rng(5)
        found = play(env, lambda env: choose.integers(3, size=env.num_envs, dtype=np.int32))
        expected = [env.metrics(index)[name] for index in range(12)]
        assert np.allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_a_reward_of_ones_own(traces, video):
    env = AbrEnv(traces, video, reward=lambda bandwidth, last, stalled_s, ladder: bandwidth / ladder[-1])
    env.reset(seed=3)
    assert env.step(len(env.bandwidths_bps) - 1)[1] == 1.0
    with pytest.raises(ValueError, match="reward: found 'qoe', expected qoe_lin or qoe_log or a function"):
        AbrEnv(traces, video, reward="qoe")


def test_the_checker_of_gymnasium_finds_nothing(traces, video):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Rewards and observations of Pensieve have no upper bound.
        warnings.filterwarnings("ignore", "(?s).*Box observation space (min|max)imum value is")
        check_env(AbrEnv(traces, video), skip_render_check=True)


def test_observations_are_pensieves_state(traces, video):
    env = AbrVectorEnv(3, traces, video)
    first, _ = env.reset(seed=1)
    assert env.observation_space.contains(first) and first.shape == (3, 6, 9) and not first[:, :4].any()
    assert np.allclose(first[:, 4], env.segment_sizes_bytes[0] / 1e6) and (first[:, 5, -1] == 1).all()
    seen, *_ = env.step(np.array([0, 1, 2]))
    state = dict(zip(env.STATE, env.state.T))
    assert np.allclose(seen[:, 0, -1], env.bandwidths_bps[:3] / env.bandwidths_bps[-1])
    assert np.allclose(seen[:, 1, -1], state["level_s"] / 10) and np.allclose(seen[:, 3, -1], state["download_s"] / 10)
    assert np.allclose(seen[:, 2, -1], env.segment_sizes_bytes[0, :3] / state["download_s"] / 1e6)
    assert (state["rendition"] == [0, 1, 2]).all() and (state["segment"] == 1).all()
    again, *_ = env.step(np.array([0, 1, 2]))
    assert (again[:, :4, -2] == seen[:, :4, -1]).all()


def test_seeds_give_the_same_episodes_whatever_others_do(traces, video):
    def episodes(env, seed, actions):
        found = [env.reset(seed=seed)[0]]
        for action in actions:
            found += env.step(np.array(action))[:3]
        return found

    rng = np.random.default_rng(0)
    actions = rng.integers(3, size=(300, 4))
    one, two = (episodes(AbrVectorEnv(4, traces, video), 7, actions) for _ in range(2))
    assert all(np.array_equal(left, right) for left, right in zip(one, two))
    # The others choose otherwise, and the third session is that of an environment of one.
    third = actions.copy()
    third[:, :2] = 0
    other = episodes(AbrVectorEnv(4, traces, video), [1, 2, 9, 3], third)
    alone = AbrEnv(traces, video)
    observation, _ = alone.reset(seed=9)
    for step, action in enumerate(actions[:, 2].tolist()):
        place = max(0, 3 * step - 2)
        assert np.array_equal(observation, one[place][2]) and np.array_equal(observation, other[place][2])
        observation, reward, over, truncated, _ = alone.step(action)
        assert (reward, over, truncated) == (one[3 * step + 2][2], one[3 * step + 3][2], False)
        if over:
            break
    assert over


@pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.name)
def test_modes_of_beginning_again(traces, video, mode):
    env = AbrVectorEnv(2, traces, video, autoreset_mode=mode, viewer="leave(20s)")
    assert env.metadata["autoreset_mode"] == mode
    env.reset(seed=1)
    while True:
        seen, rewards, over, _, infos = env.step(np.array([0, 0]))
        if over.any():
            break
    index = int(np.flatnonzero(over)[0])
    last = env.state[index, 0]
    if mode == AutoresetMode.SAME_STEP:
        assert last < 20 and not seen[index, :4].any() and infos["_final_obs"].tolist() == over.tolist()
        assert infos["final_obs"][index][:4].any()
        return
    assert last == 20 and seen[index, :4].any()
    seen, rewards, again, *_ = env.step(np.array([0, 0]))
    if mode == AutoresetMode.NEXT_STEP:
        assert rewards[index] == 0 and not again[index] and not seen[index, :4].any()
    else:
        assert again[index] and env.state[index, 0] == 20
        seen, _ = env.reset(options={"reset_mask": np.arange(2) == index})
        assert not seen[index, :4].any() and env.state[index, 0] < 20


def test_what_is_wrong_is_said(traces, video):
    with pytest.raises(abrlab.UsageError, match="--buffer: .*statik"):
        AbrVectorEnv(2, traces, video, buffer="statik(3s)")
    with pytest.raises(abrlab.UsageError, match="an environment has no policy"):
        AbrEnv(traces, video, policy="bola")
    with pytest.raises(abrlab.Error, match="only sessions of one video"):
        AbrEnv(traces, video, buffer=["growth", "static(30s)"])
    env = AbrVectorEnv(2, traces, video)
    env.reset(seed=1)
    before = env.state.copy()
    with pytest.raises(ValueError, match="actions: found 99 for session 1, expected a rendition, 0 to"):
        env.step(np.array([0, 99]))
    with pytest.raises(ValueError, match=r"actions: found the shape \(3,\), expected \(2,\)"):
        env.step(np.array([0, 0, 0]))
    env._stepper.step(env._nothing, env.state, env._observation)
    assert (env.state == before).all()
    with pytest.raises(ValueError, match="trace: found 12"):
        env.reset(options={"trace": 12})
    for wrong in ([-1, 0], [2**32, 0], [0.0, 1.0], [True, False]):
        with pytest.raises(ValueError, match="actions: found"):
            env.step(np.array(wrong))
    one = AbrEnv(traces, video)
    one.reset(seed=1)
    for wrong in (1.7, None):
        with pytest.raises(TypeError):
            one.step(wrong)
    for wrong in (-1, 9, 2**31, 2**80):
        with pytest.raises(ValueError):
            one.step(wrong)
    for name, value in (("offset_s", -5.0), ("offset_s", np.nan), ("offset_s", np.inf), ("trace", 1.5), ("trace", -1),
                        ("reset_mask", np.ones(3, bool))):
        with pytest.raises(ValueError, match=f"{name}: found"):
            env.reset(options={name: value})
    assert (env.state == before).all()
    with pytest.raises(ValueError, match="options: found 'offset', expected trace, offset_s or reset_mask"):
        env.reset(options={"offset": 3})
    for wrong in (lambda *_: np.zeros(3), lambda *_: 0.0, lambda *_: np.zeros((2, 1))):
        other = AbrVectorEnv(2, traces, video, reward=wrong)
        other.reset(seed=1)
        with pytest.raises(ValueError, match="reward: found the shape"):
            other.step(np.array([0, 0]))
    with pytest.raises(ValueError, match="read-only"):
        env.bandwidths_bps[0] = 1
    for index in (-1, 2):
        with pytest.raises(IndexError, match=f"session: found {index}, expected 0 to 1"):
            env.metrics(index)
    with pytest.raises(ValueError, match="seed: found -1"):
        env.reset(seed=[3, -1])
    with pytest.raises(abrlab.UsageError, match="--seed: an environment is seeded"):
        AbrEnv(traces, video, seed=3)
    for fresh, action in ((AbrEnv(traces, video), 0), (AbrVectorEnv(2, traces, video), np.zeros(2, int))):
        with pytest.raises(gymnasium.error.ResetNeeded):
            fresh.step(action)
    with pytest.raises(ValueError, match="num_envs: found 0"):
        AbrVectorEnv(0, traces, video)


def test_the_benchmark_runs(capsys):
    folder = pathlib.Path(__file__).parent.parent / "benchmarks"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setattr("os.sched_setaffinity", lambda *_: None)
        patch.setattr("sys.argv", ["steps.py", "0.01"])
        spec = importlib.util.spec_from_file_location("steps", folder / "steps.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.main()
    assert capsys.readouterr().out.count("M steps/s") == 6
