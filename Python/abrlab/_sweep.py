"""What there is of a sweep."""

from __future__ import annotations

import json
import pathlib

from ._commands import command


def missing(folder: pathlib.Path) -> list[int]:
    """Numbers of the shards that have no result."""
    (state,) = json.loads(command("sweep", output=folder, status=True, format="json"))
    ranges = [part.split("-") for part in state["missing"].split(",") if part]
    return [index for part in ranges for index in range(int(part[0]), int(part[-1]) + 1)]
