"""Networks for runs."""

import atexit
import numbers
import os
import re
import tempfile

from . import _keys, _orrery
from ._errors import InputError


class Network:
    """A topology with its costs, such as Network("torus:6x10", alpha="1us"): orrery.run(network=net, algorithm="ring").

    Its keys are those of [network] and [cost] in scenario files.
    """

    def __init__(self, topology, **keys):
        for name in keys:
            if name in _keys._TABLE and _keys._TABLE[name]["table"] not in ("network", "cost"):
                raise InputError(f"{name}: a network has no such key; expected one of [network] or [cost]", key=name)
        self._keys = {"topology": topology, **keys}
        pairs = _keys.overrides(self._keys)
        _orrery.load("", [*pairs, ("collective", "barrier")])  # what is wrong is said here

    @classmethod
    def from_edges(cls, edges, *, switches=(), **keys):
        """Make a network of links between named nodes, each for both directions: (a, b), (a, b, level) or (a, b, dict with
        level, bandwidth, latency, count). A bandwidth that is a number is in bits per second, a latency in seconds; equal
        edges are parallel links. Nodes are hosts, in the order in which they come, but for the `switches`."""
        switches = {str(s) for s in switches}
        edges = _merged(map(_edge, edges))
        hosts = [n for n in dict.fromkeys(n for a, b, _ in edges for n in (a, b)) if n not in switches]
        text = f"hosts = {_keys._toml(hosts)}\nswitches = {_keys._toml(sorted(switches))}\nlinks = [\n"
        text += "".join("  " + _keys._toml({"ends": [a, b], **costs}) + ",\n" for a, b, costs in edges) + "]\n"
        with tempfile.NamedTemporaryFile("w", suffix=".toml", prefix="orrery-network-", delete=False) as file:
            file.write(text)
        try:
            network = cls(f"file:{file.name}", **keys)
        except BaseException as error:
            os.unlink(file.name)
            if isinstance(error, InputError) and file.name in str(error):
                raise InputError(_with_edges(str(error), file.name, edges), key="edges") from None
            raise
        atexit.register(os.unlink, file.name)  # results read it as long as they live
        return network

    @classmethod
    def from_networkx(cls, graph, *, switches=(), **keys):
        """Make a network of a graph of networkx: its nodes are hosts but for the `switches`, and attributes of edges (level,
        bandwidth, latency, count) the costs of links, as in from_edges. Two directions of a directed graph are one link."""
        known = ("level", "bandwidth", "latency", "count")
        links = graph.to_undirected().edges(data=True)
        edges = [(a, b, {k: v for k, v in data.items() if k in known}) for a, b, data in links]
        return cls.from_edges(edges, switches=switches, **keys)

    def __repr__(self):
        return f"Network({', '.join(f'{k}={v!r}' for k, v in self._keys.items())})"


def _edge(edge):
    if not 2 <= len(edge) <= 3:
        raise InputError(f"{edge!r} is not a link; expected (a, b), (a, b, level) or (a, b, dict)", key="edges")
    costs = edge[2] if len(edge) == 3 else {}
    costs = dict(costs) if isinstance(costs, dict) else {"level": int(costs)}
    for name, unit in (("bandwidth", "b/s"), ("latency", "s")):
        if isinstance(costs.get(name), numbers.Real):
            costs[name] = f"{float(costs[name])!r}{unit}"
    return str(edge[0]), str(edge[1]), costs


def _merged(edges):
    """Return the edges with one for all that are equal, which counts them."""
    merged = {}
    for a, b, costs in edges:
        same = (*sorted((a, b)), *sorted((k, str(v)) for k, v in costs.items() if k != "count"))
        count = costs.get("count", 1)
        if same in merged:
            costs = {**costs, "count": merged[same][2].get("count", 1) + count}
        merged[same] = (a, b, costs)
    return list(merged.values())


def _with_edges(message, file, edges):
    """Return a message on the file of these edges with an edge in place of its line."""
    def name(place):
        i = int(place[1]) - 4
        return f"edge {edges[i][0]!r} - {edges[i][1]!r}" if 0 <= i < len(edges) else "graph"

    return re.sub(re.escape(file) + r":(\d+):\d+", name, message)
