"""Sweeps on a Ray cluster: the shards of `abrlab sweep` as tasks. Needs `pip install 'abrlab[ray]'`.

>>> import abrlab.ray  # doctest: +SKIP
>>> abrlab.ray.sweep("sweep")  # doctest: +SKIP

`abrlab sweep plan.toml -o sweep --engine ray` does the same. A task plays one shard with the engine of this package,
as `abrlab sweep --shard` does, and gives the bytes of its file back; the driver writes them into the folder. The
result digest is that of every other engine, however often workers die and the driver is started again.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from typing import Any

from ._commands import command
from ._errors import Error
from ._sweep import missing

try:
    import ray
except ImportError as error:
    raise ImportError("abrlab.ray needs ray: pip install ray") from error

# A path in the value of an option: the whole of it, or the argument of a specification such as `recorded(/a/b.json)`.
_PATH = re.compile(r"/[^(),]+")


class ShardsFailed(Error):
    """Some shards have no result. `failed` says why, by the numbers of the shards."""

    failed: dict[int, str]

    def __init__(self, failed: dict[int, str]) -> None:
        self.failed = failed
        first = min(failed)
        super().__init__(f"{len(failed)} shards failed; shard {first}: {failed[first]}")

    def __reduce__(self) -> tuple[type[ShardsFailed], tuple[dict[int, str]]]:
        return ShardsFailed, (self.failed,)


def _play(plan: bytes, inputs: list[ray.ObjectRef[dict[str, bytes]]], shard: int, jobs: int) -> tuple[str, bytes]:
    """Plays a shard in a folder of its own; the name of its file, and its bytes."""
    with _folder() as place:
        (place / "plan.json").write_bytes(plan)
        if inputs:
            _unpack(place, ray.get(inputs))
        try:
            command("sweep", output=place, shard=shard, jobs=jobs, quiet=True)
        except Error:
            # Why a shard failed is a file, too.
            if not any((place / "shards").glob("*")):
                raise
        (result,) = (place / "shards").glob("*")
        return result.name, result.read_bytes()


@contextlib.contextmanager
def _folder() -> Iterator[pathlib.Path]:
    """A folder of this task alone. A killed worker leaves its folder behind, unlocked: the next task removes it."""
    base = pathlib.Path(tempfile.gettempdir())
    for left in base.glob("abrlab-shard-*"):
        # Locked by a task that is playing, of another user, or removed by another task.
        with contextlib.suppress(OSError), _locked(left):
            shutil.rmtree(left)
    made = tempfile.mkdtemp(prefix=".abrlab-shard-")
    with _locked(made):
        # Visible to other tasks only from here on: it is locked before.
        place = pathlib.Path(made).rename(base / os.path.basename(made)[1:])
        try:
            yield place
        finally:
            shutil.rmtree(place, ignore_errors=True)


@contextlib.contextmanager
def _locked(folder: str | os.PathLike[str]) -> Iterator[None]:
    """Locks a folder, or raises OSError where another process has. A process that dies unlocks it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


def _unpack(place: pathlib.Path, parts: list[dict[str, bytes]]) -> None:
    """Writes inputs below a folder, and a plan that reads them there."""
    root = str(place / "inputs")
    for path, data in ((path, data) for part in parts for path, data in part.items()):
        file = pathlib.Path(root + path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    plan = json.loads((place / "plan.json").read_bytes())
    for trace in plan["traces"]:
        trace["file"] = root + trace["file"]
    for texts in plan["options"].values():
        texts[:] = [_PATH.sub(lambda found: root + found[0] if os.path.exists(root + found[0]) else found[0], text)
                    for text in texts]
    (place / "plan.json").write_text(json.dumps(plan))


def _files(path: str) -> dict[str, bytes]:
    """The bytes of a file, or of all files below a folder, by their paths."""
    found = pathlib.Path(path)
    files = (file for file in found.rglob("*") if file.is_file()) if found.is_dir() else [found]
    return {str(file): file.read_bytes() for file in files}


class _Inputs:
    """Inputs in the object store: what all shards read once, and the traces of a shard once for all shards of them."""

    def __init__(self, plan: Mapping[str, Any]) -> None:
        self._plan = plan
        # A program needs what runs it, and what it imports: it is where the plan says on every node, or nowhere.
        paths = {path for name, texts in plan["options"].items() if name != "--policy" for text in texts
                 for path in _PATH.findall(text)}
        self._all = ray.put({file: data for path in paths if os.path.exists(path)
                             for file, data in _files(path).items()})
        self._traces: dict[int, ray.ObjectRef[dict[str, bytes]]] = {}

    def of(self, shard: int) -> list[ray.ObjectRef[dict[str, bytes]]]:
        """What a shard reads."""
        seeds = self._plan["seeds"]
        count = 1 if seeds is None else seeds[1] - seeds[0] + 1
        size = self._plan["traces_per_shard"]
        block = shard // -(-count // self._plan["seeds_per_shard"])
        if block not in self._traces:
            traces = self._plan["traces"][block * size:(block + 1) * size]
            # Shards come in the order of their traces: those before are not asked for again.
            self._traces = {block: ray.put({file: data for trace in traces
                                            for file, data in _files(trace["file"]).items()})}
        return [self._all, self._traces[block]]


def _write(file: pathlib.Path, data: bytes) -> None:
    """Replaces a file in one step, as the program does."""
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=".abrlab-", suffix=".new", dir=file.parent)
    try:
        with open(descriptor, "wb") as opened:
            fcntl.flock(opened, fcntl.LOCK_EX)
            os.fchmod(opened.fileno(), 0o644)
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
            os.replace(name, file)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise


@contextlib.contextmanager
def _cluster(address: str | None) -> Iterator[None]:
    """The cluster that this program is in already, that of the address or of RAY_ADDRESS, or one for the occasion."""
    if ray.is_initialized():
        yield
        return
    ray.init(address=address, include_dashboard=None if address or os.environ.get("RAY_ADDRESS") else False,
             log_to_driver=False, logging_level="ERROR")
    try:
        yield
    finally:
        ray.shutdown()


def sweep(
    folder: str | os.PathLike[str],
    *,
    address: str | None = None,
    jobs: int = 1,
    ship: bool = False,
    max_retries: int = 3,
    progress: bool = False,
    **options: Any,
) -> str:
    """Has the missing shards of a sweep played, and gives what `abrlab sweep --merge` prints of all.

    Args:
        folder: The folder that `abrlab sweep -o` has planned, on a disk of the driver.
        address: That of a cluster; without it that in RAY_ADDRESS, or one that is started for the occasion.
        jobs: Processors, and threads, of a task.
        ship: Sends traces and videos through Ray's object store, once to each node, for nodes that do not have them
            under the same paths.
        max_retries: How often Ray plays a shard again whose worker has died.
        progress: Says on standard error how many shards are done, how fast, and how long the others will take.
        **options: Those of `abrlab sweep --merge`: `format="json"`.

    Raises:
        ShardsFailed: Shards that could not be played; the others are done.
        Error: What `abrlab sweep` refuses.
        KeyboardInterrupt: Ctrl-C was pressed. The same call goes on.
    """
    place = pathlib.Path(folder)
    shards = missing(place)
    failed = _drive(place, shards, address, jobs, ship, max_retries, progress) if shards else {}
    if failed:
        raise ShardsFailed(failed)
    return command("sweep", output=place, merge=True, **options)


def _drive(
    place: pathlib.Path, shards: list[int], address: str | None, jobs: int, ship: bool, max_retries: int,
    progress: bool,
) -> dict[int, str]:
    text = (place / "plan.json").read_bytes()
    failed: dict[int, str] = {}
    with _cluster(address):
        play = ray.remote(_play).options(num_cpus=jobs, max_retries=max_retries)
        plan = ray.put(text)
        inputs = _Inputs(json.loads(text)) if ship else None
        # Enough that no processor waits, and few enough that a driver holds no more than a few results.
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)) // jobs)
        waiting = iter(shards)
        playing: dict[Any, int] = {}
        began, done = time.monotonic(), 0
        while True:
            while len(playing) < most and (index := next(waiting, None)) is not None:
                playing[play.remote(plan, inputs.of(index) if inputs else [], index, jobs)] = index
            if not playing:
                return failed
            (found,), _ = ray.wait(list(playing), num_returns=1)
            index = playing.pop(found)
            try:
                name, data = ray.get(found)
            except ray.exceptions.RayError as error:
                cause = error.cause if isinstance(error, ray.exceptions.RayTaskError) else error
                failed[index] = str(cause).splitlines()[0]
            else:
                _write(place / "shards" / name, data)
                if name.endswith(".failed"):
                    failed[index] = data.decode().splitlines()[0]
            if progress and index in failed:
                print(f"shard {index} failed: {failed[index]}", file=sys.stderr)
            done += 1
            if progress:
                rate = done / (time.monotonic() - began)
                print(f"{done} of {len(shards)} shards, {rate * 60:.1f} a minute, "
                      f"{(len(shards) - done) / rate:.0f} s left, {len(failed)} failed", file=sys.stderr)


def main() -> int:
    """`python3 -m abrlab.ray FOLDER`."""
    parser = argparse.ArgumentParser("python3 -m abrlab.ray", description="Plays the missing shards of a sweep on Ray.")
    parser.add_argument("folder", help="the folder that abrlab sweep -o has planned")
    parser.add_argument("--address", help="the cluster; without it that in RAY_ADDRESS, or one for the occasion")
    parser.add_argument("--jobs", type=int, default=1, help="processors of a task")
    parser.add_argument("--ship", action="store_true", help="send traces and videos through Ray's object store")
    parser.add_argument("--format", help="form of the result, as of abrlab sweep")
    parser.add_argument("--export", action="append", help="also write the result to a file, as of abrlab sweep")
    parser.add_argument("--quiet", action="store_true", help="say nothing but the result")
    parser.add_argument("--progress", help="none for no progress")
    words = parser.parse_args()
    try:
        print(sweep(
            words.folder, address=words.address, jobs=words.jobs, ship=words.ship, format=words.format,
            export=words.export, progress=not words.quiet and words.progress != "none"), end="")
    except (Error, OSError) as error:
        print(f"error: {error}\nhint:  the same command goes on with the shards that are missing", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted: the same command goes on with the shards that are missing", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
