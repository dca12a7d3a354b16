"""Results of commands that are one document."""

from __future__ import annotations

import json
import pathlib
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from ._errors import Error
from ._library import Call
from ._words import Values, words


class Document:
    """A result: `data` is the JSON document of the command line, `str()` what it prints for people."""

    data: dict[str, Any]
    """The document; `abrlab schema list` names its schema."""
    warnings: list[str]
    """What may be wrong, though the result stands."""
    notes: list[str]
    """What is worth knowing."""
    code: int
    """The exit code of the command."""

    def __init__(self, data: dict[str, Any], call: Call) -> None:
        self.data = data
        self.warnings = call.warnings
        self.notes = call.notes
        self.code = call.code
        self._text = call.output

    def __str__(self) -> str:
        return self._text

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __repr__(self) -> str:
        return f"<abrlab.{type(self).__name__}: {', '.join(self.data)}>"


class Comparison(Document):
    """What differs between A and B, metric by metric."""

    @property
    def metrics(self) -> dict[str, dict[str, Any]]:
        """By the name of the metric: `reference`, `candidate`, `difference`, `interval` (95 %), `p_value` and
        `verdict`, in the unit of the metric. Of several pairs those of the first."""
        return {metric["metric"]: metric for metric in self.data["comparisons"][0]["metrics"]}


class Explanation(Document):
    """One session, event by event."""

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events in the order of time: `time_s`, `level_s`, `event` and what belongs to it."""
        return list(self.data["events"])

    @property
    def metrics(self) -> dict[str, Any]:
        """The metrics of the session by their names."""
        return dict(self.data["metrics"])


class Tuning(Document):
    """The outcome of a search."""

    @property
    def best(self) -> dict[str, Any] | None:
        """The best setting of which it can be promised that it meets every constraint; `None` where there is none."""
        found: dict[str, Any] | None = self.data["best"]
        return found


Kind = TypeVar("Kind", bound=Document)


def document(
    kind: type[Kind], command: Sequence[str], positionals: Sequence[Values], options: Mapping[str, Values], *,
    text: str, comparing: Call | None = None,
) -> Kind:
    """Carries a command out once, for people and for programs."""
    with tempfile.TemporaryDirectory(prefix="abrlab-") as folder:
        file = pathlib.Path(folder) / "result.json"
        exports = {"format": text, "export": f"json={file}"}
        with words(command, positionals, {**options, **exports}) as found:
            call = Call(found, comparing)
        if not file.exists():
            raise nothing()
        return kind(json.loads(found.shown(file.read_text("utf-8"))), call)


def nothing() -> Error:
    """What is said of a command that has carried out something else, such as `help=True`."""
    return Error("the command has no result", "abrlab.command(...) gives what it prints")
