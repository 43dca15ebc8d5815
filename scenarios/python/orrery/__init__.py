"""Orrery: collective communication on an emulated network.

    import orrery
    results = orrery.run("lessons/first-allreduce", algorithm=["ring", "rabenseifner"], bytes=["1KiB", "1MiB"])
    results.frame()                                   # a data frame of pandas
    results.plot(x="bytes", y="completion_time")      # a picture

A rank's program of your own is a coroutine function (orrery.algorithm), and orrery.verify tries it out.
"""

import operator

from . import _orrery
from ._algorithms import Algorithm, Verification, algorithm, schedule, verify
from ._algorithms import PARTS as _PARTS
from ._errors import Deadlock, InputError, NotVerified, RankFailed, RunFailed
from ._keys import names as keys
from ._keys import with_keys as _with_keys
from ._network import Network
from ._orrery import Comm, Handle, Problem, Slice, token
from ._pictures import Page, Picture, Report
from ._results import Results, Run
from ._results import load as _load
from ._trace import Trace

__version__ = _orrery.version

globals().update(_PARTS)


def _ran(scenario, keys, jobs, resume, progress):
    """Run a scenario whose keys are given."""
    loaded = _load(scenario, {name: value for name, value in keys.items() if value is not None})
    return Results(_orrery.run(loaded, jobs, False, str(resume or ""), progress))


@_with_keys
def run(scenario=None, *, check=True, **keys):
    """Run a scenario and return its Results.

    scenario: the name of a built-in one ("lessons/first-allreduce"), a file, or a dict of tables as a file has them; None:
    keys only. Keys replace those of the scenario; a list of values is a sweep over them. Values are texts with units as in
    scenario files ("2MiB", "400Gb/s", "1us"), or numbers. check: raise RunFailed (Deadlock, NotVerified, RankFailed) where a
    run fails that is not expected to; check=False returns failed runs as well, with outcome and error.

        orrery.run("papers/swing-8x8", algorithm=["swing", "ring"], bytes=["1KiB", "2MiB"])
        orrery.run(topology="torus:4x4", collective="allreduce", algorithm="all", bytes="1MiB")
    """
    results = _ran(scenario, keys, 1, None, None)
    return results.check() if check else results


@_with_keys
def sweep(scenario=None, *, jobs=2, progress=True, resume=None, check=False, **keys):
    """Run a scenario with many cells, `jobs` at a time, and return its Results.

    progress: True shows how far it is, or a function of (done, all). resume: a file that keeps finished runs; after Ctrl-C
    the same call goes on where it was. Programs in Python run one at a time, whatever jobs says. Otherwise as run().
    """
    if operator.index(jobs) < 1:
        raise ValueError(f"jobs: {jobs}; expected at least 1")
    results = _ran(scenario, keys, jobs, resume, _progress(progress))
    return results.check() if check else results


def _progress(progress):
    if progress is not True:
        return progress or None
    import sys
    import time

    last = 0.0

    def show(done, all):
        nonlocal last
        if done == all or time.monotonic() - last > 0.2:
            last = time.monotonic()
            print(f"\rorrery: {done} of {all} runs", end="\n" if done == all else "", file=sys.stderr, flush=True)

    return show


def scenarios():
    """Return the names of the built-in scenarios."""
    return _orrery.scenarios()


def scenario_folder():
    """Return the folder of the built-in scenarios and their data, as a pathlib.Path."""
    import pathlib

    return pathlib.Path(_orrery.scenario_folder())


def algorithms(collective=None):
    """Return all algorithms, or those of a collective: dicts with collective, name, summary, reference, formula."""
    return [a for a in _orrery.algorithms() if collective in (None, a["collective"])]


def fields():
    """Return all fields of results: dicts with name, type, unit, meaning."""
    return _orrery.fields()


__all__ = [
    "Algorithm", "Comm", "Deadlock", "Handle", "InputError", "Network", "NotVerified", "Page", "Picture", "Problem",
    "RankFailed", "Report", "Results", "Run", "RunFailed", "Slice", "Trace", "Verification", "algorithm", "algorithms",
    "fields", "keys", "run", "scenario_folder", "scenarios", "schedule", "sweep", "token", "verify", *_PARTS,
]
