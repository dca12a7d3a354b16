#!/usr/bin/env python3
"""Holds the trained policy against rules of the lab over recordings that it was not trained on."""
import pathlib

import abrlab
from policy import WEIGHTS, Trained


def recordings(part):
    """Every other bundled recording of each network: part 0 is trained on, part 1 is held out."""
    folders = sorted((abrlab.BUNDLED / "recorded").glob("*/"))
    return [file for folder in folders for file in sorted(folder.glob("*.csv"))[part::2]]


def benchmark(weights=WEIGHTS, policies=("bba-0", "bola", "auto")):
    """Plays the recordings that are held out."""
    return abrlab.run(recordings(1), policies=[*policies, Trained(pathlib.Path(weights))])


def main(weights=WEIGHTS):
    result = benchmark(weights)
    print(result)
    print(result.compare("bba-0", "call:trained", metric=["qoe_lin", "rebuffer_ratio", "mean_bitrate_bps"]))


if __name__ == "__main__":
    main()
