"""Charts of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._result import Result, optional

if TYPE_CHECKING:
    import altair


MOST_ROWS = 5000
"""Of a chart, unless Altair is told otherwise."""


class Plots:
    """Charts by Altair, of which every part can be changed: `result.plot.cdf("startup_s").properties(width=300)`."""

    def __init__(self, result: Result) -> None:
        self._result = result

    def cdf(self, metric: str) -> altair.Chart:
        """How many sessions have at most so much of a metric, a curve for each configuration; of thousands of sessions
        a few hundred evenly spread ones are drawn.

        Args:
            metric: A column of `sessions`, in its own unit; sessions without a value are left out.
        """
        alt, pandas = self._libraries()
        frames = []
        groups = self._groups(metric)
        for name, values in groups:
            ordered = np.sort(values[~np.isnan(values)])
            # Altair draws no more rows; what stands between the sessions that are drawn is no wider than a line.
            most = max(2, MOST_ROWS // len(groups))
            places = np.unique(np.linspace(0, len(ordered) - 1, min(most, len(ordered))).round().astype(int))
            frames.append(pandas.DataFrame(
                {"configuration": name, metric: ordered[places], "share": (places + 1) / len(ordered)}))
        chart: altair.Chart = alt.Chart(pandas.concat(frames)).mark_line(interpolate="step-after").encode(
            x=alt.X(f"{metric}:Q"), y=alt.Y("share:Q", title="share of sessions", scale={"domain": [0, 1]}),
            color="configuration:N")
        return chart

    def scatter(self, x: str = "rebuffer_ratio", y: str = "mean_bitrate_bps") -> altair.Chart:
        """A point for each configuration: two metrics over all of its sessions taken together.

        Args:
            x: A name in `pooled`.
            y: Another one.
        """
        alt, pandas = self._libraries()
        rows = [
            {"configuration": name, x: row[self._known(x, row)], y: row[self._known(y, row)]}
            for name, row in zip(self._names(), self._result.pooled)]
        chart: altair.Chart = alt.Chart(pandas.DataFrame(rows)).mark_point(filled=True, size=80).encode(
            x=f"{x}:Q", y=f"{y}:Q", color="configuration:N", tooltip=["configuration", x, y])
        return chart

    def _libraries(self) -> tuple[Any, Any]:
        return optional("altair", "plot"), optional("pandas", "plot")

    def _names(self) -> list[str]:
        """The configurations by the parts of their specifications in which they differ."""
        parts = [name for name in ("policy", "preload", "buffer", "viewer") if name in self._result.pooled[0]]
        rows = [[row[name] for name in parts] for row in self._result.pooled]
        differing = [index for index in range(len(parts)) if len({row[index] for row in rows}) > 1] or [0]
        return [" ".join(row[index] for index in differing) for row in rows]

    def _groups(self, metric: str) -> list[tuple[str, np.ndarray]]:
        """The values of a metric by configuration; sessions lie configuration by configuration."""
        sessions = self._result.sessions
        values = sessions[self._known(metric, sessions)]
        if values.dtype == object:
            raise ValueError(f"{metric} is text, expected the name of a metric")
        names = self._names()
        return list(zip(names, np.split(values, len(names))))

    @staticmethod
    def _known(metric: str, among: Any) -> str:
        if metric not in among:
            import difflib

            near = difflib.get_close_matches(metric, list(among), 1)
            raise ValueError(f"unknown metric {metric}" + (f"; did you mean {near[0]}?" if near else ""))
        return metric
