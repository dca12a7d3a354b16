"""What goes wrong."""

from __future__ import annotations


class Error(Exception):
    """A command that has no result. The text is that of the command line; `hint` says what may help, or is `None`."""

    hint: str | None

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint

    def __str__(self) -> str:
        message = str(self.args[0])
        return message if self.hint is None else f"{message}\nhint: {self.hint}"


class UsageError(Error, ValueError):
    """A wrong option, specification, configuration or input file (exit code 64)."""


class MissingInputError(Error, FileNotFoundError):
    """An input that is not there, is empty, or cannot be read (exit code 5)."""


class LabWarning(UserWarning):
    """Something that may be wrong, though the result stands."""


EXCEPTIONS: dict[int, type[Error]] = {1: Error, 5: MissingInputError, 64: UsageError}
