"""The door to the engine: its C interface, and the memory that crosses it."""

from __future__ import annotations

import os
import pathlib
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import cffi
import numpy as np

from ._errors import EXCEPTIONS, Error, LabWarning

_folder = pathlib.Path(__file__).parent
_ffi = cffi.FFI()
_ffi.cdef("".join(
    line for line in (_folder / "abrlab.h").read_text().splitlines(keepends=True) if not line.startswith("#")))
_lib: Any = _ffi.dlopen(str(_folder / "libABRLabC.so"))

BUNDLED = _folder / "Traces"
"""The folder of the traces and videos that come with the lab."""


def version() -> str:
    return _text(_lib.abrlab_version())


def _text(pointer: Any) -> str:
    return str(_ffi.string(pointer).decode("utf-8", "surrogateescape"))


class Call:
    """One command line, carried out by the engine in this process.

    A call is carried out once. Any number of them may run in threads at once: each lets go of the interpreter's lock.
    Ctrl-C in the main thread stops the call and raises `KeyboardInterrupt`.
    """

    def __init__(self, words: Iterable[str | os.PathLike[str]], comparing: Call | None = None) -> None:
        self._handle = _ffi.gc(_lib.abrlab_call_create(os.fsencode(BUNDLED)), _lib.abrlab_call_free)
        # What is read from a handle is kept by it, which is not safe from two threads.
        self._lock = threading.Lock()
        texts = [_ffi.new("char[]", os.fsencode(word)) for word in words]
        array = _ffi.new("char *[]", texts)

        def perform() -> int:
            if comparing is None:
                return int(_lib.abrlab_call_perform(self._handle, len(texts), array))
            with comparing._lock:
                return int(_lib.abrlab_call_compare(self._handle, comparing._handle, len(texts), array))

        code = self._interruptible(perform)
        self.code: int = code
        """The exit code of the command."""
        self.output: str = _text(_lib.abrlab_call_output(self._handle))
        """What the command prints as its result."""
        self.warnings: list[str] = []
        self.notes: list[str] = []
        message, hint = "", None
        for line in _text(_lib.abrlab_call_diagnostics(self._handle)).splitlines():
            if line.startswith("error: "):
                message = line.removeprefix("error: ")
            elif line.startswith("hint:  "):
                hint = line.removeprefix("hint:  ")
            elif line.startswith("warning: "):
                self.warnings.append(line.removeprefix("warning: "))
            else:
                self.notes.append(line)
        if code == 130:
            raise KeyboardInterrupt
        if code in EXCEPTIONS:
            raise EXCEPTIONS[code](message, hint)
        for text in self.warnings:
            warnings.warn(text, LabWarning, stacklevel=_depth())

    def _interruptible(self, perform: Callable[[], int]) -> int:
        """Python sees a signal between two of its own instructions and in its main thread: there it only waits."""
        if threading.current_thread() is not threading.main_thread():
            return perform()
        codes: list[int] = []
        thread = threading.Thread(target=lambda: codes.append(perform()), name="abrlab")
        try:
            thread.start()
            thread.join()
        except BaseException:
            _lib.abrlab_call_cancel(self._handle)
            if thread.ident is not None:
                thread.join()
            raise
        if not codes:
            raise Error("the engine gave no answer", None)
        return codes[0]

    def text(self, format: str, per_session: bool = False) -> str:
        """The run that this call has played, as `abrlab run --format` prints it."""
        with self._lock:
            pointer = _lib.abrlab_run_text(self._handle, format.encode(), per_session)
            return _text(pointer)

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


def _depth() -> int:
    """How far above its caller the first frame outside of this package is, as warnings count."""
    depth, frame = 0, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] == __package__:
        frame, depth = frame.f_back, depth + 1
    return depth + 1
