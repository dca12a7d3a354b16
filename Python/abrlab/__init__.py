"""ABRLab: what a policy and a buffer cost in startup, stalls and wasted bytes, over bandwidth traces.

>>> import abrlab
>>> result = abrlab.run(policies=["auto", "bola"])
>>> result.sessions["rebuffer_ratio"].mean()  # doctest: +SKIP

The numbers are those of the command line, to the last bit. Every option of a command is a keyword: `--max-buffer 25s`
is `max_buffer="25s"`, a flag is `True`, an option that may be repeated takes a list. Without traces or a video the
bundled ones are played. Names of columns and of metrics carry their unit: `startup_s`, `bytes_wasted`,
`mean_bitrate_bps`.
"""

from __future__ import annotations

from ._commands import command, compare, explain, run, tune
from ._document import Comparison, Explanation, Tuning
from ._errors import Error, LabWarning, MissingInputError, UsageError
from ._library import BUNDLED
from ._library import version as _version
from ._policies import Download, Question, Questions, Setup
from ._result import Result
from ._trace import Trace
from ._video import Rendition, Video

__all__ = [
    "BUNDLED", "Comparison", "Download", "Error", "Explanation", "LabWarning", "MissingInputError", "Question",
    "Questions", "Rendition", "Result", "Setup", "Trace", "Tuning", "UsageError", "Video", "command", "compare",
    "explain", "run", "tune",
]
__version__ = _version()
for _name in __all__:
    # What people see in errors and help is where they import it from.
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__
