"""Algorithms whose ranks run a coroutine function of Python."""

import inspect
import linecache
import operator
import os
import re
import tempfile
import textwrap

from . import _orrery
from ._keys import is_list as _is_list
from ._pictures import Report

COLLECTIVES = {c["name"]: c for c in _orrery.collectives()}


class Algorithm:
    """An algorithm of the catalogue that is written in Python. Pass it, or its name, as `algorithm`; call it to run it as a
    part of another one."""

    def __init__(self, function, collective, members):
        self.function, self.collective, self.name = function, collective, members["name"]
        self.__doc__ = function.__doc__
        self.__name__ = getattr(function, "__name__", self.name)
        _orrery.put_algorithm({"function": function, "collective": collective, **members})

    def __call__(self, comm, v):
        return self.function(comm, v)

    def _key_text(self, key):
        if key != "algorithm":
            raise TypeError(f"{key}: {self!r} is not a value of this key; expected it as algorithm")
        return self.name

    def __repr__(self):
        return f"<{self.collective} {self.name}, in Python>"


def _checked(function):
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise TypeError(f"{function.__name__} uses yield; expected async def, with await before calls of comm")
    if not inspect.iscoroutinefunction(function) and not inspect.iscoroutinefunction(getattr(function, "__call__", None)):
        name = getattr(function, "__name__", repr(function))
        raise TypeError(f"{name} is not a coroutine function; expected async def {name}(comm, v)")
    try:
        inspect.signature(function).bind(None, None)
    except TypeError:
        raise TypeError(f"{function.__name__}{inspect.signature(function)}: expected two parameters, (comm, v)") from None
    return function


def _file_of(function):
    """Return the file of a function, for its listing. That of a notebook's cell is written where its code says it is from."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return "<python>"
    file = code.co_filename
    text = "".join(linecache.getlines(file))
    if text and not os.path.exists(file) and os.path.dirname(file).startswith(tempfile.gettempdir()):
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w", encoding="utf-8") as cell:
            cell.write(text)
    return os.path.abspath(file) if os.path.exists(file) else file


def _summary(function):
    text = inspect.getdoc(function) or "A program in Python."
    return re.split(r"\n\s*\n", text)[0].replace("\n", " ").strip()


def _name(function, name):
    name = name or re.sub(r"[^a-z0-9]+", "-", function.__name__.lower()).strip("-")
    if not re.fullmatch(r"[a-z0-9-]+", name or ""):
        raise ValueError(f"the name '{name}' of an algorithm; expected a-z, 0-9 and - only, as name=...")
    return name


def _formula(given):
    """All four functions make a promise that runs are held to; rounds alone is looked at by the program."""
    all_four = all(given[name] is not None for name in ("rounds", "bytes_total", "bytes_max_rank", "time"))
    return "as its functions in Python say" if all_four else ""


def algorithm(collective, *, name=None, rounds=None, bytes_total=None, bytes_max_rank=None, time=None, unsupported=None,
              needs_commutative=False, needs_powers_of_two=False, needs_coordinates=False, reference=None):
    """Make an algorithm for a collective of a coroutine function, which is what one rank does:

        @orrery.algorithm("allreduce", rounds=lambda x: 2 * (x.p - 1))
        async def my_ring(comm, v): ...

    rounds, bytes_total, bytes_max_rank and time (seconds) are promises: functions of a Problem (x.p, x.count, x.bytes, x.root,
    ...). Runs whose data are checked are held to rounds, and to all four where all are given. unsupported(x) returns a text
    where the algorithm cannot run, or None. needs_commutative: it reduces in another order than that of ranks, such as a ring.
    The name is that of the function, with - for _.
    """
    if callable(collective):
        raise TypeError(f"{collective.__name__}: of which collective? expected @orrery.algorithm(\"allreduce\")")
    if collective not in COLLECTIVES:
        _orrery.load("", [("collective", str(collective))])  # says what there is

    def wrap(function):
        _checked(function)
        given = {"rounds": rounds, "bytes_total": bytes_total, "bytes_max_rank": bytes_max_rank, "time": time,
                 "unsupported": unsupported}
        for what, value in given.items():
            if value is not None and not callable(value):
                raise TypeError(f"{what}: expected a function of a Problem such as lambda x: x.p - 1, got {value!r}")
        file = _file_of(function)
        return Algorithm(function, collective, {
            **given, "name": _name(function, name), "summary": _summary(function), "file": file,
            "reference": reference or os.path.basename(file), "formula": _formula(given),
            "needs_commutative": needs_commutative, "needs_powers_of_two": needs_powers_of_two,
            "needs_coordinates": needs_coordinates})

    return wrap


class Verification(Report):
    """The result of verify(): true if the algorithm keeps its promises. case has the keys of the smallest failing case, which
    orrery.run(**case) runs again; error describes the mistake."""

    def __new__(cls, found):
        text = found["text"]
        if found["case"]:
            text += f"\nThe smallest case that fails, which orrery.run(**found.case) runs again: {found['words']}\n  {found['error']}\n"
            if found["case"].get("op") == "matrix-product":
                text += "  This operator does not commute: an algorithm that reduces in another order says needs_commutative=True.\n"
        report = super().__new__(cls, text, found)
        report.holds, report.case, report.error = found["holds"], found["case"], found["error"]
        return report

    def __bool__(self):
        return self.holds


def verify(algorithm, ranks=9):
    """Try an algorithm with every number of ranks up to `ranks`, sizes, roots, operators, networks and ports; return what was
    found, with the smallest failing case. `algorithm` is one in Python, or "allreduce ring"."""
    if operator.index(ranks) < 1:
        raise ValueError(f"ranks: {ranks}; expected at least 1")
    if isinstance(algorithm, str):
        collective, _, name = algorithm.partition(" ")
    elif not isinstance(algorithm, Algorithm):
        raise TypeError(f"{algorithm!r} is not an algorithm; expected one in Python, or 'allreduce ring'")
    else:
        collective, name = algorithm.collective, algorithm.name
    return Verification(_orrery.verify(collective, name, ranks))


def _default(collective):
    names = [a["name"] for a in _orrery.algorithms() if a["collective"] == collective]
    return "ring" if "ring" in names else names[0]


def _name_in(collective, algorithm):
    """Return the name of an algorithm that is given as a part."""
    if algorithm is None:
        return _default(collective)
    if isinstance(algorithm, Algorithm) and algorithm.collective != collective:
        raise TypeError(f"{algorithm!r} is not an algorithm for {collective}")
    name = getattr(algorithm, "name", algorithm)
    if not isinstance(name, str):
        raise TypeError(f"algorithm: {algorithm!r} is not an algorithm; expected its name")
    return name


async def _after_split(split, collective, rest):
    return await (await split)._collective(collective, *rest)


def _part(collective):
    def run(comm, v, *, algorithm=None, root=0, count=None, sizes=(), blocks=0, radix=0):
        rest = (_name_in(collective, algorithm), v, root, count, list(sizes), blocks, radix)
        if isinstance(comm, _orrery.Request):
            return _after_split(comm, collective, rest)
        if not isinstance(comm, _orrery.Comm):
            raise TypeError(f"{run.__name__}: expected a comm and a slice, got {type(comm).__name__} as comm")
        return comm._collective(collective, *rest)

    run.__name__ = run.__qualname__ = collective.replace("-", "_")
    run.__doc__ = textwrap.dedent(f"""\
        Run a {collective} of the catalogue as a part of a rank's program, on comm (or await of comm.split) with v.

        algorithm: its name (default: {_default(collective)}); count: elements, in {COLLECTIVES[collective]['bytes_mean']}
        (default: what v has room for). Its rounds follow those before it.""")
    return run


PARTS = {name.replace("-", "_"): _part(name) for name in COLLECTIVES if any(a["collective"] == name for a in _orrery.algorithms())}


def schedule(collective, rounds, *, name="schedule", summary="A schedule in Python."):
    """Make an algorithm of a schedule: a list of rounds, each a list of (from, to, blocks), or a function of a Problem that
    returns one. A block is added to what the receiver has where both have parts of the sum that do not overlap, and replaces
    it where the sender has all that the receiver has."""

    def table(x):
        found = rounds(x) if callable(rounds) else rounds
        if not _is_list(found) or not all(_is_list(messages) for messages in found):
            raise TypeError(f"{name}: {found!r} is not a schedule; expected a list of rounds, each a list of (from, to, blocks)")
        return found

    tables = {}

    async def run(comm, v):
        x = comm.problem
        key = (x.p, x.root, x.count)
        if key not in tables:
            tables.clear()
            tables[key] = _lowered(table(x), x, collective)
        for k, messages in enumerate(tables[key]):
            await comm.round(k)
            await _one_round(comm, v, messages)

    run.__doc__, run.__name__ = summary, name
    return algorithm(collective, name=name, rounds=lambda x: len(table(x)) if x.p > 1 else 0)(run)


async def _one_round(comm, v, messages):
    sends = [(to, blocks) for source, to, blocks, _ in messages if source == comm.rank]
    receives = [(source, blocks, add) for source, to, blocks, add in messages if to == comm.rank]
    sent = {b for _, blocks in sends for b in blocks}
    handles, arrived = [], []
    for source, blocks, add in receives:
        for b in blocks:
            into = v.block(b)
            if add or b in sent:
                into = await comm.scratch(len(into))
                arrived.append((b, into, add))
            handles.append(await comm.irecv(into, source, tag=b))
    for to, blocks in sends:
        for b in blocks:
            handles.append(await comm.isend(v.block(b), to, tag=b))
    await comm.wait(handles)
    for b, buffer, add in arrived:
        await (comm.reduce if add else comm.copy)(v.block(b), buffer)


def _owners(x, collective):
    """By rank and block, whose contributions it has at first."""
    reduces = COLLECTIVES[collective]["reduces"]
    if reduces:
        return [[{r} for _ in range(x.p)] for r in range(x.p)]
    whole = {"broadcast", "scatter"}
    return [[{b} if (r == x.root if collective in whole else r == b) else set() for b in range(x.p)] for r in range(x.p)]


def _lowered(rounds, x, collective):
    """Return the rounds with, for each message, whether its blocks are added to what is there."""
    has = _owners(x, collective)
    lowered = []
    for k, messages in enumerate(rounds):
        before = [[set(s) for s in row] for row in has]
        lowered.append([_lowered_message(m, k, x.p, before, has) for m in messages])
    return lowered


def _lowered_message(message, k, p, before, has):
    try:
        source, to, blocks = message
        blocks = list(blocks) if _is_list(blocks) else [blocks]
    except (TypeError, ValueError):
        raise ValueError(f"round {k}: {message!r} is not a message; expected (from, to, blocks)") from None

    def number(what, value):
        if not hasattr(value, "__index__") or not 0 <= operator.index(value) < p:
            raise ValueError(f"round {k}: {what} {value!r} of {message!r}; expected 0 .. {p - 1}")
        return operator.index(value)

    source, to, blocks = number("from", source), number("to", to), [number("block", b) for b in blocks]
    if source == to:
        raise ValueError(f"round {k}: {message!r} goes from rank {to} to itself")
    kinds = set()
    for b in blocks:
        mine, theirs = has[to][b], before[source][b]
        if not theirs:
            raise ValueError(f"round {k}: rank {source} sends block {b}, of which it has nothing yet")
        if mine & theirs and not theirs >= mine:
            raise ValueError(f"round {k}: rank {source} and rank {to} both have parts of block {b} of ranks "
                             f"{sorted(mine & theirs)}: their sum would count them twice")
        kinds.add(bool(mine) and not theirs >= mine)
        has[to][b] = mine | theirs
    if len(kinds) > 1:
        raise ValueError(f"round {k}: {message!r} adds some blocks and replaces others; expected two messages")
    return source, to, blocks, kinds == {True}
