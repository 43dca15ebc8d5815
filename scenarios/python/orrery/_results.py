"""Runs and what they measured."""

import collections.abc
import functools
import html
import importlib.util
import json

from . import _keys, _orrery
from ._errors import failure_of
from ._pictures import Page, Picture, Report, matplotlib_axes
from ._trace import Trace

FIELDS = {field["name"]: field for field in _orrery.fields()}


def column_of(name, columns):
    """Return the column that a name means: "completion_time" is completion_time_s. Raises KeyError."""
    for full in (name, name + "_s", name + "_bps"):
        if full in columns:
            return full
    import difflib

    near = difflib.get_close_matches(name, columns, 1)
    raise KeyError(f"no field of results is called '{name}'" + (f"; did you mean '{near[0]}'?" if near else ""))


class _Shown:
    """What one run and several have in common: _ran, and the numbers of the runs."""

    def page(self):
        """Return the page of a run, or of two that are compared: every round, tables, the causes of its time."""
        return Page(_orrery.page(self._ran.scenario.part(self._cells())))

    def why(self):
        """Return the causes of the time: alpha, latency, bytes, contention, ... (a text; .data is the same as dicts)."""
        text, data = _orrery.why(self._ran.scenario.part(self._cells()))
        return Report(text, json.loads(data))

    def what_if(self, factor=2.0):
        """Return the times if one cost were better by a factor (a text; .data is the same as dicts)."""
        text, data = _orrery.what_if(self._ran.scenario.part(self._cells()), factor)
        return Report(text, json.loads(data))


class Run(_Shown):
    """One run: every field of the results is an attribute, times in seconds, sizes in bytes, rates in bits a second."""

    def __init__(self, ran, number):
        self._ran, self._number = ran, number

    def _cells(self):
        return [self._number]

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    def __getitem__(self, name):
        if "." in name:
            return self._further[column_of(name, self._further)]
        return self._ran.value(self._number, column_of(name, FIELDS))

    @functools.cached_property
    def _further(self):
        return self._ran.further(self._number)

    def keys(self):
        """Return the names of all fields."""
        return [*FIELDS, *self._further]

    def __dir__(self):
        return {*super().__dir__(), *FIELDS}

    @property
    def name(self):
        """The name of the run within its sweep: "2MiB, ring"."""
        return self._ran.name(self._number)

    @property
    def outcome(self):
        """fine, skipped, deadlock, verification failed, ..."""
        return self._ran.outcome(self._number)

    @property
    def error(self):
        """The error of the run, or None."""
        return self._ran.error(self._number)

    @property
    def exception(self):
        """The exception that a rank raised, or None."""
        return self._ran.exception(self._number)

    def per_round(self):
        """Return a dict for each round: messages, bytes, most bytes of a port and of a link, begin and end."""
        return self._ran.rounds(self._number)

    def bounds(self):
        """Return lower bounds of the time on this network, as a dict of seconds; None if a bound is not known."""
        return _orrery.bounds(self._ran, self._number)

    def trace(self):
        """Return the events of the run, as columns of numpy."""
        if importlib.util.find_spec("numpy") is None:
            raise ImportError("trace() needs numpy (Debian: python3-numpy)")
        return Trace(_orrery.trace(self._ran.scenario, self._number))

    def export(self, format):
        """Return the run in a format of another program, such as "perfetto", "paje" or "goal"."""
        return _orrery.export(self._ran.scenario, self._number, format)

    def picture(self, round=-1, *, format="svg", layout="network", theme="light", width=1000, height=640):
        """Return a picture of a round (svg, png), or of all that move (gif). Layouts: network, tree, blocks, timeline, why."""
        data = _orrery.render(self._ran.scenario, self._number, format, round, width, height, theme, layout)
        return Picture(data, format)

    def at(self, round, **options):
        """Return the picture of a round, 0, 1, ...; options as for picture()."""
        if round < 0:
            raise ValueError(f"round: {round}; expected 0, 1, ...")
        return self.picture(round, **options)

    def animation(self, **options):
        """Return all rounds as an animation (gif)."""
        return self.picture(-1, **{"format": "gif", **options})

    def __repr__(self):
        if self.error:
            return f"<run {self.name}: {self.error}>"
        return f"<run {self.name}: {self.completion_time_s:.6g} s, {self.rounds} rounds>"

    def _repr_html_(self):
        return _page_or_text(self, self.error is None and self.outcome == "fine", repr(self))


def _page_or_text(shown, drawable, text):
    try:
        if drawable:
            return shown.page()._repr_html_()
    except (RuntimeError, ValueError):  # no pictures, or too large for them
        pass
    return f'<pre style="line-height:1.2">{html.escape(text)}</pre>'


class Results(_Shown, collections.abc.Sequence):
    """The runs of a scenario, in the order of its sweep. results[0] is a run, results["rounds"] a column."""

    def __init__(self, ran):
        self._ran = ran

    def _cells(self):
        return list(range(len(self)))

    def __len__(self):
        return len(self._ran)

    def __getitem__(self, index):
        if isinstance(index, str):
            columns = self.columns()
            return columns[column_of(index, columns)]
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        number = index.__index__()
        if not -len(self) <= number < len(self):
            raise IndexError(f"run {number} of {len(self)}")
        return Run(self._ran, number % len(self))

    @property
    def title(self):
        """The title of the scenario."""
        return self._ran.scenario.title

    @property
    def swept(self):
        """The keys with several values."""
        return self._ran.scenario.swept

    @property
    def remarks(self):
        """Remarks on the cells, such as keys that have no effect."""
        return self._ran.scenario.remarks

    @property
    def expectations(self):
        """The expectations of [expect]: dicts with key, run, verdict (passed, failed, skipped), got, expected, message."""
        return [{**check, "run": None if check["cell"] is None else self[check["cell"]]} for check in self._ran.expectations()]

    @property
    def ok(self):
        """True if no run failed unexpectedly, and no expectation."""
        return not self._ran.failed() and all(check["verdict"] != "failed" for check in self._ran.expectations())

    def columns(self):
        """Return all fields, also those of operations, as a dict of lists, one value for each run."""
        return self._ran.columns()

    def frame(self, columns=None):
        """Return a data frame of pandas: a row for each run, columns as in `orrery run --csv`, numbers in SI units."""
        try:
            import pandas
        except ImportError:
            raise ImportError("frame() needs pandas (Debian: python3-pandas); columns() has the same as lists") from None
        frame = pandas.DataFrame(self.columns())
        return frame if columns is None else frame[[column_of(name, frame) for name in columns]]

    def csv(self):
        """Return the results as CSV."""
        return self._ran.csv()

    def json(self):
        """Return the results as JSON."""
        return self._ran.json()

    def bounds(self):
        """Return the lower bounds for each run."""
        return [run.bounds() for run in self]

    def check(self):
        """Return self; raise RunFailed if a run failed that was not expected to."""
        for number in self._ran.failed():
            raise failure_of(self, self[number])
        return self

    def plot(self, x="bytes", y="completion_time", by="algorithm", *, logx=None, logy=None, title="", ax=None, format="svg"):
        """Draw one field over another, a line for each value of `by`: with matplotlib where it is installed (returns its
        axes), otherwise with our painter (returns a Picture)."""
        columns = self.columns()
        x, y = column_of(x, columns), column_of(y, columns)
        by = [column_of(name, columns) for name in ([by] if isinstance(by, str) else by or []) if name]
        logx = _spreads(columns[x]) if logx is None else logx
        logy = _spreads(columns[y]) if logy is None else logy
        ax = matplotlib_axes(ax)
        if ax is None:
            return Picture(_orrery.plot(self.csv(), x, y, by, logx, logy, title, format), format)
        _draw_lines(ax, columns, x, y, by)
        ax.set(xlabel=_axis(x), ylabel=_axis(y), title=title or self.title)
        ax.set_xscale("log", base=2) if logx else None
        ax.set_yscale("log") if logy else None
        return ax

    def map(self, x="", *, ax=None, format="svg"):
        """Draw the fastest algorithm of each cell, over one or two swept keys; `x` is the key along x."""
        ax = matplotlib_axes(ax)
        if ax is None:
            return Picture(_orrery.map_picture(self._ran, x, format), format)
        _draw_map(ax, json.loads(_orrery.map_report(self._ran, x)[1]))
        ax.set_title(self.title)
        return ax

    def map_text(self, x=""):
        """Return the map as text; .data is the same as dicts."""
        text, data = _orrery.map_report(self._ran, x)
        return Report(text, json.loads(data))

    def __repr__(self):
        return self._ran.report()

    def _repr_html_(self):
        drawable = len(self) <= 2 and all(run.outcome == "fine" for run in self)
        return _page_or_text(self, drawable, repr(self))


def _spreads(values):
    known = [v for v in values if v is not None]  # a run that failed has no time
    numbers = [v for v in known if isinstance(v, (int, float)) and not isinstance(v, bool) and v > 0]
    return len(numbers) == len(known) > 1 and max(numbers) > 20 * min(numbers)


def _axis(column):
    unit = FIELDS.get(column.rpartition(".")[2], FIELDS["completion_time_s"])["unit"]  # or the start or end of an operation
    name = column.removesuffix("_s").removesuffix("_bps").replace("_", " ")
    return f"{name} [{unit}]" if unit else name


def _draw_lines(ax, columns, x, y, by):
    lines = {}
    for row in zip(columns[x], columns[y], *(columns[name] for name in by)):
        if row[1] is not None:
            lines.setdefault(", ".join(map(str, row[2:])), []).append(row[:2])
    for name, points in lines.items():
        ax.plot(*zip(*points), marker="o", markersize=4, label=name or None)
    if any(lines):
        ax.legend(title=", ".join(by))
    ax.grid(True, alpha=0.3)


def _draw_map(ax, found):
    import matplotlib.colors
    import matplotlib.patches

    names, xs, ys = found["algorithms"], found["x"]["values"], found["y"]["values"]
    colours = [f"C{i % 10}" for i in range(len(names))]
    grid = fastest(found)
    palette = matplotlib.colors.ListedColormap(["#dddddd", *colours])
    ax.imshow(grid, origin="lower", aspect="auto", cmap=palette, vmin=-1.5, vmax=len(names) - 0.5)
    ax.set_xticks(range(len(xs)), xs, rotation=45 if len(xs) > 8 else 0)
    ax.set_yticks(range(len(ys)), ys)
    ax.set(xlabel=found["x"]["key"], ylabel=found["y"]["key"])
    won = sorted({i for row in grid for i in row if i >= 0})
    ax.legend(handles=[matplotlib.patches.Patch(color=colours[i], label=names[i]) for i in won], loc="upper left",
              bbox_to_anchor=(1, 1))


def fastest(found):
    """Return, by rows of cells of a map, the numbers of the fastest algorithms; -1 where none ran."""
    names, width = found["algorithms"], len(found["x"]["values"])
    best = [names.index(cell["best"]) if cell.get("best") else -1 for cell in found["cells"]]
    return [best[i : i + width] for i in range(0, len(best), width)]


def load(scenario, keys):
    """Return a scenario by name or file, or from a dict of its tables."""
    pairs = _keys.overrides(keys)
    if isinstance(scenario, dict):
        return _orrery.parse(_keys.document(scenario), "<dict>", pairs)
    if scenario is not None and not hasattr(scenario, "__fspath__") and not isinstance(scenario, str):
        raise TypeError(f"a scenario is a name, a path or a dict, not {type(scenario).__name__}")
    if scenario is None and not pairs:
        raise TypeError("nothing to run; expected a scenario or keys such as ranks=8")
    return _orrery.load("" if scenario is None else str(scenario), pairs)
