"""What the tests share. They run against the installed package, and against the program in `ABRLAB_PROGRAM`."""

import os
import subprocess

import pytest

import abrlab


@pytest.fixture(scope="session")
def program():
    """Runs the command line and gives what it prints, or the words of its error."""
    path = os.environ.get("ABRLAB_PROGRAM")
    if path is None:
        pytest.skip("set ABRLAB_PROGRAM to the program")

    def run(*arguments, status=0):
        words = [path, *map(str, arguments)]
        done = subprocess.run(words, capture_output=True, text=True, env={"LC_ALL": "C.UTF-8"})
        assert done.returncode == status, done.stderr
        return done.stdout if status == 0 else done.stderr

    return run


@pytest.fixture
def traces():
    """A few recordings."""
    return abrlab.BUNDLED / "recorded" / "lumos-4g"


@pytest.fixture
def video():
    return abrlab.BUNDLED / "video" / "hls-authoring.json"


@pytest.fixture
def result(traces, video):
    return abrlab.run(traces, video, ["auto", "bba-0"])
