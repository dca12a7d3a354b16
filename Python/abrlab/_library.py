"""The door to the engine: its C interface, and the memory that crosses it."""

from __future__ import annotations

import atexit
import contextlib
import os
import pathlib
import re
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import cffi
import numpy as np

from ._errors import EXCEPTIONS, Error, LabWarning, UsageError
from ._policies import Player, Questions, Setup
from ._words import Words

_folder = pathlib.Path(__file__).parent
_ffi = cffi.FFI()
# Without what only a preprocessor and C++ read.
_ffi.cdef(re.sub(r"(?ms)^#ifdef __cplusplus$.*?^#endif$|^#.*?$", "", (_folder / "abrlab.h").read_text()))
_lib: Any = _ffi.dlopen(str(_folder / "libABRLabC.so"))

BUNDLED = _folder / "Traces"
"""The folder of the traces and videos that come with the lab."""


def version() -> str:
    return _text(_lib.abrlab_version())


def _text(pointer: Any) -> str:
    return str(_ffi.string(pointer).decode("utf-8", "surrogateescape"))


class _Running:
    """The calls that are being carried out. Those of daemon threads end before the process, whose exit takes down what
    they use."""

    def __init__(self) -> None:
        self._calls: set[Call] = set()
        self._changed = threading.Condition()
        self.is_ending = False

    @contextlib.contextmanager
    def carrying_out(self, call: Call) -> Iterator[None]:
        with self._changed:
            if self.is_ending and threading.current_thread() is not threading.main_thread():
                raise SystemExit
            self._calls.add(call)
        try:
            yield
        finally:
            with self._changed:
                self._calls.discard(call)
                self._changed.notify_all()

    def end(self) -> None:
        with self._changed:
            self.is_ending = True
            for call in self._calls:
                call.cancel()
            # A policy in Python may never come back from a question.
            self._changed.wait_for(lambda: not self._calls, timeout=10)


_running = _Running()
atexit.register(_running.end)
# A child has no thread but its own.
os.register_at_fork(after_in_child=lambda: _running.__init__())  # type: ignore[misc]


class Call:
    """One command line, carried out by the engine in this process.

    A call is carried out once. Any number of them may run in threads at once: each lets go of the interpreter's lock.
    Ctrl-C in the main thread stops the call and raises `KeyboardInterrupt`.
    """

    def __init__(
        self, words: Words, comparing: Call | None = None,
        policies: Mapping[str, Player] | None = None,
    ) -> None:
        self._handle = _ffi.gc(_lib.abrlab_call_create(os.fsencode(BUNDLED)), _lib.abrlab_call_free)
        # What is read from a handle is kept by it, which is not safe from two threads.
        self._lock = threading.Lock()
        texts = [_ffi.new("char[]", os.fsencode(word)) for word in words]
        array = _ffi.new("char *[]", texts)
        self._words = words

        doors = [_Door(player) for player in (policies or {}).values()]
        for name, door in zip(policies or {}, doors):
            _lib.abrlab_call_policy(
                self._handle, name.encode(), door.begin, door.decide, door.end, _ffi.NULL)

        def perform() -> int:
            if comparing is None:
                return int(_lib.abrlab_call_perform(self._handle, len(texts), array))
            with comparing._lock:
                return int(_lib.abrlab_call_compare(self._handle, comparing._handle, len(texts), array))

        self._players = list((policies or {}).values())
        with _running.carrying_out(self):
            code = self._interruptible(perform)
        for door in doors:
            if door.failure is not None and not _running.is_ending:
                raise door.failure
        self.code: int = code
        """The exit code of the command."""
        self.output: str = words.shown(_text(_lib.abrlab_call_output(self._handle)))
        """What the command prints as its result."""
        said = _Said(words.shown(_text(_lib.abrlab_call_diagnostics(self._handle))))
        self.warnings, self.notes = said.warnings, said.notes
        if code == 130:
            raise SystemExit if _running.is_ending else KeyboardInterrupt
        if code in EXCEPTIONS:
            raise EXCEPTIONS[code](said.message, said.hint)
        said.warn()

    def cancel(self) -> None:
        """Asks the call to end, from any thread."""
        _lib.abrlab_call_cancel(self._handle)
        for player in self._players:
            player.cancel()

    def _interruptible(self, perform: Callable[[], int]) -> int:
        """Python sees a signal between two of its own instructions and in its main thread: there it only waits."""
        if threading.current_thread() is not threading.main_thread():
            return perform()
        codes: list[int] = []
        # A `join` that Ctrl-C interrupts takes the thread for ended in Python up to 3.12, and the next one does not
        # wait.
        is_over = threading.Event()

        def work() -> None:
            try:
                codes.append(perform())
            finally:
                is_over.set()

        thread = threading.Thread(target=work, name="abrlab")
        try:
            thread.start()
            is_over.wait()
        except BaseException:
            self.cancel()
            if thread.ident is not None:
                is_over.wait()
            raise
        if not codes:
            raise Error("the engine gave no answer", None)
        return codes[0]

    def text(self, format: str, per_session: bool = False) -> str:
        """The run that this call has played, as `abrlab run --format` prints it."""
        with self._lock:
            pointer = _lib.abrlab_run_text(self._handle, format.encode(), per_session)
            return self._words.shown(_text(pointer))

    def columns(self) -> dict[str, np.ndarray | tuple[np.ndarray, Sequence[str]]]:
        """Every session that was played: numbers, or codes with the texts that they are the indices of."""
        found: dict[str, np.ndarray | tuple[np.ndarray, Sequence[str]]] = {}
        with self._lock:
            rows = _lib.abrlab_run_rows(self._handle)
            for column in range(_lib.abrlab_run_columns(self._handle)):
                name = _text(_lib.abrlab_run_name(self._handle, column))
                numbers = _lib.abrlab_run_numbers(self._handle, column)
                if numbers:
                    found[name] = np.frombuffer(_ffi.buffer(numbers, rows * 8), np.float64).copy()
                    continue
                codes = np.frombuffer(_ffi.buffer(_lib.abrlab_run_codes(self._handle, column), rows * 4), np.int32)
                texts = range(_lib.abrlab_run_texts(self._handle, column))
                found[name] = (
                    codes.copy(), [_text(_lib.abrlab_run_text_at(self._handle, column, index)) for index in texts])
        return found


class _Door:
    """Through which the engine calls a policy. An error of the policy ends the call and is raised by it."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.failure: BaseException | None = None
        self.begin = _ffi.callback("abrlab_begin", self._begin, error=1)
        self.decide = _ffi.callback("abrlab_decide", self._decide, error=1)
        self.end = _ffi.callback("abrlab_end", self._end)

    def _begin(
        self, context: Any, group: int, sessions: int, renditions: int, segments: int, initial: int, bandwidths: Any,
        durations: Any, sizes: Any,
    ) -> int:
        found = [
            np.frombuffer(_ffi.buffer(pointer, count * 8), np.float64).copy()
            for pointer, count in ((bandwidths, renditions), (durations, segments), (sizes, segments * renditions))]
        self._player.begin(group, Setup(found[0], found[1], found[2].reshape(segments, renditions), initial), sessions)
        return 0

    def _decide(self, context: Any, group: int, count: int, questions: Any, answers: Any) -> int:
        width = len(Questions.COLUMNS)
        try:
            numbers = np.frombuffer(_ffi.buffer(questions, count * width * 8), np.float64).reshape(count, width)
            found = self._player.decide(group, numbers)
            np.frombuffer(_ffi.buffer(answers, count * 4), np.int32)[:] = found
        except BaseException as error:
            self.failure = self.failure or error
            return 1
        return 0

    def _end(self, context: Any, group: int) -> None:
        self._player.end(group)


STATE = ("time_s", "level_s", "stalled_s", "segment", "rendition", "bytes", "download_s", "is_over")
"""What `Stepper.step` writes of a session."""


class Stepper:
    """Sessions that stand still wherever a rendition is to be chosen. For one thread at a time."""

    def __init__(self, words: Words, sessions: int) -> None:
        call = _ffi.gc(_lib.abrlab_call_create(os.fsencode(BUNDLED)), _lib.abrlab_call_free)
        texts = [_ffi.new("char[]", os.fsencode(word)) for word in words]
        handle = _lib.abrlab_stepper_create(call, len(texts), _ffi.new("char *[]", texts), sessions)
        said = _Said(words.shown(_text(_lib.abrlab_call_diagnostics(call))))
        if not handle:
            raise UsageError(said.message, said.hint)
        said.warn()
        self._handle = _ffi.gc(handle, _lib.abrlab_stepper_free)
        self._count = sessions
        renditions, segments = _lib.abrlab_stepper_renditions(handle), _lib.abrlab_stepper_segments(handle)
        self.bandwidths_bps = np.array([_lib.abrlab_stepper_bandwidth(handle, index) for index in range(renditions)])
        """Of the renditions that may be chosen, shape `(renditions,)`."""
        self.sizes = np.array([
            [_lib.abrlab_stepper_size(handle, row, column) for column in range(renditions)] for row in range(segments)])
        """Bytes, shape `(segments, renditions)`."""
        self.width = int(_lib.abrlab_stepper_width(handle))
        """Columns of what an agent sees."""
        self.durations_s = [
            float(_lib.abrlab_stepper_trace_duration(handle, index))
            for index in range(_lib.abrlab_stepper_traces(handle))]
        """Of the traces."""

    def restart(self, session: int, trace: int, offset_s: float) -> None:
        """Begins a session anew."""
        _lib.abrlab_stepper_restart(self._handle, session, trace, offset_s)

    def step(self, choices: np.ndarray, state: np.ndarray, seen: np.ndarray) -> None:
        """Plays all sessions to the next request.

        `choices` is `int32`, negative for none, shape `(sessions,)`; `state` is `float64`, shape `(sessions, 8)`, and
        takes a row of `STATE` for each; `seen` is `float32`, shape `(sessions, 6, width)`, and is moved on."""
        if choices.shape != (self._count,):
            raise ValueError(f"actions: found the shape {choices.shape}, expected ({self._count},)")
        wrong = _lib.abrlab_stepper_step(
            self._handle, _ffi.from_buffer("int32_t *", choices), _ffi.from_buffer("double *", state),
            _ffi.from_buffer("float *", seen))
        if wrong >= 0:
            most = len(self.bandwidths_bps) - 1
            raise ValueError(f"actions: found {choices[wrong]} for session {wrong}, expected a rendition, 0 to {most}")

    def metrics(self, session: int) -> dict[str, float]:
        """Those of a session up to now, by name."""
        names: list[str] = []
        while name := _lib.abrlab_metric_name(len(names)):
            names.append(_text(name))
        values = _ffi.new("double[]", len(names))
        _lib.abrlab_stepper_metrics(self._handle, session, values)
        return dict(zip(names, values))


class _Said:
    """What a call says beside its result."""

    def __init__(self, text: str) -> None:
        self.message = ""
        self.hint: str | None = None
        self.warnings: list[str] = []
        self.notes: list[str] = []
        for line in text.splitlines():
            if line.startswith("error: "):
                self.message = line.removeprefix("error: ")
            elif line.startswith("hint:  "):
                self.hint = line.removeprefix("hint:  ")
            elif line.startswith("warning: "):
                self.warnings.append(line.removeprefix("warning: "))
            else:
                self.notes.append(line)

    def warn(self) -> None:
        for text in self.warnings:
            warnings.warn(text, LabWarning, stacklevel=_depth())


def _depth() -> int:
    """How far above its caller the first frame outside of this package is, as warnings count."""
    depth, frame = 0, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] == __package__:
        frame, depth = frame.f_back, depth + 1
    return depth + 1
