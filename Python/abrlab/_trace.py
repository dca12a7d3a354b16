"""Bandwidth traces."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from typing import TYPE_CHECKING

import numpy as np

from ._library import Call
from ._words import Values, unused, words

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class Trace:
    """A recording of what a network could carry: rows of constant capacity.

    Attributes:
        name: What results call it.
        duration_s: Seconds of each row, `float64`, shape `(rows,)`.
        bandwidth_bps: Capacity of each row in bits per second, `float64`, shape `(rows,)`; 0 is an outage.
        latency_ms: Round trip of a request made in each row in milliseconds, `float64`, shape `(rows,)`, NaN where it
            is not known.
        is_link_capacity: Whether the bandwidths are what the link could carry, packet headers included, and not
            goodput.
    """

    def __init__(
        self, duration_s: ArrayLike, bandwidth_bps: ArrayLike, latency_ms: ArrayLike | None = None, *,
        name: str = "trace.csv", is_link_capacity: bool = False,
    ) -> None:
        """A trace of one's own. Its numbers are checked where it is played.

        Args:
            duration_s: Seconds of each row, or one number for all of them.
            bandwidth_bps: Bits per second of each row.
            latency_ms: Round trips, NaN where one is not known.
            name: The name of the file that it would be; the second of a name in a call has a number behind it.
            is_link_capacity: Whether packet headers are included.
        """
        # With its ending and a number it must fit into 255 bytes.
        if "/" in name or "\0" in name or name in ("", ".", "..") or len(os.fsencode(name)) > 240:
            raise ValueError(f"name: found {name!r}, expected that of a file without its folder")
        self.name = name if "." in name else f"{name}.csv"
        bandwidth = np.atleast_1d(np.asarray(bandwidth_bps, dtype=np.float64))
        if bandwidth.ndim != 1:
            raise ValueError(f"bandwidth_bps: found the shape {bandwidth.shape}, expected (rows,)")
        self.bandwidth_bps = _column("bandwidth_bps", bandwidth, bandwidth.shape)
        self.duration_s = _column("duration_s", duration_s, bandwidth.shape)
        self.latency_ms = _column("latency_ms", np.nan if latency_ms is None else latency_ms, bandwidth.shape)
        self.is_link_capacity = is_link_capacity
        self._path: str | None = None

    @classmethod
    def read(cls, path: str | os.PathLike[str], **options: Values) -> Trace:
        """The one trace of a file of any format that the lab reads.

        Args:
            path: The file.
            **options: Those of `abrlab trace import`, such as `columns="time:s,rate:kbit/s"`.

        Raises:
            ValueError: The file holds several; see `read_all`.
        """
        found = cls.read_all(path, **options)
        if len(found) != 1:
            raise ValueError(f"{os.fspath(path)}: found {len(found)} traces, expected one; read_all gives all of them")
        return found[0]

    @classmethod
    def read_all(cls, path: str | os.PathLike[str], **options: Values) -> list[Trace]:
        """All traces of a file or of the files below a folder, in the order in which `abrlab run` plays them."""
        with tempfile.TemporaryDirectory(prefix="abrlab-") as folder:
            with words(["trace", "import"], [path], {**options, "output": f"{folder}/", "format": "json"}) as found:
                index = json.loads(Call(found).output)
            sources = [entry["source"] for entry in index]
            return [
                cls._native(
                    pathlib.Path(folder) / entry["file"], entry["source"],
                    is_whole=not options and sources.count(entry["source"]) == 1)
                for entry in index]

    @classmethod
    def _native(cls, file: pathlib.Path, source: str, *, is_whole: bool) -> Trace:
        """The trace of a native file; `is_whole` where the source itself can be played in its place."""
        header, *lines = file.read_text().splitlines()
        rows = [[float(field) if field else np.nan for field in line.split(",")] for line in lines]
        columns = np.array(rows, dtype=np.float64).reshape(-1, 3).T
        trace = cls(
            *columns, name=pathlib.PurePath(source).name if is_whole else file.name,
            is_link_capacity="link_bps" in header)
        # It is found from any folder.
        trace._path = os.path.abspath(source) if is_whole else None
        return trace

    def _write(self, folder: pathlib.Path) -> str:
        if self._path is not None:
            return self._path
        file = unused(folder, self.name)
        self.save(file)
        return str(file)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the lab's own format, numbers in full."""
        with open(path, "w") as file:
            second = "link_bps" if self.is_link_capacity else "bandwidth_bps"
            file.write(f"duration_s,{second},latency_ms\n")
            for duration, bandwidth, latency in zip(
                self.duration_s.tolist(), self.bandwidth_bps.tolist(), self.latency_ms.tolist()
            ):
                file.write(f"{duration!r},{bandwidth!r},{'' if latency != latency else repr(latency)}\n")

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.bandwidth_bps)

    def __repr__(self) -> str:
        seconds = self.duration_s.sum()
        mean = (self.duration_s * self.bandwidth_bps).sum() / seconds if seconds > 0 else np.nan
        return f"<abrlab.Trace {self.name}: {len(self)} rows, {seconds:.1f} s, {mean / 1e6:.3f} Mbit/s>"


def _column(name: str, values: ArrayLike, shape: tuple[int, ...]) -> np.ndarray:
    try:
        column = np.broadcast_to(np.asarray(values, dtype=np.float64), shape).copy()
    except ValueError:
        found = np.shape(values)
        expected = f"{shape} as bandwidth_bps has, or one number"
        raise ValueError(f"{name}: found the shape {found}, expected {expected}") from None
    # What is read from a file is played from that file.
    column.setflags(write=False)
    return column
