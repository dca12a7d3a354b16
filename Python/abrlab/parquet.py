"""The results of a sweep as a dataset of Parquet files. Needs `pip install 'abrlab[arrow]'`.

>>> import abrlab.parquet
>>> files = abrlab.parquet.sweep("sweep", "dataset")  # doctest: +SKIP

`python3 -m abrlab.parquet sweep dataset` does the same. Each configuration has a folder, `configuration=...`, and in it
a file for each shard. A row is a metric of a configuration in a shard: a sweep keeps sums, no sessions.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pathlib
import sys
import tempfile
import urllib.parse
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._errors import Error, MissingInputError
from ._result import optional
from ._sweep import missing

__all__ = ["sweep"]

_SPECS = ("policy", "buffer", "viewer", "preload")


def sweep(
    folder: str | os.PathLike[str], out: str | os.PathLike[str], *, allow_partial: bool = False
) -> list[pathlib.Path]:
    """Writes a dataset of the shards of a sweep, and gives its files.

    Files are named after what they hold, have the same bytes each time, and are replaced in one step: the same call goes
    on where one ended.

    Args:
        folder: The folder of the sweep.
        out: The folder of the dataset, a new one or that of the same sweep.
        allow_partial: Writes what is there, though shards are missing.

    Raises:
        MissingInputError: Shards are missing.
        Error: `out` has parts of another sweep, or the folder is none of a sweep.
    """
    place, target = pathlib.Path(folder), pathlib.Path(out)
    gaps = set(missing(place))
    plan = json.loads((place / "plan.json").read_text("utf-8"))
    if gaps and not allow_partial:
        raise MissingInputError(
            f"{len(gaps)} of {plan['shards']} shards are missing",
            f"abrlab sweep -o {place} plays them; allow_partial=True takes the others")
    shards = [_shard(plan, index) for index in range(plan["shards"])]
    known = {f"part-{shard['name']}.parquet" for shard in shards}
    strange = [file for file in target.glob("configuration=*/part-*.parquet") if file.name not in known]
    if strange:
        raise Error(f"{strange[0]} is of another sweep; name another folder, or remove it")
    files = []
    for shard in shards:
        if shard["index"] in gaps:
            continue
        found = json.loads((place / "shards" / f"{shard['name']}.json").read_text("utf-8"))
        for specs, summary in zip(plan["configurations"], found["configurations"]):
            name = " ".join(specs[key] for key in _SPECS if key in specs)
            # As Hive writes partitions, and those who read them expect.
            file = target / f"configuration={urllib.parse.quote(name, safe='')}" / f"part-{shard['name']}.parquet"
            _write(file, _table(shard, specs, summary))
            files.append(file)
    return files


def _shard(plan: Mapping[str, Any], index: int) -> dict[str, Any]:
    """What a shard plays, and its name, the digest of that: as the program splits a sweep."""
    first, last = plan["seeds"] or (None, None)
    block, part = divmod(index, 1 if first is None else -(-(last - first + 1) // plan["seeds_per_shard"]))
    trace = block * plan["traces_per_shard"]
    digests = [one["sha256"] for one in plan["traces"][trace:trace + plan["traces_per_shard"]]]
    seeds = None
    if first is not None:
        start = first + part * plan["seeds_per_shard"]
        seeds = [start, min(start + plan["seeds_per_shard"] - 1, last)]
    played = [plan["identity"], trace, digests, seeds, plan["configurations"]]
    content = json.dumps(played, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
    return {
        "index": index, "name": hashlib.sha256(content.encode()).hexdigest()[:32], "first_trace": trace,
        "traces": len(digests), "seeds": seeds or [None, None]}


def _table(shard: Mapping[str, Any], specs: Mapping[str, str], summary: Mapping[str, Any]) -> Any:
    pyarrow = optional("pyarrow", "abrlab.parquet")
    sessions = summary["sessions"]
    rows = [_row(name, metric) for name, metric in summary["metrics"].items()]
    for prefix, counts in (("outcome_", summary["outcomes"]), ("", summary["kinds"])):
        rows += [
            {"metric": f"{prefix}{name}_count", "count": sessions, "sum": float(number)}
            for name, number in counts.items()]
    seed = pyarrow.int64()
    bins = pyarrow.list_(pyarrow.struct(
        [("lower", pyarrow.float64()), ("upper", pyarrow.float64()), ("count", pyarrow.int64())]))
    text = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
    same = {
        "shard": (shard["index"], pyarrow.int32()), "first_trace": (shard["first_trace"], pyarrow.int32()),
        "traces": (shard["traces"], pyarrow.int32()), "first_seed": (shard["seeds"][0], seed),
        "last_seed": (shard["seeds"][1], seed), **{key: (specs.get(key), text) for key in _SPECS},
        "sessions": (sessions, pyarrow.int64())}
    own = {
        "metric": text, "count": pyarrow.int64(), "sum": pyarrow.float64(), "below": pyarrow.float64(),
        "missing": pyarrow.int64(), "histogram": bins}
    return pyarrow.table({
        **{name: pyarrow.array([value] * len(rows), kind) for name, (value, kind) in same.items()},
        **{name: pyarrow.array([row.get(name) for row in rows], kind) for name, kind in own.items()}})


def _row(name: str, metric: Mapping[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {"metric": name, "count": metric["count"], "missing": metric.get("missing")}
    # A shard's sums are whole numbers of 2^-40. Where a value cannot be added there is no sum.
    if not metric.get("unsummed"):
        row.update({key: int(metric[key]) / 2**40 for key in ("sum", "below") if key in metric})
    if "histogram" in metric:
        pairs = np.array(metric["histogram"], np.uint64).reshape(-1, 2)
        lower, upper = ((pairs[:, 0] + np.uint64(one) << np.uint64(44)).view(np.float64) for one in (0, 1))
        row["histogram"] = [
            {"lower": low, "upper": high, "count": count}
            for low, high, count in zip(lower.tolist(), upper.tolist(), pairs[:, 1].tolist())]
    return row


def _write(file: pathlib.Path, table: Any) -> None:
    """Replaces a file in one step; what has a dot in front is no part of a dataset."""
    write = optional("pyarrow.parquet", "abrlab.parquet").write_table
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=".part-", suffix=".new", dir=file.parent)
    try:
        with open(descriptor, "wb") as opened:
            os.fchmod(opened.fileno(), 0o644)
            write(table, opened, compression="zstd")
            opened.flush()
            os.fsync(opened.fileno())
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise


def main(words: Sequence[str] | None = None) -> int:
    """`python3 -m abrlab.parquet FOLDER OUT`."""
    parser = argparse.ArgumentParser(
        "python3 -m abrlab.parquet", description="Writes the results of a sweep as a dataset of Parquet files.")
    parser.add_argument("folder", help="the folder of the sweep")
    parser.add_argument("out", help="the folder of the dataset")
    parser.add_argument("--allow-partial", action="store_true", help="write what is there, though shards are missing")
    given = parser.parse_args(words)
    try:
        files = sweep(given.folder, given.out, allow_partial=given.allow_partial)
    except (Error, OSError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{len(files)} files in {given.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
