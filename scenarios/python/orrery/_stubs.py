"""Writes the type stubs of the package, of the tables of keys and fields: python3 -m orrery._stubs FILE."""

import sys

from . import _algorithms, _keys, _orrery

_HEAD = '''# Generated from the tables of keys and fields.
import pathlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Literal

from ._algorithms import Algorithm as Algorithm, Verification as Verification
from ._algorithms import algorithm as algorithm, schedule as schedule, verify as verify
from ._errors import Deadlock as Deadlock, InputError as InputError, NotVerified as NotVerified
from ._errors import RankFailed as RankFailed, RunFailed as RunFailed
from ._network import Network as Network
from ._pictures import Page as Page, Picture as Picture, Report as Report
from ._results import Results as _Results, Run as _Run
from ._trace import Trace as Trace

__version__: str
token: Slice
Value = str | int | float | bool
Values = Value | Sequence[Value] | None

def keys() -> list[str]: ...
def scenarios() -> list[str]: ...
def scenario_folder() -> pathlib.Path: ...
def algorithms(collective: str | None = None) -> list[dict[str, str]]: ...
def fields() -> list[dict[str, Any]]: ...
'''

_RANKS = '''
class Slice:
    offset: int
    nbytes: int
    def block(self, i: int, of: int | None = None) -> Slice: ...
    def blocks(self, first: int, last: int, of: int | None = None) -> Slice: ...
    def __getitem__(self, range: slice) -> Slice: ...
    def __len__(self) -> int: ...

_Slices = Slice | Sequence[Slice]

class Handle: ...

class Problem:
    p: int
    root: int
    count: int
    bytes: int
    element_bytes: int
    sizes: list[int]
    dims: list[int]
    blocks: int
    radix: int
    def __getattr__(self, name: str) -> Any: ...

class Comm:
    rank: int
    size: int
    problem: Problem
    def send(self, what: _Slices, to: int, tag: int = 0) -> Awaitable[None]: ...
    def recv(self, into: _Slices, source: int, tag: int = 0) -> Awaitable[None]: ...
    def sendrecv(self, what: _Slices, to: int, into: _Slices, source: int, tag: int = 0) -> Awaitable[None]: ...
    def isend(self, what: _Slices, to: int, tag: int = 0) -> Awaitable[Handle]: ...
    def irecv(self, into: _Slices, source: int, tag: int = 0) -> Awaitable[Handle]: ...
    def wait(self, *handles: Handle | Sequence[Handle]) -> Awaitable[None]: ...
    def reduce(self, into: _Slices, what: _Slices) -> Awaitable[None]: ...
    def reduce_front(self, into: _Slices, what: _Slices) -> Awaitable[None]: ...
    def copy(self, into: _Slices, what: _Slices) -> Awaitable[None]: ...
    def scratch(self, elements: int) -> Awaitable[Slice]: ...
    def round(self, k: int) -> Awaitable[None]: ...
    def lanes(self, n: int, body: Callable[[Comm, int], Awaitable[None]]) -> Awaitable[None]: ...
    def split(self, ranks: Sequence[int]) -> Awaitable[Comm]: ...
'''


def _key_type(key):
    words = [word for word, _ in key["choices"]]
    named = f"Literal[{', '.join(map(repr, words))}] | " if words and len(words) <= 12 else ""
    return named + "Values"


def _function(name, own, returns):
    lines = [f"\ndef {name}(", "    scenario: Any = None,", "    *,", *(f"    {line}," for line in own)]
    lines += ["    network: Network | None = None,"]
    lines += [f"    {key['name']}: {_key_type(key)} = None," for key in _orrery.keys()]
    return "\n".join(lines) + f"\n) -> {returns}: ...\n"


def _runs():
    types = {"str": "str", "int": "int", "bool": "bool", "float": "float"}
    lines = ["\nclass Run(_Run):"]
    for field in _orrery.fields():
        lines.append(f"    {field['name']}: {types[field['type']]} | None  # {field['meaning']}")
    lines += ["\nclass Results(_Results):", "    def __iter__(self) -> Iterator[Run]: ..."]
    return "\n".join(lines) + "\n"


def stubs():
    """Return the stubs as text."""
    text = _HEAD + _RANKS + _runs()
    text += _function("run", ["check: bool = True"], "Results")
    own = ["jobs: int = 2", "progress: bool | Callable[[int, int], None] = True", "resume: Any = None", "check: bool = False"]
    text += _function("sweep", own, "Results")
    for name in _algorithms.PARTS:
        text += (f"\ndef {name}(comm: Comm | Awaitable[Comm], v: _Slices | None, *, algorithm: str | Algorithm | None = None, "
                 "root: int = 0, count: int | None = None, sizes: Sequence[int] = (), blocks: int = 0, radix: int = 0) "
                 "-> Awaitable[None]: ...\n")
    return text


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(stubs())
