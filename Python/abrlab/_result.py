"""A run that was played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ._document import Comparison, document, nothing
from ._library import Call

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from ._plot import Plots


class Result:
    """What `run` gives: every session, and every configuration over all sessions.

    `print(result)` shows what the command line prints: the table and the verdict, or what `by`, `metric`, `sort`,
    `ladder` and `format` of `run` ask for.
    """

    warnings: list[str]
    """What may be wrong, though the result stands."""
    notes: list[str]
    """What is worth knowing: what was fetched, where the stalls are."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._columns = call.columns()
        if not self._columns:
            raise nothing()
        self.warnings = call.warnings
        self.notes = call.notes

    @cached_property
    def sessions(self) -> dict[str, np.ndarray]:
        """Every session: arrays of shape `(sessions,)` by the name of the column, the columns of
        `abrlab run --per-session --format csv`.

        What was played (`policy`, `buffer`, `viewer`, `trace`, `family`, `video`, `outcome`, of queues also `preload`)
        is text, dtype `object`, as it is: CSV has an apostrophe before a name that spreadsheets take for a formula
        (`=`, `+`, `-`, `@`). Metrics are `float64` in the unit of their name, NaN where a session has none; whole
        ones, such as bytes, are exact. Configuration by configuration, in each of them trace by trace.
        """
        found: dict[str, np.ndarray] = {}
        for name, column in self._columns.items():
            if isinstance(column, tuple):
                codes, texts = column
                column = np.array(texts, dtype=object)[codes]
            column.setflags(write=False)
            found[name] = column
        return found

    def __len__(self) -> int:
        """How many sessions there are."""
        return len(self.sessions["policy"])

    @cached_property
    def data(self) -> dict[str, Any]:
        """The document of `abrlab run --format json`: `inputs`, and for each configuration its pooled metrics."""
        data: dict[str, Any] = json.loads(self.to_json())
        return data

    @property
    def pooled(self) -> list[dict[str, Any]]:
        """A row for each configuration: its specifications, and every metric over all of its sessions taken together
        (ratios are sums over sums, percentiles end with `_p50` and `_p95`); `None` where there is no value."""
        rows = []
        for entry in self.data["policies"]:
            specs = {name: value for name, value in entry.items() if isinstance(value, str)}
            rows.append({**specs, **entry["pooled"]})
        return rows

    def compare(
        self, a: str, b: str, *, metric: str | Sequence[str] | None = None, margin: str | Sequence[str] | None = None,
        family: str | None = None,
    ) -> Comparison:
        """Compares two configurations of this run, paired trace by trace; nothing is played again.

        Args:
            a: The reference: a policy, or all specifications with spaces between where policies have several.
            b: The candidate; differences are `b` less `a`.
            metric: Metrics in place of the usual ones.
            margin: Differences that do not matter: `"rebuffer_ratio=0.05pp"`.
            family: Only traces of this folder.
        """
        options = {"metric": metric, "margin": margin, "family": family}
        return document(Comparison, ["compare"], [a, b], options, text="table", comparing=self._call)

    def league(self, metric: str | Sequence[str], *, by: str = "family") -> list[dict[str, Any]]:
        """A row for each group of sessions and configuration, as `abrlab run --by family --format json` prints it.

        Each metric has its value, `_low` and `_high` of its 95 % interval, `_rank` in the group and `_is_best`, 1 where
        it is better than every other with significance. The group `all` has all sessions, and the mean of the ranks.

        Args:
            metric: One metric or several, such as `"qoe_lin"`.
            by: `"family"`, `"trace"` or `"video"`.
        """
        metrics = [metric] if isinstance(metric, str) else list(metric)
        pooled = self.pooled[0]
        for name in metrics or [""]:
            if name not in pooled or name == "sessions":
                raise ValueError(f"metric: found {name!r}, expected a metric of this run, such as qoe_lin")
        if by not in ("family", "trace", "video"):
            raise ValueError(f"by: found {by!r}, expected family, trace or video")
        rows: list[dict[str, Any]] = json.loads(self._call.text(" ".join(["league", by, *metrics])))
        return rows

    def to_pandas(self) -> pandas.DataFrame:
        """`sessions` as a data frame; text is categorical. Needs `pandas`."""
        pandas = optional("pandas", "to_pandas")
        return pandas.DataFrame({
            name: pandas.Categorical.from_codes(column[0], column[1]) if isinstance(column, tuple) else column
            for name, column in self._columns.items()})

    def to_arrow(self) -> pyarrow.Table:
        """`sessions` as an Arrow table; text is a dictionary, missing values are null. Needs `pyarrow`."""
        pyarrow = optional("pyarrow", "to_arrow")
        return pyarrow.table({
            name: pyarrow.DictionaryArray.from_arrays(column[0], column[1]) if isinstance(column, tuple)
            else pyarrow.array(column, from_pandas=True)
            for name, column in self._columns.items()})

    def to_json(self, *, per_session: bool = False) -> str:
        """The text of `abrlab run --format json`; with sessions it is a run that `abrlab report` and `compare` read."""
        return self._call.text("json", per_session)

    def to_csv(self, *, per_session: bool = False) -> str:
        """The text of `abrlab run --format csv`."""
        return self._call.text("csv", per_session)

    @property
    def plot(self) -> Plots:
        """Charts by Altair: `result.plot.cdf("rebuffer_ratio")`. Needs `altair` and `pandas`."""
        from ._plot import Plots

        return Plots(self)

    def __reduce__(self) -> Any:
        raise TypeError("a Result stays in its process: send to_pandas(), sessions or to_json(per_session=True)")

    def __str__(self) -> str:
        return self._call.output

    def __repr__(self) -> str:
        return f"<abrlab.Result: {len(self)} sessions>"


def optional(package: str, purpose: str) -> Any:
    """A package that is not needed otherwise."""
    import importlib

    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise ImportError(f"{purpose} needs {package}: pip install {package}") from error
