"""Python values as the words of a command line, and traces and videos in memory as files."""

from __future__ import annotations

import os
import pathlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeAlias, Union


class Written(Protocol):
    """An input in memory."""

    def _write(self, folder: pathlib.Path) -> str | os.PathLike[str]:
        """Writes a file into an empty folder, or names the one that it was read from."""
        ...


Value: TypeAlias = Union[str, "os.PathLike[str]", int, float, bool, None, Written]
Values: TypeAlias = Union[Value, Sequence[Value]]


@contextmanager
def words(command: Sequence[str], positionals: Sequence[Values], options: Mapping[str, Values]) -> Iterator[list[str]]:
    """The words of a command: `max_buffer="25s"` is `--max-buffer 25s`, `True` is a flag, a list a repeated option.

    Traces and videos in memory are files while the words are in use.
    """
    with tempfile.TemporaryDirectory(prefix="abrlab-") as folder:
        found = list(command)
        for value in positionals:
            found += _texts(value, folder)
        for name, value in options.items():
            if value is None or value is False:
                continue
            option = "--" + name.rstrip("_").replace("_", "-")
            found.append(option)
            if value is not True:
                found += _texts(value, folder)
        yield found


def _texts(value: Values, folder: str) -> list[str]:
    if isinstance(value, (str, os.PathLike)):
        return [os.fspath(value)]
    if isinstance(value, (list, tuple)):
        return [text for one in value for text in _texts(one, folder)]
    if value is not None and hasattr(value, "_write"):
        # One folder for each, so that two may have one name; its name is the family of a trace.
        place = pathlib.Path(tempfile.mkdtemp(dir=folder)) / "arrays"
        place.mkdir()
        return [os.fspath(value._write(place))]
    return [str(value)]
