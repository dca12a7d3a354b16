"""Videos."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ._library import Call
from ._words import Values, unused, words

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclass(frozen=True)
class Rendition:
    """A rung of the ladder."""

    bandwidth_bps: int
    """Declared peak in bits per second."""
    average_bandwidth_bps: int | None = None
    """Declared mean in bits per second."""
    width: int | None = None
    """Pixels."""
    height: int | None = None
    """Pixels."""
    codecs: str | None = None
    """RFC 6381."""


class Video:
    """A ladder of renditions and the sizes of their segments.

    Attributes:
        name: What results call it.
        renditions: The ladder, the lowest bandwidth first.
        segment_sizes_bytes: Bytes of each segment in each rendition, `int64`, shape `(segments, renditions)`.
        segment_duration_s: Seconds of each segment, `float64`, shape `(segments,)`.
    """

    def __init__(
        self, renditions: Sequence[Rendition | int], segment_sizes_bytes: ArrayLike, segment_duration_s: ArrayLike, *,
        name: str = "video",
    ) -> None:
        """A video of one's own. Its numbers are checked where it is played.

        Args:
            renditions: The ladder, or its bandwidths in bits per second.
            segment_sizes_bytes: Shape `(segments, renditions)`.
            segment_duration_s: Seconds of each segment, or one number for all of them.
            name: What results call it.
        """
        self.name = name
        self.renditions = [
            one if isinstance(one, Rendition) else Rendition(int(_whole(one, "renditions"))) for one in renditions]
        sizes = _whole(segment_sizes_bytes, "segment_sizes_bytes")
        if sizes.ndim != 2 or sizes.shape[1] != len(self.renditions):
            raise ValueError(
                f"segment_sizes_bytes: found the shape {sizes.shape}, expected (segments, {len(self.renditions)})")
        self.segment_sizes_bytes = sizes
        try:
            durations = np.broadcast_to(np.asarray(segment_duration_s, dtype=np.float64), sizes.shape[:1]).copy()
        except ValueError:
            found = np.shape(segment_duration_s)
            raise ValueError(f"segment_duration_s: found the shape {found}, expected ({len(sizes)},)") from None
        self.segment_duration_s = durations
        for column in (self.segment_sizes_bytes, self.segment_duration_s):
            # What is read from a file is played from that file.
            column.setflags(write=False)
        self._path: str | None = None
        self._text: str | None = None

    @classmethod
    def read(cls, path: str | os.PathLike[str], **options: Values) -> Video:
        """The one video of a file, manifest or folder of any format that the lab reads.

        Args:
            path: The file.
            **options: Those of `abrlab video import`, such as `segment_sizes="session.har"`.
        """
        with tempfile.TemporaryDirectory(prefix="abrlab-") as folder:
            with words(["video", "import"], [path], {**options, "output": f"{folder}/"}) as found:
                Call(found)
            files = sorted(pathlib.Path(folder).glob("*.json"))
            if len(files) != 1:
                names = ", ".join(file.stem for file in files[:5])
                raise ValueError(f"{os.fspath(path)}: found {len(files)} videos ({names}), expected one")
            text = files[0].read_text("utf-8")
        data = json.loads(text)
        video = cls(
            [
                Rendition(**{name: one.get(name) for name in Rendition.__dataclass_fields__})
                for one in data["renditions"]],
            data["segment_sizes_bytes"], data.get("segment_durations_s", data.get("segment_duration_s")),
            name=data["name"])
        video._text = text
        if not options:
            # It is found from any folder.
            video._path = os.path.abspath(path)
        return video

    def _write(self, folder: pathlib.Path) -> str:
        if self._path is not None:
            return self._path
        file = unused(folder, "video.json")
        self.save(file)
        return str(file)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the lab's own format."""
        pathlib.Path(path).write_text(self._text or self._native(), "utf-8")

    def _native(self) -> str:
        seconds = self.segment_duration_s.tolist()
        data: dict[str, Any] = {
            "name": self.name,
            **({"segment_duration_s": seconds[0]} if len(set(seconds)) == 1 else {"segment_durations_s": seconds}),
            "renditions": [
                {name: value for name, value in vars(one).items() if value is not None} for one in self.renditions],
            "segment_sizes_bytes": self.segment_sizes_bytes.tolist(),
        }
        return json.dumps(data)

    def __repr__(self) -> str:
        segments, renditions = self.segment_sizes_bytes.shape
        seconds = self.segment_duration_s.sum()
        return f"<abrlab.Video {self.name}: {renditions} renditions, {segments} segments, {seconds:.1f} s>"


def _whole(values: ArrayLike, name: str) -> np.ndarray:
    """Numbers as `int64`: one with a fraction must not lose it unnoticed."""
    found = np.asarray(values)
    with np.errstate(invalid="ignore"):
        whole = found.astype(np.int64)
    if not np.array_equal(whole, found):
        raise ValueError(f"{name}: found {found[whole != found].flat[0]}, expected whole numbers: round them")
    return whole
