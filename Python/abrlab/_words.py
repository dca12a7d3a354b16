"""Python values as the words of a command line, and traces and videos in memory as files."""

from __future__ import annotations

import os
import pathlib
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias, Union

import numpy as np


class Written(Protocol):
    """An input in memory."""

    def _write(self, folder: pathlib.Path) -> str | os.PathLike[str]:
        """Writes a file into a folder, or names the one that it was read from."""
        ...


Value: TypeAlias = Union[str, "os.PathLike[str]", int, float, bool, None, Written]
Values: TypeAlias = Union[Value, Iterable[Value]]


class Words(list[str]):
    """The words of a command. Files in `folder` are there while they are in use, and no text should name it."""

    folder: str = ""

    def shown(self, text: str) -> str:
        """A text without the name of the folder, which is another one in every call."""
        return text.replace(self.folder, "") if self.folder else text


@contextmanager
def words(command: Sequence[str], positionals: Sequence[Values], options: Mapping[str, Values]) -> Iterator[Words]:
    """The words of a command: `max_buffer="25s"` is `--max-buffer 25s`, `True` is a flag, a list a repeated option.

    Traces and videos in memory are files while the words are in use.
    """
    with tempfile.TemporaryDirectory(prefix="abrlab-") as folder:
        found = Words(command)
        found.folder = f"{folder}/"
        given = [text for value in positionals for text in _texts(value, folder, " ".join(command) or "command")]
        # Names follow "--", so that one that begins with "-" is not read as an option.
        first = next((index for index, text in enumerate(given) if text.startswith("-")), len(given))
        found += given[:first]
        for name, value in options.items():
            if value is None or value is False:
                continue
            option = "--" + name.rstrip("_").replace("_", "-")
            texts = [] if value is True else _texts(value, folder, name)
            if given[first:] or any(text.startswith("-") for text in texts):
                found += [f"{option}={text}" for text in texts] or [option]
            else:
                found += [option, *texts]
        if given[first:]:
            found += ["--", *given[first:]]
        yield found


def _texts(value: Any, folder: str, name: str) -> list[str]:
    if isinstance(value, (str, os.PathLike)):
        return [os.fspath(value)]
    if hasattr(value, "_write"):
        return [os.fspath(value._write(_arrays(folder)))]
    if isinstance(value, (int, float, np.number)) and not isinstance(value, bool):
        return [str(value)]
    if isinstance(value, Iterable) and not isinstance(value, (bytes, set, frozenset, Mapping)):
        return [text for one in value for text in _texts(one, folder, name)]
    hint = "; abrlab.run plays policies in Python" if callable(value) or hasattr(value, "decide") else ""
    raise TypeError(f"{name}: found {value!r:.80}, expected text, a path, a number, or a list of them{hint}")


def _arrays(folder: str) -> pathlib.Path:
    """The folder of inputs in memory, whose name is the family of traces."""
    place = pathlib.Path(folder) / "arrays"
    place.mkdir(exist_ok=True)
    return place


def unused(folder: pathlib.Path, name: str) -> pathlib.Path:
    """A file that is not there yet; the second of a name has a number: two traces are two recordings."""
    file, number = folder / name, 1
    while file.exists():
        number += 1
        file = folder / f"{pathlib.PurePath(name).stem}-{number}{pathlib.PurePath(name).suffix}"
    return file
