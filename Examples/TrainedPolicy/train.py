#!/usr/bin/env python3
"""Trains the network of policy.py by PPO (Schulman et al., arXiv:1707.06347): needs torch, gymnasium and abrlab.

    python Examples/TrainedPolicy/train.py --seed 1

It learns from every other bundled recording of each network, as it is and at other speeds, and is then compared with
bba-0 over the other recordings by the reward that it was trained for, QoE_lin of Pensieve.
"""
import argparse
import json
import pathlib
import time

import numpy as np
import torch

import abrlab
import abrlab.gym
from benchmark import main as benchmark
from benchmark import recordings
from policy import WEIGHTS, inputs


def networks():
    """The recordings to learn from, and each at other mean speeds: those at which most decisions matter."""
    found = [abrlab.Trace.read(file) for file in recordings(0)]
    for trace in found[:]:
        mean = np.average(trace.bandwidth_bps, weights=trace.duration_s)
        found += [abrlab.Trace(
            duration_s=trace.duration_s, bandwidth_bps=trace.bandwidth_bps * bps / mean,
            name=f"{trace.name}-{bps:.0e}") for bps in (2e6, 4e6, 8e6)]
    return found


def network(inputs, hidden=32):
    return torch.nn.Sequential(
        torch.nn.Linear(inputs, hidden), torch.nn.Tanh(), torch.nn.Linear(hidden, hidden), torch.nn.Tanh(),
        torch.nn.Linear(hidden, 1), torch.nn.Flatten(-2))


class Learner:
    """An actor that chooses renditions, and a critic that says what is still to come."""

    def __init__(self, env, seed):
        torch.manual_seed(seed)
        self.env = env
        self.now = self.seen(env.reset(seed=seed)[0])
        _, renditions, width = self.now.shape
        # The actor weighs one rendition, the critic looks at all of them.
        self.actor = network(width)
        self.critic = torch.nn.Sequential(torch.nn.Flatten(-2), *network(renditions * width)[:-1])
        self.optimiser = torch.optim.Adam([*self.actor.parameters(), *self.critic.parameters()])

    @staticmethod
    def seen(observations):
        return torch.from_numpy(inputs(observations))

    def play(self, steps):
        """Plays some steps of all sessions: what was seen, chosen and earned, each with the steps in front."""
        found = []
        for _ in range(steps):
            with torch.no_grad():
                chances = torch.distributions.Categorical(logits=self.actor(self.now))
                action = chances.sample()
            observations, reward, over, _, _ = self.env.step(action.numpy())
            earned = torch.from_numpy(reward).float()
            found.append((self.now, action, chances.log_prob(action), earned, torch.from_numpy(over).float()))
            self.now = self.seen(observations)
        return [torch.stack(part) for part in zip(*found)]

    def gains(self, states, rewards, over, discount=0.96, trace=0.9):
        """Generalised advantage estimates (Schulman et al., arXiv:1506.02438), and the goals of the critic, which are
        means of what is to come. A stall costs no more than one of 9 s, so that outages do not drown everything."""
        rewards = rewards.clamp(min=-40) / 8 * (1 - discount)
        with torch.no_grad():
            values = self.critic(torch.cat([states, self.now[None]])).squeeze(-1)
        found, running = torch.zeros_like(rewards), 0.0
        for step in reversed(range(len(rewards))):
            goes_on = 1.0 - over[step]
            error = rewards[step] + discount * values[step + 1] * goes_on - values[step]
            running = error + discount * trace * goes_on * running
            found[step] = running
        return (found - found.mean()) / (found.std() + 1e-8), found + values[:-1]

    def learn(self, share, steps=32, passes=4, parts=4):
        """Plays, and learns from it; `share` is what is left of the training."""
        states, actions, likelihoods, rewards, over = self.play(steps)
        gains, goals = self.gains(states, rewards, over)
        states, actions, likelihoods, gains, goals = (
            part.flatten(0, 1) for part in (states, actions, likelihoods, gains, goals))
        self.optimiser.param_groups[0]["lr"] = 1e-3 * share
        for _ in range(passes):
            for batch in torch.randperm(len(states)).chunk(parts):
                chances = torch.distributions.Categorical(logits=self.actor(states[batch]))
                ratio = (chances.log_prob(actions[batch]) - likelihoods[batch]).exp()
                gain = torch.min(ratio * gains[batch], ratio.clamp(0.8, 1.2) * gains[batch]).mean()
                error = torch.nn.functional.smooth_l1_loss(self.critic(states[batch]).squeeze(-1), goals[batch])
                loss = error - gain - 0.01 * share * chances.entropy().mean()
                self.optimiser.zero_grad()
                loss.backward()
                for part in (self.actor, self.critic):
                    torch.nn.utils.clip_grad_norm_(part.parameters(), 0.5)
                self.optimiser.step()
        return float(rewards.mean())


def save(actor, path, **origin):
    layers = [{"weight": layer.weight.tolist(), "bias": layer.bias.tolist()}
              for layer in actor if isinstance(layer, torch.nn.Linear)]
    rounded = json.loads(json.dumps(layers), parse_float=lambda text: round(float(text), 4))
    path.write_text(json.dumps({**origin, "layers": rounded}, separators=(",", ":")) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--updates", type=int, default=150)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=WEIGHTS)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    env = abrlab.gym.AbrVectorEnv(512, networks(), autoreset_mode="SameStep")
    learner, started = Learner(env, arguments.seed), time.monotonic()
    for update in range(arguments.updates):
        earned = learner.learn(1 - update / arguments.updates)
        if update % 20 == 19:
            print(f"{update + 1} of {arguments.updates}: QoE {earned:.3f} a segment, "
                  f"{time.monotonic() - started:.0f} s", flush=True)
    save(learner.actor, arguments.output, seed=arguments.seed, updates=arguments.updates)
    benchmark(arguments.output)


if __name__ == "__main__":
    main()
