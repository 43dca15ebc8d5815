"""Exceptions for failed runs, and the places at which ranks wait, as text."""

import os
import re
import traceback

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


class InputError(ValueError):
    """A scenario or a key that cannot be used.

    place: file, line and column, or the key; key: its name; wrong: what is wrong; expected: what would be right;
    nearest: the known word that is nearest, or "".
    """

    def __init__(self, message, place="", line=0, is_option=False, key="", expected="", nearest="", wrong=""):
        option = re.compile("--([a-z][a-z-]+)")  # the command says --bytes where Python says bytes
        message, wrong = (option.sub(lambda m: m[1].replace("-", "_"), text) for text in (message, wrong))
        if is_option:
            path, key = key, place.lstrip("-").replace("-", "_")
            wrong = wrong.removeprefix(f"{path}: ")
            message = f"{key}: {wrong}"
        super().__init__(message)
        self.place, self.line, self.key = ("" if is_option else place), line, key
        self.wrong, self.expected, self.nearest = wrong or message, expected, nearest


class RunFailed(RuntimeError):
    """A run failed unexpectedly. results has all runs, run is the first that failed."""

    def __init__(self, message, results=None, run=None):
        super().__init__(message)
        self.results, self.run = results, run


class Deadlock(RunFailed):
    """All ranks that have not ended wait for something that cannot happen."""


class NotVerified(RunFailed):
    """The result of a run is wrong, or breaks a promise of its algorithm."""


class RankFailed(RunFailed):
    """The program of a rank raised, or misused a call; its exception is __cause__."""


_BY_OUTCOME = {"deadlock": Deadlock, "verification failed": NotVerified, "crashed": RankFailed}


def failure_of(results, run):
    """Return the exception for a run that failed."""
    kind = _BY_OUTCOME.get(run.outcome, RunFailed)
    failure = kind(f"{run.name}: {run.error}" if run.name else str(run.error), results, run)
    failure.__cause__ = run.exception
    return failure


def _own(frame):
    return not os.path.abspath(frame.filename).startswith(_PACKAGE)


def rank_traceback(error):
    """Return the traceback of a rank's exception, without frames of this package."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if _own(f)]
    said = "".join(traceback.format_exception_only(type(error), error)).strip()
    lines = [f'  File "{f.filename}", line {f.lineno}, in {f.name}\n    {f.line}' for f in frames]
    if len(lines) > 12:
        lines = lines[:6] + [f"  ... {len(lines) - 12} more ..."] + lines[-6:]
    return "\n".join([said, *lines])


def place_of(coroutine):
    """Return where a coroutine waits: file, line and its text."""
    place = None
    while coroutine is not None and getattr(coroutine, "cr_frame", None) is not None:
        frame = coroutine.cr_frame
        summary = traceback.FrameSummary(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
        if place is None or _own(summary):
            place = summary
        coroutine = coroutine.cr_await
    if place is None:
        return "its beginning"
    return f"{place.filename}:{place.lineno}, in {place.name}: {place.line}".rstrip(": ")
